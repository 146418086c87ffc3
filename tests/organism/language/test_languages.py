"""The shipped languages hold the same things, and what they hold fits its use."""

import ast
from datetime import UTC, datetime
from pathlib import Path
import re
from string import Template

import pytest

from custom_components.opencrayfish.organism.language.loader import FOLDER, Language, available, load
from custom_components.opencrayfish.organism.reflex.reflexes import REFLEXES

LANGUAGES = {code: load(code) for code in available()}
ENGLISH = LANGUAGES["en"]
ORGANISM = FOLDER.parent
CHARACTERS_PER_TOKEN = 4

each_language = pytest.mark.parametrize("language", LANGUAGES.values(), ids=LANGUAGES.keys())
each_reply = pytest.mark.parametrize(
    ("language", "key"), [(language, key) for language in LANGUAGES.values() for key in language.replies]
)


def placeholders(template: Template) -> set[str]:
    """Return the names a template needs."""
    return set(template.get_identifiers())


@each_language
def test_every_language_has_the_same_files(language: Language) -> None:
    def names(code: str) -> set[Path]:
        return {path.relative_to(FOLDER / code) for path in (FOLDER / code).rglob("*") if path.is_file()}

    assert names(language.code) == names("en")


@each_language
def test_every_language_says_the_same_things_of_the_same_values(language: Language) -> None:
    assert {key: placeholders(reply) for key, reply in language.replies.items()} == {
        key: placeholders(reply) for key, reply in ENGLISH.replies.items()
    }
    assert {key: placeholders(phrase) for key, phrase in language.phrases.items()} == {
        key: placeholders(phrase) for key, phrase in ENGLISH.phrases.items()
    }
    assert {name: placeholders(prompt) for name, prompt in language.prompts.items()} == {
        name: placeholders(prompt) for name, prompt in ENGLISH.prompts.items()
    }


@each_language
def test_every_line_of_a_prompt_stands_and_falls_with_the_same_values(language: Language) -> None:
    def lines(prompts_of: Language, name: str) -> list[set[str]]:
        needs = [placeholders(Template(line)) for line in prompts_of.prompts[name].template.splitlines()]
        return [need for need in needs if need]

    for name in ENGLISH.prompts:
        assert lines(language, name) == lines(ENGLISH, name)


@each_language
def test_every_reflex_has_sentences_and_every_sentence_a_reflex(language: Language) -> None:
    assert set(language.grammar.sentences.values()) == set(REFLEXES)


@each_language
def test_every_sentence_matches_itself_in_any_dress(language: Language) -> None:
    for sentence, reflex in language.grammar.sentences.items():
        for text in (sentence, sentence.upper(), f" {sentence}？！", f"…{sentence.replace(' ', ', ')}."):
            if sentence.startswith("/") and not text.strip().startswith("/"):
                continue
            assert language.grammar.match(text) == reflex, text


def calls_of_say() -> list[tuple[str, str, set[str]]]:
    """Return file, key and names of the values of each reply that the organism asks for by a literal key."""
    found = []
    for path in sorted(ORGANISM.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Attribute(attr="say"), args=[ast.Constant(value=str(key))], keywords=keywords):
                    found.append((path.name, key, {keyword.arg or "**" for keyword in keywords}))
    return found


def test_every_reply_that_is_asked_for_gets_exactly_its_values() -> None:
    calls = calls_of_say()
    assert len(calls) > 10
    for file, key, values in calls:
        assert values == placeholders(ENGLISH.replies[key]), f"{key} in {file}"


def test_no_reply_is_dead() -> None:
    nodes = [node for path in ORGANISM.rglob("*.py") for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))]
    literals = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    families = [_pattern(node) for node in nodes if isinstance(node, ast.JoinedStr)]
    assert [
        key
        for key in (*ENGLISH.replies, *ENGLISH.phrases)
        if key.removesuffix("_spoken") not in literals and not any(family.fullmatch(key) for family in families)
    ] == []


def _pattern(node: ast.JoinedStr) -> re.Pattern[str]:
    """Return what the names built by an f-string look like; one without a telling part matches nothing."""
    parts = [re.escape(str(part.value)) if isinstance(part, ast.Constant) else "[a-z_]+" for part in node.values]
    is_telling = any(isinstance(part, ast.Constant) and len(str(part.value)) > 3 for part in node.values)
    return re.compile("".join(parts) if is_telling else "(?!)")


@each_reply
def test_a_reply_can_be_spoken(language: Language, key: str) -> None:
    text = language.replies[key].template
    assert text == " ".join(text.split())
    assert not re.search(r"[*_`#<>\[\]|]|https?:|\w+_\w+", re.sub(r"\$\w+", "", text))
    assert text.endswith((".", "。"))
    sentences = re.findall(r"[.。?？!！](?=\s|$|[^\s.])", text)
    assert 1 <= len(sentences) <= (1 if key.endswith("_spoken") else 3)
    assert len(text) <= (90 if key.endswith("_spoken") else 200)


@each_language
def test_a_phrase_is_no_sentence(language: Language) -> None:
    for key, phrase in language.phrases.items():
        assert not phrase.template.endswith((".", "。")) or key == "exhaustion", key


@each_language
def test_what_is_spoken_needs_no_value(language: Language) -> None:
    for key, reply in language.replies.items():
        if key.endswith("_spoken"):
            assert not placeholders(reply)
            assert key.removesuffix("_spoken") in language.replies


@each_language
def test_an_outage_names_the_server_on_the_screen(language: Language) -> None:
    outages = {key for key in language.replies if key.startswith("offline_") and not key.endswith("_spoken")}
    assert len(outages) == 4
    for key in outages:
        assert "ollama qwen3:4b" in language.say(key, backend="ollama qwen3:4b")


@pytest.mark.parametrize(("code", "limit"), [("en", 260 * CHARACTERS_PER_TOKEN), ("zh-Hans", 400)])
def test_the_persona_is_short(code: str, limit: int) -> None:
    persona = LANGUAGES[code].prompt("persona", designation="Crayfish", architect="Boss Ada", addressee="Boss Ada")
    assert len(persona) <= limit
    assert "Crayfish" in persona
    assert "Boss Ada" in persona


@each_language
def test_the_persona_of_an_animal_without_an_architect_names_none(language: Language) -> None:
    with_one = language.prompt(
        "persona", designation="Crayfish", architect="Boss Ada", addressee="Boss Ada"
    ).splitlines()
    without = language.prompt("persona", designation="Crayfish", architect="", addressee="").splitlines()
    assert [line for line in with_one if "Boss Ada" not in line] == without
    assert len(without) == len(with_one) - 2


@pytest.mark.parametrize(("code", "limit"), [("en", 40 * CHARACTERS_PER_TOKEN), ("zh-Hans", 60)])
def test_the_moment_is_short(code: str, limit: int) -> None:
    now = datetime(2026, 12, 30, 23, 59, tzinfo=UTC)
    assert len(LANGUAGES[code].moment(now=now, room="Living room", speaker="Boss Ada")) <= limit


@each_language
def test_closing_offers_are_beginnings_without_marks(language: Language) -> None:
    assert language.closing_offers
    for offer in language.closing_offers:
        assert offer == " ".join("".join(char if char.isalnum() else " " for char in offer.casefold()).split())


@each_language
def test_no_variant_leads_to_another(language: Language) -> None:
    for sentence in language.grammar.sentences:
        assert language.grammar.canonical(sentence) == sentence
