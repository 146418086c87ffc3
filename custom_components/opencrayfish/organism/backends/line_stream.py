"""Bytes from a socket, as lines."""

from ..errors import BackendFault

LINE_LIMIT = 1 << 20
"""Longest line in bytes; a real one holds a few words."""


class LineStream:
    """Cuts a stream of bytes into lines, whatever the pieces it comes in.

    Only a line feed ends a line, so no character of a text in another script is taken for an end or cut in two.
    """

    def __init__(self, *, limit: int = LINE_LIMIT) -> None:
        """Start with nothing received."""
        self._limit = limit
        self._unfinished = bytearray()

    def feed(self, chunk: bytes) -> list[bytes]:
        """Return the lines that the chunk completes, blank ones left out.

        Raises `BackendFault` when a line outgrows the limit.
        """
        self._unfinished += chunk
        lines: list[bytes] = []
        if b"\n" in chunk:
            *lines, rest = bytes(self._unfinished).split(b"\n")
            self._unfinished = bytearray(rest)
        if len(self._unfinished) > self._limit:
            raise BackendFault(f"a line is longer than {self._limit} bytes")
        return [line for line in lines if not line.isspace() and line]

    def rest(self) -> bytes:
        """Return what came after the last line feed, without the white space around it."""
        return bytes(self._unfinished).strip()
