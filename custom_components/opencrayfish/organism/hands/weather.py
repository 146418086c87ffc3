"""Tell the weather, now and to come."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import Final

from ..errors import ActionError
from ..ports import Effector, Forecast
from .days import day_name, days_said
from .house import House, Thing
from .phrasing import Phrasing
from .results import Sky
from .states import GONE
from .words import Words

CONDITIONS: Mapping[str, frozenset[str]] = MappingProxyType({
    "rain": frozenset({"rainy", "pouring", "lightning-rainy", "snowy-rainy", "hail"}),
    "snow": frozenset({"snowy", "snowy-rainy"}),
    "sun": frozenset({"sunny", "clear-night", "partlycloudy"}),
    "wind": frozenset({"windy", "windy-variant"}),
    "cloud": frozenset({"cloudy", "partlycloudy", "windy-variant"}),
    "fog": frozenset({"fog"}),
    "thunder": frozenset({"lightning", "lightning-rainy"}),
})  # fmt: skip
"""Home Assistant's conditions in which a word for the weather is true."""
LIKELY: Final = 50
"""From so many percent on it is said that it will rain."""
TOLD: Final = 3


class WeatherTeller:
    """Speaks of the weather in one language."""

    def __init__(self, phrasing: Phrasing, words: Words, house: House, effector: Effector, now: datetime) -> None:
        """Take the sentences, the house and the time."""
        self._phrasing, self._words, self._house, self._effector, self._now = phrasing, words, house, effector, now

    async def answer(self, asked: Sky) -> str:
        """Return what was asked."""
        thing = self._house[asked.target]
        days, _ = days_said(asked.when, self._words, self._now.date())
        wanted, _, is_now = (asked.wanted or "").partition(".")
        if days is None and (asked.wanted is None or is_now):
            return await self._current(thing, wanted, asked.measure)
        try:
            forecast = await self._effector.forecast(thing.id)
        except ActionError as err:
            return self._phrasing.refused(err, thing.name)
        today = self._now.date()
        named = [one for one in forecast if (one.day in days if days else one.day == today)]
        if not named:
            day = day_name(days.first if days else today, self._words, today)
            return self._phrasing.sentence("no_forecast", names=thing.name, day=day)
        told = " ".join([await self._day(thing, one) for one in named[:TOLD]])
        if not wanted:
            return told
        is_so = any(_is(wanted, one) for one in named)
        return self._phrasing.sentence("weather_yes" if is_so else "weather_no", value=told)

    async def _current(self, thing: Thing, wanted: str, measure: str | None) -> str:
        if thing.state in GONE:
            return self._phrasing.sentence("unknown", names=thing.name)
        value = self._measure(thing, measure or "temperature")
        if measure:
            return self._phrasing.sentence("reading" if value else "unknown", names=thing.name, value=value)
        state = await self._effector.state_word(thing.id, thing.state or "")
        told = self._phrasing.sentence("weather_now", names=thing.name, state=", ".join(filter(None, (state, value))))
        if not wanted:
            return told
        is_so = thing.state in CONDITIONS.get(wanted, ())
        return self._phrasing.sentence("weather_yes" if is_so else "weather_no", value=told)

    def _measure(self, thing: Thing, measure: str) -> str:
        value = thing.attributes.get(measure)
        if not isinstance(value, int | float):
            return ""
        unit = "%" if measure == "humidity" else thing.attributes.get(f"{measure}_unit", "")
        return f"{_plain(value)} {unit}".strip()

    async def _day(self, thing: Thing, one: Forecast) -> str:
        unit = str(thing.attributes.get("temperature_unit", ""))
        state = await self._effector.state_word(thing.id, one.state)
        degrees = [_plain(value) for value in (one.low, one.high) if value is not None]
        span = self._phrasing.part("span", low=degrees[0], high=degrees[-1]) if len(set(degrees)) > 1 else degrees[:1]
        value = f"{span if isinstance(span, str) else ''.join(span)} {unit}".strip() if degrees else ""
        day = day_name(one.day, self._words, self._now.date())
        return self._phrasing.sentence("weather_on", day=day, state=", ".join(filter(None, (state, value))))


def _is(wanted: str, one: Forecast) -> bool:
    if wanted == "rain" and one.rain_percent is not None and one.rain_percent >= LIKELY:
        return True
    return not CONDITIONS.get(wanted, frozenset()).isdisjoint(one.states)


def _plain(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def daily(rows: Sequence[tuple[datetime, str, float | None, float | None, float | None]]) -> tuple[Forecast, ...]:
    """Return forecasts by day, from rows of a time, a condition, a temperature, a lowest one and a chance of rain.

    Hours and half days become days: the condition of a day is that of its middle.
    """
    found: list[Forecast] = []
    for day in sorted({row[0].date() for row in rows}):
        of_day = [row for row in rows if row[0].date() == day]
        degrees = [value for row in of_day for value in (row[2], row[3]) if value is not None]
        chances = [row[4] for row in of_day if row[4] is not None]
        found.append(
            Forecast(
                day=day,
                state=of_day[len(of_day) // 2][1],
                states=frozenset(row[1] for row in of_day),
                low=min(degrees, default=None),
                high=max(degrees, default=None),
                rain_percent=max(chances, default=None),
            )
        )
    return tuple(found)
