"""What a person sets up in the browser: a home, a crayfish in it, and Assist that talks to the crayfish."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tests.end_to_end.client import Client, RefusedError

DOMAIN: Final = "opencrayfish"
VIRTUAL_HOME: Final = "virtual_home"
RELOAD_SECONDS: Final = 20


@dataclass(frozen=True, kw_only=True, slots=True)
class Brain:
    """A model of an Ollama server."""

    url: str
    model: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Crayfish:
    """One set-up crayfish."""

    entry_id: str
    agent: str
    """Entity id of its conversation entity."""


async def add_virtual_home(client: Client, path: Path) -> None:
    """Add the home that the file describes, with all its entities exposed to Assist."""
    created(await client.flow(VIRTUAL_HOME, {"path": str(path)}))
    entities = [entity["entity_id"] for entity in await _entities(client, VIRTUAL_HOME)]
    await client.command(
        "homeassistant/expose_entity", assistants=["conversation"], entity_ids=entities, should_expose=True
    )


async def add_crayfish(client: Client, *, designation: str = "Crayfish", brain: Brain | None = None) -> Crayfish:
    """Take a new crayfish through its own config flow; it never sleeps, so that it chats whenever it is tried."""
    entry_id = created(await client.flow(DOMAIN, _identity(designation, brain), *_brain(brain)))["entry_id"]
    await client.options(entry_id, rhythm={"sleep_start": "06:00:00", "duty_start": "06:00:00"})
    return await find_crayfish(client, entry_id)


async def give_brain(client: Client, entry_id: str, brain: Brain) -> None:
    """Take a crayfish through its reconfiguration and wait until it is back.

    Raises `RefusedError` when the flow does not end well.
    """
    identity = _identity((await _entry(client, entry_id))["title"], brain)
    result = await client.flow(DOMAIN, identity, *_brain(brain), entry_id=entry_id)
    if result.get("reason") != "reconfigure_successful":
        raise RefusedError("flow", result)
    async with asyncio.timeout(RELOAD_SECONDS):
        while (await _entry(client, entry_id))["state"] != "loaded":  # noqa: ASYNC110 another process
            await asyncio.sleep(0.05)


async def find_crayfish(client: Client, entry_id: str) -> Crayfish:
    """Return the crayfish of a config entry; raises `RefusedError` when it has no voice."""
    for entity in await _entities(client, DOMAIN):
        if entity["config_entry_id"] == entry_id and entity["entity_id"].startswith("conversation."):
            return Crayfish(entry_id=entry_id, agent=entity["entity_id"])
    raise RefusedError("no conversation entity", await _entry(client, entry_id))


async def entries(client: Client, domain: str = DOMAIN) -> list[dict[str, Any]]:
    """Return the config entries of all crayfish, or of another integration."""
    found: list[dict[str, Any]] = await client.get(f"/api/config/config_entries/entry?domain={domain}")
    return found


async def talk_through_assist(client: Client, crayfish: Crayfish, name: str = "Crayfish") -> str:
    """Make the crayfish the one that Assist talks to, and return the new pipeline's id."""
    pipeline: str = (
        await client.command(
            "assist_pipeline/pipeline/create",
            name=name,
            language="en",
            conversation_engine=crayfish.agent,
            conversation_language="en",
            **dict.fromkeys(
                (
                    "stt_engine",
                    "stt_language",
                    "tts_engine",
                    "tts_language",
                    "tts_voice",
                    "wake_word_entity",
                    "wake_word_id",
                )
            ),
        )
    )["id"]
    await client.command("assist_pipeline/pipeline/set_preferred", pipeline_id=pipeline)
    return pipeline


def created(result: Mapping[str, Any]) -> dict[str, Any]:
    """Return the entry that a flow created; raises `RefusedError` when it did not."""
    if result["type"] != "create_entry":
        raise RefusedError("flow", result)
    entry: dict[str, Any] = result["result"]
    return entry


def _identity(designation: str, brain: Brain | None) -> dict[str, str]:
    return {
        "designation": designation,
        "architect_name": "Alex",
        "architect_honorific": "Boss",
        "architect_person": "person.alex",
        "brain": "ollama" if brain else "none",
    }


def _brain(brain: Brain | None) -> tuple[dict[str, str], ...]:
    return ({"url": brain.url}, {"model": brain.model}) if brain else ()


async def _entities(client: Client, platform: str) -> list[dict[str, Any]]:
    entities = await client.command("config/entity_registry/list")
    return [entity for entity in entities if entity["platform"] == platform]


async def _entry(client: Client, entry_id: str) -> dict[str, Any]:
    return next(entry for entry in await entries(client) if entry["entry_id"] == entry_id)
