"""From what a model streams to what may be heard and seen of it."""

from collections.abc import Iterable, Sequence

from .blocks import Span
from .markup import MarkupScanner
from .sentences import SentenceStage
from .spoken import SpokenStage


class SpeechFilter:
    """Reads one reply, in pieces of any size.

    Thoughts, special tokens and calls of tools are taken out of everything; formatting, links, emoji and closing offers
    of speech only. A closing tag of thoughts that were never opened voids all text that was not spoken yet.
    """

    def __init__(self, *, closing_offers: Sequence[str] = (), sentences: SentenceStage | None = None) -> None:
        """Take the beginnings of final sentences that are not spoken, small and without punctuation: "anything else".

        A stage of sentences sees what is text for both screen and loudspeaker.
        """
        self._scanner = MarkupScanner()
        self._sentences = sentences or SentenceStage((), ())
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
        return self._pass_on(self._scanner.finish()) + self._pass_text(self._sentences.finish()) + self._spoken.finish()

    def _pass_on(self, spans: Iterable[Span]) -> str:
        spoken: list[str] = []
        for span in spans:
            if span.voids_past:
                self._screen.clear()
                self._spoken.void()
                self._sentences.void()
            if span.screen == span.speech:
                spoken.append(self._pass_text(self._sentences.feed(span.speech)))
            else:
                spoken.append(self._pass_text(self._sentences.finish()))
                spoken.append(self._say(span))
        return "".join(spoken)

    def _pass_text(self, text: str) -> str:
        return self._say(Span(screen=text, speech=text)) if text else ""

    def _say(self, span: Span) -> str:
        if self._sentences.is_ended and span.screen != span.speech:
            return ""
        if span.screen:
            self._screen.append(span.screen)
        return self._spoken.feed(span.speech) if span.speech else ""


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
