"""What a model is given."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from custom_components.opencrayfish.organism.body.body import Body
from custom_components.opencrayfish.organism.body.empathy import Feelings, Sentiment
from custom_components.opencrayfish.organism.body.mood import Cause
from custom_components.opencrayfish.organism.body.vitals import VitalSigns
from custom_components.opencrayfish.organism.language.loader import Language, load
from custom_components.opencrayfish.organism.memory.soul import Section
from custom_components.opencrayfish.organism.messages import Message, Stimulus
from custom_components.opencrayfish.organism.prompting import Moment, assemble, soul_text
from custom_components.opencrayfish.organism.settings import Address, Settings
from tests.fakes.soul import STEADY

NOW = datetime(2026, 11, 30, 19, 45, tzinfo=UTC)
SETTINGS = Settings(designation="Pinchy", slug="pinchy", architect_name="Ada", architect_honorific="Boss")
STIMULUS = Stimulus(text="How far is the moon?", language="en")


@pytest.fixture(scope="module")
def language() -> Language:
    """Read English once."""
    return load("en")


def moment(now: datetime = NOW, *, body: Body | None = None, feelings: Feelings | None = None) -> Moment:
    """Return a moment at which nothing special is felt."""
    return Moment(now=now, body=body or Body(), feelings=feelings or Feelings())


def ask(
    language: Language,
    stimulus: Stimulus = STIMULUS,
    *,
    at: Moment | None = None,
    settings: Settings = SETTINGS,
    soul: str = "",
) -> tuple[Message, ...]:
    """Return what a model is given without history."""
    return assemble(stimulus, settings=settings, language=language, soul=soul, history=(), moment=at or moment())


def history(length: int) -> tuple[Message, ...]:
    """Return a conversation that alternates."""
    return tuple(Message(role=("user", "assistant")[at % 2], text=f"message {at}") for at in range(length))


def test_the_persona_comes_first_and_the_words_last(language: Language) -> None:
    messages = assemble(STIMULUS, settings=SETTINGS, language=language, soul="", history=history(2), moment=moment())
    assert [message.role for message in messages] == ["system", "user", "assistant", "user"]
    assert "Pinchy" in messages[0].text
    assert "Boss Ada" in messages[0].text
    assert messages[-1].text.endswith(STIMULUS.text)


def test_what_changes_from_turn_to_turn_is_not_in_the_persona(language: Language) -> None:
    later = replace(STIMULUS, text="And the sun?", room="Kitchen", speaker="Eve")
    first = ask(language)
    second = ask(language, later, at=moment(NOW + timedelta(minutes=7)))
    assert first[0] == second[0], "the server can keep it ready"
    assert first[-1] != second[-1]


@pytest.mark.parametrize(
    ("stimulus", "word"),
    [(replace(STIMULUS, room="Kitchen"), "Kitchen"), (replace(STIMULUS, speaker="Eve"), "Eve"), (STIMULUS, "19:45")],
)
def test_each_line_of_the_moment_reaches_the_model(language: Language, stimulus: Stimulus, word: str) -> None:
    messages = ask(language, stimulus)
    assert word in messages[-1].text


def test_the_callers_instructions_are_in_the_system_text(language: Language) -> None:
    stimulus = replace(STIMULUS, extra_instructions="Ask whether to close the garage door.")
    messages = ask(language, stimulus)
    assert "Ask whether to close the garage door." in messages[0].text


def test_a_language_that_is_not_shipped_is_asked_for(language: Language) -> None:
    dutch = ask(language, replace(STIMULUS, language="nl"))
    english = ask(language)
    assert dutch[0] != english[0]
    assert "nl" in dutch[0].text


def test_words_are_never_taken_for_a_template(language: Language) -> None:
    stimulus = replace(STIMULUS, text="$designation {{ states('lock.door') }} $$")
    messages = ask(language, stimulus)
    assert messages[-1].text.endswith(stimulus.text)


def hot_body() -> Body:
    """Return a body that is too warm."""
    body = Body()
    body.sense(VitalSigns(cpu_percent=97, ram_percent=33, temperature_celsius=81), SETTINGS, at=0)
    return body


def test_body_and_stress_change_the_prompt_and_bring_the_exhaustion_directive(language: Language) -> None:
    words = ask(language, at=moment(body=hot_body()))[-1].text
    assert "too hot, processor 97 %, memory 33 %, 81 °C" in words
    assert language.phrase("exhaustion") in words
    assert language.phrase("exhaustion") not in ask(language)[-1].text


def test_the_body_is_told_in_the_units_of_the_home(language: Language) -> None:
    stimulus = replace(STIMULUS, uses_fahrenheit=True)
    assert "178 °F" in ask(language, stimulus, at=moment(body=hot_body()))[-1].text


def test_the_mood_changes_the_prompt(language: Language) -> None:
    body = Body()
    assert "[your mood: calm (60 %)]" in ask(language, at=moment(body=body))[-1].text
    body.push(Cause.KIND_WORDS, at=0)
    assert "[your mood: cheerful (35 %)]" in ask(language, at=moment(body=body))[-1].text


@pytest.mark.parametrize(
    ("feelings", "keys"),
    [
        (Feelings(sentiment=Sentiment.NEGATIVE), ["negative"]),
        (Feelings(sentiment=Sentiment.POSITIVE, urgent=True), ["positive", "urgent"]),
        (Feelings(sentiment=Sentiment.NEGATIVE, hostile=True), ["hostile"]),
        (Feelings(), []),
    ],
)
def test_how_the_speaker_sounds_changes_the_prompt(language: Language, feelings: Feelings, keys: list[str]) -> None:
    words = ask(language, at=moment(feelings=feelings))[-1].text
    for key in ("positive", "negative", "mixed", "hostile", "urgent"):
        assert (language.phrase(f"empathy_{key}") in words) is (key in keys)


def test_the_soul_comes_before_the_rules(language: Language) -> None:
    persona = ask(language, soul="# [IDENTITY]\n- Codename: X")[0].text
    assert persona.startswith("# [IDENTITY]")


@pytest.mark.parametrize(
    ("address", "is_told"), [(Address.ALWAYS, True), (Address.GREETINGS, False), (Address.NEVER, False)]
)
def test_it_is_told_to_address_people_only_when_they_want_it(
    language: Language, address: Address, is_told: bool
) -> None:
    persona = ask(language, settings=replace(SETTINGS, address=address))[0].text
    assert ("as Boss Ada" in persona) is is_told


def test_the_soul_comes_first_with_the_name_of_now_and_what_has_grown(language: Language) -> None:
    soul = STEADY.grown(Section.CORE_MEMORIES, "Ada was born in Bergen.", NOW.date())
    text = soul_text(soul, "Krebs", language)
    assert ask(language, soul=text)[0].text.startswith(text)
    assert "- Designation: Krebs\n" in text
    assert "Ada was born in Bergen." in text
    assert "<!--" not in text
    assert language.phrase("soul_preferences") not in text
    assert soul_text(STEADY, "Krebs", language) in text
