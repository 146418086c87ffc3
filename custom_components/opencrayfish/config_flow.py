"""How a crayfish is set up, changed and tuned in the browser."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, override

import voluptuous as vol

from homeassistant.config_entries import (
    SOURCE_RECONFIGURE,
    ConfigEntry,
    ConfigFlow,
    ConfigFlowResult,
    ConfigSubentry,
    ConfigSubentryData,
    OptionsFlow,
)
from homeassistant.core import callback
from homeassistant.data_entry_flow import SectionConfig, section
from homeassistant.helpers.selector import (
    BooleanSelector,
    EntitySelector,
    EntitySelectorConfig,
    NumberSelector,
    NumberSelectorConfig,
    NumberSelectorMode,
    SelectSelector,
    SelectSelectorConfig,
    SelectSelectorMode,
    TextSelector,
    TextSelectorConfig,
    TextSelectorType,
    TimeSelector,
)
from homeassistant.util import slugify

from .burrow.brain import async_models
from .burrow.settings import (
    CONF_ADDRESS,
    CONF_ARCHITECT_HONORIFIC,
    CONF_ARCHITECT_NAME,
    CONF_ARCHITECT_PERSON,
    CONF_BRAIN,
    CONF_CHAT_WHILE_ASLEEP,
    CONF_CONTEXT_TOKENS,
    CONF_DESIGNATION,
    CONF_DUTY_START,
    CONF_JOURNAL_FLUSH_SECONDS,
    CONF_JOURNAL_FSYNC,
    CONF_KEEP_ALIVE_MINUTES,
    CONF_KIND,
    CONF_MODEL,
    CONF_PULSE_INTERVAL_SECONDS,
    CONF_RAM_LIMIT_PCT,
    CONF_RAM_RELEASE_PCT,
    CONF_REPLY_TOKENS,
    CONF_SLEEP_START,
    CONF_SLUG,
    CONF_STM_MAX_TURNS,
    CONF_THERMAL_LIMIT_CELSIUS,
    CONF_THERMAL_RELEASE_CELSIUS,
    CONF_URL,
    DEFAULT_OPTIONS,
    SECTION_BODY,
    SECTION_MEMORY,
    SECTION_MIND,
    SECTION_RHYTHM,
    options_of,
)
from .const import DOMAIN, SUBENTRY_BRAIN
from .organism.backends.ollama import normalise_url
from .organism.errors import BackendError
from .organism.settings import Address, BrainKind

CONF_CONTINUE_WITHOUT_BRAIN: Final = "continue_without_brain"
DEFAULT_DESIGNATION: Final = "Crayfish"
DEFAULT_HONORIFIC: Final = "Boss"
DEFAULT_URL: Final = "http://localhost:11434"
NAME_LIMIT: Final = 64
RESERVED_SLUGS: Final = frozenset({"plugins", "skills"})
"""Folder names beside the crayfish's own."""

USER_SCHEMA: Final = vol.Schema(
    {
        vol.Required(CONF_DESIGNATION, default=DEFAULT_DESIGNATION): TextSelector(),
        vol.Optional(CONF_ARCHITECT_NAME): TextSelector(),
        vol.Optional(CONF_ARCHITECT_HONORIFIC): TextSelector(),
        vol.Optional(CONF_ARCHITECT_PERSON): EntitySelector(EntitySelectorConfig(domain="person")),
        vol.Required(CONF_BRAIN, default=BrainKind.OLLAMA.value): SelectSelector(
            SelectSelectorConfig(
                options=[kind.value for kind in BrainKind], translation_key=CONF_BRAIN, mode=SelectSelectorMode.LIST
            )
        ),
    }
)


def _whole_number(minimum: int, maximum: int, step: int = 1) -> vol.All[Any]:
    selector = NumberSelector(NumberSelectorConfig(min=minimum, max=maximum, step=step, mode=NumberSelectorMode.BOX))
    return vol.All(selector, vol.Coerce(int))


def _share() -> vol.All[Any]:
    return _whole_number(1, 100)


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
                    vol.Optional(CONF_CONTEXT_TOKENS): _whole_number(1024, 131072, 256),
                    vol.Optional(CONF_REPLY_TOKENS): _whole_number(32, 4096),
                    vol.Optional(CONF_KEEP_ALIVE_MINUTES): _whole_number(-1, 10080),
                }
            ),
            OPEN,
        ),
    }
)


