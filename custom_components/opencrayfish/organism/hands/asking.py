"""Questions about the house: what is asked of which things; the answer is computed from their states."""

from collections.abc import Callable, Sequence
from functools import partial
from types import MappingProxyType

from .actions import BY_DOMAIN
from .house import Thing
from .reading import MEANINGLESS, Reader, Unit
from .results import Ambiguous, Asked, NoMatch, Question, Scope
from .states import CAN_BE, can_be
from .targets import CANDIDATES, Finder, Found, Wanted

SENSED = MappingProxyType({
    **{name: (name,) for name in ("temperature", "humidity", "battery", "power", "energy", "illuminance")},
    "co2": ("carbon_dioxide",),
    "pressure": ("pressure", "atmospheric_pressure"),
})  # fmt: skip
"""What sensors measure, by their device classes."""
SHOWN = MappingProxyType({
    "volume": "volume_level", "brightness": "brightness", "position": "current_position", "speed": "percentage",
})  # fmt: skip
"""What things that can be controlled tell of themselves, by their attributes."""
MEASURED = frozenset({*SENSED, *SHOWN})
OWN_READINGS = {"climate": "current_temperature", "water_heater": "current_temperature"}.items()
PASSED_OVER = MEANINGLESS | {"questions", "all", "any", "both", "too", "again", "it", "here", "article"}
OPENERS = frozenset({"filler", "pause", "and"})


def is_question(units: Sequence[Unit], text: str) -> bool:
    """Tell whether an utterance asks something rather than orders it; a polite request is an order."""
    first = next((unit for unit in units if not unit.only(OPENERS)), None)
    if first is None:
        return False
    asking = [unit for unit in units if not unit.is_name]
    if any(unit.keys("questions") - {"yes_no"} for unit in asking):
        return True
    if first.has("polite"):
        return False
    return "yes_no" in first.keys("questions") or text.rstrip().endswith(("?", "？"))


def asked(
    units: Sequence[Unit], reader: Reader, *, here: str | None, recent: tuple[str, ...]
) -> Question | Ambiguous | NoMatch:
    """Return what is asked."""
    return _Asker(units, reader, here=here, recent=recent).question()


