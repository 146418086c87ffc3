"""What a person may attach to a bug report: how turns went, never what was said."""

from dataclasses import asdict
from typing import Any

from homeassistant.components.diagnostics import async_redact_data
from homeassistant.core import HomeAssistant

from .burrow.runtime import CrayfishConfigEntry
from .burrow.settings import CONF_ARCHITECT_HONORIFIC, CONF_ARCHITECT_NAME, CONF_ARCHITECT_PERSON, CONF_URL
from .organism.body.mood import Emotion
from .organism.messages import Reply

TO_REDACT = {CONF_ARCHITECT_HONORIFIC, CONF_ARCHITECT_NAME, CONF_ARCHITECT_PERSON, CONF_URL}


async def async_get_config_entry_diagnostics(hass: HomeAssistant, entry: CrayfishConfigEntry) -> dict[str, Any]:
    """Return settings and the figures of the latest turns."""
    organism = entry.runtime_data.organism
    heart, body = organism.heart, organism.body
    return {
        "settings": async_redact_data(asdict(organism.settings), TO_REDACT),
        "heart": {
            "beats": heart.beats,
            "faults": heart.faults,
            "missed": heart.missed_beats(organism.settings),
            "stress_episodes": heart.stress_count,
            "idle_seconds": heart.idle_seconds(),
        },
        "body": {
            "signs": asdict(body.signs),
            "mood": {emotion.value: round(body.mood.level(emotion), 1) for emotion in Emotion},
            "mood_events": [
                {"at": event.at, "emotion": event.emotion.value, "delta": event.delta, "cause": event.cause.value}
                for event in body.mood_events
            ],
            "stress": body.stress.episode and asdict(body.stress.episode),
        },
        "memory": {
            "window": organism.memory.window_size,
            "pending": organism.memory.pending_size,
            "rejected": organism.memory.rejected,
            "lost": organism.memory.lost,
            "soul_fault": organism.soul.fault,
        },
        "brain": asdict(organism.brain.health()) if organism.brain else None,
        "recent_turns": [_figures(reply) for reply in organism.recent],
    }


def _figures(reply: Reply) -> dict[str, Any]:
    return {
        "route": reply.route.value,
        "backend": reply.backend,
        "characters": len(reply.speech),
        **asdict(reply.trace),
    }
