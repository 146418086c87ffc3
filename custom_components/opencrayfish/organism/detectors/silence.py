"""A model says nothing: it only thinks, writes a call among its thoughts, or one that cannot be understood."""

from typing import Final, override

from .base import PASS, AtEnd, Draft, Retry, Verdict

SHORTEST_THOUGHT: Final = 40
"""Fewer characters are an accident of the template and not a thought."""


class Silence(AtEnd):
    """Judges messages that hold neither words nor calls."""

    @override
    def end(self, draft: Draft) -> Verdict:
        if draft.calls:
            return PASS
        if draft.is_unclear:
            return Retry(correction_key="unclear_call", reason="unclear_call")
        if draft.text.strip():
            return PASS
        if draft.thought_of_call:
            return Retry(correction_key="thought_call", reason="thought_call")
        is_thinking = len(draft.thinking.strip()) >= SHORTEST_THOUGHT
        return Retry(correction_key="silence", reason="thinking_only" if is_thinking else "empty")
