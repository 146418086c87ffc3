"""What the words of an utterance give reason for: clues to what is to be done, clause by clause, and how it was put."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from .actions import Kind
from .asking import is_question
from .hints import Hints, Span
from .meaning import AMOUNTS, DIRECTIONS, SIGNS, UNITS
from .reading import Reader, Unit
from .tokens import Token

OPENERS: Final = frozenset({"filler", "pause", "and", "polite"})


@dataclass(frozen=True, kw_only=True, slots=True)
class Clue:
    """What the words of one clause say is to be done."""

    verbs: frozenset[str] = frozenset()
    wishes: frozenset[str] = frozenset()
    signs: frozenset[tuple[str, int]] = frozenset()
    """Properties that are to become more (1) or less (-1); the empty one is what a thing has."""
    aspects: frozenset[str] = frozenset()
    values: tuple[tuple[float, Kind], ...] = ()
    amount: str = ""
    colours: frozenset[str] = frozenset()
    whites: frozenset[str] = frozenset()
    modes: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()

    @property
    def is_empty(self) -> bool:
        """Tell whether nothing says what is to be done."""
        return not (self.verbs or self.wishes or self.signs or self.values or self.colours or self.whites or self.modes)


@dataclass(frozen=True, kw_only=True, slots=True)
class Survey:
    """An utterance with all that it gives reason for."""

    text: str
    tokens: tuple[Token, ...]
    units: tuple[Unit, ...]
    """Without those that only hint at something."""
    clauses: tuple[int, ...]
    """Of each unit the number of its clause."""
    clues: tuple[Clue, ...]
    """By clause; one that says nothing of its own has the clue of its neighbour."""
    synonyms: frozenset[str]
    is_question: bool
    is_timed: bool
    is_negated: bool
    is_told: bool
    is_directed: bool
    """It is put like an order or a wish, not like talk about somebody."""

    @property
    def whole(self) -> Clue:
        """What the whole utterance says is to be done."""
        return _joined(self.clues)


def survey(tokens: Sequence[Token], text: str, reader: Reader, hints: Hints) -> Survey:
    """Read an utterance for what it gives reason for."""
    units = reader.read(tokens)
    spans = hints.find(tokens)
    wished = {tokens[at].start for span in spans if span.has("wishes") for at in range(span.start, span.end)}
    kept = tuple(unit for unit in units if unit.is_name or not any(token.start in wished for token in unit.tokens))
    numbers = _clause_numbers(kept)
    count = max(numbers, default=0) + 1
    clues = [_clue([u for u, n in zip(kept, numbers, strict=True) if n == clause]) for clause in range(count)]
    for span in spans:
        if wishes := span.keys("wishes"):
            clause = _clause_at(kept, numbers, tokens[span.start].start)
            clues[clause] = _joined((clues[clause], Clue(wishes=wishes)))
    # "A bit more romantic" is no more of anything but what is wished.
    clues = [replace(clue, signs=frozenset(s for s in clue.signs if s[0])) if clue.wishes else clue for clue in clues]
    asks = is_question(units, text)
    return Survey(
        text=text,
        tokens=tuple(tokens),
        units=kept,
        clauses=numbers,
        clues=_inherited(clues),
        synonyms=frozenset[str]().union(*(span.keys("synonyms") for span in spans)),
        is_question=asks,
        is_timed=any(unit.has("later", "whenever") and not unit.is_name for unit in kept),
        is_negated=any(unit.has("negation") and not unit.has("except") and not unit.is_name for unit in kept),
        is_told=any(span.has("told") for span in spans),
        is_directed=not asks and _is_directed(kept, tokens, spans),
    )


def _clause_numbers(units: Sequence[Unit]) -> tuple[int, ...]:
    numbers: list[int] = []
    number = 0
    for unit in units:
        if unit.has("and", "pause") and not unit.is_name and numbers:
            number += 1
        numbers.append(number)
    return tuple(numbers)


def _clause_at(units: Sequence[Unit], numbers: Sequence[int], start: int) -> int:
    before = [number for unit, number in zip(units, numbers, strict=True) if unit.tokens[0].start <= start]
    return before[-1] if before else 0


def _inherited(clues: Sequence[Clue]) -> tuple[Clue, ...]:
    """Give clauses that do not say what is to be done the clue before them, or else the one after."""
    filled = list(clues)
    for order in (range(1, len(filled)), range(len(filled) - 2, -1, -1)):
        for at in order:
            other = at - 1 if order.step > 0 else at + 1
            if filled[at].is_empty:
                filled[at] = _joined((filled[at], filled[other]))
    return tuple(filled)


def _joined(clues: Sequence[Clue]) -> Clue:
    def all_of(name: str) -> frozenset[str]:
        return frozenset[str]().union(*(getattr(clue, name) for clue in clues))

    return Clue(
        verbs=all_of("verbs"),
        wishes=all_of("wishes"),
        signs=frozenset[tuple[str, int]]().union(*(clue.signs for clue in clues)),
        aspects=all_of("aspects"),
        values=tuple(dict.fromkeys(value for clue in clues for value in clue.values)),
        amount=next((clue.amount for clue in clues if clue.amount), ""),
        colours=all_of("colours"),
        whites=all_of("whites"),
        modes=all_of("modes"),
        words=all_of("words"),
    )


def _clue(units: Sequence[Unit]) -> Clue:
    plain = [unit for unit in units if not unit.is_name]

    def keys(role: str) -> frozenset[str]:
        return frozenset[str]().union(*(unit.keys(role) for unit in plain))

    verbs = frozenset[str]().union(*(unit.keys("verbs") for unit in plain if not unit.has("kinds", "directions")))
    verbs |= _particles(plain)
    signs = {DIRECTIONS[key] for key in keys("directions") if key in DIRECTIONS}
    signs |= {("", SIGNS[verb]) for verb in verbs if verb in SIGNS}
    amounts = keys("amounts")
    return Clue(
        verbs=verbs,
        signs=frozenset(signs),
        aspects=keys("properties"),
        values=(*_numbers(plain), *((AMOUNTS[key], Kind.PERCENT) for key in sorted(amounts) if key in AMOUNTS)),
        amount=min((key for key in amounts if key not in AMOUNTS), default=""),
        colours=keys("colours"),
        whites=keys("whites"),
        modes=keys("modes"),
        words=frozenset(word for unit in units for word in unit.words),
    )


def _particles(units: Sequence[Unit]) -> frozenset[str]:
    """Return the verbs that particles make; beside no carrier a particle is a preposition, unless it ends the clause."""
    carries = any(unit.has("carrier") for unit in units)
    found: set[str] = set()
    for at, unit in enumerate(units):
        if unit.has("particles") and (carries or at == len(units) - 1):
            found |= unit.keys("particles")
    return frozenset(found)


def _numbers(units: Sequence[Unit]) -> list[tuple[float, Kind]]:
    found: list[tuple[float, Kind]] = []
    for at, unit in enumerate(units):
        if unit.number is None:
            continue
        after = units[at + 1].keys("units") if at + 1 < len(units) else frozenset[str]()
        kind = next((UNITS[key] for key in sorted(after) if key in UNITS), Kind.NUMBER)
        marked = at > 0 and units[at - 1].has("to", "by")
        if kind is not Kind.NUMBER or marked or not unit.has("article", "filler"):
            found.append((unit.number, kind))
    return found


def _is_directed(units: Sequence[Unit], tokens: Sequence[Token], spans: Sequence[Span]) -> bool:
    if any(span.has("wishes") or span.has("wants") for span in spans) or any(unit.has("polite") for unit in units):
        return True
    starts = {tokens[span.start].start for span in spans if span.has("subjects")}
    for unit in units:
        if unit.tokens[0].start in starts:
            return False
        if not unit.only(OPENERS):
            return True
    return False
