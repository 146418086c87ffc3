"""The prompt-leak guard: what a model was told about its task is not said aloud.

Only a whole sentence that stands word for word in the instructions counts, or a line in the brackets that tell the moment, so
that somebody may ask about any of these words. The soul is no secret; only its markers and headings are no speech.
"""

from collections.abc import Iterable
import re
from typing import Final

SHORTEST: Final = 6
"""So many words in the same order are no accident."""
SHORTEST_UNSPACED: Final = 12
"""The same in characters, for scripts without spaces."""
_SENTENCE: Final = re.compile(r"[^.!?。！？\n]+")
_WORDS: Final = re.compile(r"[^\W_]+")
_HEADING: Final = re.compile(r"\[[A-Z]+(?:_[A-Z]+)*\]\s*")
OPENING_LENGTH: Final = 12


class LeakJudge:
    """Knows the instructions of one language."""

    def __init__(self, instructions: Iterable[str], moments: Iterable[str]) -> None:
        """Take the lines of the instructions, and how the lines in brackets begin, as the prompt has them."""
        sentences = [sentence for line in instructions for sentence in _SENTENCE.findall(line)]
        self._told = frozenset(key for sentence in sentences if (key := _key(sentence)))
        starts = [moment for moment in moments if moment.startswith("[") and moment.endswith(": ")]
        self._moment = re.compile(rf"(?:{'|'.join(map(re.escape, starts)) or '(?!)'})[^\]\n]*\]?\s*", re.IGNORECASE)
        openings = {sentence.strip()[:OPENING_LENGTH].lower() for sentence in sentences if _key(sentence)}
        self.openings = (*sorted(openings), "[")
        """How such sentences begin, in small letters."""

    def __call__(self, sentence: str) -> str:
        """Return the sentence without what was only told."""
        if sentence.startswith("["):
            sentence = _HEADING.sub("", self._without_moments(sentence), count=1)
        return "" if _key(sentence) in self._told else sentence

    def _without_moments(self, sentence: str) -> str:
        while match := self._moment.match(sentence):
            sentence = sentence[match.end() :]
        return sentence


def _key(sentence: str) -> str:
    """Return the words of a sentence for comparing, empty when they are too few to tell."""
    words = _WORDS.findall(sentence.casefold())
    is_long = len(words) >= SHORTEST or (sum(map(len, words)) >= SHORTEST_UNSPACED and not sentence.isascii())
    return " ".join(words) if is_long else ""
