"""What the rest of the organism knows of a model server."""

from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass
from typing import Protocol

from ..messages import Delta, Message


@dataclass(frozen=True, kw_only=True, slots=True)
class ModelRequest:
    """One call of a model."""

    messages: tuple[Message, ...]
    max_tokens: int
    """Upper limit of the answer; always sent, so that a runaway model ends."""
    schema: Mapping[str, object] | None = None
    """JSON schema that the answer must follow; None for free text."""
    temperature: float | None = None
    """How freely it may choose among words, 0 for not at all; None for what the server takes for the model."""
    lasting: int = 0
    """So many messages at the beginning are the same in every call of this kind."""


@dataclass(frozen=True, kw_only=True, slots=True)
class TimeLimits:
    """Seconds a call may take, each measured from its start."""

    connect: float = 5.0
    first_token: float = 120.0
    """A cold server loads the model before it speaks."""
    first_token_warm: float = 30.0
    """The model is loaded: it was used within the time the server keeps it."""
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

    def serves(self, models: tuple[str, ...]) -> bool:
        """Tell whether this backend's model is among those a server offers."""

    def pull(self) -> AsyncGenerator[float | None]:
        """Make the server fetch the model; yields how much of the current file is there, 0–1, None when unknown.

        Raises a `BackendError` at any point; the server keeps what it has.
        """

    async def aclose(self) -> None:
        """Let go of connections of its own."""
