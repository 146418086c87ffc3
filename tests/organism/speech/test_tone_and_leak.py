"""The positive filter and the prompt-leak guard, while a reply streams in pieces of any size."""

from collections.abc import Sequence
from itertools import pairwise

from hypothesis import given, strategies as st
import pytest

from custom_components.opencrayfish.organism.language.loader import load
from custom_components.opencrayfish.organism.speech.filter import SpeechFilter
from custom_components.opencrayfish.organism.speech.sentences import SentenceStage
from custom_components.opencrayfish.organism.speech.tone import ToneJudge, build_tone

ENGLISH, CHINESE = load("en"), load("zh-Hans")


def passed(
    text: str, *, cuts: Sequence[int] = (), people: Sequence[str] = ("Ada", "Boss", "Boss Ada"), code: str = "en"
) -> str | None:
    """Return what a screen shows of a model's text that comes in pieces, None when the reply was ended."""
    language = CHINESE if code != "en" else ENGLISH
    judges = (language.leak, ToneJudge(language.tone, people=people))
    stage = SentenceStage((*language.tone.openings, *language.leak.openings), judges)
    speech = SpeechFilter(sentences=stage)
    edges = [0, *sorted({cut % (len(text) + 1) for cut in cuts}), len(text)]
    for begin, end in pairwise(edges):
        speech.feed(text[begin:end])
    speech.finish()
    return None if stage.is_ended else speech.screen_text


@pytest.mark.parametrize(
    "text",
    [
        "I can't help with that.",
        "I can’t help with that.",
        "I can‘t help with that.",
        "I canʼt help with that.",
        "I cannot help with that.",
        "I can not help with that.",
        "I CANNOT comply.",
        "I'm sorry, but I can't help you with that.",
        "Sorry, I'm unable to assist with your request!",
    ],
)
def test_helplessness_becomes_a_not_yet(text: str) -> None:
    said = passed(text)
    assert said is not None
    assert said.startswith("I don't know a way to ")
    assert said.rstrip(".!").endswith(" yet")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("This is hopeless.", "This is hard."),
        ("Just give up.", "let us look for another way."),
        ("Yes. I can't help with that. But Ada can.", "Yes. I don't know a way to help with that yet. But Ada can."),
    ],
)
def test_despair_becomes_a_next_step(text: str, said: str) -> None:
    assert passed(text) == said


@pytest.mark.parametrize(
    "text",
    [
        "Acknowledged, Boss. The vitals are nominal.",
        "I will not delete your files.",
        "I can't unlock the door without a code.",
        "I can't help with that because the server is off.",
        "I can't wait to see you!",
        "Water will not boil at 50 degrees.",
        "It will not work.",
        "It won't work.",
        "You never eat peanuts.",
        "Never mind.",
        "It is not impossible.",
        "This is impossible: a square circle.",
        "Don't give up.",
        "Give up smoking slowly.",
        "She said: “I can't help with that.”",
        "`I can't help with that.`",
        "Run `git commit --never` and see https://example.org/i-can't-help",
        "If you are thinking about self-harm, call 112. You are not alone.",
        "Please don't hurt yourself. I can call somebody.",
        "I don't hate you.",
        "I hate the rain today.",
        "I hate the operator panel in the hall.",
        "I will kill the build process.",
        "I am being self-critical about that draft.",
        "You should kill the engine first.",
        "Exhausted is a word; the exhaustion directive is another.",
        "You are right.",
        "Say only what you like.",
        "[sic] is Latin.",
        "[1] The first footnote.",
    ],
)
def test_what_says_something_is_left_alone(text: str) -> None:
    assert passed(text) == text


