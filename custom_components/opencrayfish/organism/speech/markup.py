"""Find what is no text in a model's stream: thoughts, special tokens, calls of tools."""

from collections.abc import Iterator
import re

from .blocks import TAG_LIMIT, Block, BracketBlock, FenceBlock, Span, TagBlock, UntilBlock

THOUGHTS = ("think", "thinking", "thought", "thoughts", "reasoning", "reflection", "scratchpad")
TOOLS = (
    "tool_call",
    "tool_calls",
    "toolcall",
    "tool_response",
    "tool_result",
    "tool_code",
    "tool_use",
    "tool",
    "tools",
    "function",
    "function_call",
    "function_calls",
    "functioncall",
    "invoke",
    "parameter",
    "parameters",
    "arguments",
)
TOKENS = (
    "s",
    "bos",
    "eos",
    "pad",
    "unk",
    "start_of_turn",
    "end_of_turn",
    "end_of_text",
    "endoftext",
    "sep",
    "cls",
    "mask",
)
HTML = (
    "a",
    "b",
    "i",
    "u",
    "em",
    "strong",
    "br",
    "p",
    "div",
    "span",
    "ul",
    "ol",
    "li",
    "code",
    "pre",
    "sub",
    "sup",
    "hr",
    "h1",
    "h2",
    "h3",
    "h4",
    "table",
    "tr",
    "td",
    "th",
    "details",
    "summary",
    "small",
    "big",
    "font",
    "center",
    "html",
    "body",
)
LINE_BREAKS = frozenset({"br", "p", "div", "li", "tr", "hr", "h1", "h2", "h3", "h4"})
KNOWN = frozenset((*THOUGHTS, *TOOLS, *TOKENS, *HTML))
BRACKET_TOKENS = frozenset(
    {"inst", "/inst", "tool_calls", "available_tools", "/available_tools", "tool_results", "sys", "/sys"}
)
BRACKET_LIMIT = 300
LINK_LIMIT = 2000
CALL_BEGUN_LIMIT = 15
CONTEXT = 3
"""How many characters before the unread ones are kept, to see how a line or sentence begins."""

_INTERESTING = re.compile(
    r"[<{\[`\x00-\x08\x0b-\x1f\x7f\u200b\u2060\ufeff]|(?<!\w)\(?(?:Hass[A-Z]|GetLiveContext|GetDateTime)"
)
_SUSPECT = re.compile(r"[<{\[(`HG\x00-\x08\x0b-\x1f\x7f\u200b\u2060\ufeff]")
_CALL_BEGUN = re.compile(r"(?<!\w)\(?(?:H|Ha|Has|Hass|G|Ge|Get|Get[LD]\w{0,11})?\Z")
_TAG = re.compile(rf"<(/?)([A-Za-z][\w-]*)([^<>]{{0,{TAG_LIMIT}}})>")
_TAG_BEGUN = re.compile(r"</?([A-Za-z][\w-]*)?([^<>]*)\Z")
_TOKEN = re.compile(r"<[|｜][^<>\n]{0,60}?[|｜]>")
_TOKEN_BEGUN = re.compile(r"<[|｜][^<>\n]{0,62}\Z")
_ROLE = re.compile(r"(?:assistant|user|system|tool|model)[ \t]*\n?")
_ROLE_BEGUN = re.compile(r"[a-z]{0,9}[ \t]*\Z")
_OBJECT = re.compile(r"""\{\s*(?:["'}]|\w+\s*:(?!//))""")
_OBJECT_BEGUN = re.compile(r"\{\s*\w{0,40}\s*\Z")
_CALL = re.compile(r"\(?(?:Hass[A-Z]\w*|GetLiveContext|GetDateTime)[ \t]*")
_PLACEHOLDER = re.compile(r"(?i)\[(?:value|insert|result|output|placeholder)\b")
_ARRAY = re.compile(r"""\[\s*(?:\{|")""")

type Found = tuple[int, Span | Block | None]
"""How many characters are used up, and what they are; None are plain text."""


