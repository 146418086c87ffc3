"""A model says that it did something, or is about to, and calls no tool."""

import re
from typing import Final, override

from ..messages import Delta
from .base import PASS, Asked, AtEnd, Draft, Retry, Verdict
from .words import DetectorWords, folded, sentences

ACKNOWLEDGEMENT_WORDS: Final = 6
"""A longer answer says more than "done"."""
STANDALONE_WORDS: Final = 2
SEVERAL: Final = 2

_FENCE: Final = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_ITEM: Final = re.compile(r"\s*(?:[-*•–+]|\d{1,2}[.)])\s+|\s*\|")
_STEP: Final = re.compile(r"\s*\d{1,2}[.)]\s+(.*)")
_IDENTIFIER: Final = re.compile(
    r"`[\w.]+`|\b\w+\.(?:ya?ml|json|py|txt|conf)\b|\b[a-z_]{3,25}\.[a-z0-9_]*[a-z_][a-z0-9_]*\b"
)
_QUESTION: Final = ("?", "？")


class PhantomCall(AtEnd):
    """Holds the answer to an order or a question about the house until it is clear that a tool was used."""

    def __init__(self, words: DetectorWords) -> None:
        """Take the words of the languages a model may answer in."""
        self._words = words

    @property
    @override
    def is_holding(self) -> bool:
        return self._view.has_tools and self._view.asked is not Asked.CHAT and not self._view.succeeded

    @override
    def see(self, delta: Delta) -> Verdict:
        return PASS

    @override
    def end(self, draft: Draft) -> Verdict:
        if draft.calls or not self.is_holding or not is_phantom(draft.text, self._words, self._view.asked):
            return PASS
        return Retry(correction_key="phantom_call", reason="phantom_call")


def is_phantom(text: str, words: DetectorWords, asked: Asked) -> bool:
    """Tell whether a text that came without any call claims or announces what only a call can do."""
    prose = _FENCE.sub("\n", folded(text))
    match asked:
        case Asked.CHAT:
            return False
        case Asked.UNKNOWN:
            return _is_certain(prose, words)
        case Asked.QUESTION:
            return any(words.announcements.search(sentence) for sentence in _statements(prose, words))
        case Asked.ORDER:
            return _claims(prose, words)


def _claims(prose: str, words: DetectorWords) -> bool:
    short = prose.strip(" \n\t.!,*_…。！，")
    if len(short.split()) <= ACKNOWLEDGEMENT_WORDS and words.acknowledgements.fullmatch(short):
        return True
    return _is_certain(prose, words) or any(
        words.announcements.search(sentence) or words.claims.search(sentence) or _is_bare(sentence, words)
        for sentence in _statements(prose, words)
    )


def _statements(prose: str, words: DetectorWords) -> list[str]:
    """Return the sentences that state something: no list, no question, nothing negated."""
    lines = "\n".join(line for line in prose.splitlines() if not _ITEM.match(line))
    return [
        sentence
        for sentence in sentences(lines)
        if not sentence.endswith(_QUESTION) and not words.negations.search(sentence)
    ]


def _is_bare(sentence: str, words: DetectorWords) -> bool:
    """Tell whether a sentence is hardly more than what was done: "Saved."."""
    plain = sentence.strip(" .!…。！*_")
    return len(plain.split()) <= STANDALONE_WORDS and words.acted.search(plain) is not None


def _is_certain(prose: str, words: DetectorWords) -> bool:
    """Tell whether a text cannot be meant otherwise, although nobody knows what was asked for."""
    statements = _statements(prose, words)
    if any(words.certain.search(sentence) for sentence in statements):
        return True
    announced = [sentence for sentence in statements if words.announcements.search(sentence)]
    if len(announced) >= SEVERAL or any(_IDENTIFIER.search(sentence) for sentence in announced):
        return True
    if sum(_is_bare(sentence, words) for sentence in statements) >= SEVERAL:
        return True
    steps = [step[1] for line in prose.splitlines() if (step := _STEP.match(line))]
    return sum(words.acts.match(step) is not None for step in steps) >= SEVERAL
