"""What is left of an utterance that nobody could settle: an order, a question about the house, or talk; and what talk may not say."""

from collections.abc import Sequence
from enum import StrEnum
from itertools import pairwise
from typing import Final

from .asking import is_question
from .evidence import OPENERS
from .reading import MEANINGLESS, Reader, Unit, clauses
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

    An order begins with its verb or with a polite request; a question asks for the state of a kind of thing or of anything, or
    whether all is well with the house.
    """
    units = [unit for unit in reader.read(tokenise(text)) if not unit.has("mark")]
    first = next((unit for unit in units if not unit.only(OPENERS)), None)
    if is_question(units, text):
        asks_for_state = any(unit.has("states") for unit in units)
        is_yes_or_no = first is not None and "yes_no" in first.keys("questions")
        asks_of_things = any(unit.has("kinds", "everything") for unit in units)
        asks_of_house = any(unit.has("home") for unit in units)
        is_meant = (asks_for_state and asks_of_things) or (is_yes_or_no and asks_of_house)
        return Unsettled.QUESTION if is_meant else None
    if first is None or any(unit.has("negation") and not unit.is_name for unit in units):
        return None
    is_asked_for = any(unit.has("polite") for unit in units) or first.has("verbs", "carrier")
    return Unsettled.ORDER if is_asked_for and not CONTROL.isdisjoint(_verbs(units)) else None


def concerns(text: str, reader: Reader) -> bool:
    """Tell whether an utterance mentions anything of a house, so that an answer may be taken for what is so."""
    return any(
        unit.is_name or unit.has("kinds", "states", "home") or _verbs([unit]) & CONTROL for unit in reader.read(tokenise(text))
    )


def is_claim(sentence: str, reader: Reader) -> bool:
    """Tell whether a sentence states how something of the house is: a clause that ends in a state, or in a measure."""
    if sentence.rstrip(" \"'”’)").endswith(("?", "？")):
        return False
    return any(map(_states, clauses(reader.read(tokenise(sentence)))))


def _states(clause: Sequence[Unit]) -> bool:
    if any(unit.has("negation") and not unit.is_name for unit in clause):
        return False
    if any(unit.number is not None and after.has("units") for unit, after in pairwise(clause)):
        return True
    content = [unit for unit in clause if not unit.only(AFTER) or unit.has("states")]
    if len(content) == 1 and len(clause) == 1:
        return False
    # "On" and "off" are prepositions too, unless they end the clause; "turned off for you" is plain.
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
