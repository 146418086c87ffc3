"""Switches."""

from typing import Any, override

from homeassistant.components.switch import SwitchEntity

from .entity import OnOffEntity, set_up


class VirtualSwitch(OnOffEntity, SwitchEntity):
    """On or off."""

    @override
    async def async_turn_on(self, **kwargs: Any) -> None:
        await self.change(lambda: self.take_state("on"))

    @override
    async def async_turn_off(self, **kwargs: Any) -> None:
        await self.change(lambda: self.take_state("off"))


async_setup_entry = set_up("switch", VirtualSwitch)
