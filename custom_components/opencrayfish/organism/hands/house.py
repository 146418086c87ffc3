"""The house as the hands know it: things, places, floors, and an index that is kept up to date thing by thing."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set as AbstractSet
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from .tokens import IDEOGRAPH, near, phrase, spellings

NOTHING: Mapping[str, object] = MappingProxyType({})
NONE: frozenset[str] = frozenset()
LONGEST_NAME = 8
"""Names of more words are not looked up as one."""
SHORTEST_MISSPELT = 5
BUCKET = 3
"""So many letters two forms of one word have in common at least."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Thing:
    """Something that can be asked about, and perhaps controlled."""

    id: str
    name: str
    domain: str
    aliases: tuple[str, ...] = ()
    device_class: str | None = None
    area_id: str | None = None
    device_name: str | None = None
    labels: tuple[str, ...] = ()
    """Names that it shares with others: "christmas"."""
    state: str | None = None
    unit: str | None = None
    attributes: Mapping[str, object] = field(default=NOTHING, hash=False)
    features: frozenset[str] = NONE
    """What it can do beyond the least, in the words of `actions`."""

    @property
    def members(self) -> frozenset[str]:
        """The things that a group stands for; none for anything else."""
        match self.attributes.get("entity_id"):
            case list() | tuple() as ids:
                return frozenset(str(id_) for id_ in ids)
            case _:
                return NONE


@dataclass(frozen=True, kw_only=True, slots=True)
class Place:
    """A room or another area."""

    id: str
    name: str
    aliases: tuple[str, ...] = ()
    floor_id: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Floor:
    """A storey."""

    id: str
    name: str
    aliases: tuple[str, ...] = ()
    level: int | None = None


class _Postings:
    """Which owners a word belongs to; what has no owner left disappears."""

    def __init__(self) -> None:
        self.owners: dict[str, dict[str, int]] = {}
        self.phrases: Counter[tuple[str, ...]] = Counter()

    def add(self, owner: str, names: Iterable[tuple[str, ...]]) -> Iterator[str]:
        """Note the names of an owner and yield the words that were unknown."""
        for words in names:
            self.phrases[words] += 1
            for word in words:
                if word not in self.owners:
                    yield word
                owners = self.owners.setdefault(word, {})
                owners[owner] = owners.get(owner, 0) + 1

    def drop(self, owner: str, names: Iterable[tuple[str, ...]]) -> Iterator[str]:
        """Forget the names of an owner and yield the words that are unknown from now on."""
        for words in names:
            self.phrases[words] -= 1
            if not self.phrases[words]:
                del self.phrases[words]
            for word in words:
                owners = self.owners[word]
                owners[owner] -= 1
                if not owners[owner]:
                    del owners[owner]
                if not owners:
                    del self.owners[word]
                    yield word


