"""The scans that the other tests stand on."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from .source_tree import PACKAGE, ROOT, Finding, files, scan, strict_json, strict_yaml


def _every_pass(module: ast.Module) -> Iterator[Finding]:
    for node in ast.walk(module):
        if isinstance(node, ast.Pass):
            yield node.lineno, "pass"


def test_a_scan_names_file_and_line_and_spares_what_it_is_told_to(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "one.py").write_text("x = 1\npass\n")
    (tmp_path / "two.py").write_text("pass\n")
    assert scan(tmp_path, _every_pass) == ["deep/one.py:2 pass", "two.py:1 pass"]
    assert scan(tmp_path, _every_pass, spare=["two.py"]) == ["deep/one.py:2 pass"]


def test_a_scan_of_nothing_fails(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="nothing to check"):
        scan(tmp_path, _every_pass)
    with pytest.raises(AssertionError, match="nothing to check"):
        files(tmp_path, "*.json")


def test_a_json_key_that_stands_twice_is_found(tmp_path: Path) -> None:
    double = tmp_path / "double.json"
    double.write_text('{"a": {"b": 1, "b": 2}}')
    with pytest.raises(ValueError, match="'b' stands twice"):
        strict_json(double)


def test_a_yaml_key_that_stands_twice_is_found(tmp_path: Path) -> None:
    double = tmp_path / "double.yaml"
    double.write_text("a:\n  b: 1\n  c: 1\n  b: 2\n")
    with pytest.raises(ValueError, match="'b' stands twice"):
        strict_yaml(double)


def test_no_json_file_of_the_project_holds_a_key_twice() -> None:
    for path in (ROOT / "hacs.json", *files(PACKAGE, "*.json")):
        assert strict_json(path), path


def test_no_yaml_file_of_the_package_holds_a_key_twice() -> None:
    for path in files(PACKAGE, "*.yaml"):
        assert strict_yaml(path), path
