"""The command line of `script/bench home`."""

import argparse
import asyncio
import json
import logging
from pathlib import Path
import sys

from .agents import Agent, AgentBroken
from .measuring import Conditions, measure
from .report import report, table
from .tasks import SetBroken, limited, read_set

DEFAULT_URL = "http://127.0.0.1:11434"


def parser() -> argparse.ArgumentParser:
    """Return the parser of the arguments."""
    found = argparse.ArgumentParser(
        prog="script/bench home", description="Speak to an agent in virtual homes and compare what happened."
    )
    found.add_argument("--set", required=True, type=Path, metavar="DIR", help="folder of homes and sentences")
    found.add_argument("--agent", required=True, type=Agent, choices=list(Agent))
    brain = found.add_mutually_exclusive_group()
    brain.add_argument("--model", metavar="NAME", help="model of the Ollama server")
    brain.add_argument("--no-brain", action="store_true", help="no model, only what the agent can without one")
    found.add_argument("--url", default=DEFAULT_URL, help=f"address of the Ollama server ({DEFAULT_URL})")
    found.add_argument("--runs", type=_positive, default=1, metavar="N", help="how often each sentence is said")
    found.add_argument(
        "--confirm",
        choices=("default", "none"),
        default="default",
        help="default: the agent may ask before it acts, and is told yes once; none: it is set not to ask, and is told nothing",
    )
    found.add_argument("--limit", type=_positive, metavar="N", help="no more sentences than that, taken evenly")
    found.add_argument("--json", type=Path, metavar="FILE", help="where the figures and all tasks are written")
    return found


def main(arguments: list[str]) -> int:
    """Run a set, write the JSON and print the table; 2 when the arguments or the set cannot be used."""
    asked = parser().parse_args(arguments)
    if asked.agent is not Agent.ASSIST and asked.model is None and not asked.no_brain:
        parser().error(f"--agent {asked.agent} needs --model or --no-brain")
    logging.disable(logging.CRITICAL)
    conditions = Conditions(
        agent=asked.agent, model=asked.model, url=asked.url, runs=asked.runs, confirms=asked.confirm == "default"
    )
    try:
        homes = limited(read_set(asked.set), asked.limit)
        rows = asyncio.run(measure(homes, conditions, lambda line: print(line, file=sys.stderr)))
    except (AgentBroken, SetBroken) as err:
        print(err, file=sys.stderr)
        return 2
    data = report(rows)
    if asked.json:
        asked.json.write_text(json.dumps(data, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    print(table(data))
    return 0


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("at least 1")
    return number
