"""The values that travel through a turn."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

type Role = Literal["system", "user", "assistant"]


class Route(StrEnum):
    """Which way a turn was answered."""

    REFLEX = "reflex"
    INSTINCT = "instinct"
    ACTED = "acted"
    """A model chose an action."""
    TASK = "task"
    CONFIRM = "confirm"
    CLARIFY = "clarify"
    CHAT = "chat"
    ASLEEP = "asleep"
    OFFLINE = "offline"
    REJECTED = "rejected"


class Effect(StrEnum):
    """What a reply says of the house."""

    NONE = "none"
    """It is an answer or talk; nothing was asked to change."""
    DONE = "done"
    PARTLY = "partly"
    FAILED = "failed"


class Channel(StrEnum):
    """Where a person speaks from; a spoken reply has the tighter time limit."""

    TEXT = "text"
    VOICE = "voice"


@dataclass(frozen=True, kw_only=True, slots=True)
class Message:
    """One message of a conversation, as a model is given it."""

    role: Role
    text: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Usage:
    """What one model call cost, as the server reports it; 0 where it reports nothing."""

    prompt_tokens: int = 0
    """Includes the tokens that the server had cached."""
    completion_tokens: int = 0
    load_ms: float = 0.0
    prompt_ms: float = 0.0
    """A small value beside many tokens is a hit of the prefix cache."""
    completion_ms: float = 0.0


@dataclass(frozen=True, kw_only=True, slots=True)
class ToolSpec:
    """A tool as a model is offered it; the marks default to the least safe case."""

    name: str
    description: str = ""
    parameters: Mapping[str, object] = field(default_factory=dict)
    """JSON schema of its arguments."""
    is_read_only: bool = False
    is_idempotent: bool = False
    """Calling it twice changes no more than calling it once."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ToolCall:
    """A tool that a model wants to be used."""

    name: str
    arguments: Mapping[str, object]
    id: str = ""
    """As the model gave it; empty when it gave none."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Delta:
    """One piece of a model's stream."""

    text: str = ""
    thinking: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    usage: Usage | None = None
    """On the last piece only."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Stimulus:
    """Something a person said."""

    text: str
    language: str
    """BCP 47 tag of the request, such as `en` or `zh-CN`."""
    channel: Channel = Channel.TEXT
    conversation_id: str = ""
    speaker: str = ""
    """Name of the person who speaks, empty when unknown."""
    room: str = ""
    """Name of the area the words come from, empty when unknown."""
    area_id: str = ""
    """Id of that area, for the house."""
    extra_instructions: str = ""
    """What the caller's automation adds to the system prompt."""
    is_emergency: bool = False
    """Chat is wanted even while the animal sleeps."""
    may_wake: bool = True
    """Whether who speaks may say that it is an emergency: the Architect, an administrator, or somebody not logged in."""
    uses_fahrenheit: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Trace:
    """How a turn went, for diagnostics and the bench."""

    elapsed_ms: float = 0.0
    first_text_ms: float | None = None
    """Time to the first text released to the listener; None when nothing streamed."""
    usage: Usage | None = None
    tools: tuple[str, ...] = ()
    """Names of the intents and tools that ran, in order."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Reply:
    """What the animal answers."""

    text: str
    """For a screen: links and formatting stay."""
    speech: str
    """For a loudspeaker: plain words only, never empty."""
    route: Route
    backend: str = ""
    """The model that spoke, empty when none did."""
    continue_conversation: bool = False
    effect: Effect = Effect.NONE
    targets: tuple[str, ...] = ()
    """Ids of the things that are as they were asked to be."""
    trace: Trace = field(default_factory=Trace)
