"""What Home Assistant's restarts, disks and people do to soul and journal."""

import asyncio
from datetime import timedelta
from pathlib import Path
import shutil

from freezegun.api import FrozenDateTimeFactory
import pytest
from pytest_homeassistant_custom_component.common import MockConfigEntry, async_fire_time_changed

from custom_components.opencrayfish.burrow.files import FolderFiles
from custom_components.opencrayfish.const import DOMAIN
from custom_components.opencrayfish.organism.errors import StorageFailed
from custom_components.opencrayfish.organism.memory.record import parse
from homeassistant.components.persistent_notification import _async_get_or_create_notifications
from homeassistant.const import EVENT_HOMEASSISTANT_FINAL_WRITE
from homeassistant.core import CoreState, HomeAssistant
from homeassistant.data_entry_flow import FlowResultType
from homeassistant.helpers import issue_registry as ir
from homeassistant.setup import async_setup_component
from tests.fakes.ollama_server import FakeOllama
from tests.fakes.ollama_wire import Mode

from .conftest import Hatch


def folder(home: HomeAssistant) -> Path:
    return Path(home.config.path(DOMAIN, "pinchy"))


def journal(home: HomeAssistant) -> list[str]:
    """Return what the journal holds, over all days."""
    files = sorted((folder(home) / "journal").glob("stm-*.jsonl"))
    return [record.text for file in files for record in parse(file.read_bytes()).records]


async def say(home: HomeAssistant, message: str) -> str:
    answer = await home.services.async_call(DOMAIN, "ask", {"message": message}, blocking=True, return_response=True)
    assert answer
    return str(answer["reply"])


async def pass_time(home: HomeAssistant, freezer: FrozenDateTimeFactory, seconds: float) -> None:
    freezer.tick(timedelta(seconds=seconds))
    async_fire_time_changed(home)
    await home.async_block_till_done(wait_background_tasks=True)


def issue(home: HomeAssistant, key: str, entry: MockConfigEntry) -> ir.IssueEntry | None:
    return ir.async_get(home).async_get_issue(DOMAIN, f"{key}_{entry.entry_id}")


async def test_dialogue_is_in_the_journal_half_a_minute_later(
    home: HomeAssistant, hatch: Hatch, freezer: FrozenDateTimeFactory
) -> None:
    await hatch()
    reply = await say(home, "Who are you?")
    assert journal(home) == []
    await pass_time(home, freezer, 15)
    await say(home, "Who made you?")
    await pass_time(home, freezer, 14)
    assert journal(home) == []
    await pass_time(home, freezer, 2)
    assert journal(home)[:2] == ["Who are you?", reply]
    assert len(journal(home)) == 4


async def test_a_reload_writes_and_recovers(home: HomeAssistant, hatch: Hatch, ollama: FakeOllama) -> None:
    entry = await hatch(url=ollama.url)
    await say(home, "My cat is called Minerva.")
    assert await home.config_entries.async_reload(entry.entry_id)
    await home.async_block_till_done()
    await say(home, "What is my cat called?")
    assert any("Minerva" in message["content"] for message in ollama.calls[-1].body["messages"][1:-1])


async def test_stopping_home_assistant_writes_everything(home: HomeAssistant, hatch: Hatch) -> None:
    await hatch()
    await say(home, "Who are you?")
    home.bus.async_fire(EVENT_HOMEASSISTANT_FINAL_WRITE)
    await home.async_block_till_done()
    assert len(journal(home)) == 2


async def test_a_turn_that_a_restart_cut_is_told_once_and_not_repeated(
    home: HomeAssistant, hatch: Hatch, ollama: FakeOllama
) -> None:
    entry = await hatch(url=ollama.url)
    ollama.will(Mode.STALL)
    cut = home.async_create_task(say(home, "Tell me of the sea."))
    async with asyncio.timeout(5):
        while not ollama.calls:  # noqa: ASYNC110 its event tells of other requests too
            await asyncio.sleep(0.002)
    cut.cancel()
    with pytest.raises(asyncio.CancelledError):
        await cut
    for restart in (1, 2):
        assert await home.config_entries.async_unload(entry.entry_id)
        home.set_state(CoreState.starting)
        assert await home.config_entries.async_setup(entry.entry_id)
        home.set_state(CoreState.running)
        told = _async_get_or_create_notifications(home)
        assert len(told) == (1 if restart == 1 else 0)
        if told:
            assert "Tell me of the sea." in next(iter(told.values()))["message"]
            told.clear()
    assert len(ollama.calls) == 1


async def test_a_disk_that_refuses_is_told_and_loses_nothing(
    home: HomeAssistant, hatch: Hatch, freezer: FrozenDateTimeFactory
) -> None:
    entry = await hatch()
    # Not even root can write into a file that is no folder.
    (folder(home) / "journal").write_text("in the way")
    await say(home, "Who are you?")
    await pass_time(home, freezer, 31)
    assert issue(home, "storage_failed", entry)
    assert "Pinchy" in await say(home, "What's your name?")
    (folder(home) / "journal").unlink()
    await pass_time(home, freezer, 31)
    assert len(journal(home)) == 4
    assert issue(home, "storage_failed", entry) is None


