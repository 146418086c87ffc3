"""Every step, field, error and choice of a flow has a text, and no text is left over."""

import ast
from typing import Any

import pytest

from custom_components.opencrayfish import config_flow, options_flow

from .flow_scan import Flow, read_flows, translated_selectors
from .source_tree import PACKAGE
from .texts import at, translation, unlike

MODULES = [
    (ast.parse((PACKAGE / name).read_text(encoding="utf-8")), vars(module))
    for name, module in (("config_flow.py", config_flow), ("options_flow.py", options_flow))
]
FLOWS = [flow for module, names in MODULES for flow in read_flows(module, names)]


def flow_faults(flow: Flow, texts: dict[str, Any]) -> list[str]:
    """Return what a flow shows without a text, and texts that it never shows."""
    own = at(texts, flow.path)
    steps = own.get("step", {})
    faults = unlike("step", set(flow.forms), set(steps))
    for name in flow.forms.keys() & steps.keys():
        form, step = flow.forms[name], steps[name]
        faults += [f"{name} has no title"] if not step.get("title") else []
        faults += _field_faults(f"{name} field", form.fields, step)
        sections = step.get("sections", {})
        faults += unlike(f"{name} section", set(form.sections), set(sections))
        for section in form.sections.keys() & sections.keys():
            faults += [f"{name} {section} has no name"] if not sections[section].get("name") else []
            faults += _field_faults(f"{name} {section} field", form.sections[section], sections[section])
    faults += unlike("error", flow.errors, set(own.get("error", {})))
    return faults + unlike("abort", flow.aborts, set(own.get("abort", {})))


def _field_faults(what: str, fields: set[str], texts: dict[str, Any]) -> list[str]:
    described = unlike(f"{what} description", fields, set(texts.get("data_description", {})))
    return unlike(what, fields, set(texts.get("data", {}))) + described


def selector_faults(selectors: dict[str, set[str]], texts: dict[str, Any]) -> list[str]:
    """Return choices without a text, and texts without a choice."""
    faults = []
    for key, options in selectors.items():
        faults += unlike(f"{key} option", options, set(at(texts, f"selector.{key}.options")))
    return faults


def subentry_faults(texts: dict[str, Any]) -> list[str]:
    """Return kinds of subentries whose texts hassfest would refuse."""
    return [
        f"config_subentries.{kind} has no {key}"
        for kind, subentry in at(texts, "config_subentries").items()
        for key in ("entry_type", "initiate_flow", "step")
        if key not in subentry
    ]


def test_the_flows_of_the_integration_are_read() -> None:
    flows = {flow.path: flow for flow in FLOWS}
    assert {"config", "options"} <= set(flows)
    assert {"user", "reconfigure", "ollama", "ollama_model"} <= set(flows["config"].forms)
    assert "cannot_connect" in flows["config"].errors
    assert {"url", "continue_without_brain"} <= flows["config"].forms["ollama"].fields


def test_all_that_the_flows_show_has_a_text_and_a_description() -> None:
    texts = translation("en")
    assert [fault for flow in FLOWS for fault in flow_faults(flow, texts)] == []


def test_all_choices_have_a_text() -> None:
    selectors = {
        key: options for module, names in MODULES for key, options in translated_selectors(module, names).items()
    }
    assert {"soul", "address"} <= set(selectors)
    assert selector_faults(selectors, translation("en")) == []


def test_subentries_are_described_as_hassfest_wants() -> None:
    assert subentry_faults(translation("en")) == []


