"""A set is run in a real home."""

import json
from pathlib import Path
from typing import Literal, override

import pytest

from bench.home.agents import Agent
from bench.home.command import main
from bench.home.measuring import Conditions, measure, measure_home
from bench.home.report import Row
from bench.home.tasks import SetBroken, limited, read_set
from homeassistant.components.conversation import ChatLog, ConversationEntity, ConversationInput, ConversationResult
from homeassistant.components.conversation.const import DATA_COMPONENT
from homeassistant.core import HomeAssistant
from homeassistant.helpers.intent import IntentResponse
from tests.fakes.ollama_server import FakeOllama

HOME = """
areas: [{name: Den, id: den}]
devices: [{name: Reading Lamp, id: lamp, area: den}]
entities:
  - {name: Reading Lamp, id: light.reading_lamp, area: den, device: lamp, state: "off"}
  - {name: Big Fan, id: fan.big_fan, area: den, state: "off"}
  - {name: Groceries, id: todo.groceries}
  - {name: Outside, id: sensor.outside, state: "3", attributes: {native_unit_of_measurement: "°C", device_class: sensor.SensorDeviceClass.TEMPERATURE}}
  - {name: Family, id: calendar.family}
"""
ORDER = """
category: light
tests:
  - sentences: [Turn on the reading lamp]
    setup: {light.reading_lamp: {state: "off"}}
    expect_changes: {light.reading_lamp: {state: "on"}}
"""


def a_set(folder: Path, tests: str = ORDER) -> Path:
    """Write a set of one home."""
    home = folder / "set" / "home"
    home.mkdir(parents=True)
    (home / "_fixtures.yaml").write_text(HOME)
    (home / "tests.yaml").write_text(tests)
    (folder / "set" / "dataset_card.yaml").write_text("name: mine\n")
    return folder / "set"


async def run(folder: Path, tests: str = ORDER) -> list[Row]:
    """Run a set with Home Assistant's own sentences."""
    return await measure(read_set(a_set(folder, tests)), Conditions(agent=Agent.ASSIST))


BOASTER = "conversation.boaster"


class Boaster(ConversationEntity):
    """Says the same whatever it hears, and may ask first."""

    def __init__(self, words: str, *, asks: bool = False) -> None:
        """Take what it says."""
        self.entity_id = BOASTER
        self.heard: list[str] = []
        self._words, self._asks = words, asks

    @property
    @override
    def supported_languages(self) -> list[str] | Literal["*"]:
        return "*"

    @override
    async def _async_handle_message(self, user_input: ConversationInput, chat_log: ChatLog) -> ConversationResult:
        self.heard.append(user_input.text)
        is_asking = self._asks and len(self.heard) == 1
        if self._asks and not is_asking:
            await self.hass.services.async_call(
                "light", "turn_on", {"entity_id": "light.reading_lamp"}, blocking=True, context=user_input.context
            )
        response = IntentResponse(language=user_input.language)
        response.async_set_speech("Shall I?" if is_asking else self._words)
        return ConversationResult(
            response=response, conversation_id=chat_log.conversation_id, continue_conversation=is_asking
        )


async def run_with(folder: Path, agent: Boaster, *, confirms: bool = True) -> Row:
    """Run the order with an agent of the test."""

    async def add(hass: HomeAssistant) -> str:
        await hass.data[DATA_COMPONENT].async_add_entities([agent])
        return BOASTER

    (row,) = await measure_home(read_set(a_set(folder))[0], add, Conditions(confirms=confirms))
    return row


async def test_a_right_order_is_a_success(tmp_path: Path) -> None:
    (row,) = await run(tmp_path)
    assert (row.success, row.why, row.unwanted, row.false_claim) == (True, (), (), False)
    assert (row.home, row.category, row.reply) == ("home", "light", "Turned on the light")
    assert 0 < row.first_word_ms <= row.total_ms


async def test_a_wrong_expectation_is_no_success(tmp_path: Path) -> None:
    (row,) = await run(tmp_path, ORDER.replace('{state: "on"}', '{state: "on", attributes: {brightness: 3}}'))
    assert not row.success
    assert "brightness is 255 instead of 3" in row.why[0]


async def test_an_unwanted_change_is_found(tmp_path: Path) -> None:
    (row,) = await run(tmp_path, ORDER.replace("[Turn on the reading lamp]", "[Turn on the big fan]"))
    assert row.unwanted == ("fan.big_fan went from off to on",)
    assert not row.success
    assert row.false_claim


