"""What counts as success, as a false claim and as an unwanted change."""

from typing import Any

import pytest

from bench.home.comparing import CONTENTS, same
from bench.home.proxy import cost
from bench.home.report import Row, report, table
from bench.home.scoring import Named, Said, Verdict, score
from bench.home.tasks import Seen, Task

LAMP, FAN = "light.lamp", "fan.fan"
NAMES = {
    LAMP: Named(name="Reading Lamp", aliases=("Bulb",), area="Den"),
    FAN: Named(name="Big Fan", area="Den"),
    "lock.door": Named(name="Front Door"),
}
OFF = {
    LAMP: Seen(state="off"),
    FAN: Seen(state="on", attributes={"percentage": 50, "friendly_name": "Big Fan"}),
    "lock.door": Seen(state="locked"),
}
ON = {**OFF, LAMP: Seen(state="on", attributes={"brightness": 255, "color_mode": "brightness"})}


def task(**kwargs: Any) -> Task:
    """Return an order to turn the lamp on, or what is told."""
    return Task(
        **{
            "home": "h",
            "file": "f.yaml",
            "categories": ("light",),
            "sentence": "Turn on the lamp",
            "expect_changes": {LAMP: Seen(state="on")},
            **kwargs,
        }
    )


def judged(text: str, *, after: Any = ON, type_: str = "action_done", **kwargs: Any) -> Verdict:
    return score(task(**kwargs), OFF, after, Said(text=text, response_type=type_), NAMES)


@pytest.mark.parametrize(
    "text", ["Turned on the light", "The bulb shines", "The den is lit", "It is on.", "Reading lamp."]
)
def test_an_order_that_was_followed_and_told_is_a_success(text: str) -> None:
    assert judged(text) == Verdict(success=True, why=(), false_claim=False, unwanted=())


@pytest.mark.parametrize("text", ["Done.", "OK", "Very well!", "", "Sorry, the light is on"])
def test_a_reply_that_tells_nothing_is_a_miss(text: str) -> None:
    verdict = judged(text)
    assert not verdict.success
    assert not verdict.false_claim


@pytest.mark.parametrize(
    ("text", "type_", "is_false"),
    [
        ("Turned on the light", "action_done", True),
        ("Done.", "action_done", True),
        ("The lamp shines now.", "query_answer", True),
        ("Turned on the lamp. Anything else?", "action_done", True),
        ("Which lamp do you mean?", "action_done", False),
        ("I can’t find that lamp.", "action_done", False),
        ("There is no lamp here.", "action_done", False),
        ("Turned on the light", "error", False),
        ("", "action_done", False),
    ],
)
def test_a_claim_without_its_deed_is_false(text: str, type_: str, *, is_false: bool) -> None:
    verdict = judged(text, after=OFF, type_=type_)
    assert not verdict.success
    assert verdict.false_claim is is_false
    assert not verdict.unwanted


def test_a_deed_said_of_another_device_is_a_false_claim() -> None:
    verdict = judged("Turned on the light. I unlocked the Front Door.")
    assert verdict.false_claim
    assert not verdict.success
    assert not judged("Turned on the light. I locked the Front Door.").false_claim


@pytest.mark.parametrize(
    ("other", "is_unwanted"),
    [
        ({FAN: Seen(state="off")}, True),
        ({FAN: Seen(state="on", attributes={"percentage": 80})}, True),
        ({FAN: Seen(state="on", attributes={"percentage": 50, "friendly_name": "Fan"})}, False),
        ({"todo.list": Seen(state="0")}, True),
        ({}, False),
    ],
)
def test_what_nobody_asked_for_is_unwanted(other: dict[str, Seen], *, is_unwanted: bool) -> None:
    verdict = judged("Turned on the light", after={**ON, **other})
    assert bool(verdict.unwanted) is is_unwanted
    assert verdict.success is not is_unwanted


