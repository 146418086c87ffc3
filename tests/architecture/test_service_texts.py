"""Actions are the same in the code, in `services.yaml`, in the translations and in `icons.json`."""

import ast
from collections.abc import Mapping
from typing import Any

import probatio as vol
import pytest

from custom_components.opencrayfish import config_flow, options_flow, services
from homeassistant.helpers.selector import validate_selector

from .flow_scan import translated_selectors
from .source_tree import PACKAGE, dotted, strict_json, strict_yaml
from .texts import at, translation, unlike

MODULE = ast.parse((PACKAGE / "services.py").read_text(encoding="utf-8"))
FLOWS = [
    (ast.parse((PACKAGE / name).read_text(encoding="utf-8")), vars(module))
    for name, module in (("config_flow.py", config_flow), ("options_flow.py", options_flow))
]


def registered(module: ast.Module, names: Mapping[str, Any]) -> dict[str, dict[str, bool]]:
    """Return the fields of each registered action, with whether it is required."""
    actions = {}
    for node in ast.walk(module):
        if isinstance(node, ast.Call) and dotted(node.func).endswith("services.async_register"):
            schema = next(keyword.value for keyword in node.keywords if keyword.arg == "schema")
            fields: Mapping[vol.Marker, object] = names[dotted(schema)].schema
            actions[_text(node.args[1], names)] = {str(marker): isinstance(marker, vol.Required) for marker in fields}
    return actions


def _text(node: ast.expr, names: Mapping[str, Any]) -> str:
    return str(node.value if isinstance(node, ast.Constant) else names[dotted(node)])


def described(services_yaml: Mapping[str, Any]) -> dict[str, dict[str, bool]]:
    """Return the same of `services.yaml`."""
    return {
        name: {field: bool(about.get("required")) for field, about in (action or {}).get("fields", {}).items()}
        for name, action in services_yaml.items()
    }


def action_faults(
    actions: Mapping[str, Mapping[str, bool]],
    services_yaml: Mapping[str, Any],
    texts: Mapping[str, Any],
    icons: Mapping[str, Any],
) -> list[str]:
    """Return where the four places differ."""
    shown = described(services_yaml)
    faults = unlike("registered action", set(actions), set(shown))
    faults += unlike("action", set(shown), set(texts))
    faults += [f"no icon: {name}" for name in sorted(shown.keys() - icons.keys())]
    faults += [f"icon of no action: {name}" for name in sorted(icons.keys() - shown.keys())]
    faults += [
        f"no icon of Material Design: {name}" for name, icon in icons.items() if not icon["service"].startswith("mdi:")
    ]
    for name in actions.keys() & shown.keys():
        faults += unlike(f"field of {name}", set(actions[name]), set(shown[name]))
        faults += [
            f"{name}.{field}: required in one place only"
            for field in actions[name].keys() & shown[name].keys()
            if actions[name][field] is not shown[name][field]
        ]
    for name in shown.keys() & texts.keys():
        faults += unlike(f"field of {name}", set(shown[name]), set(texts[name].get("fields", {})))
        faults += [f"{name} has no {key}" for key in ("name", "description") if not texts[name].get(key)]
        faults += [
            f"{name}.{field} has no {key}"
            for field, text in texts[name].get("fields", {}).items()
            for key in ("name", "description")
            if not text.get(key)
        ]
    return faults


def selector_faults(services_yaml: Mapping[str, Any], texts: Mapping[str, Any]) -> list[str]:
    """Return fields without a valid selector, and choices without a text."""
    faults = []
    for name, action in services_yaml.items():
        for field, about in (action or {}).get("fields", {}).items():
            try:
                selector = validate_selector(about.get("selector"))
            except vol.Invalid as error:
                faults.append(f"{name}.{field}: {error}")
                continue
            if select := selector.get("select"):
                options = {option if isinstance(option, str) else option["value"] for option in select["options"]}
                translated = set(at(texts, f"selector.{select.get('translation_key')}.options"))
                faults += unlike(f"choice of {name}.{field}", options, translated)
    return faults


