"""Talking with a crayfish through Home Assistant."""

import asyncio
import logging
from typing import Any

import pytest
from pytest_homeassistant_custom_component.common import MockUser
from pytest_homeassistant_custom_component.typing import WebSocketGenerator

from custom_components.opencrayfish.organism.backends import breaker
from homeassistant.components import conversation
from homeassistant.components.conversation import ConversationResult, async_converse, async_get_agent_info
from homeassistant.core import Context, HomeAssistant
from homeassistant.helpers import area_registry as ar, device_registry as dr, entity_registry as er
from homeassistant.helpers.intent import IntentResponseType
from homeassistant.setup import async_setup_component
from tests.fakes.ollama_server import FakeOllama
from tests.fakes.ollama_wire import Answer, Mode

from .conftest import Hatch

AGENT = "conversation.pinchy"


async def say(
    hass: HomeAssistant,
    text: str,
    *,
    conversation_id: str | None = None,
    context: Context | None = None,
    **request: Any,
) -> ConversationResult:
    """Say something to the crayfish named Pinchy."""
    return await async_converse(hass, text, conversation_id, context or Context(), agent_id=AGENT, **request)


def faults(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return what was logged as an error, or as a warning of ours."""
    return [
        record.getMessage()
        for record in caplog.records
        if record.levelno >= logging.ERROR or (record.levelno >= logging.WARNING and "opencrayfish" in record.name)
    ]


def speech(result: ConversationResult) -> str:
    """Return what is spoken."""
    return str(result.response.speech["plain"]["speech"])


async def test_it_is_offered_as_an_agent_for_every_language(home: HomeAssistant, hatch: Hatch) -> None:
    entry = await hatch()
    info = async_get_agent_info(home, AGENT)
    assert info is not None
    assert info.supports_streaming
    state = home.states.get(AGENT)
    assert state is not None
    assert state.attributes["friendly_name"] == "Pinchy"
    registered = er.async_get(home).async_get(AGENT)
    assert registered is not None
    assert registered.unique_id == f"{entry.entry_id}_conversation"
    assert registered.device_id
    device = dr.async_get(home).async_get(registered.device_id)
    assert isinstance(device, dr.DeviceEntry)
    assert device.entry_type is dr.DeviceEntryType.SERVICE
    entity = conversation.async_get_agent(home, AGENT)
    assert entity is not None
    assert entity.supported_languages == "*"


async def test_who_are_you_needs_no_brain(home: HomeAssistant, hatch: Hatch) -> None:
    await hatch()
    result = await say(home, "Who are you?")
    assert "Pinchy" in speech(result)
    assert result.response.response_type is IntentResponseType.QUERY_ANSWER


async def test_an_order_is_obeyed_on_instinct(furnished_home: HomeAssistant, hatch: Hatch) -> None:
    await hatch()
    result = await say(furnished_home, "turn on the kitchen light")
    state = furnished_home.states.get("light.kitchen_light")
    assert state is not None
    assert state.state == "on"
    assert result.response.response_type is IntentResponseType.ACTION_DONE
    assert [target.id for target in result.response.success_results][-1] == "light.kitchen_light"
    other = furnished_home.states.get("light.hall_light")
    assert other is not None
    assert other.state == "off"


async def test_a_question_about_the_house_is_answered_on_instinct(furnished_home: HomeAssistant, hatch: Hatch) -> None:
    await hatch()
    result = await say(furnished_home, "is the front door locked?")
    assert result.response.response_type is IntentResponseType.QUERY_ANSWER
    state = furnished_home.states.get("lock.front_door")
    assert state is not None
    assert state.state == "locked"


async def test_a_room_that_is_not_there_turns_nothing_on(furnished_home: HomeAssistant, hatch: Hatch) -> None:
    await hatch()
    await say(furnished_home, "turn on the lights in the attic")
    assert {state.state for state in furnished_home.states.async_all("light")} == {"off"}


async def test_chat_remembers_the_conversation(home: HomeAssistant, hatch: Hatch, ollama: FakeOllama) -> None:
    await hatch(url=ollama.url)
    first = await say(home, "My boat is called Nemo.")
    assert "My boat is called Nemo." in speech(first)
    await say(home, "What was its name?", conversation_id=first.conversation_id)
    texts = [message["content"] for message in ollama.calls[-1].body["messages"]]
    assert any("Nemo" in text for text in texts[1:-1])
    assert [message["role"] for message in ollama.calls[-1].body["messages"]] == ["system", "user", "assistant", "user"]


async def test_the_callers_instructions_reach_the_model(home: HomeAssistant, hatch: Hatch, ollama: FakeOllama) -> None:
    await hatch(url=ollama.url)
    await say(home, "yes", extra_system_prompt="You asked whether to close the gate.")
    assert "You asked whether to close the gate." in ollama.calls[-1].body["messages"][0]["content"]


async def test_the_room_of_a_satellite_reaches_the_model(home: HomeAssistant, hatch: Hatch, ollama: FakeOllama) -> None:
    entry = await hatch(url=ollama.url)
    area = ar.async_get(home).async_create("Library")
    device = dr.async_get(home).async_get_or_create(config_entry_id=entry.entry_id, identifiers={("test", "satellite")})
    dr.async_get(home).async_update_device(device.id, area_id=area.id)
    await say(home, "Tell me a tale.", device_id=device.id)
    assert "Library" in ollama.calls[-1].words
    satellite = er.async_get(home).async_get_or_create("assist_satellite", "test", "one", device_id=device.id)
    await say(home, "Tell me more.", satellite_id=satellite.entity_id, device_id=device.id)
    assert "Library" in ollama.calls[-1].words


async def test_people_are_told_apart(home: HomeAssistant, hatch: Hatch, hass_admin_user: MockUser) -> None:
    guest = MockUser(id="guest", name="Guest").add_to_hass(home)
    people = [
        {"id": "ada", "name": "Ada L.", "user_id": hass_admin_user.id},
        {"id": "eve", "name": "Eve", "user_id": guest.id},
    ]
    assert await async_setup_component(home, "person", {"person": people})
    await hatch(architect_name="Ada", architect_honorific="Boss", architect_person="person.ada_l")
    question = "What is my name?"
    assert "Boss Ada" in speech(await say(home, question, context=Context(user_id=hass_admin_user.id)))
    assert "Eve" in speech(await say(home, question, context=Context(user_id=guest.id)))
    stranger = speech(await say(home, question))
    assert stranger != speech(await say(home, question, context=Context(user_id=hass_admin_user.id)))
    assert "You are" not in stranger


async def test_chinese_is_answered_in_chinese(home: HomeAssistant, hatch: Hatch) -> None:
    await hatch("小龙虾")
    result = await async_converse(
        home, "你是谁？", None, Context(), language="zh-CN", agent_id="conversation.xiao_long_xia"
    )
    assert speech(result).startswith("我是小龙虾")


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "\x00",
        "🦞🦞🦞",
        "مرحبا كيف حالك",
        "x" * 20_000,
        "turn on " * 2_500,
        "{{ states('light.kitchen') }}",
    ],
    ids=range(8),
)
async def test_odd_messages_get_a_sentence(
    home: HomeAssistant, hatch: Hatch, text: str, caplog: pytest.LogCaptureFixture
) -> None:
    await hatch()
    result = await say(home, text)
    assert speech(result).strip()
    assert not faults(caplog)


@pytest.mark.parametrize("mode", [mode for mode in Mode if mode not in {Mode.STALL, Mode.HANG, Mode.ENDLESS_LINE}])
async def test_odd_servers_get_a_sentence(
    home: HomeAssistant, hatch: Hatch, ollama: FakeOllama, mode: Mode, caplog: pytest.LogCaptureFixture
) -> None:
    await hatch(url=ollama.url)
    ollama.will(Answer(mode=mode, text="The moon pulls the sea, and the sea pulls the sand."))
    result = await say(home, "Why are there tides?")
    assert speech(result).strip()
    assert not faults(caplog)
    assert speech(await say(home, "And now?")).startswith("You said"), "the next turn works"


async def test_a_server_that_is_off_leaves_the_house_alive(
    furnished_home: HomeAssistant, hatch: Hatch, ollama: FakeOllama, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(breaker, "OPEN_SECONDS", 0.2)
    await hatch(url=ollama.url)
    await ollama.stop()
    result = await say(furnished_home, "Why are there tides?")
    assert result.response.response_type is IntentResponseType.ERROR
    assert speech(result).strip()
    result = await say(furnished_home, "turn on the kitchen light")
    assert result.response.response_type is IntentResponseType.ACTION_DONE
    await ollama.start()
    await asyncio.sleep(0.25)
    assert speech(await say(furnished_home, "Why are there tides?")).startswith("You said")


async def test_what_is_streamed_is_what_is_said(
    home: HomeAssistant, hatch: Hatch, ollama: FakeOllama, hass_ws_client: WebSocketGenerator
) -> None:
    assert await async_setup_component(home, "assist_pipeline", {})
    await hatch(url=ollama.url)
    ollama.will("<think>secret</think>The **moon** pulls the sea. 🌊")
    client = await hass_ws_client()
    await client.send_json_auto_id(
        {
            "type": "assist_pipeline/pipeline/create",
            "name": "Pinchy",
            "language": "en",
            "conversation_engine": AGENT,
            "conversation_language": "en",
            "prefer_local_intents": False,
            "stt_engine": None,
            "stt_language": None,
            "tts_engine": None,
            "tts_language": None,
            "tts_voice": None,
            "wake_word_entity": None,
            "wake_word_id": None,
        }
    )
    pipeline = (await client.receive_json())["result"]["id"]
    await client.send_json_auto_id(
        {
            "type": "assist_pipeline/run",
            "start_stage": "intent",
            "end_stage": "intent",
            "pipeline": pipeline,
            "input": {"text": "Why are there tides?"},
        }
    )
    streamed, said = "", None
    async with asyncio.timeout(10):
        while said is None:
            event = (await client.receive_json()).get("event") or {}
            if event.get("type") == "intent-progress":
                streamed += event["data"].get("chat_log_delta", {}).get("content") or ""
            if event.get("type") == "intent-end":
                said = event["data"]["intent_output"]["response"]["speech"]["plain"]["speech"]
    assert said == "The moon pulls the sea."
    assert streamed.strip() == said


async def test_the_model_is_made_ready_while_somebody_still_speaks(
    home: HomeAssistant, hatch: Hatch, ollama: FakeOllama
) -> None:
    await hatch(url=ollama.url)
    await conversation.async_prepare_agent(home, AGENT, "en")
    await say(home, "Tell me of the sea.", language="en")
    ready, chat = (call.body for call in ollama.calls)
    assert ready["options"]["num_predict"] == 1
    assert (ready["keep_alive"], ready["options"]["num_ctx"]) == (chat["keep_alive"], chat["options"]["num_ctx"])
    assert ready["messages"] == chat["messages"][:1]
    await conversation.async_prepare_agent(home, AGENT, "en")
    assert ollama.calls[-1].body["messages"] == chat["messages"][:1]


async def test_making_ready_never_fails_and_is_done_once_at_a_time(
    home: HomeAssistant, hatch: Hatch, ollama: FakeOllama, caplog: pytest.LogCaptureFixture
) -> None:
    await hatch(url=ollama.url)
    ollama.will(Mode.SLOW_START)
    await asyncio.gather(*(conversation.async_prepare_agent(home, AGENT, "en") for _ in range(3)))
    assert len(ollama.calls) == 1
    await ollama.stop()
    await conversation.async_prepare_agent(home, AGENT, "en")
    assert faults(caplog) == []
