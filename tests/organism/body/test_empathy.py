"""How a person sounds: both languages, negation, urgency, and orders that carry no feeling."""

from hypothesis import given, strategies as st
import pytest

from custom_components.opencrayfish.organism.body.empathy import Feelings, Sentiment, read_feelings
from custom_components.opencrayfish.organism.language.lexicon import build_lexicon
from custom_components.opencrayfish.organism.language.loader import load

ENGLISH, CHINESE = load("en").lexicon, load("zh-Hans").lexicon
POSITIVE, NEGATIVE, MIXED, NEUTRAL = Sentiment.POSITIVE, Sentiment.NEGATIVE, Sentiment.MIXED, Sentiment.NEUTRAL


@pytest.mark.parametrize(
    ("text", "sentiment"),
    [
        ("I am tired", NEGATIVE),
        ("I'm tired but thanks", MIXED),
        ("thanks, great, but broken", POSITIVE),
        ("so stressed and anxious, thanks", NEGATIVE),
        ("", NEUTRAL),
        ("I'm not happy with this", NEGATIVE),
        ("not a very good day", NEGATIVE),
        ("that wasn’t bad", POSITIVE),
        ("not bad at all", POSITIVE),
        ("I had a rough day at work", NEGATIVE),
        ("Not now. I am happy as it is.", POSITIVE),
        ("I don't know. The weather is lovely, though.", POSITIVE),
        ("no problem", NEUTRAL),
        ("My grandmother passed away last night", NEGATIVE),
        ("We won the cup, hooray!", POSITIVE),
    ],
)
def test_english_feelings(text: str, sentiment: Sentiment) -> None:
    assert read_feelings(text, ENGLISH).sentiment is sentiment


@pytest.mark.parametrize(
    ("text", "sentiment"),
    [
        ("累", NEGATIVE),
        ("我好累", NEGATIVE),
        ("开心", POSITIVE),
        ("開心", POSITIVE),
        ("我不开心", NEGATIVE),
        ("今天真糟糕", NEGATIVE),
        ("谢谢你", POSITIVE),
        ("打开客厅的灯", NEUTRAL),
    ],
)
def test_chinese_feelings(text: str, sentiment: Sentiment) -> None:
    assert read_feelings(text, CHINESE).sentiment is sentiment


@pytest.mark.parametrize(
    ("text", "is_urgent"),
    [
        ("do it now", True),
        ("I know now", False),
        ("come here immediately", True),
        ("turn it off!!", True),
        ("Hello!", False),
        ("it is not urgent", False),
        ("turn on the emergency light", False),
        ("please hurry", True),
    ],
)
def test_urgency(text: str, is_urgent: bool) -> None:
    assert read_feelings(text, ENGLISH).urgent is is_urgent


def test_chinese_urgency() -> None:
    assert read_feelings("立即", CHINESE).urgent


@pytest.mark.parametrize(
    "text",
    [
        "turn on the kitchen light",
        "set the living room to 21 degrees",
        "is the front door locked?",
        "close the blinds in the bedroom",
        "good morning",
        "turn off the fireplace",
        "how bright is the lamp in the hall?",
        "add milk to the shopping list",
        "play some music in the office",
        "what time is it?",
        "start the vacuum",
        "which windows are open?",
    ],
)
def test_orders_carry_no_feeling(text: str) -> None:
    assert read_feelings(text, ENGLISH) == Feelings()


def test_hostility_is_meant_for_the_animal() -> None:
    assert read_feelings("You are useless, shut up", ENGLISH).hostile
    assert not read_feelings("I hate the rain", ENGLISH).hostile


LEXICON = build_lexicon(
    {"positive": ["glad", "well done"], "negative": ["sad"], "negations": ["not"], "urgent": ["now"]}
)
WORDS = st.lists(
    st.sampled_from(["glad", "sad", "not", "now", "well", "done", "lamp", ".", "!", "累", ","]), max_size=30
)


@given(st.one_of(st.text(max_size=400), WORDS.map(" ".join)))
def test_any_text_can_be_read(text: str) -> None:
    for lexicon in (ENGLISH, CHINESE, LEXICON):
        feelings = read_feelings(text, lexicon)
        assert read_feelings(text.upper(), lexicon).sentiment in Sentiment
        assert feelings == read_feelings(text, lexicon)


@given(WORDS)
def test_words_without_marks_change_nothing(words: list[str]) -> None:
    padded = [part for word in words for part in (word, "lamp")] if "not" not in words else words
    if "well" not in words:
        assert read_feelings(" ".join(padded), LEXICON) == read_feelings(" ".join(words), LEXICON)


@pytest.mark.parametrize("sections", [{"joyful": ["glad"]}, {"positive": ["glad"], "negative": ["Glad"]}])
def test_a_faulty_lexicon_is_refused(sections: dict[str, list[str]]) -> None:
    with pytest.raises(ValueError, match=r"(?i)glad|joyful"):
        build_lexicon(sections)
