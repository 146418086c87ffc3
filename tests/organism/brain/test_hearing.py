"""What is heard of a message."""

from hypothesis import given, strategies as st
import pytest

from custom_components.opencrayfish.organism.brain.hearing import MESSAGE_LIMIT, hear, is_blank, is_too_long
from custom_components.opencrayfish.organism.messages import Stimulus


def heard(text: str) -> str:
    """Return what is left of a text."""
    return hear(Stimulus(text=text, language="en")).text


@pytest.mark.parametrize("text", ["", " ", "\n\t\r", "\x00", "\u200b\u200d", "\ufeff", "\u2028"])
def test_a_message_of_invisible_characters_is_blank(text: str) -> None:
    assert is_blank(text)


@pytest.mark.parametrize("text", ["?", "a", "好", "🦞", " \x00x"])
def test_anything_visible_is_not_blank(text: str) -> None:
    assert not is_blank(text)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("turn\x00 on", "turn on"),
        ("  two\nlines\t", "two lines"),
        ("مرحبا \u200fكيف حالك", "مرحبا \u200fكيف حالك"),
        ("👩‍🚀 hello", "👩‍🚀 hello"),
        ("\x1b[31mred\x1b[0m", "[31mred[0m"),
    ],
)
def test_control_characters_go_and_scripts_stay(text: str, left: str) -> None:
    assert heard(text) == left


def test_a_message_is_cut_at_the_limit() -> None:
    assert len(heard("x" * 20_000)) == MESSAGE_LIMIT
    assert is_too_long("x" * (MESSAGE_LIMIT + 1))
    assert not is_too_long("x" * MESSAGE_LIMIT + "   ")


@given(st.text())
def test_hearing_twice_changes_nothing(text: str) -> None:
    assert heard(heard(text)) == heard(text)
    assert len(heard(text)) <= MESSAGE_LIMIT
