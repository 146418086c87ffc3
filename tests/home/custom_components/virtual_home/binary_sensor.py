"""Sensors that know two states."""

from homeassistant.components.binary_sensor import BinarySensorEntity

from .entity import OnOffEntity, set_up


class VirtualBinarySensor(OnOffEntity, BinarySensorEntity):
    """On or off, as a test sets it."""


async_setup_entry = set_up("binary_sensor", VirtualBinarySensor)
