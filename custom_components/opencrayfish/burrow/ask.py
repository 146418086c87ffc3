"""A request whose sender wants the whole reply, not only what is spoken."""

from dataclasses import dataclass

from homeassistant.components.conversation import ConversationInput

from ..organism.messages import Reply


@dataclass(slots=True)
class Ask(ConversationInput):
    """A conversation input that brings the reply back."""

    is_emergency: bool = False
    reply: Reply | None = None
    """Filled in by the turn."""
