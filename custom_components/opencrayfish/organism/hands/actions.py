"""Everything the hands can do: the allow-list of actions, and which of them a thing is able to do."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from .house import Thing


class Kind(StrEnum):
    """What sort of value an action takes, or words hold."""

    NONE = "none"
    NUMBER = "number"
    """A number without a unit; as the value of an action any number."""
    PERCENT = "percent"
    DEGREES = "degrees"
    KELVIN = "kelvin"
    STEP = "step"
    """So much more or less; signed."""
    COLOUR = "colour"
    MODE = "mode"
    """A mode of heating or cooling, by its name in Home Assistant."""
    OPTION = "option"
    """One of the choices that the thing itself names."""
    TEXT = "text"


@dataclass(frozen=True, kw_only=True, slots=True)
class ActionSpec:
    """One action that may be called, and how to tell afterwards that it happened."""

    key: str
    domain: str
    service: str
    verbs: frozenset[str] = frozenset()
    """Which verbs mean it when there is no value; with a value, which verbs may stand beside it."""
    aspects: frozenset[str] = frozenset()
    """Which properties its value may be of; the empty one is what a bare value means."""
    value: Kind = Kind.NONE
    field: str | None = None
    """Where the value goes in the data of the service."""
    needs: frozenset[str] = frozenset()
    """Features of which the thing has to have one."""
    choices: str | None = None
    """The attribute that lists which values the thing knows."""
    opening: bool = False
    """It opens something that keeps people or water out, or might."""
    state: tuple[str, ...] = ()
    """States of which one is expected afterwards; none when the state does not tell."""
    attribute: str | None = None
    """The attribute that is expected to hold the value afterwards."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _act(
    key: str, service: str, verbs: str, *, state: str = "", needs: str = "", opening: bool = False, attribute: str = ""
) -> ActionSpec:
    return ActionSpec(
        key=key,
        domain=key.partition(".")[0],
        service=service,
        verbs=_words(verbs),
        state=tuple(state.split()),
        needs=_words(needs),
        opening=opening,
        attribute=attribute or None,
    )


def _set(
    key: str,
    service: str,
    value: Kind,
    field: str,
    *,
    aspects: str = "",
    bare: bool = False,
    verbs: str = "",
    needs: str = "",
    choices: str = "",
    opening: bool = False,
    attribute: str = "",
) -> ActionSpec:
    return ActionSpec(
        key=key,
        domain=key.partition(".")[0],
        service=service,
        verbs=_words(verbs),
        aspects=_words(aspects) | ({""} if bare else frozenset()),
        value=value,
        field=field,
        needs=_words(needs),
        choices=choices or None,
        opening=opening,
        attribute=attribute or None,
    )


_LEVELS = ("brightness", "volume", "temperature", "speed", "humidity", "position")
LEVELS = " ".join(_LEVELS)
"""All that a plain number may be a level of."""

