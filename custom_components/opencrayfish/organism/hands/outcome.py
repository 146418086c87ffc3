"""Do what was ordered and find out what came of it; nothing is claimed that the house does not show."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from ..errors import ActionDenied, ActionFailed, ActionTimedOut
from ..ports import Effector
from .house import House, Thing
from .request import Request, request
from .results import Call
from .states import GONE

READ_BACK_SECONDS: Final = 4.0
"""How long a device may take to show what it was told; a listener still waits then."""


class Ending(StrEnum):
    """What came of one request."""

    DONE = "done"
    ALREADY = "already"
    """It was so before; nothing was sent."""
    SENT = "sent"
    """Home Assistant took it, and no state can tell more."""
    UNDONE = "undone"
    """It was so for a moment, and somebody or something changed it again."""
    NO_REACTION = "no_reaction"
    GONE = "gone"
    FAILED = "failed"
    DENIED = "denied"


FULFILLED: Final = frozenset({Ending.DONE, Ending.ALREADY, Ending.SENT})


@dataclass(frozen=True, kw_only=True, slots=True)
class Outcome:
    """One request and its ending."""

    request: Request
    ending: Ending
    now: Thing
    reason: str = ""


async def carry_out(
    calls: Sequence[Call], house: House, effector: Effector, *, is_off: Callable[[], bool] = lambda: False
) -> tuple[Outcome, ...]:
    """Do the calls one after the other, the targets of each at once; return what came of every one that was begun.

    `is_off` is asked before each.
    """
    outcomes: list[Outcome] = []
    for call in calls:
        if is_off():
            break
        requests = [request(call, house[id_]) for id_ in call.targets if id_ in house]
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(_carry_out(one, house, effector)) for one in requests]
        outcomes += [task.result() for task in tasks]
    return tuple(outcomes)


async def _carry_out(one: Request, house: House, effector: Effector) -> Outcome:
    if one.before.state in GONE and not one.is_click:
        return Outcome(request=one, ending=Ending.GONE, now=one.before)
    if not one.is_relative and one.is_met(one.before):
        return Outcome(request=one, ending=Ending.ALREADY, now=one.before)
    try:
        await effector.act(one.service, one.target, one.data)
    except ActionDenied:
        return Outcome(request=one, ending=Ending.DENIED, now=one.before)
    except ActionTimedOut:
        return Outcome(request=one, ending=Ending.NO_REACTION, now=one.before)
    except ActionFailed as err:
        return Outcome(request=one, ending=Ending.FAILED, now=one.before, reason=str(err))

    def now() -> Thing:
        return house.things.get(one.target, one.before)

    if one.is_click:
        return Outcome(request=one, ending=Ending.SENT, now=now())
    is_met = await effector.until(lambda: one.is_met(now()), READ_BACK_SECONDS)
    last = now()
    if is_met:
        return Outcome(request=one, ending=Ending.DONE if one.is_met(last) else Ending.UNDONE, now=last)
    return Outcome(request=one, ending=Ending.GONE if last.state in GONE else Ending.NO_REACTION, now=last)
