"""All languages say the same things, in the same places, and well."""

import ast
from collections.abc import Iterator, Mapping
import importlib
from pathlib import Path
import re
from typing import Any

import pytest

from .source_tree import PACKAGE, dotted, modules
from .texts import at, languages, leaves, placeholders, translation, unlike

ROOTS = frozenset({
    "common", "conditions", "config", "config_subentries", "device", "entity", "exceptions", "issues", "options", "selector",
    "services", "system_health", "title", "triggers",
})  # fmt: skip
LABELS = frozenset({"name", "title", "entry_type"})
LABEL_PARENTS = frozenset({"initiate_flow", "data", "options", "state", "info"})
NAMES = frozenset({"Home", "Assistant", "Ollama", "OpenCrayfish", "Architect", "Boss", "Assist", "URL", "I"})
"""Words that keep their capital inside a sentence."""

REFERENCE = re.compile(r"\[%")
MARKUP = re.compile(r"</?[a-z][^>]*>")


def language_faults(texts: Mapping[str, Any], english: Mapping[str, Any]) -> list[str]:
    """Return what a language lacks, has too much, or fills in differently than English."""
    theirs, ours = dict(leaves(texts)), dict(leaves(english))
    faults = unlike("English text", set(ours), set(theirs))
    for path in ours.keys() & theirs.keys():
        if placeholders(ours[path]) != placeholders(theirs[path]):
            faults.append(f"{path}: other placeholders than in English")
    return faults


def text_faults(texts: Mapping[str, Any]) -> list[str]:
    """Return what is wrong with texts in any language."""
    faults = [f"no such root key: {key}" for key in texts if key not in ROOTS]
    for path, text in leaves(texts):
        if not isinstance(text, str) or not text.strip():
            faults.append(f"{path}: no text")
        elif text != " ".join(text.split()):
            faults.append(f"{path}: stray white space")
        elif REFERENCE.search(text):
            faults.append(f"{path}: a reference, which only core may use")
        elif MARKUP.search(text):
            faults.append(f"{path}: markup")
    return faults


def english_faults(texts: Mapping[str, Any]) -> list[str]:
    """Return what is wrong with the style of English texts: labels are short names, all else is sentences."""
    faults = []
    for path, text in leaves(texts):
        *_, parent, key = ["", *path.split(".")]
        is_label = key in LABELS or parent in LABEL_PARENTS
        if not (text[0].isupper() or text[0] in "{0123456789"):
            faults.append(f"{path}: starts small")
        if is_label and text.endswith("."):
            faults.append(f"{path}: a label ends with a full stop")
        if not is_label and not text.endswith((".", "?", "!")):
            faults.append(f"{path}: a sentence without an end")
        if is_label and any(word[0].isupper() and word.strip(",.") not in NAMES for word in text.split()[1:]):
            faults.append(f"{path}: Title Case: {text}")
    return faults


def raised_keys(tree: Path, package: str) -> dict[str, frozenset[str]]:
    """Return the translation keys of the errors that a package raises, with the placeholders each is given."""
    raised: dict[str, frozenset[str]] = {}
    for path, module in modules(tree):
        for node in ast.walk(module):
            match node:
                case ast.Call(keywords=keywords) if _is_error(node):
                    arguments = {keyword.arg: keyword.value for keyword in keywords}
                    if "translation_key" in arguments:
                        raised[_key(arguments["translation_key"], path, package)] = _given(arguments)
    return raised


def _is_error(call: ast.Call) -> bool:
    return "translation_domain" in {keyword.arg for keyword in call.keywords} or dotted(call.func).endswith("Error")


def _key(node: ast.expr, path: str, package: str) -> str:
    if isinstance(node, ast.Constant):
        return str(node.value)
    assert isinstance(node, ast.Name), f"{path}:{node.lineno} the translation key cannot be read from the code"
    name = path.removesuffix(".py").replace("/", ".")
    return str(getattr(importlib.import_module(f"{package}.{name}"), node.id))


