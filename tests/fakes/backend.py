"""A model that says what it was told to say."""

import asyncio
from collections.abc import AsyncGenerator, Iterable, Sequence
import re
from typing import override

from custom_components.opencrayfish.organism.backends.base import Backend, ModelRequest, TimeLimits
from custom_components.opencrayfish.organism.errors import BackendError
from custom_components.opencrayfish.organism.messages import Delta, Usage

type Piece = str | Delta | float | BackendError
"""A text, a whole piece of the stream, a pause in seconds, or a failure."""

USAGE = Usage(prompt_tokens=120, completion_tokens=8, load_ms=1.0, prompt_ms=40.0, completion_ms=200.0)


class ScriptedBackend(Backend):
    """Gives one scripted reply for each call.

    A reply that is one text comes word by word and ends with `USAGE`; one that is a sequence comes as it is, and ends
    with `USAGE` unless it brings its own or fails.
    """

    def __init__(
        self,
        replies: Iterable[str | BackendError | Sequence[Piece]] = (),
        *,
        name: str = "scripted model",
        models: tuple[str, ...] | BackendError = ("model",),
    ) -> None:
        """Take the replies in the order of the calls."""
        self._replies = list(replies)
        self._name = name
        self.models = models
        self.requests: list[ModelRequest] = []
        self.limits: list[TimeLimits] = []
        self.cut_short = 0
        """How many replies were not read to their end."""
        self.is_closed = False

    @property
    @override
    def name(self) -> str:
        return self._name

    @override
    async def stream(self, request: ModelRequest, limits: TimeLimits) -> AsyncGenerator[Delta]:
        assert self._replies, "the model was called more often than it has replies"
        self.requests.append(request)
        self.limits.append(limits)
        reply = self._replies.pop(0)
        try:
            usage: Usage | None = None
            for piece in _pieces(reply):
                if isinstance(piece, BackendError):
                    raise piece
                if isinstance(piece, int | float):
                    await asyncio.sleep(piece)
                    continue
                delta = piece if isinstance(piece, Delta) else Delta(text=piece)
                usage = delta.usage
                yield delta
            if usage is None:
                yield Delta(usage=USAGE)
        except GeneratorExit, asyncio.CancelledError:
            self.cut_short += 1
            raise

    @override
    async def probe(self) -> tuple[str, ...]:
        if isinstance(self.models, BackendError):
            raise self.models
        return self.models

    @override
    def serves(self, models: tuple[str, ...]) -> bool:
        return "model" in models

    @override
    async def pull(self) -> AsyncGenerator[float | None]:
        self.models = ("model",)
        yield 0.5
        yield None

    @override
    async def aclose(self) -> None:
        self.is_closed = True


def _pieces(reply: str | BackendError | Sequence[Piece]) -> Sequence[Piece]:
    match reply:
        case str():
            return re.findall(r"\s*\S+\s*\Z|\s*\S+|\s+", reply)
        case BackendError():
            return (reply,)
        case _:
            return reply
