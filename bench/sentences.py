"""Distinct sentences, so that no cache answers twice."""

from collections.abc import Iterator
from itertools import product

_SUBJECTS = (
    "the tide",
    "an octopus",
    "my neighbour",
    "the old harbour",
    "a lighthouse",
    "sea salt",
    "the winter storm",
    "a river crab",
    "the moon",
    "driftwood",
)
_QUESTIONS = (
    "Why does {} sound different at night",
    "Tell me something surprising about {}",
    "What would {} say today",
    "How would you describe {} to a child",
    "Is there a good story about {}",
    "What do people get wrong about {}",
    "Give me one reason to like {}",
    "Who first wrote about {}",
)
_ENDINGS = (
    "?",
    " when it rains?",
    " in one sentence?",
    " before breakfast?",
    ", honestly?",
    " in the north?",
    " and why does it matter?",
    " according to sailors?",
)
_LEADS = ("", "hey, ", "please, ", "well, ", "so ")
_IDENTITY = (
    "who are you",
    "what is your name",
    "what's your name",
    "introduce yourself",
    "what are you called",
    "who made you",
    "who created you",
    "who am I",
    "what's my name",
    "do you know my name",
    "what can you do",
    "help",
)
_TAILS = ("", "?", "!", " please", ", please?", " now")
_ROOMS = ("kitchen", "living room", "bedroom", "hallway", "bathroom", "office", "garage", "attic")


def chat(count: int) -> Iterator[str]:
    """Yield ordinary sentences that no reflex and no order matches."""
    for number, (question, subject, ending) in enumerate(product(_QUESTIONS, _SUBJECTS, _ENDINGS)):
        if number == count:
            return
        yield question.format(subject) + ending


def identity(count: int) -> Iterator[str]:
    """Yield sentences that a reflex answers."""
    for number, (lead, question, tail) in enumerate(product(_LEADS, _IDENTITY, _TAILS)):
        if number == count:
            return
        yield f"{lead}{question}{tail}"


def orders(count: int) -> Iterator[str]:
    """Yield orders that Home Assistant's strict sentences match when there is a lamp in each room."""
    verbs = ("turn on the {} lamp", "turn off the {} lamp", "switch on {} lamp", "please turn off {} lamp")
    for number, (level, verb, room) in enumerate(
        product(range(1, 100), ("set {} lamp to {}% brightness", *verbs), _ROOMS)
    ):
        if number == count:
            return
        yield verb.format(room, level)


def rooms() -> tuple[str, ...]:
    """Return the rooms that the orders name."""
    return _ROOMS
