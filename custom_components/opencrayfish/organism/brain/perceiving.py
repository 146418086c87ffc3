"""How a message moves the animal, before it answers."""

from types import MappingProxyType

from ..body.body import Body
from ..body.empathy import Feelings, Sentiment, read_feelings
from ..body.mood import Cause
from ..language.loader import Language

CAUSES = MappingProxyType(
    {
        Sentiment.POSITIVE: Cause.KIND_WORDS,
        Sentiment.NEGATIVE: Cause.SAD_WORDS,
        Sentiment.MIXED: Cause.MIXED_WORDS,
        Sentiment.NEUTRAL: Cause.PLAIN_WORDS,
    }
)


def perceive(text: str, *, body: Body, language: Language, at: float) -> Feelings:
    """Read the feelings in a message and let them push the mood, so that the answer already knows the new one."""
    feelings = read_feelings(text, language.lexicon)
    body.push(Cause.HOSTILE_WORDS if feelings.hostile else CAUSES[feelings.sentiment], at=at)
    if feelings.urgent:
        body.push(Cause.URGENCY, at=at)
    return feelings
