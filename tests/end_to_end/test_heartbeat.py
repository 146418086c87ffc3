"""A beating heart in a booted Home Assistant: automations hear of it, and stress reaches the next prompt."""

from typing import Any

from tests.end_to_end.conftest import Home
from tests.end_to_end.waiting import until


async def automate(home: Home, name: str, **automation: Any) -> None:
    """Save an automation as the editor does; it leaves a notification of its name."""
    actions = [{"action": "persistent_notification.create", "data": {"message": name, "notification_id": name}}]
    await home.client.post(f"/api/config/automation/config/{name}", alias=name, actions=actions, **automation)


async def notes(home: Home) -> set[str]:
    """Return the names of the automations that have run."""
    return {note["notification_id"] for note in await home.client.command("persistent_notification/get")}


async def test_automations_on_mood_and_on_stress_run_and_the_exhausted_animal_keeps_it_short(home: Home) -> None:
    client, thinker = home.client, home.thinker
    await automate(home, "state_mood", triggers=[{"trigger": "state", "entity_id": "sensor.thinker_mood", "to": "joy"}])
    await automate(home, "trigger_mood", triggers=[{"trigger": "opencrayfish.mood_changed"}])
    await automate(
        home,
        "state_stress",
        triggers=[{"trigger": "state", "entity_id": "binary_sensor.thinker_stressed", "to": "on"}],
        conditions=[{"condition": "opencrayfish.is_stressed"}],
    )
    stress_of_thinker = {"entity_id": "binary_sensor.thinker_stressed"}
    await automate(
        home, "trigger_stress", triggers=[{"trigger": "opencrayfish.stress_entered", "target": stress_of_thinker}]
    )
    await automate(home, "trigger_left", triggers=[{"trigger": "opencrayfish.stress_left"}])
    assert not await notes(home) & {"state_mood", "trigger_mood", "state_stress", "trigger_stress", "trigger_left"}

    await client.post(
        "/api/services/opencrayfish/nudge_mood",
        config_entry_id=thinker.entry_id,
        channel="joy",
        delta=70,
        reason="snow",
    )

    async def joyful() -> bool:
        return {"state_mood", "trigger_mood"} <= await notes(home)

    await until(joyful)
    assert "trigger_stress" not in await notes(home)

    switch = "switch.thinker_simulate_stress"
    await client.command("config/entity_registry/update", entity_id=switch, disabled_by=None)
    await client.post(f"/api/config/config_entries/entry/{thinker.entry_id}/reload")

    async def has_switch() -> bool:
        return any(state["entity_id"] == switch for state in await client.get("/api/states"))

    await until(has_switch)
    assert await client.state("sensor.thinker_mood") == "joy", "the mood outlives the reload"
    await client.post("/api/services/switch/turn_on", entity_id=switch)

    async def stressed() -> bool:
        return {"state_stress", "trigger_stress"} <= await notes(home)

    await until(stressed)
    await client.say("Tell me about the deep sea.", thinker.agent)
    assert "You are exhausted" in home.ollama.calls[-1].words
    await client.post("/api/services/switch/turn_off", entity_id=switch)

    async def left() -> bool:
        return "trigger_left" in await notes(home)

    await until(left)
    await client.say("Tell me about the shallow sea.", thinker.agent)
    assert "You are exhausted" not in home.ollama.calls[-1].words


async def test_the_soul_and_the_journal_are_files_that_a_person_can_read(home: Home) -> None:
    folder = home.process.folder / "opencrayfish/thinker"
    await home.client.options(home.thinker.entry_id, memory={"journal_flush_seconds": 1})
    await home.client.say("Remember the lighthouse.", home.thinker.agent)

    async def written() -> bool:
        return any("lighthouse" in file.read_text("utf-8") for file in folder.glob("journal/stm-*.jsonl"))

    await until(written)
    assert "# [FUNDAMENTAL_LAWS]" in (folder / "soul.md").read_text("utf-8")
