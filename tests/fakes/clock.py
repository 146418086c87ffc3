"""A clock that stands still."""

from datetime import datetime, timedelta
from typing import override
from zoneinfo import ZoneInfo

from custom_components.opencrayfish.organism.ports import Clock

NOON = datetime(2026, 11, 30, 12, 0, tzinfo=ZoneInfo("Europe/Berlin"))


class FrozenClock(Clock):
    """Tells the same time until it is advanced."""

    def __init__(self, now: datetime = NOON) -> None:
        """Stop at an aware time."""
        self._now = now
        self._elapsed = timedelta()

    @override
    def now(self) -> datetime:
        return self._now + self._elapsed

    @override
    def monotonic(self) -> float:
        return self._elapsed.total_seconds()

    def advance(self, step: float | timedelta) -> None:
        """Let time pass; a number is seconds."""
        self._elapsed += step if isinstance(step, timedelta) else timedelta(seconds=step)
