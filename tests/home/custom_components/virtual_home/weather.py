"""Weather."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any, ClassVar, cast, override

from homeassistant.components.weather import Forecast, WeatherEntity, WeatherEntityFeature
from homeassistant.const import UnitOfPrecipitationDepth, UnitOfPressure, UnitOfSpeed, UnitOfTemperature
from homeassistant.util import dt as dt_util

from .entity import VirtualEntity, set_up

DAYS, HOURS = 7, 24
CONDITIONS = ("sunny", "partlycloudy", "cloudy", "rainy", "partlycloudy", "sunny", "windy")


class VirtualWeather(VirtualEntity, WeatherEntity):
    """The same weather each week, unless the file has forecasts."""

    FIELDS: ClassVar[Mapping[str, str]] = {
        "temperature": "_attr_native_temperature",
        "native_temperature": "_attr_native_temperature",
        "condition": "_attr_condition",
        "native_temperature_unit": "_attr_native_temperature_unit",
        "native_pressure": "_attr_native_pressure",
        "native_pressure_unit": "_attr_native_pressure_unit",
        "native_wind_speed": "_attr_native_wind_speed",
        "native_wind_speed_unit": "_attr_native_wind_speed_unit",
        "native_apparent_temperature": "_attr_native_apparent_temperature",
        "native_dew_point": "_attr_native_dew_point",
        "native_visibility": "_attr_native_visibility",
        "native_visibility_unit": "_attr_native_visibility_unit",
        "cloud_coverage": "_attr_cloud_coverage",
        "uv_index": "_attr_uv_index",
        "humidity": "_attr_humidity",
        "pressure": "_attr_native_pressure",
        "wind_speed": "_attr_native_wind_speed",
        "wind_bearing": "_attr_wind_bearing",
        "forecast": "_daily",
        "forecast_daily": "_daily",
        "forecast_hourly": "_hourly",
    }

    _attr_condition = "sunny"
    _attr_native_temperature = 18.0
    _attr_native_temperature_unit = UnitOfTemperature.CELSIUS
    _attr_native_pressure_unit = UnitOfPressure.HPA
    _attr_native_wind_speed_unit = UnitOfSpeed.KILOMETERS_PER_HOUR
    _attr_native_precipitation_unit = UnitOfPrecipitationDepth.MILLIMETERS
    _attr_supported_features = WeatherEntityFeature.FORECAST_DAILY | WeatherEntityFeature.FORECAST_HOURLY
    _daily: Any = ()
    _hourly: Any = ()

    @override
    def take_state(self, state: str | None) -> None:
        if state is not None:
            self._attr_condition = state
        for name in ("_attr_native_temperature", "_attr_native_wind_speed", "_attr_native_pressure", "_attr_humidity"):
            if isinstance(number := getattr(self, name), str):
                setattr(self, name, float(number))

    @override
    async def async_forecast_daily(self) -> list[Forecast]:
        return cast("list[Forecast]", self._daily) or [self._day(day) for day in range(DAYS)]

    @override
    async def async_forecast_hourly(self) -> list[Forecast]:
        return cast("list[Forecast]", self._hourly) or [self._hour(hour) for hour in range(HOURS)]

    def _day(self, day: int) -> Forecast:
        now = dt_util.start_of_local_day() + timedelta(days=day)
        warmth = float(self._attr_native_temperature or 0)
        return Forecast(
            datetime=now.isoformat(),
            condition=str(self._attr_condition) if day == 0 else CONDITIONS[day % len(CONDITIONS)],
            native_temperature=warmth + day % 3,
            native_templow=warmth - 6,
            native_precipitation=4.0 if CONDITIONS[day % len(CONDITIONS)] == "rainy" else 0.0,
        )

    def _hour(self, hour: int) -> Forecast:
        now = dt_util.now().replace(minute=0, second=0, microsecond=0) + timedelta(hours=hour)
        return Forecast(
            datetime=now.isoformat(),
            condition=str(self._attr_condition),
            native_temperature=float(self._attr_native_temperature or 0) - hour % 6,
        )


async_setup_entry = set_up("weather", VirtualWeather)
