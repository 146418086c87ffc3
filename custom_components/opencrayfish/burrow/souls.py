"""Which soul a crayfish begins with."""

from typing import Any, Final

from homeassistant.config_entries import ConfigEntry
from homeassistant.core import HomeAssistant

from ..organism.language.loader import Language, available, choose, load
from ..organism.memory.soul import Soul, parse
from .settings import CONF_SOUL, CONF_SOUL_TEXT

DEFAULT_SOUL: Final = "steady"
SOULS: Final = (DEFAULT_SOUL, "playful", "butler")
"""The packaged ones, by their file names."""
OWN_SOUL: Final = "own"


def first_soul(entry: ConfigEntry[Any], language: Language) -> Soul:
    """Return the soul that a person chose; it is written once, and from then on the file counts."""
    text = entry.data.get(CONF_SOUL_TEXT) or language.souls.get(entry.data.get(CONF_SOUL, ""))
    return parse((text or language.souls[DEFAULT_SOUL]).encode())


async def async_soul_text(hass: HomeAssistant, name: str) -> str:
    """Return a packaged soul in the language of the home; for a person's own one, something to begin with."""

    def read() -> str:
        souls = load(choose(hass.config.language, available())).souls
        return souls.get(name, souls[DEFAULT_SOUL])

    return await hass.async_add_import_executor_job(read)
