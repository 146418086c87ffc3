"""A small real model as a process of its own, for developers."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
import sys
from typing import Final

from script.brain.discovery import answers
from script.brain.server import LOAD_SECONDS, NAME
from tests.end_to_end.household import Brain

PORT: Final = 11435
"""Beside Ollama's, and always the same, so that a home finds its brain again."""
SERVER: Final = Path(__file__).with_name("server.py")


@asynccontextmanager
async def serve(llama_server: str, weights: str, *, log: Path) -> AsyncGenerator[Brain]:
    """Start the model and yield it at once; `wait_for` tells when it answers."""
    with log.open("wb") as output:
        process = await asyncio.create_subprocess_exec(
            sys.executable, SERVER, llama_server, weights, str(PORT),
            stdin=asyncio.subprocess.DEVNULL, stdout=output, stderr=output, start_new_session=True,
        )  # fmt: skip
    try:
        yield Brain(url=f"http://localhost:{PORT}", model=NAME)
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()


async def wait_for(brain: Brain) -> bool:
    """Return True as soon as the model is loaded, False when that takes too long."""
    try:
        async with asyncio.timeout(LOAD_SECONDS):
            while not await answers(brain.url):  # noqa: ASYNC110 another process
                await asyncio.sleep(0.2)
    except TimeoutError:
        return False
    return True
