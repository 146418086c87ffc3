"""A model opens with excuses about broken tools although the tools of this turn worked."""

import re
from typing import Final, override

from ..messages import Delta
from .base import PASS, Detector, Draft, Retry, Rewrite, TurnView, Verdict
from .words import DetectorWords, folded, sentences

LONGEST: Final = 1500
"""A longer paragraph is a tale and no excuse, in characters."""

_PARAGRAPH: Final = re.compile(r"\n[ \t]*\n\s*")


class Preamble(Detector):
    """Cuts leading excuses; holds the beginning of a message until it is none."""

    def __init__(self, words: DetectorWords) -> None:
        """Take the words of the languages a model may answer in."""
        self._words = words
        self._text = ""
        self._is_open = False

    @property
    @override
    def is_holding(self) -> bool:
        return self._is_open

    @override
    def begin(self, view: TurnView) -> None:
        self._text = ""
        self._is_open = bool(view.succeeded)

    @override
    def see(self, delta: Delta) -> Verdict:
        if not self._is_open:
            return PASS
        self._text += delta.text
        if len(self._text) > LONGEST:
            self._is_open = False
            return PASS
        first = next(sentences(self._text), "")
        # A sentence is judged when the next one has begun.
        if len(self._text.strip()) > len(first) + 1 and not is_excuse(first, self._words):
            self._is_open = False
        return PASS

    @override
    def end(self, draft: Draft) -> Verdict:
        if not self._is_open:
            return PASS
        left = without_excuses(draft.text, self._words)
        if left is None:
            return PASS
        if not left and not draft.calls:
            return Retry(correction_key="use_results", reason="preamble")
        return Rewrite(text=left)


def is_excuse(text: str, words: DetectorWords) -> bool:
    """Tell whether a text talks of broken tools; what a device cannot do is no excuse."""
    return bool(text.strip()) and len(text) <= LONGEST and words.excuses.search(folded(text)) is not None


def without_excuses(text: str, words: DetectorWords) -> str | None:
    """Return a text without its leading excuses, None when it has none."""
    rest = text.strip()
    while rest:
        paragraph = _PARAGRAPH.split(rest, maxsplit=1)[0]
        sentence = next(sentences(paragraph), "")
        if len(paragraph) > LONGEST or not is_excuse(sentence, words):
            break
        rest = rest[rest.index(sentence) + len(sentence) :].strip()
    return rest if rest != text.strip() else None
