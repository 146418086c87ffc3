"""What people read in the repository is what the integration ships."""

from pathlib import Path

from .source_tree import PACKAGE, ROOT, files


def differences(repository: Path, package: Path) -> list[str]:
    """Return the files of two folders that are missing in one, or not byte for byte the same."""
    ours, theirs = (
        {path.relative_to(tree).as_posix(): path for path in files(tree, "*")} for tree in (repository, package)
    )
    return sorted(
        name
        for name in ours | theirs
        if name not in ours or name not in theirs or ours[name].read_bytes() != theirs[name].read_bytes()
    )


def test_the_soul_in_the_repository_is_the_one_that_is_shipped() -> None:
    assert (ROOT / "soul.md").read_bytes() == (PACKAGE / "soul.md").read_bytes()
    assert (ROOT / "soul.md").stat().st_size > 0


def test_the_blueprints_in_the_repository_are_those_that_are_shipped() -> None:
    assert differences(ROOT / "blueprints", PACKAGE / "blueprints") == []


def test_a_missing_and_a_changed_file_are_found(tmp_path: Path) -> None:
    for folder, texts in {"ours": {"a": "1", "b": "1", "c": "1"}, "theirs": {"a": "1", "b": "2", "d": "1"}}.items():
        (tmp_path / folder / "deep").mkdir(parents=True)
        for name, text in texts.items():
            (tmp_path / folder / "deep" / name).write_text(text)
    assert differences(tmp_path / "ours", tmp_path / "theirs") == ["deep/b", "deep/c", "deep/d"]
