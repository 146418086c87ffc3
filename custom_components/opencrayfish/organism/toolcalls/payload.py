"""Read what stands inside a mark: JSON, `name(key='value')`, `call:name{key:value}` or `name {…}`."""

import re
from typing import Final

from .base import Page
from .lenient import Parsed, read_arguments, read_value
from .shapes import Written, written_calls

CALLS_LIMIT: Final = 16

_OPENING: Final = re.compile(r"\s*+(?:```[\w-]*+\s*+)?")
_BETWEEN: Final = re.compile(r"[\s,;]*+")
_FENCE_END: Final = re.compile(r"\s*+```")
_NAME: Final = r"[A-Za-z_][\w.-]{0,99}"
_PYTHON: Final = re.compile(rf"(?:print\()?({_NAME}?)(?:\.call)?[ \t]*(?=\()")
_BRACED: Final = re.compile(rf"(?:call:\s?)?(?:{_NAME}:)?({_NAME})\s*(?=\{{)")
_LIST: Final = re.compile(rf"\[\s*(?={_NAME}\()")

type Payload = tuple[tuple[Written, ...], int, bool]
"""The calls, where they end, and whether the last one was closed."""


def read_payload(page: Page, at: int) -> Payload | None:
    """Return the calls that begin at a place, None when what stands there is not written like any."""
    opening = _OPENING.match(page.text, at)
    begin = opening.end() if opening else at
    has_fence = opening is not None and "```" in opening[0]
    payload = _read_json(page, begin) or read_python(page.text, begin) or read_braced(page.text, begin)
    if payload is None:
        return None
    calls, end, is_closed = payload
    if has_fence and (fence := _FENCE_END.match(page.text, end)):
        end = fence.end()
    return calls, end, is_closed


def _read_json(page: Page, at: int) -> Payload | None:
    calls: list[Written] = []
    end, is_closed = at, True
    for _ in range(CALLS_LIMIT):
        begin = _skipped(page.text, end) if end > at else at
        parsed = read_value(page.text, begin)
        if parsed is None:
            break
        calls += written_calls(parsed.value, is_marked=True, knows=page.box.knows)
        end, is_closed = parsed.end, parsed.is_closed
    return (tuple(calls), end, is_closed) if end > at else None


def read_python(text: str, at: int) -> Payload | None:
    """Return calls in the manner of Python, alone, in a list or one after the other."""
    is_list = _LIST.match(text, at)
    end = is_list.end() if is_list else at
    calls: list[Written] = []
    is_closed = True
    for _ in range(CALLS_LIMIT):
        begin = _skipped(text, end) if calls else end
        name = _PYTHON.match(text, begin)
        arguments = read_arguments(text, name.end()) if name else None
        if name is None or arguments is None:
            break
        calls.append(_written(name[1], arguments))
        end, is_closed = arguments.end, arguments.is_closed
        if name[0].startswith("print(") and text.startswith(")", end):
            end += 1
    if not calls:
        return None
    if is_list:
        close = _skipped(text, end)
        is_closed = is_closed and text.startswith("]", close)
        end = close + 1 if text.startswith("]", close) else end
    return tuple(calls), end, is_closed


def read_braced(text: str, at: int) -> Payload | None:
    """Return calls such as `call:name{key:value}` or `name {"key": "value"}`."""
    calls: list[Written] = []
    end, is_closed = at, True
    for _ in range(CALLS_LIMIT):
        begin = _skipped(text, end) if calls else end
        name = _BRACED.match(text, begin)
        arguments = read_value(text, name.end()) if name else None
        if name is None or arguments is None:
            break
        calls.append(_written(name[1], arguments))
        end, is_closed = arguments.end, arguments.is_closed
    return (tuple(calls), end, is_closed) if calls else None


def _written(name: str, arguments: Parsed) -> Written:
    return Written(name, arguments.value if isinstance(arguments.value, dict) else {})


def _skipped(text: str, at: int) -> int:
    match = _BETWEEN.match(text, at)
    return match.end() if match else at
