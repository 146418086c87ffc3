"""What may be heard and seen of what a model streams."""

import re
from time import process_time

from hypothesis import given, strategies as st
import pytest

from custom_components.opencrayfish.organism.speech.filter import SpeechFilter, clean_for_screen, clean_for_speech

OFFERS = ("is there anything else", "anything else", "let me know if", "还有什么可以帮")


def in_pieces(pieces: list[str]) -> tuple[str, str]:
    """Return what is spoken and shown of a stream."""
    speech = SpeechFilter(closing_offers=OFFERS)
    spoken = "".join(speech.feed(piece) for piece in pieces) + speech.finish()
    return spoken, speech.screen_text


@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        ("<think>Hm, which lamp?</think>The tide is high.", "The tide is high."),
        ("<think>a<think>b</think>c</think>Yes.", "Yes."),
        ("<Thinking time='3'>\nlong\n</Thinking>\n\nYes.", "Yes."),
        ("<reasoning>never closed", ""),
        ("Let me see.</think>Hello there.", "Hello there."),
        ("Yes. <thi", "Yes."),
        ("[THINK]hm[/THINK]Yes.", "Yes."),
        ("<|im_start|>assistant\nHello<|im_end|>", "Hello"),
        ("<|start_header_id|>assistant<|end_header_id|>\n\nHello<|eot_id|>", "Hello"),
        ("<start_of_turn>Hello</s>", "Hello"),
        ("[INST] [/INST]Hello", "Hello"),
        ("One <!-- two -->three", "One three"),
        ("Hi\u200b there\x00", "Hi there"),
    ],
)
def test_what_is_no_speech_is_never_spoken(text: str, spoken: str) -> None:
    assert clean_for_speech(text) == spoken
    assert clean_for_screen(text).replace("\n", "") == spoken


@pytest.mark.parametrize(
    "text",
    [
        '{"name": "HassTurnOn", "parameters": {"name": "lamp"}}',
        '[{"name": "HassTurnOn", "arguments": {}}]',
        "{'name': 'HassTurnOn'}",
        '```json\n{"name": "HassTurnOn"}\n```',
        '```homeassistant\n{"service": "light.turn_on"}\n```',
        "```\nHassTurnOn(name='x')\n```",
        "<tool_call>\n{}\n</tool_call>",
        "<function=HassTurnOn><parameter=name>lamp</parameter></function>",
        '<functioncall {"name": "HassTurnOn"}>',
        "HassTurnOn(name='lamp')",
        "HassTurnOff Dining Room Light",
        "HassTurnOff\n",
        'HassTurnOff{device_class:[<|"|>garage<|"|>],name:"x"}',
        '(HassTurnOn intent: area="Kitchen", domain="fan")',
        '{"name": "HassTurnOn", "parameters": {"na',
        "<tool_call>{",
        "{{ states('light.kitchen') }}",
        "[value from tool]",
    ],
)
def test_a_call_that_is_written_as_text_is_neither_spoken_nor_shown(text: str) -> None:
    assert clean_for_speech(text) == ""
    assert clean_for_screen(text) == ""
    assert clean_for_speech(f"Fine. {text}") == "Fine."


@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        ("The **moon** pulls the *sea* and `sand`.", "The moon pulls the sea and sand."),
        ("__Bold__ and ***both*** and ~~gone~~!", "Bold and both and gone!"),
        ("**Done**\n- a\n- b", "Done. a, b"),
        ("# Title\n\nText", "Title. Text"),
        ("> quoted\n\n---\nand more", "quoted. and more"),
        ("1. one\n2. two", "1. one. 2. two"),
        ("| a | b |\n|---|---|\n| 1 | 2 |", "a, b. 1, 2"),
        ("Use this:\n```yaml\nlight:\n```\nand restart.", "Use this: and restart."),
        ("See [the docs](https://example.org/a_b) now.", "See the docs now."),
        ("See https://example.org/a?b=c or www.example.org today", "See or today"),
        ("light.kitchen_light is on", "kitchen light is on"),
        ("Great 🎉 job 👩‍👩‍👧 1️⃣ 🇳🇱!", "Great job 1!"),
        ("你好。世界！🎉再见", "你好。世界！再见"),
        ("I <b>really</b> mean it<br>now", "I really mean it. now"),
    ],
)
def test_what_only_a_screen_can_show_is_not_spoken(text: str, spoken: str) -> None:
    assert clean_for_speech(text).replace(" !", "!") == spoken


@pytest.mark.parametrize(
    "text",
    [
        "2 * 3 * 4 is 24, and 5 < 7 > 3.",
        "snake_case, a - b, #1, C++, I <3 you, $5 at 10:30, it's 20% (or so).",
        "A {name} in braces and [1] in brackets, x[0] too.",
        "مرحبا، كيف حالك؟",
        'Ça va? Größe: 3 m². Don\'t "quote" me…',
        "ask@example.org or 192.168.1.1",
        "Go, get it. Hello Hal. (Have a rest.)",
        "我好，你呢？世界很大。",
        "-5 °C to +3 °C",
    ],
)
def test_text_stays_text(text: str) -> None:
    assert clean_for_speech(text) == text
    assert clean_for_screen(text) == text


