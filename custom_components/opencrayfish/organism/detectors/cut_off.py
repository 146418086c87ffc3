"""A message stops in the middle of a sentence."""

import re
from typing import Final, override

from .base import PASS, AtEnd, Draft, Retry, Verdict
from .words import DetectorWords, folded

SHORTEST: Final = 40
"""Shorter answers may well have no full stop, in characters."""

_ENDS: Final = tuple(".!?…。！？:;：；)]}\"'”’」』»*_~`|>%°")
_DANGLING: Final = tuple("…:：")
_ADDRESS: Final = re.compile(r"(?:https?://|www\.)\S*\Z|\S+@\S+\.\S+\Z")
_NUMBER: Final = re.compile(r"(\S*)\s+[-+]?[\d.,:]*\d\s?(?:%|°?[cf]|[a-z]{1,4})?\Z")


class CutOff(AtEnd):
    """Asks again for what was cut off, as long as nothing of it was heard."""

    def __init__(self, words: DetectorWords) -> None:
        """Take the words of the languages a model may answer in."""
        self._words = words

    @override
    def end(self, draft: Draft) -> Verdict:
        if draft.calls or not is_cut_off(draft.text, self._words):
            return PASS
        return Retry(correction_key="cut_off", reason="cut_off")


def is_cut_off(text: str, words: DetectorWords) -> bool:
    """Tell whether a text ends in the middle of a sentence."""
    end = folded(text.strip())
    if len(end) < SHORTEST or end.endswith(_ENDS) or _ADDRESS.search(end):
        return False
    last = end[-1]
    if not (last.isalnum() or last in ",，、-–") or "```" in end.rpartition("\n")[2]:
        return False
    if number := _NUMBER.search(end[-60:]):
        # A reading needs no full stop, but a number in a list that goes on does.
        return number[1].endswith((",", "，", "、"))
    tail = end[-60:]
    return not any(match.end() == len(tail) for match in words.complete.finditer(tail))
