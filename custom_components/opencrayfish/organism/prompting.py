"""What a model is given: the parts that never change first, so that its server can keep them ready."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from .body.body import Body
from .body.empathy import Feelings, Sentiment
from .language.loader import Language
from .memory.soul import Section, Soul, core_text
from .messages import Message, Stimulus
from .settings import Address, Settings

GROWTH_TOLD: Final = 8
"""How many entries of a section of the soul a model is given, newest first; each costs every turn its tokens."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Moment:
    """The end of the prompt, which is new with every message."""

    now: datetime
    body: Body
    feelings: Feelings


def assemble(
    stimulus: Stimulus,
    *,
    settings: Settings,
    language: Language,
    soul: str,
    history: Sequence[Message],
    moment: Moment,
) -> tuple[Message, ...]:
    """Return the messages of one chat call: soul and rules, recent history, then the moment with the person's words."""
    return (
        *lasting(stimulus, settings=settings, language=language, soul=soul),
        *history,
        Message(role="user", text=f"{_moment(stimulus, language, moment)}\n{stimulus.text}"),
    )


def lasting(stimulus: Stimulus, *, settings: Settings, language: Language, soul: str) -> tuple[Message, ...]:
    """Return the messages with which every chat call begins."""
    return (Message(role="system", text=_persona(stimulus, settings, language, soul)),)


def soul_text(soul: Soul, designation: str, language: Language) -> str:
    """Return what the animal knows of itself: its core, and the latest of what has grown."""
    parts = [core_text(soul, designation)]
    for key, section in (("memories", Section.CORE_MEMORIES), ("preferences", Section.LEARNED_PREFERENCES)):
        if entries := soul.entries(section)[:GROWTH_TOLD]:
            parts.append("\n".join([language.phrase(f"soul_{key}"), *(f"- {entry}" for entry in entries)]))
    return "\n\n".join(parts)


def _persona(stimulus: Stimulus, settings: Settings, language: Language, soul: str) -> str:
    persona = language.prompt(
        "persona",
        designation=settings.designation,
        architect=settings.salutation,
        addressee=settings.salutation if settings.address is Address.ALWAYS else "",
    )
    hint = "" if language.speaks(stimulus.language) else language.say("language_hint", language=stimulus.language)
    return "\n\n".join(part for part in (soul, persona, hint, stimulus.extra_instructions.strip()) if part)


def _moment(stimulus: Stimulus, language: Language, moment: Moment) -> str:
    is_stressed = moment.body.is_stressed
    return language.moment(
        now=moment.now,
        room=stimulus.room,
        speaker=stimulus.speaker,
        body=_body(stimulus, language, moment.body),
        mood=_mood(language, moment.body),
        empathy=_empathy(language, moment.feelings),
        exhaustion=language.phrase("exhaustion") if is_stressed else "",
    )


def _body(stimulus: Stimulus, language: Language, body: Body) -> str:
    cause = body.stress.episode.cause.value if body.stress.episode else "comfortable"
    signs = body.signs
    words = [language.phrase(f"sense_{cause}")]
    if signs.cpu_percent is not None:
        words.append(language.phrase("sense_reading_cpu", value=round(signs.cpu_percent)))
    if signs.ram_percent is not None:
        words.append(language.phrase("sense_reading_memory", value=round(signs.ram_percent)))
    if signs.temperature_celsius is not None:
        key, value = "celsius", signs.temperature_celsius
        if stimulus.uses_fahrenheit:
            key, value = "fahrenheit", value * 9 / 5 + 32
        words.append(language.phrase(f"sense_reading_{key}", value=round(value)))
    return language.listing(words)


def _mood(language: Language, body: Body) -> str:
    dominant = body.mood.dominant
    feeling = language.phrase(f"feeling_{dominant.value}")
    return language.phrase("sense_mood", feeling=feeling, level=round(body.mood.level(dominant)))


def _empathy(language: Language, feelings: Feelings) -> str:
    keys = ["hostile"] if feelings.hostile else []
    if not feelings.hostile and feelings.sentiment is not Sentiment.NEUTRAL:
        keys.append(feelings.sentiment.value)
    if feelings.urgent:
        keys.append("urgent")
    return language.listing(language.phrase(f"empathy_{key}") for key in keys)
