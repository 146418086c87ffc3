"""Tell apart what is to be done and when: a time, or a state of the house that is waited for."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from .outlook import DAY_ROLES
from .reading import MEANINGLESS, Unit

UNCLEAR: Final = "?"
"""Stands for a time that nobody can make out."""
IDLE: Final = MEANINGLESS | {"polite", "particles", "too", "now"}
SENSING: Final = frozenset(
    {"binary_sensor.motion", "binary_sensor.occupancy", "binary_sensor.moisture", "binary_sensor.smoke"}
)
"""Kinds whose very mention is a state: "when there is motion"."""
ENDS_CONDITION: Final = ("verbs", "carrier", "gap")
"""Nobody speaks a comma: after its state the next verb ends a condition."""


@dataclass(frozen=True, slots=True)
class Schedule:
    """An utterance without its time, and the time."""

    kept: list[Unit]
    when: str | None = None
    """As it was said; None when everything is for now."""
    condition: tuple[Unit, ...] = ()
    """The question whose yes is waited for."""


class _Split:
    """Takes the units one by one."""

    def __init__(self) -> None:
        self.kept: list[Unit] = []
        self.said: list[Unit] = []
        self.condition: list[Unit] = []
        self.is_event = self.has_time = False
        self._is_inside = self._has_state = False

    def take(self, unit: Unit, after: Unit | None) -> None:
        if self._goes_on(unit):
            self._has_state |= unit.has("states") or not SENSING.isdisjoint(unit.keys("kinds"))
            self.said.append(unit)
            if not unit.has("upon") or unit.is_name:
                self.condition.append(unit)
        elif _is_time(unit, after):
            self.said.append(unit)
            self.has_time = True
        elif unit.has("whenever") and not unit.is_name and not self.condition:
            self._is_inside, self.is_event = True, unit.has("upon")
            self.said.append(unit)
        else:
            self._is_inside = False
            self.kept.append(unit)

    def _goes_on(self, unit: Unit) -> bool:
        return self._is_inside and not unit.has("pause") and not (self._has_state and unit.has(*ENDS_CONDITION))

    @property
    def awaited(self) -> tuple[Unit, ...]:
        """The condition, when it is an event that the house can show and nothing but that."""
        return tuple(self.condition) if self.is_event and self._has_state and not self.has_time else ()


def scheduled(units: Sequence[Unit], text: str) -> Schedule:
    """Return what is to be done and when."""
    split = _Split()
    for unit, after in pairwise((*units, None)):
        if unit is not None:
            split.take(unit, after)
    if not split.said:
        return Schedule(split.kept)
    if _is_mixed(units, split):
        return Schedule(split.kept, UNCLEAR)
    spans = (text[unit.tokens[0].start : unit.tokens[-1].end] for unit in split.said)
    return Schedule(split.kept, " ".join(filter(None, spans)) or UNCLEAR, split.awaited)


def _is_time(unit: Unit, after: Unit | None) -> bool:
    """Tell whether a unit is a time; "for 10 percent" is none."""
    return unit.has("later", *DAY_ROLES) and not unit.is_name and not (after is not None and after.has("units"))


def _is_mixed(units: Sequence[Unit], split: _Split) -> bool:
    """Tell whether a time may be meant for a part of the orders only: then nobody can tell what is to be done when."""
    if not split.condition and any(unit.has("now") and not unit.is_name for unit in units):
        return True
    said = [unit in split.said for unit in units]
    content = [at for at, unit in enumerate(units) if not said[at] and not unit.only(IDLE)]
    if not content:
        return False
    first, last = said.index(True), len(said) - 1 - said[::-1].index(True)
    joints = [at for at, unit in enumerate(units) if unit.has("and", "pause") and not unit.is_name]
    if (
        content[0] < first
        and last < content[-1]
        and any(content[0] < at < first or last < at < content[-1] for at in joints)
    ):
        return True
    times = [at for at, is_said in enumerate(said) if is_said]
    gaps = [(one, other) for one, other in pairwise(times) if any(one < at < other for at in content)]
    return any(_has_clock(units, times, upto=one) and _has_clock(units, times, since=other) for one, other in gaps)


def _has_clock(units: Sequence[Unit], times: Sequence[int], *, since: int = 0, upto: int | None = None) -> bool:
    """Tell whether a part of the times is more than a day's name."""
    last = len(units) if upto is None else upto
    return any(
        any(token.is_number for token in unit.tokens)
        or unit.number is not None
        or (len(unit.tokens) > 1 and unit.has("later"))
        for unit in (units[at] for at in times if since <= at <= last)
    )