class MarkupScanner:
    """Reads a stream once, front to back."""

    def __init__(self) -> None:
        """Start with nothing read, at the start of a line."""
        self._text = "\n"
        """The last characters that were read, and all that were not."""
        self._at = 1
        """Where the unread part begins."""
        self._block: Block | None = None

    def feed(self, piece: str) -> Iterator[Span]:
        """Yield what is decided so far."""
        if self._block is None and self._at == len(self._text) and piece and not _SUSPECT.search(piece):
            self._forget(self._text + piece)
            yield Span(piece, piece)
            return
        self._text += piece
        yield from self._scan(is_end=False)
        start = max(0, self._at - CONTEXT)
        self._text, self._at = self._text[start:], self._at - start

    def finish(self) -> Iterator[Span]:
        """Yield the rest."""
        yield from self._scan(is_end=True)
        if self._block:
            yield self._block.cut_off()

    def _scan(self, *, is_end: bool) -> Iterator[Span]:
        while self._at < len(self._text):
            if self._block:
                outcome = self._block.swallow(self._text[self._at :])
                if outcome is None:
                    self._forget(self._text)
                    return
                self._block = None
                rest, span = outcome
                self._at = len(self._text) - len(rest)
                yield span
                continue
            end = self._plain_end(is_end=is_end)
            if end > self._at:
                yield self._plain(end)
                continue
            found = None if end < 0 else self._look(is_end=is_end)
            if found is None:
                return
            length, what = found
            if what is None:
                yield self._plain(self._at + length)
                continue
            self._at += length
            if isinstance(what, Span):
                yield what
            else:
                self._block = what

    def _forget(self, read: str) -> None:
        """Keep only the end of a text that is read."""
        self._text = read[-CONTEXT:]
        self._at = len(self._text)

    def _plain(self, end: int) -> Span:
        text, self._at = self._text[self._at : end], end
        return Span(text, text)

    def _plain_end(self, *, is_end: bool) -> int:
        """Return up to where the text is surely plain; below 0 when more has to come to tell."""
        if found := _INTERESTING.search(self._text, self._at):
            return found.start()
        if is_end:
            return len(self._text)
        begun = _CALL_BEGUN.search(self._text, max(self._at, len(self._text) - CALL_BEGUN_LIMIT))
        end = begun.start() if begun else len(self._text)
        return end if end > self._at else -1

    def _look(self, *, is_end: bool) -> Found | None:
        """Decide what stands here; None when more has to come."""
        match self._text[self._at]:
            case "<":
                return self._look_at_tag(is_end=is_end)
            case "{":
                return self._look_at_object(is_end=is_end)
            case "[":
                return self._look_at_bracket(is_end=is_end)
            case "`":
                return self._look_at_fence(is_end=is_end)
            case "H" | "G" | "(":
                return self._look_at_call(is_end=is_end)
            case _:
                return 1, Span()

    def _starts(self, text: str) -> bool:
        return self._text.startswith(text, self._at)

    def _is_begun(self, text: str) -> bool:
        """Tell whether the unread part is the beginning of a longer text."""
        return len(self._text) - self._at < len(text) and text.startswith(self._text[self._at :])

    def _look_at_tag(self, *, is_end: bool) -> Found | None:
        if self._starts("<!--"):
            return 4, UntilBlock("-->")
        if not is_end and self._is_begun("<!--"):
            return None
        unread = self._unread
        if token := _TOKEN.match(self._text, self._at):
            return self._after_token(token, is_end=is_end)
        if _TOKEN_BEGUN.match(self._text, self._at):
            return (unread, Span()) if is_end else None
        if self._starts("<|") or self._starts("<｜"):
            # A token that never ends: nobody says these two.
            return 2, Span()
        if tag := _TAG.match(self._text, self._at):
            return self._tag(tag)
        begun = _TAG_BEGUN.match(self._text, self._at)
        if begun is None:
            return 1, None
        name = (begun[1] or "").casefold()
        is_known = name in KNOWN if begun[2] else any(known.startswith(name) for known in KNOWN)
        if not is_known or (is_end and not name):
            return 1, None
        return (unread, Span()) if is_end else None

    def _after_token(self, token: re.Match[str], *, is_end: bool) -> Found | None:
        """Drop a special token, and the role's name that follows one that opens a message."""
        length = len(token[0])
        if "start" not in token[0]:
            return length, Span()
        if role := _ROLE.match(self._text, token.end()):
            is_whole = is_end or role.end() < len(self._text) or role[0].endswith("\n")
            return (role.end() - self._at, Span()) if is_whole else None
        return (length, Span()) if is_end or not _ROLE_BEGUN.match(self._text, token.end()) else None

    def _tag(self, tag: re.Match[str]) -> Found:
        name, length = tag[2].casefold(), len(tag[0])
        is_closing, is_closed = bool(tag[1]), tag[3].endswith("/")
        if name in THOUGHTS and is_closing:
            return length, Span(voids_past=True)
        if name == "functioncall" and tag[3].strip():
            return length, Span()
        if name in THOUGHTS or name in TOOLS:
            return length, Span() if is_closing or is_closed else TagBlock(name)
        if name in TOKENS or name in HTML:
            gap = "\n" if name in LINE_BREAKS else ""
            return length, Span(screen=gap, speech=gap)
        return 1, None

    def _look_at_object(self, *, is_end: bool) -> Found | None:
        if self._starts("{{"):
            end = self._text.find("}}", self._at, self._at + BRACKET_LIMIT)
            if end >= 0:
                return end + 2 - self._at, Span()
            return None if not is_end and self._unread < BRACKET_LIMIT else (2, None)
        if _OBJECT.match(self._text, self._at):
            return 0, BracketBlock()
        return None if not is_end and _OBJECT_BEGUN.match(self._text, self._at) else (1, None)

    def _look_at_bracket(self, *, is_end: bool) -> Found | None:
        if _ARRAY.match(self._text, self._at):
            return 0, BracketBlock()
        end = self._text.find("]", self._at, self._at + BRACKET_LIMIT)
        if end < 0:
            is_open = not is_end and self._unread < BRACKET_LIMIT and "\n" not in self._text[self._at :]
            return None if is_open else (1, None)
        if "\n" in self._text[self._at : end]:
            # Brackets end with their line: whoever reads piece by piece could not have waited longer.
            return 1, None
        word, length = self._text[self._at + 1 : end].strip().casefold(), end + 1 - self._at
        if word in THOUGHTS:
            return length, TagBlock(word, brackets="[]")
        if word.removeprefix("/") in THOUGHTS:
            return length, Span(voids_past=True)
        if word in BRACKET_TOKENS or _PLACEHOLDER.match(self._text, self._at):
            return length, Span()
        return self._look_at_link(end + 1, is_end=is_end)

    def _look_at_link(self, after: int, *, is_end: bool) -> Found | None:
        """Decide whether the brackets that end at `after` are the text of a link."""
        bracket = self._text[self._at : after]
        if len(self._text) == after and not is_end:
            return None
        if not self._text.startswith("(", after) or "<" in bracket:
            # What stands inside is looked at for itself.
            return 1, None
        end = self._text.find(")", after, after + LINK_LIMIT)
        if end < 0:
            is_open = not is_end and len(self._text) - after < LINK_LIMIT and "\n" not in self._text[after:]
            return None if is_open else (1, None)
        if "\n" in self._text[after:end]:
            return 1, None
        return end + 1 - self._at, Span(self._text[self._at : end + 1], bracket[1:-1])

    def _look_at_fence(self, *, is_end: bool) -> Found | None:
        if self._starts("```"):
            return 3, FenceBlock("```")
        return None if not is_end and self._is_begun("```") else (1, None)

    def _look_at_call(self, *, is_end: bool) -> Found | None:
        """Drop a call that was written as text; at the start of a sentence its arguments may follow bare."""
        call = _CALL.match(self._text, self._at)
        if call is None:
            return 1, None
        if not is_end and call.end() == len(self._text):
            return None
        if call[0][0] == "(":
            return 0, BracketBlock()
        if self._text.startswith(tuple(BracketBlock.OPEN), call.end()):
            return len(call[0]), BracketBlock()
        if self._text[: self._at].rstrip(" ").endswith(("\n", ".", ":", "!", "?")):
            return len(call[0]), UntilBlock("\n", keeps_end=True)
        return len(call[0].rstrip()), Span()

    @property
    def _unread(self) -> int:
        return len(self._text) - self._at
