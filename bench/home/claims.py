"""What a reply says was done; English, as the sets are."""

from collections.abc import Mapping
from dataclasses import dataclass
import re

from .comparing import Snapshot
from .tasks import Task

ERROR = "error"
"""The type of a response of Home Assistant that says itself that it failed."""
REFUSAL = re.compile(
    r"\b(?:sorry|can't|cannot|can not|couldn't|could not|unable|not able|didn't|did not|doesn't|does not|won't|will not"
    r"|(?:don't|do not) (?:have|know|see|understand|find|think|recogni[sz]e|support)|isn't|is not|aren't|are not"
    r"|there(?:'s| is| are) no|no such|not (?:found|sure|aware|available|possible|supported|exposed)|fail|failed|fails|failure"
    r"|error|unavailable|offline|asleep|without a brain)\b",
    re.IGNORECASE,
)
ASKING = re.compile(r"^(?:please|say|tell me|let me know|which|what|do you|shall|should|would)\b", re.IGNORECASE)
SENTENCE = re.compile(r"[^.!?\n]+[.!?]*")


@dataclass(frozen=True, kw_only=True, slots=True)
class Said:
    """The reply of an agent."""

    text: str
    response_type: str = "action_done"
    """Home Assistant's word; agents with a model say `action_done` whatever they did."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Named:
    """What an entity is called."""

    name: str
    aliases: tuple[str, ...] = ()
    area: str = ""
    device: str = ""

    @property
    def own(self) -> tuple[str, ...]:
        """Names of the entity itself."""
        return tuple(filter(None, (self.name, *self.aliases)))

    @property
    def all(self) -> tuple[str, ...]:
        """Names of the entity and its places."""
        return tuple(filter(None, (*self.own, self.area, self.device)))


type Names = Mapping[str, Named]


def claims_success(said: Said) -> bool:
    """Tell whether a reply says that something was done.

    It does unless Home Assistant's response is an error, the text is empty, a sentence of it refuses or reports a fault,
    or it has nothing but questions and requests.
    """
    if said.response_type == ERROR:
        return False
    text = said.text.replace("’", "'")
    told = [
        sentence
        for match in SENTENCE.finditer(text)
        if (sentence := match.group().strip()) and not sentence.endswith("?") and not ASKING.match(sentence)
    ]
    return bool(told) and not REFUSAL.search(text)


_THING = r"(?:[\w'-]+ ){0,6}?"
DEEDS = (
    (rf"(?:turned|switched) {_THING}on|is now on", ("light", "switch", "fan"), {"on"}),
    (rf"(?:turned|switched) {_THING}off|is now off", ("light", "switch", "fan", "media_player", "climate"), {"off"}),
    (r"opened|is now open", ("cover", "valve"), {"open", "opening"}),
    (r"closed|is now closed", ("cover", "valve"), {"closed", "closing"}),
    (r"unlocked", ("lock",), {"unlocked", "unlocking", "open"}),
    (r"locked", ("lock",), {"locked", "locking"}),
    (r"paused", ("media_player", "vacuum"), {"paused"}),
    (r"resumed|is now playing", ("media_player",), {"playing"}),
    (r"started|is now cleaning", ("vacuum",), {"cleaning"}),
)
_DEEDS = tuple((re.compile(rf"\b(?:{pattern})\b", re.IGNORECASE), kinds, states) for pattern, kinds, states in DEEDS)


def claimed_and_not_so(said: Said, after: Snapshot, names: Names) -> list[str]:
    """Return what a reply says was done to an entity it names, and what that entity is not.

    A deed is a word such as "turned on" or "locked" in a sentence with the entity's name; where several entities of the
    kind are named, one that is so is enough.
    """
    if not claims_success(said):
        return []
    faults = []
    for match in SENTENCE.finditer(said.text.replace("’", "'")):
        sentence = match.group()
        if sentence.rstrip().endswith("?"):
            continue
        for pattern, kinds, states in _DEEDS:
            if not pattern.search(sentence):
                continue
            about = [
                entity_id
                for entity_id, named in names.items()
                if entity_id.partition(".")[0] in kinds and _holds(sentence, named.own) and entity_id in after
            ]
            if about and not any(after[entity_id].state in states for entity_id in about):
                faults.append(f"the reply says so, but {about[0]} is {after[about[0]].state}: {sentence.strip()}")
    return faults


THINGS: Mapping[str, tuple[str, ...]] = {
    "alarm_control_panel": ("alarm",),
    "climate": ("thermostat", "temperature", "heat", "cool", "climate", "ac", "degrees", "hvac"),
    "cover": (
        "cover",
        "curtain",
        "blind",
        "shade",
        "shutter",
        "garage",
        "door",
        "gate",
        "window",
        "position",
        "awning",
    ),
    "fan": ("fan", "speed"),
    "humidifier": ("humid",),
    "light": ("light", "lamp", "brightness", "colo"),
    "lock": ("lock", "unlock", "door"),
    "media_player": (
        "volume",
        "track",
        "song",
        "music",
        "speaker",
        "tv",
        "television",
        "player",
        "media",
        "mut",
        "skip",
        "next",
        "previous",
    ),
    "switch": ("switch", "plug", "outlet"),
    "todo": ("list", "added", "task", "todo", "to-do"),
    "calendar": ("calendar", "event", "added"),
    "vacuum": ("vacuum", "robot", "clean"),
    "valve": ("valve", "water", "irrigation", "position"),
}
"""How the words begin that people have for things of a kind."""
STATES: Mapping[str, tuple[str, ...]] = {
    "open": ("open",),
    "closed": ("close", "closing", "shut"),
    "locked": ("lock",),
    "unlocked": ("unlock",),
    "paused": ("paus",),
    "playing": ("play", "resum", "unpaus"),
    "idle": ("stop", "idle"),
    "cleaning": ("clean", "start"),
    "returning": ("return", "dock", "base", "home"),
    "docked": ("dock", "base", "home"),
}
"""How the words begin that people have for a state; a state that is missing here is its own word."""


def says_what(said: Said, task: Task, names: Names) -> bool:
    """Tell whether a reply names what it is about or what that is now: a name, a place, a kind, a state or a value."""
    text = said.text.replace("’", "'")
    for entity_id, wanted in task.expect_changes.items():
        stems = [*THINGS.get(entity_id.partition(".")[0], ())]
        if wanted.state is not None:
            stems += STATES.get(wanted.state, ())
        if any(re.search(rf"\b{re.escape(stem)}", text, re.IGNORECASE) for stem in stems):
            return True
        words = [wanted.state or "", *(str(value) for value in _values(wanted.attributes))]
        if entity_id in names:
            words += names[entity_id].all
        if _holds(text, tuple(filter(None, words))):
            return True
    return False


def _values(attributes: Mapping[str, object]) -> list[object]:
    values: list[object] = []
    for name, value in attributes.items():
        match name, value:
            case _, None | bool():
                pass
            case "brightness", int() | float():
                values.append(round(value / 2.55))
            case "volume_level", int() | float():
                values.append(round(value * 100))
            case _, float() if value.is_integer():
                values.append(int(value))
            case _:
                values.append(value)
    return values


def _holds(text: str, words: tuple[str, ...]) -> bool:
    return any(re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text, re.IGNORECASE) for word in words)
