"""The heart in Home Assistant: entities, happenings, triggers, conditions, issues, and what outlives a restart."""

import asyncio
from datetime import timedelta
from typing import Any

from freezegun.api import FrozenDateTimeFactory
import pytest
from pytest_homeassistant_custom_component.common import MockConfigEntry, async_capture_events, async_fire_time_changed

from custom_components.opencrayfish.burrow import issues
from custom_components.opencrayfish.const import DOMAIN, EVENT_HAPPENED
from custom_components.opencrayfish.organism.body.vitals import VitalSigns
from homeassistant.components.automation import DOMAIN as AUTOMATION
from homeassistant.core import HomeAssistant
from homeassistant.exceptions import ServiceValidationError
from homeassistant.helpers import entity_registry as er, issue_registry as ir
from homeassistant.setup import async_setup_component
from tests.fakes.ollama_server import FakeOllama

from .conftest import Hatch

COOL = VitalSigns(cpu_percent=4.6, ram_percent=41.2, temperature_celsius=44.7)
HOT = VitalSigns(cpu_percent=98, ram_percent=60, temperature_celsius=81)


async def beat(hass: HomeAssistant, entry: MockConfigEntry, signs: VitalSigns = COOL) -> None:
    """Let the heart beat once over a reading."""

    class Still:
        async def sample(self) -> VitalSigns:
            return signs

    entry.runtime_data.probe = Still()
    await entry.runtime_data.pulse.async_refresh()
    await hass.async_block_till_done()


def state(hass: HomeAssistant, entity_id: str) -> str:
    """Return the state of an entity that must be there."""
    found = hass.states.get(entity_id)
    assert found, entity_id
    return found.state


async def nudge(hass: HomeAssistant, **data: Any) -> Any:
    return await hass.services.async_call(DOMAIN, "nudge_mood", data, blocking=True, return_response=True)


async def test_the_body_can_be_read(home: HomeAssistant, hatch: Hatch) -> None:
    entry = await hatch()
    await beat(home, entry)
    expected = {
        "cpu": "5",
        "memory": "41",
        "temperature": "45",
        "joy": "20",
        "anger": "0",
        "sorrow": "0",
        "excitement": "20",
        "calm": "60",
        "mood": "calm",
        "brain": "instinct",
    }
    assert {key: state(home, f"sensor.pinchy_{key}") for key in expected} == expected
    assert state(home, "binary_sensor.pinchy_stressed") == "off"
    assert state(home, "binary_sensor.pinchy_brain_online") == "off"
    registry = er.async_get(home)
    for entity in er.async_entries_for_config_entry(registry, entry.entry_id):
        assert entity.unique_id.startswith(f"{entry.entry_id}_")
    simulated = registry.async_get("switch.pinchy_simulate_stress")
    assert simulated
    assert simulated.disabled


async def test_this_computer_is_really_read(home: HomeAssistant, hatch: Hatch) -> None:
    entry = await hatch()
    signs = await entry.runtime_data.probe.sample()
    assert signs.cpu_percent is not None
    assert 0 <= signs.cpu_percent <= 100
    assert signs.ram_percent
    assert 0 < signs.ram_percent < 100


async def test_it_beats_by_itself(home: HomeAssistant, hatch: Hatch, freezer: FrozenDateTimeFactory) -> None:
    entry = await hatch()
    heart = entry.runtime_data.organism.heart
    before = heart.beats
    for _ in range(3):
        freezer.tick(timedelta(seconds=30))
        async_fire_time_changed(home)
        await home.async_block_till_done(wait_background_tasks=True)
        # What is shown between two beats does not put the next one off.
        entry.runtime_data.async_show()
    assert heart.beats == before + 3


