"""F1, F12, F16, F17, F20, F22: `<tool_call>{"name": …, "arguments": …}</tool_call>` and its relatives."""

import re
from typing import Final

from ..base import Form, Found, Page
from ..payload import read_payload

_NAMES: Final = (
    "tool_calls?",
    "toolcalls?",
    "tool_use",
    "tool_code",
    "tool_request",
    "tools?",
    "function_calls?",
    "functioncalls?",
    "function_invocation",
    "StartToolCall",
    "minimax:tool_call",
)
NAMES: Final = "|".join(_NAMES)
_OPENING: Final = re.compile(rf"<({NAMES})(?:\s[^<>{{]{{0,100}})?(?:>|(?=\s*\{{))", re.IGNORECASE)
_CLOSING: Final = re.compile(rf"\s*+(?:(?<!-)>|</(?:{NAMES})\s*>|<end_?tool_?call>)", re.IGNORECASE)
_INNER: Final = re.compile(r"\s*+<(?:function|invoke|tool|parameter)", re.IGNORECASE)
_FORMS: Final = (
    ("tool_code", "F16"),
    ("tools", "F17"),
    ("tool", "F17"),
    ("functioncall", "F20"),
    ("function_call", "F12"),
)


def _read(page: Page, at: int) -> Found | None:
    opening = _OPENING.match(page.text, at)
    if opening is None:
        return None
    name = opening[1].casefold()
    form = next(
        (form for tag, form in _FORMS if name == tag), "F22" if name in {"tool_use", "minimax:tool_call"} else "F1"
    )
    if _INNER.match(page.text, opening.end()):
        # Only the wrapper of another format; its closing tag is taken for noise.
        return Found(end=opening.end(), form=form, is_wrapper=True)
    payload = read_payload(page, opening.end())
    if payload is None:
        # A pair of tags is no prose, whatever stands between them; a lone one may be.
        closing = _CLOSING.search(page.text, opening.end())
        return Found(end=closing.end(), form=form, is_marked=True) if closing and "</" in closing[0] else None
    calls, end, is_closed = payload
    closing = _CLOSING.match(page.text, end)
    return Found(
        end=closing.end() if closing else end,
        calls=calls,
        form=form,
        is_marked=True,
        is_closed=is_closed or closing is not None,
    )


FORM: Final = Form(read=_read, trigger=rf"</?(?i:{NAMES})(?=[\s>{{])")
