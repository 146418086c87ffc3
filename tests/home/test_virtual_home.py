"""The virtual home behaves like a real one."""

from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

from custom_components.virtual_home.const import DOMAIN
from custom_components.virtual_home.home import HomeBroken, read_home
import pytest
from pytest_homeassistant_custom_component.common import MockConfigEntry

from homeassistant import config_entries
from homeassistant.components.homeassistant.exposed_entities import async_should_expose
from homeassistant.config_entries import ConfigEntryState
from homeassistant.core import HomeAssistant, State
from homeassistant.data_entry_flow import FlowResultType
from homeassistant.exceptions import HomeAssistantError, ServiceValidationError
from homeassistant.helpers import (
    area_registry as ar,
    device_registry as dr,
    entity_registry as er,
    floor_registry as fr,
)
from homeassistant.setup import async_setup_component

DEMO = Path(__file__).parent / "homes" / "demo.yaml"


@pytest.fixture(autouse=True)
async def _core(hass: HomeAssistant) -> None:
    """Set up what holds the list of exposed entities."""
    assert await async_setup_component(hass, "homeassistant", {})


@pytest.fixture
async def demo(hass: HomeAssistant) -> AsyncGenerator[MockConfigEntry]:
    """Load the demo home."""
    entry = MockConfigEntry(domain=DOMAIN, data={"path": str(DEMO)})
    entry.add_to_hass(hass)
    assert await hass.config_entries.async_setup(entry.entry_id)
    await hass.async_block_till_done()
    yield entry
    # Calendars wait for their next event until they are taken down.
    if entry.state is ConfigEntryState.LOADED:
        await hass.config_entries.async_unload(entry.entry_id)


def state_of(hass: HomeAssistant, entity_id: str) -> State:
    """Return a state that must be there."""
    state = hass.states.get(entity_id)
    assert state is not None, entity_id
    return state


async def test_every_entity_of_the_file_is_there_under_its_name(hass: HomeAssistant, demo: MockConfigEntry) -> None:
    home = read_home(str(DEMO))
    assert len(home.entities) >= 30
    assert not home.skipped
    for spec in home.entities:
        state = state_of(hass, spec.id)
        assert state.name == spec.name
        assert state.state not in {"unavailable", "unknown"}, spec.id
        assert async_should_expose(hass, "conversation", spec.id)


async def test_places_are_registered(hass: HomeAssistant, demo: MockConfigEntry) -> None:
    kitchen = ar.async_get(hass).async_get_area_by_name("Kitchen")
    assert kitchen is not None
    light = er.async_get(hass).async_get("light.kitchen_light")
    assert light is not None
    assert light.area_id == kitchen.id
    floor = fr.async_get(hass).async_get_floor_by_name("Ground floor")
    assert floor is not None
    assert kitchen.floor_id == floor.floor_id
    lamp = er.async_get(hass).async_get("light.floor_lamp")
    assert lamp is not None
    assert "Reading Lamp" in lamp.aliases
    lock = er.async_get(hass).async_get("lock.front_door")
    assert lock is not None
    assert lock.device_id
    device = dr.async_get(hass).async_get(lock.device_id)
    assert isinstance(device, dr.DeviceEntry)
    assert (device.name, device.model) == ("Front Door", "Bolt 3")


