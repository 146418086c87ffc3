"""One turn: reflex, instinct, chat, whichever answers first."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import override

from ..backends.base import ModelRequest, TimeLimits
from ..backends.breaker import NO_BRAIN, BreakerBackend
from ..body.body import Body
from ..body.empathy import Feelings
from ..guard import guarded
from ..language.loader import Language
from ..memory.short_term import ShortTermMemory
from ..memory.soul import Soul
from ..messages import Channel, Message, Reply, Route, Stimulus, Trace
from ..ports import Clock, Instinct, Transcript
from ..prompting import Moment, assemble, soul_text
from ..reflex.router import reflex_reply
from ..reflex.situation import Situation
from ..settings import Address, Settings
from .chat import Chat, Witness
from .hearing import MESSAGE_LIMIT, hear, heed_emergency, is_blank, is_too_long
from .perceiving import perceive

INSTINCT_LIMIT = 300
"""Longest message, in characters, that is tried as an order; longer ones only cost the recogniser time."""
SPOKEN_SECONDS = 29.0
"""A spoken reply is there within 30 s; the last second is for its closing sentence."""
WRITTEN_SECONDS = 88.0
"""A written one within 90 s."""
QUESTION_MARKS = ("?", "？", "؟", ";")


class HouseWitness(Witness):
    """The house, about one utterance; looked up only when somebody wants to know."""

    def __init__(self, instinct: Instinct, heard: Stimulus) -> None:
        """Look nothing up yet."""
        self._instinct, self._heard = instinct, heard
        self._things: tuple[str, ...] = ()

    @override
    def concerns(self) -> bool:
        return self._instinct.concerns(self._heard)

    @override
    def is_claim(self, sentence: str) -> bool:
        return self._instinct.is_claim(sentence)

    @override
    def knows(self) -> bool:
        self._things = self._instinct.known(self._heard)
        return bool(self._things)

    @override
    async def tell(self) -> str:
        return await self._instinct.recall(self._things)


@dataclass(kw_only=True, slots=True)
class Turn:
    """One turn of one conversation, with all it needs."""

    stimulus: Stimulus
    settings: Settings
    language: Language
    brain: BreakerBackend | None
    body: Body
    soul: Soul
    memory: ShortTermMemory
    is_asleep: bool
    instinct: Instinct
    transcript: Transcript
    clock: Clock

    async def take(self) -> Reply:
        """Answer; whatever goes wrong ends in a sentence."""
        started = self.clock.monotonic()
        if is_blank(self.stimulus.text):
            return self._finished(self.language.say("empty_message"), Route.REJECTED)
        heard = hear(self.stimulus)
        # Taken before the question is remembered, which stands at the prompt's end.
        history = self.memory.window(heard.speaker)
        question = self.memory.hear(heard.text, speaker=heard.speaker, conversation_id=heard.conversation_id)
        reply = await guarded(self._answer(heard, history, started), doing="answering", otherwise=None)
        if reply is None:
            reply = self._finished(self.language.say("internal_error"), Route.REJECTED)
        self.memory.answer(question, reply.speech, reply.route)
        elapsed_ms = (self.clock.monotonic() - started) * 1000
        return replace(reply, trace=replace(reply.trace, elapsed_ms=elapsed_ms))

    async def _answer(self, heard: Stimulus, history: Sequence[Message], started: float) -> Reply:
        feelings = self._perceive(heard, history)
        if reply := await self._answer_without_model(heard):
            return reply
        urgent = heed_emergency(heard, self.language.emergency)
        if urgent is not heard:
            heard = urgent
            if is_blank(heard.text):
                return self._finished(self.language.say("empty_message"), Route.REJECTED)
            if reply := await self._answer_without_model(heard):
                return reply
        if self.is_asleep and not self.settings.chat_while_asleep and not (heard.is_emergency and heard.may_wake):
            duty_start = self.settings.duty_start.strftime("%H:%M")
            asleep = self.language.say("asleep", duty_start=duty_start)
            return self._finished(asleep, Route.ASLEEP, speech=self.language.say("asleep_spoken"))
        if self.brain is None:
            return self._finished(
                self.language.say("no_brain"), Route.OFFLINE, speech=self.language.say("no_brain_spoken")
            )
        return await self._chat(heard, history, feelings, self.brain, started)

    def _perceive(self, heard: Stimulus, history: Sequence[Message]) -> Feelings:
        at = self.clock.now().timestamp()
        return perceive(heard.text, history=history, body=self.body, language=self.language, at=at)

    async def _answer_without_model(self, heard: Stimulus) -> Reply | None:
        situation = Situation(
            stimulus=heard,
            settings=self.settings,
            language=self.language,
            body=self.body,
            health=self.brain.health() if self.brain else NO_BRAIN,
        )
        if text := reflex_reply(situation):
            return self._finished(text, Route.REFLEX)
        if len(heard.text) <= INSTINCT_LIMIT and (done := await self.instinct.handle(heard)):
            reply = self._finished(done.speech, done.route)
            return replace(
                reply,
                continue_conversation=done.expects_answer,
                effect=done.effect,
                targets=done.targets,
                backend=done.backend,
                trace=Trace(tools=done.tools, usage=done.usage),
            )
        return None

    async def _chat(
        self,
        heard: Stimulus,
        history: Sequence[Message],
        feelings: Feelings,
        brain: BreakerBackend,
        started: float,
    ) -> Reply:
        chat = self._new_chat(brain, heard)
        request = ModelRequest(
            messages=assemble(
                heard,
                settings=self.settings,
                language=self.language,
                soul=soul_text(self.soul, self.settings.designation, self.language),
                history=history,
                moment=Moment(now=self.clock.now(), body=self.body, feelings=feelings),
            ),
            max_tokens=self.settings.brain.reply_tokens if self.settings.brain else 0,
            lasting=1,
        )
        await self.transcript.stream(chat.pieces(request, self._limits(started)))
        first_text_ms = (chat.first_text_at - started) * 1000 if chat.first_text_at is not None else None
        return Reply(
            text=chat.text,
            speech=chat.speech.strip(),
            route=chat.route,
            backend=brain.name,
            continue_conversation=chat.route is Route.CHAT and chat.speech.rstrip().endswith(QUESTION_MARKS),
            trace=Trace(first_text_ms=first_text_ms, usage=chat.usage),
        )

    def _new_chat(self, brain: BreakerBackend, heard: Stimulus) -> Chat:
        settings, say = self.settings, self.language.say
        title = settings.salutation if settings.address is not Address.NEVER else ""
        return Chat(
            backend=brain,
            language=self.language,
            clock=self.clock,
            people=(settings.architect_name, settings.architect_honorific, settings.salutation),
            restart=say("restart_addressed", addressee=title) if title else say("restart"),
            affirmation=self.language.phrase("affirmation") if settings.shows_affirmation else "",
            postscript=self._postscript(),
            witness=HouseWitness(self.instinct, heard),
        )

    def _limits(self, started: float) -> TimeLimits:
        seconds = SPOKEN_SECONDS if self.stimulus.channel is Channel.VOICE else WRITTEN_SECONDS
        return TimeLimits(total=max(1.0, seconds - (self.clock.monotonic() - started)))

    def _finished(self, text: str, route: Route, *, speech: str = "") -> Reply:
        """Return a reply that was not streamed, and write it into the transcript."""
        postscript = self._postscript()
        text, speech = (" ".join(part for part in (words, postscript) if part) for words in (text, speech or text))
        self.transcript.add(speech)
        return Reply(text=text, speech=speech, route=route)

    def _postscript(self) -> str:
        """Return what must be added about the message itself."""
        return self.language.say("cut_message", limit=MESSAGE_LIMIT) if is_too_long(self.stimulus.text) else ""
