"""An utterance read as units: words and names with their meanings, and the clauses they form."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from .house import House
from .tokens import PAUSES, Token
from .words import Sense, Words

PAUSE = (Sense("pause"),)
QUESTION_MARK = (Sense("mark"),)
NONE: Final[frozenset[str]] = frozenset()
MEANINGLESS = frozenset(
    {"filler", "article", "carrier", "polite", "to", "by", "onto", "and", "pause", "mark", "units", "gap"}
)
"""Roles of which nothing is lost when a unit is passed over."""


@dataclass(frozen=True, slots=True)
class Unit:
    """One word or phrase."""

    tokens: tuple[Token, ...]
    senses: tuple[Sense, ...] = ()
    is_name: bool = False
    """The whole name of something, of more than one word."""
    corrected: bool = False

    def keys(self, role: str) -> frozenset[str]:
        """Return what the unit means in a role."""
        return frozenset([sense.key for sense in self.senses if sense.role == role]) if self.senses else NONE

    def has(self, *roles: str) -> bool:
        """Tell whether the unit may play one of the roles."""
        # A loop: a turn asks this some three hundred times, and a generator costs more than the question.
        for sense in self.senses:  # noqa: SIM110
            if sense.role in roles:
                return True
        return False

    def only(self, roles: Iterable[str]) -> bool:
        """Tell whether the unit may play no other role than these."""
        return bool(self.senses) and not self.is_name and all(sense.role in roles for sense in self.senses)

    @property
    def words(self) -> tuple[str, ...]:
        """The folded words."""
        return tuple(token.fold for token in self.tokens)

    @property
    def number(self) -> float | None:
        """The number that it is, if it is one."""
        if self.is_name:
            return None
        return next((float(sense.key) for sense in self.senses if sense.role == "number"), None)


class Reader:
    """Reads the utterances of one language about one house."""

    def __init__(self, house: House, words: Words) -> None:
        """Keep both at hand."""
        self.house, self.words = house, words
        self._latest: tuple[Sequence[Token], list[Unit]] = ((), [])

    def read(self, tokens: Sequence[Token]) -> list[Unit]:
        """Return the units of an utterance, longest phrases and names first; the latest one is not read twice."""
        if tokens == self._latest[0]:
            return [*self._latest[1]]
        units: list[Unit] = []
        at = 0
        while at < len(tokens):
            found = self._unit(tokens, at)
            at += len(found.tokens)
            units.extend(self._taken_apart(found))
        self._latest = tokens, units
        return [*units]

    def _unit(self, tokens: Sequence[Token], at: int) -> Unit:
        token = tokens[at]
        length, senses = self.words.longest(tokens, at)
        named = self._name_length(tokens, at)
        if named >= max(length, 2):
            span = tuple(tokens[at : at + named])
            return Unit(span, senses if named == length else (), is_name=True)
        if length:
            return Unit(tuple(tokens[at : at + length]), senses)
        if token.is_mark:
            return Unit((token,), PAUSE if token.raw in PAUSES else QUESTION_MARK)
        if token.is_number:
            value = self.words.number(tokens, at)[1]
            return Unit((token,), () if value is None else (Sense("number", f"{value:g}"),))
        return Unit((token,))

    def _name_length(self, tokens: Sequence[Token], at: int) -> int:
        """Return how many tokens are the name of something; a name of words for orders only is none."""
        if not self.house.knows(tokens[at].fold):
            return 0
        words = tuple(token.fold for token in tokens[at : at + 9])
        length = self.house.name_length(words)
        return length if any(self._tells(word) for word in words[:length]) else 0

    def _tells(self, word: str) -> bool:
        senses = self.words.senses(word)
        return not senses or any(sense.role in {"kinds", "number", "properties", "colours"} for sense in senses)

    def _taken_apart(self, unit: Unit) -> Iterable[Unit]:
        """Return the parts of a compound that nobody knows as a whole, or what a slip of the tongue means."""
        if unit.senses or unit.is_name or self.words_for(unit.tokens[0].fold):
            return (unit,)
        token = unit.tokens[0]
        for head, tail in self.words.parts(token.fold):
            left, right = self._part(head, token), self._part(tail, token)
            if left is not None and right is not None:
                return (left, right)
        if not self.house.misspelt(token.fold) and (senses := self.words.misspelt(token.fold)):
            return (Unit(unit.tokens, senses, corrected=True),)
        return (unit,)

    def _part(self, word: str, whole: Token) -> Unit | None:
        senses = tuple(s for s in self.words.senses(word) if s.role in {"kinds", "properties", "number", "units"})
        if senses or self.words_for(word):
            return Unit((replace(whole, raw=word, fold=word),), senses)
        return None

    def words_for(self, word: str) -> frozenset[str]:
        """Return the words of names that a spoken word is a form of."""
        stem = self.words.stem(word)
        found = {other for other in self.house.beginning(word) if self.words.stem(other) == stem}
        return frozenset(found | {word}) if self.house.knows(word) else frozenset(found)


def clauses(units: Sequence[Unit]) -> list[list[Unit]]:
    """Cut an utterance where an order may end and another begin."""
    found: list[list[Unit]] = [[]]
    for unit in units:
        if unit.has("and", "pause") and not unit.is_name:
            found.append([])
        elif not unit.has("mark"):
            found[-1].append(unit)
    return [clause for clause in found if not all(unit.only(MEANINGLESS) for unit in clause) or _carries(clause)]


def _carries(clause: Sequence[Unit]) -> bool:
    """Tell whether a clause that says nothing by itself begins an order that ends in the next one."""
    return any(unit.has("carrier", "gap") for unit in clause)
