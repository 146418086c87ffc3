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
)
from homeassistant.core import callback
from homeassistant.helpers.selector import (
    BooleanSelector,
    EntitySelector,
    EntitySelectorConfig,
    SelectSelector,
    SelectSelectorConfig,
    SelectSelectorMode,
    TextSelector,
    TextSelectorConfig,
    TextSelectorType,
)
from homeassistant.util import slugify

from .burrow.brain import async_models
from .burrow.settings import (
    CONF_ARCHITECT_HONORIFIC,
    CONF_ARCHITECT_NAME,
    CONF_ARCHITECT_PERSON,
    CONF_BRAIN,
    CONF_DESIGNATION,
    CONF_KIND,
    CONF_MODEL,
    CONF_SLUG,
    CONF_SOUL,
    CONF_SOUL_TEXT,
    CONF_URL,
    DEFAULT_OPTIONS,
)
from .burrow.souls import DEFAULT_SOUL, OWN_SOUL, SOULS, async_soul_text
from .const import DOMAIN, SUBENTRY_BRAIN
from .options_flow import CrayfishOptionsFlow
from .organism.backends.ollama import normalise_url
from .organism.errors import BackendError, SoulMalformed
from .organism.memory.soul import parse
from .organism.settings import BrainKind

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
NEW_SCHEMA: Final = USER_SCHEMA.extend(
    {
        vol.Optional(CONF_SOUL, default=DEFAULT_SOUL): SelectSelector(
            SelectSelectorConfig(
                options=[*SOULS, OWN_SOUL], translation_key=CONF_SOUL, mode=SelectSelectorMode.DROPDOWN
            )
        )
    }
)
"""A new crayfish is also given a soul, which is a file later."""


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
        return await self._async_ask_identity("user", NEW_SCHEMA, user_input, suggested)

    async def async_step_reconfigure(self, user_input: dict[str, Any] | None = None) -> ConfigFlowResult:
        """Ask again, with what was answered last time."""
        former = self._get_reconfigure_entry().data
        return await self._async_ask_identity("reconfigure", USER_SCHEMA, user_input, former)

    async def _async_ask_identity(
        self, step_id: str, schema: vol.Schema, user_input: dict[str, Any] | None, suggested: Mapping[str, Any]
    ) -> ConfigFlowResult:
        errors: dict[str, str] = {}
        if user_input is not None:
            self._identity = {
                key: " ".join(value.split()) if isinstance(value, str) else value for key, value in user_input.items()
            }
            errors = _name_errors(self._identity)
            if not errors:
                if self._identity.get(CONF_SOUL, DEFAULT_SOUL) != DEFAULT_SOUL:
                    return await self.async_step_soul()
                return await self._async_ask_brain()
        return self.async_show_form(
            step_id=step_id,
            data_schema=self.add_suggested_values_to_schema(schema, suggested if user_input is None else user_input),
            errors=errors,
        )

    async def async_step_soul(self, user_input: dict[str, Any] | None = None) -> ConfigFlowResult:
        """Show the chosen soul, or take a person's own text."""
        errors: dict[str, str] = {}
        problem = ""
        if user_input is not None:
            text = user_input[CONF_SOUL_TEXT]
            try:
                parse(text.encode())
            except SoulMalformed as err:
                problem = str(err)
                errors[CONF_SOUL_TEXT] = "soul_malformed"
            else:
                self._identity |= {CONF_SOUL: OWN_SOUL, CONF_SOUL_TEXT: text}
                return await self._async_ask_brain()
        else:
            text = await async_soul_text(self.hass, self._identity[CONF_SOUL])
        field = vol.Required(CONF_SOUL_TEXT, default=text)
        return self.async_show_form(
            step_id="soul",
            data_schema=vol.Schema({field: TextSelector(TextSelectorConfig(multiline=True))}),
            errors=errors,
            description_placeholders={"problem": problem},
        )

    async def _async_ask_brain(self) -> ConfigFlowResult:
        if self._identity[CONF_BRAIN] == BrainKind.NONE:
            return self._finish(None)
        return await self.async_step_ollama()

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
        return self.async_update_and_abort(entry, title=title, data={**_kept(entry), **self._identity})

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


def _kept(entry: ConfigEntry) -> dict[str, Any]:
    """Return what of an entry is not asked again."""
    return {key: entry.data[key] for key in (CONF_SLUG, CONF_SOUL, CONF_SOUL_TEXT) if key in entry.data}


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
