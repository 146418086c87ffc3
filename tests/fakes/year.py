"""Time in fast motion: an animal that lives through days, months and changes of the clocks, with restarts."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, time, timedelta
import json
from typing import override
from zoneinfo import ZoneInfo

from custom_components.opencrayfish.organism.anatomy import Organism, build
from custom_components.opencrayfish.organism.body.vitals import VitalSigns
from custom_components.opencrayfish.organism.life.happening import Happening, HappeningKind
from custom_components.opencrayfish.organism.life.pulse import Pulse
from custom_components.opencrayfish.organism.life.state import restore, snapshot
from custom_components.opencrayfish.organism.settings import Settings

from .clock import FrozenClock
from .files import MemoryFiles
from .soul import STEADY


class WallClock(FrozenClock):
    """A clock whose local time follows the rules of a zone, also where its clocks change."""

    def __init__(self, start: datetime, zone: ZoneInfo) -> None:
        """Start at an aware time."""
        super().__init__(start.astimezone(UTC))
        self._zone = zone

    @override
    def now(self) -> datetime:
        return super().now().astimezone(self._zone)


@dataclass(kw_only=True)
class Life:
    """What was seen of a life."""

    organism: Organism
    clock: WallClock
    beats: int = 0
    restarts: int = 0
    happenings: list[tuple[datetime, Happening]] = field(default_factory=list)

    def note(self, pulse: Pulse) -> None:
        """Keep what happened, with its time."""
        self.happenings += [(self.clock.now(), happening) for happening in pulse.happenings]

    def of_kinds(self, *kinds: HappeningKind) -> list[tuple[datetime, HappeningKind]]:
        """Return what happened of some kinds, in order."""
        return [(at, happening.kind) for at, happening in self.happenings if happening.kind in kinds]

    def restart(self, downtime: timedelta) -> None:
        """Stop, stay off for a while and start again, with what the store had in it."""
        saved = json.loads(json.dumps(snapshot(self.organism.body, self.organism.heart)))
        self.clock.advance(downtime)
        organism = _organism(self.organism.settings, self.clock)
        restore(saved, organism.body, organism.heart)
        self.organism = organism
        self.restarts += 1


def live(
    *,
    start: datetime,
    days: float,
    zone: str,
    signs: Callable[[datetime], VitalSigns],
    beat_seconds: float = 30.0,
    sleep_start: time = time(2),
    duty_start: time = time(6),
    restart_every: timedelta | None = None,
    downtime: timedelta = timedelta(minutes=3),
) -> Iterator[Life]:
    """Yield the life after every beat."""
    clock = WallClock(start, ZoneInfo(zone))
    settings = Settings(designation="Pinchy", slug="pinchy", sleep_start=sleep_start, duty_start=duty_start)
    life = Life(organism=_organism(settings, clock), clock=clock)
    end = start + timedelta(days=days)
    next_restart = start + restart_every if restart_every else end
    while clock.now() < end:
        if clock.now() >= next_restart:
            life.restart(downtime)
            next_restart += restart_every or timedelta.max
        life.note(life.organism.beat(signs(clock.now())))
        life.beats += 1
        yield life
        clock.advance(beat_seconds)


def _organism(settings: Settings, clock: WallClock) -> Organism:
    return build(settings, brain=None, clock=clock, files=MemoryFiles(), soul=STEADY)
