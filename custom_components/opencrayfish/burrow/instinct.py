"""First instinct: Home Assistant's own sentences, matched strictly."""

from dataclasses import replace
from typing import override

from homeassistant.components import conversation
from homeassistant.core import HomeAssistant
from homeassistant.helpers.intent import IntentResponse

from ..organism.messages import Stimulus
from ..organism.ports import Instinct, Instinctive


class StrictIntents(Instinct):
    """One turn's access to the default agent; only exact wording and exposed entities count."""

    def __init__(
        self, hass: HomeAssistant, user_input: conversation.ConversationInput, chat_log: conversation.ChatLog
    ) -> None:
        """Take the request with its context, so that permissions and the satellite's area apply."""
        self._hass = hass
        self._user_input = user_input
        self._chat_log = chat_log
        self.response: IntentResponse | None = None
        """Home Assistant's own response after a match: it carries the targets."""

    @override
    async def handle(self, stimulus: Stimulus) -> Instinctive | None:
        user_input = replace(self._user_input, text=stimulus.text)
        response = await conversation.async_handle_intents(self._hass, user_input, self._chat_log)
        speech = response.speech.get("plain", {}).get("speech", "").strip() if response else ""
        if response is None or not speech:
            return None
        self.response = response
        return Instinctive(speech=speech, tools=self._tools())

    def _tools(self) -> tuple[str, ...]:
        """Return the intents that ran in this turn: all tool calls after the person's last words."""
        names: list[str] = []
        for content in reversed(self._chat_log.content):
            if isinstance(content, conversation.UserContent):
                break
            if isinstance(content, conversation.AssistantContent):
                names = [call.tool_name for call in content.tool_calls or ()] + names
        return tuple(names)
