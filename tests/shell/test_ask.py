"""The action `ask`."""

from typing import Any

import pytest

from custom_components.opencrayfish.const import DOMAIN
from homeassistant.core import HomeAssistant
from homeassistant.exceptions import HomeAssistantError, ServiceValidationError
from homeassistant.helpers import entity_registry as er
from tests.fakes.ollama_server import FakeOllama

from .conftest import Hatch


async def ask(hass: HomeAssistant, message: str, **data: Any) -> dict[str, Any]:
    """Call the action and return its response."""
    response = await hass.services.async_call(
        DOMAIN, "ask", {"message": message, **data}, blocking=True, return_response=True
    )
    assert response is not None
    return dict(response)


async def test_it_returns_the_reply_and_how_it_came_about(
    home: HomeAssistant, hatch: Hatch, ollama: FakeOllama
) -> None:
    await hatch(url=ollama.url)
    response = await ask(home, "Tell me a tale.", conversation_id="mine")
    assert "Tell me a tale." in response["reply"]
    assert response["route"] == "chat"
    assert response["backend"] == "ollama fake:1b"
    assert response["conversation_id"] == "mine"
    assert response["tools"] == []
    assert response["elapsed_ms"] >= 0


async def test_a_reply_for_the_screen_keeps_what_the_loudspeaker_does_not_get(
    home: HomeAssistant, hatch: Hatch, ollama: FakeOllama
) -> None:
    await hatch(url=ollama.url)
    ollama.will("**Two** ways: [read this](https://example.org/a) or ask again.")
    response = await ask(home, "How?")
    assert "https://example.org/a" in response["reply"]


@pytest.mark.parametrize("message", ["", "   ", "\n\t", "\x00\x00", "\u200b"])
async def test_a_blank_message_is_refused(home: HomeAssistant, hatch: Hatch, message: str) -> None:
    await hatch()
    with pytest.raises(ServiceValidationError) as refusal:
        await ask(home, message)
    assert refusal.value.translation_key == "empty_message"


async def test_a_message_over_the_limit_is_cut_and_the_reply_says_so(
    home: HomeAssistant, hatch: Hatch, ollama: FakeOllama
) -> None:
    await hatch(url=ollama.url)
    ollama.will("Fine.")
    response = await ask(home, "word " * 4000)
    assert response["reply"].startswith("Fine.")
    assert "4000" in response["reply"].replace(",", "")
    assert len(ollama.calls[-1].words) < 4400


async def test_several_crayfish_must_be_told_apart(home: HomeAssistant, hatch: Hatch) -> None:
    await hatch("Pinchy")
    other = await hatch("Clawdia")
    with pytest.raises(ServiceValidationError) as refusal:
        await ask(home, "Who are you?")
    assert refusal.value.translation_key == "which_crayfish"
    assert refusal.value.translation_placeholders == {"names": "Clawdia, Pinchy"}
    response = await ask(home, "Who are you?", config_entry_id=other.entry_id)
    assert "Clawdia" in response["reply"]
    assert response["route"] == "reflex"


async def test_without_a_crayfish_the_action_says_so(home: HomeAssistant, hatch: Hatch) -> None:
    entry = await hatch()
    assert await home.config_entries.async_unload(entry.entry_id)
    with pytest.raises(ServiceValidationError) as refusal:
        await ask(home, "Who are you?")
    assert refusal.value.translation_key == "no_crayfish"
    with pytest.raises(ServiceValidationError):
        await ask(home, "Who are you?", config_entry_id=entry.entry_id)
    with pytest.raises(ServiceValidationError):
        await ask(home, "Who are you?", config_entry_id="no such id")


async def test_a_crayfish_whose_voice_is_disabled_cannot_be_asked(home: HomeAssistant, hatch: Hatch) -> None:
    entry = await hatch()
    registry = er.async_get(home)
    entity_id = registry.async_get_entity_id("conversation", DOMAIN, f"{entry.entry_id}_conversation")
    assert entity_id
    registry.async_update_entity(entity_id, disabled_by=er.RegistryEntryDisabler.USER)
    assert await home.config_entries.async_reload(entry.entry_id)
    with pytest.raises(HomeAssistantError) as failure:
        await ask(home, "Who are you?")
    assert failure.value.translation_key == "conversation_disabled"


async def test_turns_of_one_conversation_are_answered_in_order(
    home: HomeAssistant, hatch: Hatch, ollama: FakeOllama
) -> None:
    await hatch(url=ollama.url)
    calls = [
        home.async_create_task(ask(home, f"Message number {number}", conversation_id="one")) for number in range(4)
    ]
    replies = [(await call)["reply"] for call in calls]
    assert [f"number {number}" in reply for number, reply in enumerate(replies)] == [True] * 4
    said = [message["content"] for message in ollama.calls[-1].body["messages"] if message["role"] == "assistant"]
    assert len(said) == 3, "each turn saw the ones before it"
