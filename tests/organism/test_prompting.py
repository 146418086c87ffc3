"""What a model is given."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from custom_components.opencrayfish.organism.language.loader import Language, load
from custom_components.opencrayfish.organism.messages import Message, Stimulus
from custom_components.opencrayfish.organism.prompting import assemble, recent
from custom_components.opencrayfish.organism.settings import Settings

NOW = datetime(2026, 11, 30, 19, 45, tzinfo=UTC)
SETTINGS = Settings(designation="Pinchy", slug="pinchy", architect_name="Ada", architect_honorific="Boss")
STIMULUS = Stimulus(text="How far is the moon?", language="en")


@pytest.fixture(scope="module")
def language() -> Language:
    """Read English once."""
    return load("en")


def history(length: int) -> tuple[Message, ...]:
    """Return a conversation that alternates."""
    return tuple(Message(role=("user", "assistant")[at % 2], text=f"message {at}") for at in range(length))


def test_the_persona_comes_first_and_the_words_last(language: Language) -> None:
    messages = assemble(STIMULUS, settings=SETTINGS, language=language, history=history(2), now=NOW)
    assert [message.role for message in messages] == ["system", "user", "assistant", "user"]
    assert "Pinchy" in messages[0].text
    assert "Boss Ada" in messages[0].text
    assert messages[-1].text.endswith(STIMULUS.text)


def test_what_changes_from_turn_to_turn_is_not_in_the_persona(language: Language) -> None:
    later = replace(STIMULUS, text="And the sun?", room="Kitchen", speaker="Eve")
    first = assemble(STIMULUS, settings=SETTINGS, language=language, history=(), now=NOW)
    second = assemble(later, settings=SETTINGS, language=language, history=(), now=NOW + timedelta(minutes=7))
    assert first[0] == second[0], "the server can keep it ready"
    assert first[-1] != second[-1]


@pytest.mark.parametrize(
    ("stimulus", "word"),
    [(replace(STIMULUS, room="Kitchen"), "Kitchen"), (replace(STIMULUS, speaker="Eve"), "Eve"), (STIMULUS, "19:45")],
)
def test_each_line_of_the_moment_reaches_the_model(language: Language, stimulus: Stimulus, word: str) -> None:
    messages = assemble(stimulus, settings=SETTINGS, language=language, history=(), now=NOW)
    assert word in messages[-1].text


def test_the_callers_instructions_are_in_the_system_text(language: Language) -> None:
    stimulus = replace(STIMULUS, extra_instructions="Ask whether to close the garage door.")
    messages = assemble(stimulus, settings=SETTINGS, language=language, history=(), now=NOW)
    assert "Ask whether to close the garage door." in messages[0].text


def test_a_language_that_is_not_shipped_is_asked_for(language: Language) -> None:
    dutch = assemble(replace(STIMULUS, language="nl"), settings=SETTINGS, language=language, history=(), now=NOW)
    english = assemble(STIMULUS, settings=SETTINGS, language=language, history=(), now=NOW)
    assert dutch[0] != english[0]
    assert "nl" in dutch[0].text


def test_words_are_never_taken_for_a_template(language: Language) -> None:
    stimulus = replace(STIMULUS, text="$designation {{ states('lock.door') }} $$")
    messages = assemble(stimulus, settings=SETTINGS, language=language, history=(), now=NOW)
    assert messages[-1].text.endswith(stimulus.text)


@pytest.mark.parametrize("limit", [0, 1, 2, 3, 5, 12])
def test_the_window_is_never_exceeded_and_begins_with_a_person(limit: int) -> None:
    for length in range(40):
        window = recent(history(length), limit)
        assert len(window) <= limit
        assert not window or window[0].role == "user"
        assert window == history(length)[length - len(window) :]


def test_the_window_moves_in_blocks() -> None:
    starts = [recent(history(length), 12)[0] for length in range(14, 41, 2)]
    assert len(set(starts)) <= len(starts) // 2, "most turns begin where the one before did"
