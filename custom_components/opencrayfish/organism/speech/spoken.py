"""Turn text that is written for a screen into words for a loudspeaker, while it streams."""

from collections.abc import Sequence
import re
import unicodedata

HOLD_CHARACTERS = 60
"""How much is held back at the start, in characters: a lone closing tag of thoughts voids what was not released. Home
Assistant does not begin to speak before that many characters either."""
DOMAINS = (
    "alarm_control_panel",
    "automation",
    "binary_sensor",
    "button",
    "calendar",
    "camera",
    "climate",
    "cover",
    "fan",
    "humidifier",
    "input_boolean",
    "light",
    "lock",
    "media_player",
    "number",
    "person",
    "scene",
    "script",
    "select",
    "sensor",
    "switch",
    "todo",
    "vacuum",
    "valve",
    "weather",
)

OFFER_WORDS = 40
"""Longest offer in words; a longer sentence says something."""
WORD_LIMIT = 2000
"""Longest word in characters; longer ones are cut."""

_WORD = re.compile(rf"\n|[^\S\n]+|[^\s。！？；，、]{{1,{WORD_LIMIT}}}[。！？；，、]*|[。！？；，、]+")
_BOUNDARY = re.compile(r"[\s。！？；，、]")
_URL = re.compile(r"(?i)\(?<?(?:https?://|www\.)[^\s<>)，。；]+>?\)?")
_ENTITY = re.compile(rf"\b(?:{'|'.join(DOMAINS)})\.([a-z0-9_]+)\b")
_OPENING = re.compile(r"^([(\"'“‘「『]*)(?:\*{1,3}|_{1,3}|~~|`+)(?=\S)")
_CLOSING = re.compile(r"(?<=\S)(?:\*{1,3}|_{1,3}|~~|`+)(?=[)\"'”’」』.,!?;:。！？，；：]*$)")
_INNER = re.compile(r"(?<=[^\d\s])(?:\*\*|`)(?=\S)|(?<=\S)(?:\*\*|`)(?=[^\d\s])")
_EMOJI = re.compile(
    "[\U0001f000-\U0001faff\u2600-\u27bf\u231a\u231b\u23e9-\u23f3\u23f8-\u23fa\u2b05-\u2b07\u2b1b\u2b1c\u2b50\u2b55\u3030\u303d"
    "\ufe0e\ufe0f\u20e3\U000e0020-\U000e007f]|(?<=[\U0001f000-\U0001faff\u2600-\u27bf\ufe0f])\u200d|\u200d(?=[\U0001f000-\U0001faff\u2600-\u27bf])"
)
_HEADING = re.compile(r"#{1,6}\Z")
_RULE = re.compile(r"[-*_=]{3,}\Z")
_TABLE_RULE = re.compile(r"[|:+-]+\Z")
_BULLETS = frozenset({"-", "*", "+", "•", "–", "‣"})
_NUMBER = re.compile(r"\d{1,2}[.)]\Z")
_ENDS = tuple(".!?:;,。！？：；，、…")
_SENTENCE_ENDS = tuple(".!?。！？…")


class SpokenStage:
    """Takes clean text and gives words; a word is released when the next one begins."""

    def __init__(self, closing_offers: Sequence[str]) -> None:
        """Take the beginnings of sentences that are not spoken at the end of a reply, written as `plain` writes them."""
        self._offers = tuple(closing_offers)
        self._word = ""
        self._is_line_start = True
        self._is_item = False
        self._gap = ""
        """What separates the next word from what was said."""
        self._last = ""
        """The last word said."""
        self._sentence: list[str] | None = []
        """Words of a sentence that may still be an offer; None while the sentence is no offer."""
        self._held = ""
        self._is_holding = True

    def feed(self, text: str) -> str:
        """Return what may be spoken now."""
        is_inside = bool(self._word) and not _BOUNDARY.match(self._word[-1])
        self._word += text
        if is_inside and len(self._word) <= WORD_LIMIT and not _BOUNDARY.search(text):
            return ""
        pieces = _WORD.findall(self._word)
        self._word = pieces.pop() if pieces else ""
        return self._held_back("".join([self._pass_on(piece) for piece in pieces]))

    def finish(self) -> str:
        """Return the rest, without an offer at its end."""
        text = self._pass_on(self._word) if self._word else ""
        self._word = ""
        self._is_holding = False
        if self._sentence and not self._is_offer(self._sentence):
            text += "".join(self._sentence)
        self._sentence = []
        return self._held_back(text)

    def void(self) -> None:
        """Forget what was not released yet."""
        if self._is_holding:
            self._held = ""
            self._last = ""
            self._gap = ""
        self._word = ""
        self._sentence = []
        self._is_line_start = True

    def _held_back(self, text: str) -> str:
        self._held += text
        if self._is_holding and len(self._held) < HOLD_CHARACTERS:
            return ""
        self._is_holding = False
        text, self._held = self._held, ""
        return text

    def _pass_on(self, piece: str) -> str:
        if piece == "\n":
            return self._line_end()
        if piece.isspace():
            self._gap = self._gap or " "
            return ""
        if piece == "|":
            self._gap = self._gap if self._is_line_start else ", "
            return ""
        if self._is_line_start:
            if _BULLETS & {piece} or piece == ">" or _HEADING.match(piece):
                self._is_item = piece != ">" and piece[0] != "#"
                return ""
            if _RULE.match(piece) or _TABLE_RULE.match(piece):
                return ""
            self._is_line_start = False
        word = _spoken_word(piece)
        return self._say(word) if word else ""

    def _line_end(self) -> str:
        self._is_line_start = True
        if self._last and not self._last.endswith(_ENDS):
            self._gap = ", " if self._is_item else ". "
        elif self._last:
            self._gap = " "
        self._is_item = False
        return ""

    def _say(self, word: str) -> str:
        gap = self._gap if self._last else ""
        released = ""
        if gap == ". " or self._last.endswith(_SENTENCE_ENDS):
            if self._sentence:
                released = "".join(self._sentence)
            self._sentence = []
        self._gap, self._last = "", word
        if gap in {", ", ". "} and word.startswith(_ENDS):
            gap = ""
        if self._sentence is None:
            return released + gap + word
        self._sentence.append(gap + word)
        if self._may_be_offer(self._sentence):
            return released
        text, self._sentence = "".join(self._sentence), None
        return released + text

    def _may_be_offer(self, words: list[str]) -> bool:
        said = plain("".join(words))
        return len(words) < OFFER_WORDS and any(
            said.startswith(offer) or offer.startswith(said) for offer in self._offers
        )

    def _is_offer(self, words: list[str]) -> bool:
        said = plain("".join(words))
        return any(said.startswith(offer) for offer in self._offers)


def _spoken_word(token: str) -> str:
    """Return a word without what only a screen can show."""
    if token.isascii() and token.isalpha():
        return token
    word = _URL.sub("", token)
    word = _ENTITY.sub(lambda found: found[1].replace("_", " "), word)
    if not word.isascii():
        word = _EMOJI.sub("", word)
    if any(char.isalnum() for char in word):
        word = _OPENING.sub(r"\1", word)
        word = _CLOSING.sub("", word)
        word = _INNER.sub("", word)
        return word.strip("|") if word.startswith("|") or word.endswith("|") else word
    return "" if word.strip("*_`~#") == "" and len(word) > 1 else word


def plain(text: str) -> str:
    """Return a text as offers are compared: case and width folded, without punctuation."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return " ".join("".join(char if char.isalnum() or char == "'" else " " for char in folded).split())
