"""The translations of the integration, read strictly, and small ways of looking at them."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from string import Formatter
from typing import Any

from .source_tree import PACKAGE, files, strict_json

TRANSLATIONS = PACKAGE / "translations"


def translation(language: str) -> dict[str, Any]:
    """Return the texts of a language."""
    texts: dict[str, Any] = strict_json(TRANSLATIONS / f"{language}.json")
    return texts


def languages(folder: Path = TRANSLATIONS) -> dict[str, dict[str, Any]]:
    """Return the texts of all languages by code."""
    return {path.stem: strict_json(path) for path in files(folder, "*.json")}


def leaves(tree: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, str]]:
    """Yield the dotted path and the text of every leaf."""
    for key, value in tree.items():
        path = f"{above}.{key}" if above else key
        if isinstance(value, dict):
            yield from leaves(value, path)
        else:
            yield path, value


def at(tree: Mapping[str, Any], path: str) -> dict[str, Any]:
    """Return the branch at a dotted path, empty when there is none."""
    branch: Any = tree
    for key in path.split("."):
        branch = branch.get(key, {})
    return dict(branch)


def placeholders(text: str) -> frozenset[str]:
    """Return the names in braces."""
    return frozenset(name for _, name, _, _ in Formatter().parse(text) if name is not None)


def unlike(what: str, code: set[str] | frozenset[str], texts: set[str] | frozenset[str]) -> list[str]:
    """Return what the code uses and no text describes, and the other way round."""
    return [f"{what} without a text: {name}" for name in sorted(code - texts)] + [
        f"text without a {what}: {name}" for name in sorted(texts - code)
    ]
