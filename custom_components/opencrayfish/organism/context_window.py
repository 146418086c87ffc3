"""How much a model can be given, what it is likely to cost, and what goes first when it is too much."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

SOFT, HARD, AFTER_HARD, KEEP = 0.65, 0.90, 0.80, 0.55
"""Shares of the variable budget: tool use suffers long before a window is full."""
ATTEMPTS: Final = 3
STREAK: Final = 2
LATIN, CJK = 3.6, 1.8
"""Characters per token before anything is learnt."""
LEAST, MOST, LEARNING = 1.5, 6.0, 0.2
PER_MESSAGE: Final = 4
TRUSTED_TOKENS, TRUSTED_SHARE = 100, 0.5
DRIFT_TOKENS, DRIFT_SHARE = 128, 0.03
NEAR_FULL: Final = 0.9
FIRST_IDEOGRAPH: Final = "\u2e80"


class Step(StrEnum):
    """What is done about a context."""

    NONE = "none"
    SUMMARISE = "summarise"
    DROP = "drop"
    """Drop the oldest messages, down to `AFTER_HARD`, and note that there is no summary of them."""
    SUSPEND = "suspend"
    """Summaries do not help; note it and make no more."""


class Kind(StrEnum):
    """What a part of a prompt is; the order is that in which they are given up."""

    HISTORY = "history"
    MEMORY = "memory"
    CANDIDATE = "candidate"
    IDENTITY = "identity"
    RULES = "rules"
    REQUEST = "request"


FREE: Final = (Kind.HISTORY, Kind.MEMORY, Kind.CANDIDATE)
"""The others stay, whatever it costs."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Part:
    """One part of a prompt; history comes oldest first, memories and candidates best first."""

    kind: Kind
    text: str
    is_result: bool = False
    """What a tool returned; never the first of the history."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Gauge:
    """What is known of how a model counts."""

    characters_per_token: float = 0.0
    """0 while nothing is learnt."""

    def tokens(self, text: str) -> int:
        """Return about how many tokens a text has."""
        if not text:
            return 0
        wide = sum(char >= FIRST_IDEOGRAPH for char in text)
        rate = self.characters_per_token
        cost = len(text) / rate if rate else (len(text) - wide) / LATIN + wide / CJK
        return max(1, round(cost))

    def learn(self, characters: int, tokens: int) -> Gauge:
        """Return the gauge after a call whose prompt had so many characters and tokens."""
        if characters <= 0 or tokens < TRUSTED_TOKENS:
            return self
        seen = characters / tokens
        rate = self.characters_per_token
        learnt = rate + LEARNING * (seen - rate) if rate else seen
        return Gauge(characters_per_token=min(MOST, max(LEAST, learnt)))


@dataclass(frozen=True, kw_only=True, slots=True)
class Reading:
    """What a server's count says of the messages."""

    tokens: int
    is_truncated: bool = False
    """The server seems to have dropped the front of the prompt; prune and send again."""


def read_usage(estimate: int, *, reported: int, overhead: int, window: int) -> Reading:
    """Return the tokens of the messages; `estimate` is ours of them, `overhead` that of system text and tools."""
    measured = reported - overhead
    if reported <= 0:
        return Reading(tokens=estimate)
    if measured < TRUSTED_TOKENS or measured < TRUSTED_SHARE * estimate:
        is_full = estimate + overhead >= NEAR_FULL * window
        return Reading(tokens=estimate, is_truncated=is_full and reported < estimate + overhead)
    drift = abs(measured - estimate)
    return Reading(tokens=measured if drift > max(DRIFT_TOKENS, DRIFT_SHARE * window) else estimate)


def next_step(share: float, *, failures: int = 0, streak: int = 0) -> Step:
    """Return what to do at a share of the budget, after so many failed summaries and so many without a call between."""
    if share <= SOFT:
        return Step.NONE
    if share >= HARD:
        return Step.DROP
    if streak >= STREAK:
        return Step.SUSPEND
    if failures > ATTEMPTS:
        return Step.DROP if share > AFTER_HARD else Step.NONE
    return Step.SUMMARISE


def shrink(parts: Sequence[Part], budget: int, gauge: Gauge) -> tuple[Part, ...]:
    """Return the parts that fit: old turns go first, then memories, then candidates, each with the least worthy first."""
    kept = list(parts)
    total = sum(gauge.tokens(part.text) + PER_MESSAGE for part in kept)
    for kind in FREE:
        order = [part for part in kept if part.kind is kind]
        for part in order if kind is Kind.HISTORY else reversed(order):
            if total <= budget:
                break
            _drop(kept, part)
            total -= gauge.tokens(part.text) + PER_MESSAGE
    first = next((part for part in kept if part.kind is Kind.HISTORY), None)
    while len(kept) < len(parts) and first is not None and first.is_result:
        _drop(kept, first)
        first = next((part for part in kept if part.kind is Kind.HISTORY), None)
    return tuple(kept)


def _drop(kept: list[Part], part: Part) -> None:
    """Take out this very part, not one that reads the same."""
    del kept[next(index for index, other in enumerate(kept) if other is part)]


def clipped(text: str, limit: int) -> str:
    """Return a text cut to so many characters, with a mark when something is missing."""
    return text if len(text) <= limit else text[: max(0, limit - 1)] + "…"
