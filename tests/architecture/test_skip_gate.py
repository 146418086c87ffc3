"""No test is skipped in silence."""

import os
from pathlib import Path
import subprocess
import sys

import pytest

from .source_tree import ROOT

# Texts of test files that the gate has to find fault with; nothing here is skipped itself.
SKIPPED = "import pytest\n@pytest.mark.skip(reason='later')\ndef test_it(): pass\n"
WAYS = {
    "test_mark.py::test_it": SKIPPED,
    "test_call.py::test_it": "import pytest\ndef test_it(): pytest.skip('today')\n",
    "test_fails.py::test_it": "import pytest\n@pytest.mark.xfail\ndef test_it(): assert False\n",
    "test_passes.py::test_it": "import pytest\n@pytest.mark.xfail\ndef test_it(): assert True\n",
    "test_module.py": "import pytest\npytest.skip('all of it', allow_module_level=True)\n",
    "test_import.py": "import pytest\npytest.importorskip('no_such_library')\n",
}


def run(folder: Path, tests: dict[str, str], allowed: str = "") -> subprocess.CompletedProcess[str]:
    """Run test files with the gate and a list of allowed skips."""
    for name, code in tests.items():
        (folder / name.partition("::")[0]).write_text(code)
    (folder / "pytest.ini").write_text("[pytest]\n")
    (folder / "allowed.txt").write_text(allowed)
    command = [sys.executable, "-m", "pytest", "-p", "tests.skip_gate", "-p", "no:cacheprovider", "--allowed-skips"]
    return subprocess.run(
        [*command, str(folder / "allowed.txt"), str(folder)],
        cwd=ROOT,
        env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_each_skipped_test_fails_the_run_and_is_named(tmp_path: Path) -> None:
    result = run(tmp_path, WAYS | {"test_other.py": "def test_other(): pass\n"})
    assert result.returncode == pytest.ExitCode.TESTS_FAILED
    named = result.stdout.partition("not in tests/allowed_skips.txt")[2].splitlines()
    assert {line for line in named if line.startswith("test_")} == set(WAYS)


def test_a_skip_that_is_listed_with_its_reason_is_let_through(tmp_path: Path) -> None:
    result = run(tmp_path, {"test_it.py": SKIPPED}, "# a comment\n\ntest_it.py::test_it  # the reason\n")
    assert result.returncode == pytest.ExitCode.OK


def test_a_listed_skip_without_a_reason_stops_the_run(tmp_path: Path) -> None:
    result = run(tmp_path, {"test_it.py": SKIPPED}, "test_it.py::test_it\n")
    assert result.returncode == pytest.ExitCode.USAGE_ERROR
    assert "listed without a reason" in result.stderr


def test_a_run_without_tests_fails(tmp_path: Path) -> None:
    assert run(tmp_path, {"test_it.py": ""}).returncode == pytest.ExitCode.NO_TESTS_COLLECTED
