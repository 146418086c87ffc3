"""What tests and benchmarks do to a virtual home."""

import voluptuous as vol

from homeassistant.config_entries import ConfigEntryState
from homeassistant.core import HomeAssistant, ServiceCall
from homeassistant.exceptions import ServiceValidationError
from homeassistant.helpers import config_validation as cv

from .const import DOMAIN
from .entity import Fault, VirtualEntity
from .home import HomeBroken, resolved, state_text

STATE_SCHEMA = vol.Schema(
    {
        vol.Required("entity_id"): cv.entity_id,
        vol.Optional("state"): vol.Any(str, bool, int, float, None),
        vol.Optional("attributes", default=dict): dict,
    }
)
FAULT_SCHEMA = vol.Schema(
    {
        vol.Required("entity_id"): cv.entity_id,
        vol.Required("fault"): vol.Coerce(Fault),
        vol.Optional("seconds", default=1.0): vol.Coerce(float),
    }
)


def async_register_services(hass: HomeAssistant) -> None:
    """Register the services."""
    hass.services.async_register(DOMAIN, "set_state", _async_set_state, schema=STATE_SCHEMA)
    hass.services.async_register(DOMAIN, "reset", _async_reset, schema=vol.Schema({}))
    hass.services.async_register(DOMAIN, "set_fault", _async_set_fault, schema=FAULT_SCHEMA)


async def _async_set_state(call: ServiceCall) -> None:
    """Change what an entity is, as if somebody had done so by hand."""
    entity = _entity(call)
    try:
        attributes = {key: resolved(value, entity.entity_id) for key, value in call.data["attributes"].items()}
    except HomeBroken as err:
        raise ServiceValidationError(str(err)) from err
    entity.take(state_text(call.data.get("state")), attributes)
    entity.async_write_ha_state()


async def _async_reset(call: ServiceCall) -> None:
    """Let all entities be again what their file says."""
    for entry in call.hass.config_entries.async_entries(DOMAIN):
        if entry.state is ConfigEntryState.LOADED:
            for entity in entry.runtime_data.entities.values():
                entity.reset()
                entity.async_write_ha_state()


async def _async_set_fault(call: ServiceCall) -> None:
    """Let an entity misbehave."""
    entity = _entity(call)
    entity.misbehave(call.data["fault"], call.data["seconds"])
    entity.async_write_ha_state()


def _entity(call: ServiceCall) -> VirtualEntity:
    for entry in call.hass.config_entries.async_entries(DOMAIN):
        if entry.state is ConfigEntryState.LOADED and (
            entity := entry.runtime_data.entities.get(call.data["entity_id"])
        ):
            found: VirtualEntity = entity
            return found
    raise ServiceValidationError(f"{call.data['entity_id']} is not part of a virtual home")
