"""Names that several files share."""

import logging
from typing import Final

from homeassistant.const import Platform

DOMAIN: Final = "opencrayfish"
LOGGER: Final = logging.getLogger(__package__)
PLATFORMS: Final = (
    Platform.AI_TASK,
    Platform.BINARY_SENSOR,
    Platform.CONVERSATION,
    Platform.EVENT,
    Platform.SENSOR,
    Platform.SWITCH,
)
EVENT_HAPPENED: Final = "opencrayfish_event"
"""Fired on the bus for everything that happens to a crayfish, with `kind` and `config_entry_id`."""

SUBENTRY_BRAIN: Final = "brain"
"""Type of the subentry that describes one model server."""