PLANTED = """
CONF_NAME = "name"
SCHEMA = vol.Schema({vol.Required(CONF_NAME): str, vol.Required("mind"): section(vol.Schema({vol.Optional("depth"): int}))})

class OurFlow(ConfigFlow, domain="x"):
    async def async_step_user(self, user_input=None):
        self._async_abort_entries_match()
        return await self._ask("user")

    async def _ask(self, step_id):
        errors = _check(self)
        return self.async_show_form(step_id=step_id, data_schema=SCHEMA, errors=errors)

    async def async_step_second(self, user_input=None):
        fields = {}
        fields[vol.Optional("extra")] = bool
        if user_input is None:
            return self.async_show_form(step_id="second", data_schema=vol.Schema(fields), errors={"base": "too_late"})
        return self.async_abort(reason="given_up")

    async def async_step_import(self, data):
        return await self.async_step_user(data)

def _check(flow):
    errors = {key: "too_long" for key in flow}
    errors["base"] = "no_answer"
    return errors

class OurOptions(OptionsFlow):
    async def async_step_init(self, user_input=None):
        return self.async_show_form(step_id="init", data_schema=vol.Schema({}))

class Part(ConfigSubentryFlow):
    async def async_step_user(self, user_input=None):
        return self.async_show_form(step_id="user", data_schema=vol.Schema({vol.Required("part"): str}))

def types():
    return {"limb": Part}
"""
PLANTED_TEXTS: dict[str, Any] = {
    "config": {
        "step": {
            "user": {
                "title": "Hello",
                "data": {"name": "Name"},
                "data_description": {"name": "A name."},
                "sections": {
                    "mind": {"name": "Mind", "data": {"depth": "Depth"}, "data_description": {"depth": "A depth."}}
                },
            },
            "second": {"title": "More", "data": {"extra": "Extra"}, "data_description": {"extra": "An extra."}},
        },
        "error": {"no_answer": "Nobody answered.", "too_late": "Too late.", "too_long": "Too long."},
        "abort": {"already_configured": "It is there already.", "given_up": "You gave up."},
    },
    "options": {"step": {"init": {"title": "Options"}}},
    "config_subentries": {
        "limb": {"step": {"user": {"title": "Limb", "data": {"part": "Part"}, "data_description": {"part": "A part."}}}}
    },
}


def planted_faults(texts: dict[str, Any]) -> list[str]:
    flows = read_flows(ast.parse(PLANTED), {"CONF_NAME": "name"})
    return [fault for flow in flows for fault in flow_faults(flow, texts)]


def test_a_flow_with_all_its_texts_is_fine() -> None:
    assert planted_faults(PLANTED_TEXTS) == []


@pytest.mark.parametrize(
    ("path", "fault"),
    [
        ("config.step.second", "step without a text: second"),
        ("config.step.user.title", "user has no title"),
        ("config.step.user.data.name", "user field without a text: name"),
        ("config.step.user.data_description.name", "user field description without a text: name"),
        ("config.step.user.sections.mind", "user section without a text: mind"),
        ("config.step.user.sections.mind.data.depth", "user mind field without a text: depth"),
        ("config.error.too_long", "error without a text: too_long"),
        ("config.error.too_late", "error without a text: too_late"),
        ("config.abort.already_configured", "abort without a text: already_configured"),
        ("config.abort.given_up", "abort without a text: given_up"),
        ("options.step.init", "step without a text: init"),
        ("config_subentries.limb.step.user.data.part", "user field without a text: part"),
    ],
)
def test_a_missing_text_is_found(path: str, fault: str) -> None:
    assert fault in planted_faults(_without(PLANTED_TEXTS, path.split(".")))


@pytest.mark.parametrize(
    ("path", "fault"),
    [
        ("config.step.third", "text without a step: third"),
        ("config.step.user.data.age", "text without a user field: age"),
        ("config.step.second.data_description.name", "text without a second field description: name"),
        ("config.error.tired", "text without a error: tired"),
    ],
)
def test_a_text_that_is_never_shown_is_found(path: str, fault: str) -> None:
    assert fault in planted_faults(_with(PLANTED_TEXTS, path.split(".")))


def test_a_menu_is_not_passed_over_in_silence() -> None:
    code = "class F(ConfigFlow):\n    async def async_step_user(self):\n        return self.async_show_menu(step_id='user')"
    with pytest.raises(AssertionError, match="async_show_menu"):
        read_flows(ast.parse(code), {})


def test_a_choice_without_a_text_is_found() -> None:
    code = "SelectSelectorConfig(options=[kind.upper() for kind in KINDS], translation_key='kind')"
    selectors = translated_selectors(ast.parse(code), {"KINDS": ("a", "b")})
    assert selector_faults(selectors, {"selector": {"kind": {"options": {"A": "The A", "C": "The C"}}}}) == [
        "kind option without a text: B",
        "text without a kind option: C",
    ]


def test_a_subentry_that_hassfest_refuses_is_found() -> None:
    assert subentry_faults({"config_subentries": {"brain": {"entry_type": "Brain", "step": {}}}}) == [
        "config_subentries.brain has no initiate_flow"
    ]


def _without(tree: dict[str, Any], path: list[str]) -> dict[str, Any]:
    key, *rest = path
    if rest:
        return tree | {key: _without(tree[key], rest)}
    return {name: value for name, value in tree.items() if name != key}


def _with(tree: dict[str, Any], path: list[str]) -> dict[str, Any]:
    key, *rest = path
    return tree | {key: _with(tree[key], rest) if rest else "A text."}