class _Asker:
    def __init__(self, units: Sequence[Unit], reader: Reader, *, here: str | None, recent: tuple[str, ...]) -> None:
        self._units = units
        self._reader = reader
        self._house = reader.house
        self._finder = Finder(reader)
        self._here = here if here in self._house.places else None
        self._recent = tuple(id_ for id_ in recent if id_ in self._house)
        self._keys = frozenset[str]().union(*(unit.keys("questions") for unit in units if not unit.is_name))
        self._flags = frozenset(
            role for role in ("all", "any", "both", "here", "it") if any(unit.has(role) for unit in units)
        )
        if any(unit.has("questions") and any(self._is_it(word) for word in unit.words) for unit in units):
            self._flags |= {"it"}

    def _is_it(self, word: str) -> bool:
        """Tell whether a word of a phrase refers to what was meant before: "is it on"."""
        return any(sense.role == "it" for sense in self._reader.words.senses(word))

    def question(self) -> Question | Ambiguous | NoMatch:
        if any(unit.has("later", "whenever") and not unit.has("questions") for unit in self._units):
            return NoMatch(reason="time")
        if (items := self._items()) is not None:
            return items
        measure_unit = next(
            (unit for unit in self._units if unit.keys("properties") & MEASURED and not unit.is_name), None
        )
        state_unit = next((unit for unit in reversed(self._units) if unit.has("states") and not unit.is_name), None)
        kind = self._kind(measure_unit is not None, state_unit is not None)
        states = sorted(state_unit.keys("states")) if state_unit is not None else []
        if kind is Asked.READING and measure_unit is not None:
            return self._reading(measure_unit)
        content = self._content(state_unit)
        if not states and kind is not Asked.STATE:
            implied = self._implied_state(content)
            if implied is None:
                return NoMatch(reason="state")
            states = [implied]
        result: Question | Ambiguous | NoMatch = NoMatch(reason="state")
        candidates: list[str | None] = [*states] or [None]
        for wanted in candidates:
            # One word may be several states, of which the things can only be in one: 开着 is on, and open.
            result = self._result(self._found(content, kind, wanted), kind, wanted)
            if not isinstance(result, NoMatch):
                return result
        return result

    def _items(self) -> Question | None:
        """Return the question what stands on a list; None when it is another one."""
        content = self._content(None)
        if not content or self._keys.isdisjoint({"state", "which"}):
            return None
        found = self._finder.find(Wanted(units=content), lambda thing: thing.domain == "todo")
        return Question(kind=Asked.ITEMS, targets=found.ids) if len(found.ids) == 1 else None

    def _kind(self, measures: bool, has_state: bool) -> Asked:  # noqa: FBT001
        if "count" in self._keys and not measures:
            return Asked.COUNT
        if measures and not has_state:
            return Asked.READING
        if "which" in self._keys or ("state" in self._keys and has_state and self._many()):
            return Asked.WHICH
        if {"yes_no", "tag"} & self._keys or has_state:
            return Asked.YES_NO
        return Asked.STATE if "state" in self._keys else Asked.YES_NO

    def _forms(self) -> set[str]:
        return {sense.form for unit in self._units for sense in unit.senses if sense.role == "kinds"}

    def _many(self) -> bool:
        forms = self._forms()
        return "many" in forms and "one" not in forms

    def _content(self, used: Unit | None) -> tuple[Unit, ...]:
        return tuple(
            unit
            for unit in self._units
            if unit is not used
            and not unit.only(PASSED_OVER | {"particles", "states"})
            and (unit.is_name or not unit.has("questions"))
        )

    def _implied_state(self, content: Sequence[Unit]) -> str | None:
        sensed = any(key.startswith("binary_sensor.") for unit in content for key in unit.keys("kinds"))
        return "detected" if sensed else None

    def _found(self, content: tuple[Unit, ...], kind: Asked, wanted: str | None) -> Found:
        if not content and wanted == "home" and "it" not in self._flags:
            return Found(ids=tuple(sorted(self._house.of_domain("person"))))
        if not content:
            able = tuple(id_ for id_ in self._recent if wanted is None or can_be(self._house[id_], wanted))
            return Found(ids=able) if "it" in self._flags else Found()
        many = kind in {Asked.WHICH, Asked.COUNT} or self._many() or not self._flags.isdisjoint({"all", "any", "both"})
        search = Wanted(
            units=content,
            several=many,
            everywhere=many,
            here=self._here,
            must_be_here="here" in self._flags,
        )
        tests: list[Callable[[Thing], bool]]
        if wanted is None:
            tests = [lambda thing: thing.domain in BY_DOMAIN or thing.domain == "person", lambda _thing: True]
        elif many or all(unit.has("kinds") for unit in content):
            # "Is the window open" is about every sort of window.
            tests = [lambda thing: can_be(thing, wanted)]
        else:
            tests = [partial(_can_be_of, domains, wanted) for domains in CAN_BE[wanted]]
        return self._first(search, tests)

    def _first(self, search: Wanted, tests: Sequence[Callable[[Thing], bool]]) -> Found:
        for test in tests:
            found = self._finder.find(search, test)
            if found.ids or found.equal:
                return found
        return Found()

    def _reading(self, measure_unit: Unit) -> Question | Ambiguous | NoMatch:
        measure = min(measure_unit.keys("properties") & MEASURED)
        content = self._content(measure_unit)
        tests: list[Callable[[Thing], bool]] = [
            lambda thing: thing.domain == "sensor" and thing.device_class in SENSED.get(measure, ()),
            lambda thing: SHOWN.get(measure, "") in thing.attributes,
            lambda thing: measure == "temperature" and (thing.domain, "current_temperature") in OWN_READINGS,
        ]
        if content:
            search = Wanted(units=content, here=self._here, several=self._many())
            found = self._first(search, tests)
        else:
            found = self._here_or_only(tests)
        return self._result(found, Asked.READING, None, measure)

    def _here_or_only(self, tests: Sequence[Callable[[Thing], bool]]) -> Found:
        for test in tests:
            able = sorted(thing.id for thing in self._house.things.values() if test(thing))
            near = [id_ for id_ in able if self._here is not None and self._house[id_].area_id == self._here] or able
            if near:
                return Found(ids=tuple(near)) if len(near) == 1 else Found(equal=tuple(near[:4]))
        return Found()

    def _result(
        self, found: Found, kind: Asked, wanted: str | None, measure: str | None = None
    ) -> Question | Ambiguous | NoMatch:
        if found.equal and (kind is Asked.READING or len(found.equal) < CANDIDATES):
            # A question about one of a few is answered about each of them; that costs nobody a second question.
            return Question(kind=kind, targets=found.equal, wanted=wanted, scope=Scope.ANY, measure=measure)
        if found.equal:
            return Ambiguous(candidates=found.equal)
        if not found.ids:
            return NoMatch(reason="target")
        return Question(kind=kind, targets=found.ids, wanted=wanted, scope=self._scope(found.ids), measure=measure)

    def _scope(self, ids: Sequence[str]) -> Scope:
        if "any" in self._flags:
            return Scope.ANY
        if "all" in self._flags or "both" in self._flags or len(ids) > 1:
            return Scope.ALL
        return Scope.ONE


def _can_be_of(domains: frozenset[str], wanted: str, thing: Thing) -> bool:
    return thing.domain in domains and can_be(thing, wanted)
