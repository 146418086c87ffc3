"""Who speaks, and from where."""

from homeassistant.components.conversation import ConversationInput
from homeassistant.const import UnitOfTemperature
from homeassistant.core import Context, HomeAssistant
from homeassistant.helpers import area_registry as ar, device_registry as dr, entity_registry as er

from ..organism.messages import Channel, Stimulus
from ..organism.settings import Settings


async def async_stimulus(
    hass: HomeAssistant,
    user_input: ConversationInput,
    settings: Settings,
    *,
    conversation_id: str,
    is_emergency: bool = False,
) -> Stimulus:
    """Return what the organism needs to know of a request."""
    area = _area(hass, user_input)
    may_wake = await _async_is_privileged(hass, user_input.context, settings)
    return Stimulus(
        text=user_input.text,
        language=user_input.language or hass.config.language,
        channel=Channel.VOICE if user_input.satellite_id or user_input.device_id else Channel.TEXT,
        conversation_id=conversation_id,
        speaker=_speaker(hass, user_input.context, settings),
        room=area.name if area else "",
        area_id=area.id if area else "",
        extra_instructions=user_input.extra_system_prompt or "",
        is_emergency=is_emergency,
        may_wake=may_wake,
        uses_fahrenheit=hass.config.units.temperature_unit == UnitOfTemperature.FAHRENHEIT,
    )


async def _async_is_privileged(hass: HomeAssistant, context: Context, settings: Settings) -> bool:
    """Tell whether a request comes from the Architect, from an administrator, or from nobody who is logged in."""
    if context.user_id is None:
        return True
    user = await hass.auth.async_get_user(context.user_id)
    if user is None or user.is_admin:
        return user is not None
    person = hass.states.get(settings.architect_person) if settings.architect_person else None
    return person is not None and person.attributes.get("user_id") == context.user_id


def _speaker(hass: HomeAssistant, context: Context, settings: Settings) -> str:
    """Return the name of the person behind the request's user; empty for satellites and automations."""
    if context.user_id is None:
        return ""
    for person in hass.states.async_all("person"):
        if person.attributes.get("user_id") == context.user_id:
            if settings.architect_name and person.entity_id == settings.architect_person:
                return settings.salutation
            return person.name
    return ""


def _area(hass: HomeAssistant, user_input: ConversationInput) -> ar.AreaEntry | None:
    """Return the area the satellite, or its device, stands in."""
    area_id = None
    if user_input.satellite_id and (entity := er.async_get(hass).async_get(user_input.satellite_id)):
        area_id = entity.area_id
    if area_id is None and user_input.device_id and (device := dr.async_get(hass).async_get(user_input.device_id)):
        area_id = device.area_id
    return ar.async_get(hass).async_get_area(area_id) if area_id else None
