"""Calendars."""

from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from typing import Any, ClassVar, override

from homeassistant.components.calendar import CalendarEntity, CalendarEntityFeature, CalendarEvent
from homeassistant.core import HomeAssistant
from homeassistant.util import dt as dt_util

from .entity import VirtualEntity, set_up


class VirtualCalendar(VirtualEntity, CalendarEntity):
    """Events live in memory."""

    FIELDS: ClassVar[Mapping[str, str]] = {"events": "_given"}

    _attr_supported_features = CalendarEntityFeature.CREATE_EVENT
    _given: Any = ()

    @override
    def take_state(self, state: str | None) -> None:
        """Take the events that were given; the state follows from them."""
        if self._given is not None:
            self._events = [_event(given) for given in self._given]
            self._given = None

    @property
    @override
    def contents(self) -> tuple[str, ...]:
        return tuple(f"{event.summary} {event.start}" for event in self._events)

    @property
    @override
    def event(self) -> CalendarEvent | None:
        now = dt_util.now()
        coming = [event for event in self._events if event.end_datetime_local > now]
        return min(coming, key=lambda event: event.start_datetime_local, default=None)

    @override
    async def async_get_events(
        self, hass: HomeAssistant, start_date: datetime, end_date: datetime
    ) -> list[CalendarEvent]:
        return sorted(
            (
                event
                for event in self._events
                if event.end_datetime_local > start_date and event.start_datetime_local < end_date
            ),
            key=lambda event: event.start_datetime_local,
        )

    @override
    async def async_create_event(self, **kwargs: Any) -> None:
        event = CalendarEvent(
            start=kwargs["dtstart"],
            end=kwargs["dtend"],
            summary=kwargs["summary"],
            description=kwargs.get("description"),
            location=kwargs.get("location"),
        )
        await self.change(lambda: self._events.append(event))


def _event(given: Mapping[str, Any]) -> CalendarEvent:
    start, end = _moment(given["start"]), _moment(given["end"])
    return CalendarEvent(
        start=start,
        end=end,
        summary=str(given["summary"]),
        description=given.get("description"),
        location=given.get("location"),
    )


def _moment(value: Any) -> date | datetime:
    """Return a date or a time; `{days: 1, at: "18:00"}` is relative to today."""
    if isinstance(value, Mapping):
        day = dt_util.now().date() + timedelta(days=value.get("days", 0))
        return dt_util.as_local(datetime.combine(day, time.fromisoformat(value["at"]))) if "at" in value else day
    if isinstance(value, str):
        value = value.strip()
        value = datetime.fromisoformat(value) if "T" in value or ":" in value else date.fromisoformat(value)
    if isinstance(value, datetime):
        return dt_util.as_local(value)
    found: date = value
    return found


async_setup_entry = set_up("calendar", VirtualCalendar)
