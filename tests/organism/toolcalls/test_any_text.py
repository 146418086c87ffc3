"""Whatever a model writes, in whatever pieces: no fault, no leak, no call that was not offered."""

from itertools import pairwise
import re
from time import process_time

from hypothesis import given, strategies as st
import pytest

from custom_components.opencrayfish.organism.toolcalls.reader import CallReader, recover
from custom_components.opencrayfish.organism.toolcalls.server_fault import raw_text

from .offered import BOX, TOOLS

PIECES = (
    '{"name": "HassTurnOn", "arguments": {"name": "fan"}}', '{"name": "nope", "arguments": {}}', "<tool_call>", "</tool_call>",
    "<think>", "</think>", "```", "```json\n", "HassTurnOn", 'HassTurnOff(name="x")', "{", "}", "[", "]", "(", ")", " ", "\n",
    '"', "'", "The light is on. ", "say", "name", "=", "fan", ":", "call:", '<|"|>', "<|im_start|>", "assistant\n",
    "<|tool_call>", "<!--", "-->", "<function=HassTurnOn>", "<parameter=name>", "</function>", "Action: ", "Action Input: ",
    "[TOOL_CALLS]", "[ARGS]", "functools", "tool_call", "<HassTurnOn>", "</HassTurnOn>", "<name>", "</name>", "灯", ",", "\\",
    "<|", "intent: ", "`", '<invoke name="say">', "word.word", "<|python_tag|>", "<tool_use>", "</tool_use>",
)  # fmt: skip
LIKE_A_CALL = re.compile(
    r'\{\s*"(?:name|tool_name|function)"\s*:\s*"[^"{}]*"\s*,\s*"(?:arguments|parameters|args)"\s*:\s*\{'
    r"|<(tool_call|function_call|tool_use|HassTurnOn)>[^<]*</\1>|<function=\w+>[^<]*</function>"
)
texts = st.one_of(
    st.lists(st.sampled_from(PIECES), max_size=14).map("".join),
    st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=5)), max_size=10).map("".join),
    st.text(st.characters(codec=None), max_size=80),
)


@given(texts, st.lists(st.integers(0, 300)), st.booleans(), st.booleans())
def test_any_text_in_any_pieces(text: str, cuts: list[int], is_whole: bool, has_structured: bool) -> None:
    whole = recover(text, BOX, is_whole=is_whole, has_structured=has_structured)
    assert not LIKE_A_CALL.search(whole.text)
    assert {call.call.name for call in whole.calls} <= {tool.name for tool in TOOLS}
    assert not (has_structured and whole.calls)
    reader = CallReader(BOX)
    places = sorted({0, len(text), *(cut for cut in cuts if cut < len(text))})
    begun = "".join(reader.feed(text[start:end]) for start, end in pairwise(places))
    assert not LIKE_A_CALL.search(begun)
    rest = reader.finish(is_whole=is_whole, has_structured=has_structured)
    assert begun + rest.text == whole.text
    assert (rest.calls, rest.thinking, rest.is_unclear) == (whole.calls, whole.thinking, whole.is_unclear)


@given(st.text(st.characters(codec=None, exclude_characters="<{[(`|｜")))
def test_text_without_a_sign_passes_untouched(text: str) -> None:
    if not re.search(r"Hass|GetLive|media_player|set_scene|call:|Action:", text):
        assert recover(text, BOX).text == text


@given(st.text(st.characters(codec=None)))
def test_any_fault_of_a_server_can_be_read(message: str) -> None:
    assert raw_text(message) is None
    assert raw_text(f"error parsing tool call: raw='{message}") is not None


@pytest.mark.parametrize(
    "piece",
    ["{", '{"a" ', '{"name": "', "[", "<", "<tool_call>", "<tool_call>{", "```", "```a", "(", "HassTurnOn(", "call:a{", "' ",
     "{'a': '", "<HassTurnOn>", "<function=a>", "<parameter=x>", "<!--", "<think>", "\\", "a" * 50, "{{", "[{", "//", "/*", "<|",
     "Action: a\n", 'HassTurnOn intent: a="', "“", "word(", "x=(", "<a><b>c</b>", "</think>", "\n", "<|im_start|>"],
)  # fmt: skip
def test_long_nonsense_takes_no_time(piece: str) -> None:
    reader = CallReader(BOX)
    started = process_time()
    for _ in range(20_000 // len(piece) // 10):
        reader.feed(piece * 10)
    reader.finish()
    assert process_time() - started < 1.5
