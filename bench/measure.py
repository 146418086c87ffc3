"""How figures are taken and printed."""

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from statistics import median, quantiles
from time import perf_counter


@dataclass(frozen=True, kw_only=True, slots=True)
class Figure:
    """One measured row."""

    name: str
    value: float
    unit: str = "ms"
    limit: float | None = None
    """What the value must not exceed; None for rows that are only shown."""
    note: str = ""

    @property
    def is_within(self) -> bool:
        """Tell whether the limit holds."""
        return self.limit is None or self.value <= self.limit

    def row(self) -> str:
        """Return the row as text."""
        limit = "" if self.limit is None else f"≤ {self.limit:g}"
        verdict = "" if self.limit is None else "ok" if self.is_within else "TOO MUCH"
        return f"{self.name:<58} {self.value:>10.3f} {self.unit:<7} {limit:<8} {verdict:<9} {self.note}"


def spread(milliseconds: list[float]) -> str:
    """Return how the values lie around their median."""
    tenths = quantiles(milliseconds, n=20)
    return f"n={len(milliseconds)}, p5 {tenths[0]:.3f}, p95 {tenths[-1]:.3f}"


def timed[T](work: Callable[[T], object], texts: Iterable[T]) -> list[float]:
    """Return the milliseconds the work takes for each thing."""
    times = []
    for text in texts:
        begun = perf_counter()
        work(text)
        times.append((perf_counter() - begun) * 1000)
    return times


async def async_timed(work: Callable[[str], Awaitable[object]], texts: Iterable[str]) -> list[float]:
    """Return the milliseconds the awaited work takes for each text."""
    times = []
    for text in texts:
        begun = perf_counter()
        await work(text)
        times.append((perf_counter() - begun) * 1000)
    return times


def figure(name: str, milliseconds: list[float], *, limit: float | None = None, note: str = "") -> Figure:
    """Return the median as a figure."""
    notes = "; ".join(part for part in (note, spread(milliseconds)) if part)
    return Figure(name=name, value=median(milliseconds), limit=limit, note=notes)
