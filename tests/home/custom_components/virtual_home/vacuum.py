"""Vacuum cleaners."""

from collections.abc import Mapping
from typing import Any, ClassVar, override

from homeassistant.components.vacuum import StateVacuumEntity, VacuumActivity, VacuumEntityFeature

from .entity import VirtualEntity, set_up


class VirtualVacuum(VirtualEntity, StateVacuumEntity):
    """Goes where it is sent, and never arrives."""

    FIELDS: ClassVar[Mapping[str, str]] = {"fan_speed": "_attr_fan_speed", "fan_speed_list": "_attr_fan_speed_list"}

    _attr_supported_features = (
        VacuumEntityFeature.START
        | VacuumEntityFeature.STOP
        | VacuumEntityFeature.PAUSE
        | VacuumEntityFeature.RETURN_HOME
        | VacuumEntityFeature.STATE
    )
    _attr_activity = VacuumActivity.DOCKED
    _attr_fan_speed_list: list[str] = []  # noqa: RUF012 as the entity's class declares it

    @override
    def take_state(self, state: str | None) -> None:
        if state is not None:
            self._attr_activity = VacuumActivity(state) if state in list(VacuumActivity) else VacuumActivity.IDLE

    @override
    async def async_start(self) -> None:
        await self.change(lambda: self.take_state("cleaning"))

    @override
    async def async_pause(self) -> None:
        await self.change(lambda: self.take_state("paused"))

    @override
    async def async_stop(self, **kwargs: Any) -> None:
        await self.change(lambda: self.take_state("idle"))

    @override
    async def async_return_to_base(self, **kwargs: Any) -> None:
        await self.change(lambda: self.take_state("returning"))

    @override
    async def async_locate(self, **kwargs: Any) -> None:
        await self.change(lambda: None)

    @override
    async def async_set_fan_speed(self, fan_speed: str, **kwargs: Any) -> None:
        await self.change(lambda: setattr(self, "_attr_fan_speed", fan_speed))


async_setup_entry = set_up("vacuum", VirtualVacuum)
