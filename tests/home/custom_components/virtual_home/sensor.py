"""Sensors that measure."""

from collections.abc import Mapping
from typing import ClassVar, override

from homeassistant.components.sensor import SensorEntity

from .entity import VirtualEntity, set_up


class VirtualSensor(VirtualEntity, SensorEntity):
    """A reading, as a test sets it."""

    FIELDS: ClassVar[Mapping[str, str]] = {
        "state_class": "_attr_state_class",
        "options": "_attr_options",
        "native_unit_of_measurement": "_attr_native_unit_of_measurement",
        "unit_of_measurement": "_attr_native_unit_of_measurement",
        "native_value": "_attr_native_value",
    }

    @override
    def take_state(self, state: str | None) -> None:
        if state is not None:
            self._attr_native_value = state


async_setup_entry = set_up("sensor", VirtualSensor)
