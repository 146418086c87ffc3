"""The heart beats whatever happens, and tells everything once."""

from datetime import UTC, datetime, time, timedelta
import itertools
import json
import logging
from zoneinfo import ZoneInfo

from hypothesis import given, strategies as st
import pytest

from custom_components.opencrayfish.organism.anatomy import Organism, build
from custom_components.opencrayfish.organism.backends.breaker import BreakerBackend
from custom_components.opencrayfish.organism.body.mood import BASELINES, Cause, Emotion
from custom_components.opencrayfish.organism.body.vitals import StressCause, VitalSigns
from custom_components.opencrayfish.organism.errors import BackendUnreachable
from custom_components.opencrayfish.organism.language.loader import available, load
from custom_components.opencrayfish.organism.life.happening import Happening, HappeningKind, in_words
from custom_components.opencrayfish.organism.life.pulse import Activity, Due, Pulse
from custom_components.opencrayfish.organism.life.state import restore, snapshot
from custom_components.opencrayfish.organism.settings import Settings
from tests.fakes.backend import ScriptedBackend
from tests.fakes.clock import FrozenClock
from tests.fakes.files import MemoryFiles
from tests.fakes.soul import STEADY
from tests.fakes.year import live

COOL = VitalSigns(cpu_percent=5, ram_percent=40, temperature_celsius=45)
HOT = VitalSigns(cpu_percent=99, ram_percent=50, temperature_celsius=82)
SETTINGS = Settings(designation="Pinchy", slug="pinchy")


@pytest.fixture
def clock() -> FrozenClock:
    return FrozenClock()


@pytest.fixture
def organism(clock: FrozenClock) -> Organism:
    return build(SETTINGS, brain=None, clock=clock, files=MemoryFiles(), soul=STEADY)


def kinds(pulse: Pulse) -> list[HappeningKind]:
    return [happening.kind for happening in pulse.happenings]


def test_a_beat_shows_what_the_body_reads(organism: Organism, clock: FrozenClock) -> None:
    pulse = organism.beat(COOL)
    assert pulse.signs == COOL
    assert pulse.levels == (20, 0, 0, 20, 60)
    assert pulse.activity is Activity.AWAKE
    assert pulse.last_beat == clock.now()
    assert (pulse.beats, pulse.faults) == (1, 0)
    assert pulse.happenings == ()


def test_stress_is_told_once_with_its_cause_duration_peaks_and_readings(organism: Organism, clock: FrozenClock) -> None:
    organism.beat(COOL)
    assert kinds(organism.beat(HOT)) == [HappeningKind.STRESS_ENTERED, HappeningKind.MOOD_CHANGED]
    clock.advance(30)
    assert kinds(organism.beat(HOT)) == []
    clock.advance(30)
    pulse = organism.beat(COOL)
    assert HappeningKind.STRESS_LEFT in kinds(pulse)
    (left,) = [happening for happening in pulse.happenings if happening.kind is HappeningKind.STRESS_LEFT]
    assert left.data == {
        "cause": "heat",
        "duration": 60,
        "peak_temperature": 82,
        "peak_memory": 50,
        "temperature": 45,
        "memory": 40,
        "cpu": 5,
    }


def test_what_happened_between_beats_is_told_once(organism: Organism, clock: FrozenClock) -> None:
    organism.beat(COOL)
    organism.body.push(Cause.KIND_WORDS, at=clock.now().timestamp())
    assert organism.observe(is_telling=False).happenings == ()
    pulse = organism.observe()
    assert kinds(pulse) == [HappeningKind.MOOD_CHANGED]
    assert pulse.happenings[0].data == {"from": "calm", "to": "joy"}
    assert organism.observe().happenings == ()
    assert organism.beat(COOL).happenings == ()


