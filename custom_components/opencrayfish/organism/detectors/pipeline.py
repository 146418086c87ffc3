"""Run the detectors over a stream before anybody hears or sees a piece of it."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import replace
from typing import assert_never

from ..messages import Delta, ToolCall
from ..toolcalls.reader import CallReader
from ..toolcalls.toolbox import Toolbox
from .base import Break, Detector, Draft, Pass, Retry, Rewrite, TurnView, Verdict

type Watched = Delta | Retry | Break
"""What comes out; a `Retry` comes only while nothing of the message was passed on, and it or a `Break` is the last."""

MOST_RETRIES = 2


class Pipeline:
    """The detectors of one turn; `begin` for each message of it."""

    def __init__(self, detectors: Sequence[Detector], box: Toolbox, *, retries: int = MOST_RETRIES) -> None:
        """Take fresh detectors in the order they judge, and how often the model may be asked again in this turn."""
        self._detectors = tuple(detectors)
        self._box = box
        self._retries = retries
        self.begin(TurnView())

    def begin(self, view: TurnView) -> None:
        """Prepare for a message."""
        self._reader = CallReader(self._box)
        self._text, self._passed, self._thinking = "", "", ""
        self._calls: tuple[ToolCall, ...] = ()
        self.is_over = False
        for detector in self._detectors:
            detector.begin(view)

    def feed(self, delta: Delta) -> tuple[Watched, ...]:
        """Take a piece and return what may pass; calls wait for the end."""
        if self.is_over:
            return ()
        self._calls += delta.tool_calls
        clean = Delta(text=self._reader.feed(delta.text), thinking=delta.thinking)
        self._text += clean.text
        self._thinking += clean.thinking
        for detector in self._detectors:
            if ending := self._heed(detector.see(clean)):
                return ending
        text = "" if any(detector.is_holding for detector in self._detectors) else self._release()
        passing = replace(delta, text=text, tool_calls=())
        return (passing,) if passing != Delta() else ()

    def finish(self, *, is_whole: bool = True) -> tuple[Watched, ...]:
        """Return the rest of the message with its calls, or what is to be done instead."""
        if self.is_over:
            return ()
        found = self._reader.finish(is_whole=is_whole, has_structured=bool(self._calls))
        rest = Delta(text=found.text, thinking=found.thinking)
        self._text += rest.text
        calls = self._calls or tuple(call.call for call in found.calls)
        for detector in self._detectors:
            if ending := self._heed(detector.see(rest)):
                return ending
        for detector in self._detectors:
            draft = Draft(
                text=self._text,
                thinking=self._thinking + rest.thinking,
                calls=calls,
                is_unclear=found.is_unclear,
                thought_of_call=found.thought_of_call,
                is_whole=is_whole,
            )
            if ending := self._heed(detector.end(draft)):
                return ending
        last = Delta(text=self._release(), thinking=rest.thinking, tool_calls=calls)
        self.is_over = True
        return (last,) if last != Delta() else ()

    def _heed(self, verdict: Verdict) -> tuple[Watched, ...]:
        """Do what a detector proposes; returns what ends the message, if anything does."""
        match verdict:
            case Pass():
                return ()
            case Rewrite(text=text):
                if text.startswith(self._passed):
                    self._text = text
                return ()
            case Retry():
                self.is_over = True
                if self._passed or self._retries <= 0:
                    return (Break(reason=verdict.reason, text=self._passed),)
                self._retries -= 1
                return (verdict,)
            case Break(text=kept):
                self.is_over = True
                if kept is not None:
                    self._text = kept
                rest = self._release() if self._text.startswith(self._passed) else ""
                return (Delta(text=rest), verdict) if rest else (verdict,)
            case _:
                assert_never(verdict)

    def _release(self) -> str:
        text = self._text[len(self._passed) :]
        self._passed = self._text
        return text


async def watch(deltas: AsyncGenerator[Delta], pipeline: Pipeline, view: TurnView) -> AsyncGenerator[Watched]:
    """Yield what may pass of a stream; it is closed as soon as nothing more of it is wanted."""
    pipeline.begin(view)
    async with aclosing(deltas):
        async for delta in deltas:
            for watched in pipeline.feed(delta):
                yield watched
            if pipeline.is_over:
                return
    for watched in pipeline.finish():
        yield watched
