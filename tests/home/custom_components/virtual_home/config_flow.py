"""Ask for the file."""

from typing import Any, override

import voluptuous as vol

from homeassistant.config_entries import ConfigFlow, ConfigFlowResult

from .const import CONF_PATH, DOMAIN
from .home import HomeBroken, read_home


class VirtualHomeConfigFlow(ConfigFlow, domain=DOMAIN):
    """One page."""

    @override
    async def async_step_user(self, user_input: dict[str, Any] | None = None) -> ConfigFlowResult:
        """Ask for the file and read it once."""
        errors: dict[str, str] = {}
        fault = ""
        if user_input is not None:
            path = user_input[CONF_PATH]
            try:
                await self.hass.async_add_import_executor_job(read_home, path)
            except HomeBroken as err:
                errors["base"], fault = "home_broken", str(err)
            else:
                return self.async_create_entry(title="Virtual home", data={CONF_PATH: path})
        return self.async_show_form(
            step_id="user",
            data_schema=vol.Schema({vol.Required(CONF_PATH): str}),
            errors=errors,
            description_placeholders={"fault": fault},
        )
