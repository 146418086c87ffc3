"""What was heard: a person's words, made safe to work with."""

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
