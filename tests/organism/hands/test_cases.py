"""Labelled sentences in nine languages, over invented homes."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from hypothesis import given, strategies as st
import pytest
import yaml

from custom_components.opencrayfish.organism.hands.actions import ACTIONS, can, features_of
from custom_components.opencrayfish.organism.hands.grounding import ground
from custom_components.opencrayfish.organism.hands.house import Floor, House, Place, Thing
from custom_components.opencrayfish.organism.hands.results import (
    Agenda,
    Ambiguous,
    Appointment,
    Call,
    Grounding,
    Later,
    NoMatch,
    Orders,
    Question,
    Sky,
)
from custom_components.opencrayfish.organism.hands.words import Words
from custom_components.opencrayfish.organism.language.loader import read_house

FOLDER = Path(__file__).parent


def home(name: str) -> House:
    """Read a home."""
    data = yaml.safe_load((FOLDER / f"homes/{name}.yaml").read_text("utf-8"))
    house = House()
    for floor in data["floors"]:
        house.put_floor(Floor(id=floor["id"], name=floor["name"], aliases=tuple(floor.get("aliases", ()))))
    for area in data["areas"]:
        aliases = tuple(area.get("aliases", ()))
        house.put_place(Place(id=area["id"], name=area["name"], aliases=aliases, floor_id=area.get("floor")))
    for thing in data["things"]:
        house.put(_thing(thing))
    return house


def _thing(data: Mapping[str, Any]) -> Thing:
    domain = data["id"].partition(".")[0]
    attributes = {**data.get("attributes", {})}
    if "modes" in data:
        attributes["supported_color_modes"] = data["modes"]
    attributes["supported_features"] = data.get("flags", 0)
    return Thing(
        id=data["id"],
        name=data["name"],
        domain=domain,
        aliases=tuple(data.get("aliases", ())),
        device_class=data.get("class"),
        area_id=data.get("area"),
        labels=tuple(data.get("labels", ())),
        state=data.get("state", "off"),
        unit=data.get("unit"),
        attributes=attributes,
        features=features_of(domain, attributes),
    )


def words_of(code: str) -> Words:
    return Words(code, read_house(code)[0])


FILES = {path.stem: yaml.safe_load(path.read_text("utf-8")) for path in sorted(FOLDER.glob("cases/*.yaml"))}
HOMES = {name: home(name) for name in {file["home"] for file in FILES.values()}}
WORDS = {code: words_of(code) for code in {file.get("language", stem) for stem, file in FILES.items()}}


def cases() -> Iterator[Any]:
    for stem, file in FILES.items():
        code = file.get("language", stem)
        for case in file["cases"]:
            if isinstance(case, str):
                say, _, want = case.partition(" => ")
                case = {"say": say, "want": want}
            yield pytest.param(code, file["home"], case, id=f"{code}: {case['say']}")


def call(text: str) -> Call:
    """Read `light.brightness light.desk 40`."""
    action, *rest = text.split()
    spec = ACTIONS[action]
    targets = [word for word in rest if "." in word and not word.replace(".", "").isdecimal()]
    value = " ".join(word for word in rest if word not in targets)
    number = value.lstrip("-").replace(".", "").isdecimal()
    return Call(
        action=spec.key, targets=tuple(sorted(targets)), value=(float(value) if number else value) if value else None
    )


def told(found: Grounding) -> str:
    """Return what was understood, in the notation of the cases."""
    match found:
        case Orders(calls=calls):
            return "; ".join(_told_call(one) for one in calls)
        case Later(orders=orders, awaits=awaits):
            cause = f" @ {' '.join((*awaits.targets, awaits.wanted or ''))}" if awaits else ""
            return f"later {told(orders)}{cause}"
        case Ambiguous(candidates=candidates):
            return f"which {' '.join(sorted(candidates))}"
        case Question():
            return f"ask {' '.join(filter(None, (found.kind.value, *sorted(found.targets), found.wanted)))}"
        case Agenda(targets=targets, when=when, search=search):
            return " ".join(filter(None, ("agenda", *targets, when and f"({when})", *search)))
        case Sky(when=when, wanted=wanted, measure=measure):
            return " ".join(filter(None, ("sky", wanted, measure, when and f"({when})")))
        case Appointment(targets=targets, summary=summary, when=when):
            return f"event {' '.join(targets)}: {summary} ({when})"
        case NoMatch():
            return "none"


def _told_call(one: Call) -> str:
    value = f"{one.value:g}" if isinstance(one.value, int | float) else one.value
    return " ".join(filter(None, (one.action, *sorted(one.targets), value)))


def wanted(text: str) -> set[str]:
    """Return every reading that is right."""
    return {_normal(one.strip()) for one in text.split(" | ")}


def _normal(text: str) -> str:
    kind, _, rest = text.partition(" ")
    if kind == "later":
        orders, at, cause = rest.partition(" @ ")
        return f"later {_normal(orders)}{at}{cause}"
    if kind in {"which", "ask", "none", "agenda", "sky", "event"}:
        return text
    return "; ".join(_told_call(call(one.strip())) for one in text.split(";"))


@pytest.mark.parametrize(("code", "house", "case"), cases())
def test_it_is_understood(code: str, house: str, case: Mapping[str, Any]) -> None:
    found = told(
        ground(
            case["say"],
            house=HOMES[house],
            words=WORDS[code],
            here=case.get("here"),
            recent=tuple(case.get("recent", ())),
            recent_call=call(case["call"]) if "call" in case else None,
        )
    )
    right = wanted(case["want"])
    if "ask" in right and found.startswith("ask"):
        return
    assert found in right


def test_there_are_enough_cases_in_every_language() -> None:
    counts = {stem: len(file["cases"]) for stem, file in FILES.items()}
    assert sum(counts.values()) >= 400
    assert len(WORDS) == 9
    languages = {file.get("language", stem): 0 for stem, file in FILES.items()}
    for stem, file in FILES.items():
        languages[file.get("language", stem)] += counts[stem]
    assert min(languages.values()) >= 25


PIECES = st.sampled_from(
    ["turn on", "turn off", "the", "lamp", "piano lamp", "all", "lights", "except", "and", "not", "in ten minutes", "is", "?", "open",
     "skylight", "50 percent", "parlour", "upstairs", "everything", "brighter", "it", "again", "add", "to", "market list", "红色", "zwei",
     "¹", ",", "it's", "none", "99999999999", "-5"]
)  # fmt: skip
TEXTS = st.text(max_size=80) | st.lists(PIECES, max_size=12).map(" ".join)


@given(TEXTS, st.sampled_from(sorted(WORDS)), st.sampled_from([None, "parlour", "nowhere"]))
def test_nothing_that_is_not_there_is_ever_meant(text: str, code: str, here: str | None) -> None:
    house = HOMES["mill"]
    found = ground(text, house=house, words=WORDS[code], here=here, recent=("light.piano", "light.gone"))
    calls = found.calls if isinstance(found, Orders) else found.orders.calls if isinstance(found, Later) else ()
    for one in calls:
        assert one.targets
        assert all(can(house[id_], ACTIONS[one.action]) for id_ in one.targets)
    if isinstance(found, Question | Ambiguous):
        targets = found.targets if isinstance(found, Question) else found.candidates
        assert all(id_ in house for id_ in targets)
