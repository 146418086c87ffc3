"""A fake Ollama, and backends that talk to it over real sockets."""

from collections.abc import AsyncGenerator, Callable
import ssl

import aiohttp
import pytest

from custom_components.opencrayfish.organism.backends.ollama import OllamaBackend
from custom_components.opencrayfish.organism.backends.ollama_catalogue import open_catalogue
from custom_components.opencrayfish.organism.settings import BrainKind, BrainSettings
from tests.fakes.ollama_server import FakeOllama

CONTEXT = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)

type Connect = Callable[..., OllamaBackend]


@pytest.fixture
async def server(socket_enabled: None) -> AsyncGenerator[FakeOllama]:
    """Run a fake; a test that leaves a connection to it open has failed."""
    async with FakeOllama() as server:
        yield server
        await server.everybody_left()


@pytest.fixture
async def session(socket_enabled: None) -> AsyncGenerator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as session:
        yield session


@pytest.fixture
async def connect(session: aiohttp.ClientSession) -> AsyncGenerator[Connect]:
    """Make backends for an address; further arguments are settings of the brain."""
    backends: list[OllamaBackend] = []

    def make(
        url: str,
        *,
        session: aiohttp.ClientSession = session,
        model: str = "fake:1b",
        probe_seconds: float = 20,
        **brain: int,
    ) -> OllamaBackend:
        backend = OllamaBackend(
            BrainSettings(kind=BrainKind.OLLAMA, url=url, model=model, **brain),
            session=session,
            catalogue=open_catalogue(url, ssl_context=CONTEXT, seconds=probe_seconds),
            probe_seconds=probe_seconds,
        )
        backends.append(backend)
        return backend

    yield make
    for backend in backends:
        await backend.aclose()


@pytest.fixture
def backend(server: FakeOllama, connect: Connect) -> OllamaBackend:
    return connect(server.url)
