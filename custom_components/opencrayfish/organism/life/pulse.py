"""What one beat of the heart finds."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from ..backends.breaker import Health
from ..body.mood import Emotion
from ..body.vitals import StressEpisode, VitalSigns
from .happening import Happening


class Activity(StrEnum):
    """What the animal is doing."""

    AWAKE = "awake"
    THINKING = "thinking"
    DREAMING = "dreaming"
    ASLEEP = "asleep"


class Due(StrEnum):
    """What somebody else should do now, because a beat never waits."""

    PROBE_BRAIN = "probe_brain"
    CHECK_SOUL = "check_soul"


@dataclass(frozen=True, kw_only=True, slots=True)
class Pulse:
    """The animal at one moment, as sensors show it."""

    signs: VitalSigns
    levels: tuple[int, ...]
    """Levels of the mood in percent, in the order of `Emotion`."""
    dominant: Emotion
    episode: StressEpisode | None
    activity: Activity
    is_asleep: bool
    health: Health
    last_beat: datetime | None
    last_interaction: datetime | None
    first_text_ms: int | None
    """Time to the first word of the latest reply that a model spoke."""
    beats: int
    faults: int
    """Steps of beats that raised something."""
    happenings: tuple[Happening, ...] = field(default=(), compare=False)
    """What happened since the pulse before, each told once."""
    due: frozenset[Due] = field(default=frozenset(), compare=False)
