"""Which actions of a thing the words give reason for, and with which values: nothing else can be chosen."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from .actions import ACTIONS, BY_DOMAIN, ActionSpec, Kind, accepts, can, texts
from .evidence import Clue
from .house import Thing
from .meaning import DEGREE_STEPS, STEPS
from .results import Call
from .states import GONE
from .targets import SHADES
from .tokens import phrase

LONGEST_TEXT: Final = 60
"""Of what is put on a list, in characters."""
PERCENT_LIMIT: Final = 100
WARMING: Final = frozenset({"heat", "auto", "heat_cool"})
COOLING: Final = frozenset({"cool", "auto", "heat_cool"})
PLAYING: Final = frozenset({"playing", "buffering"})
WISHES: Mapping[str, tuple[tuple[str, float | None], ...]] = MappingProxyType({
    "brighter": (("light.on", None), ("light.step", 1), ("cover.open", None)),
    "darker": (("light.step", -1), ("light.off", None), ("cover.close", None)),
    "warmer": (("climate.step", 1), ("climate.on", None), ("fan.off", None)),
    "cooler": (("climate.step", -1), ("climate.on", None), ("fan.on", None)),
    "louder": (("media_player.step", 1),),
    "quieter": (("media_player.step", -1), ("media_player.pause", None), ("media_player.mute", None)),
    "airy": (("fan.on", None), ("cover.open", None)),
    "humid": (("humidifier.on", None),),
    "dry": (("humidifier.off", None), ("fan.on", None)),
    "cosy": (("light.step", -1), ("light.white", 2700), ("scene.activate", None)),
    "private": (("cover.close", None),),
    "clean": (("vacuum.start", None),),
    "mown": (("lawn_mower.start", None),),
    "music": (("media_player.play", None),),
    "safe": (("lock.lock", None),),
    "lacking": (("todo.add", None),),
})  # fmt: skip
"""Which actions fulfil a wish, with the direction of a step or the value."""
OPPOSITES: Final = (
    frozenset({"on", "off"}), frozenset({"open", "close"}), frozenset({"lock", "unlock"}), frozenset({"play", "pause"}),
    frozenset({"start", "dock"}), frozenset({"mute", "unmute"}), frozenset({"brighter", "darker"}),
    frozenset({"warmer", "cooler"}), frozenset({"louder", "quieter"}), frozenset({"faster", "slower"}),
)  # fmt: skip
STEP_NAMES: Mapping[str, tuple[str, str]] = MappingProxyType({
    "light": ("brighter", "darker"), "climate": ("warmer", "cooler"), "media_player": ("louder", "quieter"),
    "fan": ("faster", "slower"),
})  # fmt: skip
"""What a step up and a step down are called, as in the `directions` of the words."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Offer:
    """One action that may be chosen."""

    name: str
    """What the model calls it."""
    key: str
    """Of `ACTIONS`."""
    values: tuple[float | str, ...] = ()
    """Of which one has to be chosen."""
    fixed: float | str | None = None
    """The value when there is nothing to choose."""
    is_wish: bool = False
    """Only a wish gives reason for it, no verb."""
    is_text: bool = False
    """Its value is a part of the utterance."""

    def call(self, targets: tuple[str, ...], value: float | str | None) -> Call:
        """Return the call that was chosen."""
        return Call(action=self.key, targets=targets, value=value if self.values or self.is_text else self.fixed)


def offers(thing: Thing, clue: Clue) -> tuple[Offer, ...]:
    """Return what the words give reason for with one thing; a thing that cannot be reached has nothing to offer."""
    if thing.state in GONE and thing.domain not in {"button", "input_button", "scene", "script"}:
        return ()
    found: dict[tuple[str, float | str | None], Offer] = {}
    for offer in (*_said(thing, clue), *_wished(thing, clue)):
        found.setdefault((offer.name, offer.fixed), offer)
    return tuple(found.values())


def blind_offers(thing: Thing) -> tuple[Offer, ...]:
    """Return what can be done with a thing when no word says what: nothing that opens, no values, no toggle."""
    return tuple(
        Offer(name=_name(spec), key=spec.key)
        for spec in BY_DOMAIN.get(thing.domain, ())
        if spec.value is Kind.NONE
        and not spec.opening
        and "toggle" not in spec.verbs
        and can(thing, spec)
        and thing.state not in GONE
    )


def able_domains(clue: Clue) -> frozenset[str]:
    """Return the domains of which something could be done that the words give reason for."""
    wished = {ACTIONS[key].domain for wish in clue.wishes for key, _ in WISHES.get(wish, ())}
    return frozenset(
        domain for domain, specs in BY_DOMAIN.items() if domain in wished or any(_is_said(spec, clue) for spec in specs)
    )


