"""Find the offered tool that a misspelt name means; what could as well mean another, or the opposite, means none."""

from collections.abc import Iterable, Mapping
import re
from types import MappingProxyType
from typing import Final, NamedTuple

from ..messages import ToolSpec

LONGEST_NAME: Final = 100
SHORTEST_HEALED: Final = 6
"""Shorter names are never corrected by letters: too many are one letter apart."""
LETTERS_PER_EDIT: Final = 6
MOST_EDITS: Final = 2

SERVICES: Final = MappingProxyType(
    {
        "turn_on": ("HassTurnOn",),
        "turn_off": ("HassTurnOff",),
        "toggle": ("HassToggle",),
        "open_cover": ("HassOpenCover", "HassTurnOn"),
        "close_cover": ("HassCloseCover", "HassTurnOff"),
        "set_cover_position": ("HassSetPosition",),
        "lock": ("HassTurnOn",),
        "unlock": ("HassTurnOff",),
        "set_temperature": ("HassClimateSetTemperature",),
        "volume_set": ("HassSetVolume",),
        "media_play": ("HassMediaUnpause",),
        "media_pause": ("HassMediaPause",),
        "media_next_track": ("HassMediaNext",),
        "media_previous_track": ("HassMediaPrevious",),
        "play_media": ("HassMediaSearchAndPlay",),
        "return_to_base": ("HassVacuumReturnToBase",),
        "start": ("HassVacuumStart",),
        "get_state": ("HassGetState", "GetLiveContext"),
        "add_item": ("HassListAddItem",),
        "set_brightness": ("HassLightSet",),
        "set_color": ("HassLightSet",),
    }
)
"""Services of Home Assistant, with the intents that do the same; the first that is offered is meant."""
DOMAIN_OF_SERVICE: Final = MappingProxyType(
    {
        "lock": "lock",
        "unlock": "lock",
        "start": "vacuum",
        "get_state": "",
    }
)
"""Services whose plain word is meant only together with the domain."""
ABBREVIATIONS: Final = MappingProxyType(
    {
        "tg": "telegram",
        "msg": "message",
        "temp": "temperature",
        "vol": "volume",
        "pos": "position",
        "prev": "previous",
        "cfg": "config",
        "btn": "button",
        "ha": "hass",
    }
)
OPPOSITES: Final = (
    ("on", "off"),
    ("open", "close"),
    ("lock", "unlock"),
    ("start", "stop"),
    ("up", "down"),
    ("increase", "decrease"),
    ("raise", "lower"),
    ("arm", "disarm"),
    ("mute", "unmute"),
    ("pause", "unpause"),
    ("play", "pause"),
    ("next", "previous"),
    ("add", "remove"),
    ("add", "delete"),
    ("enable", "disable"),
    ("create", "delete"),
    ("set", "get"),
)
OPPOSED: Final = frozenset(word for pair in OPPOSITES for word in pair)

_TOKEN: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_PREFIX: Final = re.compile(r"(?:default_api|functions?|tools?|api|assist|intent)[.:/]")
_OPERATION: Final = re.compile(r"[\w.-]+?[:/ ]\s*(\w+)\Z")
OPERATION_KEYS: Final = ("operation", "action", "command", "op")


class Resolved(NamedTuple):
    """The tool that is meant, and what its name said of the arguments."""

    tool: ToolSpec
    extra: Mapping[str, object]


def resolve(name: str, tools: Mapping[str, ToolSpec]) -> Resolved | None:
    """Return the offered tool that a name means, None when none or more than one could be."""
    name = name.strip().strip("`\"'<>")
    if not name or len(name) > LONGEST_NAME:
        return None
    found = _healed(name, tools)
    if found is None and (match := _PREFIX.match(name)):
        found = _healed(name[match.end() :], tools)
    if found is not None:
        return Resolved(found, {})
    return _operation(name, tools)


