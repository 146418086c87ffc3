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
from .organism.body.mood import FULL, Cause, Emotion
from .organism.brain.hearing import is_blank

SERVICE_ASK: Final = "ask"
SERVICE_NUDGE_MOOD: Final = "nudge_mood"
ATTR_CONFIG_ENTRY_ID: Final = "config_entry_id"
ATTR_MESSAGE: Final = "message"
ATTR_CONVERSATION_ID: Final = "conversation_id"
ATTR_LANGUAGE: Final = "language"
ATTR_EMERGENCY: Final = "emergency"
ATTR_CHANNEL: Final = "channel"
ATTR_DELTA: Final = "delta"
ATTR_REASON: Final = "reason"
REASON_LIMIT: Final = 200

ASK_SCHEMA: Final = vol.Schema(
    {
        vol.Optional(ATTR_CONFIG_ENTRY_ID): cv.string,
        vol.Required(ATTR_MESSAGE): cv.string,
        vol.Optional(ATTR_CONVERSATION_ID): cv.string,
        vol.Optional(ATTR_LANGUAGE): cv.string,
        vol.Optional(ATTR_EMERGENCY, default=False): cv.boolean,
    }
)
NUDGE_MOOD_SCHEMA: Final = vol.Schema(
    {
        vol.Optional(ATTR_CONFIG_ENTRY_ID): cv.string,
        vol.Required(ATTR_CHANNEL): cv.string,
        vol.Required(ATTR_DELTA): vol.Coerce(float),
        vol.Optional(ATTR_REASON, default=""): cv.string,
    }
)


@callback
def async_register_services(hass: HomeAssistant) -> None:
    """Register the actions; they exist even while no crayfish is loaded."""
    hass.services.async_register(
        DOMAIN, SERVICE_ASK, _async_ask, schema=ASK_SCHEMA, supports_response=SupportsResponse.OPTIONAL
    )
    hass.services.async_register(
        DOMAIN,
        SERVICE_NUDGE_MOOD,
        _async_nudge_mood,
        schema=NUDGE_MOOD_SCHEMA,
        supports_response=SupportsResponse.OPTIONAL,
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
        is_emergency=call.data[ATTR_EMERGENCY],
    )
    result = await converse(ask)
    if ask.reply is None:
        raise HomeAssistantError(translation_domain=DOMAIN, translation_key="no_reply")
    return {
        "reply": ask.reply.text,
        "route": ask.reply.route.value,
        "backend": ask.reply.backend,
        "elapsed_ms": round(ask.reply.trace.elapsed_ms),
        "mood": entry.runtime_data.organism.body.mood.dominant.value,
        "stressed": entry.runtime_data.organism.body.is_stressed,
        "conversation_id": result.conversation_id,
        "tools": list(ask.reply.trace.tools),
    }


async def _async_nudge_mood(call: ServiceCall) -> ServiceResponse:
    """Push one channel of the mood and return where it is then."""
    runtime = _async_entry(call).runtime_data
    channel, delta = call.data[ATTR_CHANNEL], call.data[ATTR_DELTA]
    if channel not in set(Emotion):
        raise ServiceValidationError(
            translation_domain=DOMAIN,
            translation_key="unknown_channel",
            translation_placeholders={"channel": channel, "channels": ", ".join(Emotion)},
        )
    if not -FULL <= delta <= FULL:
        raise ServiceValidationError(translation_domain=DOMAIN, translation_key="delta_out_of_range")
    body = runtime.organism.body
    body.push(
        Cause.OPERATOR,
        at=runtime.organism.clock.now().timestamp(),
        pushes={Emotion(channel): delta},
        reason=" ".join(call.data[ATTR_REASON].split())[:REASON_LIMIT],
    )
    runtime.async_show()
    return {"channel": channel, "level": round(body.mood.level(Emotion(channel))), "mood": body.mood.dominant.value}


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
