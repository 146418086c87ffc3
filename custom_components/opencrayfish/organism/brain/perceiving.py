"""How a message moves the animal, before it answers."""

from collections.abc import Sequence
import re
from types import MappingProxyType
from typing import Final

from ..body.body import Body
from ..body.empathy import Feelings, Sentiment, read_feelings
from ..body.mood import Cause
from ..language.loader import Language
from ..messages import Message

CAUSES = MappingProxyType(
    {
        Sentiment.POSITIVE: Cause.KIND_WORDS,
        Sentiment.NEGATIVE: Cause.SAD_WORDS,
        Sentiment.MIXED: Cause.MIXED_WORDS,
        Sentiment.NEUTRAL: Cause.PLAIN_WORDS,
    }
)


WORD: Final = re.compile(r"[\u2e80-\u9fff]{2}|[^\W\d_]{4,}")
"""What a topic is made of: longer words, or pairs of characters where words are not parted."""
FEWEST_WORDS: Final = 3


def perceive(text: str, *, history: Sequence[Message], body: Body, language: Language, at: float) -> Feelings:
    """Read the feelings in a message and let them push the mood, so that the answer already knows the new one."""
    feelings = read_feelings(text, language.lexicon)
    body.push(Cause.HOSTILE_WORDS if feelings.hostile else CAUSES[feelings.sentiment], at=at)
    if feelings.urgent:
        body.push(Cause.URGENCY, at=at)
    if is_new_topic(text, history):
        body.push(Cause.NEW_TOPIC, at=at)
    return feelings


def is_new_topic(text: str, history: Sequence[Message]) -> bool:
    """Tell whether a message of some length shares no word with what was said before."""
    words = set(WORD.findall(text.casefold()))
    if len(words) < FEWEST_WORDS or not history:
        return False
    return all(words.isdisjoint(WORD.findall(message.text.casefold())) for message in history)
