"""What the answers by heart say, and of whom they say it."""

from dataclasses import replace

from hypothesis import given, settings as hypothesis_settings, strategies as st
import pytest

from custom_components.opencrayfish.organism.backends.breaker import NO_BRAIN, BrainStatus, Health
from custom_components.opencrayfish.organism.body.body import Body
from custom_components.opencrayfish.organism.body.mood import Cause, Emotion
from custom_components.opencrayfish.organism.body.vitals import VitalSigns
from custom_components.opencrayfish.organism.language.loader import load
from custom_components.opencrayfish.organism.messages import Stimulus
from custom_components.opencrayfish.organism.reflex.reflexes import REFLEXES
from custom_components.opencrayfish.organism.reflex.router import reflex_reply
from custom_components.opencrayfish.organism.reflex.situation import Situation
from custom_components.opencrayfish.organism.settings import Address, BrainKind, BrainSettings, Settings

LANGUAGES = {code: load(code) for code in ("en", "zh-Hans")}
BRAIN = BrainSettings(kind=BrainKind.OLLAMA, url="http://localhost:11434", model="fake:1b")
NOBODY = Settings(designation="Pinchy", slug="pinchy")
ADA = replace(NOBODY, architect_name="Ada", architect_honorific="Boss")

each_language = pytest.mark.parametrize("code", LANGUAGES)
NAMES = st.text("Adé 王\t\n", max_size=9)


def situation(
    stimulus: Stimulus, *, settings: Settings = ADA, body: Body | None = None, health: Health = NO_BRAIN
) -> Situation:
    """Return a situation in which nothing is the matter."""
    language = LANGUAGES[stimulus.language]
    return Situation(stimulus=stimulus, settings=settings, language=language, body=body or Body(), health=health)


def answer(reflex: str, *, settings: Settings = ADA, code: str = "en", speaker: str = "") -> str:
    """Return what a reflex says."""
    return REFLEXES[reflex](situation(Stimulus(text="", language=code, speaker=speaker), settings=settings))


def test_it_says_who_it_is_in_the_first_person_to_its_architect() -> None:
    reply = reflex_reply(situation(Stimulus(text="Who are you?", language="en")))
    assert reply == "I am Pinchy, the crayfish that lives in this home. At your service, Boss Ada."


@each_language
def test_it_addresses_whoever_is_known_to_speak(code: str) -> None:
    reply = answer("identity", code=code, speaker="Eve")
    assert "Pinchy" in reply
    assert "Eve" in reply
    assert "Ada" not in reply


@each_language
@pytest.mark.parametrize(
    ("honorific", "name", "salutation"), [("Boss", "Ada", "Boss Ada"), ("", "Ada", "Ada"), ("Boss", "", "Boss")]
)
def test_it_uses_as_much_of_the_salutation_as_there_is(code: str, honorific: str, name: str, salutation: str) -> None:
    settings = replace(NOBODY, architect_name=name, architect_honorific=honorific)
    assert salutation in answer("identity", settings=settings, code=code)


@each_language
def test_without_an_architect_it_addresses_nobody(code: str) -> None:
    assert answer("identity", settings=NOBODY, code=code) == LANGUAGES[code].say("identity", designation="Pinchy")


@each_language
def test_a_known_speaker_is_told_their_name(code: str) -> None:
    reply = answer("user_name", code=code, speaker="Eve")
    assert "Eve" in reply
    assert "Ada" not in reply


@each_language
def test_an_unknown_speaker_is_never_taken_for_the_architect(code: str) -> None:
    reply = answer("user_name", code=code)
    assert reply == LANGUAGES[code].say("user_name_architect", architect="Boss Ada")
    assert reply != LANGUAGES[code].say("user_name_known", speaker="Boss Ada")


def test_an_unknown_speaker_hears_that_they_are_unknown() -> None:
    assert answer("user_name") == "My Architect is Boss Ada. I can't tell who is speaking."


@each_language
@pytest.mark.parametrize("honorific", ["", "Boss"])
def test_a_name_that_nobody_told_is_not_made_up(code: str, honorific: str) -> None:
    settings = replace(NOBODY, architect_honorific=honorific)
    assert answer("user_name", settings=settings, code=code) == LANGUAGES[code].say("user_name_unknown")
    assert answer("architect", settings=settings, code=code) == LANGUAGES[code].say("architect_unknown")


@each_language
def test_the_architect_is_the_person_it_serves_and_not_its_author(code: str) -> None:
    """The original answered "who is your architect" with its programmer (D-25)."""
    text = "who is your architect" if code == "en" else "你的主人是谁"
    reply = reflex_reply(situation(Stimulus(text=text, language=code)))
    assert reply is not None
    assert "Boss Ada" in reply
    assert "Eason" not in reply


@each_language
@pytest.mark.parametrize("settings", [ADA, NOBODY])
def test_the_author_of_the_original_and_its_makers_here_are_told_apart(code: str, settings: Settings) -> None:
    reply = answer("creator", settings=settings, code=code)
    original, here = reply.split("。" if code == "zh-Hans" else ". ", 1)
    assert "Eason Lai" in original
    assert "OpenCrayFish" in original
    assert "OpenCrayfish for Home Assistant" in here
    assert "Eason" not in here
    assert ("Boss Ada" in here) is (settings is ADA)


@each_language
def test_help_promises_a_chat_only_with_a_brain(code: str) -> None:
    chat = {"en": "and chat.", "zh-Hans": "还能聊天。"}[code]
    with_brain = answer("help", settings=replace(ADA, brain=BRAIN), code=code)
    without = answer("help", settings=ADA, code=code)
    assert with_brain.endswith(chat)
    assert chat not in without
    assert without != with_brain


