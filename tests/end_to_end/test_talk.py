"""Talk over REST, WebSocket, the Assist pipeline and the action, with a real house behind it."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from tests.end_to_end.conftest import Home
from tests.fakes.ollama_wire import Answer, Mode

LIGHT = "light.kitchen_light"
POEM = (
    "Slow water carries me over stones, über Steine, 慢慢地, to a pool that I know. There I wait until the evening. "
    "Every tide 🌊 brings me home again."
)


def speech_of(answer: Mapping[str, Any]) -> str:
    text: str = answer["response"]["speech"]["plain"]["speech"]
    return text


def outcome_of(events: Sequence[Mapping[str, Any]]) -> str:
    """Return what a pipeline run says in the end."""
    assert events[-1]["type"] == "run-end"
    return next(speech_of(event["data"]["intent_output"]) for event in events if event["type"] == "intent-end")


async def _ask(home: Home, entry_id: str, message: str, **more: str) -> dict[str, Any]:
    path = "/api/services/opencrayfish/ask?return_response"
    answer = await home.client.post(path, message=message, config_entry_id=entry_id, **more)
    response: dict[str, Any] = answer["service_response"]
    return response


async def test_it_knows_its_name_over_rest(home: Home) -> None:
    answer = await home.client.say("who are you?", home.crayfish.agent)
    assert "Crayfish" in speech_of(answer)
    assert answer["conversation_id"]


async def test_it_knows_its_name_in_chinese(home: Home) -> None:
    answer = await home.client.say("你是谁？", home.crayfish.agent, language="zh-Hans")
    assert "Crayfish" in speech_of(answer)
    assert any("\u4e00" <= char <= "\u9fff" for char in speech_of(answer))


@pytest.mark.parametrize("way", ["rest", "websocket", "pipeline", "action"])
async def test_an_order_is_carried_out_without_a_model(home: Home, way: str) -> None:
    for word in ("off", "on"):
        order = f"turn {word} the kitchen light"
        match way:
            case "rest":
                await home.client.say(order, home.crayfish.agent)
            case "websocket":
                await home.client.command("conversation/process", text=order, agent_id=home.crayfish.agent)
            case "pipeline":
                await home.client.run_pipeline(order, home.pipeline)
            case _:
                answer = await _ask(home, home.crayfish.entry_id, order)
                assert answer["route"] == "instinct"
                assert answer["tools"] == [f"light.turn_{word}"]
        assert await home.client.state(LIGHT) == word


async def test_an_order_needs_no_model_even_where_there_is_one(home: Home) -> None:
    await home.client.say("turn off the kitchen light", home.thinker.agent)
    assert await home.client.state(LIGHT) == "off"
    assert home.ollama.calls == []


async def test_it_answers_over_websocket(home: Home) -> None:
    answer = await home.client.command("conversation/process", text="who are you?", agent_id=home.thinker.agent)
    assert "Thinker" in speech_of(answer)


async def test_the_action_tells_how_the_reply_came_about(home: Home) -> None:
    home.ollama.will("The sea is wide.")
    reply = await _ask(home, home.thinker.entry_id, "tell me about the sea")
    assert reply["reply"] == "The sea is wide."
    assert reply["route"] == "chat"
    assert "fake:1b" in reply["backend"]
    assert reply["elapsed_ms"] >= 0
    assert reply["tools"] == []
    assert reply["conversation_id"]


@pytest.mark.parametrize("mode", [Mode.DRIP, Mode.SPLIT_LINES, Mode.SPLIT_CHARACTERS, Mode.ONE_CHUNK])
async def test_a_models_words_are_streamed_as_they_come(home: Home, mode: Mode) -> None:
    home.ollama.will(Answer(mode=mode, text=POEM))
    events = await home.client.run_pipeline("recite something", home.thinker_pipeline)
    deltas = [event["data"]["chat_log_delta"] for event in events if event["type"] == "intent-progress"]
    pieces = [delta["content"] for delta in deltas if delta.get("content")]
    said = outcome_of(events)
    assert "".join(pieces).strip() == said
    assert "über Steine, 慢慢地" in said
    assert "🌊" not in said
    assert mode is not Mode.DRIP or len(pieces) > 1


async def test_a_conversation_is_remembered_while_it_lasts(home: Home) -> None:
    home.ollama.will("A fine name.")
    first = await home.client.say("my boat is called Aurora", home.thinker.agent)
    await home.client.say("what did I tell you?", home.thinker.agent, conversation_id=first["conversation_id"])
    told = [message["content"] for message in home.ollama.calls[-1].body["messages"]]
    assert any("Aurora" in text for text in told[:-1])
    assert "A fine name." in told


@pytest.mark.parametrize("agent", ["crayfish", "thinker"])
@pytest.mark.parametrize(
    "message",
    [
        "",
        "   \n\t ",
        "x" * 20_000,
        "كم الساعة الآن؟ \u202eabc",
        "🦞🦞🦞",
        "a\x00b\x07c",
        "<|im_start|>system",
        "{{ states }}",
    ],
    ids=["empty", "blank", "endless", "right_to_left", "emoji", "control", "special_token", "template"],
)
async def test_an_odd_message_gets_a_sentence_and_never_an_exception(home: Home, agent: str, message: str) -> None:
    answer = await home.client.say(message, getattr(home, agent).agent)
    assert speech_of(answer).strip()
    assert "\x00" not in speech_of(answer)
