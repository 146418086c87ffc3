"""A Home Assistant with crayfish in it, and servers they think with."""

from collections.abc import AsyncGenerator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from pytest_homeassistant_custom_component.common import MockConfigEntry

from custom_components.opencrayfish.const import DOMAIN, SUBENTRY_BRAIN
from homeassistant.core import HomeAssistant
from homeassistant.setup import async_setup_component
from tests.fakes.ollama_server import FakeOllama

type Hatch = Callable[..., Awaitable[MockConfigEntry]]


@pytest.fixture
def hass_config_dir(hass_tmp_config_dir: str) -> str:
    """Give every test a folder of its own: crayfish write into it."""
    return hass_tmp_config_dir


@pytest.fixture
async def home(hass: HomeAssistant) -> HomeAssistant:
    """Set up what every Home Assistant has; exposed entities live there."""
    assert await async_setup_component(hass, "homeassistant", {})
    assert await async_setup_component(hass, "conversation", {})
    return hass


@pytest.fixture
async def ollama(socket_enabled: None) -> AsyncGenerator[FakeOllama]:
    """Run a fake Ollama that speaks real HTTP."""
    async with FakeOllama(models=("fake:1b", "fake:4b")) as server:
        yield server


@pytest.fixture
def hatch(home: HomeAssistant) -> Hatch:
    """Return a function that brings a crayfish to life; with `url` it gets a brain."""

    async def bring_to_life(
        designation: str = "Pinchy", *, url: str = "", model: str = "fake:1b", **data: Any
    ) -> MockConfigEntry:
        brain = {"kind": "ollama", "url": url, "model": model}
        subentry = {"data": brain, "subentry_type": SUBENTRY_BRAIN, "title": model, "unique_id": None}
        entry = MockConfigEntry(
            domain=DOMAIN,
            title=designation,
            data={
                "designation": designation,
                "slug": designation.lower(),
                "brain": "ollama" if url else "none",
                **data,
            },
            # It never sleeps, so that the tests are the same by day and by night.
            options={"rhythm": {"sleep_start": "06:00:00", "duty_start": "06:00:00"}},
            subentries_data=[subentry] if url else [],
        )
        entry.add_to_hass(home)
        assert await home.config_entries.async_setup(entry.entry_id)
        await home.async_block_till_done()
        return entry

    return bring_to_life


HOME = """
areas:
  - {name: Kitchen, id: kitchen}
  - {name: Hall, id: hall}
entities:
  - {name: Kitchen Light, id: light.kitchen_light, area: kitchen, state: "off"}
  - {name: Hall Light, id: light.hall_light, area: hall, state: "off"}
  - {name: Front Door, id: lock.front_door, area: hall, state: locked}
"""


@pytest.fixture
async def furnished_home(home: HomeAssistant, tmp_path: Path) -> HomeAssistant:
    """Put two lamps and a lock into the house, exposed to Assist."""
    file = tmp_path / "home.yaml"
    file.write_text(HOME)
    entry = MockConfigEntry(domain="virtual_home", title="Virtual home", data={"path": str(file)})
    entry.add_to_hass(home)
    assert await home.config_entries.async_setup(entry.entry_id)
    await home.async_block_till_done()
    return home
