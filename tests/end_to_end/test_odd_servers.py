"""A brain that fails: the reply is a short true sentence, in time, and the next one that works is used at once."""

import asyncio
import time

import pytest

from tests.end_to_end.conftest import Home
from tests.end_to_end.test_talk import outcome_of, speech_of
from tests.fakes.ollama_wire import SERVER_FAULTS, Answer, Mode

WORDS = "one two three four five six"
PROMPT = "tell me a story"
VOICE_SECONDS = 30


@pytest.mark.parametrize("mode", sorted((SERVER_FAULTS - {Mode.HANG}) | {Mode.HTTP_404, Mode.HTTP_400}))
async def test_a_brain_without_a_word_is_told_of_and_tried_again(home: Home, mode: Mode) -> None:
    home.ollama.answer = Answer(mode=mode, text=WORDS)
    answer = await home.client.say(PROMPT, home.thinker.agent)
    assert answer["response"]["response_type"] == "error"
    assert 0 < len(speech_of(answer)) < 250
    assert "one two" not in speech_of(answer)
    home.ollama.answer = Answer(text="Once upon a time.")
    assert speech_of(await home.client.say(PROMPT, home.thinker.agent)) == "Once upon a time."


@pytest.mark.parametrize("mode", [Mode.RESET, Mode.EOF, Mode.ERROR_LINE, Mode.UNFINISHED])
async def test_a_brain_that_dies_in_mid_sentence_leaves_what_it_said(home: Home, mode: Mode) -> None:
    home.ollama.will(Answer(mode=mode, text=WORDS))
    answer = await home.client.say(PROMPT, home.thinker.agent)
    assert speech_of(answer).startswith("one two")


async def test_a_brain_that_says_nothing_leaves_no_silence(home: Home) -> None:
    home.ollama.will(Mode.EMPTY)
    assert speech_of(await home.client.say(PROMPT, home.thinker.agent)).strip()


async def test_a_runaway_brain_is_stopped(home: Home) -> None:
    home.ollama.will(Answer(mode=Mode.RUNAWAY, text="again and "))
    answer = await home.client.say(PROMPT, home.thinker.agent)
    assert "again and" in speech_of(answer)
    assert len(speech_of(answer).split()) <= home.ollama.calls[-1].body["options"]["num_predict"]


async def test_a_server_that_was_off_is_told_of_and_found_again(home: Home) -> None:
    await home.ollama.stop()
    answer = await home.client.say(PROMPT, home.thinker.agent)
    assert answer["response"]["response_type"] == "error"
    assert speech_of(answer).strip()
    await home.ollama.start()
    home.ollama.will("Once upon a time.")
    assert speech_of(await home.client.say(PROMPT, home.thinker.agent)) == "Once upon a time."


async def test_a_brain_that_never_answers_or_stalls_does_not_keep_a_listener_waiting(home: Home) -> None:
    """Two listeners at once, so that the limit is waited for once; the house obeys meanwhile."""
    home.ollama.will(Mode.HANG, Answer(mode=Mode.STALL, text=WORDS))
    devices = await home.client.command("config/device_registry/list")
    device = next(device["id"] for device in devices if device["area_id"])
    started = time.monotonic()
    silent, stalled, order = await asyncio.gather(
        home.client.run_pipeline(PROMPT, home.thinker_pipeline, device),
        home.client.run_pipeline(PROMPT, home.thinker_pipeline, device),
        home.client.say("turn on the kitchen light", home.thinker.agent),
    )
    assert time.monotonic() - started < VOICE_SECONDS + 3
    said = sorted((outcome_of(silent), outcome_of(stalled)), key=lambda speech: speech.startswith("one two"))
    assert said[0].strip()
    assert said[1].startswith("one two three ")
    assert order["response"]["response_type"] == "action_done"