@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        ("The sea. Is there anything else I can help you with?", "The sea."),
        ("The sea.\n\nLet me know if you need more!", "The sea."),
        ("海很大。还有什么可以帮您的吗？", "海很大。"),
        ("Is there anything else in the box? Yes, a crab.", "Is there anything else in the box? Yes, a crab."),
        ("Is there water?", "Is there water?"),
    ],
)
def test_an_offer_at_the_end_is_cut(text: str, spoken: str) -> None:
    assert clean_for_speech(text, closing_offers=OFFERS) == spoken


def test_an_envelope_yields_its_one_text() -> None:
    assert clean_for_speech('{"response": "Hello there!"}') == "Hello there!"
    assert clean_for_speech('```json\n{"answer": "Hello there!"}\n```') == "Hello there!"
    assert clean_for_speech('{"tool": "HassTurnOn"}') == ""
    assert clean_for_speech('{"a": "b", "c": "d"}') == ""


def test_the_screen_keeps_what_is_useful() -> None:
    text = "See [the docs](https://example.org) and **this**:\n```yaml\nlight:\n```"
    assert clean_for_screen(text) == text


def test_words_are_released_as_they_come() -> None:
    speech = SpeechFilter()
    spoken = "".join(speech.feed(f"word{number} ") for number in range(50))
    assert spoken.split()[-1] == "word49", "a word is released when it is complete"


def test_a_closing_tag_after_words_were_spoken_leaves_them() -> None:
    spoken, shown = in_pieces([*(f"word{number} " for number in range(50)), "</think>", "Hello."])
    assert spoken.endswith("Hello.")
    assert shown == "Hello."


FRAGMENTS = st.sampled_from(
    [
        *("Hello there. ", "the lamp ", "is on", "\n", " ", "。", "5 < 7 ", "a*b ", "你好"),
        *(
            "<think>",
            "</think>",
            "<tool_call>",
            "</tool_call>",
            '{"name": "x"}',
            "{",
            "}",
            "[",
            "]",
            "(",
            ")",
            '"',
            "```",
        ),
        *("```json\n", "HassTurnOn", "(name='x')", "**", "*", "_", "`", "# ", "- ", "| ", "<!--", "-->", "<|eot_id|>"),
        *(
            "[a](b)",
            "https://x.y",
            "🎉",
            "\u200d",
            "Anything else?",
            "{{",
            "}}",
            "<",
            ">",
            "</",
            "<b>",
            "light.a_b ",
            "\\",
        ),
    ]
)
STREAMS = st.lists(FRAGMENTS, max_size=30).map("".join)


@given(STREAMS | st.text(max_size=200), st.data())
def test_the_pieces_do_not_matter(text: str, data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=12)))
    pieces = [text[start:end] for start, end in zip([0, *cuts], [*cuts, len(text)], strict=True)]
    assert in_pieces(pieces) == in_pieces([text]) == in_pieces(list(text))


@given(STREAMS)
def test_markup_is_never_spoken(text: str) -> None:
    spoken = clean_for_speech(text, closing_offers=OFFERS)
    assert not re.search(r"(?i)</?think|</?tool_call|<\||HassTurnOn\(|https?://|🎉|<!--[\s\S]*-->", spoken)


WORDS = st.text(alphabet="abcdefghijklmnopqrstuvwxyzäöüßéñ", min_size=1, max_size=9)


@given(st.lists(st.lists(WORDS, min_size=1, max_size=9).map(" ".join), min_size=1, max_size=5).map(". ".join))
def test_prose_passes_unchanged(prose: str) -> None:
    assert clean_for_speech(f"{prose}.") == f"{prose}."


@given(STREAMS)
def test_clean_speech_is_clean(text: str) -> None:
    spoken = clean_for_speech(text)
    assert clean_for_speech(clean_for_speech(spoken)) == clean_for_speech(spoken)


@pytest.mark.parametrize(
    "nasty", ["<", "[", "{", "`", "*", "(Hass", "<a ", "</", "<thin", "{ ", '["', "[a](b", '{"a":', "<think>"]
)
def test_nasty_input_takes_time_in_proportion(nasty: str) -> None:
    def seconds(length: int) -> float:
        text = (nasty * length)[:length]
        begun = process_time()
        in_pieces(list(text))
        return process_time() - begun

    seconds(1_000)
    assert seconds(20_000) < 60 * max(seconds(1_000), 0.002), "twenty times as long, not four hundred"


@pytest.mark.parametrize(
    "text", ["[<think>]", "[a <|im_end|> b]", "[<think>hm</think>](https://a.b)", "[[<tool_call>]]"]
)
def test_markup_in_brackets_is_markup(text: str) -> None:
    spoken = clean_for_speech(text)
    assert "<" not in spoken
    assert "think" not in spoken


@pytest.mark.parametrize("text", ["[\n[a](b)", "[a](b\nc) d", "[a\n](b)"])
def test_brackets_end_with_their_line_however_they_arrive(text: str) -> None:
    speech = SpeechFilter()
    by_character = "".join(speech.feed(char) for char in text) + speech.finish()
    assert by_character.strip() == clean_for_speech(text)
