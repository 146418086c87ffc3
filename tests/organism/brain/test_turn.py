"""One turn, from words to reply."""

from dataclasses import replace

import pytest

from custom_components.opencrayfish.organism.backends.base import Backend
from custom_components.opencrayfish.organism.backends.breaker import BreakerBackend
from custom_components.opencrayfish.organism.body.body import Body
from custom_components.opencrayfish.organism.body.mood import Emotion
from custom_components.opencrayfish.organism.body.vitals import VitalSigns
from custom_components.opencrayfish.organism.brain.turn import INSTINCT_LIMIT, Turn
from custom_components.opencrayfish.organism.errors import (
    BackendError,
    BackendFault,
    BackendRejected,
    BackendTimeout,
    BackendUnreachable,
    ModelMissing,
)
from custom_components.opencrayfish.organism.language.loader import Language, load
from custom_components.opencrayfish.organism.memory.journal import Journal
from custom_components.opencrayfish.organism.memory.short_term import ShortTermMemory
from custom_components.opencrayfish.organism.messages import Channel, Route, Stimulus
from custom_components.opencrayfish.organism.ports import Instinctive
from custom_components.opencrayfish.organism.settings import BrainKind, BrainSettings, Settings
from tests.fakes.backend import USAGE, ScriptedBackend
from tests.fakes.clock import FrozenClock
from tests.fakes.files import MemoryFiles
from tests.fakes.instinct import ScriptedInstinct
from tests.fakes.soul import STEADY
from tests.fakes.transcript import ListTranscript

BRAIN = BrainSettings(kind=BrainKind.OLLAMA, url="http://localhost", model="fake:1b", reply_tokens=77)
SETTINGS = Settings(designation="Pinchy", slug="pinchy", architect_name="Ada", brain=BRAIN)
TALE = Stimulus(text="Tell me about tides.", language="en")


@pytest.fixture(scope="module")
def language() -> Language:
    """Read English once."""
    return load("en")


def remembering() -> ShortTermMemory:
    """Return a memory of six exchanges that remembers nothing yet."""
    return ShortTermMemory(journal=Journal(MemoryFiles()), clock=FrozenClock(), limit=12)


def turn_of(
    language: Language,
    backend: Backend | None = None,
    *,
    stimulus: Stimulus = TALE,
    instinct: ScriptedInstinct | None = None,
    transcript: ListTranscript | None = None,
    body: Body | None = None,
    memory: ShortTermMemory | None = None,
    is_asleep: bool = False,
    settings: Settings = SETTINGS,
) -> Turn:
    """Return a turn in which everything that is not given is at rest."""
    return Turn(
        stimulus=stimulus,
        settings=settings if backend else replace(settings, brain=None),
        language=language,
        brain=BreakerBackend(backend, FrozenClock()) if backend else None,
        body=body or Body(),
        soul=STEADY,
        memory=memory or remembering(),
        is_asleep=is_asleep,
        instinct=instinct or ScriptedInstinct(),
        transcript=transcript or ListTranscript(),
        clock=FrozenClock(),
    )


async def test_a_reflex_asks_neither_house_nor_model(language: Language) -> None:
    backend, instinct = ScriptedBackend(), ScriptedInstinct()
    transcript = ListTranscript()
    turn = turn_of(
        language, backend, stimulus=replace(TALE, text="Who are you?"), instinct=instinct, transcript=transcript
    )
    reply = await turn.take()
    assert reply.route is Route.REFLEX
    assert "Pinchy" in reply.speech
    assert transcript.said == [reply.speech]
    assert not backend.requests
    assert not instinct.heard


async def test_instinct_asks_no_model(language: Language) -> None:
    backend = ScriptedBackend()
    instinct = ScriptedInstinct({"Lamp on": Instinctive(speech="Turned on the lamp", tools=("HassTurnOn",))})
    reply = await turn_of(language, backend, stimulus=replace(TALE, text="Lamp on"), instinct=instinct).take()
    assert (reply.route, reply.speech, reply.trace.tools) == (Route.INSTINCT, "Turned on the lamp", ("HassTurnOn",))
    assert not backend.requests


