"""Which crayfish a target means."""

from collections.abc import Mapping
from typing import Any

from homeassistant.core import HomeAssistant, callback
from homeassistant.helpers import entity_registry as er
from homeassistant.helpers.target import TargetSelection, async_extract_referenced_entity_ids

from ..const import DOMAIN


@callback
def async_targeted_entries(hass: HomeAssistant, target: Mapping[str, Any] | None) -> frozenset[str] | None:
    """Return the ids of the entries whose entities or devices a target names, None when there is no target."""
    selection = TargetSelection(dict(target or {}))
    if not selection.has_any_target:
        return None
    selected = async_extract_referenced_entity_ids(hass, selection, primary_entities_only=False)
    registry = er.async_get(hass)
    entities = (registry.async_get(entity_id) for entity_id in selected.referenced | selected.indirectly_referenced)
    return frozenset(
        entity.config_entry_id
        for entity in entities
        if entity is not None and entity.platform == DOMAIN and entity.config_entry_id
    )
