"""A pytest plugin: a test that is skipped, or expected to fail, fails the run unless it is listed with its reason.

Load it with `-p tests.skip_gate`; the list is `tests/allowed_skips.txt`.
"""

from pathlib import Path
from typing import Final

import pytest

REPOSITORY: Final = Path(__file__).parents[1]
SEPARATOR: Final = "  # "


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let tests of this plugin bring a list of their own."""
    parser.addoption("--allowed-skips", type=Path, default=Path(__file__).with_name("allowed_skips.txt"))


def pytest_configure(config: pytest.Config) -> None:
    """Start to watch."""
    allowed = read_allowed(config.getoption("--allowed-skips"))
    config.pluginmanager.register(SkipGate(allowed, config.rootpath), "skip_gate")


def read_allowed(path: Path) -> frozenset[str]:
    """Return the ids of the listed tests.

    Raises `pytest.UsageError` for a line without a reason.
    """
    allowed = set()
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        test, _, reason = line.partition(SEPARATOR)
        if not reason.strip():
            raise pytest.UsageError(f"{path}: {test.strip()} is listed without a reason")
        allowed.add(test.strip())
    return frozenset(allowed)


class SkipGate:
    """Remembers what was skipped without leave."""

    def __init__(self, allowed: frozenset[str], root: Path) -> None:
        """Take the ids, relative to the repository, of tests that may be skipped; pytest's ids are relative to `root`."""
        self._allowed = allowed
        self._root = root
        self._refused: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Look at a test that ran, or did not."""
        if report.skipped or hasattr(report, "wasxfail"):
            self._judge(report)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Look at a module that was read, or skipped as a whole."""
        if report.skipped:
            self._judge(report)

    def _judge(self, report: pytest.TestReport | pytest.CollectReport) -> None:
        file, *names = report.nodeid.split("::")
        path = self._root / file
        name = path.relative_to(REPOSITORY).as_posix() if path.is_relative_to(REPOSITORY) else file
        test = "::".join((name, *names))
        if test not in self._allowed and test not in self._refused:
            self._refused.append(test)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Let the run fail when something was skipped without leave."""
        if self._refused and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Say which tests these are."""
        if self._refused:
            terminalreporter.section("skipped or expected to fail, and not in tests/allowed_skips.txt", red=True)
            for test in self._refused:
                terminalreporter.write_line(test)