async def test_what_nobody_knows_goes_to_the_model(language: Language) -> None:
    backend = ScriptedBackend(["The moon pulls the sea."])
    transcript, memory = ListTranscript(), remembering()
    memory.answer(memory.hear("Hello", speaker="", conversation_id="1"), "Hello Ada", Route.CHAT)
    memory.answer(memory.hear("I hide a gift", speaker="Eve", conversation_id="2"), "I keep it secret", Route.CHAT)
    reply = await turn_of(language, backend, transcript=transcript, memory=memory).take()
    assert (reply.route, reply.speech, reply.text) == (Route.CHAT, "The moon pulls the sea.", "The moon pulls the sea.")
    assert reply.backend == backend.name
    assert reply.trace.usage == USAGE
    assert reply.trace.first_text_ms is not None
    assert "".join(transcript.pieces) == reply.speech
    (request,) = backend.requests
    assert request.max_tokens == 77
    assert [message.text for message in request.messages[1:-1]] == ["Hello", "Hello Ada"], "and nothing of Eve's"
    assert "Designation: Pinchy" in request.messages[0].text
    assert [message.text for message in memory.window("")][-2:] == [TALE.text, reply.speech]


async def test_a_question_keeps_the_microphone_open(language: Language) -> None:
    reply = await turn_of(language, ScriptedBackend(["Which sea do you mean?"])).take()
    assert reply.continue_conversation
    reply = await turn_of(language, ScriptedBackend(["The sea. Is there anything else I can help with?"])).take()
    assert reply.speech == "The sea."
    assert not reply.continue_conversation


async def test_thoughts_and_tool_calls_are_not_spoken(language: Language) -> None:
    call = '{"name": "HassTurnOn", "parameters": {"name": "lamp"}}'
    reply = await turn_of(language, ScriptedBackend([f"<think>Hm, lamps.</think>{call}"])).take()
    assert reply.speech == language.say("nothing_to_say")
    assert reply.route is Route.CHAT
    reply = await turn_of(language, ScriptedBackend([f"<think>Hm.</think>The tide is high. {call}"])).take()
    assert reply.speech == "The tide is high."


@pytest.mark.parametrize(
    ("error", "key"),
    [
        (BackendUnreachable("x"), "offline_unreachable"),
        (BackendTimeout("x"), "offline_timeout"),
        (ModelMissing("x"), "offline_model_missing"),
        (BackendRejected("x"), "offline_fault"),
        (BackendFault("x"), "offline_fault"),
    ],
)
async def test_a_silent_model_becomes_a_true_sentence(language: Language, error: BackendError, key: str) -> None:
    transcript = ListTranscript()
    reply = await turn_of(language, ScriptedBackend([error]), transcript=transcript).take()
    assert reply.route is Route.OFFLINE
    assert reply.speech == language.say(f"{key}_spoken")
    assert reply.text == language.say(key, backend="scripted model")
    assert transcript.said == [reply.speech]


@pytest.mark.parametrize(
    ("error", "key"), [(BackendUnreachable("x"), "broke_off"), (BackendTimeout("x"), "out_of_time")]
)
async def test_a_broken_reply_says_that_it_broke(language: Language, error: BackendError, key: str) -> None:
    transcript = ListTranscript()
    reply = await turn_of(
        language, ScriptedBackend([("The moon pulls ", "the sea and then ", error)]), transcript=transcript
    ).take()
    assert reply.route is Route.CHAT
    assert reply.speech.startswith("The moon pulls the sea")
    assert reply.speech.endswith(language.say(key))
    assert transcript.said == [reply.speech]
    assert reply.text.endswith(language.say(key))


