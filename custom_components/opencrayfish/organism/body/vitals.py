"""Vital signs and the stress they cause."""

from dataclasses import dataclass, replace
from enum import StrEnum


@dataclass(frozen=True, kw_only=True, slots=True)
class VitalSigns:
    """One reading of the computer the animal lives on; None where it cannot be read."""

    cpu_percent: float | None = None
    ram_percent: float | None = None
    temperature_celsius: float | None = None


class StressCause(StrEnum):
    """What makes the animal suffer."""

    HEAT = "heat"
    MEMORY = "memory"
    BOTH = "heat_and_memory"
    SIMULATED = "simulated"


@dataclass(frozen=True, kw_only=True, slots=True)
class StressLimits:
    """Where stress begins and where it ends; a release at or above its limit counts as the limit."""

    thermal_limit_celsius: float = 75
    thermal_release_celsius: float = 70
    ram_limit_pct: float = 85
    ram_release_pct: float = 80


@dataclass(frozen=True, kw_only=True, slots=True)
class StressEpisode:
    """Stress from its beginning until it is left."""

    since: float
    """Seconds since 1970, so that an episode outlives a restart and a change of the clocks."""
    cause: StressCause
    """What it began with; heat and memory together when the other came on top."""
    peak_celsius: float | None = None
    peak_ram_percent: float | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class StressEdge:
    """Stress was entered or left."""

    entered: bool
    episode: StressEpisode
    signs: VitalSigns
    """The reading that made the edge."""
    at: float
    """Seconds since 1970."""

    @property
    def duration_seconds(self) -> int:
        """How long the episode has lasted; 0 when it begins."""
        return max(0, round(self.at - self.episode.since))


class StressGate:
    """Tells stress from comfort with hysteresis.

    Stress is entered when one reading is at its limit or above, and left when all are at their release or below. A reading
    that is missing counts as clear.
    """

    def __init__(self, episode: StressEpisode | None = None) -> None:
        """Start comfortable, or inside an episode that a restart interrupted."""
        self.episode = episode

    def feel(
        self, signs: VitalSigns, limits: StressLimits, *, at: float, is_simulated: bool = False
    ) -> StressEdge | None:
        """Take a reading; return the edge when this one makes stress begin or end."""
        if self.episode is None:
            cause = _cause(signs, limits.thermal_limit_celsius, limits.ram_limit_pct, is_simulated=is_simulated)
            if cause is None:
                return None
            self.episode = _with_peaks(StressEpisode(since=at, cause=cause), signs)
            return StressEdge(entered=True, episode=self.episode, signs=signs, at=at)
        cause = _cause(signs, limits.thermal_limit_celsius, limits.ram_limit_pct, is_simulated=is_simulated)
        self.episode = _with_peaks(_grown(self.episode, cause), signs)
        if is_simulated or not _is_clear(signs, limits):
            return None
        edge = StressEdge(entered=False, episode=self.episode, signs=signs, at=at)
        self.episode = None
        return edge


def _grown(episode: StressEpisode, cause: StressCause | None) -> StressEpisode:
    """Return the episode with what came on top of its first cause; the simulated one gives way to a real one."""
    if cause is None or cause is episode.cause or cause is StressCause.SIMULATED:
        return episode
    return replace(episode, cause=cause if episode.cause is StressCause.SIMULATED else StressCause.BOTH)


def _cause(signs: VitalSigns, celsius: float, ram: float, *, is_simulated: bool) -> StressCause | None:
    """Return what reaches its limit; real causes before the simulated one."""
    is_hot = signs.temperature_celsius is not None and signs.temperature_celsius >= celsius
    is_full = signs.ram_percent is not None and signs.ram_percent >= ram
    if is_hot and is_full:
        return StressCause.BOTH
    if is_hot:
        return StressCause.HEAT
    if is_full:
        return StressCause.MEMORY
    return StressCause.SIMULATED if is_simulated else None


def _is_clear(signs: VitalSigns, limits: StressLimits) -> bool:
    # Equal thresholds would hold the animal in stress at the very value that began it, so there one must fall below.
    return _is_below(
        signs.temperature_celsius, limits.thermal_limit_celsius, limits.thermal_release_celsius
    ) and _is_below(signs.ram_percent, limits.ram_limit_pct, limits.ram_release_pct)


def _is_below(value: float | None, limit: float, release: float) -> bool:
    return value is None or (value <= release if release < limit else value < limit)


def _with_peaks(episode: StressEpisode, signs: VitalSigns) -> StressEpisode:
    return replace(
        episode,
        peak_celsius=_higher(episode.peak_celsius, signs.temperature_celsius),
        peak_ram_percent=_higher(episode.peak_ram_percent, signs.ram_percent),
    )


def _higher(one: float | None, other: float | None) -> float | None:
    return max((value for value in (one, other) if value is not None), default=None)
