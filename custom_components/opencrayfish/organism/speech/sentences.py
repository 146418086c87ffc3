"""Hold back a sentence that may have to be changed, and only such a one, while a reply streams."""

from collections.abc import Callable, Sequence
import re
from typing import Final

type Judge = Callable[[str], str | None]
"""Takes a whole sentence and returns what to say instead, the same or nothing; None ends the reply before it."""

LONGEST: Final = 600
"""So long a sentence is no longer waited for, in characters."""
APOSTROPHES: Final = str.maketrans("’‘ʼ", "'''")
DRESS_LIMIT: Final = 40
"""So many signs without a word are no sentence's beginning or end."""
_MARK: Final = re.compile(r"[.!?…。！？\n]")
_FOLLOW: Final = re.compile(r"[.!?…\"'”’)\]*_]*(?=\s)")
_DRESS: Final = " \t\r\n*_#>-•\"“'‘「"
"""What may stand before the first word."""


class SentenceStage:
    """Passes text on at once unless its sentence begins like one that a judge wants to see whole."""

    def __init__(self, openings: Sequence[str], judges: Sequence[Judge]) -> None:
        """Take how such sentences begin, in small letters, and who judges them, one after the other."""
        self._openings = tuple(openings)
        self._longest = max(map(len, openings), default=0)
        self._judges = tuple(judges)
        self._held = ""
        self._is_passing = False
        self.is_ended = False
        """A judge has ended the reply; nothing more comes."""

    def feed(self, piece: str) -> str:
        """Take a piece and return what may pass now."""
        if self.is_ended:
            return ""
        self._held += piece
        return self._released(is_last=False)

    def finish(self) -> str:
        """Return the rest; the next piece begins a new sentence."""
        rest = "" if self.is_ended else self._released(is_last=True)
        self._is_passing = False
        return rest

    def void(self) -> None:
        """Forget what is held back."""
        self._held = ""
        self._is_passing = False

    def _released(self, *, is_last: bool) -> str:
        passed: list[str] = []
        while self._held and not self.is_ended:
            step = self._pass_on(is_last=is_last) if self._is_passing else self._begin(is_last=is_last)
            if step is None:
                break
            passed.append(step)
        return "".join(passed)

    def _pass_on(self, *, is_last: bool) -> str | None:
        """Let the rest of a harmless sentence pass; what may be its end waits for what follows."""
        if end := _end(self._held, 0):
            self._is_passing = False
            return self._take(end)
        if is_last:
            return self._take(len(self._held))
        safe = len(self._held.rstrip(".!?…\"'”’)]*_"))
        if len(self._held) - safe > DRESS_LIMIT:
            safe = len(self._held)
        return self._take(safe) if safe else None

    def _begin(self, *, is_last: bool) -> str | None:
        """Decide about a sentence that begins; None while it cannot be told."""
        words = self._held.lstrip(_DRESS)
        dress = len(self._held) - len(words)
        if dress > DRESS_LIMIT:
            self._is_passing = True
            return ""
        if not words:
            return self._take(dress) if is_last else None
        start = words[: self._longest].lower()
        if not start.isascii():
            start = start.translate(APOSTROPHES)
        if not start.startswith(self._openings):
            is_short = len(words) < self._longest and not is_last
            if is_short and any(opening.startswith(start) for opening in self._openings):
                return None
            self._is_passing = True
            return ""
        end = _end(self._held, dress)
        if not end and not is_last:
            if len(self._held) <= LONGEST:
                return None
            self._is_passing = True
            return ""
        return self._judged(self._take(end or len(self._held)), dress)

    def _judged(self, sentence: str, dress: int) -> str:
        before, words = sentence[:dress], sentence[dress:]
        for judge in self._judges:
            verdict = judge(words)
            if verdict is None:
                self.is_ended = True
                self._held = ""
                return ""
            words = verdict
        return before + words if words else ""

    def _take(self, length: int) -> str:
        taken, self._held = self._held[:length], self._held[length:]
        return taken


def _end(text: str, start: int) -> int:
    """Return where the first sentence ends that is known to be over, 0 when none is.

    Two steps, because a search for a set of characters is many times as fast as one for alternatives.
    """
    while mark := _MARK.search(text, start):
        start = mark.end()
        if mark[0] in "。！？\n":
            return start
        if follow := _FOLLOW.match(text, start):
            return follow.end()
    return 0
