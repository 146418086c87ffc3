"""Moments: stress entered and left."""

from typing import override

from homeassistant.components.event import EventEntity
from homeassistant.core import HomeAssistant, callback
from homeassistant.helpers.entity_platform import AddConfigEntryEntitiesCallback

from .burrow.runtime import CrayfishConfigEntry
from .entity import PulseEntity
from .organism.life.happening import HappeningKind

PARALLEL_UPDATES = 0
STRESS_EVENTS = {HappeningKind.STRESS_ENTERED: "entered", HappeningKind.STRESS_LEFT: "left"}


async def async_setup_entry(
    hass: HomeAssistant, entry: CrayfishConfigEntry, async_add_entities: AddConfigEntryEntitiesCallback
) -> None:
    """Add the event of stress."""
    async_add_entities([StressEvent(entry)])


class StressEvent(PulseEntity, EventEntity):
    """Stress entered or left, with its cause, duration, peaks and readings."""

    def __init__(self, entry: CrayfishConfigEntry) -> None:
        """Offer both moments."""
        super().__init__(entry, "stress")
        self._attr_event_types = list(STRESS_EVENTS.values())

    @callback
    @override
    def _handle_coordinator_update(self) -> None:
        """Tell each moment; a pulse without one changes nothing here."""
        for happening in self.pulse.happenings:
            if kind := STRESS_EVENTS.get(happening.kind):
                self._trigger_event(kind, dict(happening.data))
                self.async_write_ha_state()
