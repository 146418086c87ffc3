"""The positive filter: a model's helplessness is said as a not-yet, and cruelty is not said at all.

It works on whole sentences of a chat, never on facts, code, links or quotes: a sentence that says more than that the speaker
is helpless is left as it is, because turning its negation around would turn its meaning around.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
import re
from typing import Final

from .sentences import APOSTROPHES

_TAIL: Final = " \t\r\n.!?…。！？\"'”’)]*_"


@dataclass(frozen=True, kw_only=True, slots=True)
class Tone:
    """What a language counts as helpless and as cruel."""

    openings: tuple[str, ...]
    """How such sentences begin, in small letters."""
    helpless: tuple[tuple[re.Pattern[str], str], ...]
    """Whole sentences without their end, and what is said instead."""
    cruel: tuple[re.Pattern[str], ...]
    """How a sentence begins that is never said."""
    people: tuple[str, ...]
    """Whom such a sentence may be about, besides those whose names are known."""
    claims: tuple[re.Pattern[str], ...] = ()
    """How a sentence begins that says a device was or will be controlled: free talk controls none, so it is left out."""
    refusals: tuple[re.Pattern[str], ...] = ()
    """How a sentence begins that says one has no access or knowledge; see `refusal`."""
    apologies: tuple[re.Pattern[str], ...] = ()
    """How a sentence begins that says sorry for earlier errors."""


def build_tone(
    openings: Sequence[str],
    helpless: Mapping[str, str],
    cruel: Iterable[str],
    people: Sequence[str],
    claims: Iterable[str] = (),
    refusals: Iterable[str] = (),
    apologies: Iterable[str] = (),
) -> Tone:
    """Compile a tone.

    Raises `ValueError` for a pattern that cannot be compiled.
    """
    try:
        rewrites = tuple((re.compile(pattern, re.IGNORECASE), text) for pattern, text in helpless.items())
        cruelties, lies, denials, regrets = (
            tuple(re.compile(pattern, re.IGNORECASE) for pattern in patterns)
            for patterns in (cruel, claims, refusals, apologies)
        )
    except re.error as err:
        raise ValueError(f"{err.pattern!r}: {err}") from err
    return Tone(
        openings=tuple(opening.lower() for opening in openings),
        helpless=rewrites,
        cruel=cruelties,
        people=tuple(people),
        claims=lies,
        refusals=denials,
        apologies=regrets,
    )


class ToneJudge:
    """Judges the sentences of one reply."""

    def __init__(self, tone: Tone, *, people: Sequence[str] = ()) -> None:
        """Take the tone of a language, and how those are called who must not be hated."""
        self._tone = tone
        self._people = {name.casefold() for name in (*tone.people, *people) if name}
        self.rewrites = 0
        """How many sentences were said otherwise."""

    def __call__(self, sentence: str) -> str | None:
        """Return the sentence to say, empty for one to leave out, None for one that ends the reply."""
        body = sentence.rstrip(_TAIL)
        tail = sentence[len(body) :]
        body = body.translate(APOSTROPHES)
        if any(self._is_cruel(pattern, body) for pattern in self._tone.cruel):
            return None
        if any(pattern.match(body) for pattern in self._tone.claims):
            return ""
        for pattern, text in self._tone.helpless:
            if match := pattern.fullmatch(body):
                self.rewrites += 1
                return match.expand(text) + tail
        return sentence

    def _is_cruel(self, pattern: re.Pattern[str], body: str) -> bool:
        """Tell whether a sentence is cruel; one that names somebody is when that is somebody of this house."""
        match = pattern.match(body)
        if match is None:
            return False
        named = match.groupdict().get("person")
        return named is None or named.strip().casefold() in self._people
