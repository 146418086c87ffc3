"""A Home Assistant with one virtual home, which can be made what it was before each sentence."""

import asyncio
from collections.abc import AsyncGenerator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
import time
from typing import Any
from unittest.mock import patch

from custom_components.virtual_home.const import CONF_PATH, DOMAIN
from freezegun import freeze_time
from pytest_homeassistant_custom_component.common import MockConfigEntry, async_test_home_assistant
import voluptuous as vol

from homeassistant.auth.const import GROUP_ID_ADMIN
from homeassistant.components.homeassistant.exposed_entities import async_expose_entity
from homeassistant.core import Context, HomeAssistant
from homeassistant.exceptions import HomeAssistantError
from homeassistant.helpers import device_registry as dr, frame
from homeassistant.setup import async_setup_component

from .claims import Named, Names
from .comparing import CONTENTS, Snapshot
from .tasks import Seen

COMPONENTS = ("homeassistant", "conversation", "intent")
FAULTS = (HomeAssistantError, vol.Invalid, ValueError, TypeError, KeyError, AttributeError)
"""What a state or attribute that an entity cannot take may end in."""


@dataclass(frozen=True, kw_only=True, slots=True)
class House:
    """A home that runs."""

    hass: HomeAssistant
    entry: MockConfigEntry
    user_id: str

    @property
    def names(self) -> Names:
        """What everything is called."""
        home = self.entry.runtime_data.home
        areas = {area.id: area.name for area in home.areas}
        devices = {device.id: device for device in home.devices}
        names = {}
        for spec in home.entities:
            device = devices.get(spec.device)
            area = spec.area or (device.area if device else "")
            names[spec.id] = Named(
                name=spec.name,
                aliases=spec.aliases,
                area=areas.get(area, ""),
                device=device.name if device else "",
            )
        return names

    @property
    def skipped(self) -> tuple[str, ...]:
        """Entities of kinds that no virtual home has."""
        skipped: tuple[str, ...] = self.entry.runtime_data.home.skipped
        return skipped

    def context(self) -> Context:
        """Return a context of the person who speaks."""
        return Context(user_id=self.user_id)

    def device_id(self, device: str) -> str | None:
        """Return Home Assistant's id of a device of the home's file."""
        found = dr.async_get(self.hass).async_get_device(identifiers={(DOMAIN, f"{self.entry.entry_id}_{device}")})
        return found.id if found else None

    def snapshot(self) -> Snapshot:
        """Return what all entities of the home are now."""
        seen = {}
        for entity_id, entity in self.entry.runtime_data.entities.items():
            if state := self.hass.states.get(entity_id):
                attributes: dict[str, Any] = {**state.attributes, CONTENTS: entity.contents}
                seen[entity_id] = Seen(state=state.state, attributes=attributes)
        return seen

    async def prepare(self, setup: Mapping[str, Seen]) -> list[str]:
        """Make the home what its file says, and some entities what a task says; return what could not be done."""
        faults = []
        await self.hass.services.async_call(DOMAIN, "reset", {}, blocking=True)
        for entity_id, given in setup.items():
            data = {"entity_id": entity_id, "state": given.state, "attributes": dict(given.attributes)}
            try:
                await self.hass.services.async_call(DOMAIN, "set_state", data, blocking=True)
            except FAULTS as err:
                faults.append(f"{entity_id} cannot be set up: {err}")
        await self.settle()
        return faults

    async def settle(self) -> None:
        """Wait until things are still."""
        await self.hass.async_block_till_done()


@asynccontextmanager
async def house(folder: Path, fixtures: Path) -> AsyncGenerator[House]:
    """Run a Home Assistant with the home of a file; the folder is for what it keeps."""
    async with async_test_home_assistant(config_dir=str(folder)) as hass:
        try:
            # As Home Assistant's own start does; the harness leaves it to its fixtures.
            frame.async_setup(hass)
            hass.data.pop("custom_components", None)
            for domain in COMPONENTS:
                assert await async_setup_component(hass, domain, {})
            user = await hass.auth.async_create_user("Ada", group_ids=[GROUP_ID_ADMIN])
            entry = MockConfigEntry(domain=DOMAIN, data={CONF_PATH: str(fixtures)})
            entry.add_to_hass(hass)
            if not await hass.config_entries.async_setup(entry.entry_id):
                raise HomeAssistantError(f"{fixtures}: {entry.reason}")
            for entity_id in entry.runtime_data.entities:
                async_expose_entity(hass, "conversation", entity_id, should_expose=True)
            await hass.async_block_till_done()
            yield House(hass=hass, entry=entry, user_id=user.id)
        finally:
            await hass.async_stop(force=True)


@contextmanager
def clock_at(moment: datetime | None) -> Iterator[None]:
    """Let it be another time for a while; it goes on from there."""
    if moment is None:
        yield
        return
    # Waiting and the stopwatch keep the real one.
    with (
        patch.object(asyncio.get_running_loop(), "time", time.monotonic),
        freeze_time(moment, tick=True, ignore=["bench"]),
    ):
        yield


def time_zone(moment: datetime) -> str:
    """Return the name of a time zone in which the moment's own clock is right."""
    hours = round((moment.utcoffset() or timedelta()) / timedelta(hours=1))
    # These names count westwards.
    return "UTC" if hours == 0 else f"Etc/GMT{-hours:+d}"
