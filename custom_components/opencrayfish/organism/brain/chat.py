"""Free chat: one model call, streamed through the speech filter, that always ends in a sentence."""

from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing

from ..backends.base import Backend, ModelRequest, TimeLimits
from ..detectors.repetition import Watch
from ..errors import BackendError, BackendTimeout, BackendUnreachable, ModelMissing
from ..language.loader import Language
from ..messages import Route, Usage
from ..ports import Clock
from ..speech.filter import SpeechFilter
from ..speech.refusal import RefusalJudge
from ..speech.sentences import Judge, SentenceStage
from ..speech.tone import ToneJudge


class Witness:
    """What the house has to say to a model's words about it; this one has nothing."""

    def concerns(self) -> bool:
        """Tell whether the person mentioned anything of the house."""
        return False

    def is_claim(self, sentence: str) -> bool:
        """Tell whether a sentence states how something of the house is: a chat has not looked."""
        return False

    def knows(self) -> bool:
        """Tell whether the house has what the person asked about."""
        return False

    async def tell(self) -> str:
        """Say how that is."""
        return ""


class Chat:
    """One model call and what came of it; read the attributes after `pieces` has ended."""

    def __init__(
        self,
        *,
        backend: Backend,
        language: Language,
        clock: Clock,
        people: Sequence[str] = (),
        restart: str,
        affirmation: str = "",
        postscript: str = "",
        witness: Witness | None = None,
    ) -> None:
        """Start with nothing said; the postscript is added to whatever will be.

        `witness` speaks for the house; `people` are the names of those who must not be hated; `restart` is said when a model was cruel; the affirmation is shown, never spoken, below a reply in which
        helplessness was said otherwise.
        """
        self._backend = backend
        self._language = language
        self._clock = clock
        self._tone = ToneJudge(language.tone, people=people)
        self._witness = witness = witness or Witness()
        tone = language.tone
        self._refusal = RefusalJudge(tone.refusals, tone.apologies, knows=witness.knows)
        judges: tuple[Judge, ...] = (language.leak, self._refusal, self._tone)
        openings = (*tone.openings, *language.leak.openings)
        if witness.concerns():
            # Any sentence may be a claim then, so each waits for its end.
            judges, openings = (*judges, lambda words: "" if witness.is_claim(words) else words), ("",)
        self._sentences = SentenceStage(openings, judges)
        self._repeats = Watch()
        self._filter = SpeechFilter(closing_offers=language.closing_offers, sentences=self._sentences)
        self._restart = restart
        self._affirmation = affirmation
        self._postscript = postscript
        self._closing_text = ""
        self.speech = ""
        """What was released to the listener."""
        self.route = Route.CHAT
        self.usage: Usage | None = None
        self.first_text_at: float | None = None
        """Monotonic seconds of the first release."""

    @property
    def text(self) -> str:
        """What a screen may show."""
        affirmation = f"\n\n{self._affirmation}" if self._affirmation and self._tone.rewrites else ""
        parts = (self._filter.screen_text.strip(), self._closing_text, self._postscript)
        return " ".join(part for part in parts if part) + affirmation

    async def pieces(self, request: ModelRequest, limits: TimeLimits) -> AsyncIterator[str]:
        """Yield clean text as it comes; a failure on the way becomes the last sentence."""
        error: BackendError | None = None
        try:
            async with aclosing(self._backend.stream(request, limits)) as stream:
                async for delta in stream:
                    self.usage = delta.usage or self.usage
                    if self._repeats.feed(delta.text) is not None:
                        self._sentences.void()
                        break
                    if piece := self._filter.feed(delta.text):
                        yield self._release(piece)
                    if self._sentences.is_ended:
                        break
        except BackendError as err:
            error = err
        if piece := self._filter.finish():
            yield self._release(piece)
        if closing := (await self._recalled() or self._closing(error)):
            yield self._release(closing)
        if self._postscript:
            yield self._release(f" {self._postscript}")

    def _release(self, piece: str) -> str:
        if self.first_text_at is None:
            self.first_text_at = self._clock.monotonic()
        self.speech += piece
        return piece

    async def _recalled(self) -> str:
        """Return what the house knows, when the model said that it has no way to know it."""
        if self._refusal.is_refused and (told := await self._witness.tell()):
            self._closing_text = told
            return f" {told}" if self.speech.strip() else told
        return ""

    def _closing(self, error: BackendError | None) -> str:
        """Return the sentence that makes an incomplete reply complete, empty when it is."""
        has_spoken = bool(self.speech.strip())
        if self._sentences.is_ended:
            self._closing_text = self._restart
            return f" {self._closing_text}" if has_spoken else self._closing_text
        if has_spoken and error is None:
            return ""
        if has_spoken:
            key = "out_of_time" if isinstance(error, BackendTimeout) else "broke_off"
            self._closing_text = self._language.say(key)
            return f" {self._closing_text}"
        if error is None:
            self._closing_text = self._language.say("nothing_to_say")
            return self._closing_text
        self.route = Route.OFFLINE
        key = _outage(error)
        self._closing_text = self._language.say(key, backend=self._backend.name)
        return self._language.say(f"{key}_spoken")


def _outage(error: BackendError) -> str:
    """Return the key of the sentence for a model that said nothing."""
    match error:
        case ModelMissing():
            return "offline_model_missing"
        case BackendUnreachable():
            return "offline_unreachable"
        case BackendTimeout():
            return "offline_timeout"
        case _:
            return "offline_fault"
