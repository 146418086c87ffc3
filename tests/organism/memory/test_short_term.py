"""Short-term memory: windows, the way to the journal, and back after a restart."""

from datetime import UTC, date, datetime, timedelta

from hypothesis import given, strategies as st
import pytest

from custom_components.opencrayfish.organism.errors import StorageFailed
from custom_components.opencrayfish.organism.memory.journal import KEPT_DAYS, Journal
from custom_components.opencrayfish.organism.memory.record import Record, encode, parse
from custom_components.opencrayfish.organism.memory.short_term import PENDING_LIMIT, ShortTermMemory
from custom_components.opencrayfish.organism.messages import Route
from tests.fakes.clock import FrozenClock
from tests.fakes.files import FaultyFiles, MemoryFiles


def memory_on(files: MemoryFiles, clock: FrozenClock | None = None, limit: int = 12) -> ShortTermMemory:
    return ShortTermMemory(journal=Journal(files), clock=clock or FrozenClock(), limit=limit)


def talk(memory: ShortTermMemory, *words: str, speaker: str = "Ada", route: Route = Route.CHAT) -> None:
    """Say something and get it echoed."""
    for word in words:
        memory.answer(memory.hear(word, speaker=speaker, conversation_id="1"), f"re: {word}", route)


def said(memory: ShortTermMemory, speaker: str = "Ada") -> list[str]:
    return [message.text for message in memory.window(speaker) if message.role == "user"]


async def test_a_flush_writes_a_dated_file_in_order_and_once() -> None:
    files = MemoryFiles()
    memory = memory_on(files)
    talk(memory, "one", "two")
    assert memory.pending_size == 4
    assert await memory.flush(fsync=False) == 4
    assert await memory.flush(fsync=True) == 0
    (name,) = files.content
    assert name == "journal/stm-2026-11-30.jsonl"
    page = parse(files.content[name])
    assert [record.text for record in page.records] == ["one", "re: one", "two", "re: two"]
    assert [record.role for record in page.records] == ["user", "assistant", "user", "assistant"]
    assert files.content[name].startswith(
        b'{"schema_version": 1, "ts": "2026-11-30T11:00:00.000000+00:00", "role": "user"'
    )


async def test_it_is_due_so_long_after_the_first_message_however_much_is_said() -> None:
    clock = FrozenClock()
    memory = memory_on(MemoryFiles(), clock)
    assert memory.flush_due_in(30) is None
    talk(memory, "one")
    for _ in range(5):
        clock.advance(5)
        talk(memory, "more")
    assert memory.flush_due_in(30) == 5
    clock.advance(60)
    assert memory.flush_due_in(30) == 0
    await memory.flush(fsync=False)
    assert memory.flush_due_in(30) is None


async def test_a_restart_brings_the_latest_exchanges_back_over_days() -> None:
    files, clock = MemoryFiles(), FrozenClock()
    memory = memory_on(files, clock)
    for day in range(3):
        talk(memory, f"{day} a", f"{day} b", f"{day} c")
        await memory.flush(fsync=False)
        clock.advance(timedelta(days=1))
    again = memory_on(files, clock, limit=8)
    await again.recover()
    assert said(again) == ["1 c", "2 a", "2 b", "2 c"]
    assert again.pending_size == 0


async def test_windows_are_of_one_person_and_outages_are_not_in_them() -> None:
    files = MemoryFiles()
    memory = memory_on(files)
    talk(memory, "mine")
    talk(memory, "hers", speaker="Eve")
    talk(memory, "lost", route=Route.OFFLINE)
    talk(memory, "asleep", route=Route.ASLEEP)
    await memory.flush(fsync=False)
    again = memory_on(files)
    await again.recover()
    for one in (memory, again):
        assert said(one) == ["mine"]
        assert said(one, "Eve") == ["hers"]
        assert said(one, "Mallory") == []


