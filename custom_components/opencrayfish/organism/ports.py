"""What the organism needs from the world around it."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from .messages import Message, Stimulus


class Clock(Protocol):
    """Time, so that tests can hold it still."""

    def now(self) -> datetime:
        """Return the local time of the home, aware of its time zone."""

    def monotonic(self) -> float:
        """Return seconds that only go forward."""


class Transcript(Protocol):
    """The running conversation, as the interface that holds it sees it."""

    def messages(self) -> tuple[Message, ...]:
        """Return what was said before this turn, oldest first, without system messages."""

    async def stream(self, pieces: AsyncIterator[str]) -> None:
        """Show the pieces as they come; together they are one message of the assistant.

        What was shown cannot be taken back, so the pieces are clean before they get here.
        """

    def add(self, text: str) -> None:
        """Add a finished message of the assistant."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Instinctive:
    """What the house did or answered without a model."""

    speech: str
    tools: tuple[str, ...] = ()


class Instinct(Protocol):
    """Orders and questions about the house that need no model."""

    async def handle(self, stimulus: Stimulus) -> Instinctive | None:
        """Act on words that match exactly; None when they do not, and then nothing has happened."""