def test_a_step_that_fails_is_counted_and_the_rest_goes_on(
    organism: Organism, caplog: pytest.LogCaptureFixture
) -> None:
    # What no type allows, because a probe of the computer may return it all the same.
    broken = VitalSigns(cpu_percent=5, ram_percent=40, temperature_celsius="hot")  # type: ignore[arg-type]
    pulse = organism.beat(broken)
    assert (pulse.beats, pulse.faults) == (1, 1)
    assert pulse.activity is Activity.AWAKE
    assert [record.levelno for record in caplog.records] == [logging.ERROR]
    assert organism.beat(COOL).faults == 1


async def test_an_outage_of_the_brain_is_told_when_it_begins_and_when_it_ends(clock: FrozenClock) -> None:
    model = ScriptedBackend(models=BackendUnreachable("no connection"))
    organism = build(SETTINGS, brain=BreakerBackend(model, clock), clock=clock, files=MemoryFiles(), soul=STEADY)
    pulse = organism.beat(COOL)
    assert Due.PROBE_BRAIN in pulse.due
    assert organism.brain
    await organism.brain.look_after()
    assert kinds(organism.observe()) == [HappeningKind.BRAIN_WENT_OFFLINE]
    clock.advance(30)
    assert organism.beat(COOL).happenings == ()
    model.models = ("model",)
    await organism.brain.look_after()
    assert kinds(organism.observe()) == [HappeningKind.BRAIN_CAME_BACK]


def test_a_brain_is_not_probed_while_somebody_is_answered(clock: FrozenClock) -> None:
    organism = build(
        SETTINGS, brain=BreakerBackend(ScriptedBackend(), clock), clock=clock, files=MemoryFiles(), soul=STEADY
    )
    with organism.body.attention.foreground():
        pulse = organism.beat(COOL)
    assert Due.PROBE_BRAIN not in pulse.due
    assert pulse.activity is Activity.THINKING


def test_only_people_reset_the_idle_clock_and_waking_starts_a_clean_one() -> None:
    clock = FrozenClock(datetime(2026, 11, 30, 1, 0, tzinfo=ZoneInfo("Europe/Berlin")))
    organism = build(SETTINGS, brain=None, clock=clock, files=MemoryFiles(), soul=STEADY)
    organism.heart.hear()
    organism.beat(COOL)
    clock.advance(timedelta(hours=5, minutes=10))
    assert kinds(organism.beat(COOL)) == []
    assert organism.heart.idle_seconds() == 5 * 3600 + 600
    clock.advance(timedelta(hours=20))
    assert kinds(organism.beat(COOL)) == [HappeningKind.FELL_ASLEEP]
    clock.advance(timedelta(hours=4))
    assert kinds(organism.beat(COOL)) == [HappeningKind.WOKE_UP]
    clock.advance(60)
    assert organism.heart.idle_seconds() == 60


def test_missed_beats_are_counted(organism: Organism, clock: FrozenClock) -> None:
    organism.beat(COOL)
    for seconds, missed in ((0, 0), (30, 0), (59, 0), (60, 1), (120, 3)):
        clock = FrozenClock()
        organism = build(SETTINGS, brain=None, clock=clock, files=MemoryFiles(), soul=STEADY)
        organism.beat(COOL)
        clock.advance(seconds)
        assert organism.heart.missed_beats(SETTINGS) == missed, seconds


