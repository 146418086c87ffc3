"""What a fake Ollama puts on the wire, byte by byte, for each way to answer a chat."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, StrEnum, auto
from itertools import chain, cycle, islice
import json
import re
from typing import Any

CREATED_AT = "2026-11-30T12:00:00.000000Z"
TOKEN_NS = 2_000_000
SHORT_PAUSE = 0.002
"""Seconds between pieces that must not arrive as one."""


class Mode(StrEnum):
    """How a chat is answered; every fault is a real one."""

    SPEAK = "speak"
    """One line for each word, as Ollama does."""
    ONE_CHUNK = "one_chunk"
    """All lines at once."""
    SPLIT_LINES = "split_lines"
    """Seven bytes at a time, so that lines break anywhere."""
    SPLIT_CHARACTERS = "split_characters"
    """A break inside every character of more than one byte."""
    DRIP = "drip"
    """A pause before every word."""
    SLOW_START = "slow_start"
    """A pause before the first word."""
    STALL = "stall"
    """Half of the words, then nothing more."""
    RESET = "reset"
    """Half of the words, then the connection is reset."""
    EOF = "eof"
    """Half of the words, then the connection is closed."""
    UNFINISHED = "unfinished"
    """All of the words in a complete response, without the last line that says so."""
    ERROR_LINE = "error_line"
    """Half of the words, then the server's own error."""
    EMPTY = "empty"
    """Done without a word."""
    THINKING = "thinking"
    """Thoughts, then the words."""
    RUNAWAY = "runaway"
    """The words again and again, up to `num_predict`."""
    ENDLESS_LINE = "endless_line"
    """A line that never ends."""
    WRONG_SHAPE = "wrong_shape"
    """JSON that is not Ollama's."""
    HTML = "html"
    """A web page."""
    GARBAGE = "garbage"
    """A response of random bytes."""
    NOT_HTTP = "not_http"
    """No response but random bytes."""
    HANG = "hang"
    """The request is taken and never answered."""
    HTTP_500 = "http_500"
    HTTP_404 = "http_404"
    """The model is not there."""
    HTTP_400 = "http_400"
    REDIRECT = "redirect"
    """Sent to another host."""


SERVER_FAULTS = frozenset(
    {Mode.WRONG_SHAPE, Mode.HTML, Mode.GARBAGE, Mode.NOT_HTTP, Mode.HANG, Mode.HTTP_500, Mode.REDIRECT}
)
"""Faults that are not of one chat: while they stand, the list of models has them too."""


class Ending(Enum):
    """What happens to the connection instead of a proper end."""

    HANG = auto()
    RESET = auto()
    CLOSE = auto()


@dataclass(frozen=True, kw_only=True, slots=True)
class Answer:
    """How one chat is answered."""

    mode: Mode = Mode.SPEAK
    text: str | None = None
    """What is said; None quotes the last message of the user, so that a test can see that its words travelled."""
    thinking: str = "Let me think."
    """Said in mode `thinking` only."""
    pause: float = 0.05
    """Seconds of the modes that wait."""

    @classmethod
    def from_json(cls, data: str | Mapping[str, Any]) -> Answer:
        """Return the answer that a mode's name or an object of these fields stands for."""
        if isinstance(data, str):
            return cls(mode=Mode(data))
        return cls(**{**data, "mode": Mode(data.get("mode", Mode.SPEAK))})


type Frame = bytes | float | Ending
"""Bytes to send, seconds to wait, or an end that is not a proper one."""

BREAKS: Mapping[Mode, tuple[Frame, ...]] = {
    Mode.STALL: (Ending.HANG,),
    Mode.RESET: (SHORT_PAUSE, Ending.RESET),
    Mode.EOF: (SHORT_PAUSE, Ending.CLOSE),
    Mode.ERROR_LINE: (b'{"error":"llama runner process has terminated"}\n',),
}
"""What comes after half of the words."""


