"""The list of models, through the official client and over real sockets."""

import asyncio
from base64 import b64encode
import gc
import socket
import ssl

import httpx
import pytest

from custom_components.opencrayfish.organism.backends.ollama import OllamaBackend
from custom_components.opencrayfish.organism.backends.ollama_catalogue import open_catalogue
from custom_components.opencrayfish.organism.errors import (
    BackendError,
    BackendFault,
    BackendTimeout,
    BackendUnreachable,
)
from tests.fakes.ollama_server import FakeOllama
from tests.fakes.ollama_wire import Answer, Mode
from tests.fakes.raw_server import raw_server, response

from .conftest import Connect


async def test_the_models_are_listed_by_name(server: FakeOllama, backend: OllamaBackend) -> None:
    server.models = ("qwen3:4b", "gemma3:1b", "llama3.2:3b")

    assert await backend.probe() == ("gemma3:1b", "llama3.2:3b", "qwen3:4b")


async def test_a_server_may_have_no_model_yet(server: FakeOllama, backend: OllamaBackend) -> None:
    server.models = ()

    assert await backend.probe() == ()


@pytest.mark.parametrize(
    ("mode", "error"),
    [
        (Mode.HTTP_500, BackendFault),
        (Mode.HTML, BackendFault),
        (Mode.GARBAGE, BackendFault),
        (Mode.NOT_HTTP, BackendFault),
        (Mode.WRONG_SHAPE, BackendFault),
        (Mode.REDIRECT, BackendFault),
    ],
)
async def test_every_fault_of_the_server_has_its_name(
    server: FakeOllama, backend: OllamaBackend, mode: Mode, error: type[BackendError]
) -> None:
    server.answer = Answer(mode=mode)

    with pytest.raises(BackendError) as caught:
        await backend.probe()

    assert type(caught.value) is error


@pytest.mark.parametrize(
    "reply",
    [
        b"",
        response(b""),
        response(b"[]"),
        response(b"null"),
        response(b'{"models":7}'),
        response(b'{"models":[{"model":[]}]}'),
        response(b"[" * 100_000),
        response(b"[]", status="500 No"),
        response(b"<html>" * 1000, status="404 Not Found"),
        response(b"abcd", headers="Content-Encoding: gzip\r\n"),
        b'HTTP/1.1 200 OK\r\nContent-Length: 700\r\n\r\n{"models":[',
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    ],
    ids=lambda reply: repr(reply)[:60],
)
@pytest.mark.usefixtures("socket_enabled")
async def test_a_reply_that_is_no_list_is_a_fault(connect: Connect, reply: bytes) -> None:
    async with raw_server(reply) as url:
        with pytest.raises(BackendFault) as caught:
            await connect(url).probe()

    assert len(str(caught.value)) < 300


@pytest.mark.usefixtures("socket_enabled")
async def test_a_closed_door_is_unreachable(connect: Connect) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{unused.getsockname()[1]}"

    with pytest.raises(BackendUnreachable):
        await connect(url).probe()


@pytest.mark.usefixtures("socket_enabled")
@pytest.mark.parametrize("pieces", [(), (b'HTTP/1.1 200 OK\r\nContent-Length: 700\r\n\r\n{"models":[',)])
async def test_a_connection_that_is_reset_is_unreachable(connect: Connect, pieces: tuple[bytes, ...]) -> None:
    async with raw_server(*pieces, resets=True) as url:
        with pytest.raises(BackendUnreachable):
            await connect(url).probe()


async def test_a_server_that_does_not_answer_is_a_timeout(server: FakeOllama, connect: Connect) -> None:
    server.answer = Answer(mode=Mode.HANG)
    with pytest.raises(BackendTimeout):
        await connect(server.url, probe_seconds=0.2).probe()


@pytest.mark.usefixtures("socket_enabled")
async def test_a_list_that_trickles_is_not_waited_for(connect: Connect) -> None:
    async with raw_server(b"HTTP/1.1 200 OK\r\n\r\n", *[b" "] * 2000, closes=False) as url:
        with pytest.raises(BackendTimeout):
            await connect(url, probe_seconds=0.2).probe()


async def test_a_redirect_leads_nowhere(server: FakeOllama, connect: Connect) -> None:
    moved = response(b"", status="307 Moved", headers=f"Location: {server.url}/api/tags\r\n")
    async with raw_server(moved) as url:
        with pytest.raises(BackendFault):
            await connect(url).probe()

    assert server.listings == []


async def test_name_and_password_in_the_address_are_sent(server: FakeOllama, connect: Connect) -> None:
    await connect(server.url.replace("//", "//crab:p%40ss@")).probe()

    assert server.listings[0]["authorization"] == f"Basic {b64encode(b'crab:p@ss').decode()}"


async def test_a_proxy_of_the_environment_is_not_asked(
    server: FakeOllama, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")

    assert await connect(server.url).probe() == ("fake:1b",)


def test_opening_a_catalogue_reads_no_certificates(monkeypatch: pytest.MonkeyPatch) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    monkeypatch.setattr(ssl, "create_default_context", lambda *_, **__: pytest.fail("a file would be read"))

    assert open_catalogue("https://ollama.local", ssl_context=context)


async def test_closing_lets_the_connection_go(server: FakeOllama, backend: OllamaBackend) -> None:
    await backend.probe()
    held = server.open_connections

    await backend.aclose()
    await server.everybody_left()

    assert held == 1


async def test_a_cancelled_question_ends_the_connection(server: FakeOllama, backend: OllamaBackend) -> None:
    server.answer = Answer(mode=Mode.HANG)
    async with asyncio.TaskGroup() as group:
        question = group.create_task(backend.probe())
        await server.called.wait()
        question.cancel()

    assert question.cancelled()
    await server.everybody_left()


async def test_the_client_gives_up_by_itself(server: FakeOllama) -> None:
    server.answer = Answer(mode=Mode.HANG)
    catalogue = open_catalogue(server.url, ssl_context=ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT), seconds=0.05)
    async with asyncio.timeout(10):
        with pytest.raises(httpx.ReadTimeout):
            await catalogue.list()


async def test_a_question_ends_whenever_it_is_cancelled(server: FakeOllama, connect: Connect) -> None:
    server.answer = Answer(mode=Mode.HANG)
    for steps in range(16):  # the server is reached after about ten
        async with asyncio.timeout(10), asyncio.TaskGroup() as group:
            question = group.create_task(connect(server.url, probe_seconds=0.3).probe())
            for _ in range(steps):
                await asyncio.sleep(0)
            question.cancel()

        assert question.cancelled()
    gc.collect()  # the official client forgets a connection that it was just making
