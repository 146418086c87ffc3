"""What a person has to know or do, as issues of Repairs; each goes away by itself when its cause does."""

from typing import Final

from homeassistant.config_entries import ConfigEntry
from homeassistant.core import HomeAssistant, callback
from homeassistant.helpers import issue_registry as ir

from ..const import DOMAIN
from ..organism.backends.breaker import BrainStatus, Health
from .clock import HomeClock
from .settings import CONF_SLUG

OFFLINE_SECONDS: Final = 600.0
"""A brain that is away for so long is no hiccup."""

BRAIN_OFFLINE: Final = "brain_offline"
MODEL_MISSING: Final = "model_missing"
HEART_STOPPED: Final = "heart_stopped"
SOUL_BROKEN: Final = "soul_broken"
STORAGE_FAILED: Final = "storage_failed"
ALL_ISSUES: Final = (BRAIN_OFFLINE, MODEL_MISSING, HEART_STOPPED, SOUL_BROKEN, STORAGE_FAILED)


@callback
def async_tend_brain_issues(hass: HomeAssistant, entry: ConfigEntry, health: Health) -> None:
    """Report a model that is not there at once, and a server that is away after ten minutes."""
    is_missing = health.status is BrainStatus.OFFLINE and health.is_model_missing
    since = health.offline_since
    is_away = (
        health.status is BrainStatus.OFFLINE
        and not is_missing
        and since is not None
        and HomeClock().monotonic() - since >= OFFLINE_SECONDS
    )
    placeholders = {"name": entry.title, "brain": health.backend, "error": health.last_error}
    _tend(hass, entry, MODEL_MISSING, placeholders, is_wanted=is_missing, is_fixable=True)
    _tend(hass, entry, BRAIN_OFFLINE, placeholders, is_wanted=is_away)


@callback
def async_tend_heart_issue(hass: HomeAssistant, entry: ConfigEntry, *, is_ill: bool) -> None:
    """Report a heart that does not beat."""
    _tend(hass, entry, HEART_STOPPED, {"name": entry.title}, is_wanted=is_ill)


@callback
def async_tend_soul_issue(hass: HomeAssistant, entry: ConfigEntry, fault: str) -> None:
    """Report a soul that cannot be read; the animal goes on with the latest sound one."""
    placeholders = {"name": entry.title, "fault": fault, "file": f"{DOMAIN}/{entry.data[CONF_SLUG]}/soul.md"}
    _tend(hass, entry, SOUL_BROKEN, placeholders, is_wanted=bool(fault), is_fixable=True)


@callback
def async_tend_storage_issue(hass: HomeAssistant, entry: ConfigEntry, fault: str) -> None:
    """Report a disk that refuses to take the journal."""
    _tend(hass, entry, STORAGE_FAILED, {"name": entry.title, "fault": fault}, is_wanted=bool(fault))


@callback
def async_forget_issues(hass: HomeAssistant, entry: ConfigEntry) -> None:
    """Take all issues of a crayfish back: it is gone, or it will find out anew."""
    for key in ALL_ISSUES:
        ir.async_delete_issue(hass, DOMAIN, issue_id(key, entry))


def issue_id(key: str, entry: ConfigEntry) -> str:
    """Return the id of an issue of one crayfish."""
    return f"{key}_{entry.entry_id}"


def _tend(
    hass: HomeAssistant,
    entry: ConfigEntry,
    key: str,
    placeholders: dict[str, str],
    *,
    is_wanted: bool,
    is_fixable: bool = False,
) -> None:
    is_there = ir.async_get(hass).async_get_issue(DOMAIN, issue_id(key, entry)) is not None
    if is_wanted and not is_there:
        ir.async_create_issue(
            hass,
            DOMAIN,
            issue_id(key, entry),
            data={"entry_id": entry.entry_id},
            is_fixable=is_fixable,
            severity=ir.IssueSeverity.WARNING,
            translation_key=key,
            translation_placeholders=placeholders,
        )
    elif is_there and not is_wanted:
        ir.async_delete_issue(hass, DOMAIN, issue_id(key, entry))