@pytest.mark.parametrize(
    ("action", "data", "entity_id", "state", "attributes"),
    [
        ("light.turn_on", {"brightness_pct": 50}, "light.kitchen_light", "on", {"brightness": 128}),
        ("light.turn_on", {"rgb_color": [255, 0, 0]}, "light.floor_lamp", "on", {"rgb_color": (255, 0, 0)}),
        ("light.turn_off", {}, "light.living_room_ceiling", "off", {"brightness": None}),
        ("switch.turn_on", {}, "switch.coffee_machine", "on", {}),
        ("cover.open_cover", {}, "cover.garage_door", "open", {}),
        ("cover.set_cover_position", {"position": 40}, "cover.living_room_blinds", "open", {"current_position": 40}),
        ("lock.unlock", {}, "lock.front_door", "unlocked", {}),
        ("valve.open_valve", {}, "valve.irrigation", "open", {}),
        ("fan.turn_on", {}, "fan.bedroom_fan", "on", {"percentage": 100}),
        ("fan.set_percentage", {"percentage": 30}, "fan.bedroom_fan", "on", {"percentage": 30}),
        ("vacuum.start", {}, "vacuum.robot", "cleaning", {}),
        ("vacuum.return_to_base", {}, "vacuum.robot", "returning", {}),
        ("media_player.media_pause", {}, "media_player.speaker", "paused", {}),
        ("media_player.media_next_track", {}, "media_player.speaker", "playing", {"media_track": 2}),
        ("media_player.volume_set", {"volume_level": 0.2}, "media_player.speaker", "playing", {"volume_level": 0.2}),
        (
            "media_player.volume_mute",
            {"is_volume_muted": True},
            "media_player.speaker",
            "playing",
            {"volume_level": 0.0},
        ),
        ("media_player.turn_on", {}, "media_player.television", "on", {}),
        ("climate.set_temperature", {"temperature": 22}, "climate.thermostat", "heat", {"temperature": 22}),
        ("climate.set_hvac_mode", {"hvac_mode": "cool"}, "climate.thermostat", "cool", {}),
        ("climate.turn_off", {}, "climate.thermostat", "off", {}),
        ("todo.add_item", {"item": "Cheese"}, "todo.shopping_list", "3", {}),
        ("todo.remove_item", {"item": ["Milk"]}, "todo.shopping_list", "1", {}),
        ("todo.update_item", {"item": "Milk", "status": "completed"}, "todo.shopping_list", "1", {}),
    ],
)
async def test_services_change_what_they_say(
    hass: HomeAssistant,
    demo: MockConfigEntry,
    action: str,
    data: dict[str, Any],
    entity_id: str,
    state: str,
    attributes: dict[str, Any],
) -> None:
    domain, _, service = action.partition(".")
    await hass.services.async_call(domain, service, {"entity_id": entity_id, **data}, blocking=True)
    after = state_of(hass, entity_id)
    assert after.state == state
    assert {name: after.attributes.get(name) for name in attributes} == attributes


async def test_calendar_and_weather_answer(hass: HomeAssistant, demo: MockConfigEntry) -> None:
    await hass.services.async_call(
        "calendar",
        "create_event",
        {"entity_id": "calendar.family", "summary": "Tea", "in": {"days": 3}},
        blocking=True,
    )
    events = await hass.services.async_call(
        "calendar",
        "get_events",
        {"entity_id": "calendar.family", "duration": {"days": 7}},
        blocking=True,
        return_response=True,
    )
    assert events is not None
    found: Any = events["calendar.family"]
    assert [event["summary"] for event in found["events"]] == ["Dentist", "Choir", "Tea"]
    for kind, count in (("daily", 7), ("hourly", 24)):
        response = await hass.services.async_call(
            "weather", "get_forecasts", {"entity_id": "weather.home", "type": kind}, blocking=True, return_response=True
        )
        assert response is not None
        forecast: Any = response["weather.home"]
        assert len(forecast["forecast"]) == count


async def test_a_test_can_set_what_an_entity_is(hass: HomeAssistant, demo: MockConfigEntry) -> None:
    for entity_id, state, attributes in (
        ("light.kitchen_light", "on", {"brightness": 10}),
        ("sensor.outside_temperature", "-3", {}),
        ("media_player.speaker", "paused", {"media_track": 7}),
        ("cover.living_room_blinds", "open", {"current_position": 55}),
    ):
        await hass.services.async_call(
            DOMAIN, "set_state", {"entity_id": entity_id, "state": state, "attributes": attributes}, blocking=True
        )
        after = state_of(hass, entity_id)
        assert after.state == state
        assert {name: after.attributes[name] for name in attributes} == attributes
    with pytest.raises(ServiceValidationError):
        await hass.services.async_call(DOMAIN, "set_state", {"entity_id": "light.none", "state": "on"}, blocking=True)


