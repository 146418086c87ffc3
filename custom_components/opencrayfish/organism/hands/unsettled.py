"""What is left of an utterance that nobody could settle: an order, a question about the house, or talk; and what talk may not say."""

from collections.abc import Sequence
from enum import StrEnum
from itertools import pairwise
from typing import Final

from .asking import is_question
from .evidence import OPENERS
from .reading import MEANINGLESS, Reader, Unit, clauses
from .targets import Finder
from .tokens import tokenise

CONTROL: Final = frozenset({"on", "off", "toggle", "open", "close", "lock", "unlock", "mute", "unmute", "dock"})
"""Verbs that are hardly ever said but to a house."""
TAIL: Final = 3
"""So near to its end a statement has its state."""
AFTER: Final = MEANINGLESS | {"too", "again", "now", "here", "all", "it"}
"""Roles of words that may follow a state at the end of a statement."""


class Unsettled(StrEnum):
    """What a person wanted of the house."""

    ORDER = "order"
    QUESTION = "question"


def unsettled(text: str, reader: Reader) -> Unsettled | None:
    """Return what an utterance wants of the house that a chat could only pretend; None for talk.

    An order begins with its verb or with a polite request; a question ends in a state, asks for one of a kind of thing, or asks
    whether all is well with the house.
    """
    units = [unit for unit in reader.read(tokenise(text)) if not unit.has("mark")]
    first = next((unit for unit in units if not unit.only(OPENERS)), None)
    if is_question(units, text):
        asks_for_state = any(unit.has("states") for unit in units)
        ends_in_state = _ends_in_state(units)
        is_yes_or_no = first is not None and "yes_no" in first.keys("questions")
        asks_of_things = any(unit.has("kinds", "everything") for unit in units)
        asks_of_house = any(unit.has("home") for unit in units)
        is_meant = ends_in_state or (asks_for_state and asks_of_things) or (is_yes_or_no and asks_of_house)
        if is_meant:
            return Unsettled.QUESTION
        # "Turn on the lamp and tell me a joke" begins with an order all the same.
        if first is None or not first.has("verbs", "carrier"):
            return None
    if first is None or any(unit.has("negation") and not unit.is_name for unit in units):
        return None
    is_asked_for = any(unit.has("polite") for unit in units) or first.has("verbs", "carrier")
    return Unsettled.ORDER if is_asked_for and not CONTROL.isdisjoint(_verbs(units)) else None


def concerns(text: str, reader: Reader) -> bool:
    """Tell whether an utterance mentions anything of a house, so that an answer may be taken for what is so."""
    units = reader.read(tokenise(text))
    finder = Finder(reader)
    return any(
        unit.has("kinds", "states", "home") or _names(unit, finder) or not CONTROL.isdisjoint(_verbs([unit]))
        for unit in units
    )


def is_claim(sentence: str, reader: Reader) -> bool:
    """Tell whether a sentence states how something of the house is.

    It names something of it, or a clause of it ends in a state or a measure. "It is not running" states something too.
    """
    if sentence.rstrip(" \"'”’)").endswith(("?", "？")):
        return False
    units = reader.read(tokenise(sentence))
    finder = Finder(reader)
    return any(_names(unit, finder) for unit in units) or any(map(_states, clauses(units)))


def _names(unit: Unit, finder: Finder) -> bool:
    """Tell whether a unit is a name of this house: of a room, or of a thing in more than one word."""
    return unit.is_name or finder.is_bare_place([unit])


def _states(clause: Sequence[Unit]) -> bool:
    if any(unit.number is not None and after.has("units") for unit, after in pairwise(clause)):
        return True
    return len(clause) > 1 and _ends_in_state(clause)


def _ends_in_state(units: Sequence[Unit]) -> bool:
    """Tell whether a state is the last that is said, or nearly: "on" and "off" are prepositions too, unless they end it."""
    content = [unit for unit in units if not unit.only(AFTER) or unit.has("states")]
    return any(
        unit.has("states") and (after == 0 or not unit.has("particles", "filler"))
        for after, unit in enumerate(reversed(content[-TAIL:]))
    )


def _verbs(units: Sequence[Unit]) -> frozenset[str]:
    """Return the verbs of units, also those that a particle makes of a carrier: "turn … off"."""
    plain = [unit for unit in units if not unit.is_name]
    verbs = frozenset[str]().union(*(unit.keys("verbs") for unit in plain))
    if any(unit.has("carrier") for unit in plain):
        verbs |= frozenset[str]().union(*(unit.keys("particles") for unit in plain))
    return verbs
