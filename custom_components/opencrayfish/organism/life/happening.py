"""What happened to the animal that others may want to react to."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from ..body.vitals import StressEdge
from ..language.loader import Language


class HappeningKind(StrEnum):
    """The kinds; also the names of the triggers."""

    MOOD_CHANGED = "mood_changed"
    STRESS_ENTERED = "stress_entered"
    STRESS_LEFT = "stress_left"
    BRAIN_WENT_OFFLINE = "brain_went_offline"
    BRAIN_CAME_BACK = "brain_came_back"
    FELL_ASLEEP = "fell_asleep"
    WOKE_UP = "woke_up"


@dataclass(frozen=True, kw_only=True, slots=True)
class Happening:
    """One of them, with what is to be known about it."""

    kind: HappeningKind
    data: Mapping[str, object] = field(default_factory=dict)
    """Values that JSON can hold."""


def of_stress(edge: StressEdge) -> Happening:
    """Return an edge of stress with its cause, duration in seconds, peaks and present readings."""
    return Happening(
        kind=HappeningKind.STRESS_ENTERED if edge.entered else HappeningKind.STRESS_LEFT,
        data={
            "cause": edge.episode.cause.value,
            "duration": edge.duration_seconds,
            "peak_temperature": edge.episode.peak_celsius,
            "peak_memory": edge.episode.peak_ram_percent,
            "temperature": edge.signs.temperature_celsius,
            "memory": edge.signs.ram_percent,
            "cpu": edge.signs.cpu_percent,
        },
    )


def in_words(happening: Happening, language: Language) -> Happening:
    """Return the happening with its cause as a reason that can be read out, when it has one."""
    cause = happening.data.get("cause")
    if cause is None:
        return happening
    return replace(happening, data={**happening.data, "reason": language.say(f"reason_{cause}")})
