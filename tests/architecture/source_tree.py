"""What the architecture tests share: finding, reading and searching the project's files.

Every scan fails when it finds nothing to read: a check of zero files proves nothing.
"""

import ast
from collections.abc import Callable, Collection, Iterable, Iterator
import json
from pathlib import Path
from typing import Any, override

import yaml

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "custom_components" / "opencrayfish"
ORGANISM = PACKAGE / "organism"

type Finding = tuple[int, str]
"""Line and what is wrong there."""

type Check = Callable[[ast.Module], Iterable[Finding]]


def files(tree: Path, pattern: str) -> tuple[Path, ...]:
    """Return the files of a tree that match, sorted.

    Raises `AssertionError` when there is none.
    """
    found = tuple(sorted(path for path in tree.rglob(pattern) if path.is_file()))
    assert found, f"nothing to check: no {pattern} under {tree}"
    return found


def modules(tree: Path) -> Iterator[tuple[str, ast.Module]]:
    """Yield the path, relative to the tree, and the syntax of every Python file."""
    for path in files(tree, "*.py"):
        yield path.relative_to(tree).as_posix(), ast.parse(path.read_text(encoding="utf-8"))


def scan(tree: Path, check: Check, *, spare: Collection[str] = ()) -> list[str]:
    """Return `path:line what` for all that a check finds in a tree, except in the spared files."""
    return [
        f"{path}:{line} {what}" for path, module in modules(tree) if path not in spare for line, what in check(module)
    ]


def findings(check: Check, code: str) -> list[str]:
    """Return what a check finds in a piece of code."""
    return [what for _, what in check(ast.parse(code))]


def dotted(node: ast.expr) -> str:
    """Return `a.b.c` for a name or a chain of attributes; a call on the way shows as `()`."""
    match node:
        case ast.Name():
            return node.id
        case ast.Attribute():
            return f"{dotted(node.value)}.{node.attr}"
        case ast.Call():
            return f"{dotted(node.func)}()"
        case _:
            return ""


def strict_json(path: Path) -> Any:
    """Return the content of a JSON file.

    Raises `ValueError` for a key that stands twice in one object.
    """
    return json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=lambda pairs: _unique(pairs, path))


def strict_yaml(path: Path) -> Any:
    """Return the content of a YAML file.

    Raises `ValueError` for a key that stands twice in one mapping.
    """
    return yaml.load(path.read_text(encoding="utf-8"), Loader=_UniqueKeys)  # noqa: S506 - a SafeLoader


def _unique(pairs: Iterable[tuple[Any, Any]], where: object) -> dict[Any, Any]:
    result: dict[Any, Any] = {}
    for key, value in pairs:
        if key in result:
            raise ValueError(f"{where}: the key {key!r} stands twice in one object")
        result[key] = value
    return result


class _UniqueKeys(yaml.SafeLoader):
    @override
    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        _unique(((self.construct_object(key), None) for key, _ in node.value), node.start_mark)
        return super().construct_mapping(node, deep)


# Blueprints name their inputs by this tag.
_UniqueKeys.add_constructor("!input", lambda _, node: node.value)
