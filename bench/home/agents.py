"""The agents that can be compared, each set up as its users would."""

from enum import StrEnum
from typing import Any

from pytest_homeassistant_custom_component.common import MockConfigEntry

from custom_components.opencrayfish.const import DOMAIN, SUBENTRY_BRAIN
from homeassistant.components.conversation import HOME_ASSISTANT_AGENT
from homeassistant.const import CONF_LLM_HASS_API, CONF_MODEL, CONF_PROMPT, CONF_URL
from homeassistant.core import HomeAssistant
from homeassistant.helpers import entity_registry as er, llm

OLLAMA = "ollama"


class Agent(StrEnum):
    """Who is spoken to."""

    CRAYFISH = "crayfish"
    """Ours, with a model or without."""
    CORE_OLLAMA = "core_ollama"
    """Home Assistant's own integration of Ollama, which may control the home through Assist."""
    ASSIST = "assist"
    """Home Assistant's own sentences, without a model."""


class AgentBroken(Exception):
    """The agent could not be set up; the message tells why."""


async def set_up(hass: HomeAssistant, agent: Agent, *, url: str, model: str | None, confirms: bool) -> str:
    """Set up an agent and return its id.

    Raises `AgentBroken`.
    """
    if agent is Agent.ASSIST:
        return HOME_ASSISTANT_AGENT
    if agent is Agent.CRAYFISH:
        entry = crayfish(url, model, confirms=confirms)
    elif model is None:
        raise AgentBroken("core_ollama needs a model")
    else:
        entry = core_ollama(url, model)
    entry.add_to_hass(hass)
    if not await hass.config_entries.async_setup(entry.entry_id):
        raise AgentBroken(f"{agent} cannot be set up: {entry.reason or entry.state}")
    await hass.async_block_till_done()
    for registered in er.async_entries_for_config_entry(er.async_get(hass), entry.entry_id):
        if registered.domain == "conversation":
            return registered.entity_id
    raise AgentBroken(f"{agent} has no conversation entity")


def crayfish(url: str, model: str | None, *, confirms: bool) -> MockConfigEntry:
    """Return an entry of ours that never sleeps; without a model it has no brain."""
    brain = {"kind": OLLAMA, "url": url, "model": model}
    subentries = [{"data": brain, "subentry_type": SUBENTRY_BRAIN, "title": model, "unique_id": None}]
    options: dict[str, Any] = {"rhythm": {"sleep_start": "06:00:00", "duty_start": "06:00:00"}}
    if not confirms:
        options["home"] = {"confirm_domains": []}
    return MockConfigEntry(
        domain=DOMAIN,
        title="Pinchy",
        data={"designation": "Pinchy", "slug": "pinchy", "brain": OLLAMA if model else "none"},
        options=options,
        subentries_data=subentries if model else [],
    )


def core_ollama(url: str, model: str) -> MockConfigEntry:
    """Return an entry of Home Assistant's integration with what its forms suggest, and Assist to control the home."""
    conversation = {
        CONF_MODEL: model,
        CONF_PROMPT: llm.DEFAULT_INSTRUCTIONS_PROMPT,
        CONF_LLM_HASS_API: [llm.LLM_API_ASSIST],
        "num_ctx": 8192,
        "max_history": 20,
        "keep_alive": -1,
        "think": False,
    }
    return MockConfigEntry(
        domain=OLLAMA,
        title="Ollama",
        version=3,
        minor_version=3,
        data={CONF_URL: url},
        subentries_data=[
            {"data": conversation, "subentry_type": "conversation", "title": model, "unique_id": None},
        ],
    )
