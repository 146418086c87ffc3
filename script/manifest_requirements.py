"""Print the pinned requirements that Home Assistant would install at run time for some integrations.

usage: manifest_requirements.py INTEGRATION [INTEGRATION …]      with the interpreter that has homeassistant installed
"""

import json
from pathlib import Path
import sys

import homeassistant

COMPONENTS = Path(homeassistant.__file__).parent / "components"


def requirements(domains: list[str]) -> list[str]:
    """Return the requirements of the integrations and of everything they depend on, sorted."""
    seen: dict[str, list[str]] = {}
    waiting = list(domains)
    while waiting:
        domain = waiting.pop()
        if domain in seen:
            continue
        manifest = json.loads((COMPONENTS / domain / "manifest.json").read_text())
        seen[domain] = manifest.get("requirements", [])
        waiting += manifest.get("dependencies", [])
    return sorted({line for lines in seen.values() for line in lines})


if __name__ == "__main__":
    print("\n".join(requirements(sys.argv[1:])))
