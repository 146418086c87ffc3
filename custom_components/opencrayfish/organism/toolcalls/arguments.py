"""Make the arguments of a call fit the schema of its tool, without ever widening what the call is about."""

from collections.abc import Mapping, Set as AbstractSet
import re
from types import MappingProxyType
from typing import Final

from .lenient import read_value
from .names import tokens

TARGETS: Final = frozenset({"name", "area", "floor", "entity_id", "entity", "device_id", "area_id", "floor_id"})
"""Arguments that say which things are meant; a call that loses all of them would mean every thing."""
SINGLE_TARGETS: Final = frozenset({"name", "entity_id", "entity", "device_id"})
NARROWING: Final = frozenset({"domain", "device_class"})
"""Without one of them an area means everything in it."""
ALIASES: Final = MappingProxyType({
    "name": frozenset({
        "entity", "entity_id", "entity_ids", "entity_name", "device", "device_name", "device_id", "target", "target_device",
        "friendly_name", "item_name",
    }),
    "entity_id": frozenset({"entity", "target_device", "target", "device", "name", "entity_ids"}),
    "area": frozenset({"room", "location", "area_name", "area_id", "zone", "place"}),
    "floor": frozenset({"level", "storey", "floor_id", "floor_name"}),
    "domain": frozenset({"device_type", "type", "entity_type"}),
    "brightness": frozenset({"brightness_pct", "brightness_percent", "level", "value"}),
    "color": frozenset({"colour", "color_name", "colour_name"}),
    "temperature": frozenset({"temp", "target_temperature", "degrees", "value"}),
    "volume_level": frozenset({"volume", "level", "value"}),
    "position": frozenset({"percentage", "percent", "value"}),
    "path": frozenset({"file_path", "filepath", "filename", "file"}),
    "message": frozenset({"text", "content", "body"}),
    "query": frozenset({"search", "search_query", "q", "question"}),
    "item": frozenset({"item_name", "entry", "task", "product"}),
})  # fmt: skip
"""Arguments by what models call them instead; used only where the right one is missing."""
NOTHING: Final = frozenset({"", "null", "none", "undefined", "n/a"})
TRUE: Final = frozenset({"true", "yes", "on", "1"})
FALSE: Final = frozenset({"false", "no", "off", "0"})
WRAPPERS: Final = frozenset({"properties", "arguments", "args", "parameters", "input", "kwargs"})
LISTED: Final = re.compile(r"\s*,\s*")
_NUMBER: Final = re.compile(r"[-+]?\d{1,15}(?:[.,]\d{1,10})?(?=\s*(?:%|°\s?[CFcf]?|\w{0,8})\s*\Z)")
_POSITION: Final = re.compile(r"\d{1,2}")

_UNFIT: Final = object()
"""Stands for a value that the schema does not allow."""


def repair(arguments: Mapping[str, object], schema: Mapping[str, object]) -> dict[str, object] | None:
    """Return the arguments as the schema wants them; None when something is missing, or what is left would mean more."""
    properties = _mapping(schema.get("properties"))
    given = _unwrapped(arguments, properties)
    if given is None:
        return None
    if not properties:
        return dict(given)
    named, was_lossy = _renamed(given, properties, is_open=schema.get("additionalProperties") is True)
    fitted: dict[str, object] = {}
    for key, value in named.items():
        fitting = _fit(value, _mapping(properties.get(key)))
        if fitting is _UNFIT:
            was_lossy = True
        else:
            fitted[key] = fitting
    required = schema.get("required")
    if isinstance(required, list | tuple) and any(key not in fitted for key in required):
        return None
    return None if was_lossy and _is_wider(fitted.keys(), properties.keys()) else fitted


def _is_wider(kept: AbstractSet[str], known: AbstractSet[str]) -> bool:
    """Tell whether arguments, some of which were lost, may now mean more things than the model wrote."""
    if not TARGETS & known:
        return not kept
    return not (SINGLE_TARGETS & kept or (TARGETS & kept and NARROWING & kept))


def _unwrapped(arguments: Mapping[str, object], properties: Mapping[str, object]) -> Mapping[str, object] | None:
    """Return the arguments without what models wrap them in; None for a schema that was only echoed."""
    if arguments.get("type") == "object" and isinstance(inner := arguments.get("properties"), dict):
        values = {
            key: item["value"] if isinstance(item, dict) and "value" in item else item for key, item in inner.items()
        }
        is_echo = all(isinstance(item, dict) and "type" in item for item in values.values())
        return None if is_echo else values
    if len(arguments) == 1:
        ((key, inner),) = arguments.items()
        if (key in WRAPPERS or key == "0") and key not in properties:
            if isinstance(inner, dict):
                return _unwrapped(inner, properties)
            if isinstance(inner, str) and (parsed := read_value(inner.strip(), 0)) and isinstance(parsed.value, dict):
                return parsed.value
    return arguments


