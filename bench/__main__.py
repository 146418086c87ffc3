"""The command line of `script/bench`."""

import asyncio
import logging
import sys

from .overhead import measure_all


def main() -> int:
    """Measure and print; 1 when a limit does not hold."""
    logging.disable(logging.ERROR)
    figures = asyncio.run(measure_all())
    for row in figures:
        print(row.row())
    return 0 if all(row.is_within for row in figures) else 1


if __name__ == "__main__":
    sys.exit(main())
