"""Tell what stands in calendars, and put events into them."""

from collections.abc import Mapping
from datetime import datetime, time, timedelta
from typing import Final

from ..errors import ActionError
from ..ports import Effector, Event
from .days import WEEK, Days, day_name, days_said
from .house import House
from .phrasing import Phrasing
from .results import Agenda, Appointment
from .timing import due
from .words import Words

SERVICE: Final = "calendar.create_event"
LENGTH: Final = timedelta(hours=1)
"""Of an event of which only the start was said."""
FAR: Final = timedelta(days=366)
"""So far ahead an event is looked for by its name; without a name a week is enough."""
TOLD: Final = 6


class AgendaTeller:
    """Speaks of calendars in one language, with the permissions of one person."""

    def __init__(self, phrasing: Phrasing, words: Words, house: House, effector: Effector, now: datetime) -> None:
        """Take the sentences, the house and the time."""
        self._phrasing, self._words, self._house, self._effector, self._now = phrasing, words, house, effector, now

    async def answer(self, asked: Agenda) -> str | None:
        """Return what was asked; None when nothing was found and it was hardly about a calendar."""
        days, _ = days_said(asked.when, self._words, self._now.date())
        names = self._phrasing.listed([self._house[id_].name for id_ in asked.targets if id_ in self._house])
        try:
            events = await self._events(asked, days)
        except ActionError as err:
            return self._phrasing.refused(err, names)
        found = [event for event in events if all(self._is_in(word, event) for word in asked.search)]
        if not found:
            if not asked.is_sure:
                return None
            day = self._span(days) if days else ""
            return self._phrasing.sentence("no_events_on" if day else "no_events", names=names, day=day)
        if days and days.is_one:
            told = [self._short(event) for event in found[:TOLD]]
            return self._phrasing.sentence("events_on", day=self._span(days), value=self._phrasing.listed(told))
        shown = found[:1] if asked.is_next and (asked.search or not days) else found[:TOLD]
        return " ".join(self._phrasing.sentence("event", item=one.summary, time=self._moment(one)) for one in shown)

    async def _events(self, asked: Agenda, days: Days | None) -> list[Event]:
        zone = self._now.tzinfo
        first = max(self._now, datetime.combine(days.first, time.min, zone)) if days else self._now
        reach = FAR if asked.search else timedelta(days=WEEK * 8)
        last = datetime.combine(days.last + timedelta(days=1), time.min, zone) if days else self._now + reach
        events = [event for id_ in asked.targets for event in await self._effector.events(id_, first, last)]
        return sorted(events, key=lambda event: (event.start.timestamp(), event.summary))

    def _is_in(self, word: str, event: Event) -> bool:
        stem = self._words.stem(word)
        return any(self._words.stem(other) == stem for other in self._words.folded(event.summary))

    def _short(self, event: Event) -> str:
        if event.is_all_day:
            return event.summary
        return self._phrasing.part("event_at", item=event.summary, time=event.start.strftime("%H:%M"))

    def _moment(self, event: Event) -> str:
        day = day_name(event.start.date(), self._words, self._now.date())
        if event.is_all_day:
            return day
        return self._phrasing.part("day_at", day=day, time=event.start.strftime("%H:%M"))

    def _span(self, days: Days) -> str:
        first, last = (day_name(day, self._words, self._now.date()) for day in (days.first, days.last))
        return first if days.is_one else f"{first} – {last}"

    async def create(self, wanted: Appointment, *, target: str) -> tuple[str, bool]:
        """Put an event into a calendar, and say whether it stands there now."""
        thing = self._house[target]
        event = self._planned(wanted)
        if event is None:
            return self._phrasing.sentence("event_unclear"), False
        try:
            await self._effector.act(SERVICE, target, _data(event))
            there = await self._effector.events(target, event.start, event.end)
        except ActionError as err:
            return self._phrasing.refused(err, thing.name), False
        if all(one.summary != event.summary for one in there):
            return self._phrasing.sentence("no_reaction", names=thing.name), False
        moment = self._moment(event)
        return self._phrasing.sentence("event_added", item=event.summary, names=thing.name, time=moment), True

    def _planned(self, wanted: Appointment) -> Event | None:
        start = due(wanted.when, words=self._words, times=self._phrasing.times, now=self._now, longest=FAR)
        if start is not None:
            return Event(summary=wanted.summary, start=start, end=start + LENGTH, is_all_day=False)
        days, rest = days_said(wanted.when, self._words, self._now.date())
        if days is None or any(char.isdecimal() for char in rest):
            return None
        first, last = (datetime.combine(day, time.min, self._now.tzinfo) for day in (days.first, days.last))
        return Event(summary=wanted.summary, start=first, end=last + timedelta(days=1), is_all_day=True)


def _data(event: Event) -> Mapping[str, object]:
    if event.is_all_day:
        return {
            "summary": event.summary,
            "start_date": event.start.date().isoformat(),
            "end_date": event.end.date().isoformat(),
        }
    return {
        "summary": event.summary,
        "start_date_time": event.start.isoformat(),
        "end_date_time": event.end.isoformat(),
    }
