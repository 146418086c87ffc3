"""The fake does on the wire what its modes say."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
import json
from pathlib import Path
import sys
from typing import Any

import aiohttp
import pytest

from .ollama_server import FakeOllama
from .ollama_wire import Answer, Mode

ROOT = Path(__file__).parents[2]
BODY: dict[str, Any] = {
    "model": "fake:1b",
    "messages": [{"role": "user", "content": "Ahoi 🦀!"}],
    "options": {"num_predict": 50},
}


@pytest.fixture
async def server(socket_enabled: None) -> AsyncGenerator[FakeOllama]:
    async with FakeOllama() as server:
        yield server


async def chunks(url: str, *, seconds: float = 20) -> tuple[list[bytes], str]:
    """Ask, and return what arrived and the name of the error that ended it."""
    arrived: list[bytes] = []
    timeout = aiohttp.ClientTimeout(total=seconds)
    try:
        async with (
            aiohttp.ClientSession(timeout=timeout) as session,
            session.post(f"{url}/api/chat", json=BODY) as reply,
        ):
            async for chunk in reply.content.iter_any():
                arrived.append(chunk)  # noqa: PERF401 a comprehension would lose what came before the error
    except (aiohttp.ClientError, TimeoutError) as err:
        return arrived, type(err).__name__
    return arrived, ""


async def test_it_quotes_the_last_words_of_the_user(server: FakeOllama) -> None:
    arrived, _ = await chunks(server.url)

    texts = [json.loads(line)["message"]["content"] for line in b"".join(arrived).splitlines()]
    assert texts == ["You", " said:", " Ahoi", " 🦀!", ""]
    assert server.calls[0].words == "Ahoi 🦀!"


async def test_characters_are_really_split(server: FakeOllama) -> None:
    server.will(Mode.SPLIT_CHARACTERS)
    arrived, _ = await chunks(server.url)

    crab = "🦀".encode()
    assert crab in b"".join(arrived)
    assert not [chunk for chunk in arrived if crab in chunk]
    assert [chunk for chunk in arrived if chunk[0] & 0b1100_0000 == 0b1000_0000]


async def test_lines_are_really_split(server: FakeOllama) -> None:
    server.will(Mode.SPLIT_LINES)
    arrived, _ = await chunks(server.url)

    assert max(len(chunk) for chunk in arrived) < 100 < len(b"".join(arrived))


@pytest.mark.parametrize(
    ("mode", "error", "is_heard"),
    [
        (Mode.STALL, "TimeoutError", True),
        (Mode.EOF, "ClientPayloadError", True),
        (Mode.HANG, "TimeoutError", False),
        (Mode.NOT_HTTP, "ClientResponseError", False),
    ],
)
async def test_the_connection_really_ends_like_that(server: FakeOllama, mode: Mode, error: str, is_heard: bool) -> None:
    server.will(Answer(mode=mode, text="one two"))
    arrived, ended = await chunks(server.url, seconds=0.3 if error == "TimeoutError" else 20)

    assert (ended, bool(arrived)) == (error, is_heard)


async def test_a_reset_is_not_a_polite_end(server: FakeOllama) -> None:
    server.will(Answer(mode=Mode.RESET, text="one two"))
    reader, writer = await asyncio.open_connection("127.0.0.1", int(server.url.rpartition(":")[2]))
    body = json.dumps(BODY).encode()
    writer.write(b"POST /api/chat HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n%b" % (len(body), body))

    assert b"one" in await reader.readuntil(b'"one"')
    with pytest.raises(ConnectionResetError):
        await reader.read()
    writer.close()


async def test_a_model_that_cannot_think_refuses_to(server: FakeOllama) -> None:
    request = aiohttp.request("POST", f"{server.url}/api/chat", json={**BODY, "think": True})
    async with request as reply:
        assert (reply.status, await reply.json()) == (400, {"error": '"fake:1b" does not support thinking'})


@asynccontextmanager
async def process(*arguments: str) -> AsyncGenerator[str]:
    """Run the fake as a process; yields its address."""
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.fakes.ollama_server", *arguments, cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )
    assert child.stdout
    try:
        yield (await child.stdout.readline()).decode().strip()
    finally:
        child.terminate()
        assert await child.wait() == 0


@pytest.mark.usefixtures("socket_enabled")
async def test_a_process_can_be_told_what_to_do_while_it_runs() -> None:
    async with (
        process("--script", "html", "--model", "fake:1b", "--model", "b") as url,
        aiohttp.ClientSession() as session,
    ):
        as_a_page, _ = await chunks(url)
        async with session.post(f"{url}/fake", json={"text": "I obey."}) as reply:
            assert reply.status == 200
        as_told, _ = await chunks(url)
        async with session.post(f"{url}/fake", json="no such mode") as reply:
            assert reply.status == 400
        async with session.get(f"{url}/fake") as reply:
            asked = await reply.json()
        async with session.get(f"{url}/api/tags") as reply:
            models = [model["name"] for model in (await reply.json())["models"]]

    assert as_a_page[0].startswith(b"<!DOCTYPE html>")
    assert b"obey." in b"".join(as_told)
    assert [body["messages"][-1]["content"] for body in asked["requests"]] == ["Ahoi 🦀!", "Ahoi 🦀!"]
    assert models == ["fake:1b", "b"]


@pytest.mark.usefixtures("socket_enabled")
async def test_a_process_follows_a_script(tmp_path: Path) -> None:
    script = tmp_path / "script.json"
    script.write_text(
        json.dumps([{"text": "First."}, "http_500", {"mode": "slow_start", "pause": 0, "text": "Third."}])
    )
    async with process("--script", str(script)) as url:
        said = [b"".join((await chunks(url))[0]) for _ in range(4)]

    assert [word in text for word, text in zip([b"First.", b"memory", b"Third.", b"Ahoi"], said, strict=True)] == [
        True
    ] * 4
