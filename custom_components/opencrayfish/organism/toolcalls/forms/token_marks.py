"""F6, F12–F15, F18, F19: calls after a special token, such as `<|python_tag|>` or DeepSeek's and gpt-oss's own."""

import re
from typing import Final

from ..base import Form, Found, Page
from ..lenient import read_value
from ..payload import read_payload
from ..shapes import Written

MARKS: Final = (
    (r"<\|python_tag\|>", "F6"),
    (r"<\|tool_calls?\|>", "F12"),
    (r"<\|tool_calls?_start\|>", "F13"),
    (r"<\|tool_call>", "F14"),
    (r"<start_function_call>", "F15"),
)
_MARK: Final = re.compile("|".join(f"({pattern})" for pattern, _ in MARKS))
_CLOSING: Final = re.compile(
    r"\s*+(?:<\|/?tool_calls?(?:_end)?\|>|<tool_call\|>|</?tool_call\|?>|<end_function_call>|<\|e[a-z]{2}_id\|>)"
)
_BAR, _JOIN = "[|｜]", "[▁_ ]"
_DEEPSEEK: Final = re.compile(
    rf"(?:<{_BAR}tool{_JOIN}calls{_JOIN}begin{_BAR}>\s*)?<{_BAR}tool{_JOIN}call{_JOIN}begin{_BAR}>\s*"
    rf"(?:function\s*)?<{_BAR}tool{_JOIN}sep{_BAR}>\s*([\w.-]{{1,100}})\s*"
)
_DEEPSEEK_V31: Final = re.compile(
    rf"(?:<{_BAR}tool{_JOIN}calls{_JOIN}begin{_BAR}>\s*)?<{_BAR}tool{_JOIN}call{_JOIN}begin{_BAR}>\s*"
    rf"([\w.-]{{1,100}})\s*<{_BAR}tool{_JOIN}sep{_BAR}>\s*"
)
_DEEPSEEK_END: Final = re.compile(rf"(?:\s*<{_BAR}tool{_JOIN}calls?{_JOIN}end{_BAR}>)+")
_FENCED: Final = re.compile(r"(?:```[\w-]*+\s*+)?")
_FENCE_END: Final = re.compile(r"\s*+```")
_MESSAGE: Final = r"[^<{]{0,60}(?:<\|constrain\|>\s*\w{0,20}\s*)?<\|message\|>\s*"
_RECIPIENT: Final = r"to=(?:functions\.)?([\w.-]{1,100})"
_HARMONY: Final = re.compile(
    rf"(?:<\|start\|>assistant\s*)?(?:<\|channel\|>\s*\w+\s+{_RECIPIENT}|"
    rf"<\|start\|>assistant\s+{_RECIPIENT}<\|channel\|>\s*\w+)" + _MESSAGE
)
_HARMONY_END: Final = re.compile(r"\s*+<\|(?:call|end)\|>")


def _read(page: Page, at: int) -> Found | None:
    if mark := _MARK.match(page.text, at):
        return _marked(page, mark)
    if named := _DEEPSEEK.match(page.text, at) or _DEEPSEEK_V31.match(page.text, at):
        begin = fence.end() if (fence := _FENCED.match(page.text, named.end())) else named.end()
        return _named(page, named[1], begin, form="F18", endings=(_FENCE_END, _DEEPSEEK_END))
    if named := _HARMONY.match(page.text, at):
        return _named(page, named[1] or named[2], named.end(), form="F19", endings=(_HARMONY_END,))
    return None


def _marked(page: Page, mark: re.Match[str]) -> Found:
    form = MARKS[(mark.lastindex or 1) - 1][1]
    payload = read_payload(page, mark.end())
    if payload is None:
        # Nobody says the token, and what follows it may be plain words after all.
        return Found(end=mark.end(), form=form, is_wrapper=True)
    calls, end, is_closed = payload
    closing = _CLOSING.match(page.text, end)
    return Found(
        end=closing.end() if closing else end,
        calls=calls,
        form=form,
        is_marked=True,
        is_closed=is_closed or closing is not None,
    )


def _named(page: Page, name: str, begin: int, *, form: str, endings: tuple[re.Pattern[str], ...]) -> Found:
    parsed = read_value(page.text, begin)
    if parsed is None or not isinstance(parsed.value, dict):
        return Found(end=begin, form=form, is_marked=True)
    end = parsed.end
    for ending in endings:
        if match := ending.match(page.text, end):
            end = match.end()
    calls = (Written(name, parsed.value),)
    return Found(end=end, calls=calls, form=form, is_marked=True, is_closed=parsed.is_closed)


FORM: Final = Form(read=_read, trigger=r"<[|｜]|<start_function_call>|<end_function_call>|<tool_call\|>")
