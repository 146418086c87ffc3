"""The watcher sees what the log says against the integration, and nothing else."""

from pathlib import Path
import sys

import pytest

from tests.end_to_end.config_folder import REPOSITORY
from tests.end_to_end.log import EXEMPT, LogWatch, complaints

STAMP = "2026-11-30 12:00:00.123"
SOURCE = "custom_components/opencrayfish/entity.py"


@pytest.mark.parametrize(
    "text",
    [
        f"{STAMP} ERROR (MainThread) [custom_components.opencrayfish.conversation] Unexpected error",
        f"{STAMP} WARNING (MainThread) [loop] Detected blocking call to open by custom integration 'opencrayfish'",
        f'{STAMP} ERROR (MainThread) [core] Error\nTraceback:\n  File "{REPOSITORY}/{SOURCE}", line 7, in x\nValueError',
        f"{STAMP} INFO (MainThread) [core] Running\nException ignored in: <coroutine object at {REPOSITORY}/{SOURCE}>",
        f"Traceback (most recent call last):\n  {SOURCE}",
        f"{STAMP} CRITICAL (MainThread) [x] opencrayfish",
    ],
)
def test_a_warning_an_error_or_a_traceback_that_names_the_integration_is_a_complaint(text: str) -> None:
    before = f"{STAMP} INFO (MainThread) [homeassistant.setup] Setting up opencrayfish\n"
    after = f"\n{STAMP}+00:00 INFO (MainThread) [homeassistant.core] Timer"
    assert len(complaints(text)) == 1
    assert len(complaints(before + text + after)) == 1


@pytest.mark.parametrize(
    "text",
    [
        "",
        f"{STAMP} INFO (SyncWorker_0) [custom_components.opencrayfish] Awake",
        f"{STAMP} WARNING (SyncWorker_0) [homeassistant.loader] {EXEMPT} by Home Assistant. This component might …",
        f"{STAMP} ERROR (MainThread) [homeassistant.components.ffmpeg] ffmpeg is missing",
        f'{STAMP} ERROR (MainThread) [x] Failed\nTraceback:\n  File "{REPOSITORY}/.venv/lib/core.py", line 7',
        f'{STAMP} ERROR (MainThread) [x] Failed\nTraceback:\n  File "{sys.base_prefix}/lib/asyncio/base.py", line 7',
    ],
)
def test_what_does_not_speak_against_the_integration_is_no_complaint(text: str) -> None:
    assert complaints(text) == []


def test_a_complaint_is_told_once_and_later_ones_are_found(tmp_path: Path) -> None:
    path = tmp_path / "console.log"
    watch = LogWatch(path)
    assert watch.complaints() == []
    line = f"{STAMP} ERROR (MainThread) [custom_components.opencrayfish] one\n"
    path.write_text(line, encoding="utf-8")
    assert len(watch.complaints()) == 1
    assert watch.complaints() == []
    with path.open("a", encoding="utf-8") as file:
        file.write(line)
    assert len(watch.complaints()) == 1
