"""A model believes that it cannot control anything although it is offered the tools."""

from typing import override

from .base import PASS, Asked, AtEnd, Draft, Retry, Verdict
from .words import DetectorWords, folded


class Refusal(AtEnd):
    """Judges answers without a call to orders and questions about the house; the phantom detector holds them."""

    def __init__(self, words: DetectorWords) -> None:
        """Take the words of the languages a model may answer in."""
        self._words = words

    @override
    def end(self, draft: Draft) -> Verdict:
        view = self._view
        if draft.calls or view.succeeded or not view.has_tools or view.asked not in {Asked.ORDER, Asked.QUESTION}:
            return PASS
        if is_refusal(draft.text, self._words):
            return Retry(correction_key="refusal", reason="refusal")
        return PASS


def is_refusal(text: str, words: DetectorWords) -> bool:
    """Tell whether a text says that its speaker controls no devices at all."""
    return words.refusals.search(folded(text)) is not None