async def test_stress_is_an_event_with_its_reason(home: HomeAssistant, hatch: Hatch) -> None:
    entry = await hatch()
    told = async_capture_events(home, EVENT_HAPPENED)
    await beat(home, entry)
    await beat(home, entry, HOT)
    assert state(home, "binary_sensor.pinchy_stressed") == "on"
    event = home.states.get("event.pinchy_stress")
    assert event
    assert event.attributes["event_type"] == "entered"
    assert (event.attributes["cause"], event.attributes["temperature"]) == ("heat", 81)
    await beat(home, entry, COOL)
    event = home.states.get("event.pinchy_stress")
    assert event
    assert event.attributes["event_type"] == "left"
    assert event.attributes["peak_temperature"] == 81
    assert event.attributes["reason"] == "The computer was too warm."
    kinds = [item.data["kind"] for item in told if item.data["kind"].startswith("stress")]
    assert kinds == ["stress_entered", "stress_left"]


async def test_an_automation_hears_of_stress_and_mood(home: HomeAssistant, hatch: Hatch) -> None:
    entry = await hatch()
    await beat(home, entry)
    ran = async_capture_events(home, "ran")
    action = {"event": "ran", "event_data": {"kind": "{{ trigger.kind }}"}}
    others = {"entity_id": "sensor.somebody_elses_mood"}
    assert await async_setup_component(
        home,
        AUTOMATION,
        {
            AUTOMATION: [
                {
                    "id": "1",
                    "alias": "stress",
                    "triggers": {"trigger": "opencrayfish.stress_entered"},
                    "actions": action,
                },
                {
                    "id": "2",
                    "alias": "mood",
                    "triggers": {
                        "trigger": "opencrayfish.mood_changed",
                        "target": {"entity_id": "sensor.pinchy_mood"},
                    },
                    "conditions": {"condition": "opencrayfish.mood_is", "options": {"mood": ["anger", "joy"]}},
                    "actions": action,
                },
                {
                    "id": "3",
                    "alias": "another's",
                    "triggers": {"trigger": "opencrayfish.mood_changed", "target": others},
                    "actions": action,
                },
                {
                    "id": "4",
                    "alias": "plain state",
                    "triggers": {"trigger": "state", "entity_id": "binary_sensor.pinchy_stressed", "to": "on"},
                    "conditions": {"condition": "opencrayfish.is_stressed"},
                    "actions": {"event": "ran", "event_data": {"kind": "state"}},
                },
            ]
        },
    )
    await beat(home, entry, HOT)
    assert sorted(event.data["kind"] for event in ran) == ["mood_changed", "state", "stress_entered"]


async def test_a_nudge_moves_the_mood_and_is_given_as_the_reason(home: HomeAssistant, hatch: Hatch) -> None:
    await hatch()
    response = await nudge(home, channel="joy", delta=40, reason="the first snow has fallen")
    assert response == {"channel": "joy", "level": 60, "mood": "joy"}
    assert state(home, "sensor.pinchy_mood") == "joy"
    answer = await home.services.async_call(
        DOMAIN, "ask", {"message": "Why do you feel like that?"}, blocking=True, return_response=True
    )
    assert answer
    assert "the first snow has fallen" in str(answer["reply"])
    assert (answer["route"], answer["mood"], answer["stressed"]) == ("reflex", "joy", False)


@pytest.mark.parametrize(
    ("data", "key"),
    [({"channel": "love", "delta": 5}, "unknown_channel"), ({"channel": "joy", "delta": 101}, "delta_out_of_range")],
)
async def test_a_nudge_that_makes_no_sense_changes_nothing(
    home: HomeAssistant, hatch: Hatch, data: dict[str, Any], key: str
) -> None:
    entry = await hatch()
    with pytest.raises(ServiceValidationError) as refused:
        await nudge(home, **data)
    assert refused.value.translation_key == key
    assert not entry.runtime_data.organism.body.mood_events


async def test_the_mood_outlives_a_reload(home: HomeAssistant, hatch: Hatch) -> None:
    entry = await hatch()
    await nudge(home, channel="sorrow", delta=50)
    assert await home.config_entries.async_reload(entry.entry_id)
    await home.async_block_till_done()
    assert state(home, "sensor.pinchy_mood") == "sorrow"
    assert 45 <= int(state(home, "sensor.pinchy_sorrow")) <= 50


