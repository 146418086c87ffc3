"""OpenCrayfish: a persistent local companion that lives in Home Assistant."""

import asyncio

from homeassistant.config_entries import ConfigEntryState
from homeassistant.core import HomeAssistant
from homeassistant.helpers import config_validation as cv
from homeassistant.helpers.typing import ConfigType

from .burrow.runtime import CrayfishConfigEntry, async_wire
from .burrow.settings import settings_of
from .const import DOMAIN, PLATFORMS
from .organism.settings import Settings
from .services import async_register_services

CONFIG_SCHEMA = cv.config_entry_only_config_schema(DOMAIN)


async def async_setup(hass: HomeAssistant, config: ConfigType) -> bool:
    """Register what exists without an entry: the services."""
    async_register_services(hass)
    return True


async def async_setup_entry(hass: HomeAssistant, entry: CrayfishConfigEntry) -> bool:
    """Bring one crayfish to life; a brain that is away is no reason not to."""
    entry.runtime_data = await async_wire(hass, settings_of(entry))
    await hass.config_entries.async_forward_entry_setups(entry, PLATFORMS)
    entry.async_on_unload(entry.add_update_listener(_async_entry_updated))
    return True


async def async_unload_entry(hass: HomeAssistant, entry: CrayfishConfigEntry) -> bool:
    """Put one crayfish to rest."""
    if unloaded := await hass.config_entries.async_unload_platforms(entry, PLATFORMS):
        await entry.runtime_data.async_stop()
    return unloaded


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
    return settings.designation, brain and (brain.kind, brain.url, brain.model)
