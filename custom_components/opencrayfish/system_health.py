"""One line for the system page: how many crayfish live here and whether their brains answer."""

from typing import Any

from homeassistant.components.system_health import SystemHealthRegistration
from homeassistant.config_entries import ConfigEntryState
from homeassistant.core import HomeAssistant, callback

from .burrow.runtime import CrayfishConfigEntry
from .const import DOMAIN
from .organism.backends.base import Backend
from .organism.errors import BackendError


@callback
def async_register(hass: HomeAssistant, register: SystemHealthRegistration) -> None:
    """Register the line."""
    register.async_register_info(_async_info)


async def _async_info(hass: HomeAssistant) -> dict[str, Any]:
    entries: list[CrayfishConfigEntry] = [
        entry for entry in hass.config_entries.async_entries(DOMAIN) if entry.state is ConfigEntryState.LOADED
    ]
    info: dict[str, Any] = {"crayfish": len(entries)}
    for entry in entries:
        organism = entry.runtime_data.organism
        info[f"brain of {organism.settings.slug}"] = _async_state(organism.brain) if organism.brain else "instinct"
    return info


async def _async_state(backend: Backend) -> str | dict[str, str]:
    try:
        await backend.probe()
    except BackendError as error:
        return {"type": "failed", "error": str(error)}
    return "ok"
