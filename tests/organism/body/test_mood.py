"""Mood is pushed by events and pulled back by time."""

from hypothesis import given, strategies as st
import pytest

from custom_components.opencrayfish.organism.body.body import Body
from custom_components.opencrayfish.organism.body.mood import (
    BASELINES,
    EMOTIONS,
    HALF_LIFE_SECONDS,
    PUSHES,
    STRAINED,
    Cause,
    Emotion,
    Mood,
)
from custom_components.opencrayfish.organism.body.vitals import VitalSigns
from custom_components.opencrayfish.organism.settings import Settings

SETTINGS = Settings(designation="Pinchy", slug="pinchy")


def test_at_rest_it_is_calm() -> None:
    assert Mood().levels == (20, 0, 0, 20, 60)
    assert Mood().dominant is Emotion.CALM


@pytest.mark.parametrize(
    ("beats", "sorrow"), [(1, 13.36), (2, 11.91), (3, 10.61), (4, 9.45), (5, 8.42), (6, 7.50), (12, 3.75)]
)
def test_sorrow_of_fifteen_fades_with_the_half_life(beats: int, sorrow: float) -> None:
    mood = Mood(at=0).pushed({Emotion.SORROW: 15})
    for beat in range(1, beats + 1):
        mood = mood.aged(beat * 30)
    assert mood.level(Emotion.SORROW) == pytest.approx(sorrow, abs=0.01)


def test_it_is_time_that_counts_not_the_number_of_beats() -> None:
    mood = Mood(at=0).pushed({Emotion.ANGER: 80})
    slow = mood.aged(3600)
    fast = mood
    for second in range(1, 3601):
        fast = fast.aged(second)
    assert fast.levels == pytest.approx(slow.levels)


def test_a_kind_word_shows_although_joy_has_a_baseline() -> None:
    body = Body()
    body.push(Cause.SAD_WORDS, at=0)
    assert body.mood.level(Emotion.SORROW) == 15
    assert body.mood.level(Emotion.CALM) == 52
    assert body.mood.dominant is Emotion.SORROW, "19 of sorrow is more than the 20 of joy that is always there"


def test_below_five_points_it_is_calm_and_ties_go_by_order() -> None:
    assert Mood().pushed({Emotion.JOY: 4.9}).dominant is Emotion.CALM
    assert Mood().pushed({Emotion.JOY: 5}).dominant is Emotion.JOY
    assert Mood().pushed({Emotion.SORROW: 9, Emotion.ANGER: 9}).dominant is Emotion.ANGER


def test_long_stress_nears_its_levels_and_does_not_saturate() -> None:
    body = Body()
    hot = VitalSigns(temperature_celsius=90)
    for beat in range(2000):
        body.sense(hot, SETTINGS, at=beat * 30.0)
    assert body.mood.levels == pytest.approx(STRAINED, abs=0.1)
    assert body.mood.dominant is Emotion.ANGER


def test_the_reasons_are_remembered_with_what_they_really_changed() -> None:
    body = Body()
    body.push(Cause.OPERATOR, at=0, pushes={Emotion.JOY: 95}, reason="birthday")
    (event,) = body.mood_events
    assert (event.emotion, event.delta, event.cause, event.reason) == (Emotion.JOY, 80, Cause.OPERATOR, "birthday")


def test_a_clock_set_back_changes_nothing_and_then_time_goes_on() -> None:
    mood = Mood(at=1_000_000).pushed({Emotion.JOY: 40})
    earlier = mood.aged(0)
    assert earlier.levels == mood.levels
    assert earlier.aged(HALF_LIFE_SECONDS).level(Emotion.JOY) == pytest.approx(40)


LEVELS = st.tuples(*[st.floats(0, 100)] * len(EMOTIONS))


@given(LEVELS, st.floats(0, 1e9), st.booleans())
def test_time_never_overshoots(levels: tuple[float, ...], seconds: float, is_strained: bool) -> None:
    goals = STRAINED if is_strained else BASELINES
    later = Mood(levels, 0).aged(seconds, is_strained=is_strained)
    for before, after, goal in zip(levels, later.levels, goals, strict=True):
        assert min(before, goal) - 1e-9 <= after <= max(before, goal) + 1e-9


@given(LEVELS, st.dictionaries(st.sampled_from(Emotion), st.floats(-1e6, 1e6)))
def test_pushes_stay_in_range(levels: tuple[float, ...], pushes: dict[Emotion, float]) -> None:
    assert all(0 <= level <= 100 for level in Mood(levels).pushed(pushes).levels)


def test_each_cause_but_the_operator_is_worth_something() -> None:
    assert set(PUSHES) == set(Cause) - {Cause.OPERATOR}