async def test_a_home_becomes_what_its_file_says(hass: HomeAssistant, demo: MockConfigEntry) -> None:
    def everything() -> dict[str, tuple[str, dict[str, Any], tuple[str, ...]]]:
        entities = demo.runtime_data.entities.items()
        return {
            key: ((now := state_of(hass, key)).state, dict(now.attributes), item.contents) for key, item in entities
        }

    before = everything()
    for action, entity_id, data in (
        ("light.turn_on", "light.floor_lamp", {"rgb_color": [255, 0, 0], "brightness": 3}),
        ("cover.set_cover_position", "cover.living_room_blinds", {"position": 40}),
        ("fan.set_percentage", "fan.bedroom_fan", {"percentage": 30}),
        ("lock.unlock", "lock.front_door", {}),
        ("media_player.volume_mute", "media_player.speaker", {"is_volume_muted": True}),
        ("climate.set_temperature", "climate.thermostat", {"temperature": 29, "hvac_mode": "cool"}),
        ("todo.add_item", "todo.shopping_list", {"item": "Cheese"}),
        ("calendar.create_event", "calendar.family", {"summary": "Tea", "in": {"days": 3}}),
        (f"{DOMAIN}.set_state", "sensor.outside_temperature", {"state": "1", "attributes": {"odd": 1}}),
        (f"{DOMAIN}.set_state", "weather.home", {"state": "rainy", "attributes": {"native_temperature": "3"}}),
        (f"{DOMAIN}.set_fault", "light.hall_light", {"fault": "unavailable"}),
        ("light.toggle", "light.hall_light", {}),
    ):
        domain, _, service = action.partition(".")
        await hass.services.async_call(domain, service, {"entity_id": entity_id, **data}, blocking=True)
    changed = everything()
    assert sum(changed[key] != before[key] for key in before) == 11
    await hass.services.async_call(DOMAIN, "reset", {}, blocking=True)
    assert everything() == before


async def test_entities_take_what_public_homes_give(hass: HomeAssistant, tmp_path: Path) -> None:
    file = tmp_path / "home.yaml"
    file.write_text(
        """
entities:
  - name: Thermostat
    id: climate.thermostat
    attributes:
      unit_of_measurement: "°C"
      supported_features: [climate.ClimateEntityFeature.FAN_MODE, climate.ClimateEntityFeature.TARGET_TEMPERATURE]
      hvac_modes: ["off", cool]
      hvac_mode: "off"
      target_temperature: 22
  - {name: Sink, id: valve.sink, attributes: {reports_position: true, current_valve_position: 30}}
  - {name: Fridge, id: sensor.fridge, attributes: {native_value: 4}}
  - {name: Weather, id: weather.service, attributes: {native_temperature_unit: "°F", native_temperature: "50", condition: rainy}}
  - {name: Radio, id: media_player.radio, state: stopped}
  - {name: Tasks, id: todo.tasks, state: 2}
"""
    )
    entry = MockConfigEntry(domain=DOMAIN, data={"path": str(file)})
    entry.add_to_hass(hass)
    assert await hass.config_entries.async_setup(entry.entry_id)
    await hass.async_block_till_done()
    states = {entity_id: state_of(hass, entity_id).state for entity_id in entry.runtime_data.entities}
    assert states == {
        "climate.thermostat": "off",
        "valve.sink": "open",
        "sensor.fridge": "4",
        "weather.service": "rainy",
        "media_player.radio": "idle",
        "todo.tasks": "2",
    }
    assert state_of(hass, "climate.thermostat").attributes["temperature"] == 22
    assert state_of(hass, "valve.sink").attributes["current_position"] == 30
    assert state_of(hass, "weather.service").attributes["temperature"] == 10


