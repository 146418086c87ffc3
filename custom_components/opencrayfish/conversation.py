"""The conversation entity: words in, one reply out."""

import asyncio
from typing import Literal, override
from weakref import WeakValueDictionary

from homeassistant.components.conversation import (
    ChatLog,
    ConversationEntity,
    ConversationEntityFeature,
    ConversationInput,
    ConversationResult,
)
from homeassistant.const import MATCH_ALL
from homeassistant.core import HomeAssistant
from homeassistant.helpers.entity_platform import AddConfigEntryEntitiesCallback
from homeassistant.helpers.intent import (
    IntentResponse,
    IntentResponseErrorCode,
    IntentResponseTarget,
    IntentResponseTargetType,
    IntentResponseType,
)

from .burrow.ask import Ask
from .burrow.effector import ServiceEffector
from .burrow.house import async_house
from .burrow.instinct import StrictIntents
from .burrow.runtime import CrayfishConfigEntry
from .burrow.speaker import async_stimulus
from .burrow.transcript import ChatLogTranscript
from .entity import CrayfishEntity
from .organism.brain.turn import Turn
from .organism.hands.choice import Chooser
from .organism.hands.hands import Hands
from .organism.messages import Channel, Effect, Reply, Route, Stimulus
from .organism.prompting import lasting, soul_text

PARALLEL_UPDATES = 0


async def async_setup_entry(
    hass: HomeAssistant, entry: CrayfishConfigEntry, async_add_entities: AddConfigEntryEntitiesCallback
) -> None:
    """Add the crayfish's voice."""
    async_add_entities([CrayfishConversation(entry)])


