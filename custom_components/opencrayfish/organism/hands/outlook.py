"""Read what is asked of the calendars and of the weather, and what is to be put into a calendar."""

from collections.abc import Sequence

from .asking import MEASURED
from .house import Thing
from .lists import item_apart, trimmed, verb_at
from .reading import MEANINGLESS, Reader, Unit
from .results import Agenda, Appointment, Sky
from .targets import Finder, Wanted
from .tokens import phrase
from .words import Sense

DAY_ROLES = frozenset({"days", "weekdays", "dates"})
EXPLAINED = MEANINGLESS | DAY_ROLES | {
    "later", "questions", "article", "filler", "here", "any", "all", "it", "sky", "outside", "upon", "whenever", "states", "verbs",
}  # fmt: skip
"""Roles of words that say nothing of what an event is called, or where the weather is."""
CREATES = 1
"""The flag of calendars that take new events."""


def weather_asked(units: Sequence[Unit], reader: Reader, when: str, *, is_loose: bool = False) -> Sky | None:
    """Return a question about the weather; None when it is none, or about the weather of another place.

    Loosely, "outside" alone makes a measure the weather's; before that a thermometer may have it.
    """
    house = reader.house
    things = sorted(house.of_domain("weather"))
    if not things:
        return None
    plain = [unit for unit in units if not unit.is_name]
    sky = sorted(frozenset[str]().union(*(unit.keys("sky") for unit in plain)))
    measures = sorted(frozenset[str]().union(*(unit.keys("properties") for unit in plain)) & MEASURED)
    is_named = any("weather" in unit.keys("kinds") for unit in plain)
    has_day = any(unit.has(*DAY_ROLES) for unit in plain)
    is_outside = any(unit.has("outside") for unit in plain)
    if not (is_named or sky or (measures and (has_day or (is_loose and is_outside)))):
        return None
    finder = Finder(reader)
    for unit in units:
        is_own = "weather" in unit.keys("kinds") or not finder.explained(unit).isdisjoint(things)
        if not (is_own or unit.has("properties") or _is_idle(unit, reader)):
            return None
    return Sky(target=things[0], when=when, wanted=sky[0] if sky else None, measure=measures[0] if measures else None)


def agenda_asked(units: Sequence[Unit], reader: Reader, when: str) -> Agenda | None:
    """Return a question about what stands in the calendars; None when it is none."""
    calendars = reader.house.of_domain("calendar")
    if not calendars or any("todo" in unit.keys("kinds") or unit.has("properties") for unit in units):
        return None
    finder = Finder(reader)
    is_named, is_when = False, False
    meant: set[str] = set()
    search: list[str] = []
    for unit in units:
        is_when = is_when or "when" in unit.keys("questions")
        is_kind = "calendar" in unit.keys("kinds") and not unit.is_name
        named = (
            set()
            if is_kind or _is_idle(unit, reader)
            else {id_ for id_ in calendars if _is_called(reader.house[id_], unit)}
        )
        is_named = is_named or is_kind or bool(named)
        meant |= named
        if not is_kind and not named and not _is_idle(unit, reader):
            search += unit.words
    if not is_named and not (is_when and search):
        return None
    if not is_named and any(finder.explained(unit) for unit in units if not _is_idle(unit, reader)):
        return None
    return Agenda(
        targets=tuple(sorted(meant or calendars)),
        when=when,
        search=tuple(search),
        is_next=is_when or not when,
        is_sure=is_named,
    )


def appointment(units: Sequence[Unit], when: str, text: str, reader: Reader) -> Appointment | None:
    """Return an event that is to be put into a calendar; None when the words order nothing of the kind."""
    able = tuple(id_ for id_ in sorted(reader.house.of_domain("calendar")) if takes_events(reader.house[id_]))
    if not able:
        return None
    finder = Finder(reader)

    def meant(target: Sequence[Unit]) -> tuple[str, ...]:
        if all("calendar" in unit.keys("kinds") and not unit.is_name for unit in target):
            return able
        found = finder.find(Wanted(units=tuple(target)), lambda thing: thing.id in able)
        return found.ids or found.equal

    for verb in ("schedule", "add"):
        for target, item in item_apart(units, verb, reader):
            if ids := meant(target):
                return Appointment(targets=ids, summary=_written(item, text), when=when)
    at = verb_at(units, "schedule", reader)
    item = trimmed([unit for place, unit in enumerate(units) if place not in at]) if at is not None else []
    if not item or any(unit.is_name or unit.has("kinds") for unit in item if "calendar" not in unit.keys("kinds")):
        # "Schedule the heating for nine" is about a thing.
        return None
    if finder.find(Wanted(units=tuple(item)), lambda _: True).ids:
        return None
    return Appointment(targets=able, summary=_written(item, text), when=when)


def _written(item: Sequence[Unit], text: str) -> str:
    """Return units as they were written, without what stood between them."""
    written, end = "", item[0].tokens[0].start
    for unit in item:
        start = unit.tokens[0].start
        gap = text[end:start]
        end = unit.tokens[-1].end
        written += (gap if not gap.strip() else " ") + text[start:end]
    return written


def takes_events(thing: Thing) -> bool:
    """Tell whether a calendar takes new events."""
    flags = thing.attributes.get("supported_features")
    return isinstance(flags, int) and bool(flags & CREATES)


def _is_called(thing: Thing, unit: Unit) -> bool:
    """Tell whether the words of a unit are all in one of a thing's names, letter for letter."""
    return any(set(unit.words) <= set(phrase(name)) for name in (thing.name, *thing.aliases))


def _is_idle(unit: Unit, reader: Reader) -> bool:
    """Tell whether a unit says nothing of what is looked for."""
    if unit.senses and all(sense.role in EXPLAINED or _is_day(sense) for sense in unit.senses) and not unit.is_name:
        return True
    return not unit.is_name and set(unit.words) <= reader.words.idle


def _is_day(sense: Sense) -> bool:
    return sense.role in DAY_ROLES