@each_language
@pytest.mark.parametrize("command", ["/start", "/help"])
@pytest.mark.parametrize("speaker", ["", "Eve"])
def test_the_commands_of_text_channels_greet_with_the_designation(code: str, command: str, speaker: str) -> None:
    stimulus = Stimulus(text=command, language=code, speaker=speaker)
    reply = reflex_reply(situation(stimulus, settings=NOBODY))
    assert reply is not None
    assert "Pinchy" in reply


@each_language
def test_a_start_greets_the_speaker_and_nobody_else(code: str) -> None:
    assert "Eve" in answer("start", code=code, speaker="Eve")
    assert "Ada" not in answer("start", code=code)


@hypothesis_settings(deadline=None)
@given(st.sampled_from(sorted(REFLEXES)), st.sampled_from(sorted(LANGUAGES)), NAMES, NAMES, NAMES)
def test_no_name_leaves_a_hole_in_a_sentence(reflex: str, code: str, name: str, honorific: str, speaker: str) -> None:
    settings = replace(NOBODY, architect_name=name, architect_honorific=honorific)
    reply = answer(reflex, settings=settings, code=code, speaker=speaker)
    assert reply == " ".join(reply.split())
    assert not any(hole in reply for hole in (" .", " ,", ", .", ",,", "，。", "，，", "$"))


@each_language
@pytest.mark.parametrize("blank", [" ", "\t", "\u3000"])
def test_a_blank_name_is_no_name(code: str, blank: str) -> None:
    blanks = replace(NOBODY, architect_name=blank, architect_honorific=blank)
    for reflex in REFLEXES:
        assert answer(reflex, settings=blanks, code=code, speaker=blank) == answer(reflex, settings=NOBODY, code=code)


@each_language
@pytest.mark.parametrize("reflex", sorted(REFLEXES))
def test_an_answer_is_one_or_two_short_sentences(code: str, reflex: str) -> None:
    for settings in (ADA, NOBODY, replace(ADA, brain=BRAIN)):
        for speaker in ("", "Eve"):
            reply = answer(reflex, settings=settings, code=code, speaker=speaker)
            assert len(reply) <= 170
            assert sum(reply.count(mark) for mark in (". ", "。")) <= 3


def said(text: str, *, body: Body, code: str = "en", fahrenheit: bool = False, health: Health = NO_BRAIN) -> str:
    """Return what a body in this state lets the animal say."""
    stimulus = Stimulus(text=text, language=code, uses_fahrenheit=fahrenheit)
    reply = reflex_reply(situation(stimulus, body=body, health=health))
    assert reply is not None
    return reply


def a_body(celsius: float | None = 45, ram: float = 40) -> Body:
    """Return a body that has been read once."""
    body = Body()
    body.sense(VitalSigns(cpu_percent=12, ram_percent=ram, temperature_celsius=celsius), ADA, at=0)
    return body


def test_how_are_you_tells_body_and_mood() -> None:
    assert said("How are you?", body=a_body()) == "My body is comfortable. I feel calm."
    assert said("how are you doing today", body=a_body(80)) == "I am too warm, so I keep it short. I feel cross."
    assert said("你怎么样？", body=a_body(), code="zh-Hans") == "我的身体很舒服。我觉得平静。"


def test_lack_of_memory_is_not_called_heat() -> None:
    """The original said it was hot whatever the reason (D-24)."""
    assert said("how are you", body=a_body(45, 90)).startswith("My memory is nearly full")
    assert said("how are you", body=a_body(None, 90)).startswith("My memory is nearly full")


def test_vitals_are_read_out_in_the_units_of_the_home() -> None:
    text = "what are your vitals?"
    assert "processor at 12 percent, memory at 40 percent and 45 degrees Celsius" in said(text, body=a_body())
    assert "113 degrees Fahrenheit" in said(text, body=a_body(), fahrenheit=True)
    assert "degrees" not in said(text, body=a_body(None))
    assert said(text, body=Body()) == "I can't read my body right now."


def test_vitals_tell_of_an_outage() -> None:
    health = Health(status=BrainStatus.OFFLINE, backend="ollama x")
    assert said("how is your health", body=a_body(), health=health).endswith("My brain does not answer.")


def test_why_it_feels_so_is_answered_from_what_happened() -> None:
    body = a_body()
    body.push(Cause.KIND_WORDS, at=10)
    assert said("why do you feel like that?", body=body) == "I feel cheerful, because somebody spoke kindly to me."
    body.push(Cause.OPERATOR, at=20, pushes={Emotion.JOY: 30}, reason="it is your birthday")
    assert said("why are you so happy", body=body) == (
        "I feel cheerful, because somebody set my mood: it is your birthday and somebody spoke kindly to me."
    )


def test_without_a_reason_none_is_made_up() -> None:
    assert said("why do you feel that way", body=a_body()) == "I feel calm. Nothing special happened."


def test_reasons_that_have_faded_are_not_told() -> None:
    body = a_body()
    body.push(Cause.KIND_WORDS, at=10)
    body.pass_time(3600)
    assert "kindly" not in said("why do you feel like that?", body=body)


def test_who_wants_no_address_gets_none() -> None:
    settings = replace(ADA, address=Address.NEVER)
    assert "Ada" not in answer("identity", settings=settings)
    assert "Eve" not in answer("start", settings=settings, speaker="Eve")
    assert "Eve" in answer("user_name", settings=settings, speaker="Eve"), "that is a question about the name"
