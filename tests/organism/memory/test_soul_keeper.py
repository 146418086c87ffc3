"""The soul on disk: edits of people, broken files, disks that refuse."""

import asyncio
from datetime import date

import pytest

from custom_components.opencrayfish.organism.errors import SoulMalformed, SoulProtected, StorageFailed
from custom_components.opencrayfish.organism.memory.soul import Section
from custom_components.opencrayfish.organism.memory.soul_keeper import BROKEN_NAME, NAME, SoulKeeper
from tests.fakes.files import FaultyFiles, MemoryFiles
from tests.fakes.soul import STEADY

DAY = date(2026, 11, 30)
EDITED = STEADY.text.replace("calm, short, warm", "brisk")


async def kept(files: MemoryFiles) -> SoulKeeper:
    keeper = SoulKeeper(files, STEADY)
    await keeper.load(STEADY)
    return keeper


async def test_the_first_soul_is_written_once() -> None:
    files = MemoryFiles()
    await kept(files)
    assert files.content[NAME] == STEADY.text.encode()
    files.content[NAME] = EDITED.encode()
    assert (await kept(files)).soul.text == EDITED


async def test_what_a_person_edits_counts_while_it_lives_and_growth_goes_on() -> None:
    files = MemoryFiles()
    keeper = await kept(files)
    assert not await keeper.changed()
    files.content[NAME] = EDITED.encode()
    assert await keeper.changed()
    assert "brisk" in keeper.soul.core
    files.content[NAME] = EDITED.replace("brisk", "slow").encode()
    await keeper.append(Section.CORE_MEMORIES, "Ada likes fennel.", DAY)
    assert b"slow" in files.content[NAME]
    assert b"fennel" in files.content[NAME]


@pytest.mark.parametrize("is_restarted", [False, True])
async def test_a_broken_file_is_told_and_the_last_good_copy_comes_back(is_restarted: bool) -> None:
    files = MemoryFiles()
    keeper = await kept(files)
    files.content[NAME] = EDITED.encode()
    await keeper.changed()
    files.content[NAME] = b"all my notes"
    if is_restarted:
        keeper = await kept(files)
    else:
        assert await keeper.changed()
    assert keeper.fault
    assert keeper.soul.text == EDITED
    with pytest.raises(SoulMalformed):
        await keeper.append(Section.CORE_MEMORIES, "Ada likes fennel.", DAY)
    assert files.content[NAME] == b"all my notes"
    await keeper.restore()
    assert (files.content[NAME], files.content[BROKEN_NAME]) == (EDITED.encode(), b"all my notes")
    assert not keeper.fault


async def test_a_broken_file_that_a_person_mends_is_fine() -> None:
    files = MemoryFiles()
    keeper = await kept(files)
    files.content[NAME] = b"oops"
    await keeper.changed()
    files.content[NAME] = EDITED.encode()
    assert await keeper.changed()
    assert not keeper.fault
    await keeper.restore()
    assert files.content[NAME] == EDITED.encode()


async def test_a_deleted_file_is_a_fault_that_restoring_mends() -> None:
    files = MemoryFiles()
    keeper = await kept(files)
    del files.content[NAME]
    assert await keeper.changed()
    assert keeper.fault == "the file is missing"
    await keeper.restore()
    assert files.content[NAME] == STEADY.text.encode()
    assert BROKEN_NAME not in files.content


async def test_many_at_once_lose_nothing() -> None:
    files = MemoryFiles()
    keeper = await kept(files)
    await asyncio.gather(*(keeper.append(Section.CORE_MEMORIES, f"fact {number}", DAY) for number in range(20)))
    assert len(keeper.soul.entries(Section.CORE_MEMORIES)) == 20
    assert keeper.soul.text.encode() == files.content[NAME]


async def test_a_disk_that_refuses_changes_nothing() -> None:
    whole = MemoryFiles()
    await kept(whole)
    content = whole.content
    keeper = SoulKeeper(FaultyFiles(content, lambda kind: "refuse" if kind == "write" else "fine", len_half), STEADY)
    before = content[NAME]
    with pytest.raises(StorageFailed):
        await keeper.append(Section.CORE_MEMORIES, "Ada likes fennel.", DAY)
    assert content[NAME] == before
    assert keeper.soul.entries(Section.CORE_MEMORIES) == ()


async def test_nothing_is_not_an_entry() -> None:
    files = MemoryFiles()
    keeper = await kept(files)
    with pytest.raises(SoulProtected):
        await keeper.append(Section.CORE_MEMORIES, " \0\r", DAY)
    assert files.content[NAME] == STEADY.text.encode()


def len_half(size: int) -> int:
    """Tear in the middle."""
    return size // 2