def _renamed(
    given: Mapping[str, object], properties: Mapping[str, object], *, is_open: bool
) -> tuple[dict[str, object], bool]:
    """Return the arguments under the names of the schema, and whether one with a value found no place."""
    named = {key: value for key, value in given.items() if key in properties and not _is_nothing(value)}
    was_lossy = False
    for key, value in given.items():
        if key in properties or _is_nothing(value):
            continue
        right = _right_name(key, properties)
        if right is not None and right not in named:
            named[right] = value
        elif is_open:
            named[key] = value
        else:
            was_lossy = was_lossy or right is None
    return named, was_lossy


def _right_name(key: str, properties: Mapping[str, object]) -> str | None:
    if _POSITION.fullmatch(key):
        # An argument without a name: the first is what the tool is about.
        order = sorted(properties, key=lambda name: name not in TARGETS)
        return order[int(key)] if int(key) < len(order) else None
    folded, words = key.casefold(), tokens(key)
    for name in properties:
        if name.casefold().replace("_", "") == folded.replace("_", "").replace("-", ""):
            return name
    for name in properties:
        if folded in ALIASES.get(name, ()):
            return name
    inside = [name for name in properties if tokens(name) and tokens(name) < words]
    return inside[0] if len(inside) == 1 else None


def _fit(value: object, schema: Mapping[str, object]) -> object:
    """Return the value as the schema wants it, `_UNFIT` when it cannot be."""
    options = schema.get("anyOf") or schema.get("oneOf")
    if isinstance(options, list | tuple):
        return next((fit for option in options if (fit := _fit(value, _mapping(option))) is not _UNFIT), _UNFIT)
    if isinstance(value, dict) and "value" in value and schema.get("type") != "object":
        value = value["value"]
    if _is_nothing(value):
        return _UNFIT
    kinds = schema.get("type")
    for kind in kinds if isinstance(kinds, list | tuple) else (kinds,):
        fit = _fit_kind(value, kind, schema)
        if fit is not _UNFIT:
            return _fit_choice(fit, schema)
    return _UNFIT


def _fit_kind(value: object, kind: object, schema: Mapping[str, object]) -> object:
    match kind:
        case "string":
            return _fit_text(value)
        case "integer" | "number":
            return _fit_number(value, is_whole=kind == "integer")
        case "boolean":
            return _fit_boolean(value)
        case "array":
            return _fit_list(value, _mapping(schema.get("items")))
        case "object":
            if isinstance(value, str) and (parsed := read_value(value.strip(), 0)):
                value = parsed.value
            return value if isinstance(value, dict) else _UNFIT
        case "null":
            return _UNFIT
        case _:
            return value


def _fit_text(value: object) -> object:
    match value:
        case [single]:
            return _fit_text(single)
        case list() if all(isinstance(item, str | int | float) for item in value):
            return ", ".join(map(str, value))
        case bool():
            return str(value).lower()
        case int() | float():
            return str(value)
        case str():
            return value.strip()
        case _:
            return _UNFIT


def _fit_number(value: object, *, is_whole: bool) -> object:
    match value:
        case bool():
            return _UNFIT
        case [single]:
            return _fit_number(single, is_whole=is_whole)
        case str() if match := _NUMBER.match(value.strip()):
            number = float(match[0].replace(",", "."))
        case int():
            return value
        case float() if abs(value) < 1e15:  # noqa: PLR2004 - neither infinite nor beyond whole numbers
            number = value
        case _:
            return _UNFIT
    return round(number) if is_whole or number.is_integer() else number


def _fit_boolean(value: object) -> object:
    word = str(value).strip().casefold()
    return True if word in TRUE else False if word in FALSE else _UNFIT


def _fit_list(value: object, items: Mapping[str, object]) -> object:
    if isinstance(value, str):
        parsed = read_value(value.strip(), 0) if value.strip().startswith("[") else None
        value = parsed.value if parsed and isinstance(parsed.value, list) else LISTED.split(value.strip())
    values = value if isinstance(value, list) else [value]
    fitted = [fit for item in values if (fit := _fit(item, items)) is not _UNFIT]
    return fitted or _UNFIT


def _fit_choice(value: object, schema: Mapping[str, object]) -> object:
    choices = schema.get("enum")
    if not isinstance(choices, list | tuple) or value in choices:
        return value
    folded = str(value).casefold().replace(" ", "_")
    return next((choice for choice in choices if str(choice).casefold() == folded), _UNFIT)


def _is_nothing(value: object) -> bool:
    return value is None or value == [] or (isinstance(value, str) and value.strip().casefold() in NOTHING)


def _mapping(value: object) -> Mapping[str, object]:
    return value if isinstance(value, Mapping) else {}
