"""A model calls the same tool with the same arguments again and again."""

from collections.abc import Mapping, Sequence
import json
import re
from typing import Final, override

from ..messages import ToolCall, ToolSpec
from .base import PASS, AtEnd, Break, Draft, Retry, Verdict
from .words import DetectorWords, folded

STOP_READING: Final = 4
STOP_CHANGING: Final = 3
NUDGE_READING: Final = 3
NUDGE_CHANGING: Final = 2
PERIODS: Final = 3
"""So often a short cycle of calls comes before it is a loop."""
LONGEST_CYCLE: Final = 3
ROUNDS: Final = 8
"""Messages with calls in one turn."""
MOST_NAMED: Final = 20

_COUNT: Final = re.compile(r"(?<![\w.,:])\d{1,2}(?![\w.,:%°])")


class CallLoop(AtEnd):
    """Counts the calls of one turn; the caller notes what came of each."""

    def __init__(self, tools: Mapping[str, ToolSpec], *, wanted: int = 1, rounds: int = ROUNDS) -> None:
        """Take the tools on offer, how often the person asked for the same, and how many rounds a turn may have."""
        self._tools = tools
        self._wanted = wanted
        self._rounds = rounds
        self._batches: list[str] = []
        self._failed: dict[str, str] = {}

    def note(self, call: ToolCall, error: str = "") -> None:
        """Remember what came of a call: an error, or empty when it did what it should."""
        if error:
            self._failed[signature(call)] = error
        else:
            self._failed.pop(signature(call), None)

    @override
    def end(self, draft: Draft) -> Verdict:
        if not draft.calls:
            return PASS
        self._batches.append(";".join(map(signature, draft.calls)))
        if len(self._batches) > self._rounds and not self._is_fanning_out():
            return Break(reason="rounds", text="")
        for call in draft.calls:
            if error := self._failed.get(signature(call)):
                attempts = sum(signature(call) in batch for batch in self._batches)
                return (
                    Break(reason=error, text="")
                    if attempts > STOP_CHANGING - 1
                    else Retry(correction_key="failed_call", reason=error)
                )
        return self._count(draft.calls)

    def _count(self, calls: Sequence[ToolCall]) -> Verdict:
        run = 0
        for batch in reversed(self._batches):
            if batch != self._batches[-1]:
                break
            run += 1
        is_reading = all((tool := self._tools.get(call.name)) and tool.is_read_only for call in calls)
        spare = self._wanted - 1
        if run >= (STOP_READING if is_reading else STOP_CHANGING) + spare or self._is_cycling():
            return Break(reason="call_loop", text="")
        if run >= (NUDGE_READING if is_reading else NUDGE_CHANGING) + spare:
            return Retry(correction_key="call_loop", reason="call_loop")
        return PASS

    def _is_cycling(self) -> bool:
        for length in range(2, LONGEST_CYCLE + 1):
            tail = self._batches[-length * PERIODS :]
            if len(tail) == length * PERIODS and len(set(tail)) > 1 and tail == tail[:length] * PERIODS:
                return True
        return False

    def _is_fanning_out(self) -> bool:
        """Tell whether no call of the turn came twice: a long list, not a loop."""
        return len(set(self._batches)) == len(self._batches)


def signature(call: ToolCall) -> str:
    """Return what is the same for the same call."""
    return f"{call.name}{json.dumps(dict(call.arguments), sort_keys=True, default=str)}"


def named_count(request: str, words: DetectorWords) -> int:
    """Return how often a person wants something: "skip three songs"; 1 when no number is named."""
    text = folded(request)
    found = [int(match[0]) for match in _COUNT.finditer(text)]
    found += [count for word in re.findall(r"\w+", text) if (count := words.counts.get(word))]
    found += [count for word, count in words.counts.items() if not word.isascii() and word in text]
    return max(1, min(found, default=1)) if max(found, default=1) <= MOST_NAMED else 1
