"""What is neither speech nor call: comments, thoughts, tokens of chat templates, closing tags of calls."""

import re
from typing import Final

from ..base import Form, Found, Page
from .json_tags import NAMES

THOUGHTS: Final = "think|thinking|thoughts?|reasoning|reflection|scratchpad"
ROLE_LENGTH: Final = 16
"""So many characters after a token that opens a message surely hold the role."""

_TOKEN_NAMES: Final = (
    "im_start",
    "im_end",
    "start_header_id",
    "end_header_id",
    "eot_id",
    "eom_id",
    "begin_of_text",
    "end_of_text",
    "endoftext",
    "end",
    "assistant",
    "user",
    "system",
    "return",
)
_TOKENS: Final = "|".join(_TOKEN_NAMES)
_TOKEN: Final = re.compile(rf"<[|｜](?:{_TOKENS})[|｜]>|<(?:/s|s|eos|bos|start_of_turn|end_of_turn)>")
_ROLE: Final = re.compile(r"(?:assistant|user|system|model)(?=\s|<)\s*")
_THOUGHT: Final = re.compile(rf"<(?:{THOUGHTS})(?:\s[^<>]{{0,60}})?>", re.IGNORECASE)
_THOUGHT_END: Final = re.compile(rf"</(?:{THOUGHTS})\s*>", re.IGNORECASE)
_UNFINISHED: Final = re.compile(rf"<(?:/?(?i:{THOUGHTS})(?:\s[^<>]{{0,60}})?|[|｜]\w{{0,20}}[|｜]?)\Z")
_CALL_END: Final = re.compile(
    rf"</(?:{NAMES}|function|invoke|parameter|param)\s*>|<(?:tool_call\||end_function_call)>|<\|tool_call_end\|>",
    re.IGNORECASE,
)
_CLOSED_COMMENT: Final = "-->"


def _read(page: Page, at: int) -> Found | None:
    text = page.text
    if text.startswith("<!--", at):
        end = text.find(_CLOSED_COMMENT, at + 4)
        return Found(end=end + len(_CLOSED_COMMENT)) if end >= 0 else None
    if thought := _THOUGHT.match(text, at):
        close = _THOUGHT_END.search(text, thought.end())
        inside = text[thought.end() : close.start() if close else len(text)]
        return Found(end=close.end() if close else len(text), thinking=inside)
    if token := _TOKEN.match(text, at):
        role = _ROLE.match(text, token.end()) if "start" in token[0] else None
        return Found(end=role.end() if role else token.end())
    if close := _CALL_END.match(text, at):
        return Found(end=close.end())
    return None


def is_settled(text: str, at: int) -> bool:
    """Tell whether more text cannot change what noise begins at a place."""
    if text.startswith("<!--", at):
        return text.find(_CLOSED_COMMENT, at + 4) >= 0
    if thought := _THOUGHT.match(text, at):
        return _THOUGHT_END.search(text, thought.end()) is not None
    token = _TOKEN.match(text, at)
    return token is not None and len(text) >= token.end() + ROLE_LENGTH


def may_settle(text: str, at: int) -> bool:
    """Tell whether noise begins here that more text will complete."""
    return bool(_THOUGHT.match(text, at) or _TOKEN.match(text, at) or _UNFINISHED.match(text, at))


def ends_thoughts(text: str, at: int) -> int:
    """Return where a closing tag of thoughts that nothing opened ends, 0 when there is none."""
    match = _THOUGHT_END.match(text, at)
    return match.end() if match else 0


_TRIGGERS: Final = (
    "<!--",
    rf"</?(?i:{THOUGHTS})(?=[\s>])",
    r"</?s>|<[eb]os>",
    r"<(?:start|end)_of_turn>",
    r"</(?:function|invoke|param)",
)

FORM: Final = Form(read=_read, trigger="|".join(_TRIGGERS))
