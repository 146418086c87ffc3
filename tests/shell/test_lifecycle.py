"""Coming to life, resting, waking, leaving."""

from typing import Any

import pytest

from custom_components.opencrayfish.const import DOMAIN
from homeassistant.config_entries import ConfigEntryState
from homeassistant.const import EVENT_HOMEASSISTANT_FINAL_WRITE
from homeassistant.core import HomeAssistant
from homeassistant.helpers import device_registry as dr, entity_registry as er
from homeassistant.util.event_type import EventType
from tests.fakes.ollama_server import FakeOllama

from .conftest import Hatch


def ours(hass: HomeAssistant, event: EventType[Any] | str) -> int:
    """Return how many listeners to an event are of this integration."""
    return sum("opencrayfish" in repr(listener) for listener in hass.bus._listeners[event])


def footprint(hass: HomeAssistant) -> tuple[object, ...]:
    """Return what must be the same after a crayfish has left: listeners, states, devices, entities."""
    return (
        sorted(
            # Home Assistant's own registries come and go here as they save.
            (str(event), count if event != EVENT_HOMEASSISTANT_FINAL_WRITE else ours(hass, event))
            for event, count in hass.bus.async_listeners().items()
            if count
        ),
        sorted(state.entity_id for state in hass.states.async_all()),
        len(dr.async_get(hass).devices),
        len(er.async_get(hass).entities),
    )


async def test_a_crayfish_leaves_nothing_behind(home: HomeAssistant, hatch: Hatch, ollama: FakeOllama) -> None:
    before = None
    for number in range(4):
        entry = await hatch(f"Pinchy {number}", url=ollama.url)
        response = await home.services.async_call(
            DOMAIN, "ask", {"message": f"Tale {number}"}, blocking=True, return_response=True
        )
        assert response
        await home.config_entries.async_remove(entry.entry_id)
        await home.async_block_till_done()
        # The first conversation also wakes what Home Assistant itself keeps for conversations.
        before = before or footprint(home)
    assert before
    for was, now in zip(before, footprint(home), strict=True):
        assert now == was
    await ollama.everybody_left()


async def test_reloading_keeps_it_the_same(home: HomeAssistant, hatch: Hatch, ollama: FakeOllama) -> None:
    entry = await hatch(url=ollama.url)
    before = footprint(home)
    for _ in range(3):
        assert await home.config_entries.async_reload(entry.entry_id)
        await home.async_block_till_done()
    assert entry.state is ConfigEntryState.LOADED
    assert before
    for was, now in zip(before, footprint(home), strict=True):
        assert now == was


async def test_two_crayfish_do_not_mix(home: HomeAssistant, hatch: Hatch, ollama: FakeOllama) -> None:
    pinchy, clawdia = await hatch("Pinchy", url=ollama.url), await hatch("Clawdia")
    for entry, name, route in ((pinchy, "Pinchy", "chat"), (clawdia, "Clawdia", "offline")):
        for message, expected in (("Who are you?", "reflex"), ("Tell me a tale.", route)):
            response = await home.services.async_call(
                DOMAIN,
                "ask",
                {"message": message, "config_entry_id": entry.entry_id, "conversation_id": name},
                blocking=True,
                return_response=True,
            )
            assert response is not None
            assert response["route"] == expected
    assert "Pinchy" in ollama.calls[0].body["messages"][0]["content"]
    await home.config_entries.async_remove(pinchy.entry_id)
    assert clawdia.state is ConfigEntryState.LOADED


async def test_a_dead_server_does_not_stop_it_from_living(
    home: HomeAssistant, hatch: Hatch, socket_enabled: None, caplog: pytest.LogCaptureFixture
) -> None:
    entry = await hatch(url="http://127.0.0.1:9")
    assert entry.state is ConfigEntryState.LOADED
    assert not [
        record
        for record in caplog.records
        if "opencrayfish" in record.name and record.levelname in {"WARNING", "ERROR"}
    ]
