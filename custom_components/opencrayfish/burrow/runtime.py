"""What lives in a loaded config entry."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Protocol

from homeassistant.components import persistent_notification
from homeassistant.components.conversation import ConversationInput, ConversationResult
from homeassistant.config_entries import ConfigEntry
from homeassistant.core import CoreState, HomeAssistant, callback
from homeassistant.helpers.update_coordinator import DataUpdateCoordinator

from ..const import DOMAIN, LOGGER
from ..organism.anatomy import Organism, build
from ..organism.backends.breaker import BreakerBackend
from ..organism.errors import StorageFailed
from ..organism.hands.conversation import Conversations
from ..organism.hands.hints import Hints
from ..organism.hands.phrasing import Phrasing, read_phrasing
from ..organism.hands.words import Words
from ..organism.language.loader import Language, available, available_houses, choose, load, read_choice, read_house
from ..organism.life.pulse import Pulse
from ..organism.memory.soul import Soul, parse
from ..organism.settings import BrainSettings, Settings
from .body_probe import ComputerProbe
from .brain import async_connect
from .clock import HomeClock
from .files import FolderFiles
from .issues import async_tend_soul_issue, async_tend_storage_issue
from .journal_timer import JournalTimer
from .souls import DEFAULT_SOUL, first_soul
from .store import StateStore

type CrayfishConfigEntry = ConfigEntry[CrayfishRuntime]


class Jobs(Protocol):
    """What carries out orders for later."""

    async def async_changed(self) -> None:
        """Keep what was planned or cancelled."""


class Confirming(Protocol):
    """What asks for a yes beside the conversation."""

    def async_follow(
        self, conversation_id: str, *, asked: str, user_id: str | None, phrasing: Phrasing, language: str
    ) -> None:
        """Follow a turn."""


@dataclass(kw_only=True, slots=True)
class CrayfishRuntime:
    """One living crayfish."""

    hass: HomeAssistant
    organism: Organism
    language_codes: tuple[str, ...]
    house_codes: tuple[str, ...]
    probe: ComputerProbe
    store: StateStore
    journal: JournalTimer
    pulse: DataUpdateCoordinator[Pulse] = field(init=False)
    """Carries the latest pulse to the entities."""
    jobs: Jobs = field(init=False)
    """Keeps and carries out orders for later."""
    phones: Confirming = field(init=False)
    """Where a person can say yes, too."""
    conversations: Conversations
    languages: dict[str, Language] = field(default_factory=dict)
    tongues: dict[str, tuple[Words, Phrasing]] = field(default_factory=dict)
    hints: dict[str, tuple[str, Hints]] = field(default_factory=dict)
    converse: Callable[[ConversationInput], Awaitable[ConversationResult]] | None = None
    """The way in for the actions; None while the conversation entity is disabled."""
    is_reloading: bool = False
    _showing: asyncio.Handle | None = None

    async def async_language(self, tag: str) -> Language:
        """Return the shipped language nearest to a tag; read from disk once."""
        code = choose(tag, self.language_codes)
        if code not in self.languages:
            self.languages[code] = await self.hass.async_add_import_executor_job(load, code)
        return self.languages[code]

    async def async_tongue(self, tag: str) -> tuple[Words, Phrasing]:
        """Return the words and sentences about the house in the language nearest to a tag; read from disk once."""
        code = choose(tag, self.house_codes)
        if code not in self.tongues:
            self.tongues[code] = await self.hass.async_add_import_executor_job(_read_tongue, code)
        return self.tongues[code]

    async def async_hints(self, tag: str) -> tuple[str, Hints]:
        """Return what the choice needs in the language nearest to a tag, else in English, with its code; read once."""
        code = choose(tag, self.house_codes)
        if code not in self.hints:
            self.hints[code] = await self.hass.async_add_import_executor_job(_read_hints, code)
        return self.hints[code]

    @callback
    def async_show(self) -> None:
        """Show what changed between two beats, and save it soon."""
        self.pulse.async_set_updated_data(self.organism.observe())
        self.store.async_save_soon(self.organism)

    @callback
    def async_show_soon(self) -> None:
        """Show it after what is being done, so that nobody waits for it, and several changes at once."""
        if self._showing is None:
            self._showing = self.hass.loop.call_soon(self._show)

    @callback
    def _show(self) -> None:
        self._showing = None
        self.async_show()

    async def async_apply(self, settings: Settings) -> None:
        """Take over changed options while running."""
        former, self.organism.settings = self.organism.settings, settings
        if former.brain != settings.brain:
            old, self.organism.brain = self.organism.brain, _connect(self.hass, settings.brain)
            if old:
                await old.aclose()
        self.organism.memory.resize(settings.history_messages)
        self.journal.async_reschedule()
        self.async_show()

    async def async_save(self) -> None:
        """Write down what must outlive Home Assistant."""
        await self.journal.async_flush(fsync=True)
        await self.store.async_save(self.organism)

    async def async_stop(self) -> None:
        """Write everything down and let go of what outlives a turn."""
        if self._showing:
            self._showing.cancel()
            self._showing = None
        await self.journal.async_close()
        await self.store.async_close(self.organism)
        if self.organism.brain:
            await self.organism.brain.aclose()


async def async_wire(hass: HomeAssistant, entry: ConfigEntry, settings: Settings) -> CrayfishRuntime:
    """Put a crayfish together from its settings, and give it its past back."""
    codes = await hass.async_add_executor_job(available)
    code = choose(hass.config.language, codes)
    language = await hass.async_add_import_executor_job(load, code)
    organism = build(
        settings,
        brain=_connect(hass, settings.brain),
        clock=HomeClock(),
        files=FolderFiles(hass, settings.slug),
        soul=parse(language.souls[DEFAULT_SOUL].encode()),
    )
    store = StateStore(hass, entry.entry_id)
    await store.async_load(organism)
    await _async_remember(hass, entry, organism, first_soul(entry, language))
    runtime = CrayfishRuntime(
        hass=hass,
        organism=organism,
        language_codes=codes,
        house_codes=await hass.async_add_executor_job(available_houses),
        conversations=Conversations(organism.clock),
        probe=ComputerProbe(hass),
        store=store,
        journal=JournalTimer(hass, entry, organism),
        languages={code: language},
    )
    _tell_cut(hass, entry, organism, language)
    async_tend_soul_issue(hass, entry, organism.soul.fault)
    return runtime


def _read_tongue(code: str) -> tuple[Words, Phrasing]:
    """Return the words and the sentences about the house in a language; blocking."""
    words, sentences = read_house(code)
    return Words(code, words), read_phrasing(sentences)


def _read_hints(code: str) -> tuple[str, Hints]:
    """Return the hints for the choice in a language, or in English; blocking."""
    found, data = read_choice(code)
    return found, Hints(found, data)


async def _async_remember(hass: HomeAssistant, entry: ConfigEntry, organism: Organism, soul: Soul) -> None:
    """Read soul and journal; a disk that refuses costs the animal its past, not its life."""
    try:
        await organism.soul.load(soul)
        await organism.memory.recover()
    except StorageFailed as err:
        LOGGER.warning("%s cannot read its memory: %s", entry.title, err)
        async_tend_storage_issue(hass, entry, str(err))


@callback
def _tell_cut(hass: HomeAssistant, entry: ConfigEntry, organism: Organism, language: Language) -> None:
    """Tell of turns that Home Assistant's stop cut; nothing of them is done again."""
    if hass.state is CoreState.running:
        # The entry alone was loaded anew, and a turn of before may still end.
        return
    for number, told in enumerate(organism.tell_cut(language)):
        notification_id = f"{DOMAIN}_{entry.entry_id}_cut_{number}"
        persistent_notification.async_create(hass, told, title=entry.title, notification_id=notification_id)


def _connect(hass: HomeAssistant, brain: BrainSettings | None) -> BreakerBackend | None:
    return BreakerBackend(async_connect(hass, brain), HomeClock()) if brain else None
