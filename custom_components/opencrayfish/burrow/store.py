"""Keep the state of the body and the heart in Home Assistant's own storage."""

from datetime import datetime
from typing import Any, Final

from homeassistant.core import CALLBACK_TYPE, HomeAssistant, callback
from homeassistant.exceptions import HomeAssistantError
from homeassistant.helpers.event import async_call_later
from homeassistant.helpers.storage import Store

from ..const import DOMAIN, LOGGER
from ..organism.anatomy import Organism
from ..organism.life.state import restore, snapshot

VERSION: Final = 1
SAVE_SECONDS: Final = 60.0
"""Changes are gathered for so long before they are written; a mood is worth no more wear of the disk."""


class StateStore:
    """One crayfish's state, saved when it stops, when Home Assistant stops, and now and then."""

    def __init__(self, hass: HomeAssistant, entry_id: str) -> None:
        """Name the file after the entry."""
        self._store: Store[dict[str, Any]] = Store(
            hass, VERSION, f"{DOMAIN}.{entry_id}", private=True, atomic_writes=True
        )
        self._hass = hass
        self._cancel_timer: CALLBACK_TYPE | None = None
        self._is_closed = False

    async def async_load(self, organism: Organism) -> None:
        """Give the organism back what was saved; a file that cannot be read is as good as none."""
        try:
            data = await self._store.async_load()
        except (HomeAssistantError, NotImplementedError) as err:
            # A file that is no JSON is set aside by the store itself; one of another version, which we cannot migrate, makes it
            # raise NotImplementedError.
            LOGGER.warning("The state of %s cannot be read, so it starts anew: %s", organism.settings.designation, err)
            return
        if isinstance(data, dict):
            restore(data, organism.body, organism.heart)
            organism.jobs.restore(data.get("jobs"))

    @callback
    def async_save_soon(self, organism: Organism) -> None:
        """Save within `SAVE_SECONDS`; a request that is already waiting is not put off."""
        if self._cancel_timer or self._is_closed:
            return

        async def save(_now: datetime) -> None:
            await self.async_save(organism)

        self._cancel_timer = async_call_later(self._hass, SAVE_SECONDS, save)

    async def async_save(self, organism: Organism) -> None:
        """Save now, instead of a save that is waiting."""
        if self._cancel_timer:
            self._cancel_timer()
            self._cancel_timer = None
        await self._store.async_save({**snapshot(organism.body, organism.heart), "jobs": organism.jobs.snapshot()})

    async def async_close(self, organism: Organism) -> None:
        """Save for the last time: what still ends in the background is not waited for."""
        self._is_closed = True
        await self.async_save(organism)

    async def async_remove(self) -> None:
        """Delete the file: the crayfish is gone for good."""
        await self._store.async_remove()
