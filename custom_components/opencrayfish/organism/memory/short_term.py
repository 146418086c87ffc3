"""Short-term memory: the latest exchanges in RAM, and every message on its way to the journal."""

import asyncio
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import groupby
from typing import Final

from ..errors import StorageFailed
from ..messages import Message, Route
from ..ports import Clock
from .journal import Journal
from .record import Record

UNHEARD: Final = frozenset({Route.OFFLINE, Route.REJECTED, Route.ASLEEP})
"""Replies that say nothing: a model that read them would go on about outages."""
PENDING_LIMIT: Final = 20_000
"""So many messages are kept for a disk that refuses; beyond that the oldest are given up and counted."""
CUT_LIMIT: Final = timedelta(hours=1)
"""Nobody still waits for the answer to something older."""
ENOUGH: Final = 8
"""The journal is read back until so many windows could be filled, for all who live here."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """What a person said and what they were answered."""

    question: Record
    answer: Record


class ShortTermMemory:
    """Remembers each person's latest exchanges; what one person said is not given to another."""

    def __init__(self, *, journal: Journal, clock: Clock, limit: int) -> None:
        """Remember nothing; `limit` is the size of a window in messages."""
        self._journal = journal
        self._clock = clock
        self._limit = limit
        self._windows: dict[str, list[Exchange]] = {}
        self._pending: list[Record] = []
        self._unsaved_since: float | None = None
        self._flushing = asyncio.Lock()
        self._latest_day: date | None = None
        self._cut: tuple[Record, ...] = ()
        self.rejected = 0
        """Lines of the journal that could not be read."""
        self.lost = 0
        """Messages given up because the disk refused for too long."""

    @property
    def window_size(self) -> int:
        """How many messages are kept in mind, of all people."""
        return sum(2 * len(exchanges) for exchanges in self._windows.values())

    @property
    def pending_size(self) -> int:
        """How many messages are not in the journal yet."""
        return len(self._pending)

    def hear(self, text: str, *, speaker: str, conversation_id: str) -> Record:
        """Remember what a person said; pass it to `answer` later."""
        record = Record(at=self._clock.now(), role="user", text=text, speaker=speaker, conversation_id=conversation_id)
        self._to_journal(record)
        return record

    def answer(self, question: Record, text: str, route: Route) -> None:
        """Remember what the person was answered."""
        record = Record(
            at=self._clock.now(),
            role="assistant",
            text=text,
            speaker=question.speaker,
            conversation_id=question.conversation_id,
            route=route,
        )
        self._to_journal(record)
        self._to_window(Exchange(question, record))

    def window(self, speaker: str) -> tuple[Message, ...]:
        """Return the latest messages between a person and the animal, oldest first."""
        return tuple(
            Message(role=record.role, text=record.text)
            for exchange in self._windows.get(speaker, ())
            for record in (exchange.question, exchange.answer)
        )

    def resize(self, limit: int) -> None:
        """Change the size of the windows, in messages."""
        self._limit = limit
        for speaker, exchanges in self._windows.items():
            self._windows[speaker] = exchanges[max(0, len(exchanges) - limit // 2) :]

    def flush_due_in(self, seconds: int) -> float | None:
        """Return after how many seconds the journal is to be written, when that is `seconds` after the first message.

        None while there is nothing to write.
        """
        if self._unsaved_since is None:
            return None
        return max(0.0, self._unsaved_since + seconds - self._clock.monotonic())

    async def flush(self, *, fsync: bool) -> int:
        """Write what is pending, return how many messages that were.

        Raises `StorageFailed` when the disk refuses: what was not written stays pending, and is due again as if it were new.
        """
        written = 0
        async with self._flushing:
            while self._pending:
                day = _day(self._pending[0])
                batch = list(next(groupby(self._pending, key=_day))[1])
                self._unsaved_since = self._clock.monotonic()
                await self._journal.append(day, batch, fsync=fsync)
                del self._pending[: len(batch)]
                written += len(batch)
                await self._begin_day(day)
            self._unsaved_since = None
        return written

    async def recover(self) -> None:
        """Read the latest exchanges back from the journal; raises `StorageFailed` when the folder cannot be read."""
        pages: list[tuple[Record, ...]] = []
        count = 0
        async for page in self._journal.newest_first():
            self.rejected += page.rejected
            pages.append(page.records)
            count += len(page.records)
            if count >= ENOUGH * max(1, self._limit):
                break
        records = [record for page in reversed(pages) for record in page]
        self._cut = _unanswered(records)
        for exchange in _exchanges(records):
            self._windows.setdefault(exchange.question.speaker, []).append(exchange)
        self.resize(self._limit)
        await self._journal.forget_before(self._clock.now().date())

    def take_cut(self) -> tuple[Record, ...]:
        """Return, once, the latest messages that a stop left without an answer; pass what is told of them to `answer`."""
        now = self._clock.now()
        cut, self._cut = self._cut, ()
        return tuple(record for record in cut if now - CUT_LIMIT <= record.at <= now)

    async def purge(self) -> int:
        """Forget everything, also on disk; return how many messages were in mind.

        Raises `StorageFailed` when a file cannot be deleted: then nothing is forgotten in mind, and it may be repeated.
        """
        async with self._flushing:
            before = len(self._pending)
            await self._journal.purge()
            forgotten = self.window_size
            self._windows.clear()
            # What was said meanwhile is new.
            del self._pending[:before]
            self._unsaved_since = self._clock.monotonic() if self._pending else None
        return forgotten

    def _to_journal(self, record: Record) -> None:
        self._pending.append(record)
        if self._unsaved_since is None:
            self._unsaved_since = self._clock.monotonic()
        if len(self._pending) > PENDING_LIMIT and not self._flushing.locked():
            del self._pending[0]
            self.lost += 1

    def _to_window(self, exchange: Exchange) -> None:
        """Keep an exchange; when the window is full the older half goes at once.

        Each cut moves the start of the prompt and makes the model's server read everything anew.
        """
        if exchange.answer.route in UNHEARD:
            return
        exchanges = self._windows.setdefault(exchange.question.speaker, [])
        exchanges.append(exchange)
        if len(exchanges) > self._limit // 2:
            del exchanges[: len(exchanges) - self._limit // 4]

    async def _begin_day(self, day: date) -> None:
        """Forget old days once, when a new one begins."""
        if self._latest_day not in (None, day):
            try:
                await self._journal.forget_before(day)
            except StorageFailed:
                return  # The next day tries again.
        self._latest_day = day


def _day(record: Record) -> date:
    return record.at.date()


def _unanswered(records: Iterable[Record]) -> tuple[Record, ...]:
    """Return the last question of each conversation that has no answer."""
    open_ones: dict[tuple[str, str], Record] = {}
    for record in records:
        key = record.speaker, record.conversation_id
        if record.role == "user":
            open_ones[key] = record
        else:
            open_ones.pop(key, None)
    return tuple(open_ones.values())


def _exchanges(records: Iterable[Record]) -> Iterator[Exchange]:
    """Pair questions with their answers; a question that a crash left without one is passed over."""
    questions: dict[tuple[str, str], Record] = {}
    for record in records:
        key = record.speaker, record.conversation_id
        if record.role == "user":
            questions[key] = record
        elif (question := questions.pop(key, None)) and record.route not in UNHEARD:
            yield Exchange(question, record)
