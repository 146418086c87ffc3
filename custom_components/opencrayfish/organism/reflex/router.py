"""From a message to the reflex that answers it."""

from .reflexes import REFLEXES
from .situation import Situation


def reflex_reply(situation: Situation) -> str | None:
    """Return the answer to a sentence known by heart, None when it is none."""
    text, designation = situation.stimulus.text, situation.settings.designation
    name = situation.language.grammar.match(text, designation=designation)
    return REFLEXES[name](situation) if name else None
