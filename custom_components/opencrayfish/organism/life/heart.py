"""The heart: it reads the body, lets time pass and finds what is due. It never waits for anything."""

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from typing import Final

from ..backends.breaker import NO_BRAIN, BrainStatus, BreakerBackend, Health
from ..body.body import Body
from ..body.mood import Emotion
from ..body.rhythm import Rhythm
from ..body.vitals import VitalSigns
from ..guard import attempted
from ..ports import Clock
from ..settings import Settings
from .happening import Happening, HappeningKind, of_stress
from .pulse import Activity, Due, Pulse

MISSED_BEATS: Final = 3
"""So many beats without one and something is wrong."""


class Heart:
    """Beats when it is told to, and tells what it found."""

    def __init__(self, *, body: Body, clock: Clock) -> None:
        """Take over a body; the first beat comes from outside."""
        self._body = body
        self._clock = clock
        self.beats = 0
        self.faults = 0
        self.stress_count = 0
        self.last_beat: datetime | None = None
        self.last_interaction: datetime | None = None
        """When a person last said something; nothing else counts."""
        self.awake_since: datetime | None = None
        self.first_text_ms: int | None = None
        self.was_asleep: bool | None = None
        """As last told; None before the first beat of its life."""
        self._was_dominant: Emotion | None = None
        self.was_offline = False
        self._last_monotonic = clock.monotonic()

    def beat(self, signs: VitalSigns, *, settings: Settings, brain: BreakerBackend | None) -> Pulse:
        """Take a reading and do one beat; a step that fails is counted, logged and left out."""
        now = self._clock.now()
        self.beats += 1
        self.last_beat = now
        self._last_monotonic = self._clock.monotonic()
        happened: list[Happening] = []

        def sense() -> None:
            if edge := self._body.sense(signs, settings, at=now.timestamp()):
                happened.append(of_stress(edge))
                self.stress_count += edge.entered

        due = {Due.CHECK_SOUL}

        def look_at_brain() -> None:
            if brain and brain.breaker.is_probe_due and not self._body.attention.is_busy:
                due.add(Due.PROBE_BRAIN)

        self._step(sense, "reading the body")
        self._step(look_at_brain, "looking at the brain")
        return self._found(now, settings, brain, happened=happened, due=frozenset(due))

    def observe(self, *, settings: Settings, brain: BreakerBackend | None, is_telling: bool = True) -> Pulse:
        """Return the animal as it is now, between two beats.

        What happened is told once; an observation that does not tell leaves it to the next one.
        """
        now = self._clock.now()
        self._body.pass_time(now.timestamp())
        return self._found(now, settings, brain, is_telling=is_telling)

    def hear(self) -> None:
        """Note that a person said something."""
        self.last_interaction = self._clock.now()

    def idle_seconds(self) -> float | None:
        """Return how long no person has said anything since the animal woke up; None when neither is known."""
        moments = [moment.timestamp() for moment in (self.last_interaction, self.awake_since) if moment]
        return max(0.0, self._clock.now().timestamp() - max(moments)) if moments else None

    def missed_beats(self, settings: Settings) -> int:
        """Return how many beats should have come since the latest one and did not."""
        waited = self._clock.monotonic() - self._last_monotonic
        return max(0, int(waited / settings.pulse_interval_seconds) - 1) if settings.pulse_interval_seconds else 0

    def _step(self, step: Callable[[], None], doing: str) -> None:
        def done() -> bool:
            step()
            return True

        if not attempted(done, doing=doing, otherwise=False):
            self.faults += 1

    def _found(
        self,
        now: datetime,
        settings: Settings,
        brain: BreakerBackend | None,
        *,
        happened: Iterable[Happening] = (),
        due: frozenset[Due] = frozenset(),
        is_telling: bool = True,
    ) -> Pulse:
        body = self._body
        is_asleep = rhythm_of(settings).is_asleep(now)
        health = brain.health() if brain else NO_BRAIN
        resting = Activity.ASLEEP if is_asleep else Activity.AWAKE
        return Pulse(
            signs=body.signs,
            levels=tuple(round(level) for level in body.mood.levels),
            dominant=body.mood.dominant,
            episode=body.stress.episode,
            activity=Activity.THINKING if body.attention.is_busy else resting,
            is_asleep=is_asleep,
            health=health,
            last_beat=self.last_beat,
            last_interaction=self.last_interaction,
            first_text_ms=self.first_text_ms,
            beats=self.beats,
            faults=self.faults,
            happenings=(*happened, *self._changes(now, health, is_asleep=is_asleep)) if is_telling else (),
            due=due,
        )

    def _changes(self, now: datetime, health: Health, *, is_asleep: bool) -> Iterator[Happening]:
        yield from self._changes_of_mood(self._body.mood.dominant)
        yield from self._changes_of_sleep(now, is_asleep=is_asleep)
        yield from self._changes_of_brain(health)

    def _changes_of_mood(self, dominant: Emotion) -> Iterator[Happening]:
        former, self._was_dominant = self._was_dominant, dominant
        if former is not None and former is not dominant:
            data = {"from": former.value, "to": dominant.value}
            yield Happening(kind=HappeningKind.MOOD_CHANGED, data=data)

    def _changes_of_sleep(self, now: datetime, *, is_asleep: bool) -> Iterator[Happening]:
        former, self.was_asleep = self.was_asleep, is_asleep
        if not is_asleep and (former or self.awake_since is None):
            self.awake_since = now
        if former is not None and former is not is_asleep:
            yield Happening(kind=HappeningKind.FELL_ASLEEP if is_asleep else HappeningKind.WOKE_UP)

    def _changes_of_brain(self, health: Health) -> Iterator[Happening]:
        if health.status is BrainStatus.OFFLINE and not self.was_offline:
            self.was_offline = True
            data = {"backend": health.backend, "error": health.last_error}
            yield Happening(kind=HappeningKind.BRAIN_WENT_OFFLINE, data=data)
        elif health.status is BrainStatus.ONLINE and self.was_offline:
            self.was_offline = False
            yield Happening(kind=HappeningKind.BRAIN_CAME_BACK, data={"backend": health.backend})


def rhythm_of(settings: Settings) -> Rhythm:
    """Return the daily rhythm that a person has set."""
    return Rhythm(duty_start=settings.duty_start, sleep_start=settings.sleep_start)
