"""Connect a brain: what the organism's backends need from Home Assistant."""

from homeassistant.core import HomeAssistant, callback
from homeassistant.helpers.aiohttp_client import async_get_clientsession
from homeassistant.util.ssl import get_default_context

from ..organism.backends.base import Backend
from ..organism.backends.ollama import OllamaBackend
from ..organism.backends.ollama_catalogue import open_catalogue
from ..organism.settings import BrainKind, BrainSettings


@callback
def async_connect(hass: HomeAssistant, brain: BrainSettings) -> Backend:
    """Return the backend for a brain; nothing is sent yet."""
    catalogue = open_catalogue(brain.url, ssl_context=get_default_context())
    return OllamaBackend(brain, session=async_get_clientsession(hass), catalogue=catalogue)


async def async_models(hass: HomeAssistant, url: str) -> tuple[str, ...]:
    """Return the models that the server at an address offers.

    Raises what `Backend.probe` raises.
    """
    backend = async_connect(hass, BrainSettings(kind=BrainKind.OLLAMA, url=url, model=""))
    try:
        return await backend.probe()
    finally:
        await backend.aclose()
