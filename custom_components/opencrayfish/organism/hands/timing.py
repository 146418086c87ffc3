"""When an order is meant for: a length of time or a time of day, read by words of a language."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
import re
from typing import Final

from ..language.shapes import read_texts
from .days import Days, days_said
from .tokens import tokenise
from .words import Words

KEYS: Final = frozenset({
    "after", "second", "minute", "hour", "half_hour", "am", "pm", "noon", "midnight", "half", "half_to", "quarter", "quarter_to",
    "unsupported",
})  # fmt: skip
LONGEST: Final = timedelta(days=7)
"""An order for later than that is better an automation."""
NOON: Final = 12
DAY_HOURS: Final = 24
HOUR_MINUTES: Final = 60
SHIFTS: Final = (("half", 30), ("quarter", 15), ("half_to", -30), ("quarter_to", -15))


@dataclass(frozen=True, slots=True)
class Times:
    """The words of time of one language, as patterns over tokens."""

    patterns: Mapping[str, re.Pattern[str]]

    def has(self, key: str, text: str) -> bool:
        """Tell whether a word of a kind stands in a text."""
        return self.patterns[key].search(text) is not None


def read_times(data: object) -> Times:
    """Return the times of a language; raises `ValueError` for data of another shape."""
    if not isinstance(data, dict) or set(data) != KEYS:
        raise ValueError("the times are not those that are needed")
    patterns: dict[str, re.Pattern[str]] = {}
    for key, words in data.items():
        spoken = sorted(map(_spaced, read_texts(words, f"times: {key}")), key=len, reverse=True)
        patterns[key] = re.compile(rf"(?<!\S)(?:{'|'.join(map(re.escape, spoken)) or '(?!)'})(?!\S)")
    return Times(patterns)


def due(when: str, *, words: Words, times: Times, now: datetime, longest: timedelta = LONGEST) -> datetime | None:
    """Return the moment that words mean, after now and not too late; None when they mean none, or are not understood."""
    days, rest = days_said(when, words, now.date())
    text = _digits(rest, words)
    if times.has("unsupported", text) or (days and not days.is_one):
        return None
    moment = (None if days else _after(text, times, now)) or _at(text, f"{when.casefold()} {text}", times, now, days)
    return moment if moment and now < moment <= now + longest else None


def _after(text: str, times: Times, now: datetime) -> datetime | None:
    """Return now and so much time later; None when no length of time is said."""
    if not times.has("after", text):
        return None
    total = timedelta()
    if times.has("half_hour", text):
        total += timedelta(minutes=30)
        text = times.patterns["half_hour"].sub(" ", text)
    for unit, length in (("second", 1), ("minute", 60), ("hour", 3600)):
        for match in times.patterns[unit].finditer(text):
            number = re.search(r"(\d+(?:\.\d+)?)\s*$", text[: match.start()])
            total += timedelta(seconds=length * (float(number[1]) if number else 1))
    return now + total if total else None


def _at(text: str, whole: str, times: Times, now: datetime, named: Days | None) -> datetime | None:
    """Return the next moment, or the one on a named day, at which the clock shows what is said; None when no time is.

    The whole text still has the name of the day, which may say that it is in the evening.
    """
    ahead = (named.first - now.date()).days if named else 0
    hour, minute = _clock(text, times)
    if hour is None or hour >= DAY_HOURS or minute >= HOUR_MINUTES:
        return None
    is_named = times.has("noon", text) or times.has("midnight", text)
    is_open = (
        not is_named and not ahead and not times.has("am", whole) and not times.has("pm", whole) and 0 < hour <= NOON
    )
    if times.has("pm", whole) and hour < NOON:
        hour += NOON
    base = now.replace(hour=0, minute=0, second=0, microsecond=0)
    hours = (hour, (hour + NOON) % DAY_HOURS) if is_open else (hour,)
    days = (ahead,) if named else (0, 1)
    shift = next((minutes for key, minutes in SHIFTS if times.has(key, text)), 0)
    moments = [
        base + timedelta(days=day) + timedelta(hours=one, minutes=minute + shift) for day in days for one in hours
    ]
    return min((moment for moment in moments if moment > now), default=None)


def _clock(text: str, times: Times) -> tuple[int | None, int]:
    if times.has("noon", text):
        return NOON, 0
    if times.has("midnight", text):
        return 0, 0
    if match := re.search(r"\b(\d{1,2})\s*[:.h]\s*(\d{2})\b", text):
        return int(match[1]), int(match[2])
    if match := re.search(r"\b(\d{1,2})(?:\s+(\d{2}))?\b", text):
        return int(match[1]), int(match[2] or 0)
    return None, 0


def _digits(when: str, words: Words) -> str:
    """Return the tokens of a text, with number words as digits."""
    tokens = tokenise(when)
    pieces: list[str] = []
    at = 0
    while at < len(tokens):
        length, value = words.number(tokens, at)
        if length and value is not None and not tokens[at].is_number:
            pieces.append(f"{value:g}")
            at += length
        else:
            pieces.append(tokens[at].raw.replace(",", "."))
            at += 1
    return " ".join(pieces)


def _spaced(word: str) -> str:
    return " ".join(token.raw for token in tokenise(word))
