"""The command line of `script/bench`."""

import asyncio
import logging
import sys

from . import crashes, year
from .overhead import measure_all


def overhead() -> int:
    """Measure what the animal itself costs; 1 when a limit does not hold."""
    figures = asyncio.run(measure_all())
    for row in figures:
        print(row.row())
    return 0 if all(row.is_within for row in figures) else 1


COMMANDS = {"overhead": overhead, "crashes": crashes.main, "year": year.main}


def main() -> int:
    """Run what is asked for, the cost when nothing is."""
    logging.disable(logging.ERROR)
    name = sys.argv[1] if len(sys.argv) > 1 else "overhead"
    if name not in COMMANDS:
        print(f"usage: script/bench [{'|'.join(COMMANDS)}]", file=sys.stderr)
        return 2
    return COMMANDS[name]()


if __name__ == "__main__":
    sys.exit(main())
