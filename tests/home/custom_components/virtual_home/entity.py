"""What all virtual entities have in common."""

from abc import abstractmethod
import asyncio
from collections.abc import Awaitable, Callable, Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, Any, ClassVar, override

from homeassistant.core import HomeAssistant
from homeassistant.exceptions import HomeAssistantError
from homeassistant.helpers.device_registry import DeviceInfo
from homeassistant.helpers.entity import Entity
from homeassistant.helpers.entity_platform import AddConfigEntryEntitiesCallback

from .const import DOMAIN
from .home import EntitySpec

if TYPE_CHECKING:
    from . import VirtualHomeEntry


class Fault(StrEnum):
    """How an entity misbehaves when a service wants something of it."""

    NONE = "none"
    RAISE = "raise"
    """The service fails."""
    IGNORE = "ignore"
    """The service succeeds and nothing happens."""
    UNAVAILABLE = "unavailable"
    """The device is gone."""
    SLOW = "slow"
    """The effect comes later."""


class VirtualEntity(Entity):
    """An entity with a state of its own; `change` is the way every service takes."""

    FIELDS: ClassVar[Mapping[str, str]] = {}
    """Attributes of the YAML file that are the entity's own, and where they are kept; others are shown as they are."""

    _attr_should_poll = False

    def __init__(self, entry: VirtualHomeEntry, spec: EntitySpec) -> None:
        """Take name, place and first state from the file."""
        self._attr_name = spec.name
        self._attr_unique_id = spec.id
        self.entity_id = spec.id
        if spec.device:
            self._attr_device_info = DeviceInfo(identifiers={(DOMAIN, f"{entry.entry_id}_{spec.device}")})
        self._attr_extra_state_attributes = {}
        self._entry = entry
        self._spec = spec
        self._fault = Fault.NONE
        self._delay = 0.0
        self.take(spec.state, spec.attributes)

    @override
    async def async_added_to_hass(self) -> None:
        """Let the services find this entity."""
        self._entry.runtime_data.entities[self.entity_id] = self

    def take(self, state: str | None, attributes: Mapping[str, Any]) -> None:
        """Take a state and attributes as a file or a test gives them."""
        for name, value in attributes.items():
            if name in ("supported_features", "device_class"):
                setattr(self, f"_attr_{name}", value)
            elif name in self.FIELDS:
                setattr(self, self.FIELDS[name], value)
            else:
                self._attr_extra_state_attributes[name] = value
        self.take_state(state)

    @abstractmethod
    def take_state(self, state: str | None) -> None:
        """Take a state as text; None leaves it as it is."""

    @property
    def contents(self) -> tuple[str, ...]:
        """What the entity holds beside its state and attributes, such as the items of a list."""
        return ()

    def reset(self) -> None:
        """Become again what the file says, whatever services and tests made of it."""
        fresh = type(self)(self._entry, self._spec)
        own = {name for kind in type(self).__mro__ if issubclass(kind, VirtualEntity) for name in vars(kind)}
        for kept in {*vars(self), *vars(fresh)}:
            # Home Assistant keeps `_attr_` values that properties are cached for under a name with one more underscore.
            name = kept.removeprefix("_") if kept.startswith("__attr_") else kept
            if not name.startswith("_attr_") and name not in own and name not in vars(fresh):
                continue
            if hasattr(fresh, name):
                setattr(self, name, getattr(fresh, name))
            else:
                delattr(self, name)

    def misbehave(self, fault: Fault, delay: float) -> None:
        """Do so from now on; `delay` is in seconds, for a slow entity."""
        self._fault, self._delay = fault, delay
        self._attr_available = True

    async def change(self, effect: Callable[[], object]) -> None:
        """Let an effect happen, unless the entity misbehaves."""
        match self._fault:
            case Fault.RAISE:
                raise HomeAssistantError(f"{self.name} does not answer")
            case Fault.UNAVAILABLE:
                self._attr_available = False
            case Fault.SLOW:
                self._entry.async_create_background_task(self.hass, self._later(effect), f"slow {self.entity_id}")
            case Fault.NONE:
                effect()
        self.async_write_ha_state()

    async def _later(self, effect: Callable[[], object]) -> None:
        await asyncio.sleep(self._delay)
        effect()
        self.async_write_ha_state()


class OnOffEntity(VirtualEntity):
    """An entity that is on or off."""

    # Declared only: a value here would hide the property that Home Assistant's entities notice changes with.
    _attr_is_on: bool | None

    @override
    def take_state(self, state: str | None) -> None:
        self._attr_is_on = bool(self._attr_is_on) if state is None else state == "on"


type SetUp = Callable[[HomeAssistant, VirtualHomeEntry, AddConfigEntryEntitiesCallback], Awaitable[None]]


def set_up(domain: str, kind: type[VirtualEntity]) -> SetUp:
    """Return a platform's `async_setup_entry` that adds all entities of its domain."""

    async def async_setup_entry(
        hass: HomeAssistant, entry: VirtualHomeEntry, async_add_entities: AddConfigEntryEntitiesCallback
    ) -> None:
        """Add the home's entities of this kind."""
        async_add_entities(kind(entry, spec) for spec in entry.runtime_data.home.entities if spec.domain == domain)

    return async_setup_entry
