"""Stretches of a model's text that are no text: swallowed while they stream, whatever the pieces they come in."""

from collections.abc import Mapping
import json
import re
from typing import NamedTuple, Protocol, override

TAG_LIMIT = 240
"""Longest tag in characters, from `<` to `>`."""
ENVELOPES = frozenset(
    {"response", "answer", "text", "message", "content", "reply", "speech", "say", "output", "result"}
)
"""Names that models give to the one text they have to say."""
KEPT_LIMIT = 20_000
"""How much of a block is kept to be read at its end, in characters."""


class Span(NamedTuple):
    """A stretch of text, for the screen and for the loudspeaker; a tuple, because every piece of a stream makes one."""

    screen: str = ""
    speech: str = ""
    voids_past: bool = False
    """All text before was thought, not said."""


class Block(Protocol):
    """A stretch that has begun."""

    def swallow(self, text: str) -> tuple[str, Span] | None:
        """Take text; return what follows the block and what is left of it, or None when all of it belongs to the block."""

    def cut_off(self) -> Span:
        """Return what is left of a block that never ends."""


class TagBlock(Block):
    """From an opening tag to its closing one, nested ones of the same name included."""

    def __init__(self, name: str, *, brackets: str = "<>") -> None:
        """Take the tag's name; `brackets` are `<>` or `[]`."""
        left, right = (re.escape(char) for char in brackets)
        self._tag = re.compile(rf"{left}(/?){re.escape(name)}(?![\w-])[^{left}{right}]*{right}", re.IGNORECASE)
        self._left = brackets[0]
        self._depth = 1
        self._tail = ""

    @override
    def swallow(self, text: str) -> tuple[str, Span] | None:
        text = self._tail + text
        position = 0
        for tag in self._tag.finditer(text):
            self._depth += -1 if tag[1] else 1
            position = tag.end()
            if not self._depth:
                return text[position:], Span()
        start = text.rfind(self._left, max(position, len(text) - TAG_LIMIT))
        self._tail = text[start:] if start >= 0 else ""
        return None

    @override
    def cut_off(self) -> Span:
        return Span()


class UntilBlock(Block):
    """From here to a fixed end."""

    def __init__(self, end: str, *, keeps_end: bool = False) -> None:
        """Take the text that ends the block; `keeps_end` leaves it to what follows."""
        self._end = end
        self._keeps_end = keeps_end
        self._tail = ""

    @override
    def swallow(self, text: str) -> tuple[str, Span] | None:
        text = self._tail + text
        position = text.find(self._end)
        if position < 0:
            self._tail = text[-len(self._end) + 1 :] if len(self._end) > 1 else ""
            return None
        return text[position if self._keeps_end else position + len(self._end) :], Span()

    @override
    def cut_off(self) -> Span:
        return Span()


class BracketBlock(Block):
    """Balanced brackets with strings in them: JSON, or the arguments of a call."""

    OPEN = "{[("
    CLOSE = "}])"
    _step = re.compile(r"[{}\[\]()\"\\]")

    def __init__(self) -> None:
        """Begin before the first bracket."""
        self._parts: list[str] = []
        self._kept = 0
        self._depth = 0
        self._in_string = False
        self._escaped = False

    @override
    def swallow(self, text: str) -> tuple[str, Span] | None:
        position = 0
        while position < len(text):
            if self._escaped:
                self._escaped = False
                position += 1
                continue
            step = self._step.search(text, position)
            if step is None:
                break
            position = step.end()
            char = step[0]
            if char == "\\":
                self._escaped = self._in_string
            elif char == '"':
                self._in_string = not self._in_string
            elif not self._in_string:
                self._depth += 1 if char in self.OPEN else -1
                if self._depth <= 0:
                    self._keep(text[:position])
                    return text[position:], self._read("".join(self._parts))
        self._keep(text)
        return None

    @override
    def cut_off(self) -> Span:
        return Span()

    def _keep(self, text: str) -> None:
        if self._kept < KEPT_LIMIT:
            self._parts.append(text)
            self._kept += len(text)

    def _read(self, raw: str) -> Span:
        """Return the text of an envelope such as `{"response": "Hello!"}`, nothing for any other JSON."""
        try:
            data = json.loads(raw)
        except ValueError, RecursionError:
            return Span()
        text = envelope_text(data)
        return Span(screen=text, speech=text)


class FenceBlock(Block):
    """A fenced block: shown when it is an example, dropped when it is a call."""

    _tools = re.compile(r"(?i)(json|xml|tool\w*|function\w*|homeassistant|python)?\s*([{\[<]|Hass[A-Z]|\w+\()")
    _machine = re.compile(r"(?i)(json|tool\w*|function\w*|homeassistant)\b")

    def __init__(self, fence: str) -> None:
        """Take the fence, which also ends the block."""
        self._fence = fence
        self._text = ""

    @override
    def swallow(self, text: str) -> tuple[str, Span] | None:
        searched = max(0, len(self._text) - len(self._fence))
        self._text += text
        position = self._text.find(self._fence, searched)
        if position < 0:
            return None
        content, rest = self._text[:position], self._text[position + len(self._fence) :]
        return rest, self._read(content, closed=True)

    @override
    def cut_off(self) -> Span:
        return self._read(self._text, closed=False)

    def _read(self, content: str, *, closed: bool) -> Span:
        if self._machine.match(content) or self._tools.match(content):
            language, _, body = content.partition("\n")
            try:
                text = envelope_text(json.loads(body if language.strip().isalpha() else content))
            except ValueError, RecursionError:
                text = ""
            return Span(screen=text, speech=text)
        return Span(screen=f"{self._fence}{content}{self._fence if closed else ''}")


def envelope_text(data: object) -> str:
    """Return the one text field of an object that has nothing else to say, else nothing."""
    if not isinstance(data, Mapping):
        return ""
    texts = [value for value in data.values() if isinstance(value, str) and value.strip()]
    return texts[0] if len(data) == len(texts) == 1 and data.keys() <= ENVELOPES else ""
