"""Wait for something that another process does."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

WAIT_SECONDS: Final = 20


async def until(seen: Callable[[], Awaitable[bool]]) -> None:
    """Wait until something is to be seen; raises `TimeoutError`."""
    async with asyncio.timeout(WAIT_SECONDS):
        while not await seen():  # noqa: ASYNC110 another process
            await asyncio.sleep(0.1)
