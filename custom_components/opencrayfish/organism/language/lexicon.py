"""Words that carry feelings, as data of a language."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Flag, auto
from types import MappingProxyType


class Mark(Flag):
    """What a word or phrase says."""

    POSITIVE = auto()
    NEGATIVE = auto()
    URGENT = auto()
    HOSTILE = auto()
    NEGATION = auto()
    """Turns the feeling of what follows around."""
    NOTHING = auto()
    """A phrase that says nothing, although words in it would: "no problem"."""


SECTIONS: Mapping[str, Mark] = MappingProxyType(
    {
        "positive": Mark.POSITIVE,
        "negative": Mark.NEGATIVE,
        "urgent": Mark.URGENT,
        "hostile": Mark.HOSTILE | Mark.NEGATIVE,
        "negations": Mark.NEGATION,
        "neutral": Mark.NOTHING,
    }
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Lexicon:
    """Words and phrases by their first word, or, in scripts without spaces, by their first character."""

    spaced: Mapping[str, tuple[tuple[tuple[str, ...], Mark], ...]]
    """By first word: phrases as words, longest first."""
    unspaced: Mapping[str, tuple[tuple[str, Mark], ...]]
    """By first character: phrases, longest first."""


def build_lexicon(sections: Mapping[str, Iterable[str]]) -> Lexicon:
    """Return the lexicon of sections named as in `SECTIONS`.

    Raises `ValueError` for a section of another name, and for a phrase that stands in two.
    """
    marks: dict[str, Mark] = {}
    for name, phrases in sections.items():
        if name not in SECTIONS:
            raise ValueError(f"there is no section {name}")
        for phrase in phrases:
            folded = phrase.casefold()
            if marks.setdefault(folded, SECTIONS[name]) is not SECTIONS[name]:
                raise ValueError(f"{phrase!r} stands in two sections")
    spaced: dict[str, list[tuple[tuple[str, ...], Mark]]] = {}
    unspaced: dict[str, list[tuple[str, Mark]]] = {}
    for phrase, mark in marks.items():
        if is_unspaced(phrase[0]):
            unspaced.setdefault(phrase[0], []).append((phrase, mark))
        else:
            words = tuple(phrase.split())
            spaced.setdefault(words[0], []).append((words, mark))
    return Lexicon(
        spaced={first: tuple(sorted(group, key=lambda item: -len(item[0]))) for first, group in spaced.items()},
        unspaced={first: tuple(sorted(group, key=lambda item: -len(item[0]))) for first, group in unspaced.items()},
    )


def is_unspaced(char: str) -> bool:
    """Tell whether a character belongs to a script that writes words without spaces between them."""
    return "\u2e80" <= char <= "\u9fff" or char >= "\U00020000"