async def test_without_a_brain_it_says_what_it_can_do(language: Language) -> None:
    reply = await turn_of(language).take()
    assert (reply.route, reply.speech) == (Route.OFFLINE, language.say("no_brain_spoken"))
    assert reply.text == language.say("no_brain")


async def test_a_blank_message_is_answered(language: Language) -> None:
    instinct = ScriptedInstinct()
    reply = await turn_of(language, stimulus=replace(TALE, text=" \x00 "), instinct=instinct).take()
    assert (reply.route, reply.speech) == (Route.REJECTED, language.say("empty_message"))
    assert not instinct.heard


async def test_a_long_message_is_no_order_and_its_cut_is_told(language: Language) -> None:
    instinct, backend = ScriptedInstinct(), ScriptedBackend(["Quite a tale."])
    stimulus = replace(TALE, text="tide " * 4000)
    reply = await turn_of(language, backend, stimulus=stimulus, instinct=instinct).take()
    assert reply.speech == f"Quite a tale. {language.say('cut_message', limit=4000)}"
    assert not instinct.heard
    await turn_of(
        language, ScriptedBackend(["."]), stimulus=replace(TALE, text="x" * INSTINCT_LIMIT), instinct=instinct
    ).take()
    assert len(instinct.heard) == 1


async def test_a_fault_of_the_house_ends_in_a_sentence(language: Language, caplog: pytest.LogCaptureFixture) -> None:
    instinct = ScriptedInstinct({TALE.text: RuntimeError("the house fell down")})
    reply = await turn_of(language, ScriptedBackend(), instinct=instinct).take()
    assert reply.speech == language.say("internal_error")
    assert reply.route is Route.REJECTED
    assert "the house fell down" in caplog.text


@pytest.mark.parametrize(("channel", "seconds"), [(Channel.VOICE, 30), (Channel.TEXT, 90)])
async def test_a_spoken_reply_has_less_time(language: Language, channel: Channel, seconds: float) -> None:
    backend = ScriptedBackend(["Yes."])
    await turn_of(language, backend, stimulus=replace(TALE, channel=channel)).take()
    assert seconds - 3 < backend.limits[0].total < seconds


async def test_the_prompt_holds_the_mood_after_the_nudge(language: Language) -> None:
    """The original told the model the mood of the turn before (D-21)."""
    backend, body = ScriptedBackend(["You are welcome."]), Body()
    await turn_of(language, backend, stimulus=replace(TALE, text="Thanks, you are wonderful!"), body=body).take()
    assert body.mood.dominant is Emotion.JOY
    assert "cheerful" in backend.requests[0].messages[-1].text


async def test_hostile_words_make_it_cross(language: Language) -> None:
    body = Body()
    await turn_of(
        language, ScriptedBackend(["I see."]), stimulus=replace(TALE, text="you are useless"), body=body
    ).take()
    assert body.mood.dominant is Emotion.ANGER


async def test_under_stress_the_next_prompt_holds_the_exhaustion_directive(language: Language) -> None:
    backend, body = ScriptedBackend(["Short."]), Body()
    body.sense(VitalSigns(temperature_celsius=90), SETTINGS, at=0)
    await turn_of(language, backend, body=body).take()
    assert language.phrase("exhaustion") in backend.requests[0].messages[-1].text


async def test_asleep_it_runs_the_house_and_declines_to_chat(language: Language) -> None:
    backend = ScriptedBackend()
    instinct = ScriptedInstinct({"Lamp on": Instinctive(speech="Turned on the lamp", tools=("HassTurnOn",))})
    order = replace(TALE, text="Lamp on")
    reply = await turn_of(language, backend, stimulus=order, instinct=instinct, is_asleep=True).take()
    assert reply.route is Route.INSTINCT
    reply = await turn_of(language, backend, is_asleep=True).take()
    assert reply.route is Route.ASLEEP
    assert "06:00" in reply.text
    assert reply.speech == language.say("asleep_spoken")
    assert not backend.requests


