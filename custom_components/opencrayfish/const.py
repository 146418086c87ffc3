"""Names that several files share."""

from typing import Final

from homeassistant.const import Platform

DOMAIN: Final = "opencrayfish"
PLATFORMS: Final = (Platform.CONVERSATION,)

SUBENTRY_BRAIN: Final = "brain"
"""Type of the subentry that describes one model server."""
