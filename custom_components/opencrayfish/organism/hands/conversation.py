"""What of a conversation the hands remember: what was last meant, and what waits for an answer."""

from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

from ..ports import Clock
from .jobs import Moment
from .results import Ambiguous, Call

CONFIRM_SECONDS: Final = 60.0
RECENT_SECONDS: Final = 300.0
"""As long as Home Assistant keeps a conversation."""
CONVERSATIONS: Final = 64


@dataclass(slots=True)
class Context:
    """One conversation; its times are monotonic."""

    recent: tuple[str, ...] = ()
    recent_call: Call | None = None
    at: float = float("-inf")
    pending: tuple[Call, ...] = ()
    """Orders that wait for a yes."""
    pending_until: Moment | None = None
    """When they are due after the yes; None for at once."""
    choice: Ambiguous | None = None
    """An order that waits for a name."""
    asked_at: float = float("-inf")
    is_taken_back: bool = False
    """The person said no while the turn was still on its way: what has not begun is not done."""


class Conversations:
    """The latest conversations, by their ids."""

    def __init__(self, clock: Clock) -> None:
        """Remember none."""
        self._clock = clock
        self._contexts: OrderedDict[str, Context] = OrderedDict()

    def of(self, id_: str) -> Context:
        """Return a conversation, without what has become too old."""
        context = self._contexts.setdefault(id_, Context())
        self._contexts.move_to_end(id_)
        while len(self._contexts) > CONVERSATIONS:
            self._contexts.popitem(last=False)
        now = self._clock.monotonic()
        if now - context.at > RECENT_SECONDS:
            context.recent, context.recent_call = (), None
        if now - context.asked_at > CONFIRM_SECONDS:
            context.pending, context.choice = (), None
        return context

    def take_back(self, id_: str) -> None:
        """Let the turn that is on its way begin nothing more."""
        if id_ in self._contexts:
            self._contexts[id_].is_taken_back = True

    def note(self, context: Context, calls: tuple[Call, ...]) -> None:
        """Remember what was meant."""
        context.recent = tuple(dict.fromkeys(id_ for call in calls for id_ in call.targets))
        context.recent_call = calls[-1] if calls else None
        context.at = self._clock.monotonic()

    def ask(
        self,
        context: Context,
        *,
        pending: tuple[Call, ...] = (),
        until: Moment | None = None,
        choice: Ambiguous | None = None,
    ) -> None:
        """Remember what waits for an answer."""
        context.pending, context.pending_until, context.choice = pending, until, choice
        context.asked_at = self._clock.monotonic()
