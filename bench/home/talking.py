"""Speak to an agent and time it."""

import asyncio
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from homeassistant.components.conversation import ConversationResult, async_converse
from homeassistant.components.conversation.chat_log import ChatLog, async_get_chat_log
from homeassistant.helpers.chat_session import async_get_chat_session

from .claims import ERROR, Said
from .comparing import unwanted
from .house import House
from .tasks import Task

PATIENCE = 300.0
"""Seconds an agent has for one answer."""
YES = "yes"
NOTHING_EXPECTED = Task(home="", file="", categories=(), sentence="")
"""Compared with it, everything that became different shows."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Answer:
    """What an agent said to one sentence."""

    said: Said
    conversation_id: str | None
    is_asking: bool
    """The agent waits for an answer."""
    first_word_ms: float
    total_ms: float
    fault: str = ""
    """Why there is no answer."""


async def speak(house: House, agent: str, text: str, *, device: str = "", conversation_id: str | None = None) -> Answer:
    """Say something and wait for the answer; without a conversation's id in a new one.

    The first word is timed as the pipeline of voices sees it: the first text the agent streams, or else its whole answer.
    """
    first: list[float] = []

    def hear(_: ChatLog, delta: dict[str, Any]) -> None:
        if delta.get("content") and delta.get("role", "assistant") == "assistant" and not first:
            first.append(perf_counter() - begun)

    result: ConversationResult | None = None
    fault = ""
    begun = perf_counter()
    with (
        async_get_chat_session(house.hass, conversation_id) as session,
        async_get_chat_log(house.hass, session, chat_log_delta_listener=hear),
    ):
        try:
            async with asyncio.timeout(PATIENCE):
                result = await async_converse(
                    house.hass,
                    text,
                    session.conversation_id,
                    house.context(),
                    language="en",
                    agent_id=agent,
                    device_id=house.device_id(device) if device else None,
                )
        except Exception as err:  # noqa: BLE001 an agent that fails is a result like any other
            fault = f"the agent failed: {type(err).__name__}: {err}"
    total = perf_counter() - begun
    response = result.response if result else None
    return Answer(
        said=Said(
            text=str((response.speech.get("plain") or {}).get("speech") or "") if response else "",
            response_type=response.response_type.value if response and response.response_type else ERROR,
        ),
        conversation_id=result.conversation_id if result else session.conversation_id,
        is_asking=bool(result and result.continue_conversation),
        first_word_ms=(first[0] if first else total) * 1000,
        total_ms=total * 1000,
        fault=fault,
    )


async def talk(house: House, agent: str, task: Task, *, says_yes: bool) -> list[Answer]:
    """Say the sentence of a task; answer yes, once, to an agent that asks before it has done anything."""
    before = house.snapshot()
    answers = [await speak(house, agent, task.sentence, device=task.context_device)]
    await house.settle()
    if says_yes and answers[0].is_asking and not unwanted(NOTHING_EXPECTED, before, house.snapshot()):
        first = answers[0].conversation_id
        answers.append(await speak(house, agent, YES, device=task.context_device, conversation_id=first))
        await house.settle()
    return answers
