"""A year in virtual time, beat by beat, with restarts and stress, in a zone whose clocks change."""

from datetime import UTC, datetime, time, timedelta
from itertools import pairwise
from random import Random
from zoneinfo import ZoneInfo

from custom_components.opencrayfish.organism.body.mood import EMOTIONS, FULL, Cause
from custom_components.opencrayfish.organism.body.vitals import VitalSigns
from custom_components.opencrayfish.organism.life.happening import HappeningKind
from tests.fakes.year import live

ZONES = ("Europe/Berlin", "Australia/Lord_Howe", "America/New_York")
START = datetime(2026, 11, 1, tzinfo=UTC)
DAYS = 366
TALKATIVE = 0.3
"""Share of the beats after which somebody says something, so that more is shown than beats."""
LARGEST_PUSH = 30
SLEEP, WAKE = time(2), time(6)


def _signs(random: Random) -> VitalSigns:
    return VitalSigns(cpu_percent=5, ram_percent=40, temperature_celsius=80.0 if random.random() < 0.002 else 45.0)


def one_year(zone: str) -> list[str]:
    """Live through a year in a zone and return what was wrong."""
    random = Random(zone)
    faults: list[str] = []
    place = ZoneInfo(zone)
    life = None
    levels = None
    nudges = 0
    for life in live(
        start=START,
        days=DAYS,
        zone=zone,
        signs=lambda _: _signs(random),
        sleep_start=SLEEP,
        duty_start=WAKE,
        restart_every=timedelta(days=3, hours=7, minutes=13),
    ):
        mood = life.organism.body.mood
        local = life.clock.now().astimezone(place)
        should_sleep = SLEEP <= local.time() < WAKE
        if life.organism.is_asleep is not should_sleep:
            faults.append(f"{local}: asleep is {life.organism.is_asleep}")
        if levels and max(abs(now - was) for now, was in zip(mood.levels, levels, strict=True)) > LARGEST_PUSH:
            faults.append(f"{local}: the mood jumped from {levels} to {mood.levels}")
        if not all(0 <= level <= FULL for level in mood.levels):
            faults.append(f"{local}: a level of {mood.levels}")
        if random.random() < TALKATIVE:
            life.organism.body.push(random.choice(list(Cause)[:6]), at=local.timestamp())
            life.note(life.organism.observe())
            nudges += 1
        levels = life.organism.body.mood.levels
    assert life
    for names in (
        (HappeningKind.FELL_ASLEEP, HappeningKind.WOKE_UP),
        (HappeningKind.STRESS_ENTERED, HappeningKind.STRESS_LEFT),
    ):
        told = life.of_kinds(*names)
        faults += [f"{at}: {kind} twice" for (_, before), (at, kind) in pairwise(told) if kind is before]
    nights = len(life.of_kinds(HappeningKind.FELL_ASLEEP))
    if nights != DAYS:
        faults.append(f"{nights} nights in {DAYS} days")
    stress = len(life.of_kinds(HappeningKind.STRESS_ENTERED))
    print(
        f"{zone}: {life.beats} beats, {life.restarts} restarts, {nudges} pushes, {nights} nights, {stress} stress episodes, "
        f"{len(EMOTIONS)} channels, {len(faults)} faults"
    )
    return faults


def main() -> int:
    """Live a year in each zone; 1 when something was wrong."""
    faults = [f"{zone}: {fault}" for zone in ZONES for fault in one_year(zone)]
    for fault in faults[:20]:
        print(f"BROKEN  {fault}")
    return 1 if faults else 0
