"""Hold back a model's "I have no access to that" about something that the house has, and its apologies for errors nobody made."""

from collections.abc import Callable, Sequence
import re

from .sentences import APOSTROPHES


class RefusalJudge:
    """Judges the sentences of one reply."""

    def __init__(
        self, refusals: Sequence[re.Pattern[str]], apologies: Sequence[re.Pattern[str]], *, knows: Callable[[], bool]
    ) -> None:
        """Take how such sentences begin, and who tells, when one does, whether the house has what was asked about."""
        self._refusals = tuple(refusals)
        self._apologies = tuple(apologies)
        self._knows = knows
        self._is_preamble = True
        self.is_refused = False
        """A refusal was held back and ended the reply: what the house knows is to be said instead."""

    def __call__(self, sentence: str) -> str | None:
        """Return the sentence to say, empty for an apology before anything else, None for a refusal that is not true."""
        words = sentence.translate(APOSTROPHES)
        if self._is_preamble and any(pattern.match(words) for pattern in self._apologies):
            return ""
        self._is_preamble = False
        if any(pattern.match(words) for pattern in self._refusals) and self._knows():
            self.is_refused = True
            return None
        return sentence
