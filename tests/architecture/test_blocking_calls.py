"""The event loop is never blocked, and no task escapes its owner."""

import ast
from collections.abc import Iterator

import pytest

from .source_tree import PACKAGE, Finding, dotted, findings, scan

FILE_OWNERS = ("organism/language/loader.py", "burrow/files.py")
"""Run in the executor; everything else gets its data from them."""

FILE_MODULES = frozenset({"os", "shutil", "glob", "tempfile", "sqlite3", "subprocess"})
HARMLESS = frozenset(
    {"os.getenv", "os.fspath", "os.environ.get", "os.cpu_count", "os.getpid", "os.sep.join", "glob.escape"}
)
FILE_METHODS = frozenset({
    "read_text", "read_bytes", "write_text", "write_bytes", "open", "iterdir", "glob", "rglob", "mkdir", "rmdir", "unlink",
    "touch", "exists", "is_file", "is_dir", "stat", "listdir", "scandir",
})  # fmt: skip
TASKS = frozenset({"create_task", "ensure_future", "run_coroutine_threadsafe"})


def file_access(module: ast.Module) -> Iterator[Finding]:
    """Find calls that touch the disk or start a process."""
    for node in _calls(module):
        name = dotted(node.func)
        owner, _, last = name.rpartition(".")
        if name in HARMLESS or name.startswith("os.path.join"):
            continue
        if (
            name in {"open", "importlib.import_module"}
            or owner.partition(".")[0] in FILE_MODULES
            or (isinstance(node.func, ast.Attribute) and node.func.attr in FILE_METHODS)
        ):
            yield node.lineno, f"calls {name or last or 'a file method'}"


def stray_tasks(module: ast.Module) -> Iterator[Finding]:
    """Find tasks that nobody owns; a task group's own `create_task` is fine."""
    for name, node in _uses(module):
        owner, _, last = name.rpartition(".")
        if last in TASKS and (owner == "asyncio" or owner.rpartition(".")[2] in {"loop", "get_running_loop()"}):
            yield node.lineno, f"calls {name}"


def sleeping(module: ast.Module) -> Iterator[Finding]:
    """Find `time.sleep`."""
    for name, node in _uses(module):
        if name == "time.sleep":
            yield node.lineno, "calls time.sleep"


def _calls(module: ast.Module) -> Iterator[ast.Call]:
    return (node for node in ast.walk(module) if isinstance(node, ast.Call))


def _uses(module: ast.Module) -> Iterator[tuple[str, ast.Call | ast.ImportFrom]]:
    """Yield what is called, and what is imported by name as if it were called there."""
    for node in ast.walk(module):
        match node:
            case ast.Call(func=func):
                yield dotted(func), node
            case ast.ImportFrom(module=str(source), names=names):
                yield from ((f"{source}.{alias.name}", node) for alias in names)


def test_files_are_touched_only_by_their_owners() -> None:
    assert scan(PACKAGE, file_access, spare=FILE_OWNERS) == []


def test_the_loader_is_seen_to_touch_files() -> None:
    assert {line.partition(":")[0] for line in scan(PACKAGE, file_access)} <= set(FILE_OWNERS)
    assert any(line.startswith(FILE_OWNERS[0]) for line in scan(PACKAGE, file_access))


def test_every_task_has_an_owner() -> None:
    assert scan(PACKAGE, stray_tasks) == []


def test_nothing_sleeps_on_the_loop() -> None:
    assert scan(PACKAGE, sleeping) == []


@pytest.mark.parametrize(
    "code",
    [
        "open('x')",
        "Path('x').read_text()",
        "folder.joinpath('x').write_bytes(b'')",
        "(folder / 'x').exists()",
        "os.listdir('.')",
        "os.path.exists('x')",
        "shutil.rmtree('x')",
        "glob.glob('*')",
        "[path for path in folder.iterdir()]",
        "sqlite3.connect('x')",
        "subprocess.run(['x'])",
        "importlib.import_module('x')",
    ],
)
def test_a_call_that_touches_files_is_found(code: str) -> None:
    assert len(findings(file_access, code)) == 1


@pytest.mark.parametrize(
    "code",
    [
        "asyncio.create_task(f())",
        "asyncio.ensure_future(f())",
        "self._loop.loop.create_task(f())",
        "asyncio.get_running_loop().create_task(f())",
        "from asyncio import create_task",
    ],
)
def test_a_task_without_an_owner_is_found(code: str) -> None:
    assert len(findings(stray_tasks, code)) == 1


@pytest.mark.parametrize("code", ["time.sleep(1)", "from time import sleep", "def f():\n    time.sleep(0)"])
def test_sleep_is_found(code: str) -> None:
    assert len(findings(sleeping, code)) == 1


def test_calls_that_only_look_alike_are_fine() -> None:
    code = "items.remove(x)\nos.getenv('X')\ngroup.create_task(f())\nasyncio.sleep(1)\n'x'.replace('a', 'b')"
    assert [what for check in (file_access, stray_tasks, sleeping) for what in findings(check, code)] == []
