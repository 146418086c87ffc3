"""First instinct: Home Assistant's own sentences, matched strictly."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final, override

from hassil.recognize import RecognizeResult

from homeassistant.components import conversation
from homeassistant.core import HomeAssistant
from homeassistant.helpers.intent import IntentResponse, IntentResponseType

from ..organism.hands.house import Thing
from ..organism.hands.outcome import READ_BACK_SECONDS
from ..organism.hands.phrasing import Phrasing
from ..organism.messages import Effect, Stimulus
from ..organism.ports import Effector, Instinct, Instinctive
from .house import async_house

OPENING_INTENTS: Final = frozenset({
    "HassTurnOn", "HassTurnOff", "HassToggle", "HassOpenCover", "HassOpenValve", "HassUnlock", "HassSetPosition", "HassDisarm",
})  # fmt: skip
"""Intents of Home Assistant that may open something."""
SIMPLE: Final = ("light", "switch", "fan", "input_boolean")
EXPECTED: Final = MappingProxyType({
    "HassTurnOn": {**dict.fromkeys(SIMPLE, ("on",)), "cover": ("open", "opening"), "lock": ("locked", "locking")},
    "HassTurnOff": {**dict.fromkeys(SIMPLE, ("off",)), "cover": ("closed", "closing"), "lock": ("unlocked", "unlocking")},
})  # fmt: skip
"""In which states things are after these intents; Home Assistant says "done" without a look."""


class StrictIntents(Instinct):
    """One turn's access to the default agent; only exact wording and exposed entities count."""

    def __init__(
        self,
        hass: HomeAssistant,
        user_input: conversation.ConversationInput,
        chat_log: conversation.ChatLog,
        *,
        confirm: Collection[str],
        effector: Effector,
        phrasing: Phrasing,
    ) -> None:
        """Take the request with its context, so that permissions and the satellite's area apply.

        What `confirm` protects is not opened on this way, which cannot ask.
        """
        self._confirm = confirm
        self._effector = effector
        self._phrasing = phrasing
        self._hass = hass
        self._user_input = user_input
        self._chat_log = chat_log
        self.response: IntentResponse | None = None
        """Home Assistant's own response after a match: it carries the targets."""

    @override
    async def handle(self, stimulus: Stimulus) -> Instinctive | None:
        user_input = replace(self._user_input, text=stimulus.text)
        response = await conversation.async_handle_intents(
            self._hass, user_input, self._chat_log, intent_filter=self._opens
        )
        speech = response.speech.get("plain", {}).get("speech", "").strip() if response else ""
        if response is None or not speech:
            return None
        tools = self._tools()
        if idle := await self._without_reaction(response, tools):
            said = self._phrasing.sentence("no_reaction", names=self._phrasing.listed(idle))
            return Instinctive(speech=said, tools=tools, effect=Effect.FAILED)
        self.response = response
        return Instinctive(speech=speech, tools=tools)

    async def _without_reaction(self, response: IntentResponse, tools: Sequence[str]) -> list[str]:
        """Return the names of the things that are not as an intent should have left them, after a moment."""
        expected = EXPECTED.get(tools[-1]) if tools else None
        if expected is None or response.response_type is not IntentResponseType.ACTION_DONE:
            return []
        things = async_house(self._hass).things
        wanted = {
            target.id: expected[things[target.id].domain]
            for target in response.success_results
            if target.id and target.id in things and things[target.id].domain in expected
        }

        def idle() -> list[str]:
            return [id_ for id_, states in wanted.items() if things[id_].state not in states]

        await self._effector.until(lambda: not idle(), READ_BACK_SECONDS)
        return [things[id_].name for id_ in idle()]

    def _opens(self, result: RecognizeResult) -> bool:
        """Tell whether a sentence may open something protected: by its domain, its device class or its name."""
        if result.intent.name not in OPENING_INTENTS:
            return False
        said = {name: str(entity.value).casefold() for name, entity in result.entities.items()}
        kinds = {said.get("domain", ""), said.get("device_class", "")}
        for thing in async_house(self._hass).things.values():
            if said.get("name") in {thing.id, *(name.casefold() for name in (thing.name, *thing.aliases))}:
                kinds |= _kinds(thing)
        if kinds == {""} and "name" not in said:
            # A whole room or floor: whatever is protected there would be opened too.
            kinds = {kind for thing in async_house(self._hass).things.values() for kind in _kinds(thing)}
        return not kinds.isdisjoint(self._confirm)

    def _tools(self) -> tuple[str, ...]:
        """Return the intents that ran in this turn: all tool calls after the person's last words."""
        names: list[str] = []
        for content in reversed(self._chat_log.content):
            if isinstance(content, conversation.UserContent):
                break
            if isinstance(content, conversation.AssistantContent):
                names = [call.tool_name for call in content.tool_calls or ()] + names
        return tuple(names)


def _kinds(thing: Thing) -> set[str]:
    """Return the domain of a thing, and the device class of a cover."""
    return {thing.domain, (thing.device_class or "") if thing.domain == "cover" else ""}
