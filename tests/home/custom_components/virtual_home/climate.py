"""Thermostats."""

from collections.abc import Mapping
from typing import Any, ClassVar, override

from homeassistant.components.climate import ClimateEntity, ClimateEntityFeature, HVACMode
from homeassistant.const import UnitOfTemperature

from .entity import VirtualEntity, set_up

# From 2026.11 on these attributes are called native; before, that name does nothing.
PREFIX = "_attr_native" if hasattr(ClimateEntity, "_attr_native_target_temperature") else "_attr"
KEPT = ("temperature", "target_temp_high", "target_temp_low")

CHOICES = {
    "fan_mode": ("auto", "low", "medium", "high"),
    "preset_mode": ("none", "eco", "away"),
    "swing_mode": ("off", "on"),
}
"""What a thermostat can, unless the file says otherwise."""


class VirtualClimate(VirtualEntity, ClimateEntity):
    """Keeps what it is told."""

    FIELDS: ClassVar[Mapping[str, str]] = {
        "temperature": f"{PREFIX}_target_temperature",
        "target_temperature": f"{PREFIX}_target_temperature",
        "target_temp_high": f"{PREFIX}_target_temperature_high",
        "target_temp_low": f"{PREFIX}_target_temperature_low",
        "current_temperature": f"{PREFIX}_current_temperature",
        "current_humidity": "_attr_current_humidity",
        "humidity": "_attr_target_humidity",
        "hvac_mode": "_mode",
        "hvac_modes": "_modes",
        "hvac_action": "_attr_hvac_action",
        "target_humidity": "_attr_target_humidity",
        "swing_mode": "_attr_swing_mode",
        "swing_modes": "_attr_swing_modes",
        "fan_mode": "_attr_fan_mode",
        "fan_modes": "_attr_fan_modes",
        "preset_mode": "_attr_preset_mode",
        "preset_modes": "_attr_preset_modes",
        "min_temp": "_attr_min_temp",
        "max_temp": "_attr_max_temp",
        "target_temperature_step": "_attr_target_temperature_step",
        "temperature_unit": "_unit",
        "unit_of_measurement": "_unit",
    }

    _attr_supported_features = ClimateEntityFeature.TARGET_TEMPERATURE
    _attr_hvac_mode = HVACMode.HEAT
    _mode: str | None = None
    _modes: Any = ()
    _unit: Any = UnitOfTemperature.CELSIUS

    @override
    def take_state(self, state: str | None) -> None:
        self._attr_supported_features |= ClimateEntityFeature.TURN_ON | ClimateEntityFeature.TURN_OFF
        setattr(self, f"{PREFIX}_temperature_unit", UnitOfTemperature(self._unit))
        if getattr(self, f"{PREFIX}_target_temperature", None) is None:
            setattr(self, f"{PREFIX}_target_temperature", 20.0)
        for name, choices in CHOICES.items():
            # A thermostat that has a choice and no list of it would not be shown at all.
            if getattr(self, f"_attr_{name}s", None) is None:
                setattr(self, f"_attr_{name}s", list(choices))
            if getattr(self, f"_attr_{name}", None) is None:
                setattr(self, f"_attr_{name}", choices[0])
        for name in ("high", "low"):
            if not hasattr(self, f"{PREFIX}_target_temperature_{name}"):
                setattr(self, f"{PREFIX}_target_temperature_{name}", None)
        modes = [HVACMode(mode) for mode in self._modes]
        wanted = state if state in list(HVACMode) else self._mode
        if wanted is not None:
            self._attr_hvac_mode = HVACMode(wanted)
        self._mode = None
        self._attr_hvac_modes = list(dict.fromkeys([*(modes or list(HVACMode)), HVACMode.OFF]))

    @override
    async def async_set_temperature(self, **kwargs: Any) -> None:
        def effect() -> None:
            for name in KEPT:
                if kwargs.get(name) is not None:
                    setattr(self, self.FIELDS[name], kwargs[name])
            if kwargs.get("hvac_mode"):
                self._attr_hvac_mode = kwargs["hvac_mode"]

        await self.change(effect)

    @override
    async def async_set_hvac_mode(self, hvac_mode: HVACMode) -> None:
        await self.change(lambda: setattr(self, "_attr_hvac_mode", hvac_mode))

    @override
    async def async_turn_on(self) -> None:
        modes = [mode for mode in self._attr_hvac_modes or () if mode is not HVACMode.OFF]
        await self.change(lambda: setattr(self, "_attr_hvac_mode", modes[0]))

    @override
    async def async_turn_off(self) -> None:
        await self.async_set_hvac_mode(HVACMode.OFF)

    @override
    async def async_set_fan_mode(self, fan_mode: str) -> None:
        await self.change(lambda: setattr(self, "_attr_fan_mode", fan_mode))

    @override
    async def async_set_swing_mode(self, swing_mode: str) -> None:
        await self.change(lambda: setattr(self, "_attr_swing_mode", swing_mode))

    @override
    async def async_set_preset_mode(self, preset_mode: str) -> None:
        await self.change(lambda: setattr(self, "_attr_preset_mode", preset_mode))

    @override
    async def async_set_humidity(self, humidity: int) -> None:
        await self.change(lambda: setattr(self, "_attr_target_humidity", humidity))


async_setup_entry = set_up("climate", VirtualClimate)