def _healed(name: str, tools: Mapping[str, ToolSpec]) -> ToolSpec | None:
    if name in tools:
        return tools[name]
    plain = _plain(name)
    if same := [tool for tool in tools.values() if _plain(tool.name) == plain]:
        return same[0] if len(same) == 1 else None
    return _service(name, tools) or _contained(name, tools) or _nearest(plain, tools)


def _service(name: str, tools: Mapping[str, ToolSpec]) -> ToolSpec | None:
    domain, dot, service = name.casefold().rpartition(".")
    needed = DOMAIN_OF_SERVICE.get(service)
    if needed is not None and (not dot or (needed and domain != needed)):
        return None
    return next((tools[intent] for intent in SERVICES.get(service, ()) if intent in tools), None)


def _contained(name: str, tools: Mapping[str, ToolSpec]) -> ToolSpec | None:
    """Return the tool whose every word is in the name: `hass_light_turn_on` means HassTurnOn."""
    wanted = tokens(name)
    fitting = [
        (len(words), tool)
        for tool in tools.values()
        if len(words := tokens(tool.name)) > 1 and words <= wanted and not _is_opposed(wanted, words)
    ]
    most = max((count for count, _ in fitting), default=0)
    best = [tool for count, tool in fitting if count == most]
    return best[0] if len(best) == 1 else None


def _nearest(plain: str, tools: Mapping[str, ToolSpec]) -> ToolSpec | None:
    if len(plain) < SHORTEST_HEALED:
        return None
    others = {tool.name: _plain(tool.name) for tool in tools.values()}
    if sum(other.startswith(plain) for other in others.values()) > 1:
        # Cut off where two tools part, such as HassTurnO.
        return None
    budget = max(1, min(MOST_EDITS, len(plain) // LETTERS_PER_EDIT))
    near = {name: edits for name, other in others.items() if (edits := _edits(plain, other, budget)) <= budget}
    least = min(near.values(), default=0)
    best = [name for name, edits in near.items() if edits == least]
    if len(best) != 1:
        return None
    tool = tools[best[0]]
    # Two letters may turn a word into its opposite; where an opposite is on offer, only one may be wrong.
    has_twin = any(_is_twin(tool.name, name) for name in others if name != tool.name)
    return None if has_twin and least > 1 else tool


def _is_opposed(wanted: frozenset[str], words: frozenset[str]) -> bool:
    """Tell whether the name says the opposite of a tool."""
    return any(
        (one in words and other in wanted and other not in words)
        or (other in words and one in wanted and one not in words)
        for one, other in OPPOSITES
    )


def _is_twin(name: str, other: str) -> bool:
    ours, theirs = tokens(name), tokens(other)
    return any({one, two} == ours ^ theirs for one, two in OPPOSITES)


def _operation(name: str, tools: Mapping[str, ToolSpec]) -> Resolved | None:
    """Return the tool `plan` with the operation `summary` for `plan:summary`."""
    if match := _OPERATION.match(name):
        tool = tools.get(name[: match.start(1)].rstrip(" :/"))
        properties = tool.parameters.get("properties") if tool else None
        if tool and isinstance(properties, Mapping):
            for key in OPERATION_KEYS:
                if key in properties:
                    return Resolved(tool, {key: match[1]})
    return None


def tokens(name: str) -> frozenset[str]:
    """Return the words of a name, in small letters and without abbreviations."""
    return frozenset(ABBREVIATIONS.get(word, word) for word in map(str.casefold, _TOKEN.findall(name)))


def _plain(name: str) -> str:
    return "".join(char for char in name.casefold() if char.isalnum())


def _edits(one: str, other: str, limit: int) -> int:
    """Return the number of letters to insert, drop or change, or something above the limit."""
    if abs(len(one) - len(other)) > limit:
        return limit + 1
    row: Iterable[int] = range(len(other) + 1)
    for index, char in enumerate(one, start=1):
        above = list(row)
        line = [index]
        for place, letter in enumerate(other, start=1):
            line.append(min(above[place] + 1, line[-1] + 1, above[place - 1] + (char != letter)))
        if min(line) > limit:
            return limit + 1
        row = line
    return list(row)[-1]
