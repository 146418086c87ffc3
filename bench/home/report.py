"""The figures of a run, as JSON and as a table."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from statistics import median
from typing import Any


@dataclass(frozen=True, kw_only=True, slots=True)
class Row:
    """What came of one sentence."""

    home: str
    file: str
    category: str
    """Several are divided by commas."""
    sentence: str
    run: int
    reply: str
    success: bool
    why: tuple[str, ...]
    false_claim: bool
    unwanted: tuple[str, ...]
    response_type: str
    confirmed: bool
    """The agent asked and was told yes."""
    model_calls: int
    prompt_tokens: int | None
    """Of all calls; None where the server does not tell."""
    uncached_tokens: int | None
    answer_tokens: int | None
    prompt_ms: float | None
    first_word_ms: float
    total_ms: float


def report(rows: Sequence[Row]) -> dict[str, Any]:
    """Return everything; a task with several categories counts in each."""
    names = sorted({name for row in rows for name in row.category.split(", ")})
    return {
        "total": summary(rows),
        "categories": {name: summary([row for row in rows if name in row.category.split(", ")]) for name in names},
        "tasks": [asdict(row) for row in rows],
    }


def summary(rows: Sequence[Row]) -> dict[str, Any]:
    """Return the figures of some rows."""
    return {
        "tasks": len(rows),
        "success_rate": round(sum(row.success for row in rows) / len(rows), 4) if rows else 0.0,
        "false_claims": sum(row.false_claim for row in rows),
        "unwanted_changes": sum(bool(row.unwanted) for row in rows),
        "prompt_tokens_median": _median(row.prompt_tokens for row in rows),
        # A server that does not tell makes it unknown, however many sentences needed no model.
        "uncached_tokens_median": None
        if any(row.uncached_tokens is None for row in rows)
        else _median(row.uncached_tokens for row in rows),
        "model_calls_median": _median(row.model_calls for row in rows),
        "first_word_ms_median": _median(row.first_word_ms for row in rows),
        "total_ms_median": _median(row.total_ms for row in rows),
    }


def _median(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return round(median(known), 1) if known else None


HEADS = ("tasks", "success", "false", "unwanted", "prompt", "uncached", "calls", "first ms", "total ms")


def table(data: dict[str, Any]) -> str:
    """Return the figures as lines of text."""
    width = max(8, *(len(name) for name in data["categories"])) if data["categories"] else 8
    lines = [f"{'category':<{width}} " + " ".join(f"{head:>9}" for head in HEADS)]
    for name, figures in [*data["categories"].items(), ("total", data["total"])]:
        cells = (
            "–" if value is None else f"{value:.1%}" if key == "success_rate" else f"{value:g}"
            for key, value in figures.items()
        )
        lines.append(f"{name:<{width}} " + " ".join(f"{cell:>9}" for cell in cells))
    return "\n".join(lines)