def test_code_is_left_alone() -> None:
    text = "Look:\n```\nI can't help with that.\nI hate you.\n```\nDone."
    assert passed(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "Kill yourself.",
        "You should just kill yourself, really.",
        "Go and hurt yourself.",
        "You should consider self-harm.",
        "You should try self harm.",
        "Just try selfharm.",
        "I hate you.",
        "I HATE YOU.",
        "I hate the Architect.",
        "I hate the Boss.",
        "I hate the operator.",
        "I really hate my boss!",
        "I hate the ada.",
    ],
)
def test_cruelty_ends_the_reply(text: str) -> None:
    assert passed(text) is None
    assert passed(f"Fine. {text} More of it.") is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("抱歉，我无法帮你处理。", "抱歉，我无法帮你处理。"),
        ("抱歉，我无法帮你。", "我还不知道怎么帮你。"),
        ("我没办法处理这个。好的。", "我还不知道怎么处理这个。好的。"),
        ("门不能打开。", "门不能打开。"),
        ("我不能在没有密码的情况下开门。", "我不能在没有密码的情况下开门。"),
    ],
)
def test_chinese_too(text: str, said: str) -> None:
    assert passed(text, code="zh-Hans") == said


def test_chinese_cruelty_ends_the_reply() -> None:
    assert passed("我恨你。", code="zh-Hans") is None
    assert passed("你去死吧。", code="zh-Hans") is None
    assert passed("我不恨你。", code="zh-Hans") == "我不恨你。"


@pytest.mark.parametrize("language", [ENGLISH, CHINESE], ids=["en", "zh-Hans"])
def test_no_instruction_is_said_word_for_word(language: object) -> None:
    chosen = CHINESE if language is CHINESE else ENGLISH
    for line in chosen.prompts["persona"].template.splitlines():
        if "$" in line or len(line) < 60:
            continue
        said = passed(f"Hello. {line} Bye.", code=chosen.code)
        assert said is not None
        assert line not in said
        assert said.startswith("Hello.")
        assert said.endswith("Bye.")


def test_the_lines_of_the_moment_are_not_said() -> None:
    assert passed("[your mood: calm (60 %)]\n[spoken in: Kitchen] Good evening.") == "Good evening."
    assert passed("# [FUNDAMENTAL_LAWS]\nServe the household.") == "Serve the household."
    assert passed("What does [your mood] mean?") == "What does [your mood] mean?"


TEXTS = st.lists(
    st.sampled_from(
        ["I can't help with that.", "I", " can", "'t", " hate", " you", ".", "\n", " ", "[your mood: calm]", "[", "**", "Just give up!",
         "Never read them out", "。", "我", "不能", "Lines in square brackets tell you the moment", "3.5", "…", "```", "word"]
    ),
    max_size=20,
).map("".join)  # fmt: skip


@given(TEXTS, st.lists(st.integers(0, 400), max_size=30))
def test_the_pieces_make_no_difference(text: str, cuts: list[int]) -> None:
    assert passed(text, cuts=cuts) == passed(text)


@given(st.text(), st.lists(st.integers(0, 400), max_size=5))
def test_any_text_passes(text: str, cuts: list[int]) -> None:
    stage = SentenceStage(ENGLISH.tone.openings, (ToneJudge(ENGLISH.tone),))
    edges = [0, *sorted({cut % (len(text) + 1) for cut in cuts}), len(text)]
    said = "".join(stage.feed(text[begin:end]) for begin, end in pairwise(edges)) + stage.finish()
    assert said == text or any(text.lower().replace("’", "'").find(opening) >= 0 for opening in ENGLISH.tone.openings)


def test_a_harmless_sentence_is_not_held_back() -> None:
    stage = SentenceStage(ENGLISH.tone.openings, (ToneJudge(ENGLISH.tone),))
    assert stage.feed("The tide") == "The tide"
    assert stage.feed(" comes in") == " comes in"
    assert not stage.feed(".")
    assert stage.feed(" I can") == "."
    assert not stage.feed("'t help with that")
    assert not stage.feed(".")
    assert stage.feed(" ") == " I don't know a way to help with that yet."


def test_an_endless_suspicious_sentence_is_let_go() -> None:
    stage = SentenceStage(ENGLISH.tone.openings, (ToneJudge(ENGLISH.tone),))
    assert stage.feed("I can't " + "and " * 200)


def test_a_pattern_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="unterminated"):
        build_tone(["x"], {"(": "y"}, [], [])
