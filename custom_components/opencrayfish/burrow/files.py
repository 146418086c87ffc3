"""One crayfish's folder on disk, where people may look."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
import os
from pathlib import Path
from typing import Final, override
from weakref import WeakValueDictionary

from homeassistant.core import HomeAssistant
from homeassistant.util.file import WriteError, write_utf8_file_atomic

from ..const import DOMAIN
from ..organism.errors import StorageFailed
from ..organism.ports import Files

CHUNK_LIMIT: Final = 50_000_000
"""Largest file that is read, in bytes; ours are a thousand times smaller."""


class FolderFiles(Files):
    """Works in the executor, one job for a path at a time."""

    def __init__(self, hass: HomeAssistant, slug: str) -> None:
        """Live in the folder of that slug."""
        self._hass = hass
        self._root = Path(hass.config.path(DOMAIN, slug))
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @override
    async def read(self, name: str) -> bytes | None:
        return await self._run(name, _read)

    @override
    async def write(self, name: str, data: bytes) -> None:
        await self._run(name, lambda path: _write(path, data))

    @override
    async def append(self, name: str, data: bytes, *, fsync: bool = False) -> None:
        await self._run(name, lambda path: _append(path, data, fsync=fsync))

    @override
    async def names(self, folder: str) -> tuple[str, ...]:
        return await self._run(folder, _names)

    @override
    async def remove(self, name: str) -> None:
        await self._run(name, lambda path: path.unlink(missing_ok=True))

    async def _run[T](self, name: str, job: Callable[[Path], T]) -> T:
        """Do a job with a path; raises `StorageFailed` for whatever the disk says."""
        path = self._path(name)
        lock = self._locks.setdefault(name, asyncio.Lock())
        async with lock:
            try:
                return await self._hass.async_add_executor_job(job, path)
            except (OSError, WriteError) as err:
                raise StorageFailed(f"{name}: {err}") from err

    def _path(self, name: str) -> Path:
        """Return a path inside the folder; raises `StorageFailed` for a name that leads out of it."""
        path = Path(os.path.normpath(self._root / name))
        if "\0" in name or not path.is_relative_to(self._root):
            raise StorageFailed(f"{name!r} is not a name in the folder")
        return path


def _read(path: Path) -> bytes | None:
    try:
        with path.open("rb") as file:
            return file.read(CHUNK_LIMIT)
    except FileNotFoundError:
        return None


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    write_utf8_file_atomic(str(path), data, mode="wb")


def _append(path: Path, data: bytes, *, fsync: bool) -> None:
    """Append in one write; what a full disk took in part is taken back, so that it may be tried again."""
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
    try:
        size = os.fstat(descriptor).st_size
        try:
            _write_all(descriptor, data)
            if fsync:
                os.fsync(descriptor)
        except OSError:
            with suppress(OSError):
                os.ftruncate(descriptor, size)
            raise
    finally:
        os.close(descriptor)


def _write_all(descriptor: int, data: bytes) -> None:
    """Write in one call; raises `OSError` when the disk takes only a part."""
    if os.write(descriptor, data) != len(data):
        raise OSError("the disk took only a part")


def _names(path: Path) -> tuple[str, ...]:
    try:
        return tuple(sorted(item.name for item in path.iterdir() if item.is_file()))
    except FileNotFoundError:
        return ()
