"""The few things, groups and lists that an utterance may mean, the best first; nothing else reaches a model."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from heapq import nlargest
from typing import Final

from .asking import MEASURED
from .evidence import Clue, Survey
from .hints import Hints
from .house import House, Thing
from .offers import Offer, able_domains, blind_offers, offers
from .reading import MEANINGLESS, Reader, Unit
from .states import GONE
from .targets import Finder
from .tokens import IDEOGRAPH, phrase

MOST: Final = 8
"""So many candidates a model is given."""
LOOKED_AT: Final = 48
"""Of so many things the offers are worked out."""
GROUP: Final = 40
"""A group of more things is none."""
SHORTEST_GUESS: Final = 6
LIKENESS: Final = 0.75
"""Of a word that nobody knows to a word of a name."""
NAME_LENGTH: Final = 40
OTHER_ROLES: Final = frozenset({"kinds", "number", "properties", "colours", "states"})
"""What a word of a name may also be."""
WHOLE, NAMED, PLACED, FLOORED, KIND, GUESSED = 8.0, 3.0, 2.5, 1.5, 2.0, 2.25
"""Weights of evidence: a whole name, a word of it, the place, the floor, the kind, a word that is nearly one of the name."""
TELL: Final = Offer(name="tell", key="")
"""The only thing that may be chosen for a question: to say the state."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Candidate:
    """One thing, or several that are meant together."""

    label: str
    """What the model calls it; no other candidate is called so."""
    ids: tuple[str, ...]
    state: str
    offers: tuple[Offer, ...]
    evidence: frozenset[int] = frozenset()
    """Places in the utterance that give reason for it."""
    able: tuple[tuple[str, frozenset[Offer]], ...] = ()
    """Of a group what each of its members offers."""

    def targets(self, offer: Offer) -> tuple[str, ...]:
        """Return the things with which an action makes sense."""
        return tuple(id_ for id_, possible in self.able if offer in possible) if self.able else self.ids


@dataclass(frozen=True, kw_only=True, slots=True)
class Menu:
    """What a model may choose from."""

    candidates: tuple[Candidate, ...]
    is_question: bool = False
    is_given: bool = False
    """Nothing was named, but where the person is, or what was meant before, leaves no doubt about the things."""
    is_blind: bool = False
    """No word says what is to be done."""


@dataclass(slots=True)
class _Found:
    """What speaks for one thing."""

    score: float = 0.0
    evidence: set[int] = field(default_factory=set)
    is_whole: bool = False
    is_own: bool = False
    """A word of its own name was said."""