def test_a_restart_neither_doubles_nor_loses(organism: Organism, clock: FrozenClock) -> None:
    organism.beat(HOT)
    organism.heart.hear()
    organism.body.push(Cause.SAD_WORDS, at=clock.now().timestamp())
    before = organism.body.mood
    saved = json.loads(json.dumps(snapshot(organism.body, organism.heart)))
    clock.advance(3600)
    reborn = build(SETTINGS, brain=None, clock=clock, files=MemoryFiles(), soul=STEADY)
    restore(saved, reborn.body, reborn.heart)
    assert HappeningKind.STRESS_ENTERED not in kinds(reborn.beat(HOT))
    assert reborn.heart.beats == 2
    assert reborn.heart.last_interaction
    assert reborn.body.mood.levels == pytest.approx(before.aged(clock.now().timestamp(), is_strained=True).levels)
    assert reborn.body.mood_events[-1].cause is Cause.SAD_WORDS
    clock.advance(30)
    pulse = reborn.beat(COOL)
    (left,) = [happening for happening in pulse.happenings if happening.kind is HappeningKind.STRESS_LEFT]
    assert left.data["duration"] == 3630


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(st.text(max_size=12), inner, max_size=6),
    max_leaves=20,
)
KEYS = (
    "mood",
    "mood_events",
    "episode",
    "beats",
    "faults",
    "stress_count",
    "was_asleep",
    "was_offline",
    "last_interaction",
)
SHAPES = st.fixed_dictionaries(
    {},
    optional={
        **dict.fromkeys(KEYS, JSON),
        "mood": st.fixed_dictionaries({"levels": st.lists(JSON, min_size=5, max_size=5), "at": JSON}),
        "mood_events": st.lists(
            st.fixed_dictionaries({"at": JSON, "emotion": st.just("joy"), "delta": JSON, "cause": st.just("stress")})
        ),
        "episode": st.fixed_dictionaries({"since": JSON, "cause": st.just("heat"), "peak_celsius": JSON}),
    },
)


@given(SHAPES)
def test_no_state_on_disk_stops_the_heart(data: dict[str, object]) -> None:
    clock = FrozenClock()
    organism = build(SETTINGS, brain=None, clock=clock, files=MemoryFiles(), soul=STEADY)
    restore(data, organism.body, organism.heart)
    pulse = organism.beat(COOL)
    assert pulse.faults == organism.heart.faults
    assert all(0 <= level <= 100 for level in pulse.levels)
    json.dumps(snapshot(organism.body, organism.heart), allow_nan=False)


def warm_afternoons(now: datetime) -> VitalSigns:
    """Return readings that bring stress each day from two to half past three, in universal time."""
    hour = now.astimezone(UTC).hour + now.astimezone(UTC).minute / 60
    return HOT if 14 <= hour < 15.5 else COOL


@pytest.mark.parametrize(
    ("zone", "start"),
    [
        ("Europe/Berlin", datetime(2026, 3, 26, tzinfo=UTC)),
        ("Europe/Berlin", datetime(2026, 10, 22, tzinfo=UTC)),
        ("Australia/Lord_Howe", datetime(2026, 4, 2, tzinfo=UTC)),
    ],
)
def test_a_week_around_a_change_of_the_clocks_with_restarts(zone: str, start: datetime) -> None:
    seen = None
    levels = BASELINES
    for seen in live(
        start=start,
        days=7,
        zone=zone,
        signs=warm_afternoons,
        sleep_start=time(2, 15),
        restart_every=timedelta(hours=11, minutes=7),
    ):
        now = seen.organism.body.mood.levels
        jump = max(abs(one - other) for one, other in itertools.zip_longest(now, levels, fillvalue=0.0))
        assert jump <= 40, "no leap but by stress itself and a downtime of three minutes"
        levels = now
    assert seen
    assert seen.restarts == 15
    for first, second in (
        (HappeningKind.FELL_ASLEEP, HappeningKind.WOKE_UP),
        (HappeningKind.STRESS_ENTERED, HappeningKind.STRESS_LEFT),
    ):
        told = [kind for _, kind in seen.of_kinds(first, second)]
        assert len(told) == 14
        assert all(one is not other for one, other in itertools.pairwise(told))
    assert seen.organism.heart.stress_count == 7
    assert seen.organism.heart.beats == seen.beats
    assert seen.organism.body.mood.dominant in set(Emotion)


@pytest.mark.parametrize("code", available())
@pytest.mark.parametrize("cause", StressCause)
def test_every_cause_of_stress_can_be_told_in_words(code: str, cause: StressCause) -> None:
    happening = Happening(kind=HappeningKind.STRESS_ENTERED, data={"cause": cause.value})
    assert in_words(happening, load(code)).data["reason"]
    plain = Happening(kind=HappeningKind.WOKE_UP)
    assert in_words(plain, load(code)) is plain
