"""A set of homes and sentences, as the public `assist` data sets are written."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import yaml

FIXTURES = "_fixtures.yaml"


class SetBroken(Exception):
    """The set cannot be used; the message names the file and the fault."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Seen:
    """What an entity is, or should be; a state of None is any state."""

    state: str | None = None
    attributes: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True, slots=True)
class Task:
    """One sentence and what it should lead to."""

    home: str
    """The folder of the home within the set."""
    file: str
    categories: tuple[str, ...]
    sentence: str
    setup: Mapping[str, Seen] = field(default_factory=dict)
    """What entities are before, where that is not what the home's file says."""
    expect_changes: Mapping[str, Seen] = field(default_factory=dict)
    ignore_changes: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Attributes that do not count, by entity; `state` is the state."""
    expect_response: tuple[str, ...] = ()
    """The reply holds one of these; nothing is asked of it when empty."""
    context_device: str = ""
    """The device that is spoken to, as the home's file calls it."""
    context_now: datetime | None = None
    """When it is spoken; None is now."""


@dataclass(frozen=True, kw_only=True, slots=True)
class HomeTasks:
    """A home and what is said in it."""

    name: str
    fixtures: Path
    tasks: tuple[Task, ...]


def read_set(folder: Path) -> list[HomeTasks]:
    """Read all homes below a folder that have tasks; blocking.

    Raises `SetBroken`.
    """
    homes = []
    for fixtures in sorted(folder.rglob(FIXTURES)):
        name = str(fixtures.parent.relative_to(folder)) if fixtures.parent != folder else folder.name
        files = sorted(file for file in fixtures.parent.glob("*.yaml") if not file.name.startswith("_"))
        tasks = tuple(task for file in files for task in _read_tasks(file, name))
        if tasks:
            homes.append(HomeTasks(name=name, fixtures=fixtures, tasks=tasks))
    if not homes:
        raise SetBroken(f"{folder} has no home with a {FIXTURES} and tasks")
    return homes


def limited(homes: list[HomeTasks], limit: int | None) -> list[HomeTasks]:
    """Return homes with no more tasks than that in all, taken evenly from everywhere."""
    count = sum(len(home.tasks) for home in homes)
    if limit is None or limit >= count:
        return homes
    wanted = {index * count // limit for index in range(limit)}
    kept, place = [], 0
    for home in homes:
        tasks = tuple(task for number, task in enumerate(home.tasks, place) if number in wanted)
        place += len(home.tasks)
        if tasks:
            kept.append(HomeTasks(name=home.name, fixtures=home.fixtures, tasks=tasks))
    return kept


def _read_tasks(file: Path, home: str) -> Iterator[Task]:
    try:
        data = yaml.safe_load(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as err:
        raise SetBroken(f"{file} cannot be read: {err}") from err
    # A card of the set, or a description for people.
    if not isinstance(data, dict) or not isinstance(data.get("tests"), list):
        return
    categories = tuple(map(str, _listed(data.get("category")))) or (file.stem,)
    for number, test in enumerate(data["tests"], 1):
        where = f"{file}: test {number}"
        if not isinstance(test, dict):
            raise SetBroken(f"{where} is no mapping")
        for sentence in _listed(test.get("sentences") or test.get("sentence")):
            yield Task(
                home=home,
                file=file.name,
                categories=categories,
                sentence=str(sentence).strip(),
                setup=_entities(test.get("setup"), where),
                expect_changes=_entities(test.get("expect_changes"), where),
                ignore_changes={
                    entity_id: frozenset(map(str, _listed(names)))
                    for entity_id, names in _mapping(test.get("ignore_changes"), where).items()
                },
                expect_response=tuple(map(text_of, _listed(test.get("expect_response")))),
                context_device=str(test.get("context_device") or ""),
                context_now=_moment(test.get("context_now"), where),
            )


def text_of(value: Any) -> str:
    """Return a value as Home Assistant writes a state; YAML reads on and off as booleans."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def _entities(value: Any, where: str) -> dict[str, Seen]:
    return {str(entity_id): _seen(given, where) for entity_id, given in _mapping(value, where).items()}


def _seen(given: Any, where: str) -> Seen:
    if not isinstance(given, dict):
        return Seen(state=None if given is None else text_of(given))
    state = given.get("state")
    return Seen(state=None if state is None else text_of(state), attributes=_mapping(given.get("attributes"), where))


def _mapping(value: Any, where: str) -> dict[str, Any]:
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise SetBroken(f"{where}: {value!r} is no mapping")
    return value


def _listed(value: Any) -> list[Any]:
    if value is None:
        return []
    return value if isinstance(value, list) else [value]


def _moment(value: Any, where: str) -> datetime | None:
    if value is None:
        return None
    try:
        moment = value if isinstance(value, datetime) else datetime.fromisoformat(str(value).strip())
    except ValueError as err:
        raise SetBroken(f"{where}: context_now: {err}") from err
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
