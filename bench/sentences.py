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


_MOODS = {
    "en": (
        (
            "I am so tired of",
            "I really love",
            "I'm not happy with",
            "Please hurry up with",
            "Nothing is wrong with",
            "Thanks for",
        ),
        (
            "the rain on the roof",
            "my work at the harbour",
            "the noise next door",
            "this long grey winter",
            "my sister's garden",
        ),
        ("today", "this evening", "since Monday", "again", "at the moment"),
        (".", "!", " and I can't sleep.", " but never mind.", ", as you know."),
    ),
    "zh-Hans": (
        ("我今天真的好累，因为", "我特别喜欢", "我一点也不开心，都是因为", "请快点处理一下", "谢谢你一直照顾"),
        (
            "窗外一直下个不停的大雨",
            "公司里那些没完没了的会议",
            "隔壁邻居半夜弹的钢琴声",
            "奶奶院子里种的那些番茄",
            "孩子们的数学作业",
        ),
        ("，从昨天晚上到现在", "，已经整整一个星期了", "，就在吃晚饭的时候", "，每次都是这样子", "，今天早上又来了"),
        (
            "，我实在不知道该怎么办才好，你能不能陪我说说话。",
            "，不过也没有什么关系，明天应该会好起来的吧。",
            "！你觉得呢，我是不是应该早点休息一下。",
        ),
    ),
}


def feelings(count: int, code: str) -> Iterator[str]:
    """Yield sentences of about sixty characters that carry a feeling, or seem to."""
    for number, parts in enumerate(product(*_MOODS[code])):
        if number == count:
            return
        yield (" " if code == "en" else "").join(parts[:-1]) + parts[-1]


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
