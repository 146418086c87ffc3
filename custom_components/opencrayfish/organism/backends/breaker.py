"""A circuit breaker around a model server: one that is away is not asked again and again."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass
from enum import StrEnum
from typing import override

from ..errors import BackendError, BackendRejected, BackendUnreachable, BreakerOpen, ModelMissing
from ..messages import Delta, Message
from ..ports import Clock
from .base import Backend, ModelRequest, TimeLimits

TRIP_AFTER = 3
"""Failures in a row that open the circuit: one may be a hiccup, and two listeners may meet the same one."""
OPEN_SECONDS = 30.0
"""How long nothing is sent then (crayfish-behaviour §16)."""
PROBE_SECONDS = 60.0
"""A server that nobody has spoken to for so long is looked after, so that people learn of an outage before they ask."""


class Circuit(StrEnum):
    """State of the breaker."""

    CLOSED = "closed"
    OPEN = "open"
    HALF_OPEN = "half_open"


class BrainStatus(StrEnum):
    """How a brain is doing."""

    ONLINE = "online"
    DEGRADED = "degraded"
    """The server is there, and its latest answer failed."""
    OFFLINE = "offline"
    INSTINCT = "instinct"
    """There is none."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Health:
    """How a brain is doing, and since when it is away."""

    status: BrainStatus
    backend: str = ""
    last_error: str = ""
    """Kind and words of the latest failure, empty after a success."""
    is_model_missing: bool = False
    recovery_seconds: int = 0
    """Until the server is asked again; 0 when it may be asked now."""
    offline_since: float | None = None
    """Monotonic seconds."""


NO_BRAIN = Health(status=BrainStatus.INSTINCT)


class CircuitBreaker:
    """Counts failures in a row and says whether to try.

    Closed: everything goes. Open: nothing, for `OPEN_SECONDS`. Half open: one call, which closes or opens it again.
    """

    def __init__(self, clock: Clock) -> None:
        """Start closed, with nothing known."""
        self._clock = clock
        self._failures = 0
        self._open_until = 0.0
        self._is_probing = False
        self._last_heard = float("-inf")
        self.error: BackendError | None = None
        self.offline_since: float | None = None

    @property
    def circuit(self) -> Circuit:
        """Return the state now."""
        if self._failures < TRIP_AFTER:
            return Circuit.CLOSED
        return Circuit.OPEN if self._clock.monotonic() < self._open_until else Circuit.HALF_OPEN

    @property
    def recovery_seconds(self) -> float:
        """Return how long nothing will be sent."""
        return max(0.0, self._open_until - self._clock.monotonic()) if self.circuit is Circuit.OPEN else 0.0

    @property
    def is_probe_due(self) -> bool:
        """Whether nobody has heard from the server for long, or it may be tried again."""
        if self._is_probing or self.circuit is Circuit.OPEN:
            return False
        waited = self._clock.monotonic() - self._last_heard
        return waited >= (PROBE_SECONDS if self.error is None else OPEN_SECONDS)

    def enter(self) -> bool:
        """Ask for leave to call; while half open only one caller has it at a time."""
        match self.circuit:
            case Circuit.CLOSED:
                return True
            case Circuit.HALF_OPEN if not self._is_probing:
                self._is_probing = True
                return True
            case _:
                return False

    def succeeded(self) -> None:
        """Close the circuit."""
        self._failures = 0
        self._is_probing = False
        self._last_heard = self._clock.monotonic()
        self.error = None
        self.offline_since = None

    def failed(self, error: BackendError) -> None:
        """Count a failure; a refusal proves that the server is there, so it does not open the circuit."""
        now = self._clock.monotonic()
        self._is_probing = False
        self._last_heard = now
        self.error = error
        if isinstance(error, BackendRejected):
            self._failures = 0
        else:
            self._failures += 1
            self._open_until = now + OPEN_SECONDS
        if not self.is_offline:
            self.offline_since = None
        elif self.offline_since is None:
            self.offline_since = now

    def left(self) -> None:
        """Give the leave back without a result: the caller went away."""
        self._is_probing = False

    @property
    def is_offline(self) -> bool:
        """Whether the brain cannot be used: away, without its model, or failing again and again."""
        return self._failures >= TRIP_AFTER or isinstance(self.error, BackendUnreachable | ModelMissing)


class BreakerBackend(Backend):
    """A backend behind a breaker."""

    def __init__(self, backend: Backend, clock: Clock) -> None:
        """Take over a backend; `aclose` closes it."""
        self._backend = backend
        self._breaker = CircuitBreaker(clock)
        self.prefix: tuple[Message, ...] = ()
        """With what the last call began that later ones begin with too."""

    @property
    @override
    def name(self) -> str:
        return self._backend.name

    @property
    def breaker(self) -> CircuitBreaker:
        """The breaker, to look at."""
        return self._breaker

    def health(self) -> Health:
        """Return how this brain is doing; nothing is sent."""
        breaker = self._breaker
        error = breaker.error
        if error is None:
            return Health(status=BrainStatus.ONLINE, backend=self.name)
        return Health(
            status=BrainStatus.OFFLINE if breaker.is_offline else BrainStatus.DEGRADED,
            backend=self.name,
            last_error=f"{type(error).__name__}: {error}",
            is_model_missing=isinstance(error, ModelMissing),
            recovery_seconds=round(breaker.recovery_seconds),
            offline_since=breaker.offline_since,
        )

    @override
    async def stream(self, request: ModelRequest, limits: TimeLimits) -> AsyncGenerator[Delta]:
        """Yield the model's answer; raises `BreakerOpen` at once while the server is known to be away."""
        if not self._breaker.enter():
            raise BreakerOpen(str(self._breaker.error))
        self.prefix = request.messages[: request.lasting] or self.prefix
        is_settled = False
        try:
            async with aclosing(self._backend.stream(request, limits)) as stream:
                async for delta in stream:
                    if not is_settled:
                        self._breaker.succeeded()
                        is_settled = True
                    yield delta
        except BackendError as error:
            self._breaker.failed(error)
            is_settled = True
            raise
        finally:
            if not is_settled:
                self._breaker.left()

    @override
    async def probe(self) -> tuple[str, ...]:
        """Ask the server for its models, whatever the circuit says, and count what comes of it."""
        try:
            models = await self._backend.probe()
        except BackendError as error:
            self._breaker.failed(error)
            raise
        return models

    async def look_after(self) -> None:
        """Find out how the server is doing; never raises a `BackendError`."""
        if not self._breaker.enter():
            return
        try:
            models = await self._backend.probe()
        except BackendError as error:
            self._breaker.failed(error)
        else:
            if self._backend.serves(models):
                self._breaker.succeeded()
            else:
                self._breaker.failed(ModelMissing(f"the server does not have {self.name}"))
        finally:
            self._breaker.left()

    @override
    def serves(self, models: tuple[str, ...]) -> bool:
        return self._backend.serves(models)

    @override
    async def pull(self) -> AsyncGenerator[float | None]:
        async with aclosing(self._backend.pull()) as progress:
            async for share in progress:
                yield share
        self._breaker.succeeded()

    @override
    async def aclose(self) -> None:
        await self._backend.aclose()
