"""First instinct: Home Assistant's own sentences, matched strictly."""

from collections.abc import Collection
from dataclasses import replace
from typing import Final, override

from hassil.recognize import RecognizeResult

from homeassistant.components import conversation
from homeassistant.core import HomeAssistant
from homeassistant.helpers.intent import IntentResponse

from ..organism.messages import Stimulus
from ..organism.ports import Instinct, Instinctive
from .house import async_house

OPENING_INTENTS: Final = frozenset({
    "HassTurnOn", "HassTurnOff", "HassToggle", "HassOpenCover", "HassOpenValve", "HassUnlock", "HassSetPosition", "HassDisarm",
})  # fmt: skip
"""Intents of Home Assistant that may open something."""


class StrictIntents(Instinct):
    """One turn's access to the default agent; only exact wording and exposed entities count."""

    def __init__(
        self,
        hass: HomeAssistant,
        user_input: conversation.ConversationInput,
        chat_log: conversation.ChatLog,
        *,
        confirm: Collection[str],
    ) -> None:
        """Take the request with its context, so that permissions and the satellite's area apply.

        What `confirm` protects is not opened on this way, which cannot ask.
        """
        self._confirm = confirm
        self._hass = hass
        self._user_input = user_input
        self._chat_log = chat_log
        self.response: IntentResponse | None = None
        """Home Assistant's own response after a match: it carries the targets."""

    @override
    async def handle(self, stimulus: Stimulus) -> Instinctive | None:
        user_input = replace(self._user_input, text=stimulus.text)
        response = await conversation.async_handle_intents(
            self._hass, user_input, self._chat_log, intent_filter=self._opens
        )
        speech = response.speech.get("plain", {}).get("speech", "").strip() if response else ""
        if response is None or not speech:
            return None
        self.response = response
        return Instinctive(speech=speech, tools=self._tools())

    def _opens(self, result: RecognizeResult) -> bool:
        """Tell whether a sentence may open something protected: by its domain, its device class or its name."""
        if result.intent.name not in OPENING_INTENTS:
            return False
        said = {name: str(entity.value).casefold() for name, entity in result.entities.items()}
        kinds = {said.get("domain", ""), said.get("device_class", "")}
        for thing in async_house(self._hass).things.values():
            if said.get("name") in {thing.id, *(name.casefold() for name in (thing.name, *thing.aliases))}:
                kinds |= {thing.domain, (thing.device_class or "") if thing.domain == "cover" else ""}
        return not kinds.isdisjoint(self._confirm)

    def _tools(self) -> tuple[str, ...]:
        """Return the intents that ran in this turn: all tool calls after the person's last words."""
        names: list[str] = []
        for content in reversed(self._chat_log.content):
            if isinstance(content, conversation.UserContent):
                break
            if isinstance(content, conversation.AssistantContent):
                names = [call.tool_name for call in content.tool_calls or ()] + names
        return tuple(names)
