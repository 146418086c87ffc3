"""F5, F16, F21: calls in a fenced block, such as ```` ```json ````, ```` ```tool_code ```` or ```` ```homeassistant ````."""

import re
from typing import Final

from ..base import Form, Found, Page
from ..lenient import read_value
from ..payload import read_payload
from ..shapes import Written, written_calls

FENCE: Final = "```"
_LABEL: Final = re.compile(r"```([\w-]{0,30})[ \t]*\n?")
_MARKED: Final = frozenset({"homeassistant", "tool_code", "tool_call", "tool_calls", "tool", "function_call"})
_INNER: Final = re.compile(r"\s*+<")


def _read(page: Page, at: int) -> Found | None:
    label = _LABEL.match(page.text, at)
    if label is None:
        return None
    close = page.text.find(FENCE, label.end())
    end = close + len(FENCE) if close >= 0 else len(page.text)
    content = page.text[label.end() : close if close >= 0 else len(page.text)]
    name = label[1].casefold()
    calls, is_closed = _calls(page, content, is_marked=name in _MARKED)
    if not calls:
        return None
    form = "F21" if name == "homeassistant" else "F16" if name == "tool_code" else "F5"
    return Found(end=end, calls=calls, form=form, is_marked=name in _MARKED, is_closed=is_closed or close >= 0)


def _calls(page: Page, content: str, *, is_marked: bool) -> tuple[tuple[Written, ...], bool]:
    inner = Page(text=content.strip(), box=page.box, is_whole=page.is_whole)
    if is_marked or not inner.text.startswith(("{", "[")):
        payload = read_payload(inner, 0) if inner.text else None
        if payload is None:
            return (), True
        calls, end, is_closed = payload
        is_known = is_marked or all(page.box.knows(call.name) for call in calls)
        return (calls if is_known and end >= len(inner.text) else ()), is_closed
    found: list[Written] = []
    at, is_closed = 0, True
    while parsed := read_value(inner.text, at):
        found += written_calls(parsed.value, is_marked=False, knows=page.box.knows)
        is_closed = parsed.is_closed
        at = parsed.end + len(inner.text[parsed.end :]) - len(inner.text[parsed.end :].lstrip(" \r\n\t,;"))
    return tuple(found), is_closed


FORM: Final = Form(read=_read, trigger="```")