SPECS = (
    _act("light.on", "turn_on", "on", state="on"),
    _act("light.off", "turn_off", "off", state="off"),
    _act("light.toggle", "toggle", "toggle"),
    _set("light.brightness", "turn_on", Kind.PERCENT, "brightness_pct", aspects="brightness", bare=True, verbs="on up down",
         needs="brightness", attribute="brightness"),
    _set("light.step", "turn_on", Kind.STEP, "brightness_step_pct", aspects="brightness", bare=True, verbs="up down",
         needs="brightness"),
    _set("light.colour", "turn_on", Kind.COLOUR, "color_name", aspects="colour", bare=True, verbs="on", needs="color"),
    _set("light.white", "turn_on", Kind.KELVIN, "color_temp_kelvin", aspects="colour temperature", bare=True, verbs="on",
         needs="color_temp", attribute="color_temp_kelvin"),
    _act("switch.on", "turn_on", "on start", state="on"),
    _act("switch.off", "turn_off", "off stop", state="off"),
    _act("switch.toggle", "toggle", "toggle"),
    _act("input_boolean.on", "turn_on", "on activate", state="on"),
    _act("input_boolean.off", "turn_off", "off", state="off"),
    _act("input_boolean.toggle", "toggle", "toggle"),
    _act("fan.on", "turn_on", "on start", state="on"),
    _act("fan.off", "turn_off", "off stop", state="off"),
    _act("fan.toggle", "toggle", "toggle"),
    _set("fan.speed", "set_percentage", Kind.PERCENT, "percentage", aspects="speed", bare=True, verbs="on up down",
         needs="set_speed", attribute="percentage"),
    _set("fan.step", "increase_speed", Kind.STEP, "percentage_step", aspects="speed", bare=True, verbs="up down",
         needs="set_speed"),
    _set("fan.preset", "set_preset_mode", Kind.OPTION, "preset_mode", aspects="mode", bare=True, needs="preset_mode",
         choices="preset_modes", attribute="preset_mode"),
    _act("cover.open", "open_cover", "open up", state="open opening", needs="open", opening=True),
    _act("cover.close", "close_cover", "close down", state="closed closing", needs="close"),
    _act("cover.stop", "stop_cover", "stop", needs="stop"),
    _act("cover.toggle", "toggle", "toggle", needs="open", opening=True),
    _set("cover.position", "set_cover_position", Kind.PERCENT, "position", aspects="position", bare=True, verbs="open up down",
         needs="set_position", opening=True, attribute="current_position"),
    _set("cover.tilt", "set_cover_tilt_position", Kind.PERCENT, "tilt_position", aspects="tilt", verbs="open up down",
         needs="set_tilt_position", attribute="current_tilt_position"),
    _act("valve.open", "open_valve", "open on", state="open opening", needs="open", opening=True),
    _act("valve.close", "close_valve", "close off", state="closed closing", needs="close"),
    _act("valve.stop", "stop_valve", "stop", needs="stop"),
    _set("valve.position", "set_valve_position", Kind.PERCENT, "position", aspects="position", bare=True, verbs="open",
         needs="set_position", opening=True, attribute="current_position"),
    _act("lock.lock", "lock", "lock", state="locked locking"),
    _act("lock.unlock", "unlock", "unlock open", state="unlocked unlocking", opening=True),
    _act("climate.on", "turn_on", "on start", needs="turn_on"),
    _act("climate.off", "turn_off", "off stop", state="off", needs="turn_off"),
    _set("climate.temperature", "set_temperature", Kind.DEGREES, "temperature", aspects="temperature", bare=True,
         verbs="on up down", needs="target_temperature", attribute="temperature"),
    _set("climate.step", "set_temperature", Kind.STEP, "temperature", aspects="temperature", bare=True, verbs="up down",
         needs="target_temperature"),
    _set("climate.mode", "set_hvac_mode", Kind.MODE, "hvac_mode", aspects="mode", bare=True, verbs="on", choices="hvac_modes"),
    _set("climate.preset", "set_preset_mode", Kind.OPTION, "preset_mode", aspects="mode", bare=True, needs="preset_mode",
         choices="preset_modes", attribute="preset_mode"),
    _act("water_heater.on", "turn_on", "on", needs="on_off"),
    _act("water_heater.off", "turn_off", "off", state="off", needs="on_off"),
    _set("water_heater.temperature", "set_temperature", Kind.DEGREES, "temperature", aspects="temperature", bare=True,
         verbs="on up down", needs="target_temperature", attribute="temperature"),
    _act("humidifier.on", "turn_on", "on start", state="on"),
    _act("humidifier.off", "turn_off", "off stop", state="off"),
    _act("humidifier.toggle", "toggle", "toggle"),
    _set("humidifier.humidity", "set_humidity", Kind.PERCENT, "humidity", aspects="humidity", bare=True, verbs="up down",
         attribute="humidity"),
    _act("media_player.on", "turn_on", "on", needs="turn_on"),
    _act("media_player.off", "turn_off", "off", state="off standby", needs="turn_off"),
    _act("media_player.play", "media_play", "resume start", state="playing buffering", needs="play"),
    _act("media_player.pause", "media_pause", "pause", state="paused idle", needs="pause"),
    _act("media_player.stop", "media_stop", "stop", state="idle off standby paused", needs="stop"),
    _act("media_player.next", "media_next_track", "next", needs="next_track"),
    _act("media_player.previous", "media_previous_track", "previous", needs="previous_track"),
    _act("media_player.mute", "volume_mute", "mute", needs="volume_mute volume_set", attribute="is_volume_muted"),
    _act("media_player.unmute", "volume_mute", "unmute", needs="volume_mute volume_set", attribute="is_volume_muted"),
    _set("media_player.volume", "volume_set", Kind.PERCENT, "volume_level", aspects="volume", bare=True, verbs="up down",
         needs="volume_set", attribute="volume_level"),
    _set("media_player.step", "volume_set", Kind.STEP, "volume_level", aspects="volume", bare=True, verbs="up down",
         needs="volume_set volume_step"),
    _set("media_player.source", "select_source", Kind.OPTION, "source", aspects="mode", bare=True, needs="select_source",
         choices="source_list", attribute="source"),
    _act("vacuum.start", "start", "start on clean resume", state="cleaning", needs="start"),
    _act("vacuum.pause", "pause", "pause", state="paused", needs="pause"),
    _act("vacuum.stop", "stop", "stop off", state="idle docked", needs="stop"),
    _act("vacuum.dock", "return_to_base", "dock", state="returning docked", needs="return_home"),
    _act("vacuum.locate", "locate", "locate", needs="locate"),
    _act("lawn_mower.start", "start_mowing", "start on mow resume", state="mowing", needs="start_mowing"),
    _act("lawn_mower.pause", "pause", "pause stop", state="paused", needs="pause"),
    _act("lawn_mower.dock", "dock", "dock", state="returning docked", needs="dock"),
    _set("todo.add", "add_item", Kind.TEXT, "item", verbs="add", needs="create_todo_item"),
    _set("todo.complete", "update_item", Kind.TEXT, "item", verbs="complete", needs="update_todo_item"),
    _act("scene.activate", "turn_on", "on activate start"),
    _act("script.run", "turn_on", "on activate start"),
    _act("script.stop", "turn_off", "stop off"),
    _act("button.press", "press", "press activate"),
    _act("input_button.press", "press", "press activate"),
    _act("siren.on", "turn_on", "on start", state="on", needs="turn_on"),
    _act("siren.off", "turn_off", "off stop", state="off", needs="turn_off"),
    _set("input_number.set", "set_value", Kind.NUMBER, "value", aspects=LEVELS,
         bare=True, verbs="up down"),
    _set("number.set", "set_value", Kind.NUMBER, "value", aspects=LEVELS,
         bare=True, verbs="up down"),
    _set("select.select", "select_option", Kind.OPTION, "option", aspects="mode", bare=True, choices="options"),
    _set("input_select.select", "select_option", Kind.OPTION, "option", aspects="mode", bare=True, choices="options"),
)  # fmt: skip
ACTIONS: Mapping[str, ActionSpec] = MappingProxyType({spec.key: spec for spec in SPECS})
BY_DOMAIN: Mapping[str, tuple[ActionSpec, ...]] = MappingProxyType({
    domain: tuple(spec for spec in SPECS if spec.domain == domain) for domain in {spec.domain for spec in SPECS}
})  # fmt: skip

