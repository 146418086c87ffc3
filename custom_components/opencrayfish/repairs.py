"""What Repairs can mend by itself."""

import asyncio
from typing import Any

from homeassistant.components.repairs import ConfirmRepairFlow, RepairsFlow, RepairsFlowResult
from homeassistant.config_entries import ConfigEntryState
from homeassistant.core import HomeAssistant

from .burrow.issues import MODEL_MISSING, SOUL_BROKEN, async_tend_soul_issue
from .burrow.runtime import CrayfishConfigEntry
from .organism.errors import BackendError, StorageFailed


async def async_create_fix_flow(
    hass: HomeAssistant, issue_id: str, data: dict[str, str | int | float | None] | None
) -> RepairsFlow:
    """Return the flow that mends an issue."""
    entry_id = (data or {}).get("entry_id")
    entry: CrayfishConfigEntry | None = hass.config_entries.async_get_entry(str(entry_id))
    if entry and entry.state is ConfigEntryState.LOADED and issue_id.startswith(MODEL_MISSING):
        return PullModelFlow(entry)
    if entry and entry.state is ConfigEntryState.LOADED and issue_id.startswith(SOUL_BROKEN):
        return RestoreSoulFlow(entry)
    return ConfirmRepairFlow()


class PullModelFlow(RepairsFlow):
    """Makes the server fetch the model, and shows how far it is."""

    def __init__(self, entry: CrayfishConfigEntry) -> None:
        """Take the crayfish whose brain is empty."""
        self._entry = entry
        self._pulling: asyncio.Task[None] | None = None
        self._error = ""

    async def async_step_init(self, user_input: dict[str, Any] | None = None) -> RepairsFlowResult:
        """Ask before anything is downloaded."""
        return await self.async_step_confirm()

    async def async_step_confirm(self, user_input: dict[str, Any] | None = None) -> RepairsFlowResult:
        """Begin after a yes."""
        if user_input is not None:
            return await self.async_step_pull()
        return self.async_show_form(step_id="confirm", description_placeholders=self._placeholders())

    async def async_step_pull(self, user_input: dict[str, Any] | None = None) -> RepairsFlowResult:
        """Show how far the download is."""
        if self._pulling is None:
            self._pulling = self._entry.async_create_background_task(self.hass, self._async_pull(), "pull the model")
        if not self._pulling.done():
            return self.async_show_progress(
                step_id="pull",
                progress_action="pull",
                progress_task=self._pulling,
                description_placeholders=self._placeholders(),
            )
        return self.async_show_progress_done(next_step_id="failed" if self._error else "done")

    async def async_step_done(self, user_input: dict[str, Any] | None = None) -> RepairsFlowResult:
        """End; the issue goes away with it."""
        return self.async_create_entry(data={})

    async def async_step_failed(self, user_input: dict[str, Any] | None = None) -> RepairsFlowResult:
        """Say what went wrong; the issue stays."""
        return self.async_abort(
            reason="pull_failed", description_placeholders={**self._placeholders(), "error": self._error}
        )

    async def _async_pull(self) -> None:
        brain = self._entry.runtime_data.organism.brain
        if brain is None:
            return
        try:
            async for share in brain.pull():
                if share is not None:
                    self.async_update_progress(share)
        except BackendError as err:
            self._error = str(err)
        else:
            self._entry.runtime_data.async_show()

    def _placeholders(self) -> dict[str, str]:
        brain = self._entry.runtime_data.organism.brain
        return {"name": self._entry.title, "brain": brain.name if brain else ""}


class RestoreSoulFlow(RepairsFlow):
    """Puts the latest sound soul in the place of a broken one."""

    def __init__(self, entry: CrayfishConfigEntry) -> None:
        """Take the crayfish whose soul is broken."""
        self._entry = entry

    async def async_step_init(self, user_input: dict[str, Any] | None = None) -> RepairsFlowResult:
        """Ask before a file is replaced."""
        return await self.async_step_confirm()

    async def async_step_confirm(self, user_input: dict[str, Any] | None = None) -> RepairsFlowResult:
        """Restore after a yes; the broken file is kept beside it."""
        keeper = self._entry.runtime_data.organism.soul
        if user_input is None:
            placeholders = {"name": self._entry.title, "fault": keeper.fault}
            return self.async_show_form(step_id="confirm", description_placeholders=placeholders)
        try:
            await keeper.restore()
        except StorageFailed as err:
            return self.async_abort(reason="restore_failed", description_placeholders={"error": str(err)})
        async_tend_soul_issue(self.hass, self._entry, keeper.fault)
        return self.async_create_entry(data={})