def are_opposed(one: str, other: str) -> bool:
    """Tell whether two actions undo each other."""
    return one != other and any({one, other} <= pair for pair in OPPOSITES)


def _is_said(spec: ActionSpec, clue: Clue) -> bool:
    match spec.value:
        case Kind.NONE:
            return bool(spec.verbs & clue.verbs)
        case Kind.STEP:
            return bool(clue.signs) and not clue.values and _fits_aspect(spec, clue)
        case Kind.COLOUR:
            return bool(clue.colours)
        case Kind.KELVIN:
            return bool(clue.whites)
        case Kind.MODE:
            return bool(clue.modes)
        case Kind.OPTION:
            return True
        case Kind.TEXT:
            return bool(spec.verbs & clue.verbs)
        case _:
            return _fits_aspect(spec, clue) and any(accepts(spec, kind) for _, kind in clue.values)


def _fits_aspect(spec: ActionSpec, clue: Clue) -> bool:
    said = clue.aspects | {aspect for aspect, _ in clue.signs if aspect}
    return bool(said & spec.aspects) if said else "" in spec.aspects


def _said(thing: Thing, clue: Clue) -> Iterator[Offer]:
    for spec in BY_DOMAIN.get(thing.domain, ()):
        if not can(thing, spec) or not _is_said(spec, clue):
            continue
        match spec.value:
            case Kind.NONE:
                yield Offer(name=_name(spec), key=spec.key)
            case Kind.STEP:
                for sign in sorted({sign for aspect, sign in clue.signs if aspect in {"", *spec.aspects}}):
                    yield _step(spec, clue, sign)
            case Kind.TEXT:
                yield Offer(name=_name(spec), key=spec.key, is_text=True)
            case _:
                if values := _values(spec, thing, clue):
                    yield Offer(name=_name(spec), key=spec.key, values=values)


def _values(spec: ActionSpec, thing: Thing, clue: Clue) -> tuple[float | str, ...]:
    known = texts(thing.attributes.get(spec.choices)) if spec.choices else ()
    match spec.value:
        case Kind.COLOUR:
            return tuple(sorted(clue.colours))
        case Kind.KELVIN:
            return tuple(float(white) for white in sorted(clue.whites))
        case Kind.MODE:
            return tuple(mode for mode in sorted(clue.modes) if mode in known)
        case Kind.OPTION:
            return tuple(
                choice for choice in known if clue.words.issuperset(phrase(choice.replace("_", " "))) and choice
            )
        case kind:
            low, high = _bounds(kind, thing)
            return tuple(value for value, said in clue.values if accepts(spec, said) and low <= value <= high)


def _bounds(kind: Kind, thing: Thing) -> tuple[float, float]:
    if kind is Kind.PERCENT:
        return 0, PERCENT_LIMIT
    names = (("min_temp", "max_temp"), ("min", "max"))
    for low, high in ((thing.attributes.get(low), thing.attributes.get(high)) for low, high in names):
        if isinstance(low, int | float) and isinstance(high, int | float):
            return low, high
    return float("-inf"), float("inf")


def _wished(thing: Thing, clue: Clue) -> Iterator[Offer]:
    for wish in sorted(clue.wishes):
        for key, value in WISHES.get(wish, ()):
            spec = ACTIONS[key]
            if not can(thing, spec) or not _helps(thing, spec, wish):
                continue
            if spec.value is Kind.STEP and value is not None:
                yield replace(_step(spec, clue, int(value)), is_wish=True)
            else:
                yield Offer(name=_name(spec), key=key, fixed=value, is_wish=True, is_text=spec.value is Kind.TEXT)


def _helps(thing: Thing, spec: ActionSpec, wish: str) -> bool:
    """Tell whether an action would change anything for a wish: what is on already is not switched on."""
    modes = WARMING if wish == "warmer" else COOLING
    match spec.key:
        case "climate.on":
            return thing.state == "off" and not modes.isdisjoint(texts(thing.attributes.get("hvac_modes")))
        case "climate.step":
            return thing.state != "off"
        case "light.step" | "light.white":
            return thing.state == "on"
        case "cover.open" if wish == "airy":
            return thing.device_class == "window" and thing.state == "closed"
        case "cover.open" | "cover.close":
            return thing.device_class in SHADES and thing.state not in spec.state
        case "media_player.step" | "media_player.pause" | "media_player.mute":
            return thing.state in PLAYING
        case _:
            return thing.state not in spec.state


def _step(spec: ActionSpec, clue: Clue, sign: int) -> Offer:
    sizes = DEGREE_STEPS if spec.domain == "climate" else STEPS
    up, down = STEP_NAMES[spec.domain]
    return Offer(name=up if sign > 0 else down, key=spec.key, fixed=sign * sizes.get(clue.amount, sizes[""]))


def _name(spec: ActionSpec) -> str:
    return spec.key.partition(".")[2]
