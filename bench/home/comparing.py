"""Compare what a home is with what it was and what it should be; knows nothing of Home Assistant."""

from collections.abc import Mapping
from enum import Enum
from math import isclose
from typing import Any

from .tasks import Seen, Task

type Snapshot = Mapping[str, Seen]

CONTENTS = "contents"
"""What a list or a calendar holds; shown as an attribute, though Home Assistant shows it as none."""
RELEVANT = frozenset({
    "brightness", "color_temp_kelvin", "current_position", "current_tilt_position", "direction", "effect", "fan_mode",
    "fan_speed", "hs_color", "humidity", "is_volume_muted", "media_title", "media_track", "oscillating", "percentage",
    "preset_mode", "rgb_color", "source", "swing_mode", "target_temp_high", "target_temp_low", "temperature",
    "volume_level", CONTENTS,
})  # fmt: skip
"""What people set; attributes beside these follow from something or only describe."""
STATE = "state"


def same(value: Any, wanted: Any) -> bool:
    """Tell whether two values mean the same, however a file and an entity write them."""
    if isinstance(wanted, bool) or isinstance(value, bool):
        return str(value).lower() == str(wanted).lower()
    if isinstance(value, list | tuple) and isinstance(wanted, list | tuple):
        return len(value) == len(wanted) and all(map(same, value, wanted, strict=True))
    if value is None or wanted is None:
        return value is wanted
    value, wanted = (_plain(value), _plain(wanted))
    try:
        return isclose(float(value), float(wanted), abs_tol=0.005)
    except TypeError, ValueError:
        return str(value) == str(wanted)


def _plain(value: Any) -> Any:
    return value.value if isinstance(value, Enum) else value


def missing(task: Task, after: Snapshot) -> list[str]:
    """Return what should be and is not."""
    faults = []
    for entity_id, wanted in task.expect_changes.items():
        ignored = task.ignore_changes.get(entity_id, frozenset())
        found = after.get(entity_id)
        if found is None:
            faults.append(f"{entity_id} is not there")
            continue
        if wanted.state is not None and STATE not in ignored and not same(found.state, wanted.state):
            faults.append(f"{entity_id} is {found.state} instead of {wanted.state}")
        faults += [
            f"{entity_id}: {name} is {found.attributes.get(name)!r} instead of {value!r}"
            for name, value in wanted.attributes.items()
            if name not in ignored and not same(found.attributes.get(name), value)
        ]
    return faults


def unwanted(task: Task, before: Snapshot, after: Snapshot) -> list[str]:
    """Return what became different and should not have.

    That is: a state that changed to anything but the one expected; of entities that nothing is expected of, an attribute
    that people set (`RELEVANT`), where it does not merely follow from a change of state; of the others, a named
    attribute that changed to anything but the value expected. Entities that appeared or vanished count too.
    """
    faults = []
    for entity_id in sorted({*before, *after}):
        ignored = task.ignore_changes.get(entity_id, frozenset())
        old, new = before.get(entity_id), after.get(entity_id)
        if old is None or new is None:
            faults.append(f"{entity_id} {'appeared' if old is None else 'vanished'}")
            continue
        wanted = task.expect_changes.get(entity_id)
        if STATE not in ignored and not same(new.state, old.state):
            if wanted is None or wanted.state is None or not same(new.state, wanted.state):
                faults.append(f"{entity_id} went from {old.state} to {new.state}")
            if wanted is None:
                continue
        names = RELEVANT if wanted is None else wanted.attributes.keys()
        for name in sorted(set(names) - ignored):
            was, is_now = old.attributes.get(name), new.attributes.get(name)
            expected = wanted.attributes[name] if wanted else was
            if not same(is_now, was) and not same(is_now, expected):
                faults.append(f"{entity_id}: {name} went from {was!r} to {is_now!r}")
    return faults


def is_order(task: Task, before: Snapshot) -> bool:
    """Tell whether something must change for the task to be fulfilled."""
    return bool(missing(task, before))
