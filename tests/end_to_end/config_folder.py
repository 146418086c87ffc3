"""The configuration folder of a Home Assistant that needs nothing from the internet."""

import json
from pathlib import Path
from typing import Final

REPOSITORY: Final = Path(__file__).parents[2]
INTEGRATIONS: Final = {
    "opencrayfish": REPOSITORY / "custom_components/opencrayfish",
    "virtual_home": REPOSITORY / "tests/home/custom_components/virtual_home",
}
CONFIGURATION: Final = """\
homeassistant:
  name: Virtual home
  latitude: 52.37
  longitude: 4.89
  elevation: 0
  unit_system: metric
  time_zone: Europe/Amsterdam
  country: NL
  currency: EUR
api:
assist_pipeline:
automation: !include automations.yaml
config:
conversation:
diagnostics:
frontend:
history:
logbook:
recorder:
system_health:
logger:
  default: info
"""


def prepare(folder: Path, port: int) -> None:
    """Write what Home Assistant needs to start here; what it stored itself stays.

    The address goes into its store: written in YAML it would only be tried for five minutes.
    The onboarding steps that would add integrations of internet services count as done.
    """
    for name, source in INTEGRATIONS.items():
        link = folder / "custom_components" / name
        link.parent.mkdir(parents=True, exist_ok=True)
        link.unlink(missing_ok=True)
        link.symlink_to(source)
    (folder / "configuration.yaml").write_text(CONFIGURATION, encoding="utf-8")
    automations = folder / "automations.yaml"
    if not automations.exists():
        automations.write_text("[]\n", encoding="utf-8")
    _store(
        folder,
        "http",
        {
            "version": 2,
            "minor_version": 2,
            "data": {"stable": _address(port), "pending": None, "yaml_migration_done": True},
        },
    )
    if not (folder / ".storage/onboarding").exists():
        _store(
            folder,
            "onboarding",
            {"version": 4, "minor_version": 1, "data": {"done": ["core_config", "analytics", "integration"]}},
        )


def _address(port: int) -> dict[str, object]:
    return {
        "server_host": ["127.0.0.1"],
        "server_port": port,
        "cors_allowed_origins": [],
        "login_attempts_threshold": -1,
        "ip_ban_enabled": False,
        "ssl_profile": "modern",
        "use_x_frame_options": True,
        "created_at": "2026-01-01T00:00:00+00:00",
        "error": None,
        "error_message": None,
    }


def _store(folder: Path, key: str, content: dict[str, object]) -> None:
    path = folder / ".storage" / key
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps({"key": key, **content}), encoding="utf-8")
