"""What is to be done: verb, property and value of a clause, and the action that this means for a thing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from .actions import BY_DOMAIN, ActionSpec, Kind, accepts, can, texts
from .house import Thing
from .reading import MEANINGLESS, Unit
from .words import Words

DIRECTIONS: Mapping[str, tuple[str, int]] = MappingProxyType({
    "brighter": ("brightness", 1), "darker": ("brightness", -1), "louder": ("volume", 1), "quieter": ("volume", -1),
    "warmer": ("temperature", 1), "cooler": ("temperature", -1), "faster": ("speed", 1), "slower": ("speed", -1),
    "more": ("", 1), "less": ("", -1),
})  # fmt: skip
SIGNS: Mapping[str, int] = MappingProxyType({"up": 1, "down": -1})
AMOUNTS: Mapping[str, float] = MappingProxyType({"max": 100, "min": 1, "half": 50})
STEPS: Mapping[str, float] = MappingProxyType({"": 20, "bit": 10, "lot": 40})
DEGREE_STEPS: Mapping[str, float] = MappingProxyType({"": 1, "bit": 0.5, "lot": 2})
UNITS: Mapping[str, Kind] = MappingProxyType({
    "percent": Kind.PERCENT, "degrees": Kind.DEGREES, "kelvin": Kind.KELVIN,
})  # fmt: skip
IMPLIED = frozenset({"clean", "mow", "next", "previous", "mute", "unmute", "pause", "resume", "dock"})
"""Verbs that say by themselves what sort of thing is meant."""
PLAIN_VERBS = frozenset({"on", "off", "toggle", "lock", "unlock", "stop", "pause", "mute", "unmute", "dock"})
"""Verbs that need no value."""
LIST_VERBS = frozenset({"add", "complete"})
"""Verbs of lists; where these also only carry a value ("put it to 40 percent") the list has been looked for before."""
IMPLYING = frozenset({"volume", "temperature", "brightness"})
"""Properties that do the same."""
PERCENT_LIMIT = 100


@dataclass(frozen=True, kw_only=True, slots=True)
class Meaning:
    """What a clause says is to be done."""

    verbs: frozenset[str] = frozenset()
    aspect: str = ""
    kind: Kind = Kind.NONE
    value: float | str | None = None
    sign: int = 0
    amount: str = ""

    @property
    def is_empty(self) -> bool:
        """Tell whether nothing was said that could be done."""
        return not self.verbs and self.kind is Kind.NONE

    @property
    def is_telling(self) -> bool:
        """Tell whether it says by itself what sort of thing is meant."""
        return bool(self.verbs & IMPLIED) or (self.aspect in IMPLYING and self.kind is not Kind.NONE)

    def action(self, thing: Thing) -> tuple[ActionSpec, float | str | None] | None:
        """Return what this means for a thing, and the value for it; None when it cannot do that."""
        for spec in BY_DOMAIN.get(thing.domain, ()):
            if can(thing, spec) and self._is_meant(spec):
                value = self._value_for(spec, thing)
                if value is not None or spec.value is Kind.NONE:
                    return spec, value
        return None

    def _is_meant(self, spec: ActionSpec) -> bool:
        if spec.value is Kind.NONE:
            return self._is_bare and bool(self.verbs & spec.verbs) and self.aspect in {"", *_OWN.get(spec.domain, ())}
        if self.aspect not in spec.aspects or (self.verbs and not self.verbs & spec.verbs):
            return False
        return accepts(spec, self.kind)

    @property
    def _is_bare(self) -> bool:
        if self.kind is Kind.NONE:
            # "Open it a bit" is not "open it".
            return not self.amount
        return self.kind is Kind.STEP and self.value is None and not self.amount and bool(self.verbs)

    def _value_for(self, spec: ActionSpec, thing: Thing) -> float | str | None:
        if spec.value is Kind.STEP:
            steps = DEGREE_STEPS if spec.domain == "climate" else STEPS
            size = self.value if isinstance(self.value, (int, float)) else steps[self.amount]
            return self.sign * size
        if spec.choices and texts(thing.attributes.get(spec.choices)):
            return self.value if self.value in texts(thing.attributes.get(spec.choices)) else None
        if spec.value is Kind.PERCENT and isinstance(self.value, (int, float)):
            return self.value if 0 <= self.value <= PERCENT_LIMIT else None
        if spec.value in {Kind.DEGREES, Kind.NUMBER}:
            return _within(self.value, thing.attributes)
        return self.value


_OWN: Mapping[str, frozenset[str]] = MappingProxyType({
    "media_player": frozenset({"volume"}), "cover": frozenset({"position"}), "fan": frozenset({"speed"}),
})  # fmt: skip
"""The property that a verb without a value may name beside the thing."""


def _within(value: float | str | None, attributes: Mapping[str, object]) -> float | None:
    if not isinstance(value, (int, float)):
        return None
    for low, high in (("min_temp", "max_temp"), ("min", "max")):
        least, most = attributes.get(low), attributes.get(high)
        if isinstance(least, (int, float)) and isinstance(most, (int, float)) and not least <= value <= most:
            return None
    return value


@dataclass(frozen=True, kw_only=True, slots=True)
class Clause:
    """A clause taken apart: what is to be done, and the words that say to what."""

    meaning: Meaning
    content: tuple[Unit, ...]
    flags: frozenset[str] = frozenset()
    """Of the roles `all`, `everything`, `both`, `here`, `it`, `other`, `again`, `too`."""
    option: tuple[str, ...] = ()
    """Words after a "to", which may be one of the thing's own choices."""

    @property
    def has_target(self) -> bool:
        """Tell whether it says to what."""
        return bool(self.content) or not self.flags.isdisjoint({"everything", "it", "other"})


