"""From what a model streams to what may be heard and seen of it."""

from collections.abc import Iterable, Sequence

from .blocks import Span
from .markup import MarkupScanner
from .spoken import SpokenStage


class SpeechFilter:
    """Reads one reply, in pieces of any size.

    Thoughts, special tokens and calls of tools are taken out of everything; formatting, links, emoji and closing offers
    of speech only. A closing tag of thoughts that were never opened voids all text that was not spoken yet.
    """

    def __init__(self, *, closing_offers: Sequence[str] = ()) -> None:
        """Take the beginnings of final sentences that are not spoken, small and without punctuation: "anything else"."""
        self._scanner = MarkupScanner()
        self._spoken = SpokenStage(closing_offers)
        self._screen: list[str] = []

    @property
    def screen_text(self) -> str:
        """What a screen may show of what came so far."""
        return "".join(self._screen)

    def feed(self, piece: str) -> str:
        """Take a piece and return what may be spoken now."""
        return self._pass_on(self._scanner.feed(piece))

    def finish(self) -> str:
        """Return the rest of what may be spoken."""
        return self._pass_on(self._scanner.finish()) + self._spoken.finish()

    def _pass_on(self, spans: Iterable[Span]) -> str:
        spoken: list[str] = []
        for span in spans:
            if span.voids_past:
                self._screen.clear()
                self._spoken.void()
            if span.screen:
                self._screen.append(span.screen)
            if span.speech:
                spoken.append(self._spoken.feed(span.speech))
        return "".join(spoken)


def clean_for_speech(text: str, *, closing_offers: Sequence[str] = ()) -> str:
    """Return what may be spoken of a whole text."""
    speech = SpeechFilter(closing_offers=closing_offers)
    return (speech.feed(text) + speech.finish()).strip()


def clean_for_screen(text: str) -> str:
    """Return what may be shown of a whole text."""
    speech = SpeechFilter()
    speech.feed(text)
    speech.finish()
    return speech.screen_text.strip()
