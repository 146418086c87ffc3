"""A model is fetched by its server."""

import pytest

from custom_components.opencrayfish.organism.backends.ollama import OllamaBackend, progress
from custom_components.opencrayfish.organism.errors import BackendFault
from tests.fakes.ollama_server import FakeOllama

from .conftest import Connect


async def test_the_server_tells_how_far_it_is(server: FakeOllama, connect: Connect) -> None:
    backend = connect(server.url, model="fake:70b")
    assert not backend.serves(await backend.probe())
    assert [share async for share in backend.pull()] == [None, 0, 0.25, 1]
    assert backend.serves(await backend.probe())


async def test_a_failed_download_raises_the_server_s_words(server: FakeOllama, backend: OllamaBackend) -> None:
    server.pull_error = "no space left on device"
    with pytest.raises(BackendFault, match="no space left on device"):
        _ = [share async for share in backend.pull()]


@pytest.mark.parametrize("line", [b"", b"[]", b"{", b"[" * 100_000, b'{"error": {"code": 1}}'])
def test_news_of_another_shape_are_a_fault(line: bytes) -> None:
    with pytest.raises(BackendFault):
        progress(line)


@pytest.mark.parametrize(
    ("line", "share"),
    [(b'{"status": "x", "total": 0, "completed": 5}', None), (b'{"total": 4, "completed": 9}', 1.0), (b"{}", None)],
)
def test_odd_figures_are_no_share_beyond_all(line: bytes, share: float | None) -> None:
    assert progress(line) == (share, False)