async def test_entities_misbehave_when_told(hass: HomeAssistant, demo: MockConfigEntry) -> None:
    async def turn_on(fault: str, seconds: float = 0.01) -> str:
        await hass.services.async_call(
            DOMAIN, "set_fault", {"entity_id": "light.hall_light", "fault": fault, "seconds": seconds}, blocking=True
        )
        await hass.services.async_call("light", "turn_on", {"entity_id": "light.hall_light"}, blocking=True)
        return state_of(hass, "light.hall_light").state

    with pytest.raises(HomeAssistantError, match="does not answer"):
        await turn_on("raise")
    assert await turn_on("ignore") == "off"
    assert await turn_on("unavailable") == "unavailable"
    assert await turn_on("slow") == "off"
    await hass.async_block_till_done(wait_background_tasks=True)
    assert state_of(hass, "light.hall_light").state == "on"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("entities: [", "cannot be read"),
        ("- a\n- b", "no mapping"),
        ("entities: [{name: Lamp}]", "no id"),
        ("entities: [{name: Lamp, id: lamp}]", "no entity id"),
        ("entities: [{name: Lamp, id: light.lamp, attributes: [1]}]", "no mapping"),
        (
            "entities: [{name: Door, id: cover.door, attributes: {device_class: cover.CoverDeviceClass.HATCH}}]",
            "home.yaml: cover.door: device_class: Home Assistant has no cover.CoverDeviceClass.HATCH",
        ),
        (
            "entities: [{name: Door, id: cover.door, attributes: {device_class: cover.Path.open}}]",
            "has no cover.Path.open",
        ),
    ],
)
async def test_a_broken_file_is_named_in_the_form(hass: HomeAssistant, tmp_path: Path, text: str, fault: str) -> None:
    file = tmp_path / "home.yaml"
    file.write_text(text)
    with pytest.raises(HomeBroken, match=fault.replace("(", ".")):
        read_home(str(file))
    page = await hass.config_entries.flow.async_init(DOMAIN, context={"source": config_entries.SOURCE_USER})
    result = await hass.config_entries.flow.async_configure(page["flow_id"], {"path": str(file)})
    assert result["errors"] == {"base": "home_broken"}
    assert fault in str(result["description_placeholders"])
    entry = MockConfigEntry(domain=DOMAIN, data={"path": str(file)})
    entry.add_to_hass(hass)
    assert not await hass.config_entries.async_setup(entry.entry_id)
    assert entry.state is ConfigEntryState.SETUP_ERROR


async def test_a_public_home_is_read_as_it_is(hass: HomeAssistant, tmp_path: Path) -> None:
    file = tmp_path / "home.yaml"
    file.write_text(
        """
areas: [{name: Shed, id: shed}]
devices: [{name: Opener, id: opener, area: shed, info: {model: X, sw_version: 1.2}}]
entities:
  - name: Opener
    id: cover.opener
    area: shed
    device: opener
    state: false
    attributes:
      device_class: cover.CoverDeviceClass.GARAGE
      supported_features: [cover.CoverEntityFeature.OPEN, cover.CoverEntityFeature.CLOSE]
  - {name: Opener, id: light.opener, device: opener, state: false, attributes: {supported_color_modes: [onoff], color_mode: [onoff]}}
  - {name: Horn, id: siren.horn}
"""
    )
    page = await hass.config_entries.flow.async_init(DOMAIN, context={"source": config_entries.SOURCE_USER})
    result = await hass.config_entries.flow.async_configure(page["flow_id"], {"path": str(file)})
    assert result["type"] is FlowResultType.CREATE_ENTRY
    await hass.async_block_till_done()
    assert state_of(hass, "cover.opener").state == "closed"
    assert state_of(hass, "light.opener").state == "off"
    assert hass.states.get("siren.horn") is None


async def test_a_home_can_be_taken_down_and_built_again(hass: HomeAssistant, demo: MockConfigEntry) -> None:
    before = {entry.entity_id: entry.aliases for entry in er.async_get(hass).entities.values()}
    assert await hass.config_entries.async_reload(demo.entry_id)
    await hass.async_block_till_done()
    assert {entry.entity_id: entry.aliases for entry in er.async_get(hass).entities.values()} == before
    assert await hass.config_entries.async_unload(demo.entry_id)
    assert state_of(hass, "light.kitchen_light").state == "unavailable"
