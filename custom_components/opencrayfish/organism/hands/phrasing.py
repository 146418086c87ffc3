"""Sentences about the house: names and states in, one sentence out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from string import Template
from typing import Final

from ..errors import ActionDenied, ActionError, ActionTimedOut
from ..language.shapes import read_texts
from .timing import Times, read_times
from .tokens import IDEOGRAPH

NAMED: Final = 4
"""Of more things only so many are named; the rest is a number."""
SENTENCES: Final = frozenset({
    "done", "done_many", "done_value", "done_value_many", "already", "already_many", "already_value", "already_value_many",
    "no_reaction", "gone", "failed", "denied", "sent", "confirm", "confirm_many", "cancelled", "which", "added", "completed",
    "yes", "no", "state", "reading", "yes_any", "no_any", "yes_all", "no_all", "which_list", "which_none", "count", "count_none",
    "unknown", "more", "items", "list_empty", "missed", "planned", "planned_list", "planned_job", "no_jobs", "job_cancelled", "when_unclear",
    "events_on", "no_events_on", "no_events", "event", "event_at", "day_at", "event_added", "event_unclear", "no_forecast", "weather_yes", "weather_no",
    "weather_now", "weather_on", "span", "button_yes", "button_no", "unsettled_order", "unsettled_question", "propose", "awaited", "awaited_job", "awaited_already", "awaited_missed",
})  # fmt: skip


@dataclass(frozen=True, kw_only=True, slots=True)
class Phrasing:
    """What one language says about the house; made by `read_phrasing`."""

    sentences: Mapping[str, Template]
    yes: frozenset[str]
    no: frozenset[str]
    comma: str
    and_: str
    or_: str
    times: Times
    list_jobs: frozenset[str]
    cancel_jobs: frozenset[str]
    states: Mapping[str, str]
    """Words for states that read better in a sentence than Home Assistant's own."""

    def sentence(self, key: str, **values: object) -> str:
        """Return a sentence; values are text, and a name's capital is kept as it is written."""
        text = self.part(key, **values)
        return text[:1].upper() + text[1:]

    def part(self, key: str, **values: object) -> str:
        """Return a part of a sentence."""
        return self.sentences[key].substitute({name: " ".join(str(value).split()) for name, value in values.items()})

    def refused(self, error: ActionError, names: str) -> str:
        """Say that the house did not do or tell something, and why."""
        match error:
            case ActionDenied():
                return self.sentence("denied", names=names)
            case ActionTimedOut():
                return self.sentence("no_reaction", names=names)
            case _:
                return self.sentence("failed", names=names, reason=error)

    def listed(self, names: Sequence[str], *, is_choice: bool = False) -> str:
        """Return names in one phrase; of many only the first, and how many more there are."""
        shown = list(dict.fromkeys(names))
        if len(shown) > NAMED:
            shown = [*shown[: NAMED - 1], self.sentences["more"].substitute(count=len(shown) - NAMED + 1)]
        if len(shown) <= 1:
            return "".join(shown)
        return f"{self.comma.join(shown[:-1])}{self.or_ if is_choice else self.and_}{shown[-1]}"

    def answer(self, text: str) -> bool | None:
        """Read a yes or a no; None when it is neither."""
        words = plain(text)
        return True if words in self.yes else False if words in self.no else None

    def takes_back(self, text: str) -> bool:
        """Tell whether a text begins with a no."""
        words = f"{plain(text)} "
        # Chinese has no spaces between words.
        return any(words.startswith(no if not no.isascii() and no >= IDEOGRAPH else f"{no} ") for no in self.no)


def plain(text: str) -> str:
    """Return a text in small letters and without punctuation, but for apostrophes and the slash of a command."""
    text = text.casefold().replace("’", "'")
    return " ".join("".join(char if char.isalnum() or char in "'/-" else " " for char in text).split())


def read_phrasing(data: Mapping[str, object]) -> Phrasing:
    """Return the phrasing of a language; raises `ValueError` when something is missing or of another shape."""
    sentences = data.get("sentences")
    if not isinstance(sentences, dict) or set(sentences) != SENTENCES:
        raise ValueError("the sentences are not those that are needed")
    return Phrasing(
        sentences={key: Template(str(text)) for key, text in sentences.items()},
        yes=_words(data.get("yes"), "yes"),
        no=_words(data.get("no"), "no"),
        comma=str(data["comma"]),
        and_=str(data["and"]),
        or_=str(data["or"]),
        times=read_times(data.get("times")),
        list_jobs=_words(data.get("list_jobs"), "list_jobs"),
        cancel_jobs=_words(data.get("cancel_jobs"), "cancel_jobs"),
        states=_states(data.get("states", {})),
    )


def _states(value: object) -> Mapping[str, str]:
    if not isinstance(value, dict) or not all(isinstance(word, str) for word in (*value, *value.values())):
        raise ValueError("states is no mapping of texts")
    return value


def _words(value: object, name: str) -> frozenset[str]:
    return frozenset(word.casefold() for word in read_texts(value, name))
