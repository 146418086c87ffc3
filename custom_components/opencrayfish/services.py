"""The actions that automations and scripts may call."""

from typing import Final

import voluptuous as vol

from homeassistant.config_entries import ConfigEntryState
from homeassistant.core import HomeAssistant, ServiceCall, ServiceResponse, SupportsResponse, callback
from homeassistant.exceptions import HomeAssistantError, ServiceValidationError
from homeassistant.helpers import config_validation as cv, service

from .burrow.ask import Ask
from .burrow.runtime import CrayfishConfigEntry
from .const import DOMAIN
from .organism.brain.hearing import is_blank

SERVICE_ASK: Final = "ask"
ATTR_CONFIG_ENTRY_ID: Final = "config_entry_id"
ATTR_MESSAGE: Final = "message"
ATTR_CONVERSATION_ID: Final = "conversation_id"
ATTR_LANGUAGE: Final = "language"

ASK_SCHEMA: Final = vol.Schema(
    {
        vol.Optional(ATTR_CONFIG_ENTRY_ID): cv.string,
        vol.Required(ATTR_MESSAGE): cv.string,
        vol.Optional(ATTR_CONVERSATION_ID): cv.string,
        vol.Optional(ATTR_LANGUAGE): cv.string,
    }
)


@callback
def async_register_services(hass: HomeAssistant) -> None:
    """Register the actions; they exist even while no crayfish is loaded."""
    hass.services.async_register(
        DOMAIN, SERVICE_ASK, _async_ask, schema=ASK_SCHEMA, supports_response=SupportsResponse.OPTIONAL
    )


async def _async_ask(call: ServiceCall) -> ServiceResponse:
    """Say something to a crayfish and return its reply with how it came about."""
    entry = _async_entry(call)
    message = call.data[ATTR_MESSAGE]
    if is_blank(message):
        raise ServiceValidationError(translation_domain=DOMAIN, translation_key="empty_message")
    converse = entry.runtime_data.converse
    if converse is None:
        raise HomeAssistantError(
            translation_domain=DOMAIN,
            translation_key="conversation_disabled",
            translation_placeholders={"name": entry.title},
        )
    ask = Ask(
        text=message,
        context=call.context,
        conversation_id=call.data.get(ATTR_CONVERSATION_ID),
        device_id=None,
        satellite_id=None,
        language=call.data.get(ATTR_LANGUAGE, call.hass.config.language),
        agent_id=DOMAIN,
    )
    result = await converse(ask)
    if ask.reply is None:
        raise HomeAssistantError(translation_domain=DOMAIN, translation_key="no_reply")
    return {
        "reply": ask.reply.text,
        "route": ask.reply.route.value,
        "backend": ask.reply.backend,
        "elapsed_ms": round(ask.reply.trace.elapsed_ms),
        "conversation_id": result.conversation_id,
        "tools": list(ask.reply.trace.tools),
    }


def _async_entry(call: ServiceCall) -> CrayfishConfigEntry:
    """Return the crayfish an action is for.

    Raises `ServiceValidationError` when the id is wrong, or missing although there are several.
    """
    if (entry_id := call.data.get(ATTR_CONFIG_ENTRY_ID)) is not None:
        entry: CrayfishConfigEntry = service.async_get_config_entry(call.hass, DOMAIN, entry_id)
        return entry
    loaded: list[CrayfishConfigEntry] = [
        entry for entry in call.hass.config_entries.async_entries(DOMAIN) if entry.state is ConfigEntryState.LOADED
    ]
    if not loaded:
        raise ServiceValidationError(translation_domain=DOMAIN, translation_key="no_crayfish")
    if len(loaded) > 1:
        raise ServiceValidationError(
            translation_domain=DOMAIN,
            translation_key="which_crayfish",
            translation_placeholders={"names": ", ".join(sorted(entry.title for entry in loaded))},
        )
    return loaded[0]
