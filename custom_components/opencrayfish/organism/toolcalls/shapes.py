"""Tell whether a value that was read is a call, in any of the shapes models give it."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple

from .lenient import read_value

NAME_KEYS: Final = ("name", "tool_name", "function_name", "tool", "function", "action")
ARGUMENT_KEYS: Final = ("arguments", "args", "parameters", "params", "input", "kwargs", "tool_input", "action_input")
ENVELOPES: Final = ("tool_calls", "tool_call", "function_calls", "function_call", "function", "calls")
LABELS: Final = frozenset({"id", "type", "call_id", "index"})
SERVICE_KEYS: Final = ("service", "action")
SERVICE_DATA: Final = ("target", "data", "service_data")
ENVELOPE_DEPTH: Final = 4


class Written(NamedTuple):
    """A call as it was written: its name may be misspelt and its arguments anything."""

    name: str
    arguments: Mapping[str, object]


def written_calls(value: object, *, is_marked: bool, knows: Callable[[str], bool], depth: int = 0) -> Iterator[Written]:
    """Yield the calls in a value; where nothing marks a call, only a name with arguments is one."""
    if depth > ENVELOPE_DEPTH:
        return
    if isinstance(value, list):
        for item in value:
            yield from written_calls(item, is_marked=is_marked, knows=knows, depth=depth + 1)
        return
    if not isinstance(value, dict):
        return
    for key in ENVELOPES:
        if isinstance(inner := value.get(key), dict | list):
            rest = {name: item for name, item in value.items() if name in ARGUMENT_KEYS}
            inner = {**rest, **inner} if isinstance(inner, dict) else inner
            yield from written_calls(inner, is_marked=is_marked, knows=knows, depth=depth + 1)
            return
    if call := _service(value) or _named(value, is_marked=is_marked) or _single(value, knows):
        yield call


def _named(value: Mapping[str, object], *, is_marked: bool) -> Written | None:
    key = next((key for key in NAME_KEYS if isinstance(value.get(key), str)), None)
    if key is None:
        return None
    name = str(value[key]).strip()
    for arguments_key in ARGUMENT_KEYS:
        if arguments_key in value:
            arguments = _arguments(value[arguments_key])
            return None if arguments is None else Written(name, arguments)
    if not is_marked:
        return None
    return Written(name, {other: item for other, item in value.items() if other != key and other not in LABELS})


def _arguments(value: object) -> Mapping[str, object] | None:
    """Return arguments, also when they are JSON in a text or nothing; None for anything else."""
    match value:
        case dict():
            return value
        case None | "":
            return {}
        case str():
            parsed = read_value(value.strip(), 0)
            return parsed.value if parsed and isinstance(parsed.value, dict) else None
        case _:
            return None


def _service(value: Mapping[str, object]) -> Written | None:
    """Return a call of a Home Assistant service, `{"service": "light.turn_on", "target_device": "light.a"}`."""
    key = next((key for key in SERVICE_KEYS if isinstance(value.get(key), str) and "." in str(value[key])), None)
    if key is None:
        return None
    arguments: dict[str, object] = {}
    for name, item in value.items():
        if name in SERVICE_DATA and isinstance(item, dict):
            arguments |= item
        elif name != key and name not in LABELS:
            arguments[name] = item
    return Written(str(value[key]).strip(), arguments)


def _single(value: Mapping[str, object], knows: Callable[[str], bool]) -> Written | None:
    """Return the call of `{"HassTurnOn": {"name": "fan"}}`."""
    match list(value.items()):
        case [(name, dict() as arguments)] if knows(name):
            return Written(name, arguments)
        case _:
            return None
