"""Lights."""

from collections.abc import Mapping
from typing import Any, ClassVar, override

from homeassistant.components.light import (
    ATTR_BRIGHTNESS,
    ATTR_COLOR_TEMP_KELVIN,
    ATTR_EFFECT,
    ATTR_HS_COLOR,
    ATTR_RGB_COLOR,
    ColorMode,
    LightEntity,
    LightEntityFeature,
)

from .entity import OnOffEntity, set_up

COLORS = {
    ATTR_HS_COLOR: ColorMode.HS,
    ATTR_RGB_COLOR: ColorMode.RGB,
    ATTR_COLOR_TEMP_KELVIN: ColorMode.COLOR_TEMP,
}


class VirtualLight(OnOffEntity, LightEntity):
    """A lamp that can what its colour modes say; turned on, it is as bright as it was."""

    FIELDS: ClassVar[Mapping[str, str]] = {
        "brightness": "_attr_brightness",
        "color_mode": "_color_mode",
        "supported_color_modes": "_modes",
        "hs_color": "_attr_hs_color",
        "rgb_color": "_attr_rgb_color",
        "color_temp_kelvin": "_attr_color_temp_kelvin",
        "effect": "_attr_effect",
        "effect_list": "_attr_effect_list",
    }

    _color_mode: Any = None
    _modes: Any = ()

    @override
    def take_state(self, state: str | None) -> None:
        super().take_state(state)
        modes = {ColorMode(mode) for mode in self._modes} or {ColorMode.BRIGHTNESS}
        if len(modes) > 1:
            modes -= {ColorMode.ONOFF, ColorMode.BRIGHTNESS}
        self._attr_supported_color_modes = modes
        wanted = self._color_mode[0] if isinstance(self._color_mode, list) else self._color_mode
        self._attr_color_mode = ColorMode(wanted) if wanted in modes else min(modes)
        if self._attr_effect_list:
            self._attr_supported_features = LightEntityFeature.EFFECT
        if modes != {ColorMode.ONOFF} and self._attr_brightness is None:
            self._attr_brightness = 255

    @override
    async def async_turn_on(self, **kwargs: Any) -> None:
        def effect() -> None:
            self._attr_is_on = True
            self._attr_brightness = kwargs.get(ATTR_BRIGHTNESS, self._attr_brightness)
            self._attr_effect = kwargs.get(ATTR_EFFECT, self._attr_effect)
            for name, mode in COLORS.items():
                if name in kwargs:
                    setattr(self, f"_attr_{name}", kwargs[name])
                    self._attr_color_mode = mode

        await self.change(effect)

    @override
    async def async_turn_off(self, **kwargs: Any) -> None:
        await self.change(lambda: self.take_state("off"))


async_setup_entry = set_up("light", VirtualLight)
