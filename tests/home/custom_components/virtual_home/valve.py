"""Valves."""

from collections.abc import Mapping
from typing import ClassVar, override

from homeassistant.components.valve import ValveEntity, ValveEntityFeature

from .entity import VirtualEntity, set_up

OPEN, CLOSED = 100, 0


class VirtualValve(VirtualEntity, ValveEntity):
    """Moves at once."""

    FIELDS: ClassVar[Mapping[str, str]] = {
        "current_position": "_position",
        "current_valve_position": "_position",
        "reports_position": "_attr_reports_position",
    }

    _attr_supported_features = ValveEntityFeature.OPEN | ValveEntityFeature.CLOSE
    _attr_reports_position = False
    _position: int | None = None

    @override
    def take_state(self, state: str | None) -> None:
        if state is not None:
            is_closed = state in {"closed", "off"}
            if is_closed != (self._position == CLOSED):
                self._position = CLOSED if is_closed else OPEN
        self._move(self._position if self._position is not None else CLOSED)

    def _move(self, position: int) -> None:
        self._position = position
        self._attr_is_closed = position == CLOSED
        if self._attr_reports_position:
            self._attr_current_valve_position = position

    @override
    async def async_open_valve(self) -> None:
        await self.change(lambda: self._move(OPEN))

    @override
    async def async_close_valve(self) -> None:
        await self.change(lambda: self._move(CLOSED))

    @override
    async def async_set_valve_position(self, position: int) -> None:
        await self.change(lambda: self._move(position))

    @override
    async def async_stop_valve(self) -> None:
        await self.change(lambda: None)


async_setup_entry = set_up("valve", VirtualValve)
