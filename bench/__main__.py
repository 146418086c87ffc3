"""The command line of `script/bench`."""

import asyncio
import logging
import sys

from .home import command as home_command
from .overhead import measure_all


def main(arguments: list[str]) -> int:
    """Measure and print; 1 when a limit does not hold. With `home` first, run a set of homes instead."""
    if arguments[:1] == ["home"]:
        return home_command.main(arguments[1:])
    logging.disable(logging.ERROR)
    figures = asyncio.run(measure_all())
    for row in figures:
        print(row.row())
    return 0 if all(row.is_within for row in figures) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
