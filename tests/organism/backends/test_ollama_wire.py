"""Whatever bytes come, the outcome is an answer or a named failure."""

import asyncio
from collections.abc import Awaitable
import json
from typing import Any

from hypothesis import HealthCheck, given, settings, strategies as st
import pytest

from custom_components.opencrayfish.organism.backends.base import ModelRequest, TimeLimits
from custom_components.opencrayfish.organism.backends.line_stream import LineStream
from custom_components.opencrayfish.organism.backends.ollama import OllamaBackend, parse
from custom_components.opencrayfish.organism.errors import BackendError, BackendFault
from custom_components.opencrayfish.organism.messages import Delta, Message, Usage
from tests.fakes.raw_server import raw_server

from .conftest import Connect

PATIENT = TimeLimits(connect=20, first_token=20, total=20)
QUICK = TimeLimits(connect=0.2, first_token=0.2, total=0.2)
ON_THE_WIRE = settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
DELTAS = st.builds(lambda text, thinking: Delta(text=text, thinking=thinking), TEXTS, TEXTS).filter(
    lambda d: d != Delta()
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["message", "content", "thinking", "done", "error", "eval_count", "load_duration", "role"]),
            inner,
            max_size=5,
        )
    ),
    max_leaves=6,
)


def stream_of(deltas: list[Delta], *, ascii_only: bool) -> bytes:
    """Return the deltas as Ollama's bytes, with the last line that says that they are all."""
    lines: list[dict[str, Any]] = [
        {"message": {"role": "assistant", "content": delta.text, "thinking": delta.thinking}, "done": False}
        for delta in deltas
    ]
    lines.append({"message": {"role": "assistant", "content": ""}, "done": True, "eval_count": len(deltas)})
    return b"".join(json.dumps(line, ensure_ascii=ascii_only).encode() + b"\n" for line in lines)


def cut(stream: bytes, places: list[int]) -> list[bytes]:
    ends = sorted({place % len(stream) for place in places})
    return [stream[start:end] for start, end in zip([0, *ends], [*ends, len(stream)], strict=True)]


async def hear(backend: OllamaBackend, limits: TimeLimits) -> list[Delta]:
    request = ModelRequest(messages=(Message(role="user", text="Hi"),), max_tokens=9)
    return [delta async for delta in backend.stream(request, limits)]


async def outcome[T](work: Awaitable[T]) -> T | BackendError:
    """Return what came of a call of a server, or the one kind of error that may."""
    try:
        return await work
    except BackendError as err:
        return err


@given(st.lists(DELTAS, max_size=8), st.booleans(), st.lists(st.integers(min_value=0), max_size=30))
def test_any_cut_gives_the_same_deltas(deltas: list[Delta], ascii_only: bool, places: list[int]) -> None:
    lines = LineStream()
    heard = [
        parse(line) for piece in cut(stream_of(deltas, ascii_only=ascii_only), places) for line in lines.feed(piece)
    ]

    assert heard == [*deltas, Delta(usage=Usage(completion_tokens=len(deltas)))]


@pytest.mark.usefixtures("socket_enabled")
@ON_THE_WIRE
@given(deltas=st.lists(DELTAS, max_size=5), places=st.lists(st.integers(min_value=0), max_size=8))
async def test_any_cut_on_the_wire_gives_the_same_deltas(
    connect: Connect, deltas: list[Delta], places: list[int]
) -> None:
    pieces = cut(stream_of(deltas, ascii_only=False), places)
    chunks = [b"%x\r\n%b\r\n" % (len(piece), piece) for piece in pieces if piece]
    head = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    async with raw_server(head, *chunks, b"0\r\n\r\n") as url:
        assert await hear(connect(url), PATIENT) == [*deltas, Delta(usage=Usage(completion_tokens=len(deltas)))]


@given(st.binary(max_size=200) | JSON.map(lambda data: json.dumps(data).encode()))
def test_a_line_is_a_delta_of_clean_text_or_a_fault(line: bytes) -> None:
    try:
        delta = parse(line)
    except BackendFault:
        return
    (delta.text + delta.thinking).encode()
    assert delta.usage is None or min(delta.usage.completion_tokens, delta.usage.load_ms) >= 0


@pytest.mark.usefixtures("socket_enabled")
@ON_THE_WIRE
@given(
    head=st.sampled_from(
        [
            b"",
            b"HTTP/1.1 200 OK\r\n\r\n",
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n",
            b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n",
            b"HTTP/1.1 200 OK\r\nContent-Length: 30\r\n\r\n",
            b"HTTP/1.1 400 No\r\nContent-Length: 30\r\n\r\n",
            b"HTTP/1.1 404 No\r\n",
            b"HTTP/1.1 ",
        ]
    ),
    body=st.binary(max_size=60) | JSON.map(lambda data: json.dumps(data).encode()),
)
async def test_garbage_never_raises_anything_but_a_backend_error(connect: Connect, head: bytes, body: bytes) -> None:
    async with raw_server(head, body) as url:
        backend = connect(url, probe_seconds=0.2)
        async with asyncio.timeout(15):
            heard = await outcome(hear(backend, QUICK))
            listed = await outcome(backend.probe())
    assert isinstance(heard, BackendError) or all(isinstance(delta, Delta) for delta in heard)
    assert isinstance(listed, BackendError) or all(isinstance(name, str) for name in listed)


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"nope",
        b"[1]",
        b'"text"',
        b"7",
        b"{}",
        b'{"message":"Hi"}',
        b'{"message":{"content":7}}',
        b'{"message":{"thinking":[]}}',
        b'{"error":"out of memory"}',
        b'{"error":{"message":"no"},"done":true}',
        b'{"response":"Hi","done":false}',
        b"\xff\xfe{}",
        b"[" * 100_000,
        b'{"message":{"content":"\xff"}}',
        b'{"eval_count":' + b"9" * 5000 + b"}",
    ],
    ids=lambda line: repr(line)[:40],
)
def test_a_line_of_another_kind_is_a_fault(line: bytes) -> None:
    with pytest.raises(BackendFault):
        parse(line)


@pytest.mark.parametrize(
    "count", ["-5", "true", "1.5", '"7"', "null", "NaN", "1e400", "1" + "0" * 400], ids=lambda count: count[:9]
)
def test_a_count_that_is_none_is_nothing_and_the_answer_stands(count: str) -> None:
    line = f'{{"message":{{"content":"!"}},"done":true,"eval_count":{count},"load_duration":{count}}}'

    assert parse(line.encode()) == Delta(text="!", usage=Usage())


def test_half_a_character_is_replaced() -> None:
    assert parse(rb'{"message":{"content":"a\ud83db","thinking":null}}') == Delta(text="a?b")


def test_a_whole_character_in_two_escapes_is_kept() -> None:
    assert parse(rb'{"message":{"content":"\ud83e\udd80"}}') == Delta(text="🦀")
