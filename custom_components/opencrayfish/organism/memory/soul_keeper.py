"""The soul on disk: read when somebody edits it, grown in place, never half-written."""

import asyncio
from contextlib import suppress
from datetime import date
from typing import Final

from ..errors import SoulMalformed, StorageFailed
from ..ports import Files
from .soul import Section, Soul, parse

NAME: Final = "soul.md"
GOOD_NAME: Final = ".soul.last-good.md"
"""A copy of the latest sound soul, for the day on which somebody breaks it."""
BROKEN_NAME: Final = "soul.broken.md"
"""Where a broken one goes when the copy takes its place: it may hold somebody's work."""

MISSING: Final = "the file is missing"


class SoulKeeper:
    """The only one who reads and writes `soul.md`."""

    def __init__(self, files: Files, packaged: Soul) -> None:
        """Live by the packaged soul until `load`."""
        self._files = files
        self._seen: bytes | None = None
        self._changing = asyncio.Lock()
        self.soul = packaged
        """The latest sound one; what the animal lives by."""
        self.fault = ""
        """What is wrong with the file, empty while it is sound."""

    async def load(self, first: Soul) -> None:
        """Read the soul; a missing file is written from `first`, a broken one is left alone and told by `fault`.

        Raises `StorageFailed` when the disk refuses.
        """
        async with self._changing:
            if await self._files.read(NAME) is None:
                await self._write(first)
            elif not await self._look() and (good := await self._last_good()):
                self.soul = good

    async def changed(self) -> bool:
        """Take over what a person has edited; return whether the soul or its fault is another one now.

        Raises `StorageFailed` when the file cannot be read.
        """
        async with self._changing:
            before = self.soul, self.fault
            await self._look()
            return (self.soul, self.fault) != before

    async def append(self, section: Section, text: str, day: date) -> None:
        """Add an entry to a section of the file as it is now.

        Raises `SoulProtected` when the text is no entry, `SoulMalformed` when the file is broken, `StorageFailed` when the disk
        refuses; the file is the same as before then.
        """
        async with self._changing:
            if not await self._look():
                raise SoulMalformed(self.fault)
            await self._write(self.soul.grown(section, text, day))

    async def restore(self) -> None:
        """Put the latest sound soul in the place of a broken file, which is kept beside it; raises `StorageFailed`."""
        async with self._changing:
            if await self._look():
                return
            if self._seen is not None:
                await self._files.write(BROKEN_NAME, self._seen)
            await self._write(self.soul)

    async def _look(self) -> bool:
        """Read the file when it has changed; return whether it is sound."""
        data = await self._files.read(NAME)
        if data == self._seen and data is not None:
            return not self.fault
        self._seen = data
        if data is None:
            self.fault = MISSING
            return False
        try:
            self.soul = parse(data)
        except SoulMalformed as err:
            self.fault = str(err)
            return False
        self.fault = ""
        await self._keep_copy(data)
        return True

    async def _last_good(self) -> Soul | None:
        data = await self._files.read(GOOD_NAME)
        try:
            return parse(data) if data is not None else None
        except SoulMalformed:
            return None

    async def _write(self, soul: Soul) -> None:
        data = soul.text.encode()
        await self._files.write(NAME, data)
        self.soul, self.fault, self._seen = soul, "", data
        await self._keep_copy(data)

    async def _keep_copy(self, data: bytes) -> None:
        """Keep a copy of a sound file; what was written is written, also when the copy cannot be."""
        with suppress(StorageFailed):
            await self._files.write(GOOD_NAME, data)
