"""What a model chooses, through a real house and real HTTP."""

from collections.abc import Mapping
import json
from typing import Any

import pytest

from custom_components.opencrayfish.const import DOMAIN
from homeassistant.core import HomeAssistant
from tests.fakes.ollama_server import FakeOllama
from tests.fakes.ollama_wire import Mode

from .conftest import Hatch


async def ask(home: HomeAssistant, message: str) -> Mapping[str, Any]:
    entries = home.config_entries.async_entries(DOMAIN)
    data = {"message": message, "conversation_id": "hall", "config_entry_id": entries[0].entry_id}
    answer = await home.services.async_call(DOMAIN, "ask", data, blocking=True, return_response=True)
    assert answer
    return answer


def state(home: HomeAssistant, id_: str) -> str:
    found = home.states.get(id_)
    assert found
    return found.state


def choice(kind: str, *calls: Mapping[str, str]) -> str:
    return json.dumps({"kind": kind, "calls": list(calls)})


ON = {"action": "on", "target": "Hall Light"}


async def test_a_wish_is_fulfilled_and_told_from_the_state(
    furnished_home: HomeAssistant, hatch: Hatch, ollama: FakeOllama
) -> None:
    await hatch(url=ollama.url)
    ollama.will(choice("act", ON))
    answer = await ask(furnished_home, "it's too dark in the hall")
    assert (answer["route"], answer["reply"], answer["tools"]) == ("acted", "Hall Light is now on.", ["light.turn_on"])
    assert "fake:1b" in answer["backend"]
    assert state(furnished_home, "light.hall_light") == "on"
    body = ollama.calls[0].body
    assert body["options"]["temperature"] == 0
    assert 0 < body["options"]["num_predict"] <= 200
    assert body["format"]["properties"]["calls"]["items"]["anyOf"][0]["properties"]["target"]["enum"] == ["Hall Light"]


async def test_an_unknown_verb_is_asked_about_first(
    furnished_home: HomeAssistant, hatch: Hatch, ollama: FakeOllama
) -> None:
    await hatch(url=ollama.url)
    ollama.will(choice("act", ON))
    asked = await ask(furnished_home, "zap the hall light")
    assert (asked["route"], state(furnished_home, "light.hall_light")) == ("confirm", "off")
    assert "Hall Light" in asked["reply"]
    done = await ask(furnished_home, "yes")
    assert (done["reply"], state(furnished_home, "light.hall_light")) == ("Hall Light is now on.", "on")


@pytest.mark.parametrize("fault", [Mode.HTTP_500, Mode.GARBAGE, Mode.EOF, Mode.RESET, Mode.EMPTY])
async def test_a_server_that_fails_while_it_chooses_changes_nothing(
    furnished_home: HomeAssistant, hatch: Hatch, ollama: FakeOllama, fault: Mode
) -> None:
    await hatch(url=ollama.url)
    ollama.will(fault, fault)
    answer = await ask(furnished_home, "it's too dark in the hall")
    assert (answer["tools"], state(furnished_home, "light.hall_light")) == ([], "off")
    assert answer["reply"]
    assert "now on" not in answer["reply"]


async def test_what_is_talk_for_the_model_is_chat(
    furnished_home: HomeAssistant, hatch: Hatch, ollama: FakeOllama
) -> None:
    await hatch(url=ollama.url)
    ollama.will(choice("chat"), "Darkness has its charm.")
    answer = await ask(furnished_home, "it's too dark in the hall")
    assert (answer["route"], answer["reply"]) == ("chat", "Darkness has its charm.")
    assert state(furnished_home, "light.hall_light") == "off"


@pytest.mark.parametrize(
    "lie",
    [
        "Sure, I've turned on the hall light. Anything is better than the dark.",
        "I'll switch on the lamp for you. Anything is better than the dark.",
        "Okay, I am turning on the light now! Anything is better than the dark.",
    ],
)
async def test_chat_that_claims_an_act_is_not_spoken(
    furnished_home: HomeAssistant, hatch: Hatch, ollama: FakeOllama, lie: str
) -> None:
    await hatch(url=ollama.url)
    ollama.will(choice("chat"), lie)
    answer = await ask(furnished_home, "it's too dark in the hall")
    assert answer["reply"] == "Anything is better than the dark."
    assert state(furnished_home, "light.hall_light") == "off"
