"""Carries out orders for later at their time, once, and tells what did not work."""

from datetime import datetime

from homeassistant.components import persistent_notification
from homeassistant.config_entries import ConfigEntry
from homeassistant.const import UnitOfTemperature
from homeassistant.core import CALLBACK_TYPE, Context, Event, EventStateChangedData, HomeAssistant, callback
from homeassistant.helpers.event import async_track_point_in_time, async_track_state_change_event
from homeassistant.helpers.start import async_at_started
from homeassistant.util import dt as dt_util

from ..const import DOMAIN, LOGGER
from ..organism.guard import guarded
from ..organism.hands.jobs import Job, is_so
from ..organism.hands.outcome import FULFILLED, carry_out
from ..organism.hands.results import Question
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
        self._forget: CALLBACK_TYPE | None = None
        entry.async_on_unload(async_at_started(hass, self._started))
        entry.async_on_unload(self.async_cancel)

    @callback
    def _started(self, _hass: HomeAssistant) -> None:
        self.async_schedule()
        # What is waited for may have come while nobody was there.
        self._entry.async_create_task(self._hass, self._async_run(dt_util.now()))

    @callback
    def async_schedule(self) -> None:
        """Wait for the next job."""
        self.async_cancel()
        jobs = self._runtime.organism.jobs.jobs
        if jobs:
            self._cancel = async_track_point_in_time(self._hass, self._async_run, jobs[0].due)
        if watched := {id_ for job in jobs if job.awaits for id_ in job.awaits.targets}:
            self._forget = async_track_state_change_event(self._hass, watched, self._state_changed)

    @callback
    def async_cancel(self) -> None:
        """Wait no longer."""
        for cancel in (self._cancel, self._forget):
            if cancel:
                cancel()
        self._cancel = self._forget = None

    @callback
    def _state_changed(self, _event: Event[EventStateChangedData]) -> None:
        # Not at once: the house hears of the same change, and may hear of it later.
        self._entry.async_create_task(self._hass, self._async_run(dt_util.now()), eager_start=False)

    def _is_so(self, question: Question) -> bool:
        return is_so(question, async_house(self._hass))

    async def async_changed(self) -> None:
        """Keep what was planned or cancelled, before it is confirmed."""
        self.async_schedule()
        await self._runtime.async_save()

    async def _async_run(self, _now: datetime) -> None:
        now, missed = self._runtime.organism.jobs.take_due(dt_util.now(), self._is_so)
        if now or missed:
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
