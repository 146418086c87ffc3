"""`quality_scale.yaml` speaks about every rule, and gives a reason for each that is not done."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import homeassistant.components as core

from .source_tree import PACKAGE, strict_yaml

STATUSES = frozenset({"done", "exempt", "todo"})


def core_rules() -> frozenset[str]:
    """Return the rules that an integration of the highest tier speaks about."""
    scale = strict_yaml(Path(next(iter(core.__path__))) / "anthropic" / "quality_scale.yaml")
    return frozenset(scale["rules"])


def scale_faults(scale: Mapping[str, Any], rules: frozenset[str]) -> list[str]:
    """Return what is wrong with the scale."""
    answers = scale["rules"]
    faults = [f"missing: {rule}" for rule in sorted(rules - set(answers))]
    faults += [f"no such rule: {rule}" for rule in answers if rule not in rules]
    for rule, answer in answers.items():
        status, comment = (answer, "") if isinstance(answer, str) else (answer["status"], answer.get("comment", ""))
        if status not in STATUSES:
            faults.append(f"{rule}: no such status: {status}")
        elif status != "done" and not comment.strip():
            faults.append(f"{rule}: {status} without a reason")
    return faults


def test_every_rule_is_spoken_about_with_a_reason() -> None:
    rules = core_rules()
    assert len(rules) >= 54
    assert scale_faults(strict_yaml(PACKAGE / "quality_scale.yaml"), rules) == []


@pytest.mark.parametrize(
    ("answers", "fault"),
    [
        ({}, "missing: devices"),
        ({"devices": "done", "deviecs": "done"}, "no such rule: deviecs"),
        ({"devices": "finished"}, "devices: no such status: finished"),
        ({"devices": "todo"}, "devices: todo without a reason"),
        ({"devices": {"status": "exempt", "comment": " "}}, "devices: exempt without a reason"),
    ],
)
def test_a_fault_in_the_scale_is_found(answers: dict[str, Any], fault: str) -> None:
    assert scale_faults({"rules": answers}, frozenset({"devices"})) == [fault]
