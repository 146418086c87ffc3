"""The AI task entity: other automations may think with the crayfish's brain."""

from contextlib import aclosing
import json
from typing import Any, override

import probatio
import voluptuous as vol

from homeassistant.components import ai_task
from homeassistant.components.conversation import AssistantContent, ChatLog, SystemContent, UserContent
from homeassistant.core import HomeAssistant
from homeassistant.exceptions import HomeAssistantError
from homeassistant.helpers.entity_platform import AddConfigEntryEntitiesCallback
from homeassistant.helpers.llm import selector_serializer

from .burrow.runtime import CrayfishConfigEntry
from .const import DOMAIN
from .entity import CrayfishEntity
from .organism.backends.base import ModelRequest, TimeLimits
from .organism.errors import BackendError
from .organism.messages import Message
from .organism.speech.filter import clean_for_screen

PARALLEL_UPDATES = 0
TASK_TOKENS = 2048
"""Longest answer to a task; nobody waits at a loudspeaker for it."""
TASK_LIMITS = TimeLimits(total=300.0)


async def async_setup_entry(
    hass: HomeAssistant, entry: CrayfishConfigEntry, async_add_entities: AddConfigEntryEntitiesCallback
) -> None:
    """Add the entity; without a brain it says so when it is asked."""
    async_add_entities([CrayfishTask(entry)])


class CrayfishTask(CrayfishEntity, ai_task.AITaskEntity):
    """Generates text, or data of a wanted shape."""

    _attr_translation_key = "ai_task"
    _attr_supported_features = ai_task.AITaskEntityFeature.GENERATE_DATA

    def __init__(self, entry: CrayfishConfigEntry) -> None:
        """Belong to the crayfish."""
        super().__init__(entry, "ai_task")

    @override
    async def _async_generate_data(self, task: ai_task.GenDataTask, chat_log: ChatLog) -> ai_task.GenDataTaskResult:
        """Make one call; an answer of another shape than wanted is an error, never half of the data."""
        schema = _json_schema(task.structure) if task.structure else None
        text = await self._async_think(
            ModelRequest(messages=_messages(chat_log), max_tokens=TASK_TOKENS, schema=schema)
        )
        chat_log.async_add_assistant_content_without_tools(AssistantContent(agent_id=self.entity_id, content=text))
        data = _checked(text, task.structure) if task.structure else clean_for_screen(text)
        return ai_task.GenDataTaskResult(conversation_id=chat_log.conversation_id, data=data)

    async def _async_think(self, request: ModelRequest) -> str:
        brain = self._entry.runtime_data.organism.brain
        if brain is None:
            raise HomeAssistantError(
                translation_domain=DOMAIN,
                translation_key="no_brain",
                translation_placeholders={"name": self._entry.title},
            )
        try:
            async with aclosing(brain.stream(request, TASK_LIMITS)) as stream:
                pieces = [delta.text async for delta in stream]
        except BackendError as err:
            raise HomeAssistantError(
                translation_domain=DOMAIN,
                translation_key="brain_failed",
                translation_placeholders={"name": self._entry.title, "error": str(err)},
            ) from err
        finally:
            self._entry.runtime_data.async_show()
        return "".join(pieces)


def _messages(chat_log: ChatLog) -> tuple[Message, ...]:
    messages: list[Message] = []
    for content in chat_log.content:
        match content:
            case SystemContent(content=str(text)):
                messages.append(Message(role="system", text=text))
            case UserContent(content=str(text)):
                messages.append(Message(role="user", text=text))
            case AssistantContent(content=str(text)):
                messages.append(Message(role="assistant", text=text))
            case _:
                pass
    return tuple(messages)


def _json_schema(structure: vol.Schema) -> dict[str, Any]:
    schema: dict[str, Any] = probatio.to_openapi(
        structure, custom_serializer=selector_serializer, openapi_version="3.1.0"
    )
    return schema


def _checked(text: str, structure: vol.Schema) -> object:
    """Return the data that a text holds.

    Raises `HomeAssistantError` when it holds none, or of another shape.
    """
    try:
        return structure(json.loads(text))
    except (ValueError, RecursionError, vol.Invalid) as err:
        raise HomeAssistantError(translation_domain=DOMAIN, translation_key="wrong_shape") from err
