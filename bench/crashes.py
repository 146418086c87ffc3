"""Lose power a thousand times, and kill the process fifty times, and look at what is left.

The animal's own writers run: short-term memory, journal and soul keeper. First over a folder that stops inside write, append and
remove, leaves torn tails and NULs, and fills up; then in a real Home Assistant, on a real folder, killed under load.
"""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
import subprocess
import sys
import tempfile
from time import time

from custom_components.opencrayfish.organism.errors import StorageFailed
from custom_components.opencrayfish.organism.memory.journal import Journal
from custom_components.opencrayfish.organism.memory.record import parse as parse_records
from custom_components.opencrayfish.organism.memory.short_term import ShortTermMemory
from custom_components.opencrayfish.organism.memory.soul import Section, parse
from custom_components.opencrayfish.organism.memory.soul_keeper import NAME, SoulKeeper
from custom_components.opencrayfish.organism.messages import Route
from tests.fakes.clock import FrozenClock
from tests.fakes.files import FaultyFiles, PowerCut
from tests.fakes.soul import STEADY

from .crash_child import FLUSH_SECONDS as CHILD_FLUSH_SECONDS

CRASHES = 1000
KILLS = 50
FLUSH_SECONDS = 30
CHILD_SLACK = 1.0
"""A busy machine may run the timer so late, in seconds."""
CUTS = ("cut before", "cut within", "cut after")


@dataclass(kw_only=True)
class Past:
    """What was promised over all lives."""

    said: dict[str, float] = field(default_factory=dict)
    """Messages that must be on the disk or may be young, by when they were said."""
    grown: set[str] = field(default_factory=set)
    crashes: int = 0
    refusals: int = 0
    lost: int = 0
    """Messages that were younger than promised, and so may be missing."""
    _read: dict[str, tuple[bytes, tuple[int, list[str], list[str]]]] = field(default_factory=dict)

    def note(self, kind: str, at: float, text: str) -> None:
        """Take a promise down: something was said, or has grown."""
        if kind == "said":
            self.said[text] = at
        else:
            self.grown.add(text)

    def faults(self, content: dict[str, bytes], *, youngest: float) -> Iterator[str]:
        """Yield what is broken on the disk; messages said before `youngest` must be there."""
        soul = parse(content[NAME])
        if soul.core != STEADY.core:
            yield "the core has changed"
        entries = {entry.partition(": ")[2] for entry in soul.entries(Section.CORE_MEMORIES)}
        if missing := self.grown - entries:
            yield f"growth is missing: {sorted(missing)[:3]}"
        pages = [self._page(name, data) for name, data in content.items() if name.startswith("journal/")]
        texts = [text for page in pages for text in page[1]]
        rejected = sum(page[0] for page in pages)
        if rejected > self.crashes + self.refusals:
            yield f"{rejected} lines cannot be read after {self.crashes} crashes"
        asked = [text for page in pages for text in page[2]]
        if len(set(asked)) != len(asked):
            yield "a message is there twice"
        gone = self.said.keys() - set(texts)
        if late := [text for text in gone if self.said[text] < youngest]:
            yield f"{len(late)} messages are missing, such as {late[0]}"
        self.lost += len(gone)
        for text in gone:
            del self.said[text]

    def _page(self, name: str, data: bytes) -> tuple[int, list[str], list[str]]:
        """Return the rejected lines, the messages and the questions of a file, read again only when it has changed."""
        if self._read.get(name, (b"", None))[0] is not data:
            page = parse_records(data)
            asked = [record.text for record in page.records if record.role == "user"]
            self._read[name] = data, (page.rejected, [record.text for record in page.records], asked)
        return self._read[name][1]


