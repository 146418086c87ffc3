"""The command line of `script/bench`."""

import asyncio
import logging
import sys

from . import crashes, year
from .home import command as home
from .house import figures as house_figures
from .overhead import measure_all


def overhead() -> int:
    """Measure what the animal itself costs; 1 when a limit does not hold."""
    figures = [*house_figures(), *asyncio.run(measure_all())]
    for row in figures:
        print(row.row())
    return 0 if all(row.is_within for row in figures) else 1


COMMANDS = {"overhead": overhead, "crashes": crashes.main, "year": year.main}


def main(arguments: list[str]) -> int:
    """Run what is asked for, the cost when nothing is."""
    name = arguments[0] if arguments else "overhead"
    if name == "home":
        return home.main(arguments[1:])
    logging.disable(logging.ERROR)
    if name not in COMMANDS:
        print(f"usage: script/bench [home|{'|'.join(COMMANDS)}]", file=sys.stderr)
        return 2
    return COMMANDS[name]()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