class CrayfishConversation(CrayfishEntity, ConversationEntity):
    """Talks through Assist, in every language."""

    _attr_name: str | None = None
    _attr_supports_streaming = True
    _attr_supported_features = ConversationEntityFeature.CONTROL

    def __init__(self, entry: CrayfishConfigEntry) -> None:
        """Start without open conversations."""
        super().__init__(entry, "conversation")
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @property
    @override
    def supported_languages(self) -> list[str] | Literal["*"]:
        """Return that every language is welcome: those not shipped are answered by the house and the model."""
        return MATCH_ALL

    @override
    async def async_added_to_hass(self) -> None:
        """Let the actions speak through this entity."""
        await super().async_added_to_hass()
        self._entry.runtime_data.converse = self._async_converse

    async def _async_converse(self, ask: ConversationInput) -> ConversationResult:
        """Take a request that names no agent as one to this entity."""
        ask.agent_id = self.entity_id
        self.async_set_context(ask.context)
        return await self.internal_async_process(ask)

    @override
    async def async_prepare(self, language: str | None = None) -> None:
        """Make the model ready while somebody still speaks; while it sleeps nothing is spent."""
        runtime = self._entry.runtime_data
        organism = runtime.organism
        if organism.brain is None or (organism.is_asleep and not organism.settings.chat_while_asleep):
            return
        tag = language or self.hass.config.language
        spoken = await runtime.async_language(tag)
        stimulus = Stimulus(text="", language=tag, channel=Channel.VOICE)
        soul = soul_text(organism.soul.soul, organism.settings.designation, spoken)
        first = lasting(stimulus, settings=organism.settings, language=spoken, soul=soul)
        await organism.warming.warm(organism.brain, first)

    @override
    async def async_process(self, user_input: ConversationInput) -> ConversationResult:
        """Answer the turns of one conversation one after the other; other conversations go on meanwhile."""
        if user_input.conversation_id is None:
            return await super().async_process(user_input)
        turns = self._turns.setdefault(user_input.conversation_id, asyncio.Lock())
        if turns.locked():
            await self._async_take_back(user_input)
        async with turns:
            return await super().async_process(user_input)

    async def _async_take_back(self, user_input: ConversationInput) -> None:
        """Let a no count at once for what has not begun; its own turn comes after the one on its way."""
        runtime = self._entry.runtime_data
        _, phrasing = await runtime.async_tongue(user_input.language)
        if user_input.conversation_id and phrasing.takes_back(user_input.text):
            runtime.conversations.take_back(user_input.conversation_id)

    async def _async_chooser(self, tag: str, spoken: str) -> Chooser | None:
        """Return who chooses what instinct cannot settle; None without a brain."""
        runtime = self._entry.runtime_data
        if (brain := runtime.organism.brain) is None:
            return None
        code, hints = await runtime.async_hints(tag)
        return Chooser(
            backend=brain,
            language=await runtime.async_language(tag),
            hints=hints,
            speaks_fluently=code == spoken,
        )

    @override
    async def _async_handle_message(self, user_input: ConversationInput, chat_log: ChatLog) -> ConversationResult:
        """Take one turn; whatever goes wrong ends in a sentence."""
        runtime = self._entry.runtime_data
        organism = runtime.organism
        is_emergency = isinstance(user_input, Ask) and user_input.is_emergency
        stimulus = await async_stimulus(
            self.hass,
            user_input,
            organism.settings,
            # A new conversation has its id from the log.
            conversation_id=chat_log.conversation_id,
            is_emergency=is_emergency,
        )
        words, phrasing = await runtime.async_tongue(stimulus.language)
        effector = ServiceEffector(self.hass, user_input.context, stimulus.language)
        strict = StrictIntents(
            self.hass,
            user_input,
            chat_log,
            confirm=organism.settings.confirm_domains,
            effector=effector,
            phrasing=phrasing,
        )
        instinct = Hands(
            house=async_house(self.hass),
            words=words,
            phrasing=phrasing,
            effector=effector,
            conversations=runtime.conversations,
            confirm=organism.settings.confirm_domains,
            jobs=organism.jobs,
            clock=organism.clock,
            user_id=user_input.context.user_id or "",
            otherwise=strict,
            chooser=await self._async_chooser(stimulus.language, words.code),
        )
        turn = Turn(
            stimulus=stimulus,
            settings=organism.settings,
            language=await runtime.async_language(stimulus.language),
            brain=organism.brain,
            body=organism.body,
            soul=organism.soul.soul,
            memory=organism.memory,
            is_asleep=organism.is_asleep,
            instinct=instinct,
            transcript=ChatLogTranscript(chat_log, self.entity_id),
            clock=organism.clock,
        )
        organism.heart.hear()
        runtime.async_show_soon()
        with organism.body.attention.foreground():
            reply = await turn.take()
        organism.remember(reply)
        if reply.route is Route.TASK:
            await runtime.jobs.async_changed()
        runtime.phones.async_follow(
            chat_log.conversation_id,
            asked=reply.speech if reply.route is Route.CONFIRM else "",
            user_id=user_input.context.user_id,
            phrasing=phrasing,
            language=stimulus.language,
        )
        runtime.journal.async_schedule()
        runtime.async_show_soon()
        if isinstance(user_input, Ask):
            user_input.reply = reply
        response = strict.response if reply.route is Route.INSTINCT else None
        return ConversationResult(
            response=response or _response(self.hass, reply, user_input.language, self._entry.title),
            conversation_id=chat_log.conversation_id,
            continue_conversation=reply.continue_conversation,
        )


def _response(hass: HomeAssistant, reply: Reply, language: str, title: str) -> IntentResponse:
    """Return what Home Assistant speaks and shows; a card keeps what only a screen can show.

    Only a reply about something that was done says so: everything else is an answer.
    """
    response = IntentResponse(language=language)
    response.async_set_speech(reply.speech)
    if reply.effect is not Effect.DONE:
        response.response_type = IntentResponseType.QUERY_ANSWER
    if reply.route in {Route.OFFLINE, Route.REJECTED} or reply.effect in {Effect.PARTLY, Effect.FAILED}:
        response.async_set_error(IntentResponseErrorCode.FAILED_TO_HANDLE, reply.speech)
    targets = [state for id_ in reply.targets if (state := hass.states.get(id_))]
    response.async_set_results(
        [
            IntentResponseTarget(name=state.name, type=IntentResponseTargetType.ENTITY, id=state.entity_id)
            for state in targets
        ]
    )
    response.async_set_states(targets)
    if reply.text != reply.speech:
        response.async_set_card(title, reply.text)
    return response