class House:
    """Everything the hands may reach, and how to find it by words. Only what is exposed belongs in here."""

    def __init__(self) -> None:
        """Begin with an empty house."""
        self._things: dict[str, Thing] = {}
        self._places: dict[str, Place] = {}
        self._floors: dict[str, Floor] = {}
        self._by_thing, self._by_place, self._by_floor = _Postings(), _Postings(), _Postings()
        self._names: dict[str, tuple[tuple[str, ...], ...]] = {}
        self._place_names: dict[str, tuple[tuple[str, ...], ...]] = {}
        self._floor_names: dict[str, tuple[tuple[str, ...], ...]] = {}
        self._in_place: defaultdict[str | None, set[str]] = defaultdict(set)
        self._of_domain: defaultdict[str, set[str]] = defaultdict(set)
        self._uses: Counter[str] = Counter()
        self._buckets: defaultdict[str, set[str]] = defaultdict(set)
        self._slips: defaultdict[str, set[str]] = defaultdict(set)

    def __len__(self) -> int:
        """Return how many things there are."""
        return len(self._things)

    def __contains__(self, id_: object) -> bool:
        """Tell whether there is a thing of that id."""
        return id_ in self._things

    def __getitem__(self, id_: str) -> Thing:
        """Return a thing; raises `KeyError`."""
        return self._things[id_]

    @property
    def things(self) -> Mapping[str, Thing]:
        """All things by id."""
        return MappingProxyType(self._things)

    @property
    def places(self) -> Mapping[str, Place]:
        """All places by id."""
        return MappingProxyType(self._places)

    @property
    def floors(self) -> Mapping[str, Floor]:
        """All floors by id."""
        return MappingProxyType(self._floors)

    def put(self, thing: Thing) -> None:
        """Add a thing, or replace the one of the same id."""
        self.remove(thing.id)
        names = tuple(filter(None, map(phrase, (thing.name, *thing.aliases))))
        self._things[thing.id] = thing
        self._names[thing.id] = names
        self._learn(self._by_thing.add(thing.id, self._findable(thing)))
        self._in_place[thing.area_id].add(thing.id)
        self._of_domain[thing.domain].add(thing.id)

    def remove(self, id_: str) -> None:
        """Forget a thing; one that is unknown is no error."""
        if (thing := self._things.get(id_)) is None:
            return
        self._forget(self._by_thing.drop(id_, self._findable(thing)))
        del self._things[id_], self._names[id_]
        self._in_place[thing.area_id].discard(id_)
        self._of_domain[thing.domain].discard(id_)

    def set_state(self, id_: str, state: str | None, attributes: Mapping[str, object] | None = None) -> None:
        """Note what a thing is doing; one that is unknown is no error."""
        if (thing := self._things.get(id_)) is not None:
            attributes = thing.attributes if attributes is None else attributes
            self._things[id_] = replace(thing, state=state, attributes=attributes)

    def put_place(self, place: Place) -> None:
        """Add a place, or replace the one of the same id."""
        if (old := self._places.get(place.id)) is not None:
            self._forget(self._by_place.drop(old.id, self._place_names[old.id]))
        self._places[place.id] = place
        names = self._place_names[place.id] = _names(place)
        self._learn(self._by_place.add(place.id, names))

    def put_floor(self, floor: Floor) -> None:
        """Add a floor, or replace the one of the same id."""
        if (old := self._floors.get(floor.id)) is not None:
            self._forget(self._by_floor.drop(old.id, self._floor_names[old.id]))
        self._floors[floor.id] = floor
        names = self._floor_names[floor.id] = _names(floor)
        self._learn(self._by_floor.add(floor.id, names))

    def without_groups(self, ids: Sequence[str]) -> list[str]:
        """Return things without those that only stand for others among them: each is counted, and made brighter, once."""
        known = set(ids)
        return [id_ for id_ in ids if not (members := self._things[id_].members) or not members <= known - {id_}]

    def names(self, id_: str) -> tuple[tuple[str, ...], ...]:
        """Return the words of the name and of each alias of a thing."""
        return self._names[id_]

    def named(self, word: str) -> AbstractSet[str]:
        """Return the things in whose names a word stands."""
        return self._by_thing.owners.get(word, {}).keys()

    def places_named(self, word: str) -> AbstractSet[str]:
        """Return the places in whose names a word stands."""
        return self._by_place.owners.get(word, {}).keys()

    def floors_named(self, word: str) -> AbstractSet[str]:
        """Return the floors in whose names a word stands."""
        return self._by_floor.owners.get(word, {}).keys()

    def place_names(self, id_: str) -> tuple[tuple[str, ...], ...]:
        """Return the words of the names of a place."""
        return self._place_names[id_]

    def floor_names(self, id_: str) -> tuple[tuple[str, ...], ...]:
        """Return the words of the names of a floor."""
        return self._floor_names[id_]

    def in_place(self, id_: str | None) -> AbstractSet[str]:
        """Return the things of a place."""
        return self._in_place.get(id_, NONE)

    def on_floor(self, id_: str) -> AbstractSet[str]:
        """Return the things of a floor."""
        return NONE.union(*(self.in_place(place.id) for place in self._places.values() if place.floor_id == id_))

    def of_domain(self, domain: str) -> AbstractSet[str]:
        """Return the things of a domain."""
        return self._of_domain.get(domain, NONE)

    def knows(self, word: str) -> bool:
        """Tell whether a word stands in any name."""
        return word in self._uses

    def beginning(self, word: str) -> AbstractSet[str]:
        """Return the words of names that begin like a word."""
        return self._buckets.get(word[:BUCKET], NONE)

    def misspelt(self, word: str) -> frozenset[str]:
        """Return the words of names that a word may be a slip of."""
        if len(word) < SHORTEST_MISSPELT or word >= IDEOGRAPH:
            return NONE
        found = NONE.union(*(self._slips.get(slip, NONE) for slip in spellings(word)))
        return frozenset(other for other in found if near(word, other))

    def name_length(self, words: tuple[str, ...]) -> int:
        """Return how many of the words, from the first on, are the whole name of something."""
        if not words or not self.knows(words[0]):
            return 0
        for length in range(min(len(words), LONGEST_NAME), 0, -1):
            head = words[:length]
            if any(head in postings.phrases for postings in (self._by_thing, self._by_place, self._by_floor)):
                return length
        return 0

    def _findable(self, thing: Thing) -> tuple[tuple[str, ...], ...]:
        names = (thing.name, *thing.aliases, *thing.labels, *([thing.device_name] if thing.device_name else ()))
        return tuple(filter(None, map(phrase, names)))

    def _learn(self, words: Iterator[str]) -> None:
        for word in words:
            self._uses[word] += 1
            if self._uses[word] == 1:
                self._buckets[word[:BUCKET]].add(word)
                if len(word) >= SHORTEST_MISSPELT:
                    for slip in spellings(word):
                        self._slips[slip].add(word)

    def _forget(self, words: Iterator[str]) -> None:
        for word in words:
            self._uses[word] -= 1
            if not self._uses[word]:
                del self._uses[word]
                _discard(self._buckets, word[:BUCKET], word)
                for slip in spellings(word) if len(word) >= SHORTEST_MISSPELT else ():
                    _discard(self._slips, slip, word)


def _names(owner: Place | Floor) -> tuple[tuple[str, ...], ...]:
    return tuple(filter(None, map(phrase, (owner.name, *owner.aliases))))


def _discard(index: defaultdict[str, set[str]], key: str, word: str) -> None:
    index[key].discard(word)
    if not index[key]:
        del index[key]
