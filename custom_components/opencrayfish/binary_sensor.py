"""Yes or no: is it stressed, does its brain answer, does it sleep."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, override

from homeassistant.components.binary_sensor import (
    BinarySensorDeviceClass,
    BinarySensorEntity,
    BinarySensorEntityDescription,
)
from homeassistant.const import EntityCategory
from homeassistant.core import HomeAssistant
from homeassistant.helpers.entity_platform import AddConfigEntryEntitiesCallback

from .burrow.runtime import CrayfishConfigEntry
from .entity import PulseEntity
from .organism.backends.breaker import BrainStatus
from .organism.life.pulse import Pulse

PARALLEL_UPDATES = 0


@dataclass(frozen=True, kw_only=True)
class CrayfishBinarySensorDescription(BinarySensorEntityDescription):
    """A yes or no and how to read it from the pulse."""

    value_fn: Callable[[Pulse], bool]


BINARY_SENSORS: Final = (
    CrayfishBinarySensorDescription(
        key="stressed", device_class=BinarySensorDeviceClass.PROBLEM, value_fn=lambda pulse: pulse.episode is not None
    ),
    CrayfishBinarySensorDescription(
        key="brain_online",
        device_class=BinarySensorDeviceClass.CONNECTIVITY,
        entity_category=EntityCategory.DIAGNOSTIC,
        value_fn=lambda pulse: pulse.health.status in {BrainStatus.ONLINE, BrainStatus.DEGRADED},
    ),
    CrayfishBinarySensorDescription(key="sleeping", value_fn=lambda pulse: pulse.is_asleep),
)


async def async_setup_entry(
    hass: HomeAssistant, entry: CrayfishConfigEntry, async_add_entities: AddConfigEntryEntitiesCallback
) -> None:
    """Add them all."""
    async_add_entities(CrayfishBinarySensor(entry, description) for description in BINARY_SENSORS)


class CrayfishBinarySensor(PulseEntity, BinarySensorEntity):
    """One of them."""

    entity_description: CrayfishBinarySensorDescription

    def __init__(self, entry: CrayfishConfigEntry, description: CrayfishBinarySensorDescription) -> None:
        """Take what to show."""
        super().__init__(entry, description.key)
        self.entity_description = description

    @property
    @override
    def shown(self) -> object:
        return self.is_on

    @property
    @override
    def is_on(self) -> bool:
        """Return the answer now."""
        return self.entity_description.value_fn(self.pulse)