async def test_the_window_holds_and_moves_in_blocks() -> None:
    memory = memory_on(MemoryFiles(), limit=12)
    starts = []
    for number in range(40):
        talk(memory, str(number))
        window = said(memory)
        assert len(window) <= 6
        assert window[-1] == str(number)
        starts.append(window[0])
    assert len(set(starts)) <= len(starts) // 2, "most turns begin where the one before did"


async def test_a_smaller_window_forgets_the_oldest_at_once() -> None:
    memory = memory_on(MemoryFiles())
    talk(memory, "a", "b", "c", "d")
    memory.resize(4)
    assert said(memory) == ["c", "d"]
    memory.resize(0)
    talk(memory, "e")
    assert said(memory) == []


async def test_a_disk_that_refuses_loses_nothing_and_is_written_later() -> None:
    content: dict[str, bytes] = {}
    fates = iter(["refuse", "part", "fine"])
    files = FaultyFiles(content, lambda kind: next(fates) if kind == "append" else "fine", lambda size: size // 2)
    clock = FrozenClock()
    memory = memory_on(files, clock)
    talk(memory, "one", "two")
    for _ in range(2):
        with pytest.raises(StorageFailed):
            await memory.flush(fsync=False)
        assert memory.pending_size == 4
        assert memory.flush_due_in(30) == 30
    talk(memory, "three")
    assert await memory.flush(fsync=False) == 6
    again = memory_on(on_disk(content))
    await again.recover()
    assert said(again) == ["one", "two", "three"]


async def test_a_disk_that_refuses_for_ever_does_not_fill_the_memory() -> None:
    memory = memory_on(MemoryFiles())
    talk(memory, *(str(number) for number in range(PENDING_LIMIT // 2 + 3)))
    assert memory.pending_size == PENDING_LIMIT
    assert memory.lost == 6


async def test_a_torn_line_costs_itself_only() -> None:
    files = MemoryFiles()
    memory = memory_on(files)
    talk(memory, "one")
    await memory.flush(fsync=False)
    (name,) = files.content
    files.content[name] += b'{"schema_version": 1, "ts": "2026-11-30T11:00'
    again = memory_on(files)
    await again.recover()
    assert again.rejected == 1
    talk(again, "two")
    await again.flush(fsync=False)
    assert [record.text for record in parse(files.content[name]).records] == ["one", "re: one", "two", "re: two"]


async def test_a_purge_forgets_all_of_it_and_leaves_other_files() -> None:
    files, clock = MemoryFiles(), FrozenClock()
    files.content["journal/operator_notes.txt"] = b"mine"
    memory = memory_on(files, clock)
    talk(memory, "one")
    await memory.flush(fsync=False)
    clock.advance(timedelta(days=1))
    talk(memory, "two")
    await memory.flush(fsync=False)
    talk(memory, "three")
    assert await memory.purge() == 6
    assert list(files.content) == ["journal/operator_notes.txt"]
    assert (memory.window_size, memory.pending_size, memory.flush_due_in(30)) == (0, 0, None)


async def test_a_purge_that_the_disk_refuses_forgets_nothing() -> None:
    memory = memory_on(FaultyFiles({}, lambda kind: "refuse" if kind == "names" else "fine", lambda size: size))
    talk(memory, "one")
    with pytest.raises(StorageFailed):
        await memory.purge()
    assert said(memory) == ["one"]
    assert memory.pending_size == 2


async def test_old_days_go_and_young_ones_stay() -> None:
    files, clock = MemoryFiles(), FrozenClock()
    today = clock.now().date()
    for days in (0, 1, KEPT_DAYS, KEPT_DAYS + 1, 400):
        files.content[f"journal/stm-{today - timedelta(days=days)}.jsonl"] = b"\n"
    files.content["journal/stm-2020-99-99.jsonl"] = b"not a day"
    memory = memory_on(files, clock)
    await memory.recover()
    assert sorted(files.content) == sorted(
        [
            "journal/stm-2020-99-99.jsonl",
            *(f"journal/stm-{today - timedelta(days=days)}.jsonl" for days in (0, 1, KEPT_DAYS)),
        ]
    )
    clock.advance(timedelta(days=1))
    talk(memory, "a")
    await memory.flush(fsync=False)
    clock.advance(timedelta(days=1))
    talk(memory, "b")
    await memory.flush(fsync=False)
    assert f"journal/stm-{today - timedelta(days=KEPT_DAYS)}.jsonl" not in files.content


async def test_midnight_parts_a_batch() -> None:
    clock = FrozenClock()
    files = MemoryFiles()
    memory = memory_on(files, clock)
    clock.advance(timedelta(hours=11, minutes=59, seconds=59))
    question = memory.hear("late", speaker="", conversation_id="1")
    clock.advance(2)
    memory.answer(question, "early", Route.CHAT)
    assert await memory.flush(fsync=False) == 2
    assert sorted(files.content) == ["journal/stm-2026-11-30.jsonl", "journal/stm-2026-12-01.jsonl"]
    again = memory_on(files, clock)
    await again.recover()
    assert said(again, "") == ["late"]


def on_disk(content: dict[str, bytes]) -> MemoryFiles:
    """Return a disk that works again."""
    files = MemoryFiles()
    files.content = content
    return files


TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
RECORDS = st.builds(
    Record,
    at=st.datetimes(min_value=datetime(2000, 1, 1), max_value=datetime(2100, 1, 1)).map(  # noqa: DTZ001 made aware here
        lambda at: at.replace(tzinfo=UTC)
    ),
    role=st.sampled_from(["user", "assistant"]),
    text=TEXTS,
    speaker=TEXTS,
    conversation_id=TEXTS,
    route=st.none() | st.sampled_from(Route),
)


@given(st.lists(RECORDS, max_size=10, unique=True))
def test_what_is_written_can_be_read(records: list[Record]) -> None:
    page = parse(encode(records))
    assert list(page.records) == records
    assert (page.rejected, page.is_torn) == (0, False)


@given(st.lists(RECORDS, min_size=1, max_size=5, unique=True), st.data())
def test_a_tail_torn_anywhere_costs_at_most_one_record(records: list[Record], data: st.DataObject) -> None:
    whole = encode(records)
    cut = data.draw(st.integers(0, len(whole)))
    page = parse(whole[:cut])
    assert page.rejected <= 1
    assert len(page.records) >= whole[:cut].count(b"\n")


@given(
    st.binary(max_size=300)
    | st.lists(st.sampled_from([b"{", b"}", b'"ts"', b":", b"\n", b"[" * 3000, b"1e999"])).map(b"".join)
)
def test_any_bytes_can_be_read(data: bytes) -> None:
    page = parse(data)
    assert len(page.records) + page.rejected <= data.count(b"\n") + 1


@pytest.mark.parametrize(
    "line",
    [
        '{"ts": "2026-11-30T11:00:00", "role": "user", "content": "naive"}',
        '{"ts": "2026-11-30T11:00:00+00:00", "role": "system", "content": "x"}',
        '{"ts": "2026-11-30T11:00:00+00:00", "role": "user", "content": 5}',
        '{"ts": "0001-01-01T00:00:00+23:59", "role": "user", "content": "x"}',
        '["ts"]',
        '{"ts": null, "role": "user", "content": "x"}',
    ],
)
def test_what_is_no_record_is_counted(line: str) -> None:
    assert parse(line.encode()) == parse(line.encode())
    assert (parse(f"{line}\n".encode()).records, parse(f"{line}\n".encode()).rejected) == ((), 1)


def test_later_versions_can_be_read() -> None:
    line = '{"schema_version": 9, "ts": "2026-11-30T12:00:00+01:00", "role": "user", "content": "x", "new": [1], "route": "fly"}'
    (record,) = parse(line.encode()).records
    assert (record.text, record.route, record.at.date()) == ("x", None, date(2026, 11, 30))
