"""A home that exists only in a YAML file, with real entities, services and states: for trying, testing and measuring."""

from dataclasses import dataclass, field
import logging
from typing import TYPE_CHECKING

from homeassistant.components.homeassistant.exposed_entities import async_expose_entity
from homeassistant.config_entries import ConfigEntry
from homeassistant.core import HomeAssistant
from homeassistant.exceptions import ConfigEntryError
from homeassistant.helpers import (
    area_registry as ar,
    config_validation as cv,
    device_registry as dr,
    entity_registry as er,
    floor_registry as fr,
)
from homeassistant.helpers.typing import ConfigType

from .const import CONF_PATH, DOMAIN, PLATFORMS
from .home import Home, HomeBroken, read_home
from .services import async_register_services

if TYPE_CHECKING:
    from .entity import VirtualEntity

CONFIG_SCHEMA = cv.config_entry_only_config_schema(DOMAIN)
_LOGGER = logging.getLogger(__name__)

type VirtualHomeEntry = ConfigEntry[VirtualHome]


@dataclass(kw_only=True, slots=True)
class VirtualHome:
    """A home that is loaded."""

    home: Home
    entities: dict[str, VirtualEntity] = field(default_factory=dict)


async def async_setup(hass: HomeAssistant, config: ConfigType) -> bool:
    """Register the services."""
    async_register_services(hass)
    return True


async def async_setup_entry(hass: HomeAssistant, entry: VirtualHomeEntry) -> bool:
    """Build the home: places and devices first, then entities, then where they stand and who may see them."""
    try:
        home = await hass.async_add_import_executor_job(read_home, entry.data[CONF_PATH])
    except HomeBroken as err:
        raise ConfigEntryError(str(err)) from err
    if home.skipped:
        _LOGGER.info("%d entities are of kinds that are not built here: %s", len(home.skipped), ", ".join(home.skipped))
    entry.runtime_data = VirtualHome(home=home)
    areas = _create_places(hass, home)
    _create_devices(hass, entry, areas)
    await hass.config_entries.async_forward_entry_setups(entry, PLATFORMS)
    _place_entities(hass, home, areas)
    return True


async def async_unload_entry(hass: HomeAssistant, entry: VirtualHomeEntry) -> bool:
    """Take the entities down; places stay, as they do in a real home."""
    return await hass.config_entries.async_unload_platforms(entry, PLATFORMS)


def _create_places(hass: HomeAssistant, home: Home) -> dict[str, str]:
    """Create floors and areas that are not there yet; return area ids by the file's own."""
    floors, areas = fr.async_get(hass), ar.async_get(hass)
    floor_ids: dict[str, str] = {}
    for place in home.floors:
        floor = floors.async_get_floor_by_name(place.name) or floors.async_create(
            place.name, level=place.level, aliases=set(place.aliases)
        )
        floor_ids[place.id] = floor.floor_id
    area_ids: dict[str, str] = {}
    for place in home.areas:
        area = areas.async_get_area_by_name(place.name) or areas.async_create(place.name, aliases=set(place.aliases))
        if place.floor in floor_ids:
            areas.async_update(area.id, floor_id=floor_ids[place.floor])
        area_ids[place.id] = area.id
    return area_ids


def _create_devices(hass: HomeAssistant, entry: VirtualHomeEntry, areas: dict[str, str]) -> None:
    registry = dr.async_get(hass)
    for spec in entry.runtime_data.home.devices:
        device = registry.async_get_or_create(
            config_entry_id=entry.entry_id,
            identifiers={(DOMAIN, f"{entry.entry_id}_{spec.id}")},
            name=spec.name,
            manufacturer=spec.info.get("manufacturer"),
            model=spec.info.get("model"),
            sw_version=spec.info.get("sw_version"),
        )
        if spec.area in areas:
            registry.async_update_device(device.id, area_id=areas[spec.area])


def _place_entities(hass: HomeAssistant, home: Home, areas: dict[str, str]) -> None:
    registry = er.async_get(hass)
    devices = {device.id: device for device in home.devices}
    for spec in home.entities:
        registered = registry.async_get(spec.id)
        if registered is None:
            continue
        aliases = list(dict.fromkeys((*registered.aliases, *spec.aliases)))
        device = devices.get(spec.device)
        # As in a real home: an entity stands where its device stands, and one that only has its device's name always does.
        is_with_device = device is not None and (device.area == spec.area or device.name == spec.name)
        area_id = None if is_with_device else areas.get(spec.area)
        registry.async_update_entity(spec.id, area_id=area_id, aliases=aliases)
        async_expose_entity(hass, "conversation", spec.id, spec.exposed)
