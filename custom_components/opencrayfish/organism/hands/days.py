"""Days as people name them: today, on Friday, this week, the 12th of December."""

from calendar import monthrange
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from .tokens import Token, tokenise
from .words import Sense, Words

WEEK: Final = 7
SATURDAY: Final = 5


@dataclass(frozen=True, slots=True)
class Days:
    """A day, or several days in a row."""

    first: date
    last: date

    @property
    def is_one(self) -> bool:
        """Whether it is a single day."""
        return self.first == self.last

    def __contains__(self, day: date) -> bool:
        """Tell whether a day is among them."""
        return self.first <= day <= self.last


def days_said(text: str, words: Words, today: date) -> tuple[Days | None, str]:
    """Return the first days that a text names, and the text without them; a day that is over is that of next year or week."""
    tokens = tokenise(text)
    found: Days | None = None
    rest: list[str] = []
    at = 0
    while at < len(tokens):
        length, sense = words.day(tokens, at)
        days = _days(sense, tokens[at : at + length], words, today) if sense and found is None else None
        if days is None:
            rest.append(tokens[at].raw)
            at += 1
        else:
            found = days
            at += length
    return found, " ".join(rest)


def _days(sense: Sense, tokens: Sequence[Token], words: Words, today: date) -> Days | None:
    match sense.role, sense.key:
        case "weekdays", key:
            return _one(today + timedelta(days=(int(key) - today.weekday()) % WEEK))
        case "dates", key:
            numbers = [value for at in range(len(tokens)) if (value := words.number(tokens, at)[1]) is not None]
            # The month may be a number too, and then comes first.
            return _date(int(numbers[-1]), int(key), today) if numbers else None
        case _, "week":
            return Days(today, today + timedelta(days=6 - today.weekday()))
        case _, "next_week":
            monday = today + timedelta(days=WEEK - today.weekday())
            return Days(monday, monday + timedelta(days=6))
        case _, "weekend":
            saturday = today + timedelta(days=SATURDAY - today.weekday())
            return Days(max(today, saturday), saturday + timedelta(days=1))
        case _, key:
            return _one(today + timedelta(days=int(key)))


def _one(day: date) -> Days:
    return Days(day, day)


def _date(day: int, month: int, today: date) -> Days | None:
    year = today.year if (month, day) >= (today.month, today.day) else today.year + 1
    return _one(date(year, month, day)) if 1 <= day <= monthrange(year, month)[1] else None


def day_name(day: date, words: Words, today: date) -> str:
    """Return a day as it is spoken: today, tomorrow, a weekday within the week, otherwise a date."""
    ahead = (day - today).days
    if 0 <= ahead <= 1:
        return words.day_names[ahead]
    if 0 < ahead < WEEK:
        return words.weekday_names[day.weekday()]
    return words.date_form.format(day=day.day, month=words.month_names[day.month - 1])
