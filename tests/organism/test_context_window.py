"""What a model is given fits its window, and what it costs is learnt."""

from hypothesis import given, strategies as st
import pytest

from custom_components.opencrayfish.organism.context_window import (
    Gauge,
    Kind,
    Part,
    Step,
    clipped,
    next_step,
    read_usage,
    shrink,
)

LARGE = 166_667
"""A window of which 3 % are 5000 tokens, the threshold of the first cases."""


@pytest.mark.parametrize(
    ("share", "failures", "streak", "step"),
    [
        pytest.param(0.65, 0, 0, Step.NONE, id="BU01"),
        pytest.param(0.899, 0, 0, Step.SUMMARISE, id="BU03"),
        pytest.param(0.82, 3, 0, Step.SUMMARISE, id="BU05-once-more"),
        pytest.param(0.82, 4, 0, Step.DROP, id="BU05-then-drop"),
        pytest.param(0.95, 4, 0, Step.DROP, id="BU08"),
        pytest.param(0.70, 0, 2, Step.SUSPEND, id="BU10"),
    ],
)
def test_a_share_asks_for_a_step(share: float, failures: int, streak: int, step: Step) -> None:
    assert next_step(share, failures=failures, streak=streak) is step


@pytest.mark.parametrize(
    ("estimate", "reported", "overhead", "window", "tokens", "is_truncated"),
    [
        pytest.param(20000, 40000, 15000, LARGE * 2, 20000, False, id="CA01"),
        pytest.param(20000, 40001, 15000, LARGE, 25001, False, id="CA02"),
        pytest.param(20000, 18000, 15000, LARGE, 20000, False, id="CA03"),
        pytest.param(3000, 0, 800, 8192, 3000, False, id="CA05"),
        pytest.param(3000, 4200, 800, 8192, 3400, False, id="CA06"),
        pytest.param(9000, 4100, 0, 8192, 9000, True, id="CA07"),
    ],
)
def test_a_count_is_believed_only_where_it_can_be_true(
    estimate: int, reported: int, overhead: int, window: int, tokens: int, *, is_truncated: bool
) -> None:
    reading = read_usage(estimate, reported=reported, overhead=overhead, window=window)
    assert (reading.tokens, reading.is_truncated) == (tokens, is_truncated)


def history(*texts: str) -> list[Part]:
    """Return parts of history; those that begin with = are results."""
    return [Part(kind=Kind.HISTORY, text=text, is_result=text.startswith("=")) for text in texts]


def test_cs06_nothing_is_dropped_needlessly() -> None:
    parts = history(*"abcdefghij")
    assert shrink(parts, 1000, Gauge()) == tuple(parts)


def test_cs07_the_history_never_begins_with_a_result() -> None:
    left = shrink(history("x" * 400, "=result", "end"), 30, Gauge())
    assert [part.text for part in left] == ["end"]


@pytest.mark.parametrize("limit", [500, 200], ids=["CS02", "CS04"])
def test_a_long_text_is_cut_with_a_mark(limit: int) -> None:
    assert len(clipped("x" * 800, limit)) == limit
    assert clipped("x" * 800, limit).endswith("…")


@given(st.lists(st.builds(Part, kind=st.sampled_from(Kind), text=st.text(max_size=30))), st.integers(0, 100))
def test_bu09_identity_rules_and_the_persons_words_stay(parts: list[Part], budget: int) -> None:
    left = shrink(parts, budget, Gauge())
    firm = {Kind.IDENTITY, Kind.RULES, Kind.REQUEST}
    assert [part for part in left if part.kind in firm] == [part for part in parts if part.kind in firm]


@given(st.integers(-5, 10**6), st.integers(-5, 10**6))
def test_a_gauge_stays_sane(characters: int, tokens: int) -> None:
    gauge = Gauge().learn(characters, tokens).learn(characters, tokens)
    assert gauge.characters_per_token == 0 or 1.5 <= gauge.characters_per_token <= 6
    assert gauge.tokens("Hello there, 你好") > 0
