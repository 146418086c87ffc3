"""What a detector is given and what it may propose."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, override

from ..messages import Delta, ToolCall


@dataclass(frozen=True, kw_only=True, slots=True)
class Pass:
    """Nothing is wrong."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Rewrite:
    """The message is to read otherwise; what was passed on of it already stands."""

    text: str
    """The message, or so much of it as has come."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Retry:
    """The model is to answer again, with a correction."""

    correction_key: str
    """Of the correction in `detectors.yaml`."""
    reason: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Break:
    """The message ends here."""

    reason: str
    text: str | None = None
    """What may be said of the message; None for all that came, empty for nothing."""


type Verdict = Pass | Rewrite | Retry | Break

PASS = Pass()


class Asked(StrEnum):
    """What a person wants of the turn."""

    ORDER = "order"
    """Something is to be done."""
    QUESTION = "question"
    """About the house: its state has to be looked up."""
    CHAT = "chat"
    UNKNOWN = "unknown"


@dataclass(frozen=True, kw_only=True, slots=True)
class TurnView:
    """What a detector may know of the turn when a message begins."""

    asked: Asked = Asked.UNKNOWN
    succeeded: tuple[ToolCall, ...] = ()
    """Calls of this turn that did what they should, in order."""
    has_tools: bool = False
    """Tools are offered with this message."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Draft:
    """A whole message, before anything is done with it."""

    text: str = ""
    """Without what looks like a call."""
    thinking: str = ""
    calls: tuple[ToolCall, ...] = ()
    is_unclear: bool = False
    """A call was meant and could not be understood."""
    thought_of_call: bool = False
    """A call stands among the thoughts."""
    is_whole: bool = True
    """The model ended by itself."""


class Detector(Protocol):
    """Looks for one failure during one turn; `begin`, any number of `see`, and `end` for each message of it."""

    @property
    def is_holding(self) -> bool:
        """Whether text has to wait, because what follows may change what is said."""

    def begin(self, view: TurnView) -> None:
        """Prepare for a message."""

    def see(self, delta: Delta) -> Verdict:
        """Judge a piece; its text holds no calls."""

    def end(self, draft: Draft) -> Verdict:
        """Judge the message."""


class AtEnd(Detector):
    """A detector that needs the whole message and holds nothing back."""

    @property
    @override
    def is_holding(self) -> bool:
        """Whether text has to wait."""
        return False

    @override
    def begin(self, view: TurnView) -> None:
        """Remember the turn."""
        self._view = view

    @override
    def see(self, delta: Delta) -> Verdict:
        """Let it pass."""
        return PASS
