"""The words of one language that orders and questions are made of, read from data."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from types import MappingProxyType

from ..language.shapes import read_texts
from .tokens import IDEOGRAPH, Token, fold, near, spellings, tokenise

LISTS = (
    "filler", "article", "polite", "carrier", "to", "by", "onto", "and", "except", "all", "everything", "both", "any", "here",
    "it", "other", "again", "too", "negation", "correction", "now", "home", "later", "whenever", "upon", "outside", "told", "wants", "subjects",
)  # fmt: skip
"""Roles whose words all mean the same."""
GROUPS = (
    "verbs", "particles", "properties", "directions", "amounts", "colours", "whites", "modes", "units", "questions", "states",
    "sky", "wishes", "synonyms",
)  # fmt: skip
"""Roles whose words are sorted by what they mean."""
FORMS = ("one", "many", "mass")
"""How a word for a kind of thing counts: one of them, several, or without number."""
NUMBER = "#"
GAP = "*"
SHORTEST_STEM = 3
SHORTEST_PART = 3
SHORTEST_MISSPELT = 5
CORRECTABLE = frozenset({"verbs", "kinds", "properties", "directions", "particles"})
"""Only words of these roles are recognised when they are misspelt."""


@dataclass(frozen=True, slots=True)
class Sense:
    """One meaning of a word."""

    role: str
    key: str = ""
    form: str = ""


@dataclass(slots=True)
class _Node:
    nexts: dict[str, _Node] = field(default_factory=dict)
    senses: tuple[Sense, ...] = ()

    def at(self, words: Iterable[str]) -> _Node:
        node = self
        for word in words:
            node = node.nexts.setdefault(word, _Node())
        return node


class Words:
    """Finds the meanings of words in a text."""

    def __init__(self, code: str, data: Mapping[str, object]) -> None:
        """Read the words of a language; raises `ValueError` for data of a wrong shape."""
        self.code = code
        self._root, self._numbers, self._days = _Node(), _Node(), _Node()
        self._slips: dict[str, set[str]] = {}
        self._endings = tuple(sorted(map(fold, read_texts(data.get("endings", []), "endings")), key=len, reverse=True))
        self._joints = ("", *map(fold, read_texts(data.get("joints", []), "joints")))
        self.gaps: tuple[tuple[Sense, Sense], ...] = ()
        for number, texts in _numbers(_section(data, "numbers")):
            for text in texts:
                self._add(text, Sense("number", str(number)), self._numbers)
                self._add(text, Sense("number", str(number)))
        for role in LISTS:
            for text in read_texts(data.get(role, []), role):
                self._add(text, Sense(role))
        for role in GROUPS:
            for key, listed in _section(data, role).items():
                for text in read_texts(listed, key):
                    self._add(text, Sense(role, key))
        for key, forms in _section(data, "kinds").items():
            for form in FORMS:
                for text in read_texts(_section({key: forms}, key).get(form, []), key):
                    self._add(text, Sense("kinds", key, form))
        self._read_days(data)
        self.idle = frozenset(
            token.fold for text in read_texts(data.get("idle", []), "idle") for token in tokenise(text)
        )
        self._bare = {key: node for key, node in self._root.nexts.items() if node.senses}

    def _read_days(self, data: Mapping[str, object]) -> None:
        """Enter the names of days: those relative to today, of the week, and of the year in all their forms."""
        calendar = _section(data, "calendar")
        weekdays, months, days = (_section(calendar, name) for name in ("weekdays", "months", "days"))
        phrases = [(Sense("days", key), text) for key, texts in days.items() for text in read_texts(texts, key)]
        for role, names, forms in (("weekdays", weekdays, "weekday_forms"), ("dates", months, "date_forms")):
            patterns = read_texts(calendar.get(forms, []), forms)
            phrases += [
                (Sense(role, key), pattern.format(name))
                for key, texts in names.items()
                for name, pattern in product(read_texts(texts, key), patterns)
            ]
        for sense, text in phrases:
            self._add(text, sense)
            self._add(text, sense, self._days)
        self.day_names = tuple(read_texts(days.get(key, [key]), key)[0] for key in ("0", "1"))
        self.weekday_names = tuple(read_texts(weekdays.get(str(at), [str(at)]), "weekdays")[0] for at in range(7))
        self.month_names = tuple(read_texts(months.get(str(at), [str(at)]), "months")[0] for at in range(1, 13))
        self.date_form = str(calendar.get("date", "{day}. {month}"))

    def day(self, tokens: Sequence[Token], at: int) -> tuple[int, Sense | None]:
        """Return the days that are named at a token, as its length in tokens and their sense."""
        length, senses = self._walk(tokens, at, self._days)
        return (length, senses[0]) if length and senses else (0, None)

    def _add(self, text: str, sense: Sense, root: _Node | None = None) -> None:
        """Enter a phrase as it is written, and without accents where that means nothing else."""
        if GAP in text.split():
            first, _, last = text.partition(f" {GAP} ")
            halves = Sense("gap", f"{text}<"), Sense("gap", f"{text}>", sense.key)
            self.gaps = (*self.gaps, halves)
            self._add(first, halves[0])
            self._add(last, halves[1])
            return
        root = root or self._root
        tokens = [*_pieces(text)]
        if not tokens:
            raise ValueError(f"{text!r} is no word")
        node = root.at(token.raw for token in tokens)
        node.senses = tuple(dict.fromkeys((*node.senses, sense)))
        plain = root.at(token.fold for token in tokens)
        if plain is not node and not any(known.form == "written" for known in plain.senses):
            plain.senses = tuple(dict.fromkeys((*plain.senses, sense)))
        if root is self._root and len(tokens) == 1 and sense.role in CORRECTABLE:
            self._note_slips(tokens[0].fold)

    def _note_slips(self, word: str) -> None:
        if len(word) >= SHORTEST_MISSPELT and word < IDEOGRAPH:
            for slip in spellings(word):
                self._slips.setdefault(slip, set()).add(word)

    def longest(self, tokens: Sequence[Token], at: int) -> tuple[int, tuple[Sense, ...]]:
        """Return the longest phrase that begins at a token, as its length and what it may mean."""
        return self._walk(tokens, at, self._root)

    def _walk(self, tokens: Sequence[Token], at: int, node: _Node) -> tuple[int, tuple[Sense, ...]]:
        best: tuple[int, tuple[Sense, ...]] = (0, node.senses)
        if at >= len(tokens):
            return best
        token = tokens[at]
        steps: list[tuple[int, _Node]] = [(1, step) for word in dict.fromkeys((token.raw, token.fold))
                                          if (step := node.nexts.get(word)) is not None]  # fmt: skip
        if (step := node.nexts.get(NUMBER)) is not None and (length := self.number(tokens, at)[0]):
            steps.append((length, step))
        for taken, step in steps:
            length, senses = self._walk(tokens, at + taken, step)
            if senses and taken + length > best[0]:
                best = (taken + length, senses)
        return best

    def number(self, tokens: Sequence[Token], at: int) -> tuple[int, float | None]:
        """Return the number that begins at a token, as its length in tokens and its value."""
        if tokens[at].is_number:
            text = tokens[at].raw.replace(",", ".")
            return 1, None if ":" in text else float(text)
        node, best, position = self._numbers, (0, None), at
        found: tuple[int, float | None] = best
        while position < len(tokens) and (
            step := node.nexts.get(tokens[position].raw) or node.nexts.get(tokens[position].fold)
        ):
            node, position = step, position + 1
            if node.senses:
                found = (position - at, float(node.senses[0].key))
        return found

    def senses(self, word: str) -> tuple[Sense, ...]:
        """Return what a single word may mean."""
        node = self._root.nexts.get(word)
        return node.senses if node is not None else ()

    def is_filler(self, word: str) -> bool:
        """Tell whether a word of a name need not be said."""
        return any(sense.role in {"filler", "article", "to", "onto", "and", "by"} for sense in self.senses(word))

    def folded(self, text: str) -> tuple[str, ...]:
        """Return the folded words of a text."""
        return tuple(token.fold for token in tokenise(text) if not token.is_mark)

    def stem(self, word: str) -> str:
        """Return a word without its ending."""
        for ending in self._endings:
            if word.endswith(ending) and len(word) - len(ending) >= SHORTEST_STEM:
                return word[: -len(ending)]
        return word

    def misspelt(self, word: str) -> tuple[Sense, ...]:
        """Return what a misspelt word may mean; nothing when several words come near."""
        if len(word) <= SHORTEST_MISSPELT or word >= IDEOGRAPH:
            return ()
        found = {other for slip in spellings(word) for other in self._slips.get(slip, ()) if near(word, other)}
        return self.senses(found.pop()) if len(found) == 1 else ()

    def parts(self, word: str) -> Iterator[tuple[str, str]]:
        """Yield how a compound may be taken apart."""
        for cut in range(SHORTEST_PART, len(word) - SHORTEST_PART + 1):
            for joint in self._joints:
                head = word[:cut]
                if head.endswith(joint) and cut - len(joint) >= SHORTEST_PART:
                    yield head.removesuffix(joint), word[cut:]


def _pieces(text: str) -> Iterator[Token]:
    for word in text.split():
        if word == NUMBER:
            yield Token(NUMBER, NUMBER, 0, 0)
        else:
            yield from tokenise(word)


def _numbers(data: Mapping[str, object]) -> Iterator[tuple[int | float, tuple[str, ...]]]:
    """Yield number words; those between the tens are put together by a pattern."""
    plain = {int(key): read_texts(texts, key) for key, texts in data.items() if key.isdecimal()}
    yield from plain.items()
    pattern = data.get("pattern")
    joined = {int(key): read_texts(texts, key) for key, texts in _section(data, "joined").items()}
    if not isinstance(pattern, str):
        return
    for ten in range(20, 100, 10):
        for one in range(1, 10):
            ones = joined.get(one) or plain.get(one, ())
            made = tuple(pattern.format(tens=tens, ones=word) for tens, word in product(plain.get(ten, ()), ones))
            yield ten + one, made


def _section(data: Mapping[str, object], name: str) -> Mapping[str, object]:
    match data.get(name, {}):
        case dict() as section:
            return MappingProxyType({str(key): value for key, value in section.items()})
        case _:
            raise ValueError(f"{name} is no mapping")
