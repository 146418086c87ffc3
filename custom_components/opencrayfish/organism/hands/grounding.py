"""From words to what they ask of the house; act only when verb and target are both certain."""

from collections.abc import Sequence
from dataclasses import replace

from .asking import asked, is_question
from .house import House, Thing
from .lists import list_order
from .ordering import Orderer
from .reading import Reader, Unit
from .results import Ambiguous, Call, Grounding, Later, NoMatch, Orders
from .tokens import tokenise
from .words import Words

LONGEST = 80
"""Utterances of more tokens are no orders."""


def ground(
    text: str,
    *,
    house: House,
    words: Words,
    here: str | None = None,
    recent: tuple[str, ...] = (),
    recent_call: Call | None = None,
) -> Grounding:
    """Return what an utterance asks of the house; `NoMatch` whenever anything is uncertain.

    `here` is the area of the speaker, `recent` the things of the turn before, `recent_call` what was done then.
    """
    tokens = tokenise(text)
    if not tokens or len(tokens) > LONGEST:
        return NoMatch(reason="length")
    reader = Reader(house, words)
    units = reader.read(tokens)
    if is_question(units, text):
        return asked(units, reader, here=here, recent=recent)
    units, when = _timeless(_unpolite(units), text)
    if any(unit.has("negation") and not unit.has("except") and not unit.is_name for unit in units):
        return NoMatch(reason="negated")
    orderer = Orderer(reader, here=here, recent=_present(recent, house), recent_call=recent_call)
    found = list_order(units, text, reader, orderer.finder) or orderer.orders(units)
    return _in_time(found, when)


def _present(recent: tuple[str, ...], house: House) -> tuple[Thing, ...]:
    return tuple(house[id_] for id_ in recent if id_ in house)


def _unpolite(units: list[Unit]) -> list[Unit]:
    return [unit for unit in units if not unit.has("polite")]


def _timeless(units: Sequence[Unit], text: str) -> tuple[list[Unit], str | None]:
    """Return the units without those that say when, and what these say."""
    kept: list[Unit] = []
    said: list[Unit] = []
    is_condition = False
    for at, unit in enumerate(units):
        after = units[at + 1] if at + 1 < len(units) else None
        if (is_condition and not unit.has("pause")) or (
            unit.has("later") and not unit.is_name and not (after is not None and after.has("units"))
        ):
            said.append(unit)
        elif unit.has("whenever") and not unit.is_name:
            is_condition = True
            said.append(unit)
        else:
            is_condition = False
            kept.append(unit)
    if not said:
        return kept, None
    spans = (text[unit.tokens[0].start : unit.tokens[-1].end] for unit in said)
    return kept, " ".join(filter(None, spans)) or "?"


def _in_time(found: Grounding, when: str | None) -> Grounding:
    match found:
        case Orders() if when is not None:
            return Later(when=when, orders=found)
        case Ambiguous() if when is not None:
            return replace(found, when=when)
        case _:
            return found
