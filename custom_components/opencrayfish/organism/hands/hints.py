"""How wishes and talk are put in one language; what only the choice needs, beside the words of orders."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from .tokens import Token
from .words import Sense, Words

ROLES = ("wishes", "synonyms", "told", "wants", "subjects")


@dataclass(frozen=True, slots=True)
class Span:
    """Some tokens and what they hint at."""

    start: int
    end: int
    senses: tuple[Sense, ...]

    def keys(self, role: str) -> frozenset[str]:
        """Return what is hinted at in a role."""
        return frozenset(sense.key for sense in self.senses if sense.role == role)

    def has(self, role: str) -> bool:
        """Tell whether anything is hinted at in a role."""
        return any(sense.role == role for sense in self.senses)


class Hints:
    """Finds what is wished without an order, what is only told, and other words for rooms."""

    def __init__(self, code: str, data: Mapping[str, object]) -> None:
        """Read the hints of a language; raises `ValueError` for data of a wrong shape."""
        self._words = Words(code, {role: data[role] for role in ROLES if role in data})
        self.synonyms = _phrases(data.get("synonyms", {}))
        self.groups = _templates(data.get("groups", {}))

    def find(self, tokens: Sequence[Token]) -> list[Span]:
        """Return the hints in an utterance, the longest first where they overlap."""
        found: list[Span] = []
        at = 0
        while at < len(tokens):
            length, senses = self._words.longest(tokens, at)
            if length:
                found.append(Span(at, at + length, senses))
            at += max(length, 1)
        return found


def _phrases(value: object) -> Mapping[str, tuple[str, ...]]:
    match value:
        case dict() as groups:
            return MappingProxyType({str(key): tuple(map(str, phrases)) for key, phrases in groups.items()})
        case _:
            raise ValueError("synonyms is no mapping")


def _templates(value: object) -> Mapping[str, str]:
    match value:
        case dict() as groups if all("{place}" in str(text) for text in groups.values()):
            return MappingProxyType({str(key): str(text) for key, text in groups.items()})
        case _:
            raise ValueError("groups is no mapping of texts with a place")
