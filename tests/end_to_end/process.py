"""Home Assistant as a process of its own."""

import asyncio
import fcntl
import os
from pathlib import Path
import socket
from typing import Final

import aiohttp

from tests.end_to_end import config_folder

START_SECONDS: Final = 180
STOP_SECONDS: Final = 90
UNCOMPILED: Final = "PYTHONDONTWRITEBYTECODE"
"""Where it is set, each start would compile Home Assistant anew, which takes longer than the start."""


class StartError(Exception):
    """Home Assistant ended, or did not answer in time; the text holds the last lines of its output."""


def free_port() -> int:
    """Return a port of this machine that nothing uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def is_taken(port: int) -> bool:
    """Tell whether something listens on this port already."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return True
        return False


def is_in_use(folder: Path) -> bool:
    """Tell whether a Home Assistant runs in this folder; it holds a lock there."""
    try:
        with (folder / ".ha_run.lock").open("rb") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except BlockingIOError:
        return True
    return False


class HomeAssistant:
    """One Home Assistant on 127.0.0.1, its configuration in a folder."""

    def __init__(self, *, venv: Path, folder: Path, port: int) -> None:
        """Start nothing yet; `venv` is the environment that has the wanted version."""
        self.folder = folder
        self.output = folder / "console.log"
        self.url = f"http://127.0.0.1:{port}"
        self._port = port
        self._program = venv / "bin/hass"
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Start and return when the web server answers, which is before everything is set up.

        Raises `StartError`.
        """
        await asyncio.to_thread(config_folder.prepare, self.folder, self._port)
        with self.output.open("ab") as output:
            self._process = await asyncio.create_subprocess_exec(
                self._program,
                "--config",
                self.folder,
                "--skip-pip",
                "--log-no-color",
                cwd=self.folder,
                env={name: value for name, value in os.environ.items() if name != UNCOMPILED},
                stdin=asyncio.subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )
        try:
            async with asyncio.timeout(START_SECONDS):
                await self._answers(self._process)
        except TimeoutError:
            await self.stop()
            raise StartError(self.last_lines()) from None
        except asyncio.CancelledError:
            await self.stop()
            raise

    async def stop(self) -> int:
        """Let Home Assistant save everything and end; return its exit code.

        Raises `TimeoutError` when it had to be killed.
        """
        process, self._process = self._process, None
        if process is None:
            return 0
        if process.returncode is None:
            process.terminate()
        try:
            async with asyncio.timeout(STOP_SECONDS):
                return await process.wait()
        except TimeoutError:
            process.kill()
            await process.wait()
            raise

    async def wait(self) -> int:
        """Return the exit code once the process has ended by itself."""
        return await self._process.wait() if self._process else 0

    def last_lines(self, count: int = 25) -> str:
        """Return the end of what Home Assistant printed."""
        return "\n".join(self.output.read_text(encoding="utf-8", errors="replace").splitlines()[-count:])

    async def _answers(self, process: asyncio.subprocess.Process) -> None:
        async with aiohttp.ClientSession() as session:
            while True:
                if process.returncode is not None:
                    raise StartError(self.last_lines())
                try:
                    async with session.get(f"{self.url}/manifest.json") as response:
                        if response.ok:
                            return
                except aiohttp.ClientError:
                    pass
                await asyncio.sleep(0.1)