def frames(answer: Answer, request: Mapping[str, Any]) -> Iterator[Frame]:
    """Yield what goes over the wire."""
    words = re.findall(r"\s*\S+", "" if answer.mode is Mode.EMPTY else _text(answer, request))
    lines = [_line(request, content=word) for word in words]
    if answer.mode in BREAKS:
        yield from lines[: max(1, len(lines) // 2)]
        yield from BREAKS[answer.mode]
        return
    if answer.mode is Mode.ENDLESS_LINE:
        yield b'{"message":{"content":"'
        while True:
            yield b"x" * (1 << 16)
    if answer.mode is Mode.THINKING:
        lines = [_line(request, thinking=word) for word in re.findall(r"\s*\S+", answer.thinking)] + lines
    limit = _token_limit(request)
    said = islice(cycle(lines), limit) if answer.mode is Mode.RUNAWAY else iter(lines[:limit])
    last = (
        []
        if answer.mode is Mode.UNFINISHED
        else [_done(request, limit + 1 if answer.mode is Mode.RUNAWAY else len(words))]
    )
    yield from _cut(chain(said, last), answer)


def _cut(lines: Iterator[bytes], answer: Answer) -> Iterator[Frame]:
    """Yield the lines in the pieces and at the pace that the mode wants."""
    match answer.mode:
        case Mode.ONE_CHUNK:
            yield b"".join(lines)
        case Mode.SPLIT_LINES:
            stream = b"".join(lines)
            yield from _spaced(stream[at : at + 7] for at in range(0, len(stream), 7))
        case Mode.SPLIT_CHARACTERS:
            yield from _spaced(re.findall(rb"[\x80-\xbf]?[^\x80-\xbf]+|[\x80-\xbf]", b"".join(lines)))
        case Mode.DRIP:
            for line in lines:
                yield answer.pause
                yield line
        case Mode.SLOW_START:
            yield answer.pause
            yield from lines
        case _:
            yield from lines


def _text(answer: Answer, request: Mapping[str, Any]) -> str:
    if answer.text is not None:
        return answer.text
    said = [message["content"] for message in request["messages"] if message["role"] == "user"]
    return f"You said: {said[-1] if said else ''}"


def _token_limit(request: Mapping[str, Any]) -> int:
    """Return how many words may be said; the real limit without `num_predict` is ten windows."""
    options = request.get("options") or {}
    limit: int = options.get("num_predict", -1)
    return limit if limit >= 0 else 10 * int(options.get("num_ctx", 4096))


def _spaced(pieces: Iterable[bytes]) -> Iterator[bytes | float]:
    for piece in pieces:
        yield piece
        yield SHORT_PAUSE


def _json(data: Mapping[str, Any]) -> bytes:
    # As Go's encoder does: no spaces, no escapes for letters of other scripts, nothing that is not a character.
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode(errors="replace") + b"\n"


def _line(request: Mapping[str, Any], *, content: str = "", thinking: str = "") -> bytes:
    message = {"role": "assistant", "content": content} | ({"thinking": thinking} if thinking else {})
    return _json({"model": request["model"], "created_at": CREATED_AT, "message": message, "done": False})


def _done(request: Mapping[str, Any], words: int) -> bytes:
    """Return the last line, with figures that follow from the request: a word is a token, a token takes 2 ms."""
    limit = _token_limit(request)
    said = min(words, limit)
    prompt = sum(len(message["content"].split()) for message in request["messages"])
    return _json(
        {
            "model": request["model"],
            "created_at": CREATED_AT,
            "message": {"role": "assistant", "content": ""},
            "done": True,
            "done_reason": "length" if words > limit else "stop",
            "total_duration": (prompt + said) * TOKEN_NS,
            "load_duration": TOKEN_NS,
            "prompt_eval_count": prompt,
            "prompt_eval_duration": prompt * TOKEN_NS,
            "eval_count": said,
            "eval_duration": said * TOKEN_NS,
        }
    )
