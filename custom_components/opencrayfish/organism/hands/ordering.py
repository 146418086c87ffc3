"""Orders: clauses put together, each grounded in the house, with nothing left over."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from .actions import ACTIONS, BY_DOMAIN, Kind, can, texts
from .house import House, Thing
from .meaning import Clause, Meaning, parse
from .reading import MEANINGLESS, Reader, Unit, clauses
from .results import Ambiguous, Call, Grounding, NoMatch, Orders
from .targets import Finder, Found, Wanted
from .tokens import phrase

CORRECTED = 0.8
"""Confidence when a word had to be corrected."""
IDLE = frozenset({"off", "idle", "standby", "unavailable", "unknown", None})


@dataclass(frozen=True, kw_only=True, slots=True)
class _Step:
    """What one clause comes to."""

    calls: tuple[Call, ...] = ()
    ids: tuple[str, ...] = ()
    corrected: bool = False


class Orderer:
    """Grounds the orders of one utterance."""

    def __init__(
        self, reader: Reader, *, here: str | None, recent: tuple[Thing, ...], recent_call: Call | None
    ) -> None:
        """Keep what orders may refer to."""
        self.reader = reader
        self._house: House = reader.house
        self.finder = Finder(reader)
        self._here = here if here in self._house.places else None
        self._recent = recent
        self._recent_call = recent_call

    def orders(self, units: Sequence[Unit]) -> Grounding:
        """Return what is to be done, all of it or nothing."""
        units, excluded = self._without_exceptions(units)
        if excluded is None:
            return NoMatch(reason="exception")
        parsed = self._completed([self._parse(clause) for clause in clauses(units)])
        calls: list[Call] = []
        corrected = False
        for clause in parsed:
            step = self._step(clause)
            if not isinstance(step, _Step):
                return step
            calls += step.calls
            corrected = corrected or step.corrected
            self._recent = tuple(self._house[id_] for id_ in step.ids) or self._recent
        return self._collected(calls, excluded, corrected=corrected)

    def _collected(self, calls: Sequence[Call], excluded: frozenset[str], *, corrected: bool) -> Grounding:
        kept: dict[tuple[str, float | str | None], tuple[str, ...]] = {}
        for call in calls:
            key = call.action, call.value
            ids = (*kept.get(key, ()), *(id_ for id_ in call.targets if id_ not in excluded))
            kept[key] = tuple(dict.fromkeys(ids))
        made = tuple(Call(action=action, targets=ids, value=value) for (action, value), ids in kept.items() if ids)
        if not made:
            return NoMatch(reason="nothing to do")
        return Orders(calls=made, confidence=CORRECTED if corrected else 1.0)

    def _parse(self, units: Sequence[Unit]) -> Clause:
        known = frozenset(unit for unit in units if unit.is_name or any(map(self._is_of_something, unit.words)))
        return parse(units, self.reader.words, known)

    def _is_of_something(self, word: str) -> bool:
        """Tell whether a word stands in the name of a place, or of a thing that can be controlled: a sensor cannot."""
        house = self._house
        return any(
            house.places_named(form)
            or house.floors_named(form)
            or any(house[id_].domain in BY_DOMAIN for id_ in house.named(form))
            for form in self.reader.words_for(word)
        )

    def _without_exceptions(self, units: Sequence[Unit]) -> tuple[Sequence[Unit], frozenset[str] | None]:
        """Return the order without its exception, and the things of that; None for one that is not understood."""
        start = next((at for at, unit in enumerate(units) if unit.has("except") and not unit.is_name), None)
        if start is None:
            return units, frozenset()
        end = next((at for at in range(start + 1, len(units)) if units[at].has("carrier", "verbs", "particles")
                    and not units[at].has("filler", "kinds")), len(units))  # fmt: skip
        excluded: set[str] = set()
        for clause in clauses(units[start + 1 : end]):
            content = tuple(
                unit
                for unit in clause
                if not unit.only(MEANINGLESS | {"all", "except", "particles"})
                and not (unit.has("article") and not unit.is_name)
            )
            sets = [self.finder.explained(unit) for unit in content]
            both = frozenset.intersection(*sets) if sets else frozenset[str]()
            if not both or self._is_placed_late(units, start, content):
                return units, None
            excluded |= both
        return [*units[:start], *units[end:]], frozenset(excluded) or None

    def _is_placed_late(self, units: Sequence[Unit], start: int, content: Sequence[Unit]) -> bool:
        """Tell whether only the exception says where: "everything but the tree in the lounge" may be about the lounge."""
        return (
            len(content) > 1
            and any(self.finder.is_bare_place([unit]) for unit in content)
            and any(unit.has("everything") for unit in units[:start])
            and not any(self.finder.is_bare_place([unit]) for unit in units[:start])
        )

    def _completed(self, parsed: list[Clause]) -> list[Clause]:
        """Give clauses that lack a verb the one of their neighbour, and places that lack a kind the kind next to them."""
        merged: list[Clause] = []
        for clause in parsed:
            last = merged[-1] if merged else None
            if last is not None and not clause.has_target and last.meaning.is_empty and not last.option:
                merged[-1] = replace(clause, content=last.content, flags=clause.flags | last.flags)
            elif clause.has_target or not clause.meaning.is_empty or clause.flags:
                merged.append(clause)
        for at, clause in enumerate(merged):
            if not clause.meaning.is_empty or clause.option or "again" in clause.flags:
                continue
            donor = self._donor(merged, at)
            if donor is not None:
                merged[at] = replace(clause, meaning=donor.meaning, flags=clause.flags | donor.flags & {"all"})
                self._share_kind(merged, at, merged.index(donor))
        return merged

    def _donor(self, merged: Sequence[Clause], at: int) -> Clause | None:
        before = [clause for clause in merged[:at] if not clause.meaning.is_empty]
        after = [clause for clause in merged[at + 1 :] if not clause.meaning.is_empty]
        return before[-1] if before else after[0] if after else None

    def _share_kind(self, merged: list[Clause], one: int, other: int) -> None:
        for taker, giver in ((one, other), (other, one)):
            kinds = tuple(unit for unit in merged[giver].content if unit.has("kinds"))
            content = merged[taker].content
            if kinds and content and self.finder.is_bare_place(content):
                merged[taker] = replace(merged[taker], content=(*content, *kinds))

    def _step(self, clause: Clause) -> _Step | Ambiguous | NoMatch:
        if clause.option and clause.meaning.is_empty:
            return self._option(clause)
        clause = self._referred(clause)
        meaning = clause.meaning
        if meaning.is_empty:
            return NoMatch(reason="verb")
        if not clause.content and "everything" not in clause.flags:
            return self._without_target(clause)
        found = self.finder.find(self._wanted(clause, clause.content), lambda thing: meaning.action(thing) is not None)
        return self._result(found, meaning)

    def _wanted(self, clause: Clause, content: tuple[Unit, ...]) -> Wanted:
        forms = {sense.form for unit in content for sense in unit.senses if sense.role == "kinds"}
        is_all = not clause.flags.isdisjoint({"all", "both", "everything"})
        at_place = "here" in clause.flags or self._names_place(content)
        # "Everything off" is about the room it is said in; "everything in the house" says so.
        is_room = not content and "all" not in clause.flags and self._here is not None
        return Wanted(
            units=content,
            several=is_all
            or ("many" in forms and "one" not in forms)
            or ("mass" in forms and (at_place or self._here is not None)),
            everywhere=is_all and "here" not in clause.flags,
            both="both" in clause.flags,
            everything="everything" in clause.flags,
            here=self._here,
            must_be_here="here" in clause.flags or (is_room and "everything" in clause.flags),
        )

    def _names_place(self, content: Sequence[Unit]) -> bool:
        return self.finder.is_bare_place([unit for unit in content if not unit.has("kinds")])

    def _result(self, found: Found, meaning: Meaning) -> _Step | Ambiguous | NoMatch:
        if found.equal:
            action = meaning.action(self._house[found.equal[0]])
            key, value = (action[0].key, action[1]) if action else (None, None)
            return Ambiguous(candidates=found.equal, action=key, value=value)
        if not found.ids:
            return NoMatch(reason="target")
        return _Step(calls=self._calls(found.ids, meaning), ids=found.ids, corrected=found.corrected)

    def _calls(self, ids: Sequence[str], meaning: Meaning) -> tuple[Call, ...]:
        grouped: dict[tuple[str, float | str | None], list[str]] = {}
        for id_ in ids:
            if (action := meaning.action(self._house[id_])) is not None:
                grouped.setdefault((action[0].key, action[1]), []).append(id_)
        return tuple(Call(action=key, targets=tuple(ids), value=value) for (key, value), ids in grouped.items())

    def _referred(self, clause: Clause) -> Clause:
        """Resolve what refers to the turn before: "again", "the kitchen too"."""
        call = self._recent_call
        if not clause.meaning.is_empty or call is None or clause.flags.isdisjoint({"again", "too"}):
            return clause
        return replace(
            clause,
            meaning=_meaning_of(call),
            # "The back one too" is not the same one again.
            flags=clause.flags | ({"it"} if not clause.content and "again" in clause.flags else set()),
        )

    def _without_target(self, clause: Clause) -> _Step | Ambiguous | NoMatch:
        """Ground an order that names nothing: it goes on with the turn before, or says itself what it is about."""
        meaning = clause.meaning
        able = tuple(thing.id for thing in self._recent if meaning.action(thing) is not None)
        if "other" in clause.flags:
            return self._result(self._others(meaning), meaning)
        refers = "it" in clause.flags or meaning.sign or meaning.kind is not Kind.NONE or "again" in clause.flags
        if able and refers:
            return self._result(Found(ids=able), meaning)
        if ("it" in clause.flags and "here" not in clause.flags) or not meaning.is_telling:
            return NoMatch(reason="target")
        return self._result(self._implied(meaning), meaning)

    def _others(self, meaning: Meaning) -> Found:
        recent = {thing.id for thing in self._recent}
        domains = {thing.domain for thing in self._recent}
        areas = {thing.area_id for thing in self._recent}
        ids = tuple(
            sorted(
                thing.id
                for thing in self._house.things.values()
                if thing.id not in recent
                and thing.domain in domains
                and thing.area_id in areas
                and not thing.members
                and meaning.action(thing) is not None
            )
        )
        return Found(ids=ids) if len(ids) == 1 else Found(equal=ids[:4])

    def _implied(self, meaning: Meaning) -> Found:
        domains = {spec.domain for specs in BY_DOMAIN.values() for spec in specs if _may_mean(spec.key, meaning)}
        able = [
            self._house[id_]
            for domain in domains
            for id_ in self._house.of_domain(domain)
            if meaning.action(self._house[id_]) is not None
        ]
        pool = [thing for thing in able if self._here is not None and thing.area_id == self._here] or able
        if len(pool) > 1:
            pool = [thing for thing in pool if thing.state not in IDLE] or pool
        ids = tuple(sorted(thing.id for thing in pool))
        if meaning.aspect == "brightness" and self._here is not None and all(t.area_id == self._here for t in pool):
            return Found(ids=ids)
        return Found(ids=ids) if len(ids) == 1 else Found(equal=ids[:4])

    def _option(self, clause: Clause) -> _Step | Ambiguous | NoMatch:
        """Ground the choice of something that the thing itself names: "set the washer to eco"."""
        chosen: dict[str, tuple[str, str]] = {}
        if not clause.content:
            return NoMatch(reason="target")

        def fits(thing: Thing) -> bool:
            for spec in BY_DOMAIN.get(thing.domain, ()):
                if spec.choices and can(thing, spec):
                    for choice in texts(thing.attributes.get(spec.choices)):
                        if phrase(choice.replace("_", " ")) == clause.option:
                            chosen[thing.id] = (spec.key, choice)
            return thing.id in chosen

        found = self.finder.find(self._wanted(clause, clause.content), fits)
        if found.equal:
            return Ambiguous(candidates=found.equal, action=chosen[found.equal[0]][0], value=chosen[found.equal[0]][1])
        if not found.ids:
            return NoMatch(reason="choice")
        calls = tuple(Call(action=chosen[id_][0], targets=(id_,), value=chosen[id_][1]) for id_ in found.ids)
        return _Step(calls=calls, ids=found.ids, corrected=found.corrected)


def _may_mean(key: str, meaning: Meaning) -> bool:
    spec = ACTIONS[key]
    return bool(meaning.verbs & spec.verbs) if meaning.kind is Kind.NONE else meaning.aspect in spec.aspects


def _meaning_of(call: Call) -> Meaning:
    """Return a meaning that comes to the same action again."""
    spec = ACTIONS[call.action]
    if spec.value is Kind.NONE:
        return Meaning(verbs=spec.verbs)
    sign = 1 if isinstance(call.value, (int, float)) and call.value >= 0 else -1
    size = abs(call.value) if spec.value is Kind.STEP and isinstance(call.value, (int, float)) else call.value
    return Meaning(aspect=min(spec.aspects - {""}, default=""), kind=spec.value, value=size, sign=sign)
