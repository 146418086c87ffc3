"""Read a language from its folder; the only file of the organism that touches the disk."""

from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from string import Template
from types import MappingProxyType
import unicodedata

import yaml

from ..errors import LanguageBroken
from ..speech.leak import LeakJudge
from ..speech.tone import Tone, build_tone
from .grammar import Grammar
from .lexicon import Lexicon, build_lexicon
from .shapes import read_section, read_text, read_texts
from .tag import Tag

# The C one is ten times as fast; where PyYAML was built without it, the other one does the same.
LOADER: type[yaml.SafeLoader | yaml.CSafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
FOLDER = Path(__file__).parent
FALLBACK = "en"
DAYS = 7
UNSPEAKABLE = frozenset({"Cc", "Cs"})
"""Categories of characters that never stand in a sentence: controls and lone surrogates."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Language:
    """Everything the animal can say and recognise in one language."""

    code: str
    grammar: Grammar
    replies: Mapping[str, Template]
    phrases: Mapping[str, Template]
    prompts: Mapping[str, Template]
    souls: Mapping[str, str]
    """Souls to begin with, by the name of their temper."""
    weekdays: tuple[str, ...]
    """Monday first."""
    emergency: tuple[str, ...]
    """How a message begins that is to be heard at night."""
    lexicon: Lexicon
    tone: Tone
    leak: LeakJudge
    """Knows what of the prompts must not be said."""
    closing_offers: tuple[str, ...]
    """Beginnings of sentences of the kind "anything else?" that models like to end with."""

    def say(self, key: str, **values: object) -> str:
        """Return a sentence. Values are text: nothing in them is expanded, and they stay on one line."""
        return self.replies[key].substitute(_one_line(values))

    def phrase(self, key: str, **values: object) -> str:
        """Return a part of a sentence, with values as in `say`."""
        return self.phrases[key].substitute(_one_line(values))

    def prompt(self, name: str, **values: object) -> str:
        """Return a text for the model, without the lines of which a value is empty."""
        texts = _one_line(values)
        empty = {name for name, text in texts.items() if not text}
        lines = self.prompts[name].template.strip().splitlines()
        kept = [line for line in lines if empty.isdisjoint(Template(line).get_identifiers())]
        return Template("\n".join(kept)).substitute(texts)

    def moment(
        self,
        *,
        now: datetime,
        room: str = "",
        speaker: str = "",
        body: str = "",
        mood: str = "",
        empathy: str = "",
        exhaustion: str = "",
    ) -> str:
        """Return when and how something is said, for the model; the lines of empty values are left out."""
        return self.prompt(
            "moment",
            weekday=self.weekdays[now.weekday()],
            date=now.strftime("%Y-%m-%d"),
            time=now.strftime("%H:%M"),
            room=room,
            speaker=speaker,
            body=body,
            mood=mood,
            empathy=empathy,
            exhaustion=exhaustion,
        )

    def enumerate(self, items: Sequence[str]) -> str:
        """Return things in one phrase: "this, that and the other"."""
        head, last = self.listing(items[:-1]), items[-1] if items else ""
        return f"{head}{self.phrases['list_and'].template}{last}" if head else last

    def listing(self, items: Iterable[str]) -> str:
        """Return things one after the other."""
        return self.phrases["list_comma"].template.join(items)

    def speaks(self, tag: str) -> bool:
        """Tell whether a language tag is of this language; scripts and regions are not told apart here."""
        return Tag.parse(tag).primary == Tag.parse(self.code).primary


def available(folder: Path = FOLDER) -> tuple[str, ...]:
    """Return the codes of the shipped languages, sorted; blocking."""
    return tuple(sorted(path.parent.name for path in folder.glob("*/replies.yaml")))


def choose(tag: str, codes: tuple[str, ...]) -> str:
    """Return the code that serves a BCP 47 tag best: the same language, script before region; else English."""
    wanted = Tag.parse(tag)
    best = max(codes, key=lambda code: wanted.kinship(Tag.parse(code)), default=FALLBACK)
    return best if wanted.kinship(Tag.parse(best)) else FALLBACK


def available_houses(folder: Path = FOLDER) -> tuple[str, ...]:
    """Return the codes of the languages in which the house is understood, sorted; blocking."""
    return tuple(sorted(path.parent.name for path in folder.glob("*/house.yaml")))


def read_house(code: str, folder: Path = FOLDER) -> tuple[Mapping[str, object], Mapping[str, object]]:
    """Return the words of orders and questions, and the sentences about them; blocking.

    Raises `LanguageBroken` when a file is missing or no mapping.
    """
    with _blaming(folder / code / "house.yaml") as path:
        words = _mapping(path)
    with _blaming(folder / code / "outcomes.yaml") as path:
        return words, _mapping(path)


def read_choice(code: str, folder: Path = FOLDER) -> tuple[str, Mapping[str, object]]:
    """Return the hints for the choice in a language, else the English ones, with the code of what was read; blocking.

    Raises `LanguageBroken` when a file is wrong.
    """
    code = code if (folder / code / "choice.yaml").is_file() else FALLBACK
    with _blaming(folder / code / "choice.yaml") as path:
        return code, _mapping(path)


def available_detectors(folder: Path = FOLDER) -> tuple[str, ...]:
    """Return the codes of the languages in which a model's failures are known, sorted; blocking."""
    return tuple(sorted(path.parent.name for path in folder.glob("*/detectors.yaml")))


def read_detectors(code: str, folder: Path = FOLDER) -> Mapping[str, object]:
    """Return the words by which a model's failures are known; blocking.

    Raises `LanguageBroken` when the file is missing or no mapping.
    """
    with _blaming(folder / code / "detectors.yaml") as path:
        return _mapping(path)


def load(code: str, folder: Path = FOLDER) -> Language:
    """Read one language; blocking.

    Raises `LanguageBroken` when a file is missing or wrong.
    """
    home = folder / code
    with _blaming(home / "sentences.yaml") as path:
        data = _mapping(path)
        grammar = Grammar(
            {reflex: read_texts(templates, reflex) for reflex, templates in read_section(data, "sentences").items()},
            rules={name: read_text(rule, name) for name, rule in read_section(data, "rules").items()},
            variants={other: read_text(word, other) for other, word in read_section(data, "variants").items()},
            lead_ins=read_texts(data.get("lead_ins"), "lead_ins"),
            lead_outs=read_texts(data.get("lead_outs"), "lead_outs"),
        )
        emergency = tuple(words.casefold() for words in read_texts(data.get("emergency"), "emergency"))
    with _blaming(home / "replies.yaml") as path:
        data = _mapping(path)
        replies = {key: _template(text, key) for key, text in read_section(data, "replies").items()}
        phrases = {key: _template(text, key) for key, text in read_section(data, "phrases").items()}
        weekdays = read_texts(data.get("weekdays"), "weekdays")
        if len(weekdays) != DAYS:
            raise ValueError(f"{len(weekdays)} weekdays")
        closing_offers = read_texts(data.get("closing_offers"), "closing_offers")
    with _blaming(home / "lexicon.yaml") as path:
        lexicon = build_lexicon({name: read_texts(phrases, name) for name, phrases in _mapping(path).items()})
    with _blaming(home / "tone.yaml") as path:
        data = _mapping(path)
        tone = build_tone(
            read_texts(data.get("openings"), "openings"),
            {pattern: read_text(text, pattern) for pattern, text in read_section(data, "helpless").items()},
            read_texts(data.get("cruel"), "cruel"),
            read_texts(data.get("people"), "people"),
            *(read_texts(data.get(key, []), key) for key in ("claims", "refusals", "apologies")),
        )
    prompts: dict[str, Template] = {}
    for prompt in sorted(home.glob("prompts/*.md")):
        with _blaming(prompt) as path:
            prompts[path.stem] = _template(path.read_text(encoding="utf-8"), path.stem)
    souls: dict[str, str] = {}
    for soul in sorted(home.glob("souls/*.md")):
        with _blaming(soul) as path:
            souls[path.stem] = path.read_bytes().decode()
    return Language(
        code=code,
        grammar=grammar,
        replies=MappingProxyType(replies),
        phrases=MappingProxyType(phrases),
        prompts=MappingProxyType(prompts),
        souls=MappingProxyType(souls),
        weekdays=weekdays,
        emergency=emergency,
        lexicon=lexicon,
        tone=tone,
        leak=LeakJudge(
            (line for line in _lines(prompts.get("persona")) if "$" not in line),
            (line.partition("$")[0] for line in _lines(prompts.get("moment"))),
        ),
        closing_offers=closing_offers,
    )


def _lines(prompt: Template | None) -> list[str]:
    return prompt.template.splitlines() if prompt else []


@contextmanager
def _blaming(path: Path) -> Generator[Path]:
    """Turn what goes wrong with a file into an error that names it."""
    try:
        yield path
    except (OSError, ValueError, yaml.YAMLError) as err:
        raise LanguageBroken(f"{path}: {err}") from err


def _mapping(path: Path) -> Mapping[str, object]:
    data = yaml.load(path.read_text(encoding="utf-8"), Loader=LOADER)  # noqa: S506 - both are safe
    return read_section({"the file": data}, "the file")


def _template(value: object, name: str) -> Template:
    template = Template(read_text(value, name))
    if not template.is_valid():
        raise ValueError(f"{name}: a $ without a name")
    return template


def _one_line(values: Mapping[str, object]) -> dict[str, str]:
    """Return the values as they may stand in a sentence: no line breaks, nothing a server could choke on."""
    return {
        name: " ".join(
            "".join(" " if unicodedata.category(char) in UNSPEAKABLE else char for char in str(value)).split()
        )
        for name, value in values.items()
    }
