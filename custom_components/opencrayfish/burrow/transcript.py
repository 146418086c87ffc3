"""The organism's transcript, kept by Home Assistant's chat log."""

from collections.abc import AsyncGenerator, AsyncIterator
from typing import override

from homeassistant.components.conversation import (
    AssistantContent,
    AssistantContentDeltaDict,
    ChatLog,
    ToolResultContentDeltaDict,
)

from ..organism.ports import Transcript


class ChatLogTranscript(Transcript):
    """One turn's view of a chat log; what is streamed reaches the screen and the loudspeaker at once."""

    def __init__(self, chat_log: ChatLog, agent_id: str) -> None:
        """Speak into a chat log under the name of an agent."""
        self._chat_log = chat_log
        self._agent_id = agent_id

    @override
    async def stream(self, pieces: AsyncIterator[str]) -> None:
        async for _ in self._chat_log.async_add_delta_content_stream(self._agent_id, _deltas(pieces)):
            pass

    @override
    def add(self, text: str) -> None:
        self._chat_log.async_add_assistant_content_without_tools(
            AssistantContent(agent_id=self._agent_id, content=text)
        )


async def _deltas(
    pieces: AsyncIterator[str],
) -> AsyncGenerator[AssistantContentDeltaDict | ToolResultContentDeltaDict]:
    yield {"role": "assistant"}
    async for piece in pieces:
        yield {"content": piece}
