"""From words to what they ask of the house; act only when verb and target are both certain."""

from collections.abc import Sequence
from dataclasses import replace

from .asking import asked, is_question
from .house import House, Thing
from .lists import list_order
from .ordering import Orderer
from .outlook import agenda_asked, appointment, weather_asked
from .reading import Reader, Unit
from .results import Ambiguous, Call, Grounding, Later, NoMatch, Orders, Question
from .scheduling import UNCLEAR, Schedule, scheduled
from .tokens import tokenise
from .words import Sense, Words

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
    reader: Reader | None = None,
) -> Grounding:
    """Return what an utterance asks of the house; `NoMatch` whenever anything is uncertain.

    `here` is the area of the speaker, `recent` the things of the turn before, `recent_call` what was done then; a
    reader that is at hand need not read the words again.
    """
    tokens = tokenise(text)
    if not tokens or len(tokens) > LONGEST:
        return NoMatch(reason="length")
    reader = reader or Reader(house, words)
    said = reader.read(tokens)
    ordered = _unpolite(said)
    schedule = scheduled(ordered, text)
    when = schedule.when
    if is_question(said, text) and not _is_planned(schedule):
        return _question(said, when or "", reader, here=here, recent=recent)
    units = _corrected(schedule.kept, recent_call)
    if any(unit.has("negation") and not unit.has("except") and not unit.is_name for unit in units):
        return NoMatch(reason="negated")
    orderer = Orderer(reader, here=here, recent=_present(recent, house), recent_call=recent_call)
    if when is not None:
        if event := appointment(units, when, text, reader):
            return event
        if noted := _noted(ordered, when, text, orderer):
            return noted
    found = list_order(units, text, reader, orderer.finder) or orderer.orders(units)
    awaits = asked(schedule.condition, reader, here=here, recent=()) if schedule.condition else None
    return _in_time(found, when, awaits if isinstance(awaits, Question) else None)


def _corrected(units: list[Unit], recent_call: Call | None) -> list[Unit]:
    """Return what is meant instead when words take the last order back: "no, the other one"."""
    if recent_call is None or len(units) < 2 or not units[0].has("correction") or units[0].is_name:  # noqa: PLR2004
        return units
    first, after, *_ = units
    # "No lights in the kitchen" takes nothing back.
    is_order = after.has("verbs", "carrier") and not after.has("kinds")
    if not (is_order or after.has("pause", "article", "other", "correction") or after.is_name or len(first.tokens) > 1):
        return units
    rest = [unit for unit in units[1:] if not unit.has("correction", "pause")]
    if any(unit.has("verbs", "carrier", "gap") and not unit.is_name for unit in rest):
        return rest
    return [*rest, Unit(first.tokens[:1], (Sense("too"),))]


def _present(recent: tuple[str, ...], house: House) -> tuple[Thing, ...]:
    return tuple(house[id_] for id_ in recent if id_ in house)


def _unpolite(units: list[Unit]) -> list[Unit]:
    return [unit for unit in units if not unit.has("polite")]


def _question(
    units: Sequence[Unit], when: str, reader: Reader, *, here: str | None, recent: tuple[str, ...]
) -> Grounding:
    """Return a question about calendars, the weather or the things of the house."""
    if outlook := agenda_asked(units, reader, when) or weather_asked(units, reader, when):
        return outlook
    found = asked(units, reader, here=here, recent=recent)
    if isinstance(found, NoMatch):
        return weather_asked(units, reader, when, is_loose=True) or found
    return found


def _noted(units: Sequence[Unit], when: str, text: str, orderer: Orderer) -> Orders | None:
    """Return an order to note something with a time in it: "add call the garage tomorrow to the chores"."""
    match list_order(units, text, orderer.reader, orderer.finder):
        case Orders(calls=(Call(action="todo.add", value=str(item)),)) as found:
            return found if when in item and not item.startswith(when) else None
    return None


def _is_planned(schedule: Schedule) -> bool:
    """Tell whether only the condition of an order sounds like a question: "when" is a word of both."""
    return (
        schedule.when is not None
        and any(unit.has("verbs", "carrier", "gap") and not unit.is_name for unit in schedule.kept)
        and not is_question(schedule.kept, "")
    )


def _in_time(found: Grounding, when: str | None, awaits: Question | None) -> Grounding:
    match found:
        case Orders(calls=calls) if when is not None:
            targets = [id_ for call in calls for id_ in call.targets]
            # "Turn it on and turn it off in ten minutes" is not both in ten minutes.
            is_one = len(targets) == len(set(targets))
            return Later(when=when if is_one else UNCLEAR, orders=found, awaits=awaits if is_one else None)
        case Ambiguous() if when is not None:
            return replace(found, when=when)
        case _:
            return found
