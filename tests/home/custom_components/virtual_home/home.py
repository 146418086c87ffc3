"""A home as its YAML file describes it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, Flag
import importlib
from pathlib import Path
from typing import Any

import yaml

from .const import PLATFORMS

DOMAINS = frozenset(platform.value for platform in PLATFORMS)


class HomeBroken(Exception):
    """The file cannot be used; the message names the place and the fault."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Place:
    """An area or a floor."""

    id: str
    name: str
    floor: str = ""
    level: int | None = None
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class DeviceSpec:
    """One device."""

    id: str
    name: str
    area: str = ""
    info: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True, slots=True)
class EntitySpec:
    """One entity."""

    id: str
    name: str
    area: str = ""
    device: str = ""
    state: str | None = None
    attributes: Mapping[str, Any] = field(default_factory=dict)
    aliases: tuple[str, ...] = ()
    exposed: bool = True

    @property
    def domain(self) -> str:
        """The part of the id before the point."""
        return self.id.partition(".")[0]


@dataclass(frozen=True, kw_only=True, slots=True)
class Home:
    """Everything in the file."""

    floors: tuple[Place, ...] = ()
    areas: tuple[Place, ...] = ()
    devices: tuple[DeviceSpec, ...] = ()
    entities: tuple[EntitySpec, ...] = ()
    skipped: tuple[str, ...] = ()
    """Ids of entities of kinds that are not built here."""


def read_home(path: str) -> Home:
    """Read a home; blocking.

    Raises `HomeBroken`.
    """
    file = Path(path)
    try:
        data = yaml.safe_load(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as err:
        raise HomeBroken(f"{file.name} cannot be read: {err}") from err
    if not isinstance(data, dict):
        raise HomeBroken(f"{file.name} holds no mapping")
    entities = [_entity(item, file.name) for item in data.get("entities") or ()]
    return Home(
        floors=tuple(_place(item, file.name) for item in data.get("floors") or ()),
        areas=tuple(_place(item, file.name) for item in data.get("areas") or ()),
        devices=tuple(_device(item, file.name) for item in data.get("devices") or ()),
        entities=tuple(entity for entity in entities if entity.domain in DOMAINS),
        skipped=tuple(entity.id for entity in entities if entity.domain not in DOMAINS),
    )


def resolved(value: Any, where: str) -> Any:
    """Return a value with names such as `cover.CoverDeviceClass.GARAGE` replaced by what they name.

    Raises `HomeBroken` when Home Assistant has no such name.
    """
    if isinstance(value, list):
        members = [resolved(item, where) for item in value]
        if members and all(isinstance(member, Flag) for member in members):
            union = members[0]
            for member in members[1:]:
                union |= member
            return union
        return members
    if not isinstance(value, str):
        return value
    parts = value.split(".")
    if len(parts) != 3 or parts[0] not in DOMAINS or not parts[1][:1].isupper():
        return value
    kind = getattr(importlib.import_module(f"homeassistant.components.{parts[0]}"), parts[1], None)
    if not isinstance(kind, type) or not issubclass(kind, Enum) or parts[2] not in kind.__members__:
        raise HomeBroken(f"{where}: Home Assistant has no {value}")
    return kind[parts[2]]


def state_text(value: Any) -> str | None:
    """Return a state as Home Assistant writes it; YAML reads on and off as booleans."""
    if value is None or value == "":
        return None
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def _entity(item: Any, file: str) -> EntitySpec:
    data = _named(item, file)
    where = f"{file}: {data['id']}"
    if "." not in data["id"]:
        raise HomeBroken(f"{where} is no entity id")
    attributes = data.get("attributes") or {}
    if not isinstance(attributes, dict):
        raise HomeBroken(f"{where}: attributes are no mapping")
    return EntitySpec(
        id=data["id"],
        name=data["name"],
        area=data.get("area") or "",
        device=data.get("device") or "",
        state=state_text(data.get("state")),
        attributes={key: resolved(value, f"{where}: {key}") for key, value in attributes.items()},
        aliases=tuple(data.get("aliases") or ()),
        exposed=data.get("exposed", True),
    )


def _device(item: Any, file: str) -> DeviceSpec:
    data = _named(item, file)
    info = {key: str(value) for key, value in (data.get("info") or {}).items()}
    return DeviceSpec(id=data["id"], name=data["name"], area=data.get("area") or "", info=info)


def _place(item: Any, file: str) -> Place:
    data = _named(item, file)
    return Place(
        id=data["id"],
        name=data["name"],
        floor=data.get("floor") or "",
        level=data.get("level"),
        aliases=tuple(data.get("aliases") or ()),
    )


def _named(item: Any, file: str) -> dict[str, Any]:
    if not isinstance(item, dict) or not isinstance(item.get("name"), str) or not isinstance(item.get("id"), str):
        raise HomeBroken(f"{file}: {item!r} has no name or no id")
    return item
