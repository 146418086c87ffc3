"""OpenCrayfish: a persistent local companion that lives in Home Assistant."""

import asyncio

from homeassistant.config_entries import ConfigEntryState
from homeassistant.const import EVENT_HOMEASSISTANT_FINAL_WRITE
from homeassistant.core import Event, HomeAssistant
from homeassistant.helpers import config_validation as cv
from homeassistant.helpers.typing import ConfigType

from .burrow.files import FolderFiles
from .burrow.issues import async_forget_issues
from .burrow.job_timer import JobTimer
from .burrow.phones import Phones
from .burrow.runtime import CrayfishConfigEntry, async_wire
from .burrow.settings import CONF_SLUG, settings_of
from .burrow.store import StateStore
from .const import DOMAIN, LOGGER, PLATFORMS
from .coordinator import HeartbeatCoordinator
from .organism.errors import StorageFailed
from .organism.memory.journal import Journal
from .organism.settings import Settings
from .services import async_register_services

CONFIG_SCHEMA = cv.config_entry_only_config_schema(DOMAIN)


async def async_setup(hass: HomeAssistant, config: ConfigType) -> bool:
    """Register what exists without an entry: the services."""
    async_register_services(hass)
    return True


async def async_setup_entry(hass: HomeAssistant, entry: CrayfishConfigEntry) -> bool:
    """Bring one crayfish to life; a brain that is away is no reason not to."""
    runtime = entry.runtime_data = await async_wire(hass, entry, settings_of(entry))
    heartbeat = runtime.pulse = HeartbeatCoordinator(hass, entry)

    async def stop(_event: Event) -> None:
        # Home Assistant stops without unloading entries.
        await runtime.async_stop()

    entry.async_on_unload(hass.bus.async_listen_once(EVENT_HOMEASSISTANT_FINAL_WRITE, stop))
    runtime.jobs = JobTimer(hass, entry, runtime)
    runtime.phones = Phones(hass, entry, runtime)
    await hass.config_entries.async_forward_entry_setups(entry, PLATFORMS)
    entry.async_on_unload(entry.add_update_listener(_async_entry_updated))
    await heartbeat.async_start()
    return True


async def async_unload_entry(hass: HomeAssistant, entry: CrayfishConfigEntry) -> bool:
    """Put one crayfish to rest."""
    if unloaded := await hass.config_entries.async_unload_platforms(entry, PLATFORMS):
        await entry.runtime_data.async_stop()
        async_forget_issues(hass, entry)
    return unloaded


async def async_remove_entry(hass: HomeAssistant, entry: CrayfishConfigEntry) -> None:
    """Forget the state and the dialogue of a crayfish that is deleted; its soul stays where a person can read it."""
    await StateStore(hass, entry.entry_id).async_remove()
    try:
        await Journal(FolderFiles(hass, entry.data[CONF_SLUG])).purge()
    except StorageFailed as err:
        LOGGER.warning("The journal of %s cannot be deleted: %s", entry.title, err)


async def _async_entry_updated(hass: HomeAssistant, entry: CrayfishConfigEntry) -> None:
    """Apply options in place; reload for another name or another brain.

    A reconfiguration changes the subentry and the entry one after the other and this is called for each, hence the wait
    until both are done and the flag: one reload, with everything new.
    """
    await asyncio.sleep(0)
    if entry.state is not ConfigEntryState.LOADED:
        return
    runtime, settings = entry.runtime_data, settings_of(entry)
    if runtime.is_reloading or settings == runtime.organism.settings:
        return
    if _identity(settings) != _identity(runtime.organism.settings):
        runtime.is_reloading = True
        hass.config_entries.async_schedule_reload(entry.entry_id)
    else:
        await runtime.async_apply(settings)


def _identity(settings: Settings) -> tuple[object, ...]:
    """Return what a reload is needed for when it changes."""
    brain = settings.brain
    return settings.designation, brain and (brain.kind, brain.url, brain.model), settings.pulse_interval_seconds
