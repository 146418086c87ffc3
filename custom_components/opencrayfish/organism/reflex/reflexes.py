"""What is answered by heart: one function for each reflex, named in the languages' `sentences.yaml`."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from ..language.loader import Language
from ..messages import Stimulus
from ..settings import Settings

type Reflex = Callable[[Stimulus, Settings, Language], str]


def identity(stimulus: Stimulus, settings: Settings, language: Language) -> str:
    """Say who the animal is."""
    if addressee := stimulus.speaker.strip() or settings.salutation.strip():
        return language.say("identity_addressed", designation=settings.designation, addressee=addressee)
    return language.say("identity", designation=settings.designation)


def user_name(stimulus: Stimulus, settings: Settings, language: Language) -> str:
    """Say who speaks, if that is known; nobody is taken for the Architect without evidence."""
    if stimulus.speaker.strip():
        return language.say("user_name_known", speaker=stimulus.speaker)
    if settings.architect_name.strip():
        return language.say("user_name_architect", architect=settings.salutation)
    return language.say("user_name_unknown")


def architect(stimulus: Stimulus, settings: Settings, language: Language) -> str:
    """Say whom the animal serves."""
    if settings.architect_name.strip():
        return language.say("architect_known", architect=settings.salutation)
    return language.say("architect_unknown")


def creator(stimulus: Stimulus, settings: Settings, language: Language) -> str:
    """Say who made the animal."""
    if settings.architect_name.strip():
        return language.say("creator_addressed", architect=settings.salutation)
    return language.say("creator")


def help_(stimulus: Stimulus, settings: Settings, language: Language) -> str:
    """Say what the animal can do now."""
    return language.say("help" if settings.brain else "help_no_brain", designation=settings.designation)


def start(stimulus: Stimulus, settings: Settings, language: Language) -> str:
    """Greet somebody who opened a text channel."""
    if stimulus.speaker.strip():
        return language.say("start_addressed", designation=settings.designation, addressee=stimulus.speaker)
    return language.say("start", designation=settings.designation)


REFLEXES: Mapping[str, Reflex] = MappingProxyType(
    {
        "identity": identity,
        "user_name": user_name,
        "architect": architect,
        "creator": creator,
        "help": help_,
        "start": start,
    }
)
