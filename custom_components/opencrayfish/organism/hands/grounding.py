"""From words to what they ask of the house; act only when verb and target are both certain."""

from collections.abc import Sequence
from dataclasses import replace
import itertools

from .asking import asked, is_question
from .house import House, Thing
from .lists import list_order
from .ordering import Orderer
from .outlook import DAY_ROLES, agenda_asked, appointment, weather_asked
from .reading import MEANINGLESS, Reader, Unit
from .results import Ambiguous, Call, Grounding, Later, NoMatch, Orders, Question
from .tokens import tokenise
from .words import Sense, Words

SENSING = frozenset(
    {"binary_sensor.motion", "binary_sensor.occupancy", "binary_sensor.moisture", "binary_sensor.smoke"}
)
"""Kinds whose very mention is a state: "when there is motion"."""
IDLE = MEANINGLESS | {"polite", "particles", "too", "now"}
UNCLEAR = "?"
"""Said instead of a time that nobody can make out."""
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
    kept, when, condition = _timeless(_unpolite(units), text)
    if is_question(units, text) and not _is_planned(kept, when):
        return _question(units, text, reader, here=here, recent=recent)
    units = _corrected(kept, recent_call)
    if any(unit.has("negation") and not unit.has("except") and not unit.is_name for unit in units):
        return NoMatch(reason="negated")
    orderer = Orderer(reader, here=here, recent=_present(recent, house), recent_call=recent_call)
    if event := appointment(units, when, text, reader):
        return event
    if when is not None and (noted := _noted(_unpolite(reader.read(tokens)), when, text, orderer)):
        return noted
    found = list_order(units, text, orderer.reader, orderer.finder) or orderer.orders(units)
    awaits = asked(condition, reader, here=here, recent=()) if condition else None
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


def _timeless(units: Sequence[Unit], text: str) -> tuple[list[Unit], str | None, list[Unit]]:
    """Return the units without those that say when, what these say, and the state of the house among them."""
    kept: list[Unit] = []
    said: list[Unit] = []
    condition: list[Unit] = []
    is_condition = is_event = has_state = has_time = False
    has_now = any(unit.has("now") and not unit.is_name for unit in units)
    for at, unit in enumerate(units):
        after = units[at + 1] if at + 1 < len(units) else None
        # Nobody speaks a comma: after its state the next verb ends a condition.
        if is_condition and not unit.has("pause") and not (has_state and unit.has("verbs", "carrier", "gap")):
            has_state = has_state or unit.has("states") or any(key in SENSING for key in unit.keys("kinds"))
            said.append(unit)
            if not unit.has("upon") or unit.is_name:
                condition.append(unit)
        elif unit.has("later", *DAY_ROLES) and not unit.is_name and not (after is not None and after.has("units")):
            said.append(unit)
            has_time = True
        elif unit.has("whenever") and not unit.is_name and not condition:
            is_condition, is_event = True, unit.has("upon")
            said.append(unit)
        else:
            is_condition = False
            kept.append(unit)
    if not said:
        return kept, None, []
    if _is_mixed(units, said, has_now=has_now and not condition):
        return kept, UNCLEAR, []
    spans = (text[unit.tokens[0].start : unit.tokens[-1].end] for unit in said)
    return kept, " ".join(filter(None, spans)) or UNCLEAR, condition if is_event and has_state and not has_time else []


def _question(
    units: Sequence[Unit], text: str, reader: Reader, *, here: str | None, recent: tuple[str, ...]
) -> Grounding:
    """Return a question about calendars, the weather or the things of the house."""
    _, when, _ = _timeless(units, text)
    if outlook := agenda_asked(units, reader, when or "") or weather_asked(units, reader, when or ""):
        return outlook
    found = asked(units, reader, here=here, recent=recent)
    if isinstance(found, NoMatch):
        return weather_asked(units, reader, when or "", is_loose=True) or found
    return found


def _is_mixed(units: Sequence[Unit], said: Sequence[Unit], *, has_now: bool) -> bool:
    """Tell whether a time may be meant for a part of the orders only: then nobody can tell what is to be done when."""
    if has_now:
        return True
    times = [at for at, unit in enumerate(units) if unit in said]
    content = [at for at, unit in enumerate(units) if unit not in said and not unit.only(IDLE)]
    joints = [at for at, unit in enumerate(units) if unit.has("and", "pause") and not unit.is_name]
    first, last = times[0], times[-1]
    is_within = any(at < first for at in content) and any(at > last for at in content)
    if is_within and any(content[0] < joint < first or last < joint < content[-1] for joint in joints):
        return True
    gaps = [(one, other) for one, other in itertools.pairwise(times) if any(one < at < other for at in content)]
    return any(_has_clock(units[: one + 1], said) and _has_clock(units[other:], said) for one, other in gaps)


def _has_clock(units: Sequence[Unit], said: Sequence[Unit]) -> bool:
    return any(
        (unit in said and any(token.is_number or unit.number is not None for token in unit.tokens))
        or (unit in said and len(unit.tokens) > 1 and unit.has("later"))
        for unit in units
    )


def _noted(units: Sequence[Unit], when: str, text: str, orderer: Orderer) -> Orders | None:
    """Return an order to note something with a time in it: "add call the garage tomorrow to the chores"."""
    match list_order(units, text, orderer.reader, orderer.finder):
        case Orders(calls=(Call(action="todo.add", value=str(item)),)) as found:
            return found if when in item and not item.startswith(when) else None
    return None


def _is_planned(kept: Sequence[Unit], when: str | None) -> bool:
    """Tell whether only the condition of an order sounds like a question: "when" is a word of both."""
    return (
        when is not None
        and any(unit.has("verbs", "carrier", "gap") and not unit.is_name for unit in kept)
        and not is_question(kept, "")
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