FLAGS: Mapping[str, Mapping[int, str]] = MappingProxyType({
    "cover": {1: "open", 2: "close", 4: "set_position", 8: "stop", 128: "set_tilt_position"},
    "valve": {1: "open", 2: "close", 4: "set_position", 8: "stop"},
    "fan": {1: "set_speed", 8: "preset_mode"},
    "climate": {1: "target_temperature", 16: "preset_mode", 128: "turn_off", 256: "turn_on"},
    "water_heater": {1: "target_temperature", 8: "on_off"},
    "media_player": {
        1: "pause", 4: "volume_set", 8: "volume_mute", 16: "previous_track", 32: "next_track", 128: "turn_on",
        256: "turn_off", 1024: "volume_step", 2048: "select_source", 4096: "stop", 16384: "play",
    },
    "vacuum": {4: "pause", 8: "stop", 16: "return_home", 512: "locate", 8192: "start"},
    "lawn_mower": {1: "start_mowing", 2: "pause", 4: "dock"},
    "todo": {1: "create_todo_item", 4: "update_todo_item"},
    "siren": {1: "turn_on", 2: "turn_off"},
})  # fmt: skip
"""What the bits of Home Assistant's `supported_features` mean."""
COLOURED = frozenset({"hs", "xy", "rgb", "rgbw", "rgbww"})
BRIGHT = COLOURED | {"brightness", "color_temp", "white"}


def features_of(domain: str, attributes: Mapping[str, object]) -> frozenset[str]:
    """Return what a thing can do, read from the attributes that Home Assistant gives it."""
    if domain == "light":
        modes = frozenset(texts(attributes.get("supported_color_modes")))
        found = {"brightness"} if modes & BRIGHT else set()
        return frozenset(found | ({"color"} if modes & COLOURED else set()) | (modes & {"color_temp"}))
    flags = attributes.get("supported_features")
    bits = flags if isinstance(flags, int) else 0
    return frozenset(name for bit, name in FLAGS.get(domain, {}).items() if bits & bit)


def texts(value: object) -> tuple[str, ...]:
    """Return the texts in a value that should be a list of such."""
    return tuple(str(item) for item in value) if isinstance(value, Iterable) and not isinstance(value, str) else ()


def can(thing: Thing, spec: ActionSpec) -> bool:
    """Tell whether a thing is able to do an action, whatever the value."""
    return spec.domain == thing.domain and (not spec.needs or not spec.needs.isdisjoint(thing.features))


def accepts(spec: ActionSpec, kind: Kind) -> bool:
    """Tell whether an action takes a value of a kind."""
    match spec.value:
        case Kind.PERCENT | Kind.DEGREES:
            return kind in {spec.value, Kind.NUMBER}
        case Kind.NUMBER:
            return kind in {Kind.NUMBER, Kind.PERCENT, Kind.DEGREES}
        case _:
            return kind is spec.value
