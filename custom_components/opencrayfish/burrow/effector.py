"""The organism's way to devices: services of Home Assistant, with the caller's context and so with their permissions."""

import asyncio
from collections.abc import Callable, Mapping
from typing import override

from homeassistant.const import ATTR_DEVICE_CLASS, EVENT_STATE_CHANGED
from homeassistant.core import Context, Event, EventStateChangedData, HomeAssistant, callback
from homeassistant.exceptions import HomeAssistantError, Unauthorized
from homeassistant.helpers.translation import async_get_translations

from ..organism.errors import ActionDenied, ActionFailed
from ..organism.hands.actions import ACTIONS
from ..organism.ports import Effector

ALLOWED = frozenset(f"{spec.domain}.{spec.service}" for spec in ACTIONS.values()) | {"fan.decrease_speed"}
SERVICE_SECONDS = 10.0


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
        domain, _, name = service.partition(".")
        try:
            async with asyncio.timeout(SERVICE_SECONDS):
                await self._hass.services.async_call(
                    domain, name, {**data, "entity_id": target}, blocking=True, context=self._context
                )
        except Unauthorized as err:
            raise ActionDenied(target) from err
        except TimeoutError as err:
            raise ActionFailed("it took too long") from err
        except (HomeAssistantError, ValueError, TypeError) as err:
            raise ActionFailed(str(err) or type(err).__name__) from err

    @override
    async def items(self, thing: str) -> tuple[str, ...]:
        try:
            async with asyncio.timeout(SERVICE_SECONDS):
                answer = await self._hass.services.async_call(
                    "todo",
                    "get_items",
                    {"entity_id": thing, "status": "needs_action"},
                    blocking=True,
                    context=self._context,
                    return_response=True,
                )
        except Unauthorized as err:
            raise ActionDenied(thing) from err
        except (TimeoutError, HomeAssistantError, ValueError, TypeError) as err:
            raise ActionFailed(str(err) or type(err).__name__) from err
        match (answer or {}).get(thing):
            case {"items": [*items]}:
                return tuple(str(item["summary"]) for item in items if isinstance(item, dict) and item.get("summary"))
            case _:
                return ()

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
