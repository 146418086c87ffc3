"""Only the guard catches everything."""

import ast
from collections.abc import Iterator

import pytest

from .source_tree import PACKAGE, Finding, dotted, findings, scan

GUARD = "organism/guard.py"
EVERYTHING = frozenset({"Exception", "BaseException", "builtins.Exception", "builtins.BaseException"})


def broad_excepts(module: ast.Module) -> Iterator[Finding]:
    """Find handlers that catch everything, and `suppress` used for the same."""
    for node in ast.walk(module):
        match node:
            case ast.ExceptHandler(type=None):
                yield node.lineno, "catches everything without a name"
            case ast.ExceptHandler(type=ast.Tuple(elts=caught)):
                yield from _broad(caught)
            case ast.ExceptHandler(type=ast.expr() as caught_one):
                yield from _broad([caught_one])
            case ast.Call(func=func, args=caught) if dotted(func).rpartition(".")[2] == "suppress":
                yield from _broad(caught)


def _broad(caught: list[ast.expr]) -> Iterator[Finding]:
    for node in caught:
        if dotted(node) in EVERYTHING:
            yield node.lineno, f"catches {dotted(node)}"


def test_only_the_guard_catches_everything() -> None:
    assert scan(PACKAGE, broad_excepts, spare=[GUARD]) == []


def test_the_guard_is_where_the_exemption_points() -> None:
    assert {line.partition(":")[0] for line in scan(PACKAGE, broad_excepts)} == {GUARD}


@pytest.mark.parametrize(
    "code",
    [
        "try: f()\nexcept: pass",
        "try: f()\nexcept Exception as error: raise",
        "try: f()\nexcept (ValueError, BaseException): pass",
        "try: f()\nexcept ValueError, Exception: pass",
        "try: f()\nexcept* Exception: pass",
        "with contextlib.suppress(Exception): f()",
    ],
)
def test_a_broad_handler_is_found(code: str) -> None:
    assert len(findings(broad_excepts, code)) == 1


def test_a_handler_that_says_what_it_expects_is_fine() -> None:
    assert findings(broad_excepts, "try: f()\nexcept ValueError, ExceptionGroup: pass") == []
