"""Messages that are only the name of a tool and what it is about: `HassTurnOff Dining Room Light`."""

import re
from typing import Final

from ..base import Form, Found, Page
from ..lenient import read_value
from ..shapes import Written

_NAME: Final = re.compile(r"([A-Za-z_][\w.]{0,99})[ \t]*:?[ \t]*")
_LINES: Final = re.compile(r"\s*+(?:[\w-]{1,40}[ \t]*[:=][ \t]*[^\n]{1,200}(?:\n\s*+|\Z))+\Z")
_WORDS: Final = re.compile(r"[\w'’-]{1,40}(?: [\w'’-]{1,40}){0,6}\s*\Z")


def _read(page: Page, at: int) -> Found | None:
    name = _NAME.match(page.text, at)
    if name is None or name[1] not in page.box.distinct or page.text[:at].strip():
        return None
    rest = page.text[name.end() :].strip()
    arguments: dict[str, object] | None = None
    if not rest:
        arguments = {}
    elif _LINES.match(rest):
        parsed = read_value("{" + ",".join(rest.splitlines()) + "}", 0)
        arguments = parsed.value if parsed and isinstance(parsed.value, dict) else None
    elif _WORDS.match(rest):
        arguments = {"0": rest}
    if arguments is None:
        return None
    return Found(end=len(page.text), calls=(Written(name[1], arguments),), form="F8", must_be_whole=True)


FORM: Final = Form(read=_read, trigger=r"(?<![\w.])(?:<distinct>)(?!\w)")
