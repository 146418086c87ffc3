"""What all entities of a crayfish have in common."""

from typing import override

from homeassistant.core import callback
from homeassistant.helpers.device_registry import DeviceEntryType, DeviceInfo
from homeassistant.helpers.entity import Entity
from homeassistant.helpers.update_coordinator import CoordinatorEntity, DataUpdateCoordinator

from .burrow.runtime import CrayfishConfigEntry
from .const import DOMAIN
from .organism.life.pulse import Pulse


class CrayfishEntity(Entity):
    """An entity of the crayfish's one device."""

    _attr_has_entity_name = True
    _attr_should_poll = False

    def __init__(self, entry: CrayfishConfigEntry, key: str) -> None:
        """Name the entity `<entry id>_<key>`."""
        self._entry = entry
        self._attr_unique_id = f"{entry.entry_id}_{key}"
        self._attr_device_info = DeviceInfo(
            identifiers={(DOMAIN, entry.entry_id)},
            name=entry.title,
            manufacturer="OpenCrayfish",
            entry_type=DeviceEntryType.SERVICE,
        )


class PulseEntity(CrayfishEntity, CoordinatorEntity[DataUpdateCoordinator[Pulse]]):
    """An entity that shows something of the pulse."""

    def __init__(self, entry: CrayfishConfigEntry, key: str) -> None:
        """Follow the entry's heartbeat; the key names the texts too."""
        CoordinatorEntity.__init__(self, entry.runtime_data.pulse)
        CrayfishEntity.__init__(self, entry, key)
        self._attr_translation_key = key
        self._latest: tuple[bool, object] | None = None

    @property
    def shown(self) -> object:
        """What of the pulse the state is made of."""
        raise NotImplementedError

    @callback
    @override
    def _handle_coordinator_update(self) -> None:
        """Write the state when it has changed.

        Home Assistant compares too, but only after most of its work: for all entities of the animal that is half a
        millisecond with every turn and every beat.
        """
        if (latest := (self.available, self.shown)) != self._latest:
            self._latest = latest
            super()._handle_coordinator_update()

    @property
    def pulse(self) -> Pulse:
        """The latest pulse."""
        return self.coordinator.data
