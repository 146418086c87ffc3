"""The organism's way to devices: services of Home Assistant, with the caller's context and so with their permissions."""

import asyncio
from collections.abc import Callable, Mapping
from datetime import datetime
from types import MappingProxyType
from typing import override

from homeassistant.const import ATTR_DEVICE_CLASS, ATTR_SUPPORTED_FEATURES, EVENT_STATE_CHANGED
from homeassistant.core import Context, Event, EventStateChangedData, HomeAssistant, ServiceResponse, callback
from homeassistant.exceptions import HomeAssistantError, Unauthorized
from homeassistant.helpers.translation import async_get_translations
from homeassistant.util import dt as dt_util

from ..organism import ports
from ..organism.errors import ActionDenied, ActionFailed, ActionTimedOut
from ..organism.hands.actions import ACTIONS
from ..organism.hands.agenda import SERVICE as CREATE_EVENT
from ..organism.hands.weather import daily
from ..organism.ports import Effector

ALLOWED = frozenset(f"{spec.domain}.{spec.service}" for spec in ACTIONS.values()) | {"fan.decrease_speed", CREATE_EVENT}
SERVICE_SECONDS = 10.0
FORECASTS = MappingProxyType({1: "daily", 2: "hourly", 4: "twice_daily"})
"""Kinds of forecasts by the features of a weather entity, the best first."""
DATE_LENGTH = len("2026-11-30")


class ServiceEffector(Effector):
    """One turn's hands in Home Assistant."""

    def __init__(self, hass: HomeAssistant, context: Context, language: str) -> None:
        """Act for whoever the context names, and speak their language."""
        self._hass = hass
        self._context = context
        self._language = language

    @override
    async def act(self, service: str, target: str, data: Mapping[str, object]) -> None:
        if service not in ALLOWED:
            raise ActionFailed(f"{service} is not among the actions that are allowed")
        await self._call(service, target, data)

    @override
    async def items(self, thing: str) -> tuple[str, ...]:
        rows = await self._fetch("todo.get_items", thing, "items", {"status": "needs_action"})
        return tuple(str(row["summary"]) for row in rows if row.get("summary"))

    @override
    async def events(self, thing: str, first: datetime, last: datetime) -> tuple[ports.Event, ...]:
        data = {"start_date_time": first.isoformat(), "end_date_time": last.isoformat()}
        return tuple(filter(None, map(_event, await self._fetch("calendar.get_events", thing, "events", data))))

    @override
    async def forecast(self, thing: str) -> tuple[ports.Forecast, ...]:
        state = self._hass.states.get(thing)
        flags = state.attributes.get(ATTR_SUPPORTED_FEATURES, 0) if state else 0
        kind = next((kind for flag, kind in FORECASTS.items() if flags & flag), None)
        if kind is None:
            return ()
        rows = await self._fetch("weather.get_forecasts", thing, "forecast", {"type": kind})
        return daily([row for row in map(_weather, rows) if row is not None])

    async def _fetch(
        self, service: str, thing: str, key: str, data: Mapping[str, object]
    ) -> list[Mapping[str, object]]:
        """Return the rows that a service answers with for one thing; whatever is no row is left out."""
        answer = await self._call(service, thing, data, return_response=True)
        found = (answer or {}).get(thing)
        rows = found.get(key) if isinstance(found, dict) else None
        return [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []

    async def _call(
        self, service: str, thing: str, data: Mapping[str, object], *, return_response: bool = False
    ) -> ServiceResponse:
        """Call a service for one thing and wait for it; raises an `ActionError`."""
        domain, _, name = service.partition(".")
        try:
            async with asyncio.timeout(SERVICE_SECONDS):
                return await self._hass.services.async_call(
                    domain,
                    name,
                    {**data, "entity_id": thing},
                    blocking=True,
                    context=self._context,
                    return_response=return_response,
                )
        except Unauthorized as err:
            raise ActionDenied(thing) from err
        except TimeoutError as err:
            raise ActionTimedOut(thing) from err
        except (HomeAssistantError, ValueError, TypeError) as err:
            raise ActionFailed(str(err) or type(err).__name__) from err

    @override
    async def until(self, is_done: Callable[[], bool], seconds: float) -> bool:
        if is_done():
            return True
        seen = asyncio.Event()

        @callback
        def look(_event: Event[EventStateChangedData]) -> None:
            if is_done():
                seen.set()

        remove = self._hass.bus.async_listen(EVENT_STATE_CHANGED, look)
        try:
            async with asyncio.timeout(seconds):
                await seen.wait()
        except TimeoutError:
            return is_done()
        finally:
            remove()
        return True

    @override
    async def state_word(self, thing: str, state: str) -> str:
        return await self._word(thing, f"state.{state}") or state

    @override
    async def attribute_word(self, thing: str, attribute: str) -> str:
        return await self._word(thing, f"state_attributes.{attribute}.name") or attribute

    async def _word(self, thing: str, key: str) -> str:
        domain, found = thing.partition(".")[0], self._hass.states.get(thing)
        device_class = found.attributes.get(ATTR_DEVICE_CLASS) if found else None
        words = await async_get_translations(self._hass, self._language, "entity_component", [domain])
        for kind in (device_class or "_", "_"):
            if word := words.get(f"component.{domain}.entity_component.{kind}.{key}"):
                return word.lower()
        return ""


def _event(row: Mapping[str, object]) -> ports.Event | None:
    """Return an event as the calendar's service answers; None for what cannot be read."""
    start, end = row.get("start"), row.get("end")
    first, last = (dt_util.parse_datetime(str(text)) for text in (start, end))
    if first and last and len(str(start)) > DATE_LENGTH:
        return ports.Event(
            summary=str(row.get("summary", "")),
            start=dt_util.as_local(first),
            end=dt_util.as_local(last),
            is_all_day=False,
        )
    days = dt_util.parse_date(str(start)), dt_util.parse_date(str(end))
    if days[0] is None or days[1] is None:
        return None
    return ports.Event(
        summary=str(row.get("summary", "")),
        start=dt_util.start_of_local_day(days[0]),
        end=dt_util.start_of_local_day(days[1]),
        is_all_day=True,
    )


def _weather(row: Mapping[str, object]) -> tuple[datetime, str, float | None, float | None, float | None] | None:
    """Return a row of a forecast; None for one without a time."""
    moment = dt_util.parse_datetime(str(row.get("datetime")))
    if moment is None:
        return None
    high, low, chance = (
        float(value) if isinstance(value, int | float) else None
        for value in (row.get("temperature"), row.get("templow"), row.get("precipitation_probability"))
    )
    return dt_util.as_local(moment), str(row.get("condition") or ""), high, low, chance