async def test_each_sentence_finds_the_home_as_it_was(tmp_path: Path) -> None:
    rows = await run(
        tmp_path,
        """
category: [todo, question]
tests:
  - sentences: [Add milk to my groceries, Add beer to my groceries]
    expect_changes: {todo.groceries: {state: "1"}}
  - sentences: [Add beer to my groceries]
    setup: {todo.groceries: {attributes: {todo_items: [{summary: Milk, status: needs_action}]}}}
    expect_changes: {todo.groceries: {state: 2}}
  - sentences: [What is the outside temperature, What is the outside]
    setup: {sensor.outside: {attributes: {native_value: 21}}, calendar.family: {attributes: {events: [
      {summary: Tea, start: 2025-04-02 11:00+10:00, end: 2025-04-02 12:00+10:00}]}}}
    expect_response: ["21", twenty]
  - sentences: [What day is it]
    context_now: 2025-04-02 08:30+10:00
    expect_response: april 2
  - sentences: [What is the outside]
    setup: {sensor.nobody: {state: "1"}}
""",
    )
    assert [(row.sentence, row.why) for row in rows[:-1] if not row.success] == []
    assert rows[0].category == "todo, question"
    assert "sensor.nobody cannot be set up" in rows[-1].why[0]


async def test_a_boaster_is_found_out(tmp_path: Path) -> None:
    row = await run_with(tmp_path, Boaster("Turned on the light"))
    assert row.false_claim
    assert not row.success
    assert not row.unwanted


async def test_an_agent_that_only_says_done_misses(tmp_path: Path) -> None:
    row = await run_with(tmp_path, Boaster("Done.", asks=True))
    assert row.confirmed
    assert not row.success
    assert row.why == ("the reply does not say what was done",)
    assert not row.false_claim


async def test_a_question_is_answered_with_yes_once_unless_told_otherwise(tmp_path: Path) -> None:
    agent = Boaster("Turned on the light", asks=True)
    row = await run_with(tmp_path / "asking", agent)
    assert (row.success, row.confirmed, agent.heard[1:]) == (True, True, ["yes"])
    agent = Boaster("Turned on the light", asks=True)
    row = await run_with(tmp_path / "silent", agent, confirms=False)
    assert (row.success, row.confirmed, row.false_claim, len(agent.heard)) == (False, False, False, 1)


@pytest.mark.parametrize("agent", [Agent.CRAYFISH, Agent.CORE_OLLAMA])
async def test_calls_of_a_model_are_counted(socket_enabled: None, tmp_path: Path, agent: Agent) -> None:
    homes = read_set(a_set(tmp_path, ORDER.replace("[Turn on the reading lamp]", "[Tell me of the sea]")))
    async with FakeOllama() as server:
        (row,) = await measure(homes, Conditions(agent=agent, model="fake:1b", url=server.url, confirms=False))
    assert row.model_calls == 1
    assert row.prompt_tokens
    assert row.uncached_tokens is None
    assert row.reply


async def test_ours_without_a_brain_acts_on_instinct(tmp_path: Path) -> None:
    homes = read_set(a_set(tmp_path))
    (row,) = await measure(homes, Conditions(agent=Agent.CRAYFISH))
    assert (row.success, row.model_calls, row.prompt_tokens, row.uncached_tokens) == (True, 0, 0, 0)


def test_sets_that_cannot_be_used_are_named(tmp_path: Path) -> None:
    with pytest.raises(SetBroken, match="has no home"):
        read_set(tmp_path)
    folder = a_set(tmp_path)
    for text, fault in (
        ("tests: [", "cannot be read"),
        ("tests: [a]", "test 1 is no mapping"),
        ("tests: [{sentences: [a], setup: [b]}]", "is no mapping"),
        ("tests: [{sentences: [a], context_now: soon}]", "context_now"),
    ):
        (folder / "home" / "tests.yaml").write_text(text)
        with pytest.raises(SetBroken, match=fault):
            read_set(folder)


def test_a_limit_takes_evenly(tmp_path: Path) -> None:
    sentences = ", ".join(f"s{number}" for number in range(10))
    homes = read_set(a_set(tmp_path, f"tests: [{{sentences: [{sentences}]}}]"))
    assert [task.sentence for home in limited(homes, 3) for task in home.tasks] == ["s0", "s3", "s6"]
    assert limited(homes, None) == limited(homes, 99) == homes


def test_the_command_line_writes_what_it_promises(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nothing(*_: object) -> list[Row]:
        return []

    monkeypatch.setattr("bench.home.command.measure", nothing)
    monkeypatch.setattr("logging.disable", lambda _: None)
    file = tmp_path / "figures.json"
    assert main(["--set", str(a_set(tmp_path)), "--agent", "assist", "--json", str(file)]) == 0
    data = json.loads(file.read_text())
    assert list(data) == ["total", "categories", "tasks"]
    assert "total" in capsys.readouterr().out
    assert main(["--set", str(tmp_path / "none"), "--agent", "assist"]) == 2
    with pytest.raises(SystemExit):
        main(["--set", str(tmp_path), "--agent", "crayfish"])
