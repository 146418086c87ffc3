"""Read data of an expected shape; each raises `ValueError` that names what is wrong."""

from collections.abc import Mapping


def read_section(data: Mapping[str, object], name: str) -> Mapping[str, object]:
    """Return a mapping with names for keys that stands under a name."""
    match data.get(name):
        case dict() as found if all(isinstance(key, str) for key in found):
            return found
        case _:
            raise ValueError(f"{name} is no mapping of names")


def read_texts(value: object, name: str) -> tuple[str, ...]:
    """Return a list of texts."""
    match value:
        case [*items]:
            return tuple(read_text(item, name) for item in items)
        case _:
            raise ValueError(f"{name} is no list")


def read_text(value: object, name: str) -> str:
    """Return a text that says something."""
    match value:
        case str(found) if found.strip():
            return found
        case _:
            raise ValueError(f"{name}: {value!r} is no text")
