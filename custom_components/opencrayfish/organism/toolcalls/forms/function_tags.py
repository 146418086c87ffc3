"""F2, F3, F22: `<function=name><parameter=key>value</parameter></function>`, with JSON inside, and `<invoke name=…>`."""

import re
from typing import Final

from ..base import Form, Found, Page
from ..lenient import read_value
from ..shapes import Written

_OPENING: Final = re.compile(
    r"<(?:(function)\s*=\s*[\"']?([\w.:-]{1,100})[\"']?|(function|invoke)\s+name\s*=\s*[\"']?([\w.:-]{1,100})[\"']?)\s*>",
    re.IGNORECASE,
)
_PARAMETER: Final = re.compile(
    r"\s*+<(?:parameter|param|arg)(?:\s*=\s*|\s+name\s*=\s*)[\"']?([\w.-]{1,100})[\"']?(?:\s+\w+=[\"'][^\"'<>]*[\"'])*\s*>",
    re.IGNORECASE,
)
_VALUE_END: Final = re.compile(
    r"</(?:parameter|param|arg|function|invoke|tool_call)>|<(?:parameter|param|arg|function|invoke)[\s=]", re.IGNORECASE
)
_CLOSING: Final = re.compile(r"\s*+(?:</(?:function|invoke)\s*>)?", re.IGNORECASE)
_STRAY: Final = re.compile(r"\s*+</(?:parameter|param|arg)\s*>", re.IGNORECASE)


def _read(page: Page, at: int) -> Found | None:
    opening = _OPENING.match(page.text, at)
    if opening is None:
        return None
    name, is_invoke = opening[2] or opening[4], (opening[3] or "").casefold() == "invoke"
    body = _skipped(page.text, opening.end())
    if page.text.startswith("{", body):
        parsed = read_value(page.text, body)
        if parsed is None or not isinstance(parsed.value, dict):
            return Found(end=opening.end(), form="F3", is_marked=True)
        arguments, end, form, is_closed = parsed.value, parsed.end, "F3", parsed.is_closed
    else:
        arguments, end = _parameters(page.text, opening.end())
        form, is_closed = "F2", True
    closing = _CLOSING.match(page.text, end)
    after = closing.end() if closing and closing[0].strip() else end
    return Found(
        end=after,
        calls=(Written(name, arguments),),
        form="F22" if is_invoke else form,
        is_marked=True,
        # A body of plain text that was not understood must not become a call without arguments.
        is_closed=(is_closed or after > end) and (bool(arguments) or after > end or after == len(page.text.rstrip())),
    )


def _parameters(text: str, at: int) -> tuple[dict[str, object], int]:
    found: dict[str, object] = {}
    while parameter := _PARAMETER.match(text, at):
        end = _VALUE_END.search(text, parameter.end())
        at = end.start() if end else len(text)
        found[parameter[1]] = text[parameter.end() : at].strip()
        if stray := _STRAY.match(text, at):
            at = stray.end()
    return found, at


def _skipped(text: str, at: int) -> int:
    return at + len(text[at : at + 40]) - len(text[at : at + 40].lstrip())


FORM: Final = Form(read=_read, trigger=r"</?(?i:function|invoke|parameter|param)(?=[\s=>])")
