"""The heartbeat: one beat every half minute, and everything that follows from what it finds."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import override

from homeassistant.core import HomeAssistant, callback
from homeassistant.helpers.event import async_track_time_interval
from homeassistant.helpers.update_coordinator import DataUpdateCoordinator

from .burrow.issues import (
    async_tend_brain_issues,
    async_tend_heart_issue,
    async_tend_soul_issue,
    async_tend_storage_issue,
)
from .burrow.runtime import CrayfishConfigEntry
from .const import DOMAIN, EVENT_HAPPENED, LOGGER
from .organism.body.vitals import VitalSigns
from .organism.errors import StorageFailed
from .organism.guard import guarded
from .organism.life.happening import HappeningKind, in_words
from .organism.life.heart import MISSED_BEATS
from .organism.life.pulse import Due, Pulse


class HeartbeatCoordinator(DataUpdateCoordinator[Pulse]):
    """Beats by a timer of its own and carries the pulse to the entities.

    The coordinator's own interval is not used: everything that is shown between two beats would set it back, and the heart
    would stop (0 beats in ten minutes with something shown every 20 s).
    """

    config_entry: CrayfishConfigEntry

    def __init__(self, hass: HomeAssistant, entry: CrayfishConfigEntry) -> None:
        """Start with the pulse as it was left, without a beat."""
        super().__init__(hass, LOGGER, config_entry=entry, name=f"{DOMAIN} {entry.title}", always_update=False)
        self._runtime = entry.runtime_data
        self._is_beating = False
        self.data = self._runtime.organism.observe(is_telling=False)

    async def async_start(self) -> None:
        """Beat for the first time and then for ever, until the entry is unloaded."""
        # Also keeps the coordinator going when somebody disables all sensors.
        self.config_entry.async_on_unload(self.async_add_listener(self._async_follow_up))
        await self.async_refresh()
        self._schedule()

    @callback
    def _schedule(self) -> None:
        interval = timedelta(seconds=self._runtime.organism.settings.pulse_interval_seconds)
        self.config_entry.async_on_unload(
            async_track_time_interval(self.hass, self._async_beat, interval, cancel_on_shutdown=True)
        )

    async def _async_beat(self, _now: datetime) -> None:
        missed = self._runtime.organism.heart.missed_beats(self._runtime.organism.settings)
        async_tend_heart_issue(self.hass, self.config_entry, is_ill=missed >= MISSED_BEATS)
        if self._is_beating:
            # The reading hangs. Another one would only wait behind it.
            self.async_update_listeners()
            return
        await self.async_refresh()

    @override
    async def _async_update_data(self) -> Pulse:
        self._is_beating = True
        try:
            signs = await guarded(self._runtime.probe.sample(), doing="reading the computer", otherwise=VitalSigns())
            pulse = self._runtime.organism.beat(signs)
            language = await self._runtime.async_language(self.hass.config.language)
            return replace(pulse, happenings=tuple(in_words(happening, language) for happening in pulse.happenings))
        finally:
            self._is_beating = False

    @callback
    def _async_follow_up(self) -> None:
        """Tell what happened and begin what is due, without waiting for it."""
        pulse = self.data
        for happening in pulse.happenings:
            data = {"config_entry_id": self.config_entry.entry_id, "kind": happening.kind.value, **happening.data}
            self.hass.bus.async_fire(EVENT_HAPPENED, data)
            if happening.kind is HappeningKind.BRAIN_WENT_OFFLINE:
                LOGGER.info("The brain of %s is away: %s", self.config_entry.title, pulse.health.last_error)
            elif happening.kind is HappeningKind.BRAIN_CAME_BACK:
                LOGGER.info("The brain of %s is back", self.config_entry.title)
        self._runtime.store.async_save_soon(self._runtime.organism)
        self._runtime.journal.async_schedule()
        async_tend_brain_issues(self.hass, self.config_entry, pulse.health)
        if Due.CHECK_SOUL in pulse.due:
            self.config_entry.async_create_background_task(self.hass, self._async_check_soul(), "check the soul")
        brain = self._runtime.organism.brain
        if brain and Due.PROBE_BRAIN in pulse.due:
            self.config_entry.async_create_background_task(
                self.hass, self._async_look_after_brain(), "look after the brain"
            )

    async def _async_look_after_brain(self) -> None:
        if brain := self._runtime.organism.brain:
            await guarded(brain.look_after(), doing="looking after the brain", otherwise=None)
            self._runtime.async_show()

    async def _async_check_soul(self) -> None:
        soul = self._runtime.organism.soul
        try:
            await soul.changed()
        except StorageFailed as err:
            async_tend_storage_issue(self.hass, self.config_entry, str(err))
            return
        async_tend_soul_issue(self.hass, self.config_entry, soul.fault)
