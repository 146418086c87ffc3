"""Read JSON as small models write it: Python literals, bare words, missing colons, curly quotes, braces never closed."""

import re
from typing import Final, NamedTuple

DEPTH_LIMIT: Final = 24
LONGEST_NUMBER: Final = 30

_GAP: Final = re.compile(r"(?:\s++|//[^\n]*+|/\*[^*]*+\*/)*+")
_SEPARATOR: Final = re.compile(r"\s*+(?:[:=]>?\s*+)?")
_NUMBER: Final = re.compile(r"[-+]?\d++(?:\.\d++)?(?:[eE][-+]?\d++)?(?=\s*+(?:[,;}\])\n]|\Z))")
_BARE_KEY: Final = re.compile(r"[\w.$-]{1,100}")
_BARE_VALUE: Final = re.compile(r"[^,;{}\[\]()\n<\"“”]{1,300}")
_PLAIN: Final = re.compile(r'[^"\\]*+(?:\\.[^"\\]*+)*+"', re.DOTALL)
_CURLY: Final = re.compile(r'[^"“”\\]*+(?:\\.[^"“”\\]*+)*+["“”]', re.DOTALL)
_SINGLE: Final = re.compile(r"(?:[^'‘’\\]++|\\.|['‘’](?!\s*+(?:[,;:=}\])\n]|\Z)))*+['‘’]", re.DOTALL)
"""An apostrophe inside a text in single quotes does not end it."""
_ESCAPE: Final = re.compile(r"\\(u[0-9a-fA-F]{4}|.)", re.DOTALL)
_QUOTES: Final = (
    ('<|"|>', re.compile(r'[^<]*+(?:<(?!\|"\|>)[^<]*+)*+<\|"\|>')),
    ("<escape>", re.compile(r"[^<]*+(?:<(?!/?escape>)[^<]*+)*+</?escape>")),
    ('"', _PLAIN),
    ("“", _CURLY),
    ("”", _CURLY),
    ("'", _SINGLE),
    ("‘", _SINGLE),
    ("’", _SINGLE),
)
_CLOSERS: Final = re.compile(r"(?:<\|\"\|>|</?escape>|[\"“”'‘’])\Z")


class Parsed(NamedTuple):
    """A value and where it ends; `is_closed` is false when the text ended inside it."""

    value: object
    end: int
    is_closed: bool


def read_value(text: str, at: int) -> Parsed | None:
    """Return the object or list that begins at a place, None when it is none."""
    if not text.startswith(("{", "["), at):
        return None
    reader = _Reader(text, at)
    try:
        value = reader.value(0)
    except _Unreadable:
        return None
    return Parsed(value, reader.at, reader.is_closed)


def read_arguments(text: str, at: int) -> Parsed | None:
    """Return the arguments in the parentheses that open at a place, those without a name under their number: "0", "1"."""
    if not text.startswith("(", at):
        return None
    reader = _Reader(text, at)
    try:
        value = reader.pairs(")", 0)
    except _Unreadable:
        return None
    return Parsed(value, reader.at, reader.is_closed)


class _Unreadable(ValueError):
    """What stands here is no value."""


class _Reader:
    def __init__(self, text: str, at: int) -> None:
        self._text = text
        self.at = at
        self.is_closed = True

    def value(self, depth: int) -> object:
        if depth > DEPTH_LIMIT:
            raise _Unreadable
        self._skip(_GAP)
        char = self._text[self.at : self.at + 1]
        if char == "{":
            return self.pairs("}", depth)
        if char == "[":
            return self._items(depth)
        text = self._quoted()
        return text if text is not None else self._bare()

    def pairs(self, end: str, depth: int) -> dict[str, object]:
        """Read from the opening bracket to the closing one."""
        self.at += 1
        found: dict[str, object] = {}
        while not self._is_over(end):
            begin = self.at
            key = self._quoted()
            if key is None:
                key = self._bare_key()
            self._skip(_SEPARATOR)
            if end == ")" and (key is None or not self._has_separator(begin)):
                self.at = begin
                key = str(sum(name.isdigit() for name in found))
            if key is None:
                raise _Unreadable
            found[key] = self.value(depth + 1)
        return found

    def _items(self, depth: int) -> list[object]:
        self.at += 1
        found: list[object] = []
        while not self._is_over("]"):
            found.append(self.value(depth + 1))
        return found

    def _is_over(self, end: str) -> bool:
        """Step over commas and tell whether the bracket closes here; a text that ends closes all of them."""
        self._skip(_GAP)
        while self._text.startswith((",", ";"), self.at):
            self.at += 1
            self._skip(_GAP)
        if self.at >= len(self._text):
            self.is_closed = False
            return True
        if self._text[self.at] == end:
            self.at += 1
            return True
        return False

    def _has_separator(self, begin: int) -> bool:
        return self._text[begin : self.at].rstrip().endswith((":", "=", "=>"))

    def _skip(self, pattern: re.Pattern[str]) -> None:
        if match := pattern.match(self._text, self.at):
            self.at = match.end()

    def _quoted(self) -> str | None:
        for opening, pattern in _QUOTES:
            if self._text.startswith(opening, self.at):
                match = pattern.match(self._text, self.at + len(opening))
                if match is None:
                    raise _Unreadable
                self.at = match.end()
                return _unescaped(_CLOSERS.sub("", match[0]))
        return None

    def _bare_key(self) -> str | None:
        if match := _BARE_KEY.match(self._text, self.at):
            self.at = match.end()
            return match[0]
        return None

    def _bare(self) -> object:
        if (match := _NUMBER.match(self._text, self.at)) and len(match[0]) <= LONGEST_NUMBER:
            self.at = match.end()
            return float(match[0]) if set(".eE") & set(match[0]) else int(match[0])
        match = _BARE_VALUE.match(self._text, self.at)
        word = match[0].strip() if match else ""
        if match is None or not word:
            raise _Unreadable
        self.at = match.end()
        match word.casefold():
            case "true":
                return True
            case "false":
                return False
            case "null" | "none" | "undefined":
                return None
            case _:
                return word


def _unescaped(text: str) -> str:
    if "\\" not in text:
        return text
    return _ESCAPE.sub(_character, text).encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _character(escape: re.Match[str]) -> str:
    code = escape[1]
    if len(code) > 1:
        return chr(int(code[1:], 16))
    return {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}.get(code, code)