class Candidates:
    """Finds candidates for the utterances of one language about one house."""

    def __init__(self, reader: Reader, hints: Hints, *, here: str | None, recent: tuple[str, ...]) -> None:
        """Take what the words may refer to."""
        self._reader = reader
        self._house: House = reader.house
        self._finder = Finder(reader)
        self._hints = hints
        self._here = here if here in self._house.places else None
        self._recent = tuple(id_ for id_ in recent if id_ in self._house)

    def menu(self, seen: Survey) -> Menu | None:
        """Return what may be chosen from; None when the words give reason for nothing in the house."""
        found, places = self._evidence(seen)
        if seen.is_question:
            return self._questions(seen, found)
        if seen.whole.is_empty:
            return self._blind(found)
        if not found:
            return self._unnamed(seen)
        domains = able_domains(seen.whole)
        best = self._best(found, lambda thing: thing.domain in domains)
        singles = [self._single(thing, found[thing.id], self._clue(seen, found[thing.id].evidence)) for thing in best]
        return self._menu(self._grouped([one for one in singles if one.offers], found, places))

    def _questions(self, seen: Survey, found: dict[str, _Found]) -> Menu | None:
        tells = any(
            unit.has("kinds", "states", "properties") or (unit.is_name and not self._finder.is_bare_place([unit]))
            for unit in seen.units
        )
        measures = frozenset[str]().union(*(unit.keys("properties") for unit in seen.units)) & MEASURED
        # One word of a longer name says too little: the night is no Night Light.
        named = {
            id_: one
            for id_, one in found.items()
            if one.is_whole or (tells and (one.is_own or one.score >= PLACED + KIND))
        }
        if measures:
            named |= {id_: one for id_, one in found.items() if _measures(self._house[id_], measures)}
        best = self._best(named, lambda thing: thing.state not in GONE)
        made = [self._candidate((thing.id,), named[thing.id], (TELL,)) for thing in best]
        return self._menu(made, is_question=True)

    def _blind(self, found: dict[str, _Found]) -> Menu | None:
        """Return the one thing whose whole name was said with a verb that nobody knows."""
        whole = [id_ for id_, one in found.items() if one.is_whole]
        if len(whole) != 1 or not (possible := blind_offers(self._house[whole[0]])):
            return None
        return self._menu([self._candidate((whole[0],), found[whole[0]], possible)], is_blind=True)

    def _unnamed(self, seen: Survey) -> Menu | None:
        """Return what can fulfil a wish that names nothing: what was meant before, what is here, else what there is."""
        clue = seen.whole
        recent = self._able(clue, self._recent)
        if recent and any(unit.has("it") for unit in seen.units):
            return self._menu(recent, is_given=True)
        if not clue.wishes:
            return None
        near = self._able(clue, sorted(self._house.in_place(self._here))) if self._here is not None else []
        if near:
            found = {id_: _Found() for one in near for id_ in one.ids}
            return self._menu(self._grouped(near, found, {self._here or ""}), is_given=True)
        ids = sorted(id_ for domain in able_domains(clue) for id_ in self._house.of_domain(domain))
        able = self._able(clue, ids[:LOOKED_AT])
        return self._menu(able, is_given=len(able) == 1 and len(ids) <= LOOKED_AT)

    def _able(self, clue: Clue, ids: Iterable[str]) -> list[Candidate]:
        made = [self._single(self._house[id_], _Found(), clue) for id_ in ids]
        return [one for one in made if one.offers]

    def _clue(self, seen: Survey, evidence: set[int]) -> Clue:
        """Return the clue of the clause in which a thing is named best."""
        clauses = [seen.clauses[at] for at in evidence if at < len(seen.clauses)]
        return seen.clues[max(clauses, key=lambda clause: (clauses.count(clause), -clause))] if clauses else seen.whole

    def _best(self, found: dict[str, _Found], fits: Callable[[Thing], bool]) -> list[Thing]:
        """Return the things that the most speaks for; what little speaks for gives way to what much speaks for."""
        able = [thing for id_ in found if fits(thing := self._house[id_])]
        here = self._here
        top = nlargest(LOOKED_AT, able, key=lambda thing: (found[thing.id].score, thing.area_id == here, thing.id))
        return [
            thing
            for thing in top
            if not any(found[thing.id].evidence < found[other.id].evidence for other in top[:MOST])
        ]

    def _single(self, thing: Thing, one: _Found, clue: Clue) -> Candidate:
        return self._candidate((thing.id,), one, offers(thing, clue))

    def _candidate(self, ids: tuple[str, ...], one: _Found, possible: tuple[Offer, ...]) -> Candidate:
        thing = self._house[ids[0]]
        return Candidate(
            label=_clean(thing.name),
            ids=ids,
            state=_clean(thing.state or ""),
            offers=possible,
            evidence=frozenset(one.evidence),
        )

    def _grouped(
        self, singles: Sequence[Candidate], found: dict[str, _Found], places: Iterable[str]
    ) -> list[Candidate]:
        """Put things of one kind in one place together when nothing said which of them is meant."""
        by_key: dict[tuple[str, str, frozenset[int]], list[Candidate]] = {}
        for one in singles:
            thing = self._house[one.ids[0]]
            own = found[thing.id].is_own
            key = (thing.id, "", one.evidence) if own else (thing.domain, thing.area_id or "", one.evidence)
            by_key.setdefault(key, []).append(one)
        known = frozenset(places)
        made: list[Candidate] = []
        for (domain, area, _), members in by_key.items():
            template = self._hints.groups.get(domain, "")
            if len(members) == 1 or not template or area not in known or len(members) > GROUP:
                made += members
                continue
            place = _clean(self._house.places[area].name)
            made.append(
                Candidate(
                    label=template.format(place=place),
                    ids=tuple(id_ for member in members for id_ in member.ids),
                    state=", ".join(sorted({member.state for member in members})),
                    offers=tuple(dict.fromkeys(offer for member in members for offer in member.offers)),
                    evidence=members[0].evidence,
                    able=tuple((member.ids[0], frozenset(member.offers)) for member in members),
                )
            )
        return made

    def _menu(
        self, made: Sequence[Candidate], *, is_question: bool = False, is_given: bool = False, is_blind: bool = False
    ) -> Menu | None:
        """Return the menu of the first few, with labels of which no two are the same."""
        few = made[:MOST]
        labels = [one.label for one in few]
        named = [one if labels.count(one.label) == 1 else replace(one, label=self._full_label(one)) for one in few]
        unlike = {one.label: one for one in named}
        if not unlike:
            return None
        return Menu(candidates=tuple(unlike.values()), is_question=is_question, is_given=is_given, is_blind=is_blind)

    def _full_label(self, one: Candidate) -> str:
        place = self._house.places.get(self._house[one.ids[0]].area_id or "")
        return f"{one.label} ({_clean(place.name)})" if place else f"{one.label} ({_clean(one.ids[0])})"

    def _evidence(self, seen: Survey) -> tuple[dict[str, _Found], set[str]]:
        """Return what speaks for each thing, and the places that were named."""
        found: dict[str, _Found] = {}
        places: set[str] = set()
        for at, unit in enumerate(seen.units):
            if unit.only(MEANINGLESS) or unit.has("negation", "later", "whenever", "mark", "pause"):
                continue
            for weight, ids in self._sources(unit, places):
                is_whole, is_own = weight == WHOLE, weight in {WHOLE, NAMED, GUESSED}
                for id_ in ids:
                    if (one := found.get(id_)) is None:
                        found[id_] = _Found(score=weight, evidence={at}, is_whole=is_whole, is_own=is_own)
                        continue
                    if weight > KIND or at not in one.evidence:
                        one.score += weight
                    one.evidence.add(at)
                    one.is_whole = one.is_whole or is_whole
                    one.is_own = one.is_own or is_own
        for key in seen.synonyms:
            named = self._places_called(self._hints.synonyms.get(key, ()))
            if len(named) == 1 and not places:
                places |= named
                for id_ in self._house.in_place(next(iter(named))):
                    one = found.setdefault(id_, _Found())
                    one.score += PLACED
                    one.evidence.add(len(seen.units))
        return found, places

    def _sources(self, unit: Unit, places: set[str]) -> Iterator[tuple[float, Iterable[str]]]:
        house = self._house
        by_kind = self._finder.of_kinds(unit, loose=True)
        if by_kind:
            yield KIND, by_kind
        if unit.is_name or not unit.senses or unit.has(*OTHER_ROLES):
            owners = [self._named(word) for word in unit.words]
            named = frozenset.intersection(*owners) if owners else frozenset[str]()
            whole = {id_ for id_ in named if unit.words in house.names(id_)}
            yield WHOLE, whole
            # The word for a kind is in many names and tells none of them.
            if unit.is_name or not unit.has("kinds"):
                yield NAMED, named - whole
            else:
                yield KIND, named - whole - by_kind
            yield from self._by_place(unit, places)
            if not (named or by_kind or unit.senses) and len(unit.words) == 1:
                yield GUESSED, self._guessed(unit.words[0])

    def _named(self, word: str) -> frozenset[str]:
        forms = self._reader.words_for(word) or self._house.misspelt(word)
        return frozenset[str]().union(*(self._house.named(form) for form in forms))

    def _by_place(self, unit: Unit, places: set[str]) -> Iterator[tuple[float, Iterable[str]]]:
        house = self._house
        for weight, named, names, members in (
            (PLACED, house.places_named, house.place_names, house.in_place),
            (FLOORED, house.floors_named, house.floor_names, house.on_floor),
        ):
            forms = [self._reader.words_for(word) or house.misspelt(word) for word in unit.words]
            sets = [frozenset[str]().union(*(named(form) for form in each)) for each in forms]
            for id_ in frozenset.intersection(*sets) if sets else ():
                if weight == PLACED:
                    places.add(id_)
                else:
                    places |= {place.id for place in house.places.values() if place.floor_id == id_}
                whole = any(len(name) == len(unit.words) for name in names(id_))
                yield (weight if whole else weight - 0.5), members(id_)

    def _places_called(self, phrases: Iterable[str]) -> frozenset[str]:
        called = {phrase(text) for text in phrases}
        return frozenset(
            id_ for id_ in self._house.places if any(set(name) >= set(words) for name in self._house.place_names(id_)
                                                     for words in called)
        )  # fmt: skip

    def _guessed(self, word: str) -> frozenset[str]:
        """Return the things of whose names a word is that is written nearly so."""
        if len(word) < SHORTEST_GUESS or word >= IDEOGRAPH:
            return frozenset()
        near = [
            other
            for other in self._house.beginning(word)
            if len(other) >= SHORTEST_GUESS and SequenceMatcher(None, word, other).ratio() >= LIKENESS
        ]
        return frozenset(self._house.named(near[0])) if len(near) == 1 else frozenset()


def _measures(thing: Thing, measures: frozenset[str]) -> bool:
    return thing.domain in {"sensor", "climate"} and (thing.device_class in measures or "temperature" in measures)


def _clean(text: str) -> str:
    """Return untrusted text on one line, without what separates the parts of a line, of bounded length."""
    kept = "".join(char if char.isprintable() and char not in '|"\\{}[]<>' else " " for char in text)
    return " ".join(kept.split())[:NAME_LENGTH] or "?"
