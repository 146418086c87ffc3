"""What a config flow shows to people, read from its syntax: steps, fields, sections, errors, aborts, translated selectors.

A step is an `async_step_…` method. What it shows is all that it reaches in its module (helpers of the class, functions,
constants), other steps left out.
"""

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from .source_tree import dotted

FLOWS = {"ConfigFlow": "config", "OptionsFlow": "options", "ConfigSubentryFlow": "config_subentries"}
MARKERS = frozenset({"vol.Required", "vol.Optional"})
NOT_UNDERSTOOD = frozenset({"async_show_menu", "async_show_progress", "async_external_step"})
"""Ways of showing a step that this scan does not read."""

IMPLIED_ABORTS = {
    "_abort_if_unique_id_configured": "already_configured",
    "_async_abort_entries_match": "already_configured",
    "_abort_if_unique_id_mismatch": "unique_id_mismatch",
}

type Names = Mapping[str, Any]
"""The values of a module's names."""


@dataclass(kw_only=True, slots=True)
class Form:
    """The fields of one step, and those of its sections by section."""

    fields: set[str] = field(default_factory=set)
    sections: dict[str, set[str]] = field(default_factory=dict)


@dataclass(kw_only=True, slots=True)
class Flow:
    """All that one flow shows; `path` is where its texts stand in a translation."""

    path: str
    forms: dict[str, Form] = field(default_factory=dict)
    errors: set[str] = field(default_factory=set)
    aborts: set[str] = field(default_factory=set)


def read_flows(module: ast.Module, names: Names) -> list[Flow]:
    """Return the flows of a module, whose names have the given values."""
    return [
        _read_flow(module, node, path, names)
        for node in module.body
        if isinstance(node, ast.ClassDef)
        for base in node.bases
        if (path := _path(module, node.name, dotted(base), names))
    ]


def translated_selectors(module: ast.Module, names: Names) -> dict[str, set[str]]:
    """Return the options of the select fields that have a translation key, by that key.

    Raises `AssertionError` when the options cannot be read from the code.
    """
    selectors: dict[str, set[str]] = {}
    for node in ast.walk(module):
        if isinstance(node, ast.Call) and dotted(node.func) == "SelectSelectorConfig":
            arguments = {keyword.arg: keyword.value for keyword in node.keywords}
            if "translation_key" in arguments:
                key = _value(arguments["translation_key"], names)
                selectors[str(key)] = {str(option) for option in _value(arguments["options"], names)}
    return selectors


def _value(node: ast.expr, names: Names) -> Any:
    """Return the value of an expression that uses only the module's names."""
    try:
        return eval(compile(ast.Expression(node), "<flow>", "eval"), dict(names))  # noqa: S307 - our own source
    except NameError as error:
        raise AssertionError(f"line {node.lineno}: cannot be read from the code: {ast.unparse(node)}") from error


def _path(module: ast.Module, name: str, base: str, names: Names) -> str:
    """Return where the texts of a flow class stand, empty when it is none."""
    path = FLOWS.get(base.rpartition(".")[2], "")
    if path != "config_subentries":
        return path
    for node in ast.walk(module):
        if isinstance(node, ast.Dict):
            for key, value in zip(node.keys, node.values, strict=True):
                if key and dotted(value) == name:
                    return f"{path}.{_value(key, names)}"
    raise AssertionError(f"{name} is not among the supported subentry types")


def _read_flow(module: ast.Module, flow_class: ast.ClassDef, path: str, names: Names) -> Flow:
    flow = Flow(path=path)
    inside = {node.name: node for node in flow_class.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}
    parts = _module_parts(module) | {f"self.{name}": node for name, node in inside.items()}
    for name, method in inside.items():
        if not name.startswith("async_step_"):
            continue
        reached = list(_reached(method, parts))
        calls = {
            dotted(node.func).rpartition(".")[2]
            for part in reached
            for node in ast.walk(part)
            if isinstance(node, ast.Call)
        }
        assert not calls & NOT_UNDERSTOOD, f"teach this scan to read {calls & NOT_UNDERSTOOD}"
        flow.aborts |= {reason for call, reason in IMPLIED_ABORTS.items() if call in calls}
        flow.aborts |= {reason for part in reached for reason in _aborts(part, names)}
        flow.errors |= {error for part in reached for error in _errors(part, names)}
        if "async_show_form" in calls:
            form = flow.forms[name.removeprefix("async_step_")] = Form()
            for part in reached:
                _read_fields(part, form, names)
    return flow


def _module_parts(module: ast.Module) -> dict[str, ast.AST]:
    """Return the module's functions and the values of its constants, by name."""
    parts: dict[str, ast.AST] = {}
    for node in module.body:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                parts[node.name] = node
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=value)
                | ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value)
            ):
                parts[name] = value
    return parts


def _reached(start: ast.AST, parts: Mapping[str, ast.AST]) -> Iterator[ast.AST]:
    waiting, seen = [start], {id(start)}
    while waiting:
        part = waiting.pop()
        yield part
        for node in ast.walk(part):
            name = dotted(node) if isinstance(node, ast.Name | ast.Attribute) else ""
            found = parts.get(name)
            if found and id(found) not in seen and not name.startswith("self.async_step_"):
                seen.add(id(found))
                waiting.append(found)


def _read_fields(node: ast.AST, form: Form, names: Names) -> None:
    """Add the fields below a node to a form; those in `section(…)` go into a section."""
    if isinstance(node, ast.Dict):
        for key, value in zip(node.keys, node.values, strict=True):
            if isinstance(value, ast.Call) and dotted(value.func) == "section" and isinstance(key, ast.Call):
                inner = Form()
                _read_fields(value, inner, names)
                form.sections[str(_value(key.args[0], names))] = inner.fields
            else:
                for part in filter(None, (key, value)):
                    _read_fields(part, form, names)
        return
    if isinstance(node, ast.Call) and dotted(node.func) in MARKERS:
        form.fields.add(str(_value(node.args[0], names)))
    for child in ast.iter_child_nodes(node):
        _read_fields(child, form, names)


def _aborts(part: ast.AST, names: Names) -> Iterator[str]:
    for node in ast.walk(part):
        if isinstance(node, ast.Call) and dotted(node.func).endswith(("async_abort", "AbortFlow")):
            reasons = [*node.args, *(keyword.value for keyword in node.keywords if keyword.arg == "reason")]
            yield from (str(_value(reason, names)) for reason in reasons[:1])
        elif isinstance(node, ast.Call) and dotted(node.func).endswith("_and_abort"):
            yield from (str(_value(keyword.value, names)) for keyword in node.keywords if keyword.arg == "reason")


def _errors(part: ast.AST, names: Names) -> Iterator[str]:
    """Yield what is put into a dictionary named `errors`, or handed over under that name."""
    for node in ast.walk(part):
        match node:
            case ast.Assign(targets=[ast.Subscript(value=ast.Name(id="errors"))], value=value):
                yield str(_value(value, names))
            case (
                ast.Assign(targets=[ast.Name(id="errors")], value=value)
                | ast.AnnAssign(target=ast.Name(id="errors"), value=ast.expr() as value)
                | ast.keyword(arg="errors", value=value)
            ):
                yield from _error_values(value, names)


def _error_values(value: ast.expr, names: Names) -> Iterator[str]:
    match value:
        case ast.Dict(values=values):
            yield from (str(_value(inner, names)) for inner in values)
        case ast.DictComp(value=inner):
            yield str(_value(inner, names))
