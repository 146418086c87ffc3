"""Read a config entry into the organism's settings."""

from collections.abc import Mapping
from datetime import time
from typing import Any, Final

from homeassistant.config_entries import ConfigEntry

from ..const import SUBENTRY_BRAIN
from ..organism.settings import PROTECTED, Address, BrainKind, BrainSettings, Settings

CONF_DESIGNATION: Final = "designation"
CONF_SLUG: Final = "slug"
CONF_ARCHITECT_NAME: Final = "architect_name"
CONF_ARCHITECT_HONORIFIC: Final = "architect_honorific"
CONF_ARCHITECT_PERSON: Final = "architect_person"
CONF_BRAIN: Final = "brain"
CONF_SOUL: Final = "soul"
CONF_SOUL_TEXT: Final = "soul_text"
CONF_KIND: Final = "kind"
CONF_URL: Final = "url"
CONF_MODEL: Final = "model"

SECTION_RHYTHM: Final = "rhythm"
CONF_PULSE_INTERVAL_SECONDS: Final = "pulse_interval_seconds"
CONF_DUTY_START: Final = "duty_start"
CONF_SLEEP_START: Final = "sleep_start"
CONF_CHAT_WHILE_ASLEEP: Final = "chat_while_asleep"
SECTION_BODY: Final = "body"
CONF_THERMAL_LIMIT_CELSIUS: Final = "thermal_limit_celsius"
CONF_THERMAL_RELEASE_CELSIUS: Final = "thermal_release_celsius"
CONF_RAM_LIMIT_PCT: Final = "ram_limit_pct"
CONF_RAM_RELEASE_PCT: Final = "ram_release_pct"
SECTION_HOME: Final = "home"
CONF_CONFIRM_DOMAINS: Final = "confirm_domains"
SECTION_MEMORY: Final = "memory"
CONF_STM_MAX_TURNS: Final = "stm_max_turns"
CONF_JOURNAL_FLUSH_SECONDS: Final = "journal_flush_seconds"
CONF_JOURNAL_FSYNC: Final = "journal_fsync"
SECTION_MIND: Final = "mind"
CONF_ADDRESS: Final = "address"
CONF_AFFIRMATION: Final = "affirmation"
CONF_CONTEXT_TOKENS: Final = "context_tokens"
CONF_KEEP_ALIVE_MINUTES: Final = "keep_alive_minutes"
CONF_REPLY_TOKENS: Final = "reply_tokens"

type Options = Mapping[str, Mapping[str, Any]]

RELEASE_BELOW_LIMIT: Final = 5
"""How far the release lies below the limit when nobody has set it."""
DEFAULT_OPTIONS: Final[Options] = {
    SECTION_RHYTHM: {
        CONF_PULSE_INTERVAL_SECONDS: 30,
        CONF_DUTY_START: "06:00:00",
        CONF_SLEEP_START: "02:00:00",
        CONF_CHAT_WHILE_ASLEEP: False,
    },
    SECTION_BODY: {CONF_THERMAL_LIMIT_CELSIUS: 75, CONF_RAM_LIMIT_PCT: 85},
    SECTION_HOME: {CONF_CONFIRM_DOMAINS: list(PROTECTED)},
    SECTION_MEMORY: {CONF_STM_MAX_TURNS: 12, CONF_JOURNAL_FLUSH_SECONDS: 30, CONF_JOURNAL_FSYNC: False},
    SECTION_MIND: {
        CONF_ADDRESS: Address.ALWAYS.value,
        CONF_AFFIRMATION: False,
        CONF_CONTEXT_TOKENS: 4096,
        CONF_KEEP_ALIVE_MINUTES: -1,
        CONF_REPLY_TOKENS: 400,
    },
}


def options_of(entry: ConfigEntry[Any]) -> Options:
    """Return all options, those that nobody has set at their defaults."""
    options = {name: {**defaults, **entry.options.get(name, {})} for name, defaults in DEFAULT_OPTIONS.items()}
    body = options[SECTION_BODY]
    body.setdefault(CONF_THERMAL_RELEASE_CELSIUS, body[CONF_THERMAL_LIMIT_CELSIUS] - RELEASE_BELOW_LIMIT)
    body.setdefault(CONF_RAM_RELEASE_PCT, body[CONF_RAM_LIMIT_PCT] - RELEASE_BELOW_LIMIT)
    return options


def settings_of(entry: ConfigEntry[Any]) -> Settings:
    """Return the settings that the entry, its options and its subentries hold together."""
    options = options_of(entry)
    rhythm, body, memory = options[SECTION_RHYTHM], options[SECTION_BODY], options[SECTION_MEMORY]
    return Settings(
        designation=entry.data[CONF_DESIGNATION],
        slug=entry.data[CONF_SLUG],
        architect_name=entry.data.get(CONF_ARCHITECT_NAME, ""),
        architect_honorific=entry.data.get(CONF_ARCHITECT_HONORIFIC, ""),
        architect_person=entry.data.get(CONF_ARCHITECT_PERSON, ""),
        brain=_brain_of(entry, options[SECTION_MIND]),
        address=Address(options[SECTION_MIND][CONF_ADDRESS]),
        shows_affirmation=bool(options[SECTION_MIND][CONF_AFFIRMATION]),
        pulse_interval_seconds=int(rhythm[CONF_PULSE_INTERVAL_SECONDS]),
        duty_start=time.fromisoformat(rhythm[CONF_DUTY_START]),
        sleep_start=time.fromisoformat(rhythm[CONF_SLEEP_START]),
        chat_while_asleep=bool(rhythm[CONF_CHAT_WHILE_ASLEEP]),
        thermal_limit_celsius=body[CONF_THERMAL_LIMIT_CELSIUS],
        thermal_release_celsius=body[CONF_THERMAL_RELEASE_CELSIUS],
        ram_limit_pct=body[CONF_RAM_LIMIT_PCT],
        ram_release_pct=body[CONF_RAM_RELEASE_PCT],
        confirm_domains=tuple(options[SECTION_HOME][CONF_CONFIRM_DOMAINS]),
        history_messages=int(memory[CONF_STM_MAX_TURNS]),
        journal_flush_seconds=int(memory[CONF_JOURNAL_FLUSH_SECONDS]),
        journal_fsync=bool(memory[CONF_JOURNAL_FSYNC]),
    )


def _brain_of(entry: ConfigEntry[Any], mind: Mapping[str, Any]) -> BrainSettings | None:
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
