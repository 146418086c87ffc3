"""The words by which failures are known, compiled from `detectors.yaml`.

In a pattern `*` stands for a few words, `{group}` for any word of a group, and `^` for the start of a sentence.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
import re
from types import MappingProxyType
from typing import Final

from ..language.shapes import read_section, read_text, read_texts

APOSTROPHES: Final = str.maketrans("’‘ʼ", "'''")
PATTERNS: Final = (
    "announcements", "claims", "certain", "acknowledgements", "negations", "excuses", "refusals", "corrections", "orders",
    "complete",
)  # fmt: skip
IDEOGRAPH: Final = "\u2e80"

_SENTENCE: Final = re.compile(r"[^\n]+?(?:[.!?…]+(?=[\s\"'”’)*_]|\Z)|[。！？]|(?=\n)|\Z)")
_GROUP: Final = re.compile(r"\\\{(\w+)\\\}")
_NEVER: Final = re.compile(r"(?!)")


@dataclass(frozen=True, kw_only=True, slots=True)
class DetectorWords:
    """The words of the languages a model may answer in."""

    announcements: re.Pattern[str]
    """What somebody says who is about to do something."""
    claims: re.Pattern[str]
    """What somebody says who has done it."""
    certain: re.Pattern[str]
    """The same where it cannot be mistaken, whatever was asked."""
    acknowledgements: re.Pattern[str]
    """Whole answers that mean that something was done."""
    negations: re.Pattern[str]
    """What turns a claim into its opposite."""
    excuses: re.Pattern[str]
    """Talk about tools that are said to be broken."""
    refusals: re.Pattern[str]
    """What a model says that believes it cannot control anything."""
    corrections: re.Pattern[str]
    """How a person begins who was misunderstood."""
    orders: re.Pattern[str]
    """What begins like a correction and is none."""
    complete: re.Pattern[str]
    """Last words of an answer that needs no full stop."""
    acts: re.Pattern[str]
    """Verbs that open a step of a plan."""
    acted: re.Pattern[str]
    """Verbs that tell what was done."""
    counts: Mapping[str, int]
    """Words of numbers."""
    nudges: Mapping[str, str]
    """Corrections for the model, by key; of the first language."""


def build_words(*languages: Mapping[str, object]) -> DetectorWords:
    """Compile the contents of `detectors.yaml` files; the first is the language of the reply.

    Raises `ValueError` when something is missing or names a group that is not there.
    """
    sources: dict[str, list[str]] = {name: [] for name in (*PATTERNS, "acts", "acted")}
    counts: dict[str, int] = {}
    for language in languages:
        groups = {name: tuple(read_texts(words, name)) for name, words in read_section(language, "groups").items()}
        for name in PATTERNS:
            sources[name] += [_compiled(pattern, groups) for pattern in read_texts(language.get(name), name)]
        sources["acts"] += [_compiled(word, groups) for word in groups.get("act", ())]
        sources["acted"] += [_compiled(word, groups) for word in groups.get("acted", ())]
        for number, names in read_section(language, "counts").items():
            counts |= dict.fromkeys(read_texts(names, "counts"), int(number))
    nudges = read_section(languages[0], "nudges") if languages else {}
    patterns = {name: _union(parts) for name, parts in sources.items()}
    return DetectorWords(
        **patterns,
        counts=MappingProxyType(counts),
        nudges=MappingProxyType({key: read_text(text, key) for key, text in nudges.items()}),
    )


def folded(text: str) -> str:
    """Return a text as the patterns expect it."""
    return text.translate(APOSTROPHES).casefold()


def sentences(text: str) -> Iterator[str]:
    """Yield the sentences of a text; a line's end ends one."""
    for match in _SENTENCE.finditer(text):
        if sentence := match[0].strip():
            yield sentence


def _compiled(pattern: str, groups: Mapping[str, Sequence[str]]) -> str:
    is_unspaced = any(char >= IDEOGRAPH for char in pattern + "".join(groups.get("act", ())[:1]))
    gap, space = (r"[^,.!?，。！？\n]{0,12}?", r"\s*") if is_unspaced else (r"(?:\s+\S{1,40}){0,6}?\s+", r"\s+")
    is_start, body = pattern.startswith("^"), folded(pattern.removeprefix("^").strip())

    def alternatives(match: re.Match[str]) -> str:
        if match[1] not in groups:
            raise ValueError(f"{pattern}: no group {match[1]}")
        words = sorted(map(folded, groups[match[1]]), key=len, reverse=True)
        return f"(?:{'|'.join(space.join(map(re.escape, word.split())) for word in words)})"

    parts: list[str] = []
    for word in body.split():
        if word == "*":
            parts.append(gap)
            continue
        if parts and parts[-1] != gap:
            parts.append(space)
        parts.append(_GROUP.sub(alternatives, re.escape(word)))
    joined = "".join(parts)
    start = r"(?:^|(?<=\n))[\W_]{0,20}" if is_start else "" if is_unspaced else r"(?<!\w)"
    return start + joined + ("" if is_unspaced else r"(?!\w)")


def _union(parts: Iterable[str]) -> re.Pattern[str]:
    united = "|".join(parts)
    return re.compile(united) if united else _NEVER
