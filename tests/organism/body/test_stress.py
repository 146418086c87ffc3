"""Stress has hysteresis, causes that are told apart, and peaks."""

from hypothesis import given, strategies as st
import pytest

from custom_components.opencrayfish.organism.body.vitals import StressCause, StressGate, StressLimits, VitalSigns

LIMITS = StressLimits(thermal_limit_celsius=75, thermal_release_celsius=70, ram_limit_pct=85, ram_release_pct=80)


def signs(celsius: float | None, ram: float | None) -> VitalSigns:
    return VitalSigns(cpu_percent=10, ram_percent=ram, temperature_celsius=celsius)


@pytest.mark.parametrize(
    "readings",
    [
        [(74.9, 10, False), (75, 10, True), (71, 10, True), (70.1, 10, True), (70, 10, False)],
        [(None, 85, True), (None, 81, True), (None, 80, False)],
        [(76, 86, True), (69, 81, True), (69, 80, False)],
        [(None, None, False), (76, None, True), (None, None, False)],
    ],
)
def test_it_is_entered_at_the_limit_and_left_when_all_are_released(
    readings: list[tuple[float | None, float | None, bool]],
) -> None:
    gate = StressGate()
    for celsius, ram, is_stressed in readings:
        gate.feel(signs(celsius, ram), LIMITS, at=0)
        assert (gate.episode is not None) is is_stressed, (celsius, ram)


@pytest.mark.parametrize(
    ("celsius", "ram", "cause"),
    [
        (80, 10, StressCause.HEAT),
        (40, 90, StressCause.MEMORY),
        (80, 90, StressCause.BOTH),
        (None, 90, StressCause.MEMORY),
    ],
)
def test_heat_and_memory_are_told_apart(celsius: float | None, ram: float, cause: StressCause) -> None:
    edge = StressGate().feel(signs(celsius, ram), LIMITS, at=0)
    assert edge
    assert edge.episode.cause is cause


def test_what_comes_on_top_is_added_to_the_cause() -> None:
    gate = StressGate()
    gate.feel(signs(80, 10), LIMITS, at=0)
    gate.feel(signs(80, 90), LIMITS, at=30)
    assert gate.episode
    assert gate.episode.cause is StressCause.BOTH


def test_an_episode_ends_with_its_duration_and_peaks() -> None:
    gate = StressGate()
    assert gate.feel(signs(76, 40), LIMITS, at=1000)
    assert gate.feel(signs(91, 60), LIMITS, at=1030) is None
    assert gate.feel(signs(80, 30), LIMITS, at=1060) is None
    edge = gate.feel(signs(60, 30), LIMITS, at=1090)
    assert edge
    assert not edge.entered
    assert edge.duration_seconds == 90
    assert (edge.episode.peak_celsius, edge.episode.peak_ram_percent) == (91, 60)
    assert edge.signs.temperature_celsius == 60


def test_simulated_stress_begins_and_ends_with_the_simulation() -> None:
    gate = StressGate()
    edge = gate.feel(signs(40, 40), LIMITS, at=0, is_simulated=True)
    assert edge
    assert edge.episode.cause is StressCause.SIMULATED
    assert gate.feel(signs(40, 40), LIMITS, at=30, is_simulated=True) is None
    assert gate.feel(signs(80, 40), LIMITS, at=60, is_simulated=True) is None
    assert gate.episode
    assert gate.episode.cause is StressCause.HEAT
    assert gate.feel(signs(80, 40), LIMITS, at=60) is None, "the heat is real"
    assert gate.feel(signs(40, 40), LIMITS, at=90) is not None


def test_a_release_at_the_limit_does_not_trap() -> None:
    gate = StressGate()
    limits = StressLimits(thermal_limit_celsius=75, thermal_release_celsius=90)
    gate.feel(signs(75, 10), limits, at=0)
    assert gate.episode
    gate.feel(signs(75, 10), limits, at=30)
    assert gate.episode, "no flicker at the very limit"
    gate.feel(signs(74.9, 10), limits, at=60)
    assert gate.episode is None


READINGS = st.lists(
    st.tuples(st.none() | st.floats(-20, 130), st.none() | st.floats(0, 100), st.booleans()), max_size=60
)


@given(READINGS)
def test_edges_alternate_and_agree_with_the_state(readings: list[tuple[float | None, float | None, bool]]) -> None:
    gate = StressGate()
    is_stressed = False
    for index, (celsius, ram, is_simulated) in enumerate(readings):
        edge = gate.feel(signs(celsius, ram), LIMITS, at=index * 30.0, is_simulated=is_simulated)
        if edge:
            assert edge.entered is not is_stressed
            is_stressed = edge.entered
        assert (gate.episode is not None) is is_stressed
