"""Names that several files share."""

from typing import Final

from homeassistant.const import Platform

DOMAIN: Final = "virtual_home"
CONF_PATH: Final = "path"
PLATFORMS: Final = (
    Platform.BINARY_SENSOR,
    Platform.CALENDAR,
    Platform.CLIMATE,
    Platform.COVER,
    Platform.FAN,
    Platform.LIGHT,
    Platform.LOCK,
    Platform.MEDIA_PLAYER,
    Platform.SENSOR,
    Platform.SWITCH,
    Platform.TODO,
    Platform.VACUUM,
    Platform.VALVE,
    Platform.WEATHER,
)