def _given(arguments: Mapping[str | None, ast.expr]) -> frozenset[str]:
    match arguments.get("translation_placeholders"):
        case ast.Dict(keys=keys):
            return frozenset(str(key.value) for key in keys if isinstance(key, ast.Constant))
        case _:
            return frozenset()


def exception_faults(raised: Mapping[str, frozenset[str]], texts: Mapping[str, Any]) -> list[str]:
    """Return errors without a message, messages of no error, and placeholders that are not given."""
    messages = {key: value["message"] for key, value in at(texts, "exceptions").items()}
    faults = unlike("raised error", set(raised), set(messages))
    for key in raised.keys() & messages.keys():
        if raised[key] != placeholders(messages[key]):
            faults.append(f"{key}: the code gives {sorted(raised[key])}")
    return faults


def _translations() -> Iterator[str]:
    yield from sorted(languages())


def test_english_and_chinese_are_there() -> None:
    assert {"en", "zh-Hans"} <= set(languages())


@pytest.mark.parametrize("language", _translations())
def test_every_language_says_what_english_says(language: str) -> None:
    assert language_faults(translation(language), translation("en")) == []


@pytest.mark.parametrize("language", _translations())
def test_texts_are_whole_and_plain(language: str) -> None:
    assert text_faults(translation(language)) == []


def test_english_is_written_in_sentence_style() -> None:
    assert english_faults(translation("en")) == []


def test_every_error_that_is_raised_has_a_message_and_no_message_is_left_over() -> None:
    raised = raised_keys(PACKAGE, "custom_components.opencrayfish")
    assert raised
    assert exception_faults(raised, translation("en")) == []


def test_a_language_that_differs_is_found() -> None:
    english = {"a": {"b": "One", "c": "Two {name}"}}
    assert language_faults({"a": {"c": "Zwei", "d": "Drei"}}, english) == [
        "English text without a text: a.b",
        "text without a English text: a.d",
        "a.c: other placeholders than in English",
    ]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "no text"),
        ("A name ", "stray white space"),
        ("A  name", "stray white space"),
        ("[%key:common::config_flow::data::url%]", "a reference, which only core may use"),
        ("A <b>name</b>", "markup"),
    ],
)
def test_a_broken_text_is_found(text: str, fault: str) -> None:
    assert text_faults({"title": text}) == [f"title: {fault}"]
    assert text_faults({"heading": "X"}) == ["no such root key: heading"]


@pytest.mark.parametrize(
    ("texts", "fault"),
    [
        ({"data": {"url": "the address"}}, "data.url: starts small"),
        ({"data": {"url": "The address."}}, "data.url: a label ends with a full stop"),
        ({"step": {"title": "Choose A Model"}}, "step.title: Title Case: Choose A Model"),
        ({"error": {"late": "Too late"}}, "error.late: a sentence without an end"),
    ],
)
def test_bad_english_style_is_found(texts: dict[str, Any], fault: str) -> None:
    assert english_faults(texts) == [fault]


def test_errors_without_a_message_and_wrong_placeholders_are_found(tmp_path: Path) -> None:
    (tmp_path / "actions.py").write_text(
        "raise HomeAssistantError(translation_domain=D, translation_key='gone')\n"
        "raise ServiceValidationError(translation_domain=D, translation_key='which', translation_placeholders={'a': 1})\n"
        "EntityDescription(key='x', translation_key='not_an_error')\n"
    )
    raised = raised_keys(tmp_path, "none")
    assert raised == {"gone": frozenset(), "which": frozenset({"a"})}
    texts = {"exceptions": {"which": {"message": "Which {b}?"}, "unused": {"message": "Unused."}}}
    assert exception_faults(raised, texts) == [
        "raised error without a text: gone",
        "text without a raised error: unused",
        "which: the code gives ['a']",
    ]


def test_a_key_that_cannot_be_read_is_not_passed_over(tmp_path: Path) -> None:
    (tmp_path / "actions.py").write_text("raise HomeAssistantError(translation_domain=D, translation_key=f())\n")
    with pytest.raises(AssertionError, match=r"actions\.py:1"):
        raised_keys(tmp_path, "none")