class CrayfishConfigFlow(ConfigFlow, domain=DOMAIN):
    """Asks who the animal is, whose it is, and which brain it has."""

    VERSION = 1
    MINOR_VERSION = 1

    def __init__(self) -> None:
        """Start with nothing answered."""
        self._identity: dict[str, Any] = {}
        self._url = ""
        self._models: tuple[str, ...] = ()

    @staticmethod
    @callback
    @override
    def async_get_options_flow(config_entry: ConfigEntry) -> CrayfishOptionsFlow:
        """Return the flow behind "Configure"."""
        return CrayfishOptionsFlow()

    @override
    async def async_step_user(self, user_input: dict[str, Any] | None = None) -> ConfigFlowResult:
        """Ask who the animal is."""
        suggested = {CONF_ARCHITECT_HONORIFIC: DEFAULT_HONORIFIC}
        return await self._async_ask_identity("user", user_input, suggested)

    async def async_step_reconfigure(self, user_input: dict[str, Any] | None = None) -> ConfigFlowResult:
        """Ask again, with what was answered last time."""
        return await self._async_ask_identity("reconfigure", user_input, self._get_reconfigure_entry().data)

    async def _async_ask_identity(
        self, step_id: str, user_input: dict[str, Any] | None, suggested: Mapping[str, Any]
    ) -> ConfigFlowResult:
        errors: dict[str, str] = {}
        if user_input is not None:
            self._identity = {
                key: " ".join(value.split()) if isinstance(value, str) else value for key, value in user_input.items()
            }
            errors = _name_errors(self._identity)
            if not errors:
                if self._identity[CONF_BRAIN] == BrainKind.NONE:
                    return self._finish(None)
                return await self.async_step_ollama()
        return self.async_show_form(
            step_id=step_id,
            data_schema=self.add_suggested_values_to_schema(
                USER_SCHEMA, suggested if user_input is None else user_input
            ),
            errors=errors,
        )

    async def async_step_ollama(self, user_input: dict[str, Any] | None = None) -> ConfigFlowResult:
        """Ask where Ollama is, and try it."""
        errors: dict[str, str] = {}
        url = user_input[CONF_URL] if user_input else self._former_brain().get(CONF_URL, DEFAULT_URL)
        if user_input is not None:
            if user_input.get(CONF_CONTINUE_WITHOUT_BRAIN):
                self._identity[CONF_BRAIN] = BrainKind.NONE.value
                return self._finish(None)
            try:
                self._url = normalise_url(url)
                self._models = await async_models(self.hass, self._url)
            except ValueError:
                errors[CONF_URL] = "invalid_url"
            except BackendError:
                errors["base"] = "cannot_connect"
            else:
                if self._models:
                    return await self.async_step_ollama_model()
                errors["base"] = "no_models"
        fields: dict[vol.Marker, object] = {
            vol.Required(CONF_URL, default=url): TextSelector(TextSelectorConfig(type=TextSelectorType.URL))
        }
        if errors:
            fields[vol.Optional(CONF_CONTINUE_WITHOUT_BRAIN, default=False)] = BooleanSelector()
        return self.async_show_form(step_id="ollama", data_schema=vol.Schema(fields), errors=errors)

    async def async_step_ollama_model(self, user_input: dict[str, Any] | None = None) -> ConfigFlowResult:
        """Ask which of the server's models to think with."""
        if user_input is not None:
            return self._finish(
                {CONF_KIND: BrainKind.OLLAMA.value, CONF_URL: self._url, CONF_MODEL: user_input[CONF_MODEL]}
            )
        former = self._former_brain().get(CONF_MODEL)
        model = vol.Required(CONF_MODEL, default=former if former in self._models else self._models[0])
        selector = SelectSelector(SelectSelectorConfig(options=list(self._models), mode=SelectSelectorMode.DROPDOWN))
        return self.async_show_form(step_id="ollama_model", data_schema=vol.Schema({model: selector}))

    def _former_brain(self) -> Mapping[str, Any]:
        """Return the brain that is being reconfigured, empty when there is none."""
        subentry = self._former_subentry()
        return subentry.data if subentry else {}

    def _former_subentry(self) -> ConfigSubentry | None:
        if self.source != SOURCE_RECONFIGURE:
            return None
        return next(iter(self._get_reconfigure_entry().get_subentries_of_type(SUBENTRY_BRAIN)), None)

    def _finish(self, brain: dict[str, Any] | None) -> ConfigFlowResult:
        """Write the answers down: a new entry, or changes of the one that is reconfigured."""
        title = self._identity[CONF_DESIGNATION]
        if self.source != SOURCE_RECONFIGURE:
            return self.async_create_entry(
                title=title,
                data={**self._identity, CONF_SLUG: self._free_slug(title)},
                options={name: dict(defaults) for name, defaults in DEFAULT_OPTIONS.items()},
                subentries=[_subentry(brain)] if brain else [],
            )
        entry = self._get_reconfigure_entry()
        self._replace_brain(entry, brain)
        return self.async_update_and_abort(
            entry, title=title, data={**self._identity, CONF_SLUG: entry.data[CONF_SLUG]}
        )

    def _replace_brain(self, entry: ConfigEntry, brain: dict[str, Any] | None) -> None:
        former = self._former_subentry()
        entries = self.hass.config_entries
        if brain is None:
            if former:
                entries.async_remove_subentry(entry, former.subentry_id)
        elif former:
            entries.async_update_subentry(entry, former, data=brain, title=brain[CONF_MODEL])
        else:
            subentry = ConfigSubentry(
                data=MappingProxyType(brain), subentry_type=SUBENTRY_BRAIN, title=brain[CONF_MODEL], unique_id=None
            )
            entries.async_add_subentry(entry, subentry)

    def _free_slug(self, designation: str) -> str:
        """Return the folder name of a new crayfish; `_2`, `_3` … when it is taken."""
        base = slugify(designation)
        taken = RESERVED_SLUGS | {entry.data[CONF_SLUG] for entry in self._async_current_entries(include_ignore=False)}
        slug, number = base, 1
        while slug in taken:
            number += 1
            slug = f"{base}_{number}"
        return slug


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


def _name_errors(identity: Mapping[str, Any]) -> dict[str, str]:
    """Return what is wrong with the names, by field."""
    errors = {
        key: "name_too_long"
        for key in (CONF_DESIGNATION, CONF_ARCHITECT_NAME, CONF_ARCHITECT_HONORIFIC)
        if len(identity.get(key, "")) > NAME_LIMIT
    }
    if not any(char.isalnum() for char in identity[CONF_DESIGNATION]):
        errors[CONF_DESIGNATION] = "designation_empty"
    return errors


def _subentry(brain: dict[str, Any]) -> ConfigSubentryData:
    return ConfigSubentryData(data=brain, subentry_type=SUBENTRY_BRAIN, title=brain[CONF_MODEL], unique_id=None)
