"""Run a set: boot each home, say each sentence, judge what came of it."""

from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
import tempfile

from homeassistant.core import HomeAssistant

from .agents import Agent, set_up
from .house import House, clock_at, house, time_zone
from .proxy import CountingProxy, ModelCall
from .report import Row
from .scoring import score
from .talking import talk
from .tasks import HomeTasks, Task

type SetUp = Callable[[HomeAssistant], Awaitable[str]]
"""Sets up the agent in a home and returns its id."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Conditions:
    """How a set is run."""

    agent: Agent = Agent.ASSIST
    model: str | None = None
    url: str = ""
    """Of the Ollama server."""
    runs: int = 1
    confirms: bool = True
    """The agent may ask before it acts, and is told yes."""


async def measure(
    homes: list[HomeTasks], conditions: Conditions, tell: Callable[[str], object] = lambda _: None
) -> list[Row]:
    """Run all homes; `tell` hears how far it is."""
    rows: list[Row] = []
    async with AsyncExitStack() as stack:
        proxy: CountingProxy | None = None
        if conditions.model is not None and conditions.agent is not Agent.ASSIST:
            proxy = await stack.enter_async_context(CountingProxy(conditions.url))

        async def add_agent(hass: HomeAssistant) -> str:
            return await set_up(
                hass,
                conditions.agent,
                url=proxy.url if proxy else conditions.url,
                model=conditions.model,
                confirms=conditions.confirms,
            )

        for home in homes:
            found = await measure_home(home, add_agent, conditions, proxy)
            rows += found
            tell(f"{home.name}: {sum(row.success for row in found)} of {len(found)}")
    return rows


async def measure_home(
    home: HomeTasks, add_agent: SetUp, conditions: Conditions, proxy: CountingProxy | None = None
) -> list[Row]:
    """Boot one home and run its tasks."""
    with tempfile.TemporaryDirectory() as folder:
        async with house(Path(folder), home.fixtures) as place:
            agent = await add_agent(place.hass)
            return [
                await _measure_task(place, agent, task, conditions, proxy, run)
                for run in range(1, conditions.runs + 1)
                for task in home.tasks
            ]


async def _measure_task(
    place: House, agent: str, task: Task, conditions: Conditions, proxy: CountingProxy | None, run: int
) -> Row:
    if task.context_now:
        await place.hass.config.async_set_time_zone(time_zone(task.context_now))
    with clock_at(task.context_now):
        faults = await place.prepare(task.setup)
        before = place.snapshot()
        if proxy:
            proxy.calls.clear()
        answers = await talk(place, agent, task, says_yes=conditions.confirms)
        after = place.snapshot()
    calls = list(proxy.calls) if proxy else []
    verdict = score(task, before, after, answers[-1].said, place.names)
    faults += [answer.fault for answer in answers if answer.fault]
    return Row(
        home=task.home,
        file=task.file,
        category=", ".join(task.categories),
        sentence=task.sentence,
        run=run,
        reply=answers[-1].said.text,
        success=verdict.success,
        why=(*verdict.why, *faults),
        false_claim=verdict.false_claim,
        unwanted=verdict.unwanted,
        response_type=answers[-1].said.response_type,
        confirmed=len(answers) > 1,
        model_calls=len(calls),
        prompt_tokens=_sum([call.prompt_tokens for call in calls]),
        uncached_tokens=_sum([_uncached(call) for call in calls]),
        answer_tokens=_sum([call.answer_tokens for call in calls]),
        prompt_ms=_sum([call.prompt_ms for call in calls]),
        first_word_ms=round(answers[0].first_word_ms, 3),
        total_ms=round(sum(answer.total_ms for answer in answers), 3),
    )


def _uncached(call: ModelCall) -> int | None:
    if call.prompt_tokens is None or call.cached_tokens is None:
        return None
    return call.prompt_tokens - call.cached_tokens


def _sum[Number: (int, float)](values: list[Number | None]) -> Number | None:
    """Add; what no call was needed for is 0, and what one call does not tell is unknown."""
    known = [value for value in values if value is not None]
    return sum(known, start=type(known[0])(0)) if known and len(known) == len(values) else None if values else 0