class _Parser:
    """Takes one clause apart; each unit ends up in exactly one place."""

    def __init__(self, units: Sequence[Unit], words: Words, known: frozenset[Unit]) -> None:
        self._units = list(units)
        self._words = words
        self._known = known
        self._used: set[int] = set()
        self._is_to = False

    def parse(self) -> Clause:
        verbs = self._gaps() or self._particles() | self._plain_verbs()
        verbs = verbs or self._double_verbs()
        meaning = self._valued(Meaning(verbs=verbs))
        flags = self._flags()
        self._pass_over_carrier()
        refers = not flags.isdisjoint({"too", "again"})
        option = self._option() if meaning.is_empty and not refers else ()
        content = tuple(
            unit for at, unit in enumerate(self._units) if at not in self._used and not self._says_nothing(unit)
        )
        return Clause(meaning=meaning, content=content, flags=flags, option=option)

    def _says_nothing(self, unit: Unit) -> bool:
        return unit.only(MEANINGLESS | {"particles"}) or (
            unit.has("filler", "article") and not unit.is_name and not unit.has("kinds", "verbs")
        )

    def _free(self) -> list[tuple[int, Unit]]:
        return [(at, unit) for at, unit in enumerate(self._units) if at not in self._used and not unit.is_name]

    def _gaps(self) -> frozenset[str]:
        """Return the verb of a phrase with a gap in it."""
        for first, last in self._words.gaps:
            head = next((at for at, unit in self._free() if first in unit.senses), None)
            tail = next((at for at, unit in reversed(self._free()) if last in unit.senses), None)
            if head is not None and tail is not None and head < tail:
                self._used |= {head, tail}
                return frozenset({last.form})
        return frozenset()

    def _particles(self) -> frozenset[str]:
        """Return the verb that a particle makes of a carrier: "turn … off", "mach … an"; or one at the end: "lights off"."""
        carriers = [at for at, unit in self._free() if unit.has("carrier")]
        found = [at for at, unit in self._free() if unit.has("particles") and self._is_verbal(at, carriers)]
        beside = [at for at in found if at - 1 in carriers]
        if not (best := beside or found):
            return frozenset()
        at = best[-1]
        if not carriers and any(u.has("verbs") and not u.has("particles", "kinds") for _, u in self._free()):
            return frozenset()
        self._used.add(at)
        return self._units[at].keys("particles")

    def _pass_over_carrier(self) -> None:
        """Take what begins an order for its verb where it could be a thing too: "switch the lamp on"."""
        first = next((at for at, unit in enumerate(self._units) if not self._says_nothing(unit)), None)
        if first is None or first in self._used or not self._units[first].has("carrier"):
            return
        others = (unit for at, unit in enumerate(self._units) if at != first and at not in self._used)
        if not self._units[first].is_name and any(not self._says_nothing(unit) for unit in others):
            self._used.add(first)

    def _is_verbal(self, at: int, carriers: Sequence[int]) -> bool:
        rest = self._units[at + 1 :]
        if rest and (rest[0].number is not None or (_is_value(rest[0]) and self._units[at].has("to"))):
            return False
        if at - 1 in carriers or all(
            unit.only(MEANINGLESS | {"too", "again", "all"}) or _is_value(unit) for unit in rest
        ):
            return True
        before = self._units[:at]
        begins = at > 0 and all(unit.has("kinds") or unit.only(MEANINGLESS | {"all"}) for unit in before)
        return (bool(carriers) or begins) and rest[0].has("filler", "to", "by") and not rest[0].has("article")

    def _plain_verbs(self) -> frozenset[str]:
        for at, unit in self._free():
            if unit.has("verbs") and not unit.has("kinds", "directions", "particles"):
                verbs = unit.keys("verbs") - LIST_VERBS if unit.has("carrier") else unit.keys("verbs")
                self._used.add(at)
                if verbs:
                    return verbs
        return frozenset()

    def _double_verbs(self) -> frozenset[str]:
        """Return the verb of a word that may also be something else: "lock", "vacuum"."""
        for at, unit in self._free():
            if unit.has("verbs") and not unit.has("directions"):
                self._used.add(at)
                return unit.keys("verbs")
        return frozenset()

    def _valued(self, meaning: Meaning) -> Meaning:
        meaning = self._signed(meaning)
        meaning = replace(meaning, aspect=meaning.aspect or self._aspect())
        amount = self._take("amounts")
        kind, value = self._value(meaning.verbs)
        if kind is Kind.NONE and amount in AMOUNTS:
            kind, value, amount = Kind.PERCENT, AMOUNTS[amount], ""
        if (
            meaning.sign
            and (not self._is_to or kind is Kind.NONE)
            and kind is not Kind.COLOUR
            and amount not in AMOUNTS
            and not (kind is Kind.PERCENT and value in AMOUNTS.values() and not self._has_number())
        ):
            kind = Kind.STEP
        return replace(meaning, kind=kind, value=value, amount="" if amount in AMOUNTS else amount)

    def _has_number(self) -> bool:
        return any(unit.number is not None for unit in self._units)

    def _signed(self, meaning: Meaning) -> Meaning:
        sign = next((SIGNS[verb] for verb in sorted(meaning.verbs) if verb in SIGNS), 0)
        aspect = ""
        for at, unit in self._free():
            for key in unit.keys("directions"):
                aspect, sign = DIRECTIONS[key]
                self._used.add(at)
        return replace(meaning, sign=sign, aspect=aspect)

    def _aspect(self) -> str:
        for at, unit in self._free():
            if unit.has("properties") and unit not in self._known:
                self._used.add(at)
                return min(unit.keys("properties"))
        return ""

    def _take(self, role: str) -> str:
        for at, unit in self._free():
            if unit.has(role):
                self._used.add(at)
                return min(unit.keys(role))
        return ""

    def _value(self, verbs: frozenset[str]) -> tuple[Kind, float | str | None]:
        for role, kind in (("whites", Kind.KELVIN), ("modes", Kind.MODE)):
            if key := self._take(role):
                return kind, float(key) if kind is Kind.KELVIN else key
        if colour := self._colour():
            return Kind.COLOUR, colour
        return self._number(verbs)

    def _colour(self) -> str:
        for at, unit in self._free():
            if (
                unit.has("colours")
                and not self._describes(at)
                and (unit not in self._known or self._units[at - 1].has("to") or at == len(self._units) - 1)
            ):
                self._used.add(at)
                return min(unit.keys("colours"))
        return ""

    def _describes(self, at: int) -> bool:
        """Tell whether a colour only says which one is meant: "the green lamp"."""
        before = self._units[at - 1] if at else None
        after = self._units[at + 1] if at + 1 < len(self._units) else None
        return (
            before is not None
            and before.has("article")
            and not before.has("to")
            and after is not None
            and after.has("kinds")
        )

    def _number(self, verbs: frozenset[str]) -> tuple[Kind, float | None]:
        """Return the number that is a value: one with a unit, after a "to" or "by", or else one that is in no name.

        With a verb that needs none a bare number is no value: "turn it on by six".
        """
        needs_unit = not verbs.isdisjoint(PLAIN_VERBS)
        rated: list[tuple[int, int, Kind]] = []
        for at, unit in self._free():
            if unit.number is None:
                continue
            after = self._units[at + 1] if at + 1 < len(self._units) else None
            before = self._units[at - 1] if at else None
            kind = next((UNITS[key] for key in sorted(after.keys("units")) if key in UNITS), None) if after else None
            marked = before is not None and before.has(*(("to",) if needs_unit else ("to", "by")))
            if needs_unit and kind is None and not marked:
                continue
            if kind is not None or marked or (unit not in self._known and not unit.has("article", "filler")):
                rated.append((2 * (kind is not None) + marked, at, kind or Kind.NUMBER))
        if not rated:
            return Kind.NONE, None
        _, at, kind = max(rated)
        self._used |= {at, at + 1} if kind is not Kind.NUMBER else {at}
        before = self._units[at - 1] if at else None
        self._is_to = before is not None and before.has("to") and not before.has("by")
        return kind, self._units[at].number

    def _flags(self) -> frozenset[str]:
        found = set()
        for at, unit in self._free():
            for role in ("everything", "both", "all", "here", "other", "it", "again", "too"):
                if unit.has(role) and not (role != "everything" and unit.has("kinds")):
                    found.add(role)
                    self._used.add(at)
                    break
        return frozenset(found)

    def _option(self) -> tuple[str, ...]:
        at = next((at for at, unit in reversed(self._free()) if unit.has("to")), None)
        if at is None:
            return ()
        rest = range(at + 1, len(self._units))
        option = tuple(
            word for place in rest for word in self._units[place].words if not self._units[place].has("mark")
        )
        if option:
            self._used |= set(rest)
        return option


def _is_value(unit: Unit) -> bool:
    return unit.number is not None or unit.has("units", "colours", "whites", "amounts", "to")


def parse(units: Sequence[Unit], words: Words, known: frozenset[Unit]) -> Clause:
    """Take a clause apart; `known` are units whose words stand in names of the house."""
    return _Parser(units, words, known).parse()
