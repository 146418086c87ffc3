"""A model says the same again and again."""

import re
from typing import Final, override

from ..messages import Delta
from .base import PASS, Break, Detector, Draft, Retry, TurnView, Verdict
from .words import folded

BLOCK: Final = 200
"""A stretch so long that occurs twice is a loop, in characters."""
WINDOW: Final = 4096
STRIDES: Final = 4
IN_A_ROW, OF_LATEST, LATEST = 3, 4, 12
"""Equal sentences one after the other, or among the latest."""
SHORTEST_SENTENCE: Final = 12
PERIOD, PERIODIC_WORDS = 4, 24
"""So many words that repeat with so short a period are a loop."""
RUN: Final = 160
"""The same for characters, where nothing separates words."""
SHORTEST_REST: Final = 15
"""Less than this, in characters, is no answer."""

_SENTENCE: Final = re.compile(r"[^.!?…。！？\n]+[.!?…。！？\n]")
_MARK: Final = re.compile(r"[.!?…。！？\n]")
_RUN: Final = re.compile(r"(\S{1,8}?)\1{19,}")


class Repetition(Detector):
    """Ends a stream at the first repeat."""

    def __init__(self) -> None:
        """Start with nothing heard."""
        self.begin(TurnView())

    @property
    @override
    def is_holding(self) -> bool:
        return False

    @override
    def begin(self, view: TurnView) -> None:
        self._text, self._thoughts = Watch(), Watch()

    @override
    def see(self, delta: Delta) -> Verdict:
        if delta.thinking and self._thoughts.feed(delta.thinking) is not None:
            return Retry(correction_key="silence", reason="thought_repetition")
        if delta.text and (repeat := self._text.feed(delta.text)) is not None:
            return self._verdict(repeat)
        return PASS

    @override
    def end(self, draft: Draft) -> Verdict:
        repeat = self._text.finish()
        return PASS if repeat is None else self._verdict(repeat)

    def _verdict(self, repeat: int) -> Verdict:
        kept = self._text.text[:repeat].rstrip()
        if len(kept) < SHORTEST_REST:
            return Retry(correction_key="repetition", reason="repetition")
        return Break(reason="repetition", text=kept)


class Watch:
    """Reads one stream; what it finds does not depend on the pieces."""

    def __init__(self, block: int = BLOCK) -> None:
        """Take how long a stretch must be that may not come twice."""
        self.text = ""
        self._block = block
        self._checked = 0
        self._sentence_at = 0
        self._sentences: list[tuple[str, int]] = []

    def feed(self, piece: str) -> int | None:
        """Return where the first repeat begins, None while there is none."""
        self.text += piece
        if len(self.text) >= self._block // 2:
            return self._any_repeat()
        # Most pieces are a word in mid-sentence and decide nothing.
        return self._sentence_repeat() if _MARK.search(piece) else None

    def finish(self) -> int | None:
        """Return where the first repeat begins when the text is over."""
        self.text += "\n"
        return self._any_repeat()

    def _any_repeat(self) -> int | None:
        repeat = self._sentence_repeat()
        stride = max(1, self._block // STRIDES)
        while repeat is None and self._block and self._checked + stride <= len(self.text):
            self._checked += stride
            repeat = self._repeat_at(self._checked)
        return repeat

    def _repeat_at(self, end: int) -> int | None:
        """Return where a repeat begins that ends at a place."""
        start = end - self._block
        if start >= self._block:
            begin = max(0, end - WINDOW)
            found = self.text.find(self.text[start:end], begin, start)
            if found >= 0:
                return max(found + self._block, start)
        if end >= RUN and (run := _RUN.search(self.text, max(0, end - RUN * 2), end)) and len(run[0]) >= RUN:
            return run.start()
        return _periodic(self.text[max(0, end - 400) : end], max(0, end - 400))

    def _sentence_repeat(self) -> int | None:
        while match := _SENTENCE.match(self.text, self._sentence_at):
            self._sentence_at = match.end()
            key = " ".join(folded(match[0]).strip(" \t\n-*•.!?…。！？").split())
            if len(key) < SHORTEST_SENTENCE and key.isascii():
                key = f"{key} {match.start()}"
            self._sentences.append((key, match.start()))
            latest = [start for other, start in self._sentences[-LATEST:] if other == key]
            row = self._sentences[-IN_A_ROW:]
            if len(latest) >= OF_LATEST or (len(row) == IN_A_ROW and all(other == key for other, _ in row)):
                return latest[1]
        skipped = len(self.text) - len(self.text[self._sentence_at :].lstrip(" \t\n.!?…。！？"))
        self._sentence_at = max(self._sentence_at, min(skipped, len(self.text)))
        return None


def _periodic(text: str, offset: int) -> int | None:
    """Return where the last words of a text begin when they only repeat a few."""
    words = [(match[0].casefold(), match.start()) for match in re.finditer(r"\S+", text)][1:-1]
    tail = words[-PERIODIC_WORDS:]
    if len(tail) < PERIODIC_WORDS:
        return None
    for period in range(1, PERIOD + 1):
        if all(tail[index][0] == tail[index - period][0] for index in range(period, len(tail))):
            return offset + tail[period][1]
    return None


def repeats(text: str, block: int = BLOCK) -> bool:
    """Tell whether a whole text repeats itself."""
    watch = Watch(block)
    return watch.feed(text) is not None or watch.finish() is not None
