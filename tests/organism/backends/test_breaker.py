"""The circuit breaker: closed, open, half open with one probe."""

from contextlib import aclosing

from hypothesis import given, strategies as st
import pytest

from custom_components.opencrayfish.organism.backends.base import ModelRequest, TimeLimits
from custom_components.opencrayfish.organism.backends.breaker import (
    OPEN_SECONDS,
    PROBE_SECONDS,
    TRIP_AFTER,
    BrainStatus,
    BreakerBackend,
    Circuit,
    CircuitBreaker,
)
from custom_components.opencrayfish.organism.errors import (
    BackendError,
    BackendFault,
    BackendRejected,
    BackendTimeout,
    BackendUnreachable,
    BreakerOpen,
    ModelMissing,
)
from tests.fakes.backend import ScriptedBackend
from tests.fakes.clock import FrozenClock

REQUEST = ModelRequest(messages=(), max_tokens=10)
AWAY = BackendUnreachable("no connection")


async def ask(backend: BreakerBackend) -> str:
    async with aclosing(backend.stream(REQUEST, TimeLimits())) as stream:
        return "".join([delta.text async for delta in stream])


async def test_three_failures_in_a_row_open_it_and_then_nothing_is_sent() -> None:
    clock, model = FrozenClock(), ScriptedBackend([AWAY, AWAY, AWAY, "hello"])
    backend = BreakerBackend(model, clock)
    for _ in range(TRIP_AFTER):
        with pytest.raises(BackendUnreachable):
            await ask(backend)
    with pytest.raises(BreakerOpen):
        await ask(backend)
    assert len(model.requests) == TRIP_AFTER
    health = backend.health()
    assert health.status is BrainStatus.OFFLINE
    assert health.recovery_seconds == OPEN_SECONDS
    assert health.last_error == "BackendUnreachable: no connection"
    clock.advance(OPEN_SECONDS)
    assert await ask(backend) == "hello"
    assert backend.health().status is BrainStatus.ONLINE
    assert backend.health().last_error == ""


async def test_one_hiccup_does_not_open_it() -> None:
    backend = BreakerBackend(ScriptedBackend([BackendFault("HTTP 500"), "hello"]), FrozenClock())
    with pytest.raises(BackendFault):
        await ask(backend)
    assert backend.health().status is BrainStatus.DEGRADED
    assert await ask(backend) == "hello"


async def test_while_half_open_only_one_caller_tries() -> None:
    clock = FrozenClock()
    backend = BreakerBackend(ScriptedBackend([AWAY, AWAY, AWAY, "one two", "three"]), clock)
    for _ in range(TRIP_AFTER):
        with pytest.raises(BackendUnreachable):
            await ask(backend)
    clock.advance(OPEN_SECONDS)
    first = backend.breaker.enter()
    assert first
    with pytest.raises(BreakerOpen):
        await ask(backend)
    backend.breaker.left()
    assert await ask(backend) == "one two"


async def test_a_failed_probe_opens_it_anew() -> None:
    clock = FrozenClock()
    backend = BreakerBackend(ScriptedBackend([AWAY, AWAY, AWAY, AWAY, "hello"]), clock)
    for _ in range(TRIP_AFTER):
        with pytest.raises(BackendUnreachable):
            await ask(backend)
    clock.advance(OPEN_SECONDS)
    with pytest.raises(BackendUnreachable):
        await ask(backend)
    assert backend.breaker.circuit is Circuit.OPEN
    assert backend.breaker.recovery_seconds == OPEN_SECONDS


async def test_a_caller_who_leaves_before_the_first_word_gives_the_probe_back() -> None:
    clock = FrozenClock()
    backend = BreakerBackend(ScriptedBackend([AWAY, AWAY, AWAY, "one two", "hello"]), clock)
    for _ in range(TRIP_AFTER):
        with pytest.raises(BackendUnreachable):
            await ask(backend)
    clock.advance(OPEN_SECONDS)
    stream = backend.stream(REQUEST, TimeLimits())
    assert (await anext(stream)).text
    await stream.aclose()
    assert await ask(backend) == "hello"


@pytest.mark.parametrize("error", [BackendRejected("HTTP 400"), ModelMissing("HTTP 404")])
async def test_a_refusal_does_not_open_it(error: BackendError) -> None:
    backend = BreakerBackend(ScriptedBackend([error] * (TRIP_AFTER + 1)), FrozenClock())
    for _ in range(TRIP_AFTER + 1):
        with pytest.raises(BackendRejected):
            await ask(backend)
    assert backend.breaker.circuit is Circuit.CLOSED
    is_missing = isinstance(error, ModelMissing)
    assert backend.health().is_model_missing is is_missing
    assert backend.health().status is (BrainStatus.OFFLINE if is_missing else BrainStatus.DEGRADED)


async def test_looking_after_it_finds_an_outage_and_its_end() -> None:
    clock = FrozenClock()
    model = ScriptedBackend(models=BackendUnreachable("no connection"))
    backend = BreakerBackend(model, clock)
    assert backend.breaker.is_probe_due
    await backend.look_after()
    assert backend.health().status is BrainStatus.OFFLINE
    assert backend.health().offline_since == clock.monotonic()
    assert not backend.breaker.is_probe_due
    model.models = ("model",)
    clock.advance(OPEN_SECONDS)
    assert backend.breaker.is_probe_due
    await backend.look_after()
    assert backend.health().status is BrainStatus.ONLINE
    assert not backend.breaker.is_probe_due
    clock.advance(PROBE_SECONDS)
    assert backend.breaker.is_probe_due


async def test_a_server_without_the_model_is_no_brain() -> None:
    backend = BreakerBackend(ScriptedBackend(models=("another",)), FrozenClock())
    await backend.look_after()
    assert backend.health().is_model_missing


EVENTS = st.lists(
    st.tuples(st.sampled_from(["ok", "away", "fault", "slow", "refused", "enter", "left"]), st.floats(0, 100)),
    max_size=50,
)


@given(EVENTS)
def test_never_more_than_one_probe_and_never_trapped(events: list[tuple[str, float]]) -> None:
    clock = FrozenClock()
    breaker = CircuitBreaker(clock)
    errors = {
        "away": BackendUnreachable(),
        "fault": BackendFault(),
        "slow": BackendTimeout(),
        "refused": BackendRejected(),
    }
    is_inside = False
    for event, seconds in events:
        clock.advance(seconds)
        if event == "enter":
            entered = breaker.enter()
            if breaker.circuit is not Circuit.CLOSED and is_inside:
                assert not entered
            is_inside = is_inside or entered
        elif event == "ok":
            breaker.succeeded()
            is_inside = False
        elif event == "left":
            breaker.left()
            is_inside = False
        else:
            breaker.failed(errors[event])
            is_inside = False
        assert breaker.recovery_seconds <= OPEN_SECONDS + 1e-6
    breaker.left()
    clock.advance(OPEN_SECONDS + 1e-3)
    assert breaker.enter()
