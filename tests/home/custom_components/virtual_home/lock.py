"""Locks."""

from typing import Any, override

from homeassistant.components.lock import LockEntity, LockEntityFeature

from .entity import VirtualEntity, set_up


class VirtualLock(VirtualEntity, LockEntity):
    """Locked or not; one that can be opened is unlocked first."""

    _attr_supported_features = LockEntityFeature(0)
    _attr_is_locked = True
    _attr_is_open = False

    @override
    def take_state(self, state: str | None) -> None:
        if state is not None:
            self._attr_is_locked = state in {"locked", "off"}
            self._attr_is_open = state == "open"

    @override
    async def async_lock(self, **kwargs: Any) -> None:
        await self.change(lambda: self.take_state("locked"))

    @override
    async def async_unlock(self, **kwargs: Any) -> None:
        await self.change(lambda: self.take_state("unlocked"))

    @override
    async def async_open(self, **kwargs: Any) -> None:
        await self.change(lambda: self.take_state("open"))


async_setup_entry = set_up("lock", VirtualLock)
