"""Which things a few words mean: every word has to be explained by every one of them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from .house import House, Thing
from .reading import Reader, Unit

TELLABLE = 2
"""Of so many the word for their kind may tell one: "the radiator", where the other one is a stove."""
CANDIDATES = 4
"""So many things a person can be asked to choose between."""
SHADES = frozenset({"blind", "shade", "shutter", "curtain", "awning"})
"""Classes of covers that people confuse."""
EVERYTHING = frozenset({"light", "switch", "fan", "media_player"})
"""What "everything" means."""
NEVER_BARE = frozenset({"switch", "fan", "lock", "script", "input_boolean"})
"""What is not meant when only a room was named."""

type Fits = Callable[[Thing], bool]


@dataclass(frozen=True, kw_only=True, slots=True)
class Found:
    """What was found."""

    ids: tuple[str, ...] = ()
    equal: tuple[str, ...] = ()
    """Things that fit equally well where one is meant."""
    corrected: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Wanted:
    """What is looked for."""

    units: tuple[Unit, ...]
    several: bool = False
    """All that fit are meant."""
    everywhere: bool = False
    """All means all of the house, not only of this room."""
    both: bool = False
    everything: bool = False
    here: str | None = None
    must_be_here: bool = False


class Finder:
    """Finds the things that words mean."""

    def __init__(self, reader: Reader) -> None:
        """Keep the reader and its house at hand."""
        self._reader = reader
        self._house: House = reader.house

    def find(self, wanted: Wanted, fits: Fits) -> Found:
        """Return the things that are meant; nothing rather than too much."""
        for loose in (False, True):
            pool = self._pool(wanted, loose=loose)
            if pool is not None and (ids := [id_ for id_ in pool if fits(self._house[id_])]):
                if bare := not wanted.everything and self.is_bare_place(wanted.units):
                    ids = self._stands_for(wanted.units, ids)
                found = self._choose(replace(wanted, several=wanted.several or bare), ids)
                slip = any(unit.corrected or self._is_slip(unit) for unit in wanted.units)
                return Found(ids=found.ids, equal=found.equal, corrected=slip)
        return Found()

    def explained(self, unit: Unit, *, loose: bool = False) -> frozenset[str]:
        """Return the things that a unit may stand for, or that stand where it says."""
        by_kind = self.of_kinds(unit, loose=loose)
        by_words: frozenset[str] | None = None
        for token in unit.tokens:
            word = self._of_word(token.fold) if not token.is_mark else frozenset[str]()
            by_words = word if by_words is None else by_words & word
        if unit.number is not None:
            by_words = (by_words or frozenset()) | self._of_word(f"{unit.number:g}")
        return by_kind | (by_words or frozenset())

    def is_bare_place(self, units: Sequence[Unit]) -> bool:
        """Tell whether the words name a place or a floor and nothing else."""
        if any(unit.has("kinds") for unit in units):
            return False
        words = [self.forms(word) for unit in units for word in unit.words]
        return bool(words) and any(_covered(name, words) for name in self._place_names(words[0]))

    def _place_names(self, first: frozenset[str]) -> Iterable[tuple[str, ...]]:
        """Yield the names of places and floors in which one of some words stands."""
        for word in first:
            for id_ in self._house.places_named(word):
                yield from self._house.place_names(id_)
            for id_ in self._house.floors_named(word):
                yield from self._house.floor_names(id_)

    def _pool(self, wanted: Wanted, *, loose: bool) -> frozenset[str] | None:
        pool: frozenset[str] | None = None
        for unit in sorted(wanted.units, key=lambda unit: unit.has("kinds")):
            explained = self.explained(unit, loose=loose)
            pool = explained if pool is None else pool & explained
            if not pool:
                return None
        if wanted.everything:
            all_of = frozenset().union(*(self._house.of_domain(domain) for domain in EVERYTHING))
            pool = all_of if pool is None else pool & all_of
        if wanted.must_be_here:
            pool = pool and pool & frozenset(self._house.in_place(wanted.here))
        return pool

    def _stands_for(self, units: Sequence[Unit], ids: list[str]) -> list[str]:
        """Return what a place stands for when nothing else was named: its lights, else things of one other kind."""
        said = tuple(word for unit in units for word in unit.words)
        if exact := [id_ for id_ in ids if said in self._house.names(id_)]:
            return exact
        if lights := [id_ for id_ in ids if self._house[id_].domain == "light"]:
            return lights
        domains = {self._house[id_].domain for id_ in ids}
        return ids if len(domains) == 1 and domains.isdisjoint(NEVER_BARE) else []

    def _choose(self, wanted: Wanted, ids: list[str]) -> Found:
        if len(ids) <= 1:
            return Found(ids=tuple(ids))
        scoring = _Scoring(self, self._house, wanted.units)
        if wanted.several or wanted.everything:
            return self._group(wanted, ids, scoring)
        if all(unit.has("kinds") for unit in wanted.units):
            # Nothing but a kind was said: "the light" is one that is called just so, or the one in the speaker's room, and not
            # the one that happens to have the word in its name.
            ids = [id_ for id_ in ids if scoring.is_exactly(id_)] or ids
            ids = sorted([id_ for id_ in ids if self._is_here(id_, wanted.here)] or ids)
            if len(ids) == 1 or len(ids) > TELLABLE:
                return Found(ids=tuple(ids)) if len(ids) == 1 else Found(equal=tuple(ids[:CANDIDATES]))
        scores = {id_: scoring.score(self._house[id_]) for id_ in ids}
        best = max(scores.values())
        top = sorted(id_ for id_, score in scores.items() if score == best)
        if len(top) > 1:
            top = [id_ for id_ in top if self._is_here(id_, wanted.here)] or top
        return Found(ids=tuple(top)) if len(top) == 1 else Found(equal=tuple(top[:CANDIDATES]))

    def _group(self, wanted: Wanted, ids: list[str], scoring: _Scoring) -> Found:
        exact = [id_ for id_ in ids if scoring.is_exactly(id_)]
        if len(exact) == 1 and not wanted.everything:
            return Found(ids=tuple(exact))
        whole = [id_ for id_ in ids if scoring.is_in_whole_place(self._house[id_])]
        ids = sorted(whole or ids)
        if not whole and not wanted.everywhere:
            ids = [id_ for id_ in ids if self._is_here(id_, wanted.here)] or ids
            places = {self._house[id_].area_id for id_ in ids}
            if len(ids) > CANDIDATES and len(places) > 1:
                return Found(equal=tuple(ids[:CANDIDATES]))
        ids = self._house.without_groups(ids)
        if wanted.both and len(ids) != 2:  # noqa: PLR2004
            return Found(equal=tuple(ids[:CANDIDATES]))
        return Found(ids=tuple(ids))

    def _is_here(self, id_: str, here: str | None) -> bool:
        return here is not None and self._house[id_].area_id == here

    def of_kinds(self, unit: Unit, *, loose: bool) -> frozenset[str]:
        """Return the things of the kinds that a unit names."""
        found: set[str] = set()
        for key in unit.keys("kinds"):
            domain, _, class_ = key.partition(".")
            ids = self._house.of_domain(domain)
            if not class_:
                found |= ids
            else:
                exact = {id_ for id_ in ids if self._house[id_].device_class == class_}
                found |= exact
                if loose:
                    # Where one is called so, or is known to be one, nothing else is: no speaker is "the telly".
                    is_known = bool(exact) or any(self._house.named(word) for word in unit.words)
                    found |= {id_ for id_ in ids if self._is_nearly(self._house[id_], class_, is_known=is_known)}
        return frozenset(found)

    def _is_nearly(self, thing: Thing, class_: str, *, is_known: bool) -> bool:
        if class_ in SHADES and thing.device_class in SHADES:
            return True
        return thing.device_class is None and not is_known

    def forms(self, word: str) -> frozenset[str]:
        """Return the words of names that a word may stand for."""
        return self._reader.words_for(word) or self._house.misspelt(word) or frozenset({word})

    def is_filler(self, word: str) -> bool:
        """Tell whether a word of a name says nothing."""
        return self._reader.words.is_filler(word)

    def _is_slip(self, unit: Unit) -> bool:
        return not unit.senses and any(not self._reader.words_for(word) for word in unit.words)

    def _of_word(self, word: str) -> frozenset[str]:
        """Return the things that have a word in their name, or stand in a place or on a floor that has."""
        forms = self._reader.words_for(word)
        if not forms and not self._reader.words.senses(word):
            forms = self._house.misspelt(word)
        found: set[str] = set()
        for form in forms:
            found |= self._house.named(form)
            for place in self._house.places_named(form):
                found |= self._house.in_place(place)
            for floor in self._house.floors_named(form):
                found |= self._house.on_floor(floor)
        return frozenset(found)


def _covered(name: tuple[str, ...], words: Sequence[frozenset[str]]) -> bool:
    return len(name) == len(words) and all(word in forms for word, forms in zip(name, words, strict=True))


class _Scoring:
    """How well things fit some words; what is the same for all of them is worked out once."""

    def __init__(self, finder: Finder, house: House, units: Sequence[Unit]) -> None:
        self._finder = finder
        self._house = house
        self._exactly = tuple(word for unit in units for word in unit.words)
        self._said = frozenset[str]().union(*(finder.forms(word) for word in self._exactly))
        self._kinds = frozenset[str]().union(*(finder.of_kinds(unit, loose=False) for unit in units))
        self._places: dict[str | None, tuple[frozenset[str], bool]] = {}

    def is_exactly(self, id_: str) -> bool:
        """Tell whether the words are a name of a thing and nothing else."""
        return self._exactly in self._house.names(id_)

    def is_in_whole_place(self, thing: Thing) -> bool:
        """Tell whether a whole name of its place or floor was said."""
        return self._place(thing.area_id)[1]

    def score(self, thing: Thing) -> tuple[int, ...]:
        """Return how well a thing fits: whole name, kind, part of the name, whole place."""
        own, whole = self._place(thing.area_id)
        exact = hits = 0
        for name in self._house.names(thing.id):
            telling = [word for word in name if not self._finder.is_filler(word)] or [*name]
            missing = [word for word in telling if word not in self._said and word not in own]
            hit = sum(word in self._said and word not in own for word in telling)
            exact = max(exact, int(not missing and any(word in self._said for word in telling)))
            hits = max(hits, hit)
        return exact + self.is_exactly(thing.id), int(thing.id in self._kinds), int(hits > 0), int(whole)

    def _place(self, area_id: str | None) -> tuple[frozenset[str], bool]:
        """Return the words of the names of an area and its floor, and whether one of these was said whole."""
        if area_id not in self._places:
            names = _place_names(self._house, area_id)
            words = frozenset(word for name in names for word in name)
            self._places[area_id] = words, any(self._said.issuperset(name) for name in names)
        return self._places[area_id]


def _place_names(house: House, area_id: str | None) -> tuple[tuple[str, ...], ...]:
    place = house.places.get(area_id) if area_id is not None else None
    if place is None:
        return ()
    floor_id = place.floor_id
    floor = house.floor_names(floor_id) if floor_id is not None and floor_id in house.floors else ()
    return (*house.place_names(place.id), *floor)
