"""What an action asks of one thing, and how to tell from its state that it happened."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from .actions import ACTIONS, ActionSpec
from .house import Thing
from .results import Call
from .states import GONE

BRIGHTEST = 255
"""Of Home Assistant's attribute `brightness`; persons say percent."""
TOLERANCES: Mapping[str, float] = MappingProxyType(
    {
        "brightness": 3,
        "percentage": 3,
        "current_position": 3,
        "current_tilt_position": 3,
        "temperature": 0.1,
        "volume_level": 0.015,
        "humidity": 1,
        "color_temp_kelvin": 150,
    }
)
"""How far a device may round."""
MOVING = frozenset({"opening", "closing"})
CLICKS = frozenset({
    "media_player.next", "media_player.previous", "vacuum.locate", "scene.activate", "script.run", "script.stop", "button.press",
    "input_button.press", "cover.stop", "valve.stop",
})  # fmt: skip
"""Actions after which no state tells whether they happened."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Request:
    """One service call for one thing."""

    spec: ActionSpec
    target: str
    value: float | str | None
    service: str
    """With its domain."""
    data: Mapping[str, object] = field(default_factory=dict)
    before: Thing

    @property
    def is_click(self) -> bool:
        """Whether nothing but Home Assistant's word tells that it happened."""
        return self.spec.key in CLICKS

    def is_met(self, now: Thing) -> bool:
        """Tell whether a thing is as it was asked to be."""
        if now.state is None or now.state in GONE:
            return False
        match self.spec.key.partition(".")[2]:
            case "toggle":
                return now.state != self.before.state
            case "step":
                return self._has_stepped(now)
            case "add":
                return _number(now.state) > _number(self.before.state)
            case "complete":
                return _number(now.state) < _number(self.before.state)
            case "colour":
                return now.state == "on"
            case "position" if now.state in MOVING:
                return True
            case _:
                return self._has_state(now) and self._has_value(now)

    @property
    def is_relative(self) -> bool:
        """Whether it can be asked for again and again."""
        return self.spec.key.partition(".")[2] in {"toggle", "step", "add", "complete"} or self.is_click

    def _has_state(self, now: Thing) -> bool:
        if self.spec.state:
            return now.state in self.spec.state
        if self.spec.key == "climate.on":
            return now.state != "off"
        if self.spec.key == "climate.mode":
            return now.state == self.value
        if self.spec.domain in {"light", "fan"} and self.value != 0:
            return now.state == "on"
        if self.spec.domain in {"number", "input_number"}:
            return _is_near("temperature", _number(now.state), self.value)
        return self.spec.domain not in {"select", "input_select"} or now.state == self.value

    def _has_value(self, now: Thing) -> bool:
        attribute = self.spec.attribute
        if attribute is None or (self.value == 0 and self.spec.domain in {"light", "fan"}):
            return (
                self.spec.domain not in {"light", "fan"} or self.value != 0 or now.state == "off" or attribute is None
            )
        wanted: object = self.data.get(self.spec.field or "", self.data.get(attribute, self.value))
        if attribute == "brightness" and isinstance(wanted, int | float):
            wanted = wanted * BRIGHTEST / 100
        if attribute == "is_volume_muted":
            wanted = self.spec.key == "media_player.mute"
        if attribute == "percentage":
            step = now.attributes.get("percentage_step")
            return _is_near(
                attribute, now.attributes.get(attribute), wanted, step if isinstance(step, int | float) else 0
            )
        return _is_near(attribute, now.attributes.get(attribute), wanted)

    def _has_stepped(self, now: Thing) -> bool:
        for attribute in ("temperature", "volume_level"):
            if attribute in self.data:
                return _is_near(attribute, now.attributes.get(attribute), self.data[attribute])
        attribute = "brightness" if self.spec.domain == "light" else "percentage"
        was, is_ = (_number(thing.attributes.get(attribute)) for thing in (self.before, now))
        up = isinstance(self.value, int | float) and self.value > 0
        most = BRIGHTEST if attribute == "brightness" else 100
        return is_ > was or is_ >= most if up else is_ < was or now.state == "off"


def request(call: Call, thing: Thing) -> Request:
    """Return what a call asks of one of its targets; a value is turned into the service's own measure."""
    spec = ACTIONS[call.action]
    service, data = _service(spec, call.value, thing)
    return Request(
        spec=spec, target=thing.id, value=call.value, service=f"{spec.domain}.{service}", data=data, before=thing
    )


def _service(spec: ActionSpec, value: float | str | None, thing: Thing) -> tuple[str, Mapping[str, object]]:
    amount = value if isinstance(value, int | float) else 0.0
    match spec.key:
        case "fan.step":
            return ("increase_speed" if amount > 0 else "decrease_speed"), {"percentage_step": round(abs(amount))}
        case "climate.step":
            return spec.service, {"temperature": _within(_number(thing.attributes.get("temperature")) + amount, thing)}
        case "media_player.step":
            level = _number(thing.attributes.get("volume_level")) + amount / 100
            return spec.service, {"volume_level": round(min(1.0, max(0.0, level)), 2)}
        case "media_player.volume":
            return spec.service, {"volume_level": amount / 100}
        case "media_player.mute" | "media_player.unmute":
            return spec.service, {"is_volume_muted": spec.key == "media_player.mute"}
        case "todo.complete":
            return spec.service, {"item": value, "status": "completed"}
        case _ if spec.field:
            is_whole = isinstance(value, float) and value.is_integer()
            return spec.service, {spec.field: round(amount) if is_whole else value}
        case _:
            return spec.service, {}


def _within(value: float, thing: Thing) -> float:
    low, high = thing.attributes.get("min_temp"), thing.attributes.get("max_temp")
    value = max(value, low) if isinstance(low, int | float) else value
    return min(value, high) if isinstance(high, int | float) else value


def _number(value: object) -> float:
    """Return a number, 0 for what is none: an attribute that is missing while a thing is off."""
    if isinstance(value, bool):
        return 0.0
    if isinstance(value, int | float):
        return float(value)
    try:
        return float(value) if isinstance(value, str) else 0.0
    except ValueError:
        return 0.0


def _is_near(attribute: str, value: object, wanted: object, slack: float = 0) -> bool:
    if isinstance(wanted, bool) or not isinstance(wanted, int | float):
        return value == wanted
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return abs(value - wanted) <= max(TOLERANCES.get(attribute, 0.5), slack)
