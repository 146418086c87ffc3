"""What the rest of the organism knows of a model server."""

from collections.abc import AsyncGenerator
from dataclasses import dataclass
from typing import Protocol

from ..messages import Delta, Message


@dataclass(frozen=True, kw_only=True, slots=True)
class ModelRequest:
    """One call of a model."""

    messages: tuple[Message, ...]
    max_tokens: int
    """Upper limit of the answer; always sent, so that a runaway model ends."""


@dataclass(frozen=True, kw_only=True, slots=True)
class TimeLimits:
    """Seconds a call may take, each measured from its start."""

    connect: float = 5.0
    first_token: float = 120.0
    """A cold server loads the model before it speaks."""
    total: float = 90.0
    """The whole reply, streaming included."""


class Backend(Protocol):
    """A model server that speaks."""

    @property
    def name(self) -> str:
        """Name for people and logs, such as `ollama qwen3:4b`."""

    def stream(self, request: ModelRequest, limits: TimeLimits) -> AsyncGenerator[Delta]:
        """Yield the model's answer piece by piece.

        Raises a `BackendError` at any point; what was yielded before stands.
        """

    async def probe(self) -> tuple[str, ...]:
        """Return the names of the models the server offers, sorted.

        Raises `BackendUnreachable`, `BackendTimeout` or `BackendFault`.
        """

    async def aclose(self) -> None:
        """Let go of connections of its own."""
