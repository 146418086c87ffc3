"""From a message to the reflex that answers it."""

from ..language.loader import Language
from ..messages import Stimulus
from ..settings import Settings
from .reflexes import REFLEXES


def reflex_reply(stimulus: Stimulus, *, settings: Settings, language: Language) -> str | None:
    """Return the answer to a sentence known by heart, None when it is none."""
    name = language.grammar.match(stimulus.text, designation=settings.designation)
    return REFLEXES[name](stimulus, settings, language) if name else None
