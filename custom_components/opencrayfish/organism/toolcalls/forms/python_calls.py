"""F8, F14 and bare calls: `[name(key='value')]`, `name(key='value')`, `call:name{key:value}`, `(name intent: key="value")`."""

import re
from typing import Final

from ..base import Form, Found, Page
from ..lenient import read_arguments
from ..payload import read_braced, read_python
from ..shapes import Written

_WORDY: Final = re.compile(r"\(\s{0,4}([A-Za-z_]\w{1,99})\s+(?:intent|tool|function|call)?\s*:\s*(?=[\w\"])")
_START: Final = re.compile(r"(?<![\w.])", re.ASCII)


def _read(page: Page, at: int) -> Found | None:
    text = page.text
    if wordy := _WORDY.match(text, at):
        return _read_wordy(page, wordy)
    if not _START.match(text, at):
        return None
    payload = read_python(text, at) or read_braced(text, at)
    if payload is None:
        return None
    calls, end, is_closed = payload
    if not all(
        page.box.knows(call.name) and (_is_plain_call(call) or call.name in page.box.distinct) for call in calls
    ):
        return None
    form = "F8" if text[at] == "[" else "F14" if text.startswith("call:", at) else "F6"
    return Found(end=end, calls=calls, form=form, is_marked=form == "F14", is_closed=is_closed)


def _is_plain_call(call: Written) -> bool:
    """Tell whether this cannot be a word with a remark in parentheses: all its arguments have names."""
    return bool(call.arguments) and not any(key.isdigit() for key in call.arguments)


def _read_wordy(page: Page, wordy: re.Match[str]) -> Found | None:
    """Return a call in parentheses at the end of a sentence: its arguments open like those of a Python call."""
    if not page.box.knows(wordy[1]):
        return None
    arguments = read_arguments(f"({page.text[wordy.end() : wordy.end() + 1000]}", 0)
    if arguments is None or not isinstance(arguments.value, dict) or not arguments.is_closed:
        return None
    end = wordy.end() + arguments.end - 1
    return Found(end=end, calls=(Written(wordy[1], arguments.value),), form="F8", is_marked=True)


_TRIGGERS: Final = (
    r"\[\s{0,8}[A-Za-z_][\w.]{0,99}\(",
    r"(?<![\w.])call:\s?[A-Za-z_]",
    r"(?<![\w.])(?:<names>)\s{0,2}[({]",
    r"(?<![\w.])[A-Za-z_][\w.]{0,99}(?:\(\s{0,4}(?:\{|\w{1,40}\s{0,4}=[^=])|\{)",
    r"\(?(?<!\w)(?:<distinct>)(?!\w)",
)

FORM: Final = Form(read=_read, trigger="|".join(_TRIGGERS))
