"""Asks for a yes on the phones of a person: two buttons, bound to that person, for as long as the question stands."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import datetime
import secrets
from typing import Final

from homeassistant.auth.models import User
from homeassistant.components.conversation import DOMAIN as CONVERSATION, async_converse
from homeassistant.config_entries import ConfigEntry
from homeassistant.core import CALLBACK_TYPE, Context, Event, HomeAssistant, callback
from homeassistant.exceptions import HomeAssistantError
from homeassistant.helpers import entity_registry as er
from homeassistant.helpers.event import async_call_later
from homeassistant.util import slugify

from ..const import DOMAIN, LOGGER
from ..organism.hands.conversation import CONFIRM_SECONDS
from ..organism.hands.phrasing import Phrasing
from .runtime import CrayfishRuntime

EVENT_BUTTON: Final = "mobile_app_notification_action"
"""Fired by Home Assistant's `mobile_app` with the context of the phone's owner."""
PREFIX: Final = "OPENCRAYFISH"
YES, NO = "YES", "NO"


@dataclass(frozen=True, kw_only=True, slots=True)
class Question:
    """One question that waits for a button."""

    token: str
    conversation_id: str
    asked_at: float
    """When the conversation asked: another question there is another one."""
    language: str
    phones: tuple[tuple[str, str], ...]
    """Services of the phones, and the users who own them."""
    answers: tuple[str, str]
    """Yes and no, as they are said."""
    forget: CALLBACK_TYPE


class Phones:
    """The phones on which one crayfish asks."""

    def __init__(self, hass: HomeAssistant, entry: ConfigEntry, runtime: CrayfishRuntime) -> None:
        """Listen for buttons."""
        self._hass = hass
        self._entry = entry
        self._runtime = runtime
        self._questions: dict[str, Question] = {}
        entry.async_on_unload(hass.bus.async_listen(EVENT_BUTTON, self._pressed))
        entry.async_on_unload(self.async_forget)

    @callback
    def async_follow(
        self, conversation_id: str, *, asked: str, user_id: str | None, phrasing: Phrasing, language: str
    ) -> None:
        """Follow a turn: show what was asked in it, and take back what it answered. Nobody waits for the phones."""
        if asked:
            asking = self._async_ask(asked, conversation_id, user_id, phrasing, language)
            self._entry.async_create_background_task(self._hass, asking, "opencrayfish phones ask")
        elif self._questions:
            settling = self._async_settle(conversation_id)
            self._entry.async_create_background_task(self._hass, settling, "opencrayfish phones settle")

    async def _async_ask(
        self, sentence: str, conversation_id: str, user_id: str | None, phrasing: Phrasing, language: str
    ) -> None:
        """Show a question with two buttons; nothing happens when nobody has a phone."""
        await self._async_settle(conversation_id)
        phones = tuple([phone async for phone in self._phones_of(user_id)])
        if not phones:
            return
        token = secrets.token_hex(8)

        async def over(_now: datetime) -> None:
            await self._async_clear(token)

        self._questions[token] = Question(
            token=token,
            conversation_id=conversation_id,
            asked_at=self._runtime.conversations.of(conversation_id).asked_at,
            language=language,
            phones=phones,
            answers=(phrasing.part("button_yes"), phrasing.part("button_no")),
            forget=async_call_later(self._hass, CONFIRM_SECONDS, over),
        )
        titles = zip((YES, NO), self._questions[token].answers, strict=True)
        buttons = [{"action": f"{PREFIX}_{key}_{token}", "title": title} for key, title in titles]
        await self._async_show(token, sentence, {"actions": buttons, "timeout": int(CONFIRM_SECONDS)})

    async def _async_settle(self, conversation_id: str) -> None:
        """Take questions of a conversation back that were answered there."""
        asked_at = self._runtime.conversations.of(conversation_id).asked_at
        is_open = bool(self._runtime.conversations.of(conversation_id).pending)
        for question in [*self._questions.values()]:
            if question.conversation_id == conversation_id and (not is_open or question.asked_at != asked_at):
                await self._async_clear(question.token)

    @callback
    def async_forget(self) -> None:
        """Wait for no button any more."""
        for question in self._questions.values():
            question.forget()
        self._questions.clear()

    async def _phones_of(self, user_id: str | None) -> AsyncIterator[tuple[str, str]]:
        """Yield the phones of a person; who speaks through a satellite is unknown, then those of the administrators."""
        for phone in self._hass.config_entries.async_entries("mobile_app"):
            owner = await self._hass.auth.async_get_user(str(phone.data.get("user_id")))
            service = slugify(f"mobile_app_{phone.data.get('device_name')}")
            if owner and _may_answer(owner, user_id) and self._hass.services.has_service("notify", service):
                yield service, owner.id

    async def _pressed(self, event: Event) -> None:
        """Answer in the name of the one whose phone it is, once, and only if that person was asked."""
        prefix, _, rest = str(event.data.get("action")).partition("_")
        key, _, token = rest.partition("_")
        question = self._questions.get(token)
        if prefix != PREFIX or key not in {YES, NO} or question is None:
            return
        user_id = event.context.user_id
        if user_id not in {owner for _, owner in question.phones}:
            LOGGER.warning("A button of %s was pressed by somebody who was not asked", self._entry.title)
            return
        open_one = self._runtime.conversations.of(question.conversation_id)
        if not open_one.pending or open_one.asked_at != question.asked_at:
            await self._async_clear(token)
            return
        question.forget()
        del self._questions[token]
        result = await async_converse(
            self._hass,
            text=question.answers[0 if key == YES else 1],
            conversation_id=question.conversation_id,
            context=Context(user_id=user_id),
            language=question.language,
            agent_id=er.async_get(self._hass).async_get_entity_id(
                CONVERSATION, DOMAIN, f"{self._entry.entry_id}_conversation"
            ),
        )
        speech = result.response.speech.get("plain", {}).get("speech", "")
        for service, _ in question.phones:
            await self._async_send(service, speech, {"tag": token})

    async def _async_show(self, token: str, message: str, data: dict[str, object]) -> None:
        for service, _ in self._questions[token].phones:
            await self._async_send(service, message, {**data, "tag": token})

    async def _async_clear(self, token: str) -> None:
        if question := self._questions.pop(token, None):
            question.forget()
            for service, _ in question.phones:
                await self._async_send(service, "clear_notification", {"tag": token})

    async def _async_send(self, service: str, message: str, data: dict[str, object]) -> None:
        call = {"message": message, "title": self._entry.title, "data": data}
        try:
            await self._hass.services.async_call("notify", service, call, blocking=True)
        except HomeAssistantError as err:
            LOGGER.warning("%s cannot ask on %s: %s", self._entry.title, service, err)


def _may_answer(owner: User, user_id: str | None) -> bool:
    return owner.is_active and (owner.id == user_id if user_id else owner.is_admin)
