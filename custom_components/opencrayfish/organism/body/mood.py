"""Mood: five levels that events push and time pulls back."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

HALF_LIFE_SECONDS = 180.0
"""In this time a level comes half the way back to its baseline (crayfish-behaviour §4: six pulses of 30 s)."""
FULL = 100.0
NOTICEABLE = 5.0
"""How far above its baseline a level must be, in percentage points, to be what the animal feels."""
SAME_MOMENT_SECONDS = 1e-3


class Emotion(StrEnum):
    """The channels, in the order in which ties are decided."""

    JOY = "joy"
    ANGER = "anger"
    SORROW = "sorrow"
    EXCITEMENT = "excitement"
    CALM = "calm"


EMOTIONS = tuple(Emotion)
BASELINES: tuple[float, ...] = (20.0, 0.0, 0.0, 20.0, 60.0)
STRAINED: tuple[float, ...] = (20.0, 60.0, 30.0, 0.0, 40.0)
"""Where the levels go while the body is under stress. The longer, the nearer; they do not pass these values."""
_INDEX: Mapping[str, int] = MappingProxyType({emotion.value: index for index, emotion in enumerate(EMOTIONS)})


class Cause(StrEnum):
    """Why a level was pushed."""

    KIND_WORDS = "kind_words"
    SAD_WORDS = "sad_words"
    MIXED_WORDS = "mixed_words"
    PLAIN_WORDS = "plain_words"
    URGENCY = "urgency"
    HOSTILE_WORDS = "hostile_words"
    NEW_TOPIC = "new_topic"
    STRESS = "stress"
    RELIEF = "relief"
    OPERATOR = "operator"


PUSHES: Mapping[Cause, Mapping[Emotion, float]] = MappingProxyType(
    {
        Cause.KIND_WORDS: {Emotion.JOY: 15, Emotion.EXCITEMENT: 8},
        Cause.SAD_WORDS: {Emotion.SORROW: 15, Emotion.CALM: -8},
        Cause.MIXED_WORDS: {Emotion.JOY: 7, Emotion.SORROW: 7},
        Cause.PLAIN_WORDS: {Emotion.CALM: 2},
        Cause.URGENCY: {Emotion.EXCITEMENT: 12, Emotion.CALM: -5},
        Cause.HOSTILE_WORDS: {Emotion.ANGER: 15, Emotion.CALM: -8},
        Cause.NEW_TOPIC: {Emotion.EXCITEMENT: 6},
        Cause.STRESS: {Emotion.ANGER: 12, Emotion.SORROW: 6, Emotion.EXCITEMENT: -10},
        Cause.RELIEF: {Emotion.CALM: 6},
    }
)
"""Percentage points (crayfish-behaviour §4; hostility, new topics and relief are ours)."""


@dataclass(frozen=True, slots=True)
class Mood:
    """Five levels in percent at one moment."""

    levels: tuple[float, ...] = BASELINES
    """Each 0–100, in the order of `Emotion`."""
    at: float = field(default=0.0, compare=False)
    """Seconds since 1970."""

    def level(self, emotion: Emotion) -> float:
        """Return one level in percent."""
        return self.levels[_INDEX[emotion]]

    def aged(self, at: float, *, is_strained: bool = False) -> Mood:
        """Return the mood at a later moment; a clock that was set back changes nothing."""
        elapsed = at - self.at
        if elapsed < SAME_MOMENT_SECONDS:
            return self if elapsed >= 0 else Mood(self.levels, at)
        keep = 0.5 ** (elapsed / HALF_LIFE_SECONDS)
        goals = STRAINED if is_strained else BASELINES
        return Mood(tuple([goal + (level - goal) * keep for level, goal in zip(self.levels, goals, strict=True)]), at)

    def pushed(self, pushes: Mapping[Emotion, float]) -> Mood:
        """Return the mood after pushes in percentage points, each level kept within 0–100."""
        levels = list(self.levels)
        for emotion, points in pushes.items():
            index = _INDEX[emotion]
            levels[index] = min(FULL, max(0.0, levels[index] + points))
        return Mood(tuple(levels), self.at)

    @property
    def dominant(self) -> Emotion:
        """Return the emotion furthest above its baseline, calm when none is noticeably so."""
        lifts = [level - baseline for level, baseline in zip(self.levels, BASELINES, strict=True)]
        highest = max(lifts)
        return EMOTIONS[lifts.index(highest)] if highest >= NOTICEABLE else Emotion.CALM


@dataclass(frozen=True, kw_only=True, slots=True)
class MoodEvent:
    """One push, for the question why the animal feels as it does."""

    at: float
    """Seconds since 1970."""
    emotion: Emotion
    delta: float
    """Percentage points."""
    cause: Cause
    reason: str = ""
    """What a person gave as the reason, empty otherwise."""
