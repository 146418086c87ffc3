"""F4, F5: JSON that nothing marks, alone or beside what is said, and `tool_call:{…}`."""

import re
from typing import Final

from ..base import Form, Found, Page
from ..lenient import read_value
from ..shapes import written_calls

_OPENING: Final = re.compile(r"((?<![\w.-])tool_calls?\s{0,4}:\s{0,4})?(?=[{\[])", re.IGNORECASE | re.ASCII)
_JOINED: Final = re.compile(r"[\s,;]*+(?=\{)")
CALLS_LIMIT: Final = 16


def _read(page: Page, at: int) -> Found | None:
    opening = _OPENING.match(page.text, at)
    if opening is None:
        return None
    is_marked = opening[1] is not None
    parsed = read_value(page.text, opening.end())
    if parsed is None:
        return None
    calls = list(written_calls(parsed.value, is_marked=is_marked, knows=page.box.knows))
    if not calls:
        return None
    for _ in range(CALLS_LIMIT):
        joined = _JOINED.match(page.text, parsed.end)
        more = read_value(page.text, joined.end()) if joined else None
        found = list(written_calls(more.value, is_marked=is_marked, knows=page.box.knows)) if more else []
        if more is None or not found:
            break
        calls += found
        parsed = more
    form = "F5" if '"arguments"' in page.text[at : parsed.end] else "F4"
    return Found(end=parsed.end, calls=tuple(calls), form=form, is_marked=is_marked, is_closed=parsed.is_closed)


FORM: Final = Form(read=_read, trigger=r"\{|\[\s{0,8}\{|(?<![\w.-])(?i:tool_calls?)\s{0,4}:\s{0,4}[{\[]")
