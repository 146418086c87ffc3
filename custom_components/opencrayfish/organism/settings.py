"""Everything a person can set, typed and united."""

from dataclasses import dataclass
from datetime import time
from enum import StrEnum
from typing import Final


class BrainKind(StrEnum):
    """Where a brain comes from."""

    OLLAMA = "ollama"
    NONE = "none"


PROTECTED: Final = ("lock", "alarm_control_panel", "valve", "garage", "gate")


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


class Address(StrEnum):
    """When the animal addresses the Architect by title and name; sentences about actions never do."""

    ALWAYS = "always"
    GREETINGS = "greetings"
    NEVER = "never"


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
    address: Address = Address.ALWAYS
    shows_affirmation: bool = False
    """Whether the screen shows a line of encouragement below a reply that the positive filter changed."""
    pulse_interval_seconds: int = 30
    duty_start: time = time(6)
    sleep_start: time = time(2)
    """Equal to `duty_start` when it never sleeps."""
    chat_while_asleep: bool = False
    thermal_limit_celsius: float = 75
    thermal_release_celsius: float = 70
    ram_limit_pct: float = 85
    ram_release_pct: float = 80
    confirm_domains: tuple[str, ...] = PROTECTED
    """What is opened only after a yes: domains, and device classes of covers."""
    history_messages: int = 12
    """How many messages short-term memory holds and a model is given."""
    journal_flush_seconds: int = 30
    """What a loss of power may cost of the dialogue."""
    journal_fsync: bool = False
    """Whether every flush waits for the disk; stopping always does."""

    @property
    def salutation(self) -> str:
        """How the Architect is addressed: honorific and name, or the one that is there; may be empty."""
        return " ".join(part for part in (self.architect_honorific, self.architect_name) if part)
