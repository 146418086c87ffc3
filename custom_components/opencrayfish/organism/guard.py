"""The one place that catches everything, so that a fault in one part never silences the animal."""

from collections.abc import Awaitable, Callable
import logging

_LOGGER = logging.getLogger(__name__)


async def guarded[T](work: Awaitable[T], *, doing: str, otherwise: T) -> T:
    """Await the work; log what it raises with its traceback and return `otherwise` instead.

    Cancellation passes through. `doing` completes the sentence "Unexpected error while …".
    """
    try:
        return await work
    except Exception:
        _LOGGER.exception("Unexpected error while %s", doing)
        return otherwise


def attempted[T](work: Callable[[], T], *, doing: str, otherwise: T) -> T:
    """Do the work at once; log what it raises with its traceback and return `otherwise` instead."""
    try:
        return work()
    except Exception:
        _LOGGER.exception("Unexpected error while %s", doing)
        return otherwise
