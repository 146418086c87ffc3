"""What was heard: a person's words, made safe to work with."""

from collections.abc import Iterable
from dataclasses import replace
import unicodedata

from ..messages import Stimulus

MESSAGE_LIMIT = 4000
"""Longest message that is read, in characters."""


def is_blank(text: str) -> bool:
    """Tell whether a message holds nothing but white space and invisible characters."""
    return all(unicodedata.category(char)[0] in "CZ" for char in text)


def hear(stimulus: Stimulus) -> Stimulus:
    """Return the stimulus without control characters, cut to the limit."""
    return replace(stimulus, text=_printable(stimulus.text).strip()[:MESSAGE_LIMIT].rstrip())


def heed_emergency(heard: Stimulus, openings: Iterable[str]) -> Stimulus:
    """Return the stimulus without an opening such as `/emergency` or "Emergency:", marked as what it says.

    A plain word must be followed by punctuation: an emergency light is a lamp.
    """
    text = heard.text
    folded = text.casefold()
    for opening in openings:
        if not folded.startswith(opening):
            continue
        rest = text[len(opening) :]
        is_command = opening.startswith("/") and (not rest or rest[0].isspace())
        if is_command or unicodedata.category(rest[:1] or "a").startswith("P"):
            return replace(heard, text=_after_punctuation(rest), is_emergency=True)
    return heard


def _after_punctuation(text: str) -> str:
    start = 0
    while start < len(text) and unicodedata.category(text[start])[0] in "PZ":
        start += 1
    return text[start:]


def is_too_long(text: str) -> bool:
    """Tell whether `hear` cuts this message."""
    return len(_printable(text).strip()) > MESSAGE_LIMIT


def _printable(text: str) -> str:
    """Return the text with white space made plain, without control, surrogate and unassigned characters.

    Format characters stay: joiners and direction marks carry meaning in emoji and in right-to-left scripts.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        " " if char.isspace() else char
        for char in text
        if char.isspace() or unicodedata.category(char) not in {"Cc", "Cs", "Cn", "Co"}
    )
