"""Walk over a message once, front to back: text passes until something begins that may be a call."""

import re
from typing import Final, NamedTuple

from .base import Confidence, Found, Page
from .forms import FORMS, fences, noise
from .shapes import Written
from .toolbox import Toolbox

READ_LIMIT: Final = 20_000
"""How much text after the first sign of a call is read, in characters; what follows is no speech either."""
ATTEMPTS: Final = 200
"""How often something may look like a call in one message."""
SWEEPS: Final = 3
HOLD_LIMIT: Final = 200
"""How far back the beginning of a sign is looked for, in characters."""

_BEGINNINGS: Final = (
    r"</?[^\s<>]{0,64}",
    r"\[[\s\w./]{0,110}",
    r"`{1,2}",
    r"\(?(?<![\w.])[\w.:]{1,110}(?:\s{0,4}[:(]\s{0,4}\w{0,40}\s{0,4}=?)?",
    r"\(",
)
_BEGUN: Final = re.compile(rf"(?:{'|'.join(_BEGINNINGS)})\s{{0,8}}\Z", re.ASCII)
"""The end of a text that may turn out to be the beginning of a sign."""
_SENTENCE_ENDS: Final = tuple(".!?:…。！？：)")
_EMPTY_FENCE: Final = re.compile(r"```[\w-]*+\s*+```")


class Read(NamedTuple):
    """A call as it stood in the text."""

    found: Found
    written: Written
    confidence: Confidence


