"""A model that is not on the server is fetched by its issue's own flow."""

import pytest
from pytest_homeassistant_custom_component.common import MockConfigEntry

from custom_components.opencrayfish.const import DOMAIN
from custom_components.opencrayfish.repairs import async_create_fix_flow
from homeassistant.components.repairs import ConfirmRepairFlow
from homeassistant.core import HomeAssistant
from homeassistant.data_entry_flow import FlowResultType
from homeassistant.helpers import issue_registry as ir
from homeassistant.setup import async_setup_component
from tests.fakes.ollama_server import FakeOllama

from .conftest import Hatch


async def fix(home: HomeAssistant, entry: MockConfigEntry) -> dict[str, object]:
    """Press the button of the issue, say yes, and return where the flow ends."""
    flows = home.data["repairs"]["flow_manager"]
    page = await flows.async_init(
        DOMAIN, data={"issue_id": f"model_missing_{entry.entry_id}"}, context={"source": "user"}
    )
    assert (page["type"], page["step_id"]) == (FlowResultType.FORM, "confirm")
    assert page["description_placeholders"] == {"name": "Pinchy", "brain": "ollama fake:70b"}
    page = await flows.async_configure(page["flow_id"], {})
    while page["type"] is FlowResultType.SHOW_PROGRESS:
        assert page["progress_action"] == "pull"
        await home.async_block_till_done(wait_background_tasks=True)
        page = await flows.async_configure(page["flow_id"])
    return dict(page)


@pytest.fixture
async def entry(home: HomeAssistant, hatch: Hatch, ollama: FakeOllama) -> MockConfigEntry:
    assert await async_setup_component(home, "repairs", {})
    entry = await hatch(url=ollama.url, model="fake:70b")
    await home.async_block_till_done(wait_background_tasks=True)
    assert ir.async_get(home).async_get_issue(DOMAIN, f"model_missing_{entry.entry_id}")
    return entry


async def test_the_model_is_fetched_and_the_brain_is_back(
    home: HomeAssistant, entry: MockConfigEntry, ollama: FakeOllama
) -> None:
    page = await fix(home, entry)
    assert page["type"] is FlowResultType.CREATE_ENTRY
    assert "fake:70b" in ollama.models
    assert ir.async_get(home).async_get_issue(DOMAIN, f"model_missing_{entry.entry_id}") is None
    state = home.states.get("sensor.pinchy_brain")
    assert state
    assert state.state == "online"


async def test_a_download_that_fails_says_why_and_leaves_the_issue(
    home: HomeAssistant, entry: MockConfigEntry, ollama: FakeOllama
) -> None:
    ollama.pull_error = "pull model manifest: file does not exist"
    page = await fix(home, entry)
    assert (page["type"], page["reason"]) == (FlowResultType.ABORT, "pull_failed")
    assert "file does not exist" in str(page["description_placeholders"])
    assert ir.async_get(home).async_get_issue(DOMAIN, f"model_missing_{entry.entry_id}")


async def test_an_issue_of_a_crayfish_that_is_gone_only_asks(home: HomeAssistant) -> None:
    flow = await async_create_fix_flow(home, "model_missing_01ABC", {"entry_id": "01ABC"})
    assert isinstance(flow, ConfirmRepairFlow)
