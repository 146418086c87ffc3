"""F23: `Action: name` and `Action Input: {…}` on lines of their own."""

import re
from typing import Final

from ..base import Form, Found, Page
from ..lenient import read_value
from ..shapes import Written

_OPENING: Final = re.compile(r"Action:[ \t]*`?([\w.:/-]{1,100})`?[ \t]*\n\s*Action Input:\s*")
_CLOSING: Final = re.compile(r"\s*+Observation:\s*+\Z")


def _read(page: Page, at: int) -> Found | None:
    opening = _OPENING.match(page.text, at)
    if opening is None:
        return None
    parsed = read_value(page.text, opening.end())
    if parsed is None or not isinstance(parsed.value, dict):
        return None
    closing = _CLOSING.match(page.text, parsed.end)
    return Found(
        end=closing.end() if closing else parsed.end,
        calls=(Written(opening[1], parsed.value),),
        form="F23",
        is_marked=True,
        is_closed=parsed.is_closed,
    )


FORM: Final = Form(read=_read, trigger=r"(?<![\w])Action:")
