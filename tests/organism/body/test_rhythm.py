"""Duty and sleep, across midnight and the changes of the clocks."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from hypothesis import given, strategies as st
import pytest

from custom_components.opencrayfish.organism.body.rhythm import Rhythm

BERLIN = ZoneInfo("Europe/Berlin")


@pytest.mark.parametrize(
    ("sleep", "duty", "clock", "is_asleep"),
    [
        (2, 6, "01:59:59", False),
        (2, 6, "02:00", True),
        (2, 6, "05:59:59", True),
        (2, 6, "06:00", False),
        (2, 6, "23:00", False),
        (23, 7, "22:59", False),
        (23, 7, "23:00", True),
        (23, 7, "00:00", True),
        (23, 7, "06:59", True),
        (23, 7, "07:00", False),
        (4, 4, "04:00", False),
        (4, 4, "12:00", False),
    ],
)
def test_the_window_opens_and_closes_to_the_second(sleep: int, duty: int, clock: str, is_asleep: bool) -> None:
    rhythm = Rhythm(sleep_start=time(sleep), duty_start=time(duty))
    now = datetime.combine(date(2026, 6, 10), time.fromisoformat(clock), BERLIN)
    assert rhythm.is_asleep(now) is is_asleep


def changes(rhythm: Rhythm, start: datetime, hours: int) -> list[tuple[str, bool]]:
    """Return local time and new state of every change in the hours after a moment, minute by minute."""
    found: list[tuple[str, bool]] = []
    before = rhythm.is_asleep(start)
    for minute in range(1, hours * 60):
        now = (start.astimezone(UTC) + timedelta(minutes=minute)).astimezone(start.tzinfo)
        if (state := rhythm.is_asleep(now)) is not before:
            found.append((f"{now:%d. %H:%M%z}", state))
            before = state
    return found


@pytest.mark.parametrize(
    ("zone", "day", "sleep", "duty", "expected"),
    [
        # The clock jumps from 2:00 to 3:00: a sleep from 2:30 begins with the jump.
        (
            "Europe/Berlin",
            datetime(2026, 3, 28, 20, tzinfo=UTC),
            "02:30",
            "06:00",
            [("29. 03:00+0200", True), ("29. 06:00+0200", False)],
        ),
        # The hour from 2:00 comes twice: the first 2:30 counts, and the second 2:00 wakes nobody.
        (
            "Europe/Berlin",
            datetime(2026, 10, 24, 20, tzinfo=UTC),
            "02:30",
            "06:00",
            [("25. 02:30+0200", True), ("25. 06:00+0100", False)],
        ),
        (
            "Europe/Berlin",
            datetime(2026, 10, 24, 20, tzinfo=UTC),
            "01:00",
            "02:30",
            [("25. 01:00+0200", True), ("25. 02:30+0200", False)],
        ),
        (
            "Europe/Berlin",
            datetime(2026, 3, 28, 20, tzinfo=UTC),
            "01:00",
            "02:30",
            [("29. 01:00+0100", True), ("29. 03:00+0200", False)],
        ),
        # Here the clocks move by half an hour.
        (
            "Australia/Lord_Howe",
            datetime(2026, 10, 3, 20, tzinfo=UTC),
            "02:10",
            "06:00",
            [("04. 02:30+1100", True), ("04. 06:00+1100", False)],
        ),
    ],
)
def test_a_change_of_the_clocks_neither_loses_nor_doubles_a_sleep(
    zone: str, day: datetime, sleep: str, duty: str, expected: list[tuple[str, bool]]
) -> None:
    rhythm = Rhythm(sleep_start=time.fromisoformat(sleep), duty_start=time.fromisoformat(duty))
    assert changes(rhythm, day.replace(tzinfo=ZoneInfo(zone)), 20) == expected


MINUTES = st.integers(0, 24 * 60 - 1).map(lambda minute: time(minute // 60, minute % 60))
ZONES = st.sampled_from(
    ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Hong_Kong", "America/Sao_Paulo"]
)


@given(MINUTES, MINUTES, ZONES, st.integers(0, 366 * 24 * 60))
def test_it_agrees_with_the_clock_on_the_wall_on_ordinary_days(sleep: time, duty: time, zone: str, minute: int) -> None:
    tz = ZoneInfo(zone)
    now = (datetime(2026, 1, 2, tzinfo=UTC) + timedelta(minutes=minute)).astimezone(tz)
    offsets = {(now + timedelta(days=days)).utcoffset() for days in (-2, -1, 0, 1)}
    if len(offsets) > 1:
        return
    wall = now.time()
    expected = False if sleep == duty else (sleep <= wall < duty if sleep < duty else wall >= sleep or wall < duty)
    assert Rhythm(sleep_start=sleep, duty_start=duty).is_asleep(now) is expected


def test_a_time_of_nowhere_is_refused() -> None:
    with pytest.raises(ValueError):
        Rhythm().is_asleep(datetime(2026, 1, 1))  # noqa: DTZ001 that is what is tested
