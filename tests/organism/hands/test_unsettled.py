"""What a chat may not pretend: to have obeyed, or to have looked."""

from hypothesis import given, strategies as st
import pytest

from custom_components.opencrayfish.organism.hands.reading import Reader
from custom_components.opencrayfish.organism.hands.unsettled import concerns, is_claim, unsettled
from tests.organism.hands.test_cases import HOMES, WORDS


def reader(code: str = "en") -> Reader:
    return Reader(HOMES["mill"], WORDS[code])


@pytest.mark.parametrize(
    ("code", "text", "wanted"),
    [
        ("en", "turn off the dishwasher", "order"),
        ("en", "could you switch the dishwasher off", "order"),
        ("en", "open the door to the dungeon", "order"),
        ("en", "turn on the moon and tell me a joke", "order"),
        ("en", "which lights are on and is anything open?", "question"),
        ("en", "are the lamps of the neighbour on", "question"),
        ("en", "is the house safe for the night?", "question"),
        ("en", "is everything locked up", "question"),
        ("en", "is the dishwasher running?", "question"),
        ("en", "what is on?", "question"),
        ("de", "schalte den Geschirrspüler aus", "order"),
        ("de", "kannst du den Geschirrspüler ausschalten", "order"),
        ("fr", "éteins le lave-vaisselle", "order"),
        ("es", "apaga el lavavajillas", "order"),
        ("it", "spegni la lavastoviglie", "order"),
        ("nl", "zet de vaatwasser uit", "order"),
        ("pl", "wyłącz zmywarkę", "order"),
        ("pt", "desliga a máquina de lavar louça", "order"),
        ("zh-Hans", "关掉洗碗机", "order"),
    ],
)
def test_what_is_wanted_of_the_house_is_no_talk(code: str, text: str, wanted: str) -> None:
    assert unsettled(text, reader(code)) == wanted


@pytest.mark.parametrize(
    "text",
    [
        "tell me a joke",
        "what do you think of the sea?",
        "I turned off my phone yesterday",
        "I love this lamp",
        "play a game with me",
        "what is a lamp?",
        "don't open the window",
        "my boss closes every door in my face",
        "give me a recipe for soup",
        "how do magnets work",
        "how old is the house of lords",
        "is the moon made of cheese?",
        "is a lamp a good present?",
    ],
)
def test_talk_is_talk(text: str) -> None:
    assert unsettled(text, reader()) is None


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("en", "The dishwasher is now off."),
        ("en", "The kitchen light is on, and nobody is there."),
        ("en", "The bedroom door is open."),
        ("en", "Everything has been turned off for you."),
        ("en", "The dishwasher is not running."),
        ("en", "The parlour smells of fresh bread."),
        ("en", "It is 21 degrees in the parlour."),
        ("en", "Sure, your front door is locked."),
        ("de", "Der Geschirrspüler ist jetzt aus."),
        ("de", "Ich habe die Lampe ausgeschaltet."),
        ("fr", "La porte est ouverte."),
        ("es", "La lámpara está apagada."),
        ("it", "La lampada è spenta."),
        ("nl", "De lamp is nu uit."),
        ("pl", "Lampa jest wyłączona."),
        ("pt", "A lâmpada está desligada."),
        ("zh-Hans", "洗碗机已经关了。"),
    ],
)
def test_a_statement_about_the_house_is_a_claim(code: str, sentence: str) -> None:
    assert is_claim(sentence, reader(code))


@pytest.mark.parametrize(
    "sentence",
    [
        "Should it be off?",
        "The sea is vast and beautiful.",
        "Why did the tomato turn red?",
        "I'm glad you like it.",
        "Open windows let the summer in.",
    ],
)
def test_other_sentences_are_none(sentence: str) -> None:
    assert not is_claim(sentence, reader())


def test_only_words_of_the_house_make_every_sentence_wait() -> None:
    assert concerns("I love this lamp", reader())
    assert concerns("the piano lamp reminds me of my aunt", reader())
    assert not concerns("tell me a story about a knight", reader())


@given(st.sampled_from(sorted(WORDS)), st.text(max_size=80))
def test_no_text_raises(code: str, text: str) -> None:
    unsettled(text, reader(code))
    is_claim(text, reader(code))
    concerns(text, reader(code))
