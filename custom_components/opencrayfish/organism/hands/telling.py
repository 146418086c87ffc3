"""Tell what came of orders, and what the house is like, in whole sentences that name things and states."""

from collections.abc import Sequence
from itertools import groupby
from types import MappingProxyType
from typing import Final

from ..errors import ActionError
from ..ports import Effector
from .actions import ACTIONS, Kind
from .house import House, Thing
from .jobs import Job
from .outcome import Ending, Outcome
from .phrasing import Phrasing
from .results import Asked, Call, Question, Scope
from .states import GONE, is_in, shown

FAHRENHEIT_SIGN: Final = "°F"
CELSIUS_SIGN: Final = "°C"
MEASURED: Final = MappingProxyType(
    {
        "temperature": ("current_temperature", "temperature"),
        "humidity": ("current_humidity", "humidity"),
        "brightness": ("brightness",),
        "volume": ("volume_level",),
        "position": ("current_position",),
        "speed": ("percentage",),
        "battery": ("battery_level",),
    }
)
"""Attributes that hold what somebody may ask of a thing that is no sensor."""
ITEMS_TOLD: Final = 20
FULL: Final = MappingProxyType({"brightness": 255, "volume_level": 1})
"""Attributes that are shares of this, and are spoken in percent."""


class Teller:
    """Speaks one language to one person."""

    def __init__(self, phrasing: Phrasing, house: House, effector: Effector, *, uses_fahrenheit: bool) -> None:
        """Take the sentences and where states and their words come from."""
        self._phrasing = phrasing
        self._house = house
        self._effector = effector
        self._degree = FAHRENHEIT_SIGN if uses_fahrenheit else CELSIUS_SIGN

    async def outcomes(self, outcomes: Sequence[Outcome]) -> str:
        """Return what came of orders: one sentence for each kind of ending and state."""
        told = [(await self._key(outcome), outcome.now.name) for outcome in outcomes]
        told.sort(key=lambda item: item[0][0] not in {"done", "done_value", "added", "completed"})
        sentences: list[str] = []
        for (key, what), group in groupby(told, key=lambda item: item[0]):
            names = [name for _, name in group]
            sentences.append(self._sentence(key, names, what))
        return " ".join(sentences)

    async def confirm(self, outcomes: Sequence[tuple[Thing, str]]) -> str:
        """Ask whether things shall really be in the states named."""
        names = [thing.name for thing, _ in outcomes]
        thing, state = outcomes[0]
        key = "confirm_many" if len(set(names)) > 1 else "confirm"
        return self._phrasing.sentence(key, names=self._phrasing.listed(names), state=await self._word(thing, state))

    async def propose(self, calls: Sequence[Call]) -> str:
        """Ask whether something shall really be done."""
        deeds: list[str] = []
        for call in calls:
            things = [self._house[id_] for id_ in call.targets if id_ in self._house]
            if things:
                names = self._phrasing.listed([thing.name for thing in things])
                deeds.append(" → ".join(filter(None, (names, await self._purpose(call, things[0])))))
        return self._phrasing.sentence("propose", deeds=self._phrasing.listed(deeds))

    async def _purpose(self, call: Call, thing: Thing) -> str:
        """Return what would become of a thing: its state, its value, or the step; nothing for what only clicks."""
        spec = ACTIONS[call.action]
        if isinstance(call.value, str):
            return call.value
        if call.value is not None:
            sign = "+" if spec.value is Kind.STEP and call.value > 0 else ""
            unit = self._degree if spec.domain in {"climate", "water_heater"} else "%"
            return f"{sign}{_with_unit(_plain(call.value), 'K' if spec.value is Kind.KELVIN else unit)}"
        return await self._word(thing, goal(call, thing)) if spec.state or spec.opening else ""

    async def planned(self, job: Job, *, is_missed: bool = False) -> str:
        """Say that orders will be carried out, and when, or that nobody was there to do it."""
        names, state = await self._plan(job)
        if job.awaits:
            key = "awaited_missed" if is_missed else "awaited"
            return await self.awaited(job.awaits, key, names=names, state=state)
        key = "missed" if is_missed else "planned"
        return self._phrasing.sentence(key, names=names, state=state, time=_clock(job))

    async def awaited(self, cause: Question, key: str, **values: str) -> str:
        """Say something about a state that is waited for."""
        things = [self._house[id_] for id_ in cause.targets if id_ in self._house]
        name = self._phrasing.listed([thing.name for thing in things]) or ", ".join(cause.targets)
        wanted = cause.wanted or "on"
        word = await self._word(things[0], shown(things[0], wanted)) if things else wanted
        return self._phrasing.sentence(key, cause=name, cause_state=word, **values)

    async def jobs(self, jobs: Sequence[Job], key: str) -> str:
        """Say which orders there are for later, or that there are none."""
        if not jobs:
            return self._phrasing.sentence("no_jobs")
        told: list[str] = []
        for job in jobs:
            names, state = await self._plan(job)
            told.append(
                (await self.awaited(job.awaits, "awaited_job", names=names, state=state))
                if job.awaits
                else self._phrasing.part("planned_job", names=names, state=state, time=_clock(job))
            )
        return self._phrasing.sentence(key, jobs=self._phrasing.listed(told))

    async def _plan(self, job: Job) -> tuple[str, str]:
        """Return the names of what a job is about, and what becomes of the first of them."""
        things = [(call, self._house[id_]) for call in job.calls for id_ in call.targets if id_ in self._house]
        if not things:
            return job.id, ""
        call, thing = things[0]
        names = self._phrasing.listed([thing.name for _, thing in things])
        value = call.value if isinstance(call.value, str) else None if call.value is None else _plain(call.value)
        return names, value or await self._word(thing, goal(call, thing))

    def which(self, candidates: Sequence[str]) -> str:
        """Ask which of several things is meant; equal names are told apart by their areas."""
        things = [self._house[id_] for id_ in candidates if id_ in self._house]
        names = [thing.name for thing in things]
        told = [
            name if names.count(name) == 1 else self._with_area(thing)
            for thing, name in zip(things, names, strict=True)
        ]
        return self._phrasing.sentence("which", names=self._phrasing.listed(told, is_choice=True))

    async def answer(self, question: Question) -> str:
        """Return the answer to a question, from the states as they are now."""
        things = [self._house[id_] for id_ in question.targets if id_ in self._house]
        known = [thing for thing in things if thing.state not in GONE]
        if not known:
            return self._phrasing.sentence("unknown", names=self._phrasing.listed([thing.name for thing in things]))
        match question.kind:
            case Asked.WHICH | Asked.COUNT:
                return self._counted(question, known)
            case Asked.YES_NO:
                return await self._yes_no(question, known)
            case Asked.ITEMS:
                return await self._items(known[0])
            case Asked.READING:
                return " ".join([self._reading(thing, question.measure) for thing in known[:4]])
            case Asked.STATE:
                return " ".join([await self._state(thing) for thing in known[:4]])

    async def _items(self, thing: Thing) -> str:
        try:
            items = await self._effector.items(thing.id)
        except ActionError as err:
            return self._phrasing.refused(err, thing.name)
        if not items:
            return self._phrasing.sentence("list_empty", names=thing.name)
        return self._phrasing.sentence("items", names=thing.name, value=self._phrasing.comma.join(items[:ITEMS_TOLD]))

    def _counted(self, question: Question, things: Sequence[Thing]) -> str:
        found = [thing.name for thing in things if question.wanted is None or is_in(thing, question.wanted)]
        kind = "count" if question.kind is Asked.COUNT else "which_list"
        if not found:
            return self._phrasing.sentence("count_none" if kind == "count" else "which_none")
        names = self._phrasing.listed(found)
        return (
            self._phrasing.sentence(kind, names=names, count=len(found))
            if kind == "count"
            else self._phrasing.sentence(kind, names=names)
        )

    async def _yes_no(self, question: Question, things: Sequence[Thing]) -> str:
        wanted = question.wanted or "on"
        if question.scope is Scope.ONE and len(things) == 1:
            thing = things[0]
            key = "yes" if is_in(thing, wanted) else "no"
            return self._phrasing.sentence(key, names=thing.name, state=await self._word(thing, thing.state or ""))
        inside = [thing.name for thing in things if is_in(thing, wanted)]
        outside = [thing.name for thing in things if not is_in(thing, wanted)]
        if question.scope is Scope.ALL:
            return (
                self._phrasing.sentence("no_all", names=self._phrasing.listed(outside))
                if outside
                else self._phrasing.sentence("yes_all")
            )
        return (
            self._phrasing.sentence("yes_any", names=self._phrasing.listed(inside))
            if inside
            else self._phrasing.sentence("no_any")
        )

    async def _state(self, thing: Thing) -> str:
        if thing.unit or thing.domain in {"number", "input_number"}:
            return self._reading(thing, None)
        return self._phrasing.sentence("state", names=thing.name, state=await self._word(thing, thing.state or ""))

    def _reading(self, thing: Thing, measure: str | None) -> str:
        value = thing.state or ""
        unit = thing.unit or ""
        for attribute in (
            MEASURED.get(measure or "", ()) if thing.domain not in {"sensor", "number", "input_number"} else ()
        ):
            found = thing.attributes.get(attribute)
            if isinstance(found, int | float):
                value = _plain(found * 100 / FULL[attribute] if attribute in FULL else found)
                unit = self._degree if measure == "temperature" else "%"
                break
        return self._phrasing.sentence("reading", names=thing.name, value=_with_unit(value, unit))

    async def _key(self, outcome: Outcome) -> tuple[str, str]:
        """Return the sentence for an outcome, and the state, value or reason in it."""
        spec, value = outcome.request.spec, outcome.request.value
        match outcome.ending:
            case Ending.DONE | Ending.ALREADY as ending:
                if spec.key in {"todo.add", "todo.complete"}:
                    return ("added" if spec.key == "todo.add" else "completed"), str(value)
                if spec.key == "media_player.mute":
                    return ending.value, await self._effector.attribute_word(outcome.now.id, "is_volume_muted")
                if (spoken := self._value(outcome)) is not None:
                    return f"{ending.value}_value", spoken
                return ending.value, await self._word(outcome.now, outcome.now.state or "")
            case Ending.FAILED:
                return "failed", outcome.reason
            case Ending.UNDONE:
                return "state", await self._word(outcome.now, outcome.now.state or "")
            case ending:
                return ending.value, ""

    def _sentence(self, key: str, names: Sequence[str], what: str) -> str:
        listed = self._phrasing.listed(names)
        many = "_many" if len(set(names)) > 1 and f"{key}_many" in self._phrasing.sentences else ""
        return self._phrasing.sentence(key + many, names=listed, state=what, value=what, reason=what, item=what)

    def _value(self, outcome: Outcome) -> str | None:
        """Return the value that a thing has now, as it is spoken; None when its state says it all."""
        spec, now = outcome.request.spec, outcome.now
        attribute = spec.attribute
        if spec.value is Kind.STEP:
            attribute = {
                "light": "brightness",
                "climate": "temperature",
                "media_player": "volume_level",
                "fan": "percentage",
            }[spec.domain]
        if spec.key == "media_player.unmute":
            attribute = "volume_level"
        elif spec.value in {Kind.NONE, Kind.COLOUR, Kind.MODE} or now.state == "off":
            return None
        found = now.attributes.get(attribute) if attribute else now.state
        if spec.value in {Kind.OPTION, Kind.TEXT}:
            return str(outcome.request.value)
        if isinstance(found, str):
            return _with_unit(found, now.unit or "")
        if not isinstance(found, int | float):
            return None
        if attribute == "temperature":
            return _with_unit(_plain(found), self._degree)
        if attribute == "color_temp_kelvin":
            return f"{_plain(found)} K"
        share = FULL.get(attribute or "")
        return f"{round(found * 100 / share if share else found)} %"

    async def _word(self, thing: Thing, state: str) -> str:
        return self._phrasing.states.get(state) or await self._effector.state_word(thing.id, state)

    def _with_area(self, thing: Thing) -> str:
        place = self._house.places.get(thing.area_id or "")
        return f"{thing.name} ({place.name})" if place else thing.name


def _clock(job: Job) -> str:
    return job.due.strftime("%H:%M")


def _plain(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _with_unit(value: str, unit: str) -> str:
    return f"{value} {unit}" if unit else value


def goal(call: Call, thing: Thing) -> str:
    """Return the state that a call brings about, as far as that can be said beforehand."""
    spec = ACTIONS[call.action]
    if spec.state:
        return spec.state[0]
    opened = {"lock": "unlocked"}.get(thing.domain, "open")
    return opened if spec.opening or spec.key.endswith(".toggle") else thing.state or ""
