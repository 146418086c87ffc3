"""What may be tuned while the animal lives."""

from collections.abc import Mapping
from typing import Any, Final

import voluptuous as vol

from homeassistant.config_entries import ConfigFlowResult, OptionsFlow
from homeassistant.data_entry_flow import SectionConfig, section
from homeassistant.helpers.selector import (
    BooleanSelector,
    NumberSelector,
    NumberSelectorConfig,
    NumberSelectorMode,
    SelectSelector,
    SelectSelectorConfig,
    SelectSelectorMode,
    TimeSelector,
)

from .burrow.settings import (
    CONF_ADDRESS,
    CONF_AFFIRMATION,
    CONF_CHAT_WHILE_ASLEEP,
    CONF_CONFIRM_DOMAINS,
    CONF_CONTEXT_TOKENS,
    CONF_DUTY_START,
    CONF_JOURNAL_FLUSH_SECONDS,
    CONF_JOURNAL_FSYNC,
    CONF_KEEP_ALIVE_MINUTES,
    CONF_PULSE_INTERVAL_SECONDS,
    CONF_RAM_LIMIT_PCT,
    CONF_RAM_RELEASE_PCT,
    CONF_REPLY_TOKENS,
    CONF_SLEEP_START,
    CONF_STM_MAX_TURNS,
    CONF_THERMAL_LIMIT_CELSIUS,
    CONF_THERMAL_RELEASE_CELSIUS,
    DEFAULT_OPTIONS,
    SECTION_BODY,
    SECTION_HOME,
    SECTION_MEMORY,
    SECTION_MIND,
    SECTION_RHYTHM,
    options_of,
)
from .organism.settings import Address


def _whole_number(minimum: int, maximum: int, step: int = 1) -> vol.All[Any]:
    selector = NumberSelector(NumberSelectorConfig(min=minimum, max=maximum, step=step, mode=NumberSelectorMode.BOX))
    return vol.All(selector, vol.Coerce(int))


def _share() -> vol.All[Any]:
    return _whole_number(1, 100)


PROTECTABLE: Final = ["lock", "alarm_control_panel", "valve", "cover", "garage", "gate", "door", "window"]
"""What may ask for a yes before it is opened; the last four are covers of that device class."""
OPEN: Final[SectionConfig] = {"collapsed": False}

OPTIONS_SCHEMA: Final = vol.Schema(
    {
        vol.Required(SECTION_RHYTHM, default=dict): section(
            vol.Schema(
                {
                    vol.Optional(CONF_SLEEP_START): TimeSelector(),
                    vol.Optional(CONF_DUTY_START): TimeSelector(),
                    vol.Optional(CONF_CHAT_WHILE_ASLEEP): BooleanSelector(),
                    vol.Optional(CONF_PULSE_INTERVAL_SECONDS): _whole_number(5, 300),
                }
            ),
            OPEN,
        ),
        vol.Required(SECTION_BODY, default=dict): section(
            vol.Schema(
                {
                    vol.Optional(CONF_THERMAL_LIMIT_CELSIUS): _whole_number(30, 110),
                    vol.Optional(CONF_THERMAL_RELEASE_CELSIUS): _whole_number(20, 110),
                    vol.Optional(CONF_RAM_LIMIT_PCT): _share(),
                    vol.Optional(CONF_RAM_RELEASE_PCT): _share(),
                }
            ),
            OPEN,
        ),
        vol.Required(SECTION_HOME, default=dict): section(
            vol.Schema(
                {
                    vol.Optional(CONF_CONFIRM_DOMAINS): SelectSelector(
                        SelectSelectorConfig(options=PROTECTABLE, translation_key=CONF_CONFIRM_DOMAINS, multiple=True)
                    )
                }
            ),
            OPEN,
        ),
        vol.Required(SECTION_MEMORY, default=dict): section(
            vol.Schema(
                {
                    vol.Optional(CONF_STM_MAX_TURNS): _whole_number(0, 100),
                    vol.Optional(CONF_JOURNAL_FLUSH_SECONDS): _whole_number(1, 600),
                    vol.Optional(CONF_JOURNAL_FSYNC): BooleanSelector(),
                }
            ),
            OPEN,
        ),
        vol.Required(SECTION_MIND, default=dict): section(
            vol.Schema(
                {
                    vol.Optional(CONF_ADDRESS): SelectSelector(
                        SelectSelectorConfig(
                            options=[address.value for address in Address],
                            translation_key=CONF_ADDRESS,
                            mode=SelectSelectorMode.DROPDOWN,
                        )
                    ),
                    vol.Optional(CONF_AFFIRMATION): BooleanSelector(),
                    vol.Optional(CONF_CONTEXT_TOKENS): _whole_number(1024, 131072, 256),
                    vol.Optional(CONF_REPLY_TOKENS): _whole_number(32, 4096),
                    vol.Optional(CONF_KEEP_ALIVE_MINUTES): _whole_number(-1, 10080),
                }
            ),
            OPEN,
        ),
    }
)


class CrayfishOptionsFlow(OptionsFlow):
    """What may be tuned while the animal lives."""

    async def async_step_init(self, user_input: dict[str, Any] | None = None) -> ConfigFlowResult:
        """Ask for everything on one page."""
        errors: dict[str, str] = {}
        if user_input is not None:
            options = _merged(self.config_entry.options, user_input)
            errors = _limit_errors(options[SECTION_BODY])
            if not errors:
                return self.async_create_entry(data=options)
        return self.async_show_form(
            step_id="init",
            data_schema=self.add_suggested_values_to_schema(
                OPTIONS_SCHEMA, user_input or options_of(self.config_entry)
            ),
            errors=errors,
        )


def _merged(former: Mapping[str, Any], answers: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    """Return the options with the answers in them; what was not answered stays as it was.

    The ends of stress may be cleared: they then follow their limits.
    """
    options: dict[str, dict[str, Any]] = {}
    for name, defaults in DEFAULT_OPTIONS.items():
        kept = {key: value for key, value in former.get(name, {}).items() if key in defaults or not answers[name]}
        options[name] = {**defaults, **kept, **answers[name]}
    return options


def _limit_errors(body: Mapping[str, Any]) -> dict[str, str]:
    """Return an error when a release does not lie below its limit: stress would flicker."""
    pairs = (
        (CONF_THERMAL_RELEASE_CELSIUS, CONF_THERMAL_LIMIT_CELSIUS),
        (CONF_RAM_RELEASE_PCT, CONF_RAM_LIMIT_PCT),
    )
    errors: dict[str, str] = {}
    if any(release in body and body[release] >= body[limit] for release, limit in pairs):
        errors["base"] = "release_above_limit"
    return errors
