"""A misspelt name means the tool it must mean, arguments fit the schema, and nothing comes to mean more than was written."""

import json
from typing import Any

from hypothesis import given, strategies as st
import pytest

from custom_components.opencrayfish.organism.messages import ToolSpec
from custom_components.opencrayfish.organism.toolcalls.arguments import repair
from custom_components.opencrayfish.organism.toolcalls.lenient import read_value
from custom_components.opencrayfish.organism.toolcalls.names import resolve

from .offered import PLACE, TEXT, TEXTS, TOOLS, tool

HOUSE = ("HassTurnOn", "HassTurnOff", "HassLightSet", "HassMediaPause", "HassMediaUnpause", "GetLiveContext")


def offer(*names: str) -> dict[str, ToolSpec]:
    """Return tools without arguments."""
    return {name: ToolSpec(name=name) for name in names}


def meant(name: str, *names: str) -> str | None:
    """Return the name of the tool that is meant."""
    resolved = resolve(name, offer(*(names or HOUSE)))
    return resolved.tool.name if resolved else None


@pytest.mark.parametrize(
    ("name", "offered", "tool_name"),
    [
        pytest.param("hass_turn_on", HOUSE, "HassTurnOn", id="NH01"),
        pytest.param("HassTurnOm", HOUSE, "HassTurnOn", id="NH02"),
        pytest.param("HassTurnO", HOUSE, None, id="NH03"),
        pytest.param("tg_send_message", ("telegram_send", "HassTurnOn"), "telegram_send", id="NH04"),
        pytest.param("send_photo", ("telegram_send", "HassTurnOn"), None, id="NH05"),
        pytest.param("light.turn_on", HOUSE, "HassTurnOn", id="NH06"),
        ("HassLightTurnOn", HOUSE, "HassTurnOn"),
        ("functions.HassTurnOff", HOUSE, "HassTurnOff"),
        ("lock.unlock", HOUSE, "HassTurnOff"),
        ("unlock", HOUSE, None),
        ("HassTurnOf", HOUSE, None),
        ("HassPauseMedia", HOUSE, "HassMediaPause"),
        ("HassMediaUnpaus", HOUSE, "HassMediaUnpause"),
        ("turn", HOUSE, None),
        ("launch_rocket", HOUSE, None),
        ("", HOUSE, None),
        ("open_door", ("close_door", "lock_door"), None),
        ("unlock_door", ("lock_door",), None),
        ("lock_dor", ("lock_door", "unlock_door"), "lock_door"),
        ("x" * 200, HOUSE, None),
    ],
)
def test_a_name_means_one_tool_or_none(name: str, offered: tuple[str, ...], tool_name: str | None) -> None:
    assert meant(name, *offered) == tool_name


def test_nn02_an_operation_behind_the_name_becomes_an_argument() -> None:
    resolved = resolve("plan:summary", {"plan": tool("plan", operation=TEXT)})
    assert resolved is not None
    assert (resolved.tool.name, resolved.extra) == ("plan", {"operation": "summary"})
    assert resolve("plan:summary", offer("plan")) is None


@given(st.text(max_size=30))
def test_no_name_means_a_tool_that_is_not_offered(name: str) -> None:
    assert meant(name) in {None, *HOUSE}


def schema(*required: str, **properties: Any) -> dict[str, Any]:
    """Return the schema of some arguments."""
    return {"type": "object", "properties": properties, "required": list(required)}


HASS = schema(**PLACE, device_class=TEXTS, brightness={"type": "integer"}, fast={"type": "boolean"})


@pytest.mark.parametrize(
    ("given_", "wanted"),
    [
        ({"name": "fan"}, {"name": "fan"}),
        ({"name": "fan", "brightness": "40"}, {"name": "fan", "brightness": 40}),
        ({"name": "fan", "brightness": "40%"}, {"name": "fan", "brightness": 40}),
        ({"name": "fan", "fast": "True"}, {"name": "fan", "fast": True}),
        ({"name": "fan", "domain": "light"}, {"name": "fan", "domain": ["light"]}),
        ({"name": "fan", "domain": "['light', 'fan']"}, {"name": "fan", "domain": ["light", "fan"]}),
        ({"name": ["fan"]}, {"name": "fan"}),
        ({"name": "fan", "area": "null", "floor": "", "device_class": []}, {"name": "fan"}),
        ({"entity_id": "fan.bedroom"}, {"name": "fan.bedroom"}),
        ({"Name": "fan"}, {"name": "fan"}),
        ({"room": "Kitchen", "domain": "light"}, {"area": "Kitchen", "domain": ["light"]}),
        ({"properties": {"name": "fan"}}, {"name": "fan"}),
        ({"type": "object", "properties": {"name": {"value": "fan"}}}, {"name": "fan"}),
        ({"name": {"value": "fan"}}, {"name": "fan"}),
        ({"arguments": '{"name": "fan"}'}, {"name": "fan"}),
        ({"name": "fan", "brightness": "very"}, {"name": "fan"}),
        ({"0": "fan"}, {"name": "fan"}),
        # What would come to mean more than was written is no call at all.
        ({"zone": "attic", "domain": "light"}, {"area": "attic", "domain": ["light"]}),
        ({"label": "fan"}, None),
        ({"wing": "east", "area": "Kitchen"}, None),
        ({"type": "object", "properties": {"name": {"type": "string"}}}, None),
    ],
)
def test_arguments_are_made_to_fit(given_: dict[str, Any], wanted: dict[str, Any] | None) -> None:
    assert repair(given_, HASS) == wanted


def test_pa01_an_argument_under_another_name_is_renamed_only_where_the_right_one_is_missing() -> None:
    reading = schema("path", path=TEXT)
    assert repair({"file_path": "a.txt"}, reading) == {"path": "a.txt"}
    assert repair({"file_path": "a.txt", "path": "b.txt"}, reading) == {"path": "b.txt"}
    assert repair({}, reading) is None


def test_a_choice_is_found_whatever_its_dress() -> None:
    modes = schema(mode={"type": "string", "enum": ["heat_cool", "off"]})
    assert repair({"mode": "Heat Cool"}, modes) == {"mode": "heat_cool"}
    assert repair({"mode": "warmish"}, modes) is None


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@given(
    st.dictionaries(
        st.sampled_from(["name", "area", "domain", "type", "properties", "0", "value", "entity"]), json_values
    )
)
def test_any_arguments_are_mended_or_refused(arguments: dict[str, Any]) -> None:
    for spec in TOOLS:
        repaired = repair(arguments, spec.parameters)
        properties: Any = spec.parameters["properties"]
        assert repaired is None or not properties or repaired.keys() <= properties.keys()


@given(
    st.dictionaries(
        st.text("abc_", min_size=1, max_size=8), st.text(st.characters(codec="utf-8")) | st.integers(-999, 999)
    )
)
def test_good_json_is_read_as_it_is(value: dict[str, Any]) -> None:

    parsed = read_value(json.dumps(value), 0)
    assert parsed is not None
    assert (parsed.value, parsed.is_closed) == (value, True)
