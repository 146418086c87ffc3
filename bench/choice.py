"""How well a model chooses: harder sentences over the homes of the tests, with what may and may not happen.

python -m bench.choice --url http://127.0.0.1:11434 --model NAME [--half developed|held_out] [--show]
"""

import argparse
import asyncio
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter

import aiohttp
import ollama
import yaml

from custom_components.opencrayfish.organism.backends.base import Backend, TimeLimits
from custom_components.opencrayfish.organism.backends.ollama import OllamaBackend
from custom_components.opencrayfish.organism.hands.choice import Act, Chooser, Chosen, Propose
from custom_components.opencrayfish.organism.hands.grounding import ground
from custom_components.opencrayfish.organism.hands.hints import Hints
from custom_components.opencrayfish.organism.hands.house import House
from custom_components.opencrayfish.organism.hands.reading import Reader
from custom_components.opencrayfish.organism.hands.results import Call, NoMatch, Orders, Question
from custom_components.opencrayfish.organism.hands.words import Words
from custom_components.opencrayfish.organism.language.loader import load, read_choice, read_house
from custom_components.opencrayfish.organism.messages import Channel, Stimulus
from custom_components.opencrayfish.organism.settings import BrainKind, BrainSettings
from tests.organism.hands.test_cases import home

FILE = Path(__file__).with_suffix(".yaml")
VERDICTS = ("right", "asked", "missed", "wrong answer", "wrong act")


@dataclass(frozen=True, kw_only=True, slots=True)
class Case:
    """One sentence and what is right."""

    house: str
    here: str
    text: str
    want: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Row:
    """What came of one sentence."""

    case: Case
    way: str
    verdict: str
    prompt_tokens: int = 0
    seconds: float = 0.0
    told: str = ""


def cases(half: str) -> Iterator[Case]:
    """Yield the cases of one half."""
    for line in yaml.safe_load(FILE.read_text("utf-8"))[half]:
        said, _, want = line.partition(" => ")
        house, here, text = (part.strip() for part in said.split(";", 2))
        yield Case(house=house, here="" if here == "-" else here, text=text, want=want)


def is_wanted(calls: tuple[Call, ...], want: str) -> bool:
    """Tell whether each call is one of those that are right."""
    allowed = set()
    for alternative in want.split(" | "):
        actions, _, things = alternative.partition(": ")
        allowed |= {(action, thing) for action in actions.split(",") for thing in things.split(",")}
    return all((call.action, thing) in allowed for call in calls for thing in call.targets)


def verdict(found: object, want: str) -> str:
    """Judge what was decided."""
    match found:
        case Act(calls=calls) | Orders(calls=calls):
            return "right" if want != "none" and is_wanted(calls, want) else "wrong act"
        case Question(targets=targets):
            return (
                "right"
                if want.startswith("tell") and is_wanted((Call(action="tell", targets=targets),), want)
                else "wrong answer"
            )
        case Propose():
            return "asked"
        case None | NoMatch():
            return "right" if want == "none" else "missed"
        case _:
            return "asked"


async def run(case: Case, chooser: Chooser, house: House, words: Words) -> Row:
    """Let instinct and then the model have a sentence."""
    found = ground(case.text, house=house, words=words, here=case.here or None)
    if not isinstance(found, NoMatch):
        return Row(case=case, way="instinct", verdict=verdict(found, case.want), told=str(found))
    place = house.places.get(case.here)
    stimulus = Stimulus(text=case.text, language="en", area_id=case.here, room=place.name if place else "")
    begun = perf_counter()
    chosen: Chosen = await chooser.choose(stimulus, reader=Reader(house, words), recent=())
    return Row(
        case=case,
        way="model" if chosen.usage else "no reason",
        verdict=verdict(chosen.decision, case.want),
        prompt_tokens=chosen.usage.prompt_tokens if chosen.usage else 0,
        seconds=perf_counter() - begun,
        told=f"{chosen.kind} {chosen.decision} {chosen.raw}",
    )


def chooser_of(backend: Backend) -> Chooser:
    """Return an English chooser with time to spare: the server is shared."""
    code, data = read_choice("en")
    limits = dict.fromkeys(Channel, TimeLimits(total=120))
    return Chooser(backend=backend, language=load("en"), hints=Hints(code, data), limits=limits)


async def measure(url: str, model: str, half: str) -> list[Row]:
    """Run one half."""
    brain = BrainSettings(kind=BrainKind.OLLAMA, url=url, model=model)
    homes = {name: home(name) for name in {case.house for case in cases(half)}}
    words = Words("en", read_house("en")[0])
    async with aiohttp.ClientSession() as session:
        backend = OllamaBackend(brain, session=session, catalogue=ollama.AsyncClient(host=url))
        chooser = chooser_of(backend)
        rows = [await run(case, chooser, homes[case.house], words) for case in cases(half)]
        await backend.aclose()
    return rows


def report(rows: list[Row]) -> Iterator[str]:
    """Yield the table, by way."""
    for way in ("instinct", "no reason", "model", "all"):
        some = [row for row in rows if way in {row.way, "all"}]
        if not some:
            continue
        counts = Counter(row.verdict for row in some)
        said = ", ".join(f"{name} {counts[name]}" for name in VERDICTS)
        tokens = [row.prompt_tokens for row in some if row.prompt_tokens]
        cost = f"; prompt tokens {median(tokens):.0f} (most {max(tokens)})" if tokens else ""
        yield f"{way:<10} {len(some):>3}: {said}{cost}; {median(row.seconds for row in some):.2f} s"


def main() -> None:
    """Run what is asked for and print it."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--url", default="http://127.0.0.1:11434")
    parser.add_argument("--model", required=True)
    parser.add_argument("--half", choices=("developed", "held_out"), action="append")
    parser.add_argument("--show", action="store_true", help="print each sentence that is not right")
    asked = parser.parse_args()
    for half in asked.half or ("developed", "held_out"):
        rows = asyncio.run(measure(asked.url, asked.model, half))
        print(f"{asked.model}, {half}")
        for line in report(rows):
            print(line)
        for row in rows:
            if asked.show and row.verdict != "right":
                print(f"  {row.verdict}: {row.case.text!r} ({row.way}) {row.told}")


if __name__ == "__main__":
    main()
