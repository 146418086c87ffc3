"""Conditions: how a crayfish is can decide whether an automation goes on."""

from collections.abc import Callable
from typing import Any, Final, override

import voluptuous as vol

from homeassistant.config_entries import ConfigEntryState
from homeassistant.const import CONF_OPTIONS, CONF_TARGET
from homeassistant.core import HomeAssistant
from homeassistant.helpers import config_validation as cv
from homeassistant.helpers.condition import Condition, ConditionConfig
from homeassistant.helpers.typing import ConfigType

from .burrow.runtime import CrayfishConfigEntry
from .burrow.targets import async_targeted_entries
from .const import DOMAIN
from .organism.backends.breaker import BrainStatus
from .organism.body.mood import Emotion
from .organism.life.pulse import Pulse

CONF_MOOD: Final = "mood"
SCHEMA: Final = vol.Schema({vol.Optional(CONF_TARGET): cv.TARGET_FIELDS, vol.Optional(CONF_OPTIONS, default={}): {}})
MOOD_SCHEMA: Final = SCHEMA.extend(
    {
        vol.Required(CONF_OPTIONS): {
            vol.Required(CONF_MOOD): vol.All(
                cv.ensure_list, vol.Length(min=1), [vol.In([mood.value for mood in Emotion])]
            )
        }
    }
)

type Holds = Callable[[Pulse, dict[str, Any]], bool]


class PulseCondition(Condition):
    """Holds when it holds for any crayfish, or for any of the targeted ones."""

    schema: vol.Schema = SCHEMA
    holds: Holds

    @override
    @classmethod
    async def async_validate_config(cls, hass: HomeAssistant, config: ConfigType) -> ConfigType:
        """Take an optional target and the options of this condition."""
        checked: ConfigType = cls.schema(config)
        return checked

    def __init__(self, hass: HomeAssistant, config: ConditionConfig) -> None:
        """Keep the target and the options."""
        super().__init__(hass, config)
        self._target = config.target
        self._options = config.options or {}

    @override
    def _async_check(self, **kwargs: Any) -> bool:
        """Look at the latest pulses."""
        targeted = async_targeted_entries(self._hass, self._target)
        entries: list[CrayfishConfigEntry] = self._hass.config_entries.async_entries(DOMAIN)
        return any(
            type(self).holds(entry.runtime_data.pulse.data, self._options)
            for entry in entries
            if entry.state is ConfigEntryState.LOADED and (targeted is None or entry.entry_id in targeted)
        )


def _condition(name: str, holds: Holds, schema: vol.Schema = SCHEMA) -> type[Condition]:
    return type(name, (PulseCondition,), {"holds": staticmethod(holds), "schema": schema})


CONDITIONS: Final[dict[str, type[Condition]]] = {
    "is_stressed": _condition("IsStressed", lambda pulse, _: pulse.episode is not None),
    "is_sleeping": _condition("IsSleeping", lambda pulse, _: pulse.is_asleep),
    "brain_is_online": _condition(
        "BrainIsOnline", lambda pulse, _: pulse.health.status in {BrainStatus.ONLINE, BrainStatus.DEGRADED}
    ),
    "mood_is": _condition("MoodIs", lambda pulse, options: pulse.dominant.value in options[CONF_MOOD], MOOD_SCHEMA),
}


async def async_get_conditions(hass: HomeAssistant) -> dict[str, type[Condition]]:
    """Return them all by name."""
    return CONDITIONS
