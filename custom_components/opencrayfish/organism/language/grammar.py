"""Whole sentences that are known by heart."""

from collections.abc import Iterable, Mapping
from itertools import islice
import unicodedata

from hassil.errors import MissingListError, MissingRuleError
from hassil.expression import Sentence
from hassil.parse_expression import parse_sentence
from hassil.parser import ParseError
from hassil.sample import sample_sentence

SENTENCE_LIMIT = 120
"""Longest message, in characters, that can be one of the sentences."""
SPELLINGS_LIMIT = 5000
"""Most sentences that one template may stand for, so that a slip in it does not eat the memory."""
APOSTROPHES = frozenset("'’‘ʼ`´＇")


class Grammar:
    """Finds which reflex a whole message belongs to.

    Sentences are written as hassil templates. They hold no free parts, so all of them are spelled out once and looked up.
    """

    def __init__(
        self,
        sentences: Mapping[str, Iterable[str]],
        *,
        rules: Mapping[str, str],
        variants: Mapping[str, str],
        lead_ins: Iterable[str],
        lead_outs: Iterable[str],
    ) -> None:
        """Spell the templates out; `rules` are parts that several of them share, written `<name>`.

        `variants` are other ways to write a word, in messages and templates alike: `u` for `you`. `lead_ins` and
        `lead_outs` are words that may stand before and after any sentence. Raises `ValueError` for a template that
        cannot be spelled out, and when two reflexes claim the same sentence.
        """
        shared = {name: _parsed(rule) for name, rule in rules.items()}
        self._variants = {plain(other): plain(word) for other, word in variants.items()}
        self._lead_ins = tuple(f"{self.canonical(lead)} " for lead in lead_ins)
        self._lead_outs = tuple(f" {self.canonical(lead)}" for lead in lead_outs)
        self._reflexes: dict[str, str] = {}
        for reflex, templates in sentences.items():
            for template in templates:
                for sentence in map(self.canonical, _spelled_out(template, shared)):
                    if not sentence:
                        raise ValueError(f"{template!r} may be empty")
                    if (owner := self._reflexes.setdefault(sentence, reflex)) != reflex:
                        raise ValueError(f"{sentence!r} belongs to {reflex} and to {owner}")

    @property
    def sentences(self) -> Mapping[str, str]:
        """All sentences, as they are compared, with the reflex each belongs to."""
        return self._reflexes

    def match(self, text: str, *, designation: str = "") -> str | None:
        """Return the name of the reflex that the whole message is a sentence of, None when it is none.

        The animal's own name may stand before or after, as in "Pinchy, who are you?".
        """
        if len(text) > SENTENCE_LIMIT:
            return None
        name = self.canonical(designation)
        lead_ins = (*self._lead_ins, f"{name} ") if name else self._lead_ins
        lead_outs = (*self._lead_outs, f" {name}") if name else self._lead_outs
        for words in _without(self.canonical(text), lead_ins, lead_outs):
            if reflex := self._reflexes.get(words):
                return reflex
        return None

    def canonical(self, text: str) -> str:
        """Return a text as sentences are compared."""
        return " ".join(self._variants.get(word, word) for word in plain(text).split())


def plain(text: str) -> str:
    """Return the bare words of a text: case and width folded, punctuation as single spaces, apostrophes gone.

    Each ideograph becomes a word, because their scripts have no spaces. A leading slash stays: it makes a command.
    """
    folded = (text if text.isascii() else _unified(text)).casefold().strip()
    words = " ".join("".join(char if char.isalnum() else " " for char in folded if char not in APOSTROPHES).split())
    return f"/{words}" if folded.startswith("/") else words


def _unified(text: str) -> str:
    """Return a text with one form for each character, without invisible ones, and with spaces around ideographs."""
    # Apostrophes go first, because the normal form of some is a space and an accent.
    visible = "".join(char for char in text if char not in APOSTROPHES and unicodedata.category(char) != "Cf")
    return "".join(f" {char} " if _is_ideograph(char) else char for char in unicodedata.normalize("NFKC", visible))


def _is_ideograph(char: str) -> bool:
    return char.isalnum() and ("\u2e80" <= char <= "\u9fff" or char >= "\U00020000")


def _without(words: str, lead_ins: tuple[str, ...], lead_outs: tuple[str, ...]) -> Iterable[str]:
    """Yield the words as they are, then without what may stand before and after them, least taken away first."""
    waiting = [words]
    seen = {words}
    for rest in waiting:
        yield rest
        # Asking for all of them at once makes the usual case cheap: there is nothing to take away.
        shorter: list[str] = []
        if rest.startswith(lead_ins):
            shorter += [rest.removeprefix(lead) for lead in lead_ins if rest.startswith(lead)]
        if rest.endswith(lead_outs):
            shorter += [rest.removesuffix(lead) for lead in lead_outs if rest.endswith(lead)]
        waiting += [words for words in shorter if words not in seen]
        seen.update(shorter)


def _spelled_out(template: str, rules: dict[str, Sentence]) -> list[str]:
    """Return all sentences a template stands for."""
    try:
        spelled = list(islice(sample_sentence(_parsed(template), expansion_rules=rules), SPELLINGS_LIMIT + 1))
    except (MissingListError, MissingRuleError, RecursionError) as err:
        raise ValueError(f"{template!r}: {err}") from err
    if len(spelled) > SPELLINGS_LIMIT:
        raise ValueError(f"{template!r} stands for more than {SPELLINGS_LIMIT} sentences")
    return spelled


def _parsed(template: str) -> Sentence:
    try:
        return parse_sentence(template)
    except (ParseError, AssertionError) as err:
        # hassil asserts that groups and sentences are not empty.
        raise ValueError(f"{template!r} is no sentence template") from err
