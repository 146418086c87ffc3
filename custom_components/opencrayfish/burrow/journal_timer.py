"""Writes the journal some seconds after the first message that is not in it, whatever is said meanwhile."""

from datetime import datetime

from homeassistant.config_entries import ConfigEntry
from homeassistant.core import CALLBACK_TYPE, HomeAssistant, callback
from homeassistant.helpers.event import async_call_later

from ..const import LOGGER
from ..organism.anatomy import Organism
from ..organism.errors import StorageFailed
from .issues import async_tend_storage_issue


class JournalTimer:
    """One crayfish's timer; nobody waits for the disk but whoever stops."""

    def __init__(self, hass: HomeAssistant, entry: ConfigEntry, organism: Organism) -> None:
        """Start without anything to write."""
        self._hass = hass
        self._entry = entry
        self._organism = organism
        self._cancel_timer: CALLBACK_TYPE | None = None
        self._is_closed = False

    @callback
    def async_schedule(self) -> None:
        """Make sure that what is not written will be."""
        due = self._organism.memory.flush_due_in(self._organism.settings.journal_flush_seconds)
        if due is None or self._cancel_timer or self._is_closed:
            return

        async def flush(_now: datetime) -> None:
            self._cancel_timer = None
            await self.async_flush(fsync=self._organism.settings.journal_fsync)

        self._cancel_timer = async_call_later(self._hass, due, flush)

    @callback
    def async_reschedule(self) -> None:
        """Take over another waiting time."""
        self._async_cancel()
        self.async_schedule()

    async def async_flush(self, *, fsync: bool) -> None:
        """Write now; what the disk refuses stays in memory, is told, and is tried again."""
        try:
            await self._organism.memory.flush(fsync=fsync)
        except StorageFailed as err:
            LOGGER.warning("The journal of %s cannot be written, so it is kept in memory: %s", self._entry.title, err)
            async_tend_storage_issue(self._hass, self._entry, str(err))
        else:
            async_tend_storage_issue(self._hass, self._entry, "")
        self.async_schedule()

    async def async_close(self) -> None:
        """Write for the last time, and make sure of it."""
        self._is_closed = True
        self._async_cancel()
        await self.async_flush(fsync=True)

    @callback
    def _async_cancel(self) -> None:
        if self._cancel_timer:
            self._cancel_timer()
            self._cancel_timer = None
