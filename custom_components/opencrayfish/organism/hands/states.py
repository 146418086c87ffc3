"""Which states people ask about, and which things can be in them."""

from collections.abc import Mapping
from types import MappingProxyType

from .house import Thing

FINISHED = frozenset({
    "off", "idle", "standby", "done", "end", "ended", "finish", "finished", "complete", "completed", "ready", "stop", "stopped", "inactive", "not_running",
    "docked", "returning", "program_ended", "cycle_complete", "not running",
})  # fmt: skip
"""States in which appliances have nothing more to do, as their integrations call them."""
APPLIANCES = frozenset({"running", "power", "plug", "moving", "vibration", None})
"""What binary sensors of appliances report."""
GONE = frozenset({"unavailable", "unknown", "", None})
RESTING = frozenset({"off", "standby"})
OPENINGS = frozenset({"door", "window", "garage_door", "opening", "gate"})
LOW_BATTERY = 20
CONTROLLED = frozenset(
    {"light", "switch", "fan", "input_boolean", "humidifier", "siren", "media_player", "climate", "water_heater"}
)
"""Domains of things that are on or off."""

CAN_BE: Mapping[str, tuple[frozenset[str], ...]] = MappingProxyType({
    "on": (CONTROLLED, frozenset({"binary_sensor"}), frozenset({"sensor"})),
    "off": (CONTROLLED, frozenset({"binary_sensor"})),
    "open": (frozenset({"cover", "valve"}), frozenset({"binary_sensor"})),
    "closed": (frozenset({"cover", "valve"}), frozenset({"binary_sensor"})),
    "locked": (frozenset({"lock"}), frozenset({"binary_sensor"})),
    "unlocked": (frozenset({"lock"}), frozenset({"binary_sensor"})),
    "playing": (frozenset({"media_player"}),),
    "paused": (frozenset({"media_player", "vacuum"}),),
    "cleaning": (frozenset({"vacuum"}),),
    "docked": (frozenset({"vacuum", "lawn_mower"}),),
    "home": (frozenset({"person", "device_tracker"}),),
    "detected": (frozenset({"binary_sensor"}),),
    "low": (frozenset({"sensor", "binary_sensor"}),),
    "done": (frozenset({"sensor"}), frozenset({"binary_sensor", "vacuum", "lawn_mower"}), frozenset({"switch", "media_player"})),
})  # fmt: skip
"""For each state the domains that may be in it, those that are meant first."""


def can_be(thing: Thing, wanted: str) -> bool:
    """Tell whether a thing can be in a state at all."""
    if all(thing.domain not in domains for domains in CAN_BE.get(wanted, ())):
        return False
    if thing.domain == "sensor" and wanted in {"done", "on"}:
        return thing.unit is None and thing.device_class in {None, "enum"}
    if thing.domain != "binary_sensor":
        return wanted != "low" or thing.device_class == "battery"
    match wanted:
        case "open" | "closed":
            return thing.device_class in OPENINGS
        case "locked" | "unlocked":
            return thing.device_class == "lock"
        case "low":
            return thing.device_class == "battery"
        case "done":
            return thing.device_class in APPLIANCES
        case _:
            return thing.device_class not in OPENINGS | {"lock", "battery"}


def shown(thing: Thing, wanted: str) -> str:
    """Return the state of Home Assistant that stands for a state that people name."""
    if thing.domain == "binary_sensor" and wanted != "done":
        return "off" if wanted in {"off", "closed", "locked"} else "on"
    return wanted


def is_in(thing: Thing, wanted: str) -> bool | None:
    """Tell whether a thing is in a state; None when nobody knows."""
    state = thing.state
    if state is None or state in GONE:
        return None
    if thing.domain == "binary_sensor":
        is_on = state == "on"
        return not is_on if wanted in {"off", "closed", "locked", "done"} else is_on
    match wanted:
        case "on" if thing.domain == "sensor":
            return not is_in(thing, "done")
        case "on" | "off":
            return (state not in RESTING) == (wanted == "on")
        case "open":
            return state in {"open", "opening", "closing"}
        case "low":
            return _is_low(state)
        case "done":
            return state.casefold().rpartition(".")[2] in FINISHED
        case _:
            return state == wanted


def _is_low(state: str) -> bool | None:
    try:
        return float(state) <= LOW_BATTERY
    except ValueError:
        return None
