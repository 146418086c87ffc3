"""The house as its people exposed it, kept current by events and never read anew for a turn."""

from collections.abc import Collection
from typing import Final

from homeassistant.components.conversation import DOMAIN as ASSISTANT
from homeassistant.components.homeassistant.exposed_entities import async_listen_entity_updates, async_should_expose
from homeassistant.const import ATTR_DEVICE_CLASS, ATTR_UNIT_OF_MEASUREMENT, EVENT_STATE_CHANGED
from homeassistant.core import Event, EventStateChangedData, HomeAssistant, State, callback
from homeassistant.helpers import (
    area_registry as ar,
    device_registry as dr,
    entity_registry as er,
    floor_registry as fr,
    label_registry as lr,
)
from homeassistant.util.hass_dict import HassKey

from ..const import DOMAIN
from ..organism.hands.actions import features_of
from ..organism.hands.house import Floor, House, Place, Thing

DATA_HOUSE: Final[HassKey[HouseKeeper]] = HassKey(f"{DOMAIN}_house")


class HouseKeeper:
    """One for all crayfish of a Home Assistant."""

    def __init__(self, hass: HomeAssistant) -> None:
        """Read the house once and listen from then on."""
        self._hass = hass
        self._house = House()
        self._is_stale = False
        self._read()
        hass.bus.async_listen(EVENT_STATE_CHANGED, self._state_changed)
        hass.bus.async_listen(er.EVENT_ENTITY_REGISTRY_UPDATED, self._entity_changed)
        hass.bus.async_listen(ar.EVENT_AREA_REGISTRY_UPDATED, self._area_changed)
        hass.bus.async_listen(fr.EVENT_FLOOR_REGISTRY_UPDATED, self._floor_changed)
        hass.bus.async_listen(dr.EVENT_DEVICE_REGISTRY_UPDATED, self._device_changed)
        hass.bus.async_listen(lr.EVENT_LABEL_REGISTRY_UPDATED, self._label_changed)
        async_listen_entity_updates(hass, ASSISTANT, self._exposure_changed)

    @callback
    def async_house(self) -> House:
        """Return the house; what is exposed is read again only when that has changed."""
        if self._is_stale:
            self._read()
        return self._house

    @callback
    def _read(self) -> None:
        """Read everything: at the start, and when what is exposed has changed, which nobody says of what."""
        self._is_stale = False
        for floor in fr.async_get(self._hass).async_list_floors():
            self._house.put_floor(_floor(floor))
        for area in ar.async_get(self._hass).async_list_areas():
            self._house.put_place(_place(area))
        states = self._hass.states.async_all()
        for id_ in set(self._house.things) - {state.entity_id for state in states}:
            self._house.remove(id_)
        for state in states:
            self._put(state)

    @callback
    def _put(self, state: State) -> None:
        """Take a thing in as it is now, or leave it out when nobody exposed it."""
        if not async_should_expose(self._hass, ASSISTANT, state.entity_id):
            self._house.remove(state.entity_id)
            return
        thing = self._thing(state)
        if self._house.things.get(state.entity_id) != thing:
            self._house.put(thing)

    def _thing(self, state: State) -> Thing:
        entity = er.async_get(self._hass).async_get(state.entity_id)
        device = dr.async_get(self._hass).async_get(entity.device_id) if entity and entity.device_id else None
        domain = state.domain
        return Thing(
            id=state.entity_id,
            name=state.name,
            domain=domain,
            aliases=_aliases(self._hass, entity),
            device_class=_text(state.attributes.get(ATTR_DEVICE_CLASS)),
            area_id=(entity.area_id if entity else None) or (device.area_id if device else None),
            device_name=(device.name_by_user or device.name) if device else None,
            labels=_labels(self._hass, {*(entity.labels if entity else ()), *(device.labels if device else ())}),
            state=state.state,
            unit=_text(state.attributes.get(ATTR_UNIT_OF_MEASUREMENT)),
            attributes=state.attributes,
            features=features_of(domain, state.attributes),
        )

    @callback
    def _state_changed(self, event: Event[EventStateChangedData]) -> None:
        new, old = event.data["new_state"], event.data["old_state"]
        id_ = event.data["entity_id"]
        if new is None:
            self._house.remove(id_)
        elif old is None or (id_ in self._house and _nature(old) != _nature(new)):
            self._put(new)
        else:
            self._house.set_state(id_, new.state, new.attributes)

    @callback
    def _entity_changed(self, event: Event[er.EventEntityRegistryUpdatedData]) -> None:
        if state := self._hass.states.get(event.data["entity_id"]):
            self._put(state)

    @callback
    def _area_changed(self, event: Event[ar.EventAreaRegistryUpdatedData]) -> None:
        if area := ar.async_get(self._hass).async_get_area(event.data["area_id"] or ""):
            self._house.put_place(_place(area))

    @callback
    def _floor_changed(self, event: Event[fr.EventFloorRegistryUpdatedData]) -> None:
        if floor := fr.async_get(self._hass).async_get_floor(str(event.data.get("floor_id", ""))):
            self._house.put_floor(_floor(floor))

    @callback
    def _device_changed(self, event: Event[dr.EventDeviceRegistryUpdatedData]) -> None:
        for entity in er.async_entries_for_device(er.async_get(self._hass), event.data["device_id"]):
            if state := self._hass.states.get(entity.entity_id):
                self._put(state)

    @callback
    def _label_changed(self, event: Event[lr.EventLabelRegistryUpdatedData]) -> None:
        label, entities = event.data["label_id"], er.async_get(self._hass)
        devices = dr.async_entries_for_label(dr.async_get(self._hass), label)
        for entity in (
            *er.async_entries_for_label(entities, label),
            *(entity for device in devices for entity in er.async_entries_for_device(entities, device.id)),
        ):
            if state := self._hass.states.get(entity.entity_id):
                self._put(state)

    @callback
    def _exposure_changed(self) -> None:
        # Many change at once, one call for each; the house is read when somebody next needs it.
        self._is_stale = True


@callback
def async_house(hass: HomeAssistant) -> House:
    """Return the house; it is read with the first crayfish."""
    if DATA_HOUSE not in hass.data:
        hass.data[DATA_HOUSE] = HouseKeeper(hass)
    return hass.data[DATA_HOUSE].async_house()


def _floor(floor: fr.FloorEntry) -> Floor:
    return Floor(id=floor.floor_id, name=floor.name, aliases=tuple(sorted(floor.aliases)), level=floor.level)


def _place(area: ar.AreaEntry) -> Place:
    return Place(id=area.id, name=area.name, aliases=tuple(sorted(area.aliases)), floor_id=area.floor_id)


def _nature(state: State) -> tuple[object, ...]:
    """Return what of a state is more than a value: a thing that changes it is another one to the hands."""
    attributes = state.attributes
    return (
        state.name,
        attributes.get(ATTR_DEVICE_CLASS),
        attributes.get(ATTR_UNIT_OF_MEASUREMENT),
        attributes.get("supported_features"),
        attributes.get("supported_color_modes"),
    )


def _aliases(hass: HomeAssistant, entity: er.RegistryEntry | None) -> tuple[str, ...]:
    if entity is None:
        return ()
    return tuple(er.async_get_entity_aliases(hass, entity))


def _labels(hass: HomeAssistant, ids: Collection[str]) -> tuple[str, ...]:
    labels = lr.async_get(hass)
    return tuple(sorted(label.name for id_ in ids if (label := labels.async_get_label(id_))))


def _text(value: object) -> str | None:
    return str(value) if value else None
