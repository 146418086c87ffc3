"""The clock of the home."""

from datetime import datetime
import time
from typing import override

from homeassistant.util import dt as dt_util

from ..organism.ports import Clock


class HomeClock(Clock):
    """Local time of the home and a monotonic clock."""

    @override
    def now(self) -> datetime:
        return dt_util.now()

    @override
    def monotonic(self) -> float:
        return time.monotonic()
