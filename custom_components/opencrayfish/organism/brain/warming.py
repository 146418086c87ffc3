"""Make a model ready before the words are there: loaded, and with the part of the prompt that never changes read."""

from contextlib import aclosing
from typing import Final

from ..backends.base import ModelRequest, TimeLimits
from ..backends.breaker import BreakerBackend
from ..errors import BackendError
from ..messages import Message

LIMITS: Final = TimeLimits(first_token=60.0, total=60.0)
"""Loading a model from a slow card takes that long; nobody waits for it."""


class Warming:
    """Lets one model read again with what its last call began."""

    def __init__(self) -> None:
        """Begin with nothing under way."""
        self._is_busy = False

    async def warm(self, brain: BreakerBackend, otherwise: tuple[Message, ...]) -> None:
        """Send the lasting part of the last call, or another one before the first, and ask for one token.

        A server that is away is found out by that; nothing is raised. Two at once would only be in each other's way.
        """
        if self._is_busy:
            return
        self._is_busy = True
        request = ModelRequest(messages=brain.prefix or otherwise, max_tokens=1)
        try:
            async with aclosing(brain.stream(request, LIMITS)) as stream:
                async for _ in stream:
                    pass
        except BackendError:
            return
        finally:
            self._is_busy = False
