"""What Home Assistant's log says against the integration."""

from collections.abc import Iterable, Iterator
from pathlib import Path
import re
import sys
from typing import Final

DOMAIN: Final = "opencrayfish"
EXEMPT: Final = "We found a custom integration opencrayfish which has not been tested"
"""Home Assistant says this of every custom integration."""
PLACES: Final = (str(Path(__file__).parents[2]), sys.base_prefix)
"""Folders of the repository and of the interpreter, whose own names say nothing."""
_HEAD: Final = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}(?:[+-]\d\d:\d\d)? (?P<level>[A-Z]+) \(")


def complaints(text: str) -> list[str]:
    """Return the warnings and errors that name the integration, in the message or in the lines below it.

    Lines below an ordinary message count as well: that is how a process prints what it does not log.
    """
    for place in PLACES:
        text = text.replace(place, "")
    return [record for record in _records(text.splitlines()) if _complains(record)]


class LogWatch:
    """Reads a log that grows."""

    def __init__(self, path: Path) -> None:
        """Begin at the start of the file, which may not be there yet."""
        self._path = path
        self._offset = 0

    def complaints(self) -> list[str]:
        """Return the complaints since the last call."""
        if not self._path.exists():
            return []
        with self._path.open("rb") as file:
            file.seek(self._offset)
            new = file.read()
        self._offset += len(new)
        return complaints(new.decode(errors="replace"))


def _records(lines: Iterable[str]) -> Iterator[str]:
    """Yield each message with the lines that belong to it."""
    record: list[str] = []
    for line in lines:
        if _HEAD.match(line) and record:
            yield "\n".join(record)
            record = []
        record.append(line)
    if record:
        yield "\n".join(record)


def _complains(record: str) -> bool:
    head, _, below = record.partition("\n")
    match = _HEAD.match(head)
    if EXEMPT in head:
        return DOMAIN in below
    if match is None or match["level"] in {"WARNING", "ERROR", "CRITICAL"}:
        return DOMAIN in record
    return DOMAIN in below