async def test_an_outage_becomes_an_issue_after_ten_minutes_and_goes_by_itself(
    home: HomeAssistant,
    hatch: Hatch,
    ollama: FakeOllama,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(issues, "OFFLINE_SECONDS", 0.0)
    entry = await hatch(url=ollama.url)
    await home.async_block_till_done(wait_background_tasks=True)
    assert state(home, "sensor.pinchy_brain") == "online"
    assert state(home, "binary_sensor.pinchy_brain_online") == "on"
    brain = entry.runtime_data.organism.brain
    registry = ir.async_get(home)
    await ollama.stop()
    await brain.look_after()
    entry.runtime_data.async_show()
    assert state(home, "sensor.pinchy_brain") == "offline"
    assert registry.async_get_issue(DOMAIN, f"brain_offline_{entry.entry_id}")
    await ollama.start()
    await brain.look_after()
    entry.runtime_data.async_show()
    assert state(home, "sensor.pinchy_brain") == "online"
    assert registry.async_get_issue(DOMAIN, f"brain_offline_{entry.entry_id}") is None
    entry.runtime_data.async_show()
    assert caplog.text.count("The brain of Pinchy is away") == caplog.text.count("The brain of Pinchy is back") == 1


async def test_a_model_that_is_not_there_is_an_issue_at_once(
    home: HomeAssistant, hatch: Hatch, ollama: FakeOllama
) -> None:
    entry = await hatch(url=ollama.url, model="fake:70b")
    await home.async_block_till_done(wait_background_tasks=True)
    issue = ir.async_get(home).async_get_issue(DOMAIN, f"model_missing_{entry.entry_id}")
    assert issue
    assert issue.is_fixable
    brain = home.states.get("sensor.pinchy_brain")
    assert brain
    assert (brain.state, brain.attributes["model"], brain.attributes["local"]) == ("offline", "fake:70b", True)


async def test_simulated_stress_shows_in_the_next_prompt(home: HomeAssistant, hatch: Hatch, ollama: FakeOllama) -> None:
    entry = await hatch(url=ollama.url)
    await beat(home, entry)
    entry.runtime_data.organism.body.is_stress_simulated = True
    await beat(home, entry)
    answer = await home.services.async_call(
        DOMAIN, "ask", {"message": "Tell me a tale of the sea."}, blocking=True, return_response=True
    )
    assert answer
    assert answer["stressed"] is True
    assert "You are exhausted" in ollama.calls[-1].words


async def test_the_heart_goes_on_when_the_computer_cannot_be_read(home: HomeAssistant, hatch: Hatch) -> None:
    entry = await hatch()

    class Broken:
        async def sample(self) -> VitalSigns:
            raise OSError("no such sensor")

    entry.runtime_data.probe = Broken()
    before = entry.runtime_data.organism.heart.beats
    await entry.runtime_data.pulse.async_refresh()
    assert entry.runtime_data.organism.heart.beats == before + 1
    assert state(home, "sensor.pinchy_cpu") == "unknown"
    assert state(home, "sensor.pinchy_mood") == "calm"


async def test_three_missed_beats_are_an_issue_that_goes_with_the_next_one(
    home: HomeAssistant, hatch: Hatch, freezer: FrozenDateTimeFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = await hatch()
    heart = entry.runtime_data.organism.heart
    hanging = asyncio.Event()

    class Hanging:
        async def sample(self) -> VitalSigns:
            await hanging.wait()
            return COOL

    entry.runtime_data.probe = Hanging()
    missed = 0
    monkeypatch.setattr(heart, "missed_beats", lambda settings: missed)

    async def pass_a_beat() -> None:
        freezer.tick(timedelta(seconds=30))
        async_fire_time_changed(home)
        await asyncio.sleep(0)

    for missed in range(4):  # noqa: B007 read by the heart
        await pass_a_beat()
    registry = ir.async_get(home)
    assert registry.async_get_issue(DOMAIN, f"heart_stopped_{entry.entry_id}")
    last_beat = home.states.get("sensor.pinchy_last_beat")
    assert last_beat
    assert last_beat.attributes["pulse"] == "dead"
    hanging.set()
    missed = 0
    await home.async_block_till_done()
    await pass_a_beat()
    await home.async_block_till_done()
    assert registry.async_get_issue(DOMAIN, f"heart_stopped_{entry.entry_id}") is None
    assert state(home, "sensor.pinchy_cpu") == "5"