class Life:
    """One life on a faulty disk, until the power goes."""

    def __init__(self, random: Random, clock: FrozenClock, past: Past, content: dict[str, bytes]) -> None:
        """Choose the operation at which the power goes, and those at which the disk refuses."""
        self._random = random
        self._clock = clock
        self._past = past
        self._until_cut = random.randint(1, 40)
        self._full = range(0)
        if random.random() < 0.3:
            begin = random.randint(0, 20)
            self._full = range(begin, begin + random.randint(1, 8))
        self._operations = 0
        self.refused_in_a_row = 0
        files = FaultyFiles(content, self._fate, lambda size: random.randint(0, size))
        self._memory = ShortTermMemory(journal=Journal(files), clock=clock, limit=12)
        self._soul = SoulKeeper(files, STEADY)

    def _fate(self, kind: str) -> str:
        self._operations += 1
        self._until_cut -= kind != "read"
        if self._until_cut <= 0:
            return self._random.choice(CUTS)
        if self._operations in self._full and kind in ("write", "append"):
            self._past.refusals += 1
            return "part" if kind == "append" and self._random.random() < 0.5 else "refuse"
        return "fine"

    async def live(self) -> None:
        """Talk and grow until the power goes; raises `PowerCut`."""
        try:
            await self._soul.load(STEADY)
            await self._memory.recover()
        except StorageFailed:
            pass
        while True:
            self._say()
            await self._pass_time(self._random.uniform(0, 25))
            if self._random.random() < 0.3:
                await self._grow()

    def _say(self) -> None:
        text = f"message {len(self._past.said)} at {self._clock.monotonic():.3f}"
        question = self._memory.hear(text, speaker="Ada", conversation_id="1")
        self._past.said[text] = self._clock.monotonic()
        self._memory.answer(question, f"re: {text}", Route.CHAT)
        self._past.said[f"re: {text}"] = self._clock.monotonic()

    async def _pass_time(self, seconds: float) -> None:
        """Let time pass, and write when it is due, as the timer does."""
        until = self._clock.monotonic() + seconds
        while (due := self._memory.flush_due_in(FLUSH_SECONDS)) is not None and self._clock.monotonic() + due <= until:
            self._clock.advance(due)
            try:
                await self._memory.flush(fsync=False)
            except StorageFailed:
                self.refused_in_a_row += 1
            else:
                self.refused_in_a_row = 0
        self._clock.advance(max(0.0, until - self._clock.monotonic()))

    async def _grow(self) -> None:
        text = f"fact {self._clock.monotonic():.3f}"
        try:
            await self._soul.append(Section.CORE_MEMORIES, text, self._clock.now().date())
        except StorageFailed:
            return
        self._past.grown.add(text)


async def lose_power(seed: int) -> tuple[Past, list[str]]:
    """Lose power `CRASHES` times on one disk; return what was promised, and the faults found."""
    random, clock, past = Random(seed), FrozenClock(), Past()
    content: dict[str, bytes] = {NAME: STEADY.text.encode()}
    faults: list[str] = []
    for number in range(CRASHES):
        life = Life(random, clock, past, content)
        try:
            await life.live()
        except PowerCut:
            past.crashes += 1
        youngest = clock.monotonic() - FLUSH_SECONDS * (1 + life.refused_in_a_row)
        faults += [f"crash {number}: {fault}" for fault in past.faults(content, youngest=youngest)]
        keep = sorted(past.grown, key=lambda text: float(text.split()[1]))[-150:]
        past.grown = set(keep)
        clock.advance(random.uniform(1, 600))
        past.said = {text: at for text, at in past.said.items() if at > clock.monotonic() - 86400}
    return past, faults


def kill(seed: int) -> tuple[int, int, list[str]]:
    """Kill a Home Assistant `KILLS` times under load; return how many messages were said, how many lost, and the faults."""
    random = Random(seed)
    past, faults = Past(), list[str]()
    total = 0
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "opencrayfish" / "pinchy"
        for number in range(KILLS):
            with subprocess.Popen(
                [sys.executable, "-m", "bench.crash_child", folder, str(number)], stdout=subprocess.PIPE, text=True
            ) as child:
                assert child.stdout
                ends = None
                for line in child.stdout:
                    kind, at, text = line.rstrip("\n").split("\t")
                    past.note(kind, float(at), text)
                    total += kind == "said"
                    ends = ends or time() + random.uniform(0.2, 2 * CHILD_FLUSH_SECONDS + 1)
                    if time() >= ends:
                        break
                killed_at = time()
                child.kill()
                for line in child.stdout:
                    if line.endswith("\n") and line.count("\t") == 2:
                        kind, at, text = line.rstrip("\n").split("\t")
                        past.note(kind, float(at), text)
                        total += kind == "said"
            past.crashes += 1
            content = {str(path.relative_to(root)): path.read_bytes() for path in root.rglob("*") if path.is_file()}
            youngest = killed_at - CHILD_FLUSH_SECONDS - CHILD_SLACK
            faults += [f"kill {number}: {fault}" for fault in past.faults(content, youngest=youngest)]
            past.grown = set(sorted(past.grown, key=lambda text: float(text.split()[1]))[-100:])
    return total, past.lost, faults


def main() -> int:
    """Run both and print what is left; 1 when a promise was broken."""
    past, faults = asyncio.run(lose_power(seed=20261203))
    print(
        f"{past.crashes} power cuts, {past.refusals} refusals of the disk: {past.lost} messages lost, all younger than promised"
    )
    total, lost, more = kill(seed=20261203)
    print(
        f"{KILLS} × kill -9 with {total} messages: {lost} lost, promised age {CHILD_FLUSH_SECONDS} s + {CHILD_SLACK} s"
    )
    for fault in (*faults, *more):
        print(f"BROKEN  {fault}")
    return 1 if faults or more else 0
