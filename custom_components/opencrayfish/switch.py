"""A switch to try how the animal and your automations take stress, on a cool computer."""

from typing import Any, override

from homeassistant.components.switch import SwitchEntity
from homeassistant.const import EntityCategory
from homeassistant.core import HomeAssistant
from homeassistant.helpers.entity_platform import AddConfigEntryEntitiesCallback

from .burrow.runtime import CrayfishConfigEntry
from .entity import PulseEntity

PARALLEL_UPDATES = 0


async def async_setup_entry(
    hass: HomeAssistant, entry: CrayfishConfigEntry, async_add_entities: AddConfigEntryEntitiesCallback
) -> None:
    """Add the switch."""
    async_add_entities([SimulateStress(entry)])


class SimulateStress(PulseEntity, SwitchEntity):
    """Makes the body feel stress that is not there."""

    _attr_entity_category = EntityCategory.DIAGNOSTIC
    _attr_entity_registry_enabled_default = False

    def __init__(self, entry: CrayfishConfigEntry) -> None:
        """Start without simulation."""
        super().__init__(entry, "simulate_stress")
        self._body = entry.runtime_data.organism.body

    @property
    @override
    def shown(self) -> object:
        return self.is_on

    @property
    @override
    def is_on(self) -> bool:
        """Return whether stress is simulated."""
        return self._body.is_stress_simulated

    @override
    async def async_turn_on(self, **kwargs: Any) -> None:
        """Feel stress from now on."""
        await self._async_simulate(is_on=True)

    @override
    async def async_turn_off(self, **kwargs: Any) -> None:
        """Feel only what is there."""
        await self._async_simulate(is_on=False)

    @override
    async def async_will_remove_from_hass(self) -> None:
        """Leave no stress behind that nobody can switch off."""
        self._body.is_stress_simulated = False
        await super().async_will_remove_from_hass()

    async def _async_simulate(self, *, is_on: bool) -> None:
        self._body.is_stress_simulated = is_on
        self.async_write_ha_state()
        await self.coordinator.async_refresh()