async def test_a_memory_that_cannot_be_read_does_not_stop_it(home: HomeAssistant, hatch: Hatch) -> None:
    folder(home).parent.mkdir(parents=True, exist_ok=True)
    folder(home).write_text("no folder")
    entry = await hatch()
    assert issue(home, "storage_failed", entry)
    assert "Pinchy" in await say(home, "Who are you?")


async def test_deleting_it_deletes_the_dialogue_and_leaves_the_soul(home: HomeAssistant, hatch: Hatch) -> None:
    entry = await hatch()
    await say(home, "Who are you?")
    assert await home.config_entries.async_remove(entry.entry_id)
    assert journal(home) == []
    assert (folder(home) / "soul.md").exists()


async def test_the_waiting_time_applies_at_once(
    home: HomeAssistant, hatch: Hatch, freezer: FrozenDateTimeFactory
) -> None:
    entry = await hatch()
    await say(home, "Who are you?")
    home.config_entries.async_update_entry(
        entry, options={**entry.options, "memory": {"journal_flush_seconds": 2, "stm_max_turns": 12}}
    )
    await home.async_block_till_done()
    await pass_time(home, freezer, 3)
    assert len(journal(home)) == 2


async def test_an_edited_soul_is_in_the_next_prompt(home: HomeAssistant, hatch: Hatch, ollama: FakeOllama) -> None:
    entry = await hatch(url=ollama.url)
    file = folder(home) / "soul.md"
    file.write_text(file.read_text().replace("Tone: calm", "Tone: like a pirate"))
    await entry.runtime_data.pulse.async_refresh()
    await home.async_block_till_done(wait_background_tasks=True)
    await say(home, "Tell me about tides.")
    system = ollama.calls[-1].body["messages"][0]["content"]
    assert "like a pirate" in system
    assert "- Designation: Pinchy" in system


async def test_a_broken_soul_is_an_issue_that_puts_the_last_good_one_back(home: HomeAssistant, hatch: Hatch) -> None:
    assert await async_setup_component(home, "repairs", {})
    entry = await hatch()
    file = folder(home) / "soul.md"
    sound = file.read_bytes()
    file.write_text("my shopping list")
    await entry.runtime_data.pulse.async_refresh()
    await home.async_block_till_done(wait_background_tasks=True)
    broken = issue(home, "soul_broken", entry)
    assert broken
    assert broken.is_fixable
    flows = home.data["repairs"]["flow_manager"]
    page = await flows.async_init(DOMAIN, data={"issue_id": broken.issue_id}, context={"source": "user"})
    assert "must be there once" in page["description_placeholders"]["fault"]
    page = await flows.async_configure(page["flow_id"], {})
    assert page["type"] is FlowResultType.CREATE_ENTRY
    assert file.read_bytes() == sound
    assert (folder(home) / "soul.broken.md").read_text() == "my shopping list"
    assert issue(home, "soul_broken", entry) is None


async def test_a_soul_that_is_broken_at_the_start_is_an_issue_too(home: HomeAssistant, hatch: Hatch) -> None:
    folder(home).mkdir(parents=True)
    (folder(home) / "soul.md").write_bytes(b"\xff\xfe\x00")
    entry = await hatch()
    assert issue(home, "soul_broken", entry)
    assert (folder(home) / "soul.md").read_bytes() == b"\xff\xfe\x00"


@pytest.mark.parametrize("name", ["../elsewhere", "/etc/passwd", "a/../../b", "a\0b"])
async def test_no_name_leads_out_of_the_folder(home: HomeAssistant, name: str) -> None:
    files = FolderFiles(home, "pinchy")
    with pytest.raises(StorageFailed):
        await files.read(name)
    with pytest.raises(StorageFailed):
        await files.write(name, b"")


async def test_the_folder_does_what_files_promise(home: HomeAssistant) -> None:
    files = FolderFiles(home, "pinchy")
    assert await files.read("a/b.md") is None
    assert await files.names("a") == ()
    await files.write("a/b.md", b"one")
    await files.append("a/c.jsonl", b"1\n")
    await files.append("a/c.jsonl", b"2\n", fsync=True)
    assert (await files.read("a/b.md"), await files.read("a/c.jsonl")) == (b"one", b"1\n2\n")
    assert await files.names("a") == ("b.md", "c.jsonl")
    await files.remove("a/b.md")
    await files.remove("a/b.md")
    assert await files.names("a") == ("c.jsonl",)
    with pytest.raises(StorageFailed):
        await files.write("a", b"a folder is in the way")
    shutil.rmtree(folder(home))
