"""What is answered by heart about who the animal is: one function for each reflex of `sentences.yaml`."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from .feelings import how_are_you, mood, mood_reasons, vitals
from .situation import Situation

type Reflex = Callable[[Situation], str]


def identity(situation: Situation) -> str:
    """Say who the animal is."""
    say, designation = situation.language.say, situation.settings.designation
    if situation.addressee:
        return say("identity_addressed", designation=designation, addressee=situation.addressee)
    return say("identity", designation=designation)


def user_name(situation: Situation) -> str:
    """Say who speaks, if that is known; nobody is taken for the Architect without evidence."""
    if situation.stimulus.speaker.strip():
        return situation.language.say("user_name_known", speaker=situation.stimulus.speaker)
    if situation.settings.architect_name.strip():
        return situation.language.say("user_name_architect", architect=situation.settings.salutation)
    return situation.language.say("user_name_unknown")


def architect(situation: Situation) -> str:
    """Say whom the animal serves."""
    if situation.settings.architect_name.strip():
        return situation.language.say("architect_known", architect=situation.settings.salutation)
    return situation.language.say("architect_unknown")


def creator(situation: Situation) -> str:
    """Say who made the animal."""
    if situation.settings.architect_name.strip():
        return situation.language.say("creator_addressed", architect=situation.settings.salutation)
    return situation.language.say("creator")


def help_(situation: Situation) -> str:
    """Say what the animal can do now."""
    key = "help" if situation.settings.brain else "help_no_brain"
    return situation.language.say(key, designation=situation.settings.designation)


def start(situation: Situation) -> str:
    """Greet somebody who opened a text channel."""
    say, designation = situation.language.say, situation.settings.designation
    if situation.stimulus.speaker.strip() and situation.addressee:
        return say("start_addressed", designation=designation, addressee=situation.addressee)
    return say("start", designation=designation)


REFLEXES: Mapping[str, Reflex] = MappingProxyType(
    {
        "identity": identity,
        "user_name": user_name,
        "architect": architect,
        "creator": creator,
        "help": help_,
        "start": start,
        "how_are_you": how_are_you,
        "vitals": vitals,
        "mood": mood,
        "mood_reasons": mood_reasons,
    }
)
