"""The whole animal, put together."""

from collections import deque
from dataclasses import dataclass, field

from .backends.base import Backend
from .messages import Reply
from .ports import Clock
from .settings import Settings

RECENT_TURNS = 20
"""How many replies are kept for diagnostics."""


@dataclass(kw_only=True, slots=True)
class Organism:
    """The parts of one animal; turns read them, nothing here acts."""

    settings: Settings
    backend: Backend | None
    clock: Clock
    recent: deque[Reply] = field(default_factory=lambda: deque(maxlen=RECENT_TURNS))
    """The latest replies, oldest first; kept in memory only."""
