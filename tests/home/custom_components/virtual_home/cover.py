"""Blinds, curtains, garage doors and gates."""

from collections.abc import Mapping
from typing import Any, ClassVar, override

from homeassistant.components.cover import ATTR_POSITION, ATTR_TILT_POSITION, CoverEntity, CoverEntityFeature

from .entity import VirtualEntity, set_up

OPEN, CLOSED = 100, 0


class VirtualCover(VirtualEntity, CoverEntity):
    """Moves at once."""

    FIELDS: ClassVar[Mapping[str, str]] = {
        "current_position": "_position",
        "current_cover_position": "_position",
        "current_cover_tilt_position": "_attr_current_cover_tilt_position",
        "current_tilt_position": "_attr_current_cover_tilt_position",
    }

    _attr_supported_features = (
        CoverEntityFeature.OPEN | CoverEntityFeature.CLOSE | CoverEntityFeature.STOP | CoverEntityFeature.SET_POSITION
    )
    _position: int | None = None
    _attr_is_closed = True

    @override
    def take_state(self, state: str | None) -> None:
        if state is not None:
            is_closed = state in {"closed", "off"}
            if is_closed != (self._position == CLOSED):
                self._position = CLOSED if is_closed else OPEN
        self._move(self._position if self._position is not None else CLOSED)

    def _move(self, position: int) -> None:
        self._position = position
        self._attr_is_closed = position == CLOSED
        if CoverEntityFeature.SET_POSITION in self.supported_features:
            self._attr_current_cover_position = position

    @override
    async def async_open_cover(self, **kwargs: Any) -> None:
        await self.change(lambda: self._move(OPEN))

    @override
    async def async_close_cover(self, **kwargs: Any) -> None:
        await self.change(lambda: self._move(CLOSED))

    @override
    async def async_set_cover_position(self, **kwargs: Any) -> None:
        await self.change(lambda: self._move(kwargs[ATTR_POSITION]))

    @override
    async def async_stop_cover(self, **kwargs: Any) -> None:
        await self.change(lambda: None)

    @override
    async def async_open_cover_tilt(self, **kwargs: Any) -> None:
        await self.change(lambda: self._tilt(OPEN))

    @override
    async def async_close_cover_tilt(self, **kwargs: Any) -> None:
        await self.change(lambda: self._tilt(CLOSED))

    @override
    async def async_set_cover_tilt_position(self, **kwargs: Any) -> None:
        await self.change(lambda: self._tilt(kwargs[ATTR_TILT_POSITION]))

    def _tilt(self, position: int) -> None:
        self._attr_current_cover_tilt_position = position


async_setup_entry = set_up("cover", VirtualCover)
