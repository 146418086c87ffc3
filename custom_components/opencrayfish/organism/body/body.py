"""The body as a whole: what it reads, how it feels, and why."""

from collections import deque
from collections.abc import Mapping

from ..settings import Settings
from .attention import Attention
from .mood import PUSHES, Cause, Emotion, Mood, MoodEvent
from .vitals import StressEdge, StressGate, StressLimits, VitalSigns

REMEMBERED_PUSHES = 60
"""How many pushes of the mood are kept, to answer why it is as it is."""


class Body:
    """Signs, stress and mood at the present moment; all times are seconds since 1970."""

    def __init__(self) -> None:
        """Start comfortable, with nothing read."""
        self.signs = VitalSigns()
        self.stress = StressGate()
        self.mood = Mood()
        self.mood_events: deque[MoodEvent] = deque(maxlen=REMEMBERED_PUSHES)
        """The latest pushes, oldest first."""
        self.attention = Attention()
        self.is_stress_simulated = False

    @property
    def is_stressed(self) -> bool:
        """Whether an episode of stress is under way."""
        return self.stress.episode is not None

    def sense(self, signs: VitalSigns, settings: Settings, *, at: float) -> StressEdge | None:
        """Take a reading; return the edge when stress begins or ends with it."""
        self.pass_time(at)
        self.signs = signs
        edge = self.stress.feel(signs, limits_of(settings), at=at, is_simulated=self.is_stress_simulated)
        if edge:
            self.push(Cause.STRESS if edge.entered else Cause.RELIEF, at=at)
        return edge

    def pass_time(self, at: float) -> None:
        """Let the mood come nearer to where time pulls it."""
        self.mood = self.mood.aged(at, is_strained=self.is_stressed)

    def push(self, cause: Cause, *, at: float, pushes: Mapping[Emotion, float] | None = None, reason: str = "") -> None:
        """Push the mood by what the cause is worth, or by pushes of one's own, and remember why."""
        self.pass_time(at)
        before = self.mood
        self.mood = before.pushed(PUSHES[cause] if pushes is None else pushes)
        for emotion in Emotion:
            if delta := round(self.mood.level(emotion) - before.level(emotion), 2):
                self.mood_events.append(MoodEvent(at=at, emotion=emotion, delta=delta, cause=cause, reason=reason))


def limits_of(settings: Settings) -> StressLimits:
    """Return the limits that a person has set."""
    return StressLimits(
        thermal_limit_celsius=settings.thermal_limit_celsius,
        thermal_release_celsius=settings.thermal_release_celsius,
        ram_limit_pct=settings.ram_limit_pct,
        ram_release_pct=settings.ram_release_pct,
    )
