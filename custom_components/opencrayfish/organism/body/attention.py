"""Whose turn it is: people before everything the animal does on its own."""

from collections.abc import Generator
from contextlib import contextmanager


class Attention:
    """Counts the turns of people that are under way."""

    def __init__(self) -> None:
        """Start idle."""
        self.depth = 0

    @property
    def is_busy(self) -> bool:
        """Whether somebody is being answered."""
        return self.depth > 0

    @contextmanager
    def foreground(self) -> Generator[None]:
        """Mark a turn of a person, however it ends."""
        self.depth += 1
        try:
            yield
        finally:
            self.depth -= 1
