"""F9–F11: `[TOOL_CALLS] [{…}]`, `[TOOL_CALLS]name[ARGS]{…}` and `functools[{…}]`."""

import re
from typing import Final

from ..base import Form, Found, Page
from ..lenient import read_value
from ..payload import read_payload
from ..shapes import Written

_OPENING: Final = re.compile(r"\[TOOL_(?:CALLS?|REQUEST)\]\s*|functools\s*(?=\[)", re.IGNORECASE)
_NAMED: Final = re.compile(
    r"([A-Za-z_][\w.-]{0,99})\s*(?:\[CALL_ID\]\s*[\w-]{0,60}\s*)?(?:\[ARGS\]\s*)?(?=\{)(?:\[CALL_ID\]\s*[\w-]{0,60}\s*)?"
)
_CLOSING: Final = re.compile(r"\s*+\[(?:/TOOL_CALLS?|END_TOOL_REQUEST)\]", re.IGNORECASE)
_AGAIN: Final = re.compile(r"\s*+\[TOOL_CALLS?\]\s*+", re.IGNORECASE)


def _read(page: Page, at: int) -> Found | None:
    opening = _OPENING.match(page.text, at)
    if opening is None:
        return None
    form = "F11" if opening[0].casefold().startswith("functools") else "F9"
    calls, end, is_closed = _named_calls(page.text, opening.end())
    if calls:
        form = "F10"
    elif payload := read_payload(page, opening.end()):
        calls, end, is_closed = payload
    if closing := _CLOSING.match(page.text, end):
        end = closing.end()
    return Found(end=end, calls=calls, form=form, is_marked=True, is_closed=is_closed)


def _named_calls(text: str, at: int) -> tuple[tuple[Written, ...], int, bool]:
    calls: list[Written] = []
    end, is_closed = at, True
    while name := _NAMED.match(text, at):
        parsed = read_value(text, name.end())
        if parsed is None or not isinstance(parsed.value, dict):
            break
        calls.append(Written(name[1], parsed.value))
        end, is_closed = parsed.end, parsed.is_closed
        again = _AGAIN.match(text, end)
        if again is None:
            break
        at = again.end()
    return tuple(calls), end, is_closed


FORM: Final = Form(read=_read, trigger=r"\[(?i:TOOL_(?:CALLS?|REQUEST))\]|functools\s{0,4}\[")
