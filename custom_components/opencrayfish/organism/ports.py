"""What the organism needs from the world around it."""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Protocol

from .messages import Effect, Route, Stimulus, Usage


class Clock(Protocol):
    """Time, so that tests can hold it still."""

    def now(self) -> datetime:
        """Return the local time of the home, aware of its time zone."""

    def monotonic(self) -> float:
        """Return seconds that only go forward."""


class Files(Protocol):
    """The folder of one animal. Names are relative, with forward slashes; folders are made as needed.

    Everything but `read` of a missing file raises `StorageFailed` when the disk refuses.
    """

    async def read(self, name: str) -> bytes | None:
        """Return a file's content, None when there is no such file."""

    async def write(self, name: str, data: bytes) -> None:
        """Replace a file atomically and durably: a reader sees the former content or all of the new one."""

    async def append(self, name: str, data: bytes, *, fsync: bool = False) -> None:
        """Add to the end of a file; a failure or a crash may leave a part of the data there."""

    async def names(self, folder: str) -> tuple[str, ...]:
        """Return the files of a folder by their names without it, sorted; none when there is no such folder."""

    async def remove(self, name: str) -> None:
        """Delete a file; a missing one is fine."""


class Transcript(Protocol):
    """The running conversation, as the interface that holds it sees it."""

    async def stream(self, pieces: AsyncIterator[str]) -> None:
        """Show the pieces as they come; together they are one message of the assistant.

        What was shown cannot be taken back, so the pieces are clean before they get here.
        """

    def add(self, text: str) -> None:
        """Add a finished message of the assistant."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Event:
    """Something in a calendar; times are local, and the end is not part of it."""

    summary: str
    start: datetime
    end: datetime
    is_all_day: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Forecast:
    """The weather of one day."""

    day: date
    state: str
    """Home Assistant's word for the condition."""
    states: frozenset[str]
    """All conditions of the day."""
    low: float | None
    high: float | None
    rain_percent: float | None


class Effector(Protocol):
    """The way to the devices of the house, with the permissions of who asks."""

    async def act(self, service: str, target: str, data: Mapping[str, object]) -> None:
        """Call a service such as `light.turn_on` for one thing and wait until it returns.

        Raises `ActionDenied` when the person may not, `ActionTimedOut` when it takes too long, `ActionFailed` with Home Assistant's
        own reason otherwise.
        """

    async def until(self, is_done: Callable[[], bool], seconds: float) -> bool:
        """Wait until a look at the house says so, at every change of a state; return whether it did in time."""

    async def items(self, thing: str) -> tuple[str, ...]:
        """Return what is still to be done on a list; raises an `ActionError`."""

    async def events(self, thing: str, first: datetime, last: datetime) -> tuple[Event, ...]:
        """Return what stands in a calendar between two moments; raises an `ActionError`."""

    async def forecast(self, thing: str) -> tuple[Forecast, ...]:
        """Return the weather to come, day by day; raises an `ActionError`."""

    async def state_word(self, thing: str, state: str) -> str:
        """Return Home Assistant's own word for a state of a thing, in the language of the person."""

    async def attribute_word(self, thing: str, attribute: str) -> str:
        """Return Home Assistant's own name of an attribute of a thing, in the language of the person."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Instinctive:
    """What the house did or answered without a word of a model."""

    speech: str
    tools: tuple[str, ...] = ()
    route: Route = Route.INSTINCT
    effect: Effect = Effect.NONE
    targets: tuple[str, ...] = ()
    """Ids of the things that are as they were asked to be."""
    expects_answer: bool = False
    """Whether it was a question to the person."""
    backend: str = ""
    """The model that chose, empty when none did."""
    usage: Usage | None = None


class Instinct(Protocol):
    """Orders and questions about the house that need no model."""

    async def handle(self, stimulus: Stimulus) -> Instinctive | None:
        """Act on words that match exactly; None when they do not, and then nothing has happened."""

    def concerns(self, stimulus: Stimulus) -> bool:
        """Tell whether words mention anything of the house."""
        return False

    def is_claim(self, sentence: str) -> bool:
        """Tell whether a sentence states how something of the house is."""
        return False

    def known(self, stimulus: Stimulus) -> tuple[str, ...]:
        """Return the few things of the house that words may be about."""
        return ()

    async def recall(self, things: Sequence[str]) -> str:
        """Say how things are."""
        return ""
