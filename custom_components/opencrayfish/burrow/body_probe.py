"""The body's senses: processor, memory and temperature of the computer that Home Assistant runs on."""

from collections.abc import Iterable
from types import ModuleType
from typing import Final

import psutil_home_assistant

from homeassistant.core import HomeAssistant

from ..organism.body.vitals import VitalSigns

PROCESSOR_SENSORS: Final = (
    "cpu",
    "core",
    "package",
    "physical id",
    "tctl",
    "tdie",
    "soc",
    "k10temp",
    "zenpower",
    "aml_thermal",
)
"""How the chips and labels of processors begin, as far as Linux drivers name them."""
HIGHEST_CELSIUS: Final = 150.0
"""A reading beyond this is a broken sensor."""


class ComputerProbe:
    """Reads the computer in one executor job."""

    def __init__(self, hass: HomeAssistant) -> None:
        """Start without anything loaded: loading psutil reads files."""
        self._hass = hass
        self._psutil: ModuleType | None = None

    async def sample(self) -> VitalSigns:
        """Return what can be read now."""
        return await self._hass.async_add_executor_job(self._read)

    def _read(self) -> VitalSigns:
        if self._psutil is None:
            # A copy of its own, so that other integrations may point theirs elsewhere.
            self._psutil = psutil_home_assistant.PsutilWrapper().psutil
            # The first call without an interval has nothing to compare with.
            self._psutil.cpu_percent(interval=0.1)
        psutil = self._psutil
        return VitalSigns(
            cpu_percent=round(psutil.cpu_percent(interval=None), 1),
            ram_percent=round(psutil.virtual_memory().percent, 1),
            temperature_celsius=_temperature(psutil),
        )


def _temperature(psutil: ModuleType) -> float | None:
    """Return the processor's temperature, else the first plausible one; None when nothing can be read."""
    # Not on every platform, and the kernel takes sensors away while they are read.
    read = getattr(psutil, "sensors_temperatures", None)
    try:
        chips = read() if read else {}
    except OSError, RuntimeError, ValueError:
        return None
    others: list[float] = []
    for chip, entries in chips.items():
        for entry in entries:
            if entry.current is None or not 0 < entry.current < HIGHEST_CELSIUS:
                continue
            if _is_of_processor((chip, entry.label or "")):
                return round(float(entry.current), 1)
            others.append(round(float(entry.current), 1))
    return others[0] if others else None


def _is_of_processor(names: Iterable[str]) -> bool:
    return any(name.casefold().replace("-", "_").startswith(PROCESSOR_SENSORS) for name in names)
