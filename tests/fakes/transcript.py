"""A conversation kept in lists."""

from collections.abc import AsyncIterator, Iterable
from typing import override

from custom_components.opencrayfish.organism.messages import Message
from custom_components.opencrayfish.organism.ports import Transcript


class ListTranscript(Transcript):
    """Remembers what was shown, in the order it was shown."""

    def __init__(self, history: Iterable[Message] = ()) -> None:
        """Take what was said before this turn."""
        self._history = tuple(history)
        self.pieces: list[str] = []
        """Everything that was streamed, piece by piece; a stream that fails leaves what came before."""
        self.said: list[str] = []
        """Messages of the assistant that were finished, streamed ones included."""

    @override
    def messages(self) -> tuple[Message, ...]:
        return self._history

    @override
    async def stream(self, pieces: AsyncIterator[str]) -> None:
        first = len(self.pieces)
        async for piece in pieces:
            self.pieces.append(piece)
        self.said.append("".join(self.pieces[first:]))

    @override
    def add(self, text: str) -> None:
        self.said.append(text)
