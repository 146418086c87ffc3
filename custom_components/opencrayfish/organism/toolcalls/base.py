"""What the formats of calls share: the tools on offer, the text that is read, and what is found in it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
import re
from types import MappingProxyType
from typing import Final

from ..messages import ToolCall, ToolSpec
from .names import resolve
from .shapes import Written

_DISTINCT: Final = re.compile(r".*[a-z][A-Z]|.*[_.\d]")
"""Names that are no plain word, so that no sentence holds them by chance."""


class Confidence(StrEnum):
    """How surely a text was meant as a call."""

    MARKED = "marked"
    """It stood in the tags or tokens of a format."""
    WHOLE = "whole"
    """The message is nothing else."""
    BESIDE = "beside"
    """It stood on its own beside what is said: run what only reads or may run twice, ask before anything else."""
    MENTIONED = "mentioned"
    """It stood inside a sentence: never run."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Found:
    """A stretch of text that is no speech."""

    end: int
    calls: tuple[Written, ...] = ()
    form: str = ""
    """Number of the format, such as `F1`; empty for what is no call at all, such as a stray token."""
    is_marked: bool = False
    is_closed: bool = True
    """The text did not end inside it."""
    thinking: str = ""
    is_wrapper: bool = False
    """It only surrounds another format, or is a token that nobody says."""
    must_be_whole: bool = False
    """It is a call only if the message is nothing else; otherwise it stays as it is."""


@dataclass(frozen=True, kw_only=True, slots=True)
class RecoveredCall:
    """A call of an offered tool, with arguments that fit."""

    call: ToolCall
    form: str
    confidence: Confidence
    was_healed: bool = False
    """Its name was written differently."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Recovery:
    """What a model's text comes to."""

    text: str = ""
    """What may be said: the text without anything that looks like a call."""
    thinking: str = ""
    calls: tuple[RecoveredCall, ...] = ()
    is_unclear: bool = False
    """Something was meant as a call and could not be understood, or names nothing on offer; ask the model again."""
    thought_of_call: bool = False
    """A call stands among the thoughts; it is not run."""


class Offer:
    """The tools offered in one request."""

    def __init__(self, tools: Iterable[ToolSpec] = ()) -> None:
        """Take the tools as the model is given them."""
        self.tools: Mapping[str, ToolSpec] = MappingProxyType({tool.name: tool for tool in tools})
        names = sorted(self.tools, key=len, reverse=True)
        self.distinct = tuple(name for name in names if _DISTINCT.match(name))
        self.names = "|".join(map(re.escape, names)) or "(?!)"
        """Pattern of all names."""
        self.distinct_names = "|".join(map(re.escape, self.distinct)) or "(?!)"

    def knows(self, name: str) -> bool:
        """Tell whether a name, however it is spelt, means an offered tool."""
        return resolve(name, self.tools) is not None


@dataclass(frozen=True, kw_only=True, slots=True)
class Page:
    """A text and the tools that may be called in it."""

    text: str
    box: Offer
    is_whole: bool = True
    """The message ended by itself, so that missing braces may be closed."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Form:
    """One family of formats: `read` returns what begins at a place, None when it is not of this family."""

    read: Callable[[Page, int], Found | None]
    trigger: str
    """Pattern of how it begins, for the first characters only; `<names>` and `<distinct>` stand for names on offer."""
