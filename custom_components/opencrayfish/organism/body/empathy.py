"""How a person sounds: a reading of their words by lexicon, without any model."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
import re

from ..language.lexicon import Lexicon, Mark, is_unspaced

NEGATION_REACH = 3
"""How many words after a negation its turn reaches, as in "not a very good day"."""
NEGATION_REACH_UNSPACED = 3
"""The same in characters, for scripts without spaces."""
SHOUTS = 2
"""So many exclamation marks in a row are urgent; one is only lively."""
TOKEN = re.compile(r"[\u2e80-\u9fff\U00020000-\U0003ffff]+|[^\W_]+(?:['’ʼ‘][^\W_]+)*|[.,;:!?…。，；：！？]+")


class Sentiment(StrEnum):
    """What the words say on the whole."""

    POSITIVE = "positive"
    NEGATIVE = "negative"
    MIXED = "mixed"
    NEUTRAL = "neutral"


@dataclass(frozen=True, kw_only=True, slots=True)
class Feelings:
    """What a message sounds like."""

    sentiment: Sentiment = Sentiment.NEUTRAL
    urgent: bool = False
    hostile: bool = False


def read_feelings(text: str, lexicon: Lexicon) -> Feelings:
    """Return how a message sounds: phrases before words, a negation turns what stands shortly after it."""
    positive = negative = 0
    urgent = hostile = False
    for mark, is_negated in _marks(text, lexicon):
        if Mark.URGENT in mark:
            urgent = urgent or not is_negated
        elif Mark.HOSTILE in mark:
            hostile = hostile or not is_negated
            negative += not is_negated
        elif Mark.POSITIVE in mark:
            positive += not is_negated
            negative += is_negated
        elif Mark.NEGATIVE in mark:
            negative += not is_negated
            positive += is_negated
    return Feelings(sentiment=_sentiment(positive, negative), urgent=urgent, hostile=hostile)


def _sentiment(positive: int, negative: int) -> Sentiment:
    if negative > positive:
        return Sentiment.NEGATIVE
    if positive > negative:
        return Sentiment.POSITIVE
    return Sentiment.MIXED if positive else Sentiment.NEUTRAL


def _marks(text: str, lexicon: Lexicon) -> Iterator[tuple[Mark, bool]]:
    """Yield what was found, each with whether it is negated."""
    tokens = TOKEN.findall(text.casefold())
    negated_until = -1
    index = 0
    while index < len(tokens):
        token = tokens[index]
        if not token[0].isalnum():
            if token.count("!") + token.count("！") >= SHOUTS:
                yield Mark.URGENT, False
            negated_until = -1
            index += 1
        elif is_unspaced(token[0]):
            yield from _unspaced_marks(token, lexicon)
            negated_until = -1
            index += 1
        else:
            length, mark = _phrase_at(tokens, index, lexicon)
            if mark is Mark.NEGATION:
                negated_until = index + length - 1 + NEGATION_REACH
            elif mark is not None and mark is not Mark.NOTHING:
                yield mark, index <= negated_until
            index += length


def _phrase_at(tokens: list[str], index: int, lexicon: Lexicon) -> tuple[int, Mark | None]:
    """Return the longest phrase that begins at a token, as its length in tokens and its mark."""
    token = tokens[index]
    if "’" in token or "ʼ" in token or "‘" in token:
        token = token.replace("’", "'").replace("ʼ", "'").replace("‘", "'")
    for words, mark in lexicon.spaced.get(token, ()):
        if len(words) == 1 or tuple(tokens[index + 1 : index + len(words)]) == words[1:]:
            return len(words), mark
    return 1, None


def _unspaced_marks(run: str, lexicon: Lexicon) -> Iterator[tuple[Mark, bool]]:
    negated_until = -1
    position = 0
    while position < len(run):
        for phrase, mark in lexicon.unspaced.get(run[position], ()):
            if run.startswith(phrase, position):
                if mark is Mark.NEGATION:
                    negated_until = position + len(phrase) - 1 + NEGATION_REACH_UNSPACED
                elif mark is not Mark.NOTHING:
                    yield mark, position <= negated_until
                position += len(phrase)
                break
        else:
            position += 1
