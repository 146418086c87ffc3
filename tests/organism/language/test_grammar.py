"""Sentences known by heart, with a grammar made for the test."""

from collections.abc import Mapping, Sequence

from hypothesis import given, settings, strategies as st
import pytest

from custom_components.opencrayfish.organism.language.grammar import SENTENCE_LIMIT, Grammar

SENTENCES: Mapping[str, Sequence[str]] = {
    "greet": ["good (morning|day) [to you]", "早上好<crab>"],
    "who": ["who are you", "/who"],
}


def grammar(
    sentences: Mapping[str, Sequence[str]] = SENTENCES,
    *,
    rules: Mapping[str, str] | None = None,
    variants: Mapping[str, str] | None = None,
) -> Grammar:
    """Return a small grammar."""
    return Grammar(
        sentences,
        rules=rules if rules is not None else {"crab": "(虾|龙虾)"},
        variants=variants or {"u": "you", "r": "are", "蝦": "虾", "whos": "who is"},
        lead_ins=["hey", "tell me", "请"],
        lead_outs=["please", "啊"],
    )


GRAMMAR = grammar()


@pytest.mark.parametrize(
    "text",
    [
        "who are you",
        "Who are you?",
        "WHO ARE YOU!?",
        "  who…are,  you。 ",
        "who r u",
        "ｗｈｏ　ａｒｅ　ｙｏｕ？",
        "who\u200b are you",
        "who are you 🙂",
        "“who are you”",
        "hey who are you",
        "Hey, tell me: who are you, please?",
        "hey hey hey who are you please please",
    ],
)
def test_case_width_punctuation_and_polite_words_do_not_count(text: str) -> None:
    assert GRAMMAR.match(text) == "who"


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "?",
        "hey",
        "please",
        "hey please",
        "who are",
        "who are you calling",
        "and who are you",
        "heywho are you",
        "who are youplease",
        "who are you hey",
        "please who are you",
        "whoareyou",
        "who",
        "//whom",
        "good morning to",
        "虾早上好",
    ],
)
def test_anything_but_the_whole_sentence_is_none(text: str) -> None:
    assert GRAMMAR.match(text) is None


def test_a_command_needs_its_slash() -> None:
    known = grammar({"start": ["/start"]})
    assert known.match("/Start") == "start"
    assert known.match("start") is None


@pytest.mark.parametrize("text", ["早上好虾", "早上好，龙蝦！", "早 上 好 虾", "请早上好虾啊", "请请早上好龙虾啊"])
def test_scripts_without_spaces_match_with_and_without_them(text: str) -> None:
    assert GRAMMAR.match(text) == "greet"


@pytest.mark.parametrize(
    ("designation", "text"),
    [
        ("Pinchy", "Pinchy, who are you?"),
        ("Pinchy", "hey PINCHY who are you"),
        ("Pinchy", "who are you, Pinchy?"),
        ("Pinchy", "Who are you please, Pinchy?"),
        ("Captain Claw", "hey captain claw, who are you"),
        ("R2-D2", "r2 d2: who are you"),
        ("O'Clock", "oclock who are you"),
        ("虾米", "虾米请早上好虾"),
        ("Pinchy", "Pinchy早上好虾"),
        ("You", "you who are you"),
        ("Who", "who are you"),
    ],
)
def test_its_own_name_may_stand_before_or_after(designation: str, text: str) -> None:
    assert GRAMMAR.match(text, designation=designation) in {"who", "greet"}
    assert GRAMMAR.match(f"Larry, {text}", designation=designation) is None


@settings(deadline=None)
@given(st.text(max_size=64).filter(lambda name: any(char.isalnum() for char in name)))
def test_any_name_may_stand_before(designation: str) -> None:
    assert GRAMMAR.match(f"{designation}, who are you?", designation=designation) == "who"


@settings(deadline=None)
@given(st.text(max_size=300), st.text(max_size=20))
def test_no_text_raises_and_what_matches_is_a_sentence(text: str, designation: str) -> None:
    reflex = GRAMMAR.match(text, designation=designation)
    assert reflex is None or any(sentence in GRAMMAR.canonical(text) for sentence in GRAMMAR.sentences)


@settings(deadline=None)
@given(st.text())
def test_what_is_canonical_stays_so(text: str) -> None:
    assert GRAMMAR.canonical(GRAMMAR.canonical(text)) == GRAMMAR.canonical(text)


def test_a_long_message_is_no_sentence() -> None:
    padding = " " * (SENTENCE_LIMIT - len("who are you"))
    assert GRAMMAR.match(f"who are you{padding}") == "who"
    assert GRAMMAR.match(f"who are you{padding} ") is None
    assert GRAMMAR.match("hey " * 5000 + "who are you") is None


def test_variants_and_rules_are_spelled_out() -> None:
    known = grammar()
    assert known.match("u whos") is None
    assert set(known.sentences) == {
        "good morning",
        "good day",
        "good morning to you",
        "good day to you",
        "早 上 好 虾",
        "早 上 好 龙 虾",
        "who are you",
        "/who",
    }


@pytest.mark.parametrize(
    ("template", "fault"),
    [
        ("who (are you", "no sentence template"),
        ("who] are you", "no sentence template"),
        ("", "no sentence template"),
        ("who ()", "no sentence template"),
        ("[please]", "may be empty"),
        ("?!", "may be empty"),
        ("who <is> you", "Missing expansion rule"),
        ("who is {name}", "Missing slot list"),
        (" ".join(["(a|b|c)"] * 9), "more than 5000"),
        ("who <loop>", "recursion"),
    ],
)
def test_a_template_that_cannot_be_spelled_out_is_refused(template: str, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        grammar({"who": [template]}, rules={"loop": "is <loop>"})


def test_a_broken_rule_is_refused() -> None:
    with pytest.raises(ValueError, match="no sentence template"):
        grammar(rules={"crab": "(虾"})


def test_two_reflexes_cannot_claim_one_sentence() -> None:
    with pytest.raises(ValueError, match="belongs to b and to a"):
        grammar({"a": ["who are you"], "b": ["Who (are|is) you?"]})
