"""The organism runs without Home Assistant, and without most other things."""

import ast
from collections.abc import Iterator
import json
from pathlib import Path
import subprocess
import sys

import pytest

from .source_tree import ORGANISM, Finding, files, findings, scan

ALLOWED = frozenset({"ollama", "aiohttp", "hassil", "rapidfuzz", "json_repair", "numpy", "yaml"})

PROBE = """
import importlib, importlib.util, json, pathlib, sys

BANNED = {"homeassistant", "voluptuous", "probatio", "custom_components"}

class Ban:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in BANNED:
            raise ImportError(f"the organism must not import {name}")

root = pathlib.Path(sys.argv[1])
sys.meta_path.insert(0, Ban())
spec = importlib.util.spec_from_file_location("organism", root / "__init__.py", submodule_search_locations=[str(root)])
sys.modules["organism"] = package = importlib.util.module_from_spec(spec)
spec.loader.exec_module(package)
imported = ["organism"]
for path in sorted(root.rglob("*.py")):
    name = ".".join(("organism", *path.relative_to(root).with_suffix("").parts)).removesuffix(".__init__")
    if name != "organism":
        importlib.import_module(name)
        imported.append(name)
assert not BANNED & {name.partition(".")[0] for name in sys.modules}
print(json.dumps(imported))
"""
"""Loads the package from its folder alone, so that nothing beside it can be imported, and then each module below it."""


def probe(tree: Path) -> list[str]:
    """Return the modules of a tree, imported as the top-level package `organism` in a fresh interpreter.

    Raises `AssertionError` with the interpreter's words when an import fails.
    """
    result = subprocess.run(
        [sys.executable, "-I", "-c", PROBE, str(tree)], capture_output=True, text=True, timeout=60, check=False
    )
    assert result.returncode == 0, result.stderr
    imported: list[str] = json.loads(result.stdout)
    return imported


def foreign_imports(module: ast.Module) -> Iterator[Finding]:
    """Find absolute imports of anything but the standard library and the allowed libraries."""
    for node in ast.walk(module):
        match node:
            case ast.Import(names=aliases):
                names = [alias.name for alias in aliases]
            case ast.ImportFrom(level=0, module=str(source)):
                names = [source]
            case _:
                continue
        for name in names:
            if name.partition(".")[0] not in ALLOWED | sys.stdlib_module_names:
                yield node.lineno, f"imports {name}"


def test_every_module_of_the_organism_imports_without_home_assistant() -> None:
    assert len(probe(ORGANISM)) == len(files(ORGANISM, "*.py"))


def test_the_organism_imports_only_what_it_may() -> None:
    assert scan(ORGANISM, foreign_imports) == []


@pytest.mark.parametrize(
    "fault",
    [
        "import homeassistant.core",
        "import voluptuous as vol",
        "import probatio",
        "import const",
        "from custom_components.opencrayfish import const",
        "from .. import const",
    ],
)
def test_an_import_that_reaches_out_of_the_organism_is_found(tmp_path: Path, fault: str) -> None:
    organism = tmp_path / "organism"
    (organism / "deep").mkdir(parents=True)
    (tmp_path / "const.py").write_text("")
    (organism / "__init__.py").write_text("")
    (organism / "deep" / "well.py").write_text("from .. import __name__\n")
    assert probe(organism) == ["organism", "organism.deep.well"]
    (organism / "faulty.py").write_text(f"{fault}\n")
    with pytest.raises(AssertionError, match=r"ImportError|ModuleNotFoundError"):
        probe(organism)


@pytest.mark.parametrize(
    "fault", ["import httpx", "def f():\n    from requests import get", "from homeassistant import x"]
)
def test_a_library_that_is_not_allowed_is_found(fault: str) -> None:
    assert len(findings(foreign_imports, fault)) == 1


def test_relative_imports_and_allowed_libraries_are_fine() -> None:
    assert findings(foreign_imports, "import asyncio, yaml\nfrom hassil import recognize\nfrom ..x import y") == []