def used_selectors(services_yaml: Mapping[str, Any], flow_selectors: Mapping[str, object]) -> set[str]:
    """Return the translation keys of all selectors in actions and flows."""
    return set(flow_selectors) | {
        select["translation_key"]
        for action in services_yaml.values()
        for about in (action or {}).get("fields", {}).values()
        if (select := (about.get("selector") or {}).get("select")) and "translation_key" in select
    }


def test_the_actions_are_the_same_everywhere() -> None:
    actions = registered(MODULE, vars(services))
    assert actions
    icons = strict_json(PACKAGE / "icons.json").get("services", {})
    assert action_faults(actions, strict_yaml(PACKAGE / "services.yaml"), translation("en")["services"], icons) == []


def test_every_field_has_a_selector_and_every_choice_a_text() -> None:
    assert selector_faults(strict_yaml(PACKAGE / "services.yaml"), translation("en")) == []


def test_no_text_of_a_selector_is_left_over() -> None:
    flow_selectors = {
        key: options for flow, names in FLOWS for key, options in translated_selectors(flow, names).items()
    }
    used = used_selectors(strict_yaml(PACKAGE / "services.yaml"), flow_selectors)
    assert unlike("selector", used, set(at(translation("en"), "selector"))) == []


CODE = "hass.services.async_register(DOMAIN, SERVICE_SING, f, schema=SCHEMA)"
NAMES = {"SERVICE_SING": "sing", "SCHEMA": vol.Schema({vol.Required("song"): str, vol.Optional("loud"): bool})}
YAML: dict[str, Any] = {
    "sing": {
        "fields": {
            "song": {"required": True, "selector": {"select": {"options": ["low", "high"], "translation_key": "song"}}},
            "loud": {"selector": {"boolean": None}},
        }
    }
}
TEXTS: dict[str, Any] = {
    "sing": {
        "name": "Sing",
        "description": "Sings.",
        "fields": {
            "song": {"name": "Song", "description": "Which song."},
            "loud": {"name": "Loud", "description": "How loud."},
        },
    }
}
ICONS = {"sing": {"service": "mdi:music"}}


def test_actions_that_agree_are_fine() -> None:
    assert action_faults(registered(ast.parse(CODE), NAMES), YAML, TEXTS, ICONS) == []
    assert selector_faults(YAML, {"selector": {"song": {"options": {"low": "Low", "high": "High"}}}}) == []


@pytest.mark.parametrize(
    ("services_yaml", "texts", "icons", "fault"),
    [
        ({}, {}, {}, "registered action without a text: sing"),
        (YAML | {"dance": None}, TEXTS, ICONS, "text without a registered action: dance"),
        (YAML, {}, ICONS, "action without a text: sing"),
        (YAML, TEXTS, {}, "no icon: sing"),
        (YAML, TEXTS, {"sing": {"service": "music"}}, "no icon of Material Design: sing"),
        (YAML, TEXTS, ICONS | {"dance": {"service": "mdi:music"}}, "icon of no action: dance"),
        ({"sing": {"fields": {"song": {"required": True}}}}, TEXTS, ICONS, "field of sing without a text: loud"),
        ({"sing": {"fields": {"song": {}, "loud": {}}}}, TEXTS, ICONS, "sing.song: required in one place only"),
        (YAML, {"sing": {"name": "Sing", "fields": {}}}, ICONS, "sing has no description"),
        (
            YAML,
            {"sing": {**TEXTS["sing"], "fields": {"song": {"name": "Song"}}}},
            ICONS,
            "sing.song has no description",
        ),
    ],
)
def test_a_place_that_differs_is_found(
    services_yaml: dict[str, Any], texts: dict[str, Any], icons: dict[str, Any], fault: str
) -> None:
    assert fault in action_faults(registered(ast.parse(CODE), NAMES), services_yaml, texts, icons)


def test_a_bad_selector_and_a_choice_without_a_text_are_found() -> None:
    assert selector_faults(YAML, {}) == [
        "choice of sing.song without a text: high",
        "choice of sing.song without a text: low",
    ]
    for selector in (None, {"no_such_selector": None}):
        (fault,) = selector_faults({"sing": {"fields": {"song": {"selector": selector}}}}, {})
        assert fault.startswith("sing.song: ")


def test_the_keys_of_all_selectors_are_gathered() -> None:
    assert used_selectors(YAML, {"brain": {"none"}}) == {"song", "brain"}