@pytest.mark.parametrize(
    "text", ["/emergency who do I call?", "Emergency: who do I call?", "emergency! Who do I call?"]
)
async def test_an_emergency_wakes_it(language: Language, text: str) -> None:
    backend = ScriptedBackend(["Call for help."])
    reply = await turn_of(language, backend, stimulus=replace(TALE, text=text), is_asleep=True).take()
    assert reply.route is Route.CHAT
    assert backend.requests[0].messages[-1].text.casefold().endswith("who do i call?")


async def test_an_emergency_is_for_those_who_may(language: Language) -> None:
    stimulus = replace(TALE, text="/emergency who do I call?", may_wake=False)
    reply = await turn_of(language, ScriptedBackend(), stimulus=stimulus, is_asleep=True).take()
    assert reply.route is Route.ASLEEP


async def test_an_emergency_can_come_from_the_caller_or_be_an_order(language: Language) -> None:
    backend = ScriptedBackend(["I am here."])
    reply = await turn_of(language, backend, stimulus=replace(TALE, is_emergency=True), is_asleep=True).take()
    assert reply.route is Route.CHAT
    instinct = ScriptedInstinct({"lights on": Instinctive(speech="Lights are on")})
    order = replace(TALE, text="/emergency lights on")
    reply = await turn_of(language, backend, stimulus=order, instinct=instinct, is_asleep=True).take()
    assert reply.route is Route.INSTINCT


async def test_an_emergency_light_is_a_lamp(language: Language) -> None:
    stimulus = replace(TALE, text="emergency light on please")
    reply = await turn_of(language, ScriptedBackend(), stimulus=stimulus, is_asleep=True).take()
    assert reply.route is Route.ASLEEP


async def test_an_emergency_without_words_is_not_heard(language: Language) -> None:
    reply = await turn_of(language, ScriptedBackend(), stimulus=replace(TALE, text="/emergency")).take()
    assert reply.route is Route.REJECTED


async def test_chat_at_night_can_be_allowed(language: Language) -> None:
    settings = replace(SETTINGS, chat_while_asleep=True)
    reply = await turn_of(language, ScriptedBackend(["Moonlight."]), settings=settings, is_asleep=True).take()
    assert reply.route is Route.CHAT


async def test_cruelty_ends_in_a_polite_restart_with_the_title(language: Language) -> None:
    backend = ScriptedBackend(["The tide is low. I hate you. And more of it."])
    reply = await turn_of(language, backend, settings=replace(SETTINGS, architect_honorific="Boss")).take()
    assert reply.speech == "The tide is low. Let me start over, Boss Ada. Please say that once more."
    assert "hate" not in reply.text


@pytest.mark.parametrize("shows_affirmation", [False, True])
async def test_the_affirmation_is_seen_and_never_heard(language: Language, shows_affirmation: bool) -> None:
    backend = ScriptedBackend(["I can't help with that."])
    reply = await turn_of(language, backend, settings=replace(SETTINGS, shows_affirmation=shows_affirmation)).take()
    assert reply.speech == "I don't know a way to help with that yet."
    assert reply.text == reply.speech + (f"\n\n{language.phrase('affirmation')}" if shows_affirmation else "")
    backend = ScriptedBackend(["The moon pulls the sea."])
    reply = await turn_of(language, backend, settings=replace(SETTINGS, shows_affirmation=shows_affirmation)).take()
    assert reply.text == "The moon pulls the sea."


async def test_a_model_that_reads_its_instructions_out_says_nothing(language: Language) -> None:
    line = next(line for line in language.prompts["persona"].template.splitlines() if line.startswith("Don't talk"))
    reply = await turn_of(language, ScriptedBackend([f"[your mood: calm (60 %)]\n{line}"])).take()
    assert reply.speech == language.say("nothing_to_say")
