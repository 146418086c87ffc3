"""What lives in a loaded config entry."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from homeassistant.components.conversation import ConversationInput, ConversationResult
from homeassistant.config_entries import ConfigEntry
from homeassistant.core import HomeAssistant

from ..organism.anatomy import Organism
from ..organism.backends.base import Backend
from ..organism.language.loader import Language, available, choose, load
from ..organism.settings import BrainSettings, Settings
from .brain import async_connect
from .clock import HomeClock

type CrayfishConfigEntry = ConfigEntry[CrayfishRuntime]


@dataclass(kw_only=True, slots=True)
class CrayfishRuntime:
    """One living crayfish."""

    hass: HomeAssistant
    organism: Organism
    language_codes: tuple[str, ...]
    languages: dict[str, Language] = field(default_factory=dict)
    converse: Callable[[ConversationInput], Awaitable[ConversationResult]] | None = None
    """The way in for the actions; None while the conversation entity is disabled."""
    is_reloading: bool = False

    async def async_language(self, tag: str) -> Language:
        """Return the shipped language nearest to a tag; read from disk once."""
        code = choose(tag, self.language_codes)
        if code not in self.languages:
            self.languages[code] = await self.hass.async_add_import_executor_job(load, code)
        return self.languages[code]

    async def async_apply(self, settings: Settings) -> None:
        """Take over changed options while running."""
        former, self.organism.settings = self.organism.settings, settings
        if former.brain != settings.brain:
            old, self.organism.backend = self.organism.backend, _connect(self.hass, settings.brain)
            if old:
                await old.aclose()

    async def async_stop(self) -> None:
        """Let go of everything that outlives a turn."""
        if self.organism.backend:
            await self.organism.backend.aclose()


async def async_wire(hass: HomeAssistant, settings: Settings) -> CrayfishRuntime:
    """Put a crayfish together from its settings."""
    organism = Organism(settings=settings, backend=_connect(hass, settings.brain), clock=HomeClock())
    codes = await hass.async_add_executor_job(available)
    runtime = CrayfishRuntime(hass=hass, organism=organism, language_codes=codes)
    await runtime.async_language(hass.config.language)
    return runtime


def _connect(hass: HomeAssistant, brain: BrainSettings | None) -> Backend | None:
    return async_connect(hass, brain) if brain else None
