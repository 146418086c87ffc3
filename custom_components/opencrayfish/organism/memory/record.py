"""One message of the dialogue as the journal keeps it: a line of JSON."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
import json
from typing import Any, Final, Literal

from ..messages import Route

SCHEMA_VERSION: Final = 1


@dataclass(frozen=True, kw_only=True, slots=True)
class Record:
    """Something that a person or the animal said."""

    at: datetime
    """Aware."""
    role: Literal["user", "assistant"]
    text: str
    speaker: str = ""
    """The person, also of a reply to them; empty when unknown."""
    conversation_id: str = ""
    route: Route | None = None
    """Of a reply: how it came about."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Page:
    """What was read from one file of the journal."""

    records: tuple[Record, ...] = ()
    rejected: int = 0
    """Lines that hold no record: torn by a crash, or edited."""
    is_torn: bool = False
    """The last line does not end."""


def encode(records: Iterable[Record]) -> bytes:
    """Return records as whole lines."""
    return b"".join(_line(record) for record in records)


def parse(data: bytes) -> Page:
    """Return all that can be read; what cannot is counted, never raised.

    A line that stands there twice is one record: an append that failed half-way was repeated.
    """
    records: list[Record] = []
    rejected = 0
    seen: set[bytes] = set()
    for line in data.split(b"\n"):
        line = line.strip()
        if not line or line in seen:
            continue
        seen.add(line)
        if record := _record(line):
            records.append(record)
        else:
            rejected += 1
    return Page(records=tuple(records), rejected=rejected, is_torn=bool(data) and not data.endswith(b"\n"))


def _line(record: Record) -> bytes:
    fields: dict[str, Any] = {
        "schema_version": SCHEMA_VERSION,
        "ts": record.at.astimezone(UTC).isoformat(timespec="microseconds"),
        "role": record.role,
        "content": record.text,
    }
    if record.speaker:
        fields["speaker"] = record.speaker
    if record.conversation_id:
        fields["conversation_id"] = record.conversation_id
    if record.route:
        fields["route"] = record.route.value
    return json.dumps(fields, ensure_ascii=False).encode(errors="replace") + b"\n"


def _record(line: bytes) -> Record | None:
    try:
        fields = json.loads(line)
        return _from_fields(fields) if isinstance(fields, dict) else None
    except ValueError, RecursionError, OverflowError:
        return None


def _from_fields(fields: dict[str, Any]) -> Record | None:
    """Return the record; a key that is not known is ignored, so that later versions can add some."""
    role, text = fields.get("role"), fields.get("content")
    at = datetime.fromisoformat(str(fields.get("ts")))
    if at.tzinfo is None or role not in ("user", "assistant") or not isinstance(text, str):
        return None
    route = fields.get("route")
    return Record(
        at=at.astimezone(UTC),
        role=role,
        text=text,
        speaker=_text(fields.get("speaker")),
        conversation_id=_text(fields.get("conversation_id")),
        route=Route(route) if route in set(Route) else None,
    )


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
