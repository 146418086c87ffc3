"""Nothing of a message is heard before the detectors had their say."""

from time import process_time

from hypothesis import given, strategies as st
import pytest

from custom_components.opencrayfish.organism.detectors.base import Asked, Break, Retry, TurnView
from custom_components.opencrayfish.organism.detectors.cut_off import CutOff
from custom_components.opencrayfish.organism.detectors.phantom_call import PhantomCall
from custom_components.opencrayfish.organism.detectors.pipeline import Pipeline, Watched
from custom_components.opencrayfish.organism.detectors.preamble import Preamble
from custom_components.opencrayfish.organism.detectors.refusal import Refusal
from custom_components.opencrayfish.organism.detectors.repetition import Repetition
from custom_components.opencrayfish.organism.detectors.silence import Silence
from custom_components.opencrayfish.organism.detectors.words import build_words
from custom_components.opencrayfish.organism.language.loader import read_detectors
from custom_components.opencrayfish.organism.messages import Delta, ToolCall, ToolSpec
from custom_components.opencrayfish.organism.toolcalls.toolbox import Toolbox

WORDS = build_words(read_detectors("en"))
BOX = Toolbox([ToolSpec(name="HassTurnOn"), ToolSpec(name="HassTurnOff")])
ORDER = TurnView(asked=Asked.ORDER, has_tools=True)
CHAT = TurnView(asked=Asked.CHAT, has_tools=True)
REPLY = "The kitchen light is on, and the heating holds twenty one degrees. Nobody was in the garden this evening. "


def pipeline() -> Pipeline:
    """Return the detectors of one turn."""
    detectors = (Silence(), Repetition(), Preamble(WORDS), Refusal(WORDS), PhantomCall(WORDS), CutOff(WORDS))
    return Pipeline(detectors, BOX)


def run(text: str, view: TurnView, size: int = 4) -> list[Watched]:
    """Return what comes out for a text in pieces."""
    line = pipeline()
    line.begin(view)
    out: list[Watched] = []
    for start in range(0, len(text), size):
        out += line.feed(Delta(text=text[start : start + size]))
    return [*out, *line.finish()]


def said(watched: list[Watched]) -> str:
    """Return the text that was passed on."""
    return "".join(piece.text for piece in watched if isinstance(piece, Delta))


def test_a_phantom_is_asked_again_before_a_word_is_heard() -> None:
    assert run("I've turned off the heater.", ORDER) == [Retry(correction_key="phantom_call", reason="phantom_call")]


def test_pr16_a_call_that_was_written_is_made_and_no_phantom() -> None:
    (last,) = run(
        'Let me check the hall lamp.\n\n```json\n{"name": "HassTurnOn", "arguments": {"name": "hall"}}\n```', ORDER
    )
    assert isinstance(last, Delta)
    assert last.tool_calls == (ToolCall(name="HassTurnOn", arguments={"name": "hall"}),)
    assert "```" not in last.text


@pytest.mark.parametrize(
    "text",
    [
        "I couldn't find a lamp in the attic.",
        "Which lamp do you mean?",
        "The light is already on.",
        "Opening the window is not possible while the alarm is armed.",
        "There is no light called attic in your home.",
    ],
)
def test_an_honest_answer_to_an_order_passes(text: str) -> None:
    assert said(run(text, ORDER)) == text


@pytest.mark.parametrize(
    "text",
    [
        REPLY,
        "Once upon a time a knight said: I've opened the gate. Then he slept.",
        "Happy birthday to you. Happy birthday to you. Happy birthday, dear Ada.",
        "I'll tell you a joke. Let me think. Done!",
        "ha ha ha",
        "Done.",
    ],
)
def test_ordinary_chat_passes_untouched(text: str) -> None:
    watched = run(text, CHAT)
    assert said(watched).startswith(text[:40])


def test_a_loop_is_broken_off_at_its_first_repeat() -> None:
    watched = run("The hall lamp is off. " + "The bedroom light is off now. " * 40, CHAT)
    assert isinstance(watched[-1], Break)
    assert said(watched).count("bedroom") <= 3


def test_an_excuse_is_cut_when_the_tools_have_worked() -> None:
    view = TurnView(asked=Asked.QUESTION, has_tools=True, succeeded=(ToolCall(name="HassTurnOn", arguments={}),))
    assert said(run("Tools are flaky right now.\n\nThe hall light is on.", view)) == "The hall light is on."


@given(st.text(max_size=200), st.sampled_from(Asked), st.integers(1, 9))
def test_any_text_comes_out_the_same_whatever_the_pieces(text: str, asked: Asked, size: int) -> None:
    view = TurnView(asked=asked, has_tools=True)
    one, other = run(text, view, size), run(text, view, len(text) or 1)
    assert [type(item) for item in one if not isinstance(item, Delta)] == [
        Break if isinstance(item, Retry) and said(one) else type(item) for item in other if not isinstance(item, Delta)
    ]


def test_the_pipeline_costs_next_to_nothing() -> None:
    pieces = [Delta(text=f"{word} ") for word in (REPLY * 4).split()[:60]]
    best = 1.0
    for _ in range(50):
        line = pipeline()
        line.begin(CHAT)
        started = process_time()
        for piece in pieces:
            line.feed(piece)
        line.finish()
        best = min(best, process_time() - started)
    assert best < 0.003
