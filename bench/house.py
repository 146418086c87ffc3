"""What understanding orders costs in a large house: 3 000 things, distinct sentences."""

from collections.abc import Iterator
from itertools import product
import tracemalloc

from custom_components.opencrayfish.organism.hands.actions import features_of
from custom_components.opencrayfish.organism.hands.grounding import ground
from custom_components.opencrayfish.organism.hands.house import Floor, House, Place, Thing
from custom_components.opencrayfish.organism.hands.words import Words
from custom_components.opencrayfish.organism.language.loader import read_house

from .measure import Figure, figure, timed

THINGS = 3000
SENTENCES = 1000
ROOMS = ("Kitchen", "Office", "Workshop", "Bedroom", "Hall", "Studio", "Library", "Nursery", "Gym", "Laundry")
WINGS = ("North", "South", "East", "West", "Upper", "Lower", "Old", "New", "Garden", "Tower")
KINDS: tuple[tuple[str, str, str, dict[str, object]], ...] = (
    ("light", "Lamp", "off", {"supported_color_modes": ["brightness"]}),
    ("cover", "Blind", "closed", {"supported_features": 15, "device_class": "blind"}),
    ("switch", "Socket", "off", {}),
    ("sensor", "Thermometer", "20.5", {"device_class": "temperature"}),
    ("lock", "Door", "locked", {}),
    ("fan", "Ventilator", "off", {"supported_features": 1}),
)
ADJECTIVES = ("Blue", "Corner", "Window", "Desk", "Ceiling")


def large_house() -> House:
    """Return a house of a hundred rooms on ten floors."""
    house = House()
    for level, wing in enumerate(WINGS):
        house.put_floor(Floor(id=wing, name=f"{wing} Wing", level=level))
        for room in ROOMS:
            house.put_place(Place(id=f"{wing} {room}", name=f"{wing} {room}", floor_id=wing))
    for number, thing in enumerate(product(WINGS, ROOMS, ADJECTIVES, KINDS)):
        if number == THINGS:
            break
        wing, room, adjective, (domain, noun, state, attributes) = thing
        house.put(
            Thing(
                id=f"{domain}.{number}",
                name=f"{adjective} {noun}",
                domain=domain,
                area_id=f"{wing} {room}",
                device_class=str(attributes.get("device_class") or "") or None,
                state=state,
                attributes=attributes,
                features=features_of(domain, attributes),
            )
        )
    return house


def sentences() -> Iterator[str]:
    """Yield orders and questions: single things, rooms, floors, all of a kind, and talk."""
    patterns = (
        "turn on the {adjective} lamp in the {wing} {room}",
        "close the {wing} {room} {adjective} blind",
        "turn off the lights in the {wing} {room}",
        "what is the temperature in the {wing} {room}",
        "is the {adjective} door in the {wing} {room} locked",
        "set the {wing} {room} {adjective} ventilator to 40 percent",
        "turn off all the lights in the {wing} wing",
        "I read a book about the {adjective} {room} yesterday",
    )
    for number, (adjective, room, wing, pattern) in enumerate(product(ADJECTIVES, ROOMS, WINGS, patterns)):
        if number == SENTENCES - 2:
            break
        yield pattern.format(adjective=adjective.lower(), room=room.lower(), wing=wing.lower())
    yield "turn off all the lights"
    yield "which doors are unlocked"


def figures() -> Iterator[Figure]:
    """Measure the index and the grounding."""
    tracemalloc.start()
    house = large_house()
    megabytes = tracemalloc.get_traced_memory()[0] / 1e6
    tracemalloc.stop()
    yield Figure(name=f"house of {len(house)} things", value=megabytes, unit="MB", limit=20)
    words = Words("en", read_house("en")[0])
    timings = timed(lambda text: ground(text, house=house, words=words), sentences())
    yield figure(f"grounding among {THINGS} things, {len(timings)} sentences", timings, limit=2)
    things = list(house.things.values())[:1000]
    yield figure("index: a thing that changes its name", timed(house.put, things), limit=1)
    yield figure("index: a state", timed(lambda thing: house.set_state(thing.id, "on"), things), limit=1)


if __name__ == "__main__":
    for row in figures():
        print(row.row())