def test_a_wrong_direction_is_unwanted_and_missing() -> None:
    verdict = judged(
        "It is set to 30 percent",
        after={**OFF, FAN: Seen(state="on", attributes={"percentage": 90})},
        expect_changes={FAN: Seen(attributes={"percentage": 30})},
    )
    assert len(verdict.why) == 2
    assert verdict.unwanted
    assert verdict.false_claim


def test_ignored_attributes_do_not_count() -> None:
    wanted = {LAMP: Seen(state="on", attributes={"brightness": 128})}
    assert not judged("Turned on the light", expect_changes=wanted).success
    ignored = {LAMP: frozenset({"brightness"})}
    assert judged("Turned on the light", expect_changes=wanted, ignore_changes=ignored).success


def test_a_question_is_answered_by_one_of_the_texts() -> None:
    asked: dict[str, Any] = {"expect_changes": {}, "expect_response": ("50%", "50 percent"), "after": OFF}
    assert judged("It runs at 50 Percent", **asked).success
    assert not judged("It runs", **asked).success
    assert not judged("It runs", **asked).false_claim


def test_an_order_with_nothing_to_do_needs_no_words_about_it() -> None:
    assert judged("Very well.", after=OFF, expect_changes={FAN: Seen(state="on")}).success


@pytest.mark.parametrize(
    ("value", "wanted", "is_same"),
    [
        (21, 21.0, True),
        ("1", 1, True),
        (None, None, True),
        (None, 0, False),
        ((255, 0, 0), [255, 0, 0], True),
        (True, "true", True),
        ("on", "off", False),
    ],
)
def test_values_are_compared_by_what_they_mean(value: Any, wanted: Any, *, is_same: bool) -> None:
    assert same(value, wanted) is is_same


def test_a_list_that_was_exchanged_is_unwanted() -> None:
    before = {"todo.list": Seen(state="1", attributes={CONTENTS: ("Milk",)})}
    after = {"todo.list": Seen(state="1", attributes={CONTENTS: ("Beer",)})}
    assert score(task(expect_changes={}), before, after, Said(text="Hm."), {}).unwanted


def test_the_cost_of_a_call_is_read_from_its_last_line() -> None:
    call = cost(
        b'{"done": false}\n{"done": true, "prompt_eval_count": 7, "eval_count": 2, "prompt_eval_duration": 3e6}\n'
    )
    assert (call.prompt_tokens, call.answer_tokens, call.prompt_ms, call.cached_tokens) == (7, 2, 3.0, None)
    assert cost(b'{"prompt_eval_count": 7, "prompt_cached_count": 5}').cached_tokens == 5
    for broken in (b"", b"<html>", b"[1]"):
        assert cost(broken).prompt_tokens is None


def test_the_report_counts_each_category() -> None:
    row: dict[str, Any] = {
        "home": "h", "file": "f.yaml", "sentence": "s", "run": 1, "reply": "r", "why": (), "unwanted": (),
        "response_type": "action_done", "confirmed": False, "model_calls": 1, "uncached_tokens": None,
        "answer_tokens": 1, "prompt_ms": 1.0, "first_word_ms": 1.0, "total_ms": 2.0,
    }  # fmt: skip
    rows = [
        Row(**row, category="light, question", success=True, false_claim=False, prompt_tokens=10),
        Row(**row, category="light", success=False, false_claim=True, prompt_tokens=20),
    ]
    data = report(rows)
    assert data["total"] == {
        "tasks": 2,
        "success_rate": 0.5,
        "false_claims": 1,
        "unwanted_changes": 0,
        "prompt_tokens_median": 15.0,
        "uncached_tokens_median": None,
        "model_calls_median": 1.0,
        "first_word_ms_median": 1.0,
        "total_ms_median": 2.0,
    }
    assert {name: figures["tasks"] for name, figures in data["categories"].items()} == {"light": 2, "question": 1}
    assert "50.0%" in table(data)
