"""What of the body and the heart outlives a restart, as plain data; whatever cannot be read is left out."""

from collections.abc import Mapping
from datetime import UTC, datetime
import math
from typing import Final

from ..body.body import Body
from ..body.mood import EMOTIONS, FULL, Cause, Emotion, Mood, MoodEvent
from ..body.vitals import StressCause, StressEpisode
from .heart import Heart

LATEST: Final = 253402300799.0
"""The end of the year 9999 in seconds since 1970."""


def snapshot(body: Body, heart: Heart) -> dict[str, object]:
    """Return the state as values that JSON can hold."""
    episode = body.stress.episode
    return {
        "mood": {"levels": list(body.mood.levels), "at": body.mood.at},
        "mood_events": [
            {
                "at": event.at,
                "emotion": event.emotion.value,
                "delta": event.delta,
                "cause": event.cause.value,
                "reason": event.reason,
            }
            for event in body.mood_events
        ],
        "episode": episode
        and {
            "since": episode.since,
            "cause": episode.cause.value,
            "peak_celsius": episode.peak_celsius,
            "peak_ram_percent": episode.peak_ram_percent,
        },
        "beats": heart.beats,
        "faults": heart.faults,
        "stress_count": heart.stress_count,
        "was_asleep": heart.was_asleep,
        "was_offline": heart.was_offline,
        "last_interaction": heart.last_interaction and heart.last_interaction.timestamp(),
    }


def restore(data: Mapping[str, object], body: Body, heart: Heart) -> None:
    """Take a state over; the mood ages by itself with the next beat."""
    if mood := _mood(data.get("mood")):
        body.mood = mood
    events = data.get("mood_events")
    for item in events if isinstance(events, list) else ():
        if event := _mood_event(item):
            body.mood_events.append(event)
    body.stress.episode = _episode(data.get("episode"))
    heart.beats = _count(data.get("beats"))
    heart.faults = _count(data.get("faults"))
    heart.stress_count = _count(data.get("stress_count"))
    was_asleep = data.get("was_asleep")
    heart.was_asleep = was_asleep if isinstance(was_asleep, bool) else None
    heart.was_offline = data.get("was_offline") is True
    if (at := _moment(data.get("last_interaction"))) is not None:
        heart.last_interaction = datetime.fromtimestamp(at, UTC)


def _mood(value: object) -> Mood | None:
    match value:
        case {"levels": list(levels), "at": at} if len(levels) == len(EMOTIONS) and (moment := _moment(at)) is not None:
            numbers = [number for level in levels if (number := _number(level)) is not None]
            if len(numbers) == len(levels):
                return Mood(tuple(min(FULL, max(0.0, number)) for number in numbers), moment)
    return None


def _mood_event(value: object) -> MoodEvent | None:
    match value:
        case {"at": at, "emotion": str(emotion), "delta": delta, "cause": str(cause), **rest}:
            moment, points, reason = _moment(at), _number(delta), rest.get("reason")
            if emotion in set(Emotion) and cause in set(Cause) and moment is not None and points is not None:
                return MoodEvent(
                    at=moment,
                    emotion=Emotion(emotion),
                    delta=points,
                    cause=Cause(cause),
                    reason=reason if isinstance(reason, str) else "",
                )
    return None


def _episode(value: object) -> StressEpisode | None:
    match value:
        case {"since": since, "cause": str(cause), **rest} if (
            cause in set(StressCause) and (moment := _moment(since)) is not None
        ):
            return StressEpisode(
                since=moment,
                cause=StressCause(cause),
                peak_celsius=_number(rest.get("peak_celsius")),
                peak_ram_percent=_number(rest.get("peak_ram_percent")),
            )
    return None


def _number(value: object) -> float | None:
    return (
        float(value)
        if isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
        else None
    )


def _moment(value: object) -> float | None:
    number = _number(value)
    return number if number is not None and 0 <= number <= LATEST else None


def _count(value: object) -> int:
    return value if type(value) is int and value > 0 else 0
