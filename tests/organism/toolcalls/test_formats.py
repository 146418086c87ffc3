"""Calls written as text are found in every format, and nothing else is taken for one."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from custom_components.opencrayfish.organism.messages import ToolCall
from custom_components.opencrayfish.organism.toolcalls.base import Confidence
from custom_components.opencrayfish.organism.toolcalls.reader import CallReader, recover
from custom_components.opencrayfish.organism.toolcalls.server_fault import raw_text

from .offered import BOX

CASES: dict[str, dict[str, Any]] = yaml.safe_load(Path(__file__).with_name("formats.yaml").read_text("utf-8"))
DEEPSEEK = """<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>HassTurnOff
```json
{"name": "Dining Room Light"}
```<｜tool▁call▁end｜><｜tool▁calls▁end｜>"""
FAN = ToolCall(name="HassTurnOn", arguments={"name": "fan"})
BARE = '{"name": "HassTurnOn", "arguments": {"name": "fan"}}'


def found(text: str) -> list[tuple[str, dict[str, object]]]:
    """Return the names and arguments of the calls in a text."""
    return [(call.call.name, dict(call.call.arguments)) for call in recover(text, BOX).calls]


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_a_text_holds_so_many_calls(case: dict[str, Any]) -> None:
    recovery = recover(case["text"], BOX)
    assert len(recovery.calls) == case["calls"]
    if case["calls"]:
        assert not set("{<[") & set(recovery.text)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_arguments_are_never_lost(case: str) -> None:
    for name, arguments in found(CASES[case]["text"]):
        assert arguments or name == "a"


@pytest.mark.parametrize(
    "text",
    [
        "HassTurnOff Dining Room Light",
        "HassTurnOff\nname: Dining Room Light",
        "HassTurnOff(domain=['lock'], name='Dining Room Light')",
        "HassTurnOff({'name': 'Dining Room Light'})",
        'HassTurnOff{domain:[<|"|>light<|"|>],name:<|"|>Dining Room Light<|"|>}',
        '<functioncall {"name": "HassTurnOff", "arguments": {"name": "Dining Room Light"}}>',
        'I turned it off. (HassTurnOff intent: name="Dining Room Light", domain="light")',
        '<|channel|>commentary to=functions.HassTurnOff <|constrain|>json<|message|>{"name":"Dining Room Light"}<|call|>',
        DEEPSEEK,
        "<start_function_call>call:HassTurnOff{name:<escape>Dining Room Light<escape>}<end_function_call>",
        'call:HassTurnOff:HassTurnOff{name: "Dining Room Light"}',
        '<|python_tag|>HassTurnOff.call(name="Dining Room Light")',
        'functools[{"name": "HassTurnOff", "arguments": {"name": "Dining Room Light"}}]',
        '[TOOL_CALLS]HassTurnOff[CALL_ID]9a[ARGS]{"name": "Dining Room Light"}',
        "```tool_code\nprint(default_api.HassTurnOff(name='Dining Room Light'))\n```",
        "[HassTurnOff(name='Dining Room Light')]",
        '<tool_call>[{"name": "HassTurnOff", "arguments": "{\\"name\\": \\"Dining Room Light\\"}"}]</tool_call>',
        '<minimax:tool_call>{"name": "HassTurnOff", "arguments": {"name": "Dining Room Light"}}</minimax:tool_call>',
        "```xml\n<function=HassTurnOff><parameter=name>Dining Room Light</parameter></function>\n```",
        "<tool_call>\n<function=HassTurnOff>\n<parameter=name>\nDining Room Light\n</function>\n</tool_call>",
        '{"HassTurnOff": {"name": "Dining Room Light"}}',
        '<HassTurnOff name="Dining Room Light"/>',
        "<think>Which one?</think>\n" + BARE.replace("HassTurnOn", "HassTurnOff").replace("fan", "Dining Room Light"),
    ],
)
def test_other_dialects_are_understood(text: str) -> None:
    ((name, arguments),) = found(text)
    assert name == "HassTurnOff"
    assert arguments["name"] == "Dining Room Light"


@pytest.mark.parametrize(
    "text",
    [
        "The light(s) in the hall are on.",
        "It is 21.5 °C (feels like 20) and the humidity is 48 %.",
        "Your list: milk, eggs [organic], bread (2).",
        "Use <b>bold</b> or a < b, and x = f(y) as in school.",
        "Set notation: {1, 2, 3} is a set.",
        "See [the docs](https://example.org/a_b(c)) for more.",
        "```yaml\nalias: evening\ntrigger:\n  - platform: sun\n```\nThat is all.",
        "Action: comedy. Input: none.",
        "Say cheese! I say (loudly) that a (b) c is fine.",
        "A template looks like {{ states('light.hall') }}.",
        "He said: \"name\" and 'arguments' are words.",
        "Call: me maybe. call me at 5:30 (or later).",
        "a",
        "",
        "   ",
        "😀 {",
        "Models call GetLiveContext to look around.",
        "function f(x) { return x; }",
        'Here is JSON: {"temperature": 21, "unit": "C"}',
        "1. [ ] Water the plants\n2. [x] Feed the cat",
    ],
)
def test_ordinary_text_passes_untouched(text: str) -> None:
    recovery = recover(text, BOX)
    assert recovery.text == text
    assert not recovery.calls
    assert not recovery.is_unclear


@pytest.mark.parametrize(
    "text",
    [
        f"You would send {BARE} to the server.",
        f"Write `{BARE}` there.",
        f"<think>I should call {BARE}</think>",
        f"Let me see. {BARE}</think>The fan is a machine.",
        f"<!-- {BARE} -->Hello.",
    ],
)
def test_a_call_inside_a_sentence_or_a_thought_is_hidden_and_never_run(text: str) -> None:
    recovery = recover(text, BOX)
    assert not recovery.calls
    assert "HassTurnOn" not in recovery.text


@pytest.mark.parametrize(
    ("text", "confidence"),
    [
        (f"<tool_call>{BARE}</tool_call>", Confidence.MARKED),
        (BARE, Confidence.WHOLE),
        (f"```json\n{BARE}\n```", Confidence.WHOLE),
        (f"Sure!\n{BARE}", Confidence.BESIDE),
        (f"Sure! {BARE}", Confidence.BESIDE),
    ],
)
def test_how_sure_a_call_is_depends_on_what_stands_around_it(text: str, confidence: Confidence) -> None:
    (call,) = recover(text, BOX).calls
    assert call.call == FAN
    assert call.confidence is confidence


def test_a_call_of_nothing_on_offer_is_hidden_and_asked_again() -> None:
    recovery = recover('<tool_call>{"name": "launch_rocket", "arguments": {}}</tool_call>', BOX)
    assert (recovery.text, recovery.calls, recovery.is_unclear) == ("", (), True)


def test_a_missing_brace_is_closed_only_in_a_message_that_ended_by_itself() -> None:
    assert found(BARE[:-1]) == [("HassTurnOn", {"name": "fan"})]
    assert not recover(BARE[:-1], BOX, is_whole=False).calls


def test_tx01_the_copy_of_a_structured_call_is_hidden_and_not_run() -> None:
    recovery = recover(f"On it.\n{BARE}", BOX, has_structured=True)
    assert (recovery.text.strip(), recovery.calls, recovery.is_unclear) == ("On it.", (), False)


@pytest.mark.parametrize(
    "message",
    [
        f"error parsing tool call: raw='{BARE}', err=invalid character 'x' after top-level value",
        f'error parsing tool call: raw="{BARE}", error=unexpected end of JSON input',
        f"500: error parsing tool call: raw='{BARE}'",
    ],
)
def test_tx03_the_text_in_a_fault_of_the_server_is_read(message: str) -> None:
    raw = raw_text(message)
    assert raw is not None
    assert [call.call for call in recover(raw, BOX).calls] == [FAN]


def test_a_fault_without_a_text_holds_none() -> None:
    assert raw_text("model requires more system memory") is None


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("<!-- only a comment -->", ""),
        ("A <!-- comment never closed", "A <!-- comment never closed"),
        ("One.\n\n<!-- gone -->\n\n\n\nTwo.", "One.\n\nTwo."),
    ],
    ids=["HC02", "HC03", "HC05"],
)
def test_comments_are_taken_out(text: str, left: str) -> None:
    assert recover(text, BOX).text == left


def test_ordinary_text_flows_and_a_harmless_block_does_not_stop_it() -> None:
    reader = CallReader(BOX)
    assert reader.feed("The hall light is on and ") == "The hall light is on "
    assert reader.feed("the ```yaml\na: 1\n```\nrest is") == "and the ```yaml\na: 1\n```\nrest "
    assert reader.feed("<think>hm, lamps</think> so, all is well.") == "is so, all is "
    assert not reader.is_holding
    reader.feed(' {"name"')
    assert reader.is_holding
