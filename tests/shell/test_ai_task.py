"""The AI task entity: text and data from the crayfish's brain."""

from typing import Any

import pytest

from homeassistant.core import HomeAssistant
from homeassistant.exceptions import HomeAssistantError
from tests.fakes.ollama_server import FakeOllama
from tests.fakes.ollama_wire import Mode

from .conftest import Hatch

STRUCTURE = {
    "title": {"description": "A short title", "required": True, "selector": {"text": None}},
    "stars": {"required": True, "selector": {"number": {"min": 1, "max": 5}}},
}


async def generate(home: HomeAssistant, **data: Any) -> Any:
    answer = await home.services.async_call(
        "ai_task",
        "generate_data",
        {"task_name": "review", "instructions": "Judge the soup.", "entity_id": "ai_task.pinchy_tasks", **data},
        blocking=True,
        return_response=True,
    )
    assert answer
    return answer["data"]


async def test_text_comes_without_thoughts(home: HomeAssistant, hatch: Hatch, ollama: FakeOllama) -> None:
    await hatch(url=ollama.url)
    ollama.will("<think>Soup, hm.</think>It was warm and salty.")
    assert await generate(home) == "It was warm and salty."
    assert "Judge the soup." in ollama.calls[-1].words
    assert "format" not in ollama.calls[-1].body


async def test_data_has_the_wanted_shape(home: HomeAssistant, hatch: Hatch, ollama: FakeOllama) -> None:
    await hatch(url=ollama.url)
    ollama.will('{"title": "Good soup", "stars": 4}')
    assert await generate(home, structure=STRUCTURE) == {"title": "Good soup", "stars": 4}
    wanted = ollama.calls[-1].body["format"]
    assert set(wanted["properties"]) == {"title", "stars"}
    assert wanted["required"] == ["title", "stars"]


@pytest.mark.parametrize(
    "text",
    ["Sorry, no.", '{"title": "Good soup"}', '{"title": "x", "stars": 9}', "[" * 50_000],
    ids=["prose", "missing", "out of range", "too deep"],
)
async def test_data_of_another_shape_is_an_error(
    home: HomeAssistant, hatch: Hatch, ollama: FakeOllama, text: str
) -> None:
    await hatch(url=ollama.url)
    ollama.will(text)
    with pytest.raises(HomeAssistantError) as failed:
        await generate(home, structure=STRUCTURE)
    assert failed.value.translation_key == "wrong_shape"


async def test_without_a_brain_it_says_so(home: HomeAssistant, hatch: Hatch) -> None:
    await hatch()
    with pytest.raises(HomeAssistantError) as failed:
        await generate(home)
    assert failed.value.translation_key == "no_brain"


async def test_a_brain_that_fails_is_an_error_and_shows(home: HomeAssistant, hatch: Hatch, ollama: FakeOllama) -> None:
    await hatch(url=ollama.url)
    ollama.will(Mode.HTTP_500)
    with pytest.raises(HomeAssistantError) as failed:
        await generate(home)
    assert failed.value.translation_key == "brain_failed"
    state = home.states.get("sensor.pinchy_brain")
    assert state
    assert state.state == "degraded"
