"""Fans."""

from collections.abc import Mapping
from typing import Any, ClassVar, override

from homeassistant.components.fan import FanEntity, FanEntityFeature

from .entity import VirtualEntity, set_up

FULL = 100


class VirtualFan(VirtualEntity, FanEntity):
    """Turned on, it runs at full speed or as it is told."""

    FIELDS: ClassVar[Mapping[str, str]] = {
        "percentage": "_attr_percentage",
        "percentage_step": "_step",
        "preset_mode": "_attr_preset_mode",
        "preset_modes": "_attr_preset_modes",
        "oscillating": "_attr_oscillating",
        "current_direction": "_attr_current_direction",
        "direction": "_attr_current_direction",
    }

    _attr_supported_features = FanEntityFeature.SET_SPEED
    _attr_percentage = 0
    _step: float = 1

    @override
    def take_state(self, state: str | None) -> None:
        self._attr_supported_features |= FanEntityFeature.TURN_ON | FanEntityFeature.TURN_OFF
        self._attr_speed_count = round(FULL / self._step)
        if state == "off":
            self._attr_percentage, self._attr_preset_mode = 0, None
        elif state == "on" and not self._attr_percentage:
            self._attr_percentage = FULL

    @override
    async def async_turn_on(self, percentage: int | None = None, preset_mode: str | None = None, **kwargs: Any) -> None:
        def effect() -> None:
            self._attr_preset_mode = preset_mode
            self._attr_percentage = percentage if percentage is not None else self._attr_percentage or FULL

        await self.change(effect)

    @override
    async def async_turn_off(self, **kwargs: Any) -> None:
        await self.change(lambda: self.take_state("off"))

    @override
    async def async_set_percentage(self, percentage: int) -> None:
        await self.change(lambda: setattr(self, "_attr_percentage", percentage))

    @override
    async def async_set_preset_mode(self, preset_mode: str) -> None:
        await self.async_turn_on(preset_mode=preset_mode)

    @override
    async def async_oscillate(self, oscillating: bool) -> None:
        await self.change(lambda: setattr(self, "_attr_oscillating", oscillating))

    @override
    async def async_set_direction(self, direction: str) -> None:
        await self.change(lambda: setattr(self, "_attr_current_direction", direction))


async_setup_entry = set_up("fan", VirtualFan)
