"""The soul: a core that nobody but a person changes, and sections that the animal may grow."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum
import re
from typing import Final
import unicodedata

from ..errors import SoulMalformed, SoulProtected

CORE_START: Final = "<!-- IMMUTABLE_CORE_START -->"
CORE_END: Final = "<!-- IMMUTABLE_CORE_END -->"
GROWTH_START: Final = "<!-- DYNAMIC_GROWTH_START -->"
GROWTH_END: Final = "<!-- DYNAMIC_GROWTH_END -->"
MARKERS: Final = (CORE_START, CORE_END, GROWTH_START, GROWTH_END)
CORE_HEADINGS: Final = ("# [IDENTITY]", "# [FUNDAMENTAL_LAWS]", "# [BEHAVIORAL_MATRIX]")
LARGEST: Final = 200_000
"""Bytes; what is longer was not written by anybody who knows what it is for."""
ENTRY_LIMIT: Final = 400
"""Longest entry, in characters."""
ENTRIES_LIMIT: Final = 200
"""Most entries of a section; beyond that the oldest go."""

_COMMENT: Final = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_DESIGNATION: Final = re.compile(r"^[ \t]*(?:[-*][ \t]+)?designation[ \t]*[:：].*$", re.IGNORECASE | re.MULTILINE)
_BULLET: Final = re.compile(r"[-*][ \t]+(.+)")


class Section(StrEnum):
    """What may grow, by its heading."""

    CORE_MEMORIES = "CORE_MEMORIES"
    LEARNED_PREFERENCES = "LEARNED_PREFERENCES"
    EMOTIONAL_EVOLUTION = "EMOTIONAL_EVOLUTION"

    @property
    def heading(self) -> str:
        """Return the line that the section stands under."""
        return f"# [{self.value}]"


@dataclass(frozen=True, slots=True)
class Soul:
    """A whole and sound soul file; made by `parse` only."""

    text: str
    """The file, byte for byte when encoded."""

    @property
    def core(self) -> str:
        """The part that never changes, with its markers."""
        return self.text[self.text.index(CORE_START) : self.text.index(CORE_END) + len(CORE_END)]

    def entries(self, section: Section) -> tuple[str, ...]:
        """Return what has grown in a section, newest first."""
        lines = self._growth().splitlines()
        if section.heading not in (stripped := [line.strip() for line in lines]):
            return ()
        found: list[str] = []
        for line in stripped[stripped.index(section.heading) + 1 :]:
            if line.startswith("# ["):
                break
            if match := _BULLET.fullmatch(line):
                found.append(match[1])
        return tuple(found)

    def grown(self, section: Section, text: str, day: date) -> Soul:
        """Return the soul with a new entry on top of a section.

        Raises `SoulProtected` when the text holds nothing to write, or when the core would not stay the same.
        """
        newline = "\r\n" if "\r\n" in self.text else "\n"
        entry = f"- {day.isoformat()}: {neutralised(text)}{newline}"
        lines = self._growth().splitlines(keepends=True)
        headings = [index for index, line in enumerate(lines) if line.strip() == section.heading]
        if headings:
            above = headings[0] + 1
            lines[above:] = [entry, *_capped(lines[above:], ENTRIES_LIMIT - 1)]
        else:
            lines += [newline, f"{section.heading}{newline}", entry]
        grown = parse(self.text.replace(self._growth(), "".join(lines), 1).encode())
        if grown.core != self.core:
            raise SoulProtected("the core would change")
        return grown

    def _growth(self) -> str:
        start, end = self.text.index(GROWTH_START), self.text.index(GROWTH_END)
        return self.text[start:end]


def parse(data: bytes) -> Soul:
    """Return the soul that a file holds.

    Raises `SoulMalformed` when it is none; the message says what is wrong, in words for a person.
    """
    if len(data) > LARGEST:
        raise SoulMalformed(f"it is longer than {LARGEST} bytes")
    try:
        text = data.decode()
    except UnicodeDecodeError as err:
        raise SoulMalformed(f"byte {err.start} is no UTF-8") from err
    if "\0" in text:
        raise SoulMalformed("it holds a NUL character")
    for marker in MARKERS:
        if text.count(marker) != 1:
            raise SoulMalformed(f"{marker} must be there once, but is there {text.count(marker)} times")
    if sorted(MARKERS, key=text.index) != list(MARKERS):
        raise SoulMalformed("the four markers are in another order")
    soul = Soul(text)
    lines = [line.strip() for line in soul.core.splitlines()]
    for heading in CORE_HEADINGS:
        if lines.count(heading) != 1:
            raise SoulMalformed(f"{heading} must be in the core once, but is there {lines.count(heading)} times")
    return soul


def core_text(soul: Soul, designation: str) -> str:
    """Return the core as a model is given it: no comments, and the name that the animal has now."""
    core = _COMMENT.sub("", soul.core).strip()
    line = f"- Designation: {designation}"
    if _DESIGNATION.search(core):
        return _DESIGNATION.sub(lambda _: line, core, count=1)
    heading = CORE_HEADINGS[0]
    return core.replace(heading, f"{heading}\n\n{line}", 1)


def neutralised(text: str) -> str:
    """Return a text that is one line, has no markers and no headings, and is not longer than `ENTRY_LIMIT`.

    Raises `SoulProtected` when nothing is left.
    """
    lines = (re.sub(r"^[\s#>*-]+", "", line) for line in text.splitlines())
    line = " ".join(" ".join(lines).split())
    line = "".join(char for char in line if unicodedata.category(char) not in {"Cc", "Cs", "Cn", "Co"})
    line = line.replace("<!--", "(").replace("-->", ")").replace("# [", "[").strip()
    if not line:
        raise SoulProtected("there is nothing to write")
    return line if len(line) <= ENTRY_LIMIT else f"{line[: ENTRY_LIMIT - 1].rstrip()}…"


def _capped(lines: list[str], limit: int) -> list[str]:
    """Return the lines from a section on, without the section's entries beyond the limit, which are its oldest."""
    kept: list[str] = []
    entries = 0
    is_inside = True
    for line in lines:
        is_inside = is_inside and not line.strip().startswith("# [")
        entries += is_inside and _BULLET.fullmatch(line.strip()) is not None
        if not is_inside or entries <= limit:
            kept.append(line)
    return kept
