"""What the hands make of an utterance."""

from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True, kw_only=True, slots=True)
class Call:
    """One action on things that all are able to do it."""

    action: str
    """A key of `actions.ACTIONS`."""
    targets: tuple[str, ...]
    value: float | str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Orders:
    """What is to be done, in order."""

    calls: tuple[Call, ...]
    confidence: float = 1.0
    """Below 1 when a word had to be corrected."""


class Asked(StrEnum):
    """Kinds of questions that need no model."""

    STATE = "state"
    """What is it doing?"""
    YES_NO = "yes_no"
    """Is it in the wanted state?"""
    WHICH = "which"
    """Which of them are in the wanted state?"""
    COUNT = "count"
    """How many of them are in the wanted state?"""
    ITEMS = "items"
    """What stands on the list?"""
    READING = "reading"
    """What do they measure?"""


class Scope(StrEnum):
    """Whether a question is about one thing, about any of several or about all of them."""

    ONE = "one"
    ANY = "any"
    ALL = "all"


@dataclass(frozen=True, kw_only=True, slots=True)
class Question:
    """What is to be answered from states."""

    kind: Asked
    targets: tuple[str, ...]
    wanted: str | None = None
    """A key of the `states` in the words, such as `open`; `states.is_in` tells whether a thing is in it."""
    scope: Scope = Scope.ONE
    measure: str | None = None
    """A key of the `properties` in the words, such as `temperature`."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Ambiguous:
    """Several things fit equally well: the person has to say which."""

    candidates: tuple[str, ...]
    """At most four."""
    action: str | None = None
    value: float | str | None = None
    when: str | None = None
    """The time that was said; then nothing may happen now."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Later:
    """Orders that are not for now."""

    when: str
    """The time as it was said."""
    orders: Orders
    awaits: Question | None = None
    """The state that is waited for, when the words name one of the house."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Agenda:
    """A question about what stands in calendars."""

    targets: tuple[str, ...]
    when: str
    """The day as it was said; empty for none."""
    search: tuple[str, ...] = ()
    """Folded words that the event is called by."""
    is_next: bool = False
    """Only the next one is asked for."""
    is_sure: bool = True
    """A calendar was named; otherwise it is a question of that kind only when such an event is found."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Sky:
    """A question about the weather."""

    target: str
    when: str
    """The day as it was said; empty for now."""
    wanted: str | None = None
    """A key of `sky` in the words, such as `rain`; with `.now` it is not about what is to come."""
    measure: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Appointment:
    """An event that is to be put into a calendar."""

    targets: tuple[str, ...]
    """Several when it was not said into which."""
    summary: str
    when: str


@dataclass(frozen=True, kw_only=True, slots=True)
class NoMatch:
    """Nothing that could be done or answered with certainty."""

    reason: str


type Grounding = Orders | Question | Agenda | Sky | Appointment | Ambiguous | Later | NoMatch
