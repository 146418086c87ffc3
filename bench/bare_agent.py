"""The least that any agent costs: the same call, handed on to Home Assistant's chat log as it comes."""

from collections.abc import AsyncGenerator
import json
from typing import Any, Literal, override

import aiohttp

from homeassistant.components.conversation import (
    AssistantContentDeltaDict,
    ChatLog,
    ConversationEntity,
    ConversationInput,
    ConversationResult,
    async_get_result_from_chat_log,
)
from homeassistant.const import MATCH_ALL

BARE_AGENT = "conversation.bare"


class BareAgent(ConversationEntity):
    """Streams what the server says; no prompt of its own, no filter, no limits."""

    _attr_name: str | None = "Bare"
    _attr_supports_streaming = True

    def __init__(self, session: aiohttp.ClientSession, url: str, prefix: list[dict[str, str]], moment: str) -> None:
        """Take the messages that come before the words, and the line that comes with them."""
        self.entity_id = BARE_AGENT
        self._session = session
        self._url = f"{url}/api/chat"
        self._prefix = prefix
        self._moment = moment

    @property
    @override
    def supported_languages(self) -> list[str] | Literal["*"]:
        """Return that every language is taken."""
        return MATCH_ALL

    @override
    async def _async_handle_message(self, user_input: ConversationInput, chat_log: ChatLog) -> ConversationResult:
        words = {"role": "user", "content": f"{self._moment}\n{user_input.text}"}
        body = {"model": "fake:1b", "messages": [*self._prefix, words], "stream": True}
        async for _ in chat_log.async_add_delta_content_stream(self.entity_id, self._deltas(body)):
            pass
        return async_get_result_from_chat_log(user_input, chat_log)

    async def _deltas(self, body: dict[str, Any]) -> AsyncGenerator[AssistantContentDeltaDict]:
        yield {"role": "assistant"}
        async with self._session.post(self._url, json=body, headers={"Connection": "close"}) as response:
            async for line in response.content:
                yield {"content": json.loads(line)["message"]["content"]}
