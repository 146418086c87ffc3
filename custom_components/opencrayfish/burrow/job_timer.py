"""Carries out orders for later at their time, once, and tells what did not work."""

from datetime import datetime

from homeassistant.components import persistent_notification
from homeassistant.config_entries import ConfigEntry
from homeassistant.const import UnitOfTemperature
from homeassistant.core import CALLBACK_TYPE, Context, HomeAssistant, callback
from homeassistant.helpers.event import async_track_point_in_time
from homeassistant.helpers.start import async_at_started
from homeassistant.util import dt as dt_util

from ..const import DOMAIN, LOGGER
from ..organism.guard import guarded
from ..organism.hands.jobs import Job
from ..organism.hands.outcome import FULFILLED, carry_out
from ..organism.hands.telling import Teller
from .effector import ServiceEffector
from .house import async_house
from .runtime import CrayfishRuntime


class JobTimer:
    """One crayfish's clock for jobs."""

    def __init__(self, hass: HomeAssistant, entry: ConfigEntry, runtime: CrayfishRuntime) -> None:
        """Wait until Home Assistant has started: devices must be there first."""
        self._hass = hass
        self._entry = entry
        self._runtime = runtime
        self._cancel: CALLBACK_TYPE | None = None
        entry.async_on_unload(async_at_started(hass, self._started))
        entry.async_on_unload(self.async_cancel)

    @callback
    def _started(self, _hass: HomeAssistant) -> None:
        self.async_schedule()

    @callback
    def async_schedule(self) -> None:
        """Wait for the next job."""
        self.async_cancel()
        if jobs := self._runtime.organism.jobs.jobs:
            self._cancel = async_track_point_in_time(self._hass, self._async_run, jobs[0].due)

    @callback
    def async_cancel(self) -> None:
        """Wait no longer."""
        if self._cancel:
            self._cancel()
            self._cancel = None

    async def async_changed(self) -> None:
        """Keep what was planned or cancelled, before it is confirmed."""
        self.async_schedule()
        await self._runtime.async_save()

    async def _async_run(self, _now: datetime) -> None:
        self._cancel = None
        now, missed = self._runtime.organism.jobs.take_due(dt_util.now())
        # Before anything is done, so that nothing is done twice whatever happens now.
        await self._runtime.async_save()
        for job in now:
            await guarded(self._async_do(job), doing="carrying out an order for later", otherwise=None)
        for job in missed:
            teller = await self._async_teller(job)
            self._tell(job, await teller.planned(job, is_missed=True))
        self.async_schedule()

    async def _async_do(self, job: Job) -> None:
        house = async_house(self._hass)
        effector = ServiceEffector(self._hass, Context(user_id=job.user_id or None), job.language)
        outcomes = await carry_out(job.calls, house, effector)
        sentence = await (await self._async_teller(job)).outcomes(outcomes)
        LOGGER.info("%s carried out %s: %s", self._entry.title, job.id, sentence)
        if not outcomes or any(outcome.ending not in FULFILLED for outcome in outcomes):
            self._tell(job, sentence)

    async def _async_teller(self, job: Job) -> Teller:
        _, phrasing = await self._runtime.async_tongue(job.language)
        effector = ServiceEffector(self._hass, Context(), job.language)
        is_fahrenheit = self._hass.config.units.temperature_unit == UnitOfTemperature.FAHRENHEIT
        return Teller(phrasing, async_house(self._hass), effector, uses_fahrenheit=is_fahrenheit)

    @callback
    def _tell(self, job: Job, sentence: str) -> None:
        persistent_notification.async_create(
            self._hass, sentence or job.id, title=self._entry.title, notification_id=f"{DOMAIN}_{job.id}"
        )
