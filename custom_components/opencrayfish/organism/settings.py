"""Everything a person can set, typed and united."""

from dataclasses import dataclass
from enum import StrEnum


class BrainKind(StrEnum):
    """Where a brain comes from."""

    OLLAMA = "ollama"
    NONE = "none"


@dataclass(frozen=True, kw_only=True, slots=True)
class BrainSettings:
    """One model behind one server."""

    kind: BrainKind
    url: str
    model: str
    context_tokens: int = 4096
    """Size of the window asked for with every call (`num_ctx`)."""
    keep_alive_minutes: int = -1
    """How long the server keeps the model loaded after a call; −1 for ever."""
    reply_tokens: int = 400
    """Longest reply (`num_predict`), so that a runaway model ends."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Settings:
    """The settings of one crayfish."""

    designation: str
    slug: str
    architect_name: str = ""
    architect_honorific: str = ""
    architect_person: str = ""
    """Entity id of the person who is the Architect, empty when nobody was chosen."""
    brain: BrainSettings | None = None
    history_messages: int = 12
    """How many messages of the conversation a model is given."""

    @property
    def salutation(self) -> str:
        """How the Architect is addressed: honorific and name, or the one that is there; may be empty."""
        return " ".join(part for part in (self.architect_honorific, self.architect_name) if part)
