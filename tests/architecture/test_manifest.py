"""What hassfest and HACS ask of `manifest.json` and `hacs.json`, checked without either."""

import ast
from collections.abc import Iterator, Mapping
from importlib.metadata import packages_distributions, requires
from pathlib import Path
import re
import sys
from typing import Any

from awesomeversion import AwesomeVersion
import pytest

from .source_tree import PACKAGE, ROOT, files, modules, strict_json

REQUIRED = frozenset({
    "codeowners", "documentation", "domain", "integration_type", "iot_class", "issue_tracker", "name", "version",
})  # fmt: skip
OPTIONAL = frozenset({
    "after_dependencies", "bluetooth", "config_flow", "dependencies", "dhcp", "homekit", "import_executor", "loggers", "mqtt",
    "requirements", "single_config_entry", "ssdp", "usb", "zeroconf",
})  # fmt: skip
"""What the loader of the oldest supported version reads; `quality_scale` has no meaning outside core."""

HACS_REQUIRED = frozenset({"name"})
HACS_KEYS = frozenset({
    "content_in_root", "country", "filename", "hacs", "hide_default_branch", "homeassistant", "name", "persistent_directory",
    "render_readme", "zip_release",
})  # fmt: skip
IOT_CLASSES = frozenset({
    "assumed_state", "calculated", "cloud_polling", "cloud_push", "local_polling", "local_push",
})  # fmt: skip
PINNED = re.compile(r"[A-Za-z0-9._-]+(\[[a-z,-]+\])?==[A-Za-z0-9.!+-]+")


def home_assistants() -> list[Path]:
    """Return the `homeassistant` folders of both supported versions."""
    return [next(ROOT.glob(f"{venv}/lib/python3*/site-packages/homeassistant")) for venv in (".venv", ".venv-next")]


def core_pins(home_assistant: Path) -> dict[str, str]:
    """Return the version that the integrations of a Home Assistant pin, by package."""
    pins = {}
    for manifest in files(home_assistant / "components", "manifest.json"):
        for requirement in strict_json(manifest).get("requirements", ()):
            package, _, version = requirement.partition("==")
            pins[package.lower()] = version
    return pins


def manifest_faults(manifest: Mapping[str, Any], folder: str, pins: Mapping[str, str]) -> list[str]:
    """Return what hassfest would say, and requirements that differ from what core pins."""
    keys = list(manifest)
    faults = [f"missing: {key}" for key in sorted(REQUIRED - set(keys))]
    faults += [f"unknown: {key}" for key in keys if key not in REQUIRED | OPTIONAL]
    if keys != sorted(keys, key=lambda key: (key != "domain", key != "name", key)):
        faults.append("keys are not sorted: domain, name, then by the alphabet")
    if manifest.get("domain") != folder:
        faults.append(f"the domain is not the folder's name, {folder}")
    if manifest.get("iot_class") not in IOT_CLASSES:
        faults.append(f"no such iot_class: {manifest.get('iot_class')}")
    if not AwesomeVersion(manifest.get("version", "")).valid:
        faults.append(f"not a version: {manifest.get('version')}")
    faults += [f"not a user: {owner}" for owner in manifest.get("codeowners", ()) if not owner.startswith("@")]
    faults += [
        f"not https: {key}" for key in ("documentation", "issue_tracker") if "https://" not in manifest.get(key, "")
    ]
    return faults + list(_requirement_faults(manifest.get("requirements", ()), pins))


def _requirement_faults(requirements: list[str], pins: Mapping[str, str]) -> Iterator[str]:
    for requirement in requirements:
        package, _, version = requirement.partition("==")
        if not PINNED.fullmatch(requirement):
            yield f"not pinned: {requirement}"
        elif (pinned := pins.get(package.lower())) not in {None, version}:
            yield f"core pins {package}=={pinned}, not {version}"


def hacs_faults(hacs: Mapping[str, Any]) -> list[str]:
    """Return what HACS would say of `hacs.json`."""
    faults = [f"missing: {key}" for key in HACS_REQUIRED - set(hacs)]
    faults += [f"unknown: {key}" for key in hacs if key not in HACS_KEYS]
    if hacs.get("zip_release"):
        faults.append("a ZIP release cannot be installed straight from the catalogue")
    return faults


