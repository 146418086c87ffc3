"""From a model's text to what may be said and the calls in it, in pieces of any size.

Text flows until something begins that may be a call; from there on it waits for the end of the message, because a call must be
seen whole. Comments, closed thoughts, stray tokens and fenced blocks without a call are settled at once.
"""

from ..messages import ToolCall
from .arguments import repair
from .base import Confidence, RecoveredCall, Recovery
from .names import resolve
from .scanner import Read, Scanner
from .toolbox import Toolbox


class CallReader:
    """Reads one message of a model."""

    def __init__(self, box: Toolbox) -> None:
        """Take the tools on offer; nothing is read yet."""
        self._box = box
        self._scanner = Scanner(box)

    @property
    def is_holding(self) -> bool:
        """Whether something that looks like a call waits for the end of the message."""
        return self._scanner.is_holding

    def feed(self, piece: str) -> str:
        """Take a piece and return what may pass now."""
        return self._scanner.feed(piece)

    def finish(self, *, is_whole: bool = True, has_structured: bool = False) -> Recovery:
        """Return the rest of the message, with the calls in it.

        `is_whole` is false when the answer was cut off. With structured calls in the same message the ones in its text are
        copies: they are taken out and not run.
        """
        text = self._scanner.finish(is_whole=is_whole)
        calls: list[RecoveredCall] = []
        is_unclear = self._scanner.is_unclear
        for read in () if has_structured else self._scanner.reads:
            if read.confidence is Confidence.MENTIONED:
                continue
            call = self._recovered(read, is_whole=is_whole)
            is_unclear = is_unclear or call is None
            if call is not None:
                calls.append(call)
        thinking = "".join(self._scanner.thinking)
        return Recovery(
            text=text,
            thinking=thinking,
            calls=tuple(calls),
            is_unclear=is_unclear and not calls and not has_structured,
            thought_of_call=self._scanner.voided_call or mentions_call(thinking, self._box),
        )

    def _recovered(self, read: Read, *, is_whole: bool) -> RecoveredCall | None:
        meant = resolve(read.written.name, self._box.tools)
        if meant is None or not (read.found.is_closed or is_whole):
            return None
        arguments = repair({**read.written.arguments, **meant.extra}, meant.tool.parameters)
        if arguments is None:
            return None
        is_alone = read.confidence is Confidence.BESIDE and not self._scanner.has_words
        return RecoveredCall(
            call=ToolCall(name=meant.tool.name, arguments=arguments),
            form=read.found.form,
            confidence=Confidence.WHOLE if is_alone else read.confidence,
            was_healed=meant.tool.name != read.written.name,
        )


def recover(text: str, box: Toolbox, *, is_whole: bool = True, has_structured: bool = False) -> Recovery:
    """Return what a whole text comes to."""
    reader = CallReader(box)
    begun = reader.feed(text)
    recovery = reader.finish(is_whole=is_whole, has_structured=has_structured)
    return Recovery(
        text=begun + recovery.text,
        thinking=recovery.thinking,
        calls=recovery.calls,
        is_unclear=recovery.is_unclear,
        thought_of_call=recovery.thought_of_call,
    )


def mentions_call(thinking: str, box: Toolbox) -> bool:
    """Tell whether a call is written among thoughts."""
    if not thinking:
        return False
    scanner = Scanner(box)
    scanner.feed(thinking)
    scanner.finish(is_whole=True)
    return bool(scanner.reads) or scanner.is_unclear
