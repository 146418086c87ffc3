"""`script/run`, the first command of the README."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
import os
from pathlib import Path
import signal
import time

import aiohttp
import pytest

from tests.end_to_end import household
from tests.end_to_end.client import log_in
from tests.end_to_end.config_folder import REPOSITORY
from tests.end_to_end.process import free_port, is_in_use, is_taken
from tests.fakes.ollama_server import FakeOllama

RUN = REPOSITORY / "script/run"
SECOND_START_SECONDS = 20


@asynccontextmanager
async def running(folder: Path, port: int, ollama: str, *options: str, seconds: float = 120) -> AsyncGenerator[str]:
    """Start `script/run`, yield what it printed when it is ready, then press Ctrl-C and see it end well."""
    process = await asyncio.create_subprocess_exec(
        RUN, "--port", str(port), *options, stdout=asyncio.subprocess.PIPE, start_new_session=True,
        env={**os.environ, "CRAYFISH_HOME": str(folder), "OLLAMA_HOST": ollama},
    )  # fmt: skip
    assert process.stdout
    try:
        async with asyncio.timeout(seconds):
            printed = (await process.stdout.readuntil(b"Ctrl-C")).decode()
        yield printed
    finally:
        os.killpg(process.pid, signal.SIGINT)
        assert await process.wait() == 0
    assert not is_taken(port)
    assert not is_in_use(folder)


async def test_the_home_starts_is_kept_gets_a_brain_and_is_forgotten(tmp_path: Path) -> None:
    folder, port = tmp_path / "home", free_port()
    async with FakeOllama() as ollama:
        await ollama.stop()
        async with running(folder, port, ollama.url) as printed:
            assert f"http://127.0.0.1:{port}" in printed
            assert "alex" in printed
            assert "instinct" in printed
            first = await _crayfish(port)
        await ollama.start()
        begun = time.monotonic()
        async with running(folder, port, ollama.url) as printed:
            assert time.monotonic() - begun < SECOND_START_SECONDS
            assert f"fake:1b at {ollama.url}" in printed
            assert await _crayfish(port) == first
        async with running(folder, port, ollama.url, "--reset") as printed:
            assert "fake:1b" in printed
            assert await _crayfish(port) != first
    assert (folder / "home-assistant.log").exists()


@pytest.mark.parametrize(
    "arguments", [["--port"], ["--port", "x"], ["--port", "0"], ["--port", "70000"], ["--help"], ["x"]]
)
async def test_a_wrong_word_gets_the_usage(arguments: list[str]) -> None:
    code, said = await _fails(*arguments)
    assert code == 2
    assert said == "usage: script/run [--port N] [--reset] [--brain]\n"


async def test_a_taken_port_is_told_in_one_line(tmp_path: Path) -> None:
    async with FakeOllama() as somebody:
        code, said = await _fails("--port", somebody.url.rsplit(":", 1)[1], folder=tmp_path)
    assert code == 1
    assert said.count("\n") == 1
    assert "in use" in said


async def _fails(*arguments: str, folder: Path | None = None) -> tuple[int | None, str]:
    environment = {**os.environ, "CRAYFISH_HOME": str(folder)}
    process = await asyncio.create_subprocess_exec(
        RUN, *arguments, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT, env=environment
    )
    said, _ = await process.communicate()
    return process.returncode, said.decode()


async def _crayfish(port: int) -> str:
    """Return the id of the one crayfish after a word with it."""
    async with aiohttp.ClientSession() as session:
        client = await log_in(session, f"http://127.0.0.1:{port}")
        (entry,) = await household.entries(client)
        crayfish = await household.find_crayfish(client, entry["entry_id"])
        answer = await client.say("turn on the kitchen light", crayfish.agent)
        assert answer["response"]["response_type"] == "action_done"
        return crayfish.entry_id
