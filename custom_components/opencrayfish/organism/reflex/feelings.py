"""What is answered by heart about how the animal is."""

from typing import Final

from ..backends.breaker import BrainStatus
from ..body.mood import HALF_LIFE_SECONDS, Cause, Emotion, MoodEvent
from ..body.vitals import VitalSigns
from .situation import Situation

REASONS_TOLD: Final = 2
MEMORY_OF_REASONS_SECONDS: Final = 4 * HALF_LIFE_SECONDS
"""A push older than this has all but faded."""


def how_are_you(situation: Situation) -> str:
    """Say how body and mood are, in one breath."""
    feeling = situation.language.say("mood", feeling=_feeling(situation))
    return situation.language.phrase("how_are_you", body=_body(situation), mood=feeling)


def vitals(situation: Situation) -> str:
    """Say what the body reads, in the units of the home."""
    readings = _readings(situation)
    body = _body(situation)
    if readings:
        body = situation.language.say("vitals", body=body, readings=situation.language.enumerate(readings))
    if situation.health.status is BrainStatus.OFFLINE:
        body = f"{body} {situation.language.say('vitals_brain_offline')}"
    return body


def mood(situation: Situation) -> str:
    """Say what the animal feels."""
    return situation.language.say("mood", feeling=_feeling(situation))


def mood_reasons(situation: Situation) -> str:
    """Say why, from what pushed the mood of late."""
    emotion = situation.body.mood.dominant
    reasons = [_reason(situation, event) for event in _why(situation, emotion)]
    if not reasons:
        return situation.language.say("mood_no_reason", feeling=_feeling(situation))
    phrase = situation.language.enumerate(reasons)
    return situation.language.say("mood_why", feeling=_feeling(situation), reasons=phrase)


def _readings(situation: Situation) -> list[str]:
    """Return the body's readings in words, those that there are."""
    signs, phrase = situation.body.signs, situation.language.phrase
    readings: list[str] = []
    if signs.cpu_percent is not None:
        readings.append(phrase("reading_cpu", value=round(signs.cpu_percent)))
    if signs.ram_percent is not None:
        readings.append(phrase("reading_memory", value=round(signs.ram_percent)))
    if (celsius := signs.temperature_celsius) is not None:
        if situation.stimulus.uses_fahrenheit:
            readings.append(phrase("reading_fahrenheit", value=round(celsius * 9 / 5 + 32)))
        else:
            readings.append(phrase("reading_celsius", value=round(celsius)))
    return readings


def _why(situation: Situation, emotion: Emotion) -> list[MoodEvent]:
    """Return the latest pushes toward an emotion, one for each cause, newest first."""
    chosen: dict[Cause, MoodEvent] = {}
    now = situation.body.mood.at
    for event in reversed(situation.body.mood_events):
        if event.emotion is emotion and event.delta > 0 and now - event.at <= MEMORY_OF_REASONS_SECONDS:
            chosen.setdefault(event.cause, event)
    return list(chosen.values())[:REASONS_TOLD]


def _reason(situation: Situation, event: MoodEvent) -> str:
    if event.cause is Cause.OPERATOR and event.reason:
        return situation.language.phrase("cause_operator_reason", reason=event.reason)
    return situation.language.phrase(f"cause_{event.cause.value}")


def _feeling(situation: Situation) -> str:
    return situation.language.phrase(f"feeling_{situation.body.mood.dominant.value}")


def _body(situation: Situation) -> str:
    episode = situation.body.stress.episode
    if episode:
        return situation.language.say(f"body_{episode.cause.value}")
    return situation.language.say("body_comfortable" if situation.body.signs != VitalSigns() else "body_unknown")
