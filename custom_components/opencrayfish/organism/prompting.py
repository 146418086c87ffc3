"""What a model is given: the parts that never change first, so that its server can keep them ready."""

from collections.abc import Sequence
from datetime import datetime

from .language.loader import Language
from .messages import Message, Stimulus
from .settings import Settings


def assemble(
    stimulus: Stimulus, *, settings: Settings, language: Language, history: Sequence[Message], now: datetime
) -> tuple[Message, ...]:
    """Return the messages of one chat call: persona, recent history, then the moment with the person's words."""
    return (
        Message(role="system", text=_persona(stimulus, settings, language)),
        *recent(history, settings.history_messages),
        Message(role="user", text=_words(stimulus, language, now)),
    )


def recent(history: Sequence[Message], limit: int) -> tuple[Message, ...]:
    """Return the latest messages, at most `limit`, beginning with a person's.

    Old ones go half a window at a time, because each cut moves the start and makes the server read everything anew.
    """
    if limit <= 0:
        return ()
    block = max(1, limit // 2)
    surplus = max(0, len(history) - limit)
    start = -(-surplus // block) * block
    while start < len(history) and history[start].role != "user":
        start += 1
    return tuple(history[start:])


def _persona(stimulus: Stimulus, settings: Settings, language: Language) -> str:
    persona = language.prompt("persona", designation=settings.designation, architect=settings.salutation)
    hint = "" if language.speaks(stimulus.language) else language.say("language_hint", language=stimulus.language)
    return "\n\n".join(part for part in (persona, hint, stimulus.extra_instructions.strip()) if part)


def _words(stimulus: Stimulus, language: Language, now: datetime) -> str:
    moment = language.moment(now=now, room=stimulus.room, speaker=stimulus.speaker)
    return f"{moment}\n{stimulus.text}" if moment else stimulus.text
