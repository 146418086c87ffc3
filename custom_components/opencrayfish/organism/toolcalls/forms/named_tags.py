"""F24: `<HassTurnOn><name>fan</name></HassTurnOn>`, the tag being the name of an offered tool."""

import re
from typing import Final

from ..base import Form, Found, Page
from ..lenient import read_value
from ..shapes import Written

_OPENING: Final = re.compile(
    r"<([A-Za-z_][\w.-]{0,99})((?:\s+[\w.-]{1,50}\s*=\s*(?:\"[^\"<>]*\"|'[^'<>]*'))*+)\s*(/?)>"
)
_ATTRIBUTE: Final = re.compile(r"([\w.-]{1,50})\s*=\s*(?:\"([^\"<>]*)\"|'([^'<>]*)')")
_CHILD: Final = re.compile(r"\s*+<([\w.-]{1,100})>([^<]*+)</\1\s*>")


def _read(page: Page, at: int) -> Found | None:
    opening = _OPENING.match(page.text, at)
    if opening is None or opening[1] not in page.box.distinct:
        return None
    arguments: dict[str, object] = {key: one or two for key, one, two in _ATTRIBUTE.findall(opening[2])}
    end = opening.end()
    if opening[3]:
        return Found(end=end, calls=(Written(opening[1], arguments),), form="F24", is_marked=True)
    while child := _CHILD.match(page.text, end):
        arguments[child[1]] = child[2].strip()
        end = child.end()
    body = end + len(page.text[end : end + 40]) - len(page.text[end : end + 40].lstrip())
    if (parsed := read_value(page.text, body)) and isinstance(parsed.value, dict):
        arguments, end = {**arguments, **parsed.value}, parsed.end
    closing = re.compile(rf"\s*+</{re.escape(opening[1])}\s*>").match(page.text, end)
    if closing is None and not arguments:
        after = page.text.find(f"</{opening[1]}>", end)
        return Found(end=after + len(opening[1]) + 3, form="F24", is_marked=True) if after >= 0 else None
    return Found(
        end=closing.end() if closing else end,
        calls=(Written(opening[1], arguments),),
        form="F24",
        is_marked=True,
        is_closed=closing is not None,
    )


FORM: Final = Form(read=_read, trigger=r"</?(?:<distinct>)(?=[\s/>])")
