"""The dialogue on disk: one file a day, one line a message."""

from collections.abc import AsyncIterator, Iterable
from datetime import date, timedelta
import re
from typing import Final

from ..errors import StorageFailed
from ..ports import Files
from .record import Page, Record, encode, parse

FOLDER: Final = "journal"
NAME: Final = re.compile(r"stm-(\d{4}-\d\d-\d\d)\.jsonl")
KEPT_DAYS: Final = 30
"""How long a day is kept (crayfish-behaviour §9); the dream has read it long before."""


class Journal:
    """Appends, reads and forgets; other files in the folder are left alone."""

    def __init__(self, files: Files) -> None:
        """Know nothing about the files yet."""
        self._files = files
        self._torn: set[str] = set()
        """Files whose last line may not end: what comes next must begin a line of its own."""

    async def append(self, day: date, records: Iterable[Record], *, fsync: bool) -> None:
        """Write records of one day; raises `StorageFailed`, and then the same call may be repeated."""
        name = _name(day)
        data = encode(records)
        is_torn = name in self._torn
        self._torn.add(name)
        await self._files.append(name, b"\n" + data if is_torn else data, fsync=fsync)
        self._torn.discard(name)

    async def newest_first(self) -> AsyncIterator[Page]:
        """Yield what the files hold, the latest day first; one that cannot be read is an empty page with a reject."""
        for day in sorted(await self.days(), reverse=True):
            name = _name(day)
            try:
                data = await self._files.read(name)
            except StorageFailed:
                self._torn.add(name)
                yield Page(rejected=1)
                continue
            page = parse(data or b"")
            if page.is_torn:
                self._torn.add(name)
            yield page

    async def days(self) -> tuple[date, ...]:
        """Return the days that have a file, in order."""
        matches = (NAME.fullmatch(name) for name in await self._files.names(FOLDER))
        days: list[date] = []
        for match in matches:
            try:
                days += [date.fromisoformat(match[1])] if match else []
            except ValueError:
                continue
        return tuple(sorted(days))

    async def forget_before(self, today: date) -> None:
        """Delete the days that are older than `KEPT_DAYS`."""
        for day in await self.days():
            if day < today - timedelta(days=KEPT_DAYS):
                await self._files.remove(_name(day))

    async def purge(self) -> None:
        """Delete every day."""
        for day in await self.days():
            await self._files.remove(_name(day))
        self._torn.clear()


def _name(day: date) -> str:
    return f"{FOLDER}/stm-{day.isoformat()}.jsonl"
