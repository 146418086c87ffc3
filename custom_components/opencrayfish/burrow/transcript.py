"""The organism's transcript, kept by Home Assistant's chat log."""

from collections.abc import AsyncGenerator, AsyncIterator
from typing import override

from homeassistant.components.conversation import (
    AssistantContent,
    AssistantContentDeltaDict,
    ChatLog,
    ToolResultContentDeltaDict,
    UserContent,
)

from ..organism.messages import Message
from ..organism.ports import Transcript


class ChatLogTranscript(Transcript):
    """One turn's view of a chat log; what is streamed reaches the screen and the loudspeaker at once."""

    def __init__(self, chat_log: ChatLog, agent_id: str) -> None:
        """Remember where this turn begins: the last message is what the person says now."""
        self._chat_log = chat_log
        self._agent_id = agent_id
        self._before = tuple(chat_log.content[:-1])

    @override
    def messages(self) -> tuple[Message, ...]:
        messages: list[Message] = []
        for content in self._before:
            if isinstance(content, UserContent) and content.content:
                messages.append(Message(role="user", text=content.content))
            elif isinstance(content, AssistantContent) and content.content:
                messages.append(Message(role="assistant", text=content.content))
        return tuple(messages)

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