class Scanner:
    """Reads one message in pieces of any size."""

    def __init__(self, box: Toolbox, *, before: str = "", sweeps: bool = True) -> None:
        """Take the tools on offer; with text before it, the message is only the rest of one."""
        self._box = box
        self._text = before
        self._at = len(before)
        self._last = before[-1:]
        self._skips_space = False
        self._attempts = 0
        self._sweeps = sweeps
        self.is_holding = False
        """Something that looks like a call waits for the end of the message."""
        self.has_words = bool(before)
        """Something was passed on that can be said."""
        self.is_unclear = False
        """Something was marked as a call and holds none."""
        self.voided_call = False
        """A call stood before the end of thoughts that nothing had begun."""
        self.reads: list[Read] = []
        self.thinking: list[str] = []

    def feed(self, piece: str) -> str:
        """Take a piece and return what may pass now."""
        self._text += piece
        return "" if self.is_holding else self._advance(is_end=False)

    def finish(self, *, is_whole: bool) -> str:
        """Return what may pass of the rest."""
        self.is_holding = False
        if len(self._text) > self._at + READ_LIMIT and self._box.trigger.search(self._text, self._at):
            self._text = self._text[: self._at + READ_LIMIT]
        sign = self._box.trigger.search(self._text, self._at)
        plain = self._pass(sign.start() if sign else len(self._text))
        before = self._last
        text = self._advance(is_end=True, is_whole=is_whole)
        return plain + (self._swept(text, before) if self._sweeps and self._box.trigger.search(text) else text)

    def _swept(self, text: str, before: str) -> str:
        """Return the text without what looks like a call only since something was taken out of its middle."""
        text = self._box.tags.sub("", text)
        for _ in range(SWEEPS):
            again = Scanner(self._box, before=before or "\n", sweeps=False)
            clean = self._box.tags.sub("", again.feed(text) + again.finish(is_whole=True))
            if clean == text:
                break
            text = clean
        return text

    def _advance(self, *, is_end: bool, is_whole: bool = True) -> str:
        passed: list[str] = []
        while self._at < len(self._text):
            sign = self._box.trigger.search(self._text, self._at)
            if sign is None:
                passed.append(self._pass(len(self._text) if is_end else self._plain_end()))
                break
            if not is_end and (begun := self._plain_end()) < sign.start():
                # More text may show that a longer sign began before this one.
                passed.append(self._pass(begun))
                break
            passed.append(self._pass(sign.start()))
            if not is_end and not self._is_settled():
                break
            self._attempts += 1
            if self._attempts > ATTEMPTS:
                self._at = len(self._text)
                self.is_unclear = True
                break
            passed.append(self._take(is_whole=is_whole))
        return "".join(passed)

    def _plain_end(self) -> int:
        """Return up to where the text is surely no beginning of a sign."""
        begun = _BEGUN.search(self._text, max(self._at, len(self._text) - HOLD_LIMIT))
        return begun.start() if begun else len(self._text)

    def _pass(self, end: int) -> str:
        text, self._at = self._text[self._at : end], end
        return self._passed(text)

    def _passed(self, text: str) -> str:
        if self._skips_space:
            text = text.lstrip()
        if text:
            self._skips_space = False
            self._last = text[-1]
            self.has_words = self.has_words or not text.isspace()
        return text

    def _drop(self, end: int) -> None:
        self._at = end
        self._skips_space = self._skips_space or not self._last or self._last.isspace()

    def _is_settled(self) -> bool:
        """Tell whether what begins here can be decided before the message ends, and hold everything back if not."""
        if noise.is_settled(self._text, self._at) or noise.ends_thoughts(self._text, self._at):
            return True
        if self._text.startswith(fences.FENCE, self._at):
            close = self._fence_end()
            if close < 0:
                return False
            inner = self._inside(close, is_whole=True)
            if fences.FORM.read(self._page(close, is_whole=True), self._at) is None and inner.is_harmless:
                return True
        self.is_holding = not self._may_settle()
        return False

    def _may_settle(self) -> bool:
        """Tell whether what begins here may be decided once more of it is there."""
        return self._text.startswith((fences.FENCE, "<!--"), self._at) or noise.may_settle(self._text, self._at)

    def _fence_end(self) -> int:
        close = self._text.find(fences.FENCE, self._at + len(fences.FENCE))
        return close + len(fences.FENCE) if close >= 0 else -1

    def _page(self, end: int, *, is_whole: bool) -> Page:
        return Page(text=self._text if end < 0 else self._text[:end], box=self._box, is_whole=is_whole)

    def _take(self, *, is_whole: bool) -> str:
        """Step over what begins here, and return what may be said of it."""
        if after := noise.ends_thoughts(self._text, self._at):
            # All before was thought. What was passed on cannot be taken back here; who speaks voids it at this tag.
            self.voided_call = self.voided_call or bool(self.reads)
            self.reads.clear()
            passed = self._pass(after)
            self.has_words = False
            return passed
        page = self._page(-1, is_whole=is_whole)
        if self._text.startswith(fences.FENCE, self._at):
            return self._take_fence(page)
        for form in FORMS:
            found = form.read(page, self._at)
            if found is not None and not (found.must_be_whole and self.has_words):
                self._keep(found)
                return ""
        return self._pass(self._at + 1)

    def _take_fence(self, page: Page) -> str:
        found = fences.FORM.read(page, self._at)
        if found is not None:
            self._keep(found)
            return ""
        close = self._fence_end()
        if close < 0:
            return self._pass(self._at + len(fences.FENCE))
        inner = self._inside(close, is_whole=page.is_whole)
        self.reads += inner.reads
        self.is_unclear = self.is_unclear or inner.is_unclear
        fenced = f"{fences.FENCE}{inner.text}{fences.FENCE}"
        if inner.is_harmless or not _EMPTY_FENCE.fullmatch(fenced):
            self._at = close
            return self._passed(fenced)
        self._drop(close)
        return ""

    def _inside(self, close: int, *, is_whole: bool) -> Inner:
        content = self._text[self._at + len(fences.FENCE) : close - len(fences.FENCE)]
        inside = Scanner(self._box, before="\n", sweeps=False)
        text = inside.feed(content) + inside.finish(is_whole=is_whole)
        is_harmless = text == content and self._box.trigger.search(content) is None
        return Inner(text, tuple(inside.reads), inside.is_unclear, is_harmless)

    def _keep(self, found: Found) -> None:
        confidence = Confidence.MARKED if found.is_marked else self._confidence(found)
        if found.thinking:
            self.thinking.append(found.thinking)
        self.reads += [Read(found, written, confidence) for written in found.calls]
        if found.form and not found.is_wrapper and not found.calls:
            self.is_unclear = True
        self._drop(found.end)

    def _confidence(self, found: Found) -> Confidence:
        """Tell how a call stands that nothing marks: on its own, or inside a sentence."""
        if found.must_be_whole:
            return Confidence.WHOLE
        before = self._text[max(0, self._at - 40) : self._at].rstrip(" \t")
        after = self._text[found.end : found.end + 40].lstrip(" \t")
        starts = not before or before.endswith(("\n", *_SENTENCE_ENDS)) or not self.has_words
        ends = not after or after.startswith(("\n", "```", "<", "{", "["))
        return Confidence.BESIDE if starts and ends else Confidence.MENTIONED


class Inner(NamedTuple):
    """What stands in a fenced block."""

    text: str
    reads: tuple[Read, ...]
    is_unclear: bool
    is_harmless: bool
    """Nothing in it begins like a call."""
