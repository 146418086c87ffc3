"""Triggers: what happens to a crayfish can start an automation."""

from typing import Any, Final, override

import voluptuous as vol

from homeassistant.const import CONF_OPTIONS, CONF_TARGET
from homeassistant.core import CALLBACK_TYPE, Event, HomeAssistant, callback
from homeassistant.helpers import config_validation as cv
from homeassistant.helpers.trigger import Trigger, TriggerActionRunner, TriggerConfig, TriggerNotTriggeredReporter
from homeassistant.helpers.typing import ConfigType

from .burrow.targets import async_targeted_entries
from .const import EVENT_HAPPENED
from .organism.life.happening import HappeningKind

SCHEMA: Final = vol.Schema({vol.Optional(CONF_TARGET): cv.TARGET_FIELDS, vol.Optional(CONF_OPTIONS, default={}): {}})


class HappeningTrigger(Trigger):
    """Starts when something of one kind happens to any crayfish, or to a targeted one."""

    kind: HappeningKind

    @override
    @classmethod
    async def async_validate_config(cls, hass: HomeAssistant, config: ConfigType) -> ConfigType:
        """Take an optional target and nothing else."""
        checked: ConfigType = SCHEMA(config)
        return checked

    def __init__(self, hass: HomeAssistant, config: TriggerConfig) -> None:
        """Keep the target; what it stands for is looked up each time, because entities come and go."""
        super().__init__(hass, config)
        self._target = config.target

    @override
    async def async_attach_runner(
        self, run_action: TriggerActionRunner, did_not_trigger: TriggerNotTriggeredReporter | None = None
    ) -> CALLBACK_TYPE:
        """Listen."""

        @callback
        def happened(event: Event[dict[str, Any]]) -> None:
            if event.data["kind"] != self.kind:
                return
            entry_id = event.data["config_entry_id"]
            targeted = async_targeted_entries(self._hass, self._target)
            if targeted is None or entry_id in targeted:
                run_action(dict(event.data), f"{self.kind.value} of {entry_id}", event.context)

        return self._hass.bus.async_listen(EVENT_HAPPENED, happened)


def _trigger(of_kind: HappeningKind) -> type[Trigger]:
    """Return the trigger of one kind."""
    return type(f"{of_kind.name.title().replace('_', '')}Trigger", (HappeningTrigger,), {"kind": of_kind})


TRIGGERS: Final[dict[str, type[Trigger]]] = {kind.value: _trigger(kind) for kind in HappeningKind}


async def async_get_triggers(hass: HomeAssistant) -> dict[str, type[Trigger]]:
    """Return them all by name."""
    return TRIGGERS
