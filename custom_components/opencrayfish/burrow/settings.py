"""Read a config entry into the organism's settings."""

from collections.abc import Mapping
from typing import Any, Final

from homeassistant.config_entries import ConfigEntry

from ..const import SUBENTRY_BRAIN
from ..organism.settings import BrainKind, BrainSettings, Settings

CONF_DESIGNATION: Final = "designation"
CONF_SLUG: Final = "slug"
CONF_ARCHITECT_NAME: Final = "architect_name"
CONF_ARCHITECT_HONORIFIC: Final = "architect_honorific"
CONF_ARCHITECT_PERSON: Final = "architect_person"
CONF_BRAIN: Final = "brain"
CONF_KIND: Final = "kind"
CONF_URL: Final = "url"
CONF_MODEL: Final = "model"

SECTION_MEMORY: Final = "memory"
CONF_STM_MAX_TURNS: Final = "stm_max_turns"
SECTION_MIND: Final = "mind"
CONF_CONTEXT_TOKENS: Final = "context_tokens"
CONF_KEEP_ALIVE_MINUTES: Final = "keep_alive_minutes"
CONF_REPLY_TOKENS: Final = "reply_tokens"

DEFAULT_OPTIONS: Final[Mapping[str, Mapping[str, int]]] = {
    SECTION_MEMORY: {CONF_STM_MAX_TURNS: 12},
    SECTION_MIND: {CONF_CONTEXT_TOKENS: 4096, CONF_KEEP_ALIVE_MINUTES: -1, CONF_REPLY_TOKENS: 400},
}


def settings_of(entry: ConfigEntry[Any]) -> Settings:
    """Return the settings that the entry, its options and its subentries hold together."""
    options = {name: {**defaults, **entry.options.get(name, {})} for name, defaults in DEFAULT_OPTIONS.items()}
    return Settings(
        designation=entry.data[CONF_DESIGNATION],
        slug=entry.data[CONF_SLUG],
        architect_name=entry.data.get(CONF_ARCHITECT_NAME, ""),
        architect_honorific=entry.data.get(CONF_ARCHITECT_HONORIFIC, ""),
        architect_person=entry.data.get(CONF_ARCHITECT_PERSON, ""),
        brain=_brain_of(entry, options[SECTION_MIND]),
        history_messages=int(options[SECTION_MEMORY][CONF_STM_MAX_TURNS]),
    )


def _brain_of(entry: ConfigEntry[Any], mind: Mapping[str, int]) -> BrainSettings | None:
    for subentry in entry.get_subentries_of_type(SUBENTRY_BRAIN):
        return BrainSettings(
            kind=BrainKind(subentry.data[CONF_KIND]),
            url=subentry.data[CONF_URL],
            model=subentry.data[CONF_MODEL],
            context_tokens=int(mind[CONF_CONTEXT_TOKENS]),
            keep_alive_minutes=int(mind[CONF_KEEP_ALIVE_MINUTES]),
            reply_tokens=int(mind[CONF_REPLY_TOKENS]),
        )
    return None
