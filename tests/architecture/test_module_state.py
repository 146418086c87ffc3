"""Nothing lives outside an entry: no global, no module that remembers."""

import ast
from collections.abc import Iterator

import pytest

from .source_tree import ORGANISM, PACKAGE, Finding, dotted, findings, scan

MUTABLE_CALLS = frozenset({
    "list", "dict", "set", "bytearray", "defaultdict", "deque", "Counter", "OrderedDict", "WeakKeyDictionary",
    "WeakValueDictionary", "WeakSet", "SimpleNamespace",
})  # fmt: skip
DISPLAYS = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp)


def globals_declared(module: ast.Module) -> Iterator[Finding]:
    """Find `global` statements."""
    for node in ast.walk(module):
        if isinstance(node, ast.Global):
            yield node.lineno, f"global {', '.join(node.names)}"


def mutable_module_values(module: ast.Module) -> Iterator[Finding]:
    """Find module and class level names that hold something that can change."""
    bodies = [module.body, *(node.body for node in ast.walk(module) if isinstance(node, ast.ClassDef))]
    for statement in (statement for body in bodies for statement in body):
        match statement:
            case (
                ast.Assign(targets=[target, *_], value=value) | ast.AnnAssign(target=target, value=ast.expr() as value)
            ):
                if _is_mutable(value) and not dotted(target).startswith("__"):
                    yield statement.lineno, f"{dotted(target)} can change"


def _is_mutable(value: ast.expr) -> bool:
    if isinstance(value, ast.Call):
        return dotted(value.func).rpartition(".")[2] in MUTABLE_CALLS
    return isinstance(value, DISPLAYS)


def test_no_global_statement() -> None:
    assert scan(PACKAGE, globals_declared) == []


def test_no_module_of_the_organism_holds_a_mutable_container() -> None:
    assert scan(ORGANISM, mutable_module_values) == []


def test_a_global_statement_is_found() -> None:
    assert findings(globals_declared, "def f():\n    global a, b\n    a = b = 1") == ["global a, b"]


@pytest.mark.parametrize(
    "code",
    [
        "CACHE = {}",
        "names: Final = ['a']",
        "_seen: set[str] = set()",
        "TABLE: Final[Mapping[str, int]] = {'a': 1}",
        "RECENT = collections.deque(maxlen=3)",
        "A = B = [x for x in 'ab']",
        "class Box:\n    items: ClassVar[list[str]] = []",
    ],
)
def test_a_mutable_container_is_found(code: str) -> None:
    assert len(findings(mutable_module_values, code)) == 1


def test_frozen_containers_and_local_ones_are_fine() -> None:
    code = (
        "A = (1, 2)\nB = frozenset({1})\nC = MappingProxyType({'a': 1})\n__all__ = ['A']\nD: int\n"
        "def f():\n    box = []\n    return box\n"
    )
    assert findings(mutable_module_values, code) == []
