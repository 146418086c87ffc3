"""A conversation kept in lists."""

from collections.abc import AsyncIterator
from typing import override

from custom_components.opencrayfish.organism.ports import Transcript


class ListTranscript(Transcript):
    """Remembers what was shown, in the order it was shown."""

    def __init__(self) -> None:
        """Start with nothing said."""
        self.pieces: list[str] = []
        """Everything that was streamed, piece by piece; a stream that fails leaves what came before."""
        self.said: list[str] = []
        """Messages of the assistant that were finished, streamed ones included."""

    @override
    async def stream(self, pieces: AsyncIterator[str]) -> None:
        first = len(self.pieces)
        async for piece in pieces:
            self.pieces.append(piece)
        self.said.append("".join(self.pieces[first:]))

    @override
    def add(self, text: str) -> None:
        self.said.append(text)
