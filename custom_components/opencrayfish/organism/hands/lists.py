"""Orders about lists, which hold free text: "add milk to the shopping list"."""

from collections.abc import Collection, Iterator, Sequence
from functools import partial
from itertools import pairwise

from .actions import ACTIONS, can
from .house import Thing
from .reading import MEANINGLESS, Reader, Unit
from .results import Ambiguous, Call, Grounding, NoMatch, Orders
from .targets import Finder, Wanted

VERBS = {"add": "todo.add", "complete": "todo.complete"}.items()


def list_order(units: Sequence[Unit], text: str, reader: Reader, finder: Finder) -> Grounding | None:
    """Return an order to add something to a list or to tick it off; None when it is none."""
    for verb, key in VERBS:
        for target, item in item_apart(units, verb, reader):
            if _names_list(item, reader, finder):
                # Two lists in one breath: what goes where is not certain.
                return NoMatch(reason="lists")
            found = finder.find(Wanted(units=target), partial(_can, key))
            value = text[item[0].tokens[0].start : item[-1].tokens[-1].end]
            if found.ids:
                return Orders(calls=(Call(action=key, targets=found.ids, value=value),))
            if found.equal:
                return Ambiguous(candidates=found.equal, action=key, value=value)
    return None


def item_apart(units: Sequence[Unit], verb: str, reader: Reader) -> Iterator[tuple[tuple[Unit, ...], list[Unit]]]:
    """Yield the ways in which the words after a verb may be a target and, in one piece, what is put there."""
    at = verb_at(units, verb, reader)
    if at is None:
        return
    rest = [unit for place, unit in enumerate(units) if place not in at]
    for start, end in _spans(rest):
        target = tuple(unit for unit in rest[start:end] if not unit.only(MEANINGLESS | {"particles", "too", "states"}))
        item = trimmed([*rest[:start], *rest[end:]])
        if target and item and _is_apart(rest, start, end, item) and _is_named(units, at, item):
            yield target, item


def _names_list(item: Sequence[Unit], reader: Reader, finder: Finder) -> bool:
    """Tell whether what is to be put on a list names a list itself."""
    lists = reader.house.of_domain("todo")
    if any("todo" in unit.keys("kinds") for unit in item[1:]):
        return True
    plain = [unit for unit in item if not unit.only({"article", "filler"})]
    return any(before.has("onto") and not finder.explained(unit).isdisjoint(lists) for before, unit in pairwise(plain))


def _can(key: str, thing: Thing) -> bool:
    return thing.domain == "todo" and can(thing, ACTIONS[key])


def verb_at(units: Sequence[Unit], verb: str, reader: Reader) -> set[int] | None:
    """Return where a verb stands, in one or two pieces."""
    for first, last in reader.words.gaps:
        if last.form == verb:
            head = next((at for at, unit in enumerate(units) if first in unit.senses), None)
            tail = next((at for at in range(len(units) - 1, -1, -1) if last in units[at].senses), None)
            if head is not None and tail is not None and head < tail:
                return {head, tail}
    found = next((at for at, unit in enumerate(units) if verb in unit.keys("verbs")), None)
    return None if found is None else {found}


def _spans(units: Sequence[Unit]) -> list[tuple[int, int]]:
    """Return where the list may be named: after a word like "to", the longest first; before the item too."""
    markers = [at for at, unit in enumerate(units) if unit.has("onto")]
    tails = [(at, len(units)) for at in markers]
    heads = [(at, end) for at in markers[:1] for end in range(at + 1, len(units))]
    return [*tails, *sorted(heads, key=lambda span: span[0] - span[1])]


def trimmed(units: Sequence[Unit]) -> list[Unit]:
    """Return the units without what means nothing at either end."""
    kept = list(units)
    while kept and kept[0].only(MEANINGLESS - {"units"}):
        kept.pop(0)
    while kept and kept[-1].only(MEANINGLESS - {"units"}):
        kept.pop()
    return kept


def _is_named(units: Sequence[Unit], verb: Collection[int], item: Sequence[Unit]) -> bool:
    """Tell whether an item says what it is, and is no two clauses: "we're out of flour, put it" is neither."""
    first, last = units.index(item[0]), units.index(item[-1])
    return not all(unit.has("it") for unit in item) and not any(first < at < last for at in verb)


def _is_apart(units: Sequence[Unit], start: int, end: int, item: Sequence[Unit]) -> bool:
    """Tell whether the item is in one piece, before or after the list."""
    first = item[0].tokens[0].start
    last = item[-1].tokens[-1].end
    list_start, list_end = units[start].tokens[0].start, units[end - 1].tokens[-1].end
    return last <= list_start or first >= list_end
