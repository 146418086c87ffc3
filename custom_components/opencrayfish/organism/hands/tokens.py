"""Words cut into pieces that can be compared: folded, accents aside, ideographs one by one."""

from dataclasses import dataclass
import re
import unicodedata

_PATTERNS = (
    r"\d+(?::\d\d)",
    r"\d+(?:[.,]\d+)?",
    r"[\u2e80-\u2fff\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]",
    r"[^\W\d_]+",
    r"[%％°℃℉?？,，;；.!！。、]",
)
TOKEN = re.compile("|".join(_PATTERNS))
UNDECOMPOSED = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i"})
"""Letters with a stroke and the like, which Unicode does not take apart."""
IDEOGRAPH = "\u2e80"
"""From here on one character is one token."""
PAUSES = frozenset(",，;；.!！。、")
ASKING = frozenset("?？")


@dataclass(frozen=True, slots=True)
class Token:
    """One piece of a text."""

    raw: str
    """As it was written, but casefolded."""
    fold: str
    """Without accents."""
    start: int
    end: int

    @property
    def is_number(self) -> bool:
        """Tell whether it is written in digits."""
        return self.raw[0].isdecimal()

    @property
    def is_mark(self) -> bool:
        """Tell whether it is punctuation."""
        return self.raw in PAUSES or self.raw in ASKING


def fold(word: str) -> str:
    """Return a word casefolded and without accents."""
    word = word.casefold()
    if word.isascii():
        return word
    plain = "".join(char for char in unicodedata.normalize("NFKD", word) if not unicodedata.combining(char))
    return plain.translate(UNDECOMPOSED)


def tokenise(text: str) -> list[Token]:
    """Cut a text into tokens."""
    text = unicodedata.normalize("NFC", text)
    found = []
    for match in TOKEN.finditer(text):
        raw = match.group().casefold()
        found.append(Token(raw, fold(raw) or raw, match.start(), match.end()))
    return found


def phrase(text: str) -> tuple[str, ...]:
    """Return the folded words of a name, without punctuation."""
    return tuple(token.fold for token in tokenise(text) if not token.is_mark)


def spellings(word: str) -> frozenset[str]:
    """Return a word and all that is left of it when one letter is dropped, for finding misspelt ones."""
    return frozenset({word, *(word[:at] + word[at + 1 :] for at in range(len(word)))})


def near(one: str, other: str) -> bool:
    """Tell whether two words of some length differ by one slip: a letter too many, missing, wrong or swapped."""
    if one == other:
        return True
    if abs(len(one) - len(other)) > 1:
        return False
    head = 0
    while head < min(len(one), len(other)) and one[head] == other[head]:
        head += 1
    left, right = one[head:], other[head:]
    return (
        left[1:] == right[1:]
        or left[1:] == right
        or left == right[1:]
        or (left[:2] == right[:2][::-1] and left[2:] == right[2:])
    )