def undeclared_imports(tree: Path, declared: frozenset[str]) -> set[str]:
    """Return the packages that a tree imports although nobody declares that they are installed."""
    distributions = packages_distributions()
    imported: set[str] = set()
    for _, module in modules(tree):
        for node in ast.walk(module):
            match node:
                case ast.Import(names=names):
                    imported |= {alias.name.partition(".")[0] for alias in names}
                case ast.ImportFrom(level=0, module=str(source)):
                    imported.add(source.partition(".")[0])
    ours = {"homeassistant", "custom_components", "voluptuous"}  # Home Assistant serves probatio under that name
    return {
        name
        for name in imported - ours - sys.stdlib_module_names
        if not declared & {distribution.lower() for distribution in distributions.get(name, [name])}
    }


def declared_packages(manifest: Mapping[str, Any]) -> frozenset[str]:
    """Return what Home Assistant, the manifest and its hard dependencies install."""
    requirements = [*(requires("homeassistant") or ()), *manifest.get("requirements", ())]
    waiting, seen = list(manifest.get("dependencies", ())), set()
    while waiting:
        if (domain := waiting.pop()) not in seen:
            seen.add(domain)
            other = strict_json(home_assistants()[0] / "components" / domain / "manifest.json")
            requirements += other.get("requirements", ())
            waiting += other.get("dependencies", ())
    return frozenset(re.split(r"[^A-Za-z0-9._-]", requirement)[0].lower() for requirement in requirements)


@pytest.fixture(name="manifest", scope="module")
def _manifest() -> dict[str, Any]:
    manifest: dict[str, Any] = strict_json(PACKAGE / "manifest.json")
    return manifest


@pytest.mark.parametrize("version", [0, 1], ids=["2026.10", "2026.11"])
def test_the_manifest_is_what_hassfest_wants(manifest: dict[str, Any], version: int) -> None:
    assert manifest_faults(manifest, PACKAGE.name, core_pins(home_assistants()[version])) == []


def test_the_manifest_says_that_there_is_a_config_flow(manifest: dict[str, Any]) -> None:
    assert manifest["config_flow"] is (PACKAGE / "config_flow.py").is_file()


def test_everything_imported_is_installed_by_somebody(manifest: dict[str, Any]) -> None:
    assert undeclared_imports(PACKAGE, declared_packages(manifest)) == set()


def test_every_requirement_is_imported(manifest: dict[str, Any]) -> None:
    needed = undeclared_imports(PACKAGE, declared_packages({**manifest, "requirements": ()}))
    provided = packages_distributions()
    assert {requirement.partition("==")[0] for requirement in manifest["requirements"]} == {
        distribution for name in needed for distribution in provided[name]
    }


def test_hacs_json_is_what_hacs_wants() -> None:
    assert hacs_faults(strict_json(ROOT / "hacs.json")) == []


def test_there_is_one_integration_to_install() -> None:
    assert [path.name for path in PACKAGE.parent.iterdir() if path.name != "__pycache__"] == [PACKAGE.name]


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"quality_scale": "platinum"}, "unknown: quality_scale"),
        ({"version": "newest"}, "not a version: newest"),
        ({"iot_class": "remote"}, "no such iot_class: remote"),
        ({"domain": "crayfish"}, "the domain is not the folder's name, opencrayfish"),
        ({"codeowners": ["somebody"]}, "not a user: somebody"),
        ({"documentation": "README.md"}, "not https: documentation"),
        ({"requirements": ["ollama>=0.6"]}, "not pinned: ollama>=0.6"),
        ({"requirements": ["ollama==0.5.0"]}, "core pins ollama==0.6.2, not 0.5.0"),
    ],
)
def test_a_fault_in_the_manifest_is_found(manifest: dict[str, Any], change: dict[str, Any], fault: str) -> None:
    assert fault in manifest_faults(manifest | change, PACKAGE.name, {"ollama": "0.6.2"})


def test_missing_and_unsorted_keys_are_found(manifest: dict[str, Any]) -> None:
    faults = manifest_faults({"name": "X", **manifest}, PACKAGE.name, {})
    assert faults == ["keys are not sorted: domain, name, then by the alphabet"]
    del manifest["issue_tracker"]
    assert "missing: issue_tracker" in manifest_faults(manifest, PACKAGE.name, {})


def test_faults_in_hacs_json_are_found() -> None:
    assert hacs_faults({"domains": ["x"], "zip_release": True}) == [
        "missing: name",
        "unknown: domains",
        "a ZIP release cannot be installed straight from the catalogue",
    ]


def test_an_import_that_nobody_declares_is_found(tmp_path: Path) -> None:
    (tmp_path / "module.py").write_text(
        "import pytest, yaml, json\nfrom .x import y\nfrom no_such_library.deep import z\n"
    )
    assert undeclared_imports(tmp_path, frozenset({"pyyaml"})) == {"pytest", "no_such_library"}
