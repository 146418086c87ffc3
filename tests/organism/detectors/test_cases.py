"""Labelled texts for each detector."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import yaml

from custom_components.opencrayfish.organism.detectors.base import Asked, Break, Draft, TurnView
from custom_components.opencrayfish.organism.detectors.call_loop import CallLoop, named_count
from custom_components.opencrayfish.organism.detectors.cut_off import is_cut_off
from custom_components.opencrayfish.organism.detectors.phantom_call import is_phantom
from custom_components.opencrayfish.organism.detectors.preamble import is_excuse, without_excuses
from custom_components.opencrayfish.organism.detectors.repetition import repeats
from custom_components.opencrayfish.organism.detectors.user_correction import is_correction
from custom_components.opencrayfish.organism.detectors.words import build_words
from custom_components.opencrayfish.organism.language.loader import available_detectors, read_detectors
from custom_components.opencrayfish.organism.messages import ToolCall, ToolSpec

FOLDER = Path(__file__).parent
WORDS = build_words(*(read_detectors(code) for code in sorted(available_detectors(), key=lambda code: code != "en")))
JUDGES: dict[str, Callable[[dict[str, Any]], bool]] = {
    "phantom_relaxed": lambda case: is_phantom(case["text"], WORDS, Asked.ORDER),
    "phantom_strict": lambda case: is_phantom(case["text"], WORDS, Asked.ORDER if case.get("order") else Asked.UNKNOWN),
    "gaslighting": lambda case: is_excuse(case["text"], WORDS),
    "repetition": lambda case: repeats(case["text"], case["minimum"]),
    "cut_off": lambda case: is_cut_off(case["text"], WORDS),
    "user_correction": lambda case: is_correction(case["text"], WORDS, since_action=timedelta(seconds=10)),
}


def cases(name: str) -> Iterator[Any]:
    """Yield the cases of a file, with their ids."""
    data = yaml.safe_load((FOLDER / f"{name}.yaml").read_text("utf-8"))
    for id_, case in data.items():
        yield pytest.param(name, case, id=id_)


@pytest.mark.parametrize(("name", "case"), [case for name in JUDGES for case in cases(name)])
def test_a_text_is_judged_as_labelled(name: str, case: dict[str, Any]) -> None:
    assert JUDGES[name](case) is case["wanted"]


@pytest.mark.parametrize(("name", "case"), cases("gaslighting_cut"))
def test_leading_excuses_are_cut(name: str, case: dict[str, Any]) -> None:
    assert without_excuses(case["text"], WORDS) == case["wanted"]


@pytest.mark.parametrize(("name", "case"), cases("call_loop"))
def test_a_turn_of_equal_calls_is_broken_off(name: str, case: dict[str, Any]) -> None:
    loop = CallLoop({"read_file": ToolSpec(name="read_file", is_read_only=True)})
    loop.begin(TurnView())
    broken = None
    for number, batch in enumerate(case["batches"], start=1):
        calls = tuple(ToolCall(name=call, arguments={}) for call in batch.split(","))
        calls = tuple(ToolCall(name=call.name.split(":")[0], arguments={"id": call.name}) for call in calls)
        if broken is None and isinstance(loop.end(Draft(calls=calls)), Break):
            broken = number
    assert broken == (int(case["wanted"]) if case["wanted"] else None)


@pytest.mark.parametrize(
    ("text", "count"), [("skip three songs", 3), ("skip 2 songs", 2), ("next song", 1), ("set it to 50%", 1)]
)
def test_a_person_may_name_how_often(text: str, count: int) -> None:
    assert named_count(text, WORDS) == count
