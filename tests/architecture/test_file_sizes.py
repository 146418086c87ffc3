"""No file of the package grows beyond what one sitting can read."""

from pathlib import Path

from .source_tree import PACKAGE, files

LIMIT = 400


def too_long(tree: Path) -> list[str]:
    """Return the Python files with more lines than the limit."""
    return [
        f"{path.relative_to(tree)}: {lines} lines"
        for path in files(tree, "*.py")
        if (lines := len(path.read_text(encoding="utf-8").splitlines())) > LIMIT
    ]


def test_no_file_has_more_than_400_lines() -> None:
    assert too_long(PACKAGE.parent) == []


def test_one_line_too_many_is_found(tmp_path: Path) -> None:
    (tmp_path / "full.py").write_text("x = 1\n" * LIMIT)
    (tmp_path / "over.py").write_text("x = 1\n" * (LIMIT + 1))
    assert too_long(tmp_path) == ["over.py: 401 lines"]
