"""What can be read of the animal: its vital signs, its mood, its brain, its day. Add a sensor here."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, override

from homeassistant.components.sensor import SensorDeviceClass, SensorEntity, SensorEntityDescription, SensorStateClass
from homeassistant.const import PERCENTAGE, EntityCategory, UnitOfTemperature, UnitOfTime
from homeassistant.core import HomeAssistant
from homeassistant.helpers.entity_platform import AddConfigEntryEntitiesCallback

from .burrow.locality import is_local
from .burrow.runtime import CrayfishConfigEntry, CrayfishRuntime
from .entity import PulseEntity
from .organism.backends.breaker import BrainStatus
from .organism.body.mood import BASELINES, EMOTIONS, Emotion
from .organism.life.heart import MISSED_BEATS
from .organism.life.pulse import Activity, Pulse

PARALLEL_UPDATES = 0


@dataclass(frozen=True, kw_only=True)
class CrayfishSensorDescription(SensorEntityDescription):
    """A reading and how to get it from the pulse."""

    value_fn: Callable[[Pulse], str | float | datetime | None]
    attributes_fn: Callable[[Pulse, CrayfishRuntime], Mapping[str, Any]] | None = None


def _level(emotion: Emotion) -> CrayfishSensorDescription:
    index = EMOTIONS.index(emotion)
    return CrayfishSensorDescription(
        key=emotion.value,
        native_unit_of_measurement=PERCENTAGE,
        state_class=SensorStateClass.MEASUREMENT,
        value_fn=lambda pulse: pulse.levels[index],
    )


def _whole(value: float | None) -> int | None:
    return None if value is None else round(value)


def _of_brain(pulse: Pulse, runtime: CrayfishRuntime) -> Mapping[str, Any]:
    brain = runtime.organism.settings.brain
    return {
        "backend": brain.kind.value if brain else None,
        "model": brain.model if brain else None,
        "local": is_local(brain.url) if brain else True,
        "last_error": pulse.health.last_error or None,
        "recovery_seconds": pulse.health.recovery_seconds,
    }


def _of_mood(pulse: Pulse, runtime: CrayfishRuntime) -> Mapping[str, Any]:
    above = {emotion.value: pulse.levels[index] - round(BASELINES[index]) for index, emotion in enumerate(EMOTIONS)}
    return {"above_baseline": above}


def _of_beat(pulse: Pulse, runtime: CrayfishRuntime) -> Mapping[str, Any]:
    missed = runtime.organism.heart.missed_beats(runtime.organism.settings)
    pulse_state = "dead" if missed >= MISSED_BEATS else "stale" if missed else "alive"
    return {"pulse": pulse_state, "beats": pulse.beats, "faults": pulse.faults, "missed": missed}


SENSORS: Final = (
    CrayfishSensorDescription(
        key="cpu",
        native_unit_of_measurement=PERCENTAGE,
        state_class=SensorStateClass.MEASUREMENT,
        entity_category=EntityCategory.DIAGNOSTIC,
        value_fn=lambda pulse: _whole(pulse.signs.cpu_percent),
    ),
    CrayfishSensorDescription(
        key="memory",
        native_unit_of_measurement=PERCENTAGE,
        state_class=SensorStateClass.MEASUREMENT,
        entity_category=EntityCategory.DIAGNOSTIC,
        value_fn=lambda pulse: _whole(pulse.signs.ram_percent),
    ),
    CrayfishSensorDescription(
        key="temperature",
        device_class=SensorDeviceClass.TEMPERATURE,
        native_unit_of_measurement=UnitOfTemperature.CELSIUS,
        suggested_display_precision=0,
        state_class=SensorStateClass.MEASUREMENT,
        entity_category=EntityCategory.DIAGNOSTIC,
        value_fn=lambda pulse: _whole(pulse.signs.temperature_celsius),
    ),
    *(_level(emotion) for emotion in EMOTIONS),
    CrayfishSensorDescription(
        key="mood",
        device_class=SensorDeviceClass.ENUM,
        options=[emotion.value for emotion in EMOTIONS],
        value_fn=lambda pulse: pulse.dominant.value,
        attributes_fn=_of_mood,
    ),
    CrayfishSensorDescription(
        key="brain",
        device_class=SensorDeviceClass.ENUM,
        options=[status.value for status in BrainStatus],
        entity_category=EntityCategory.DIAGNOSTIC,
        value_fn=lambda pulse: pulse.health.status.value,
        attributes_fn=_of_brain,
    ),
    CrayfishSensorDescription(
        key="activity",
        device_class=SensorDeviceClass.ENUM,
        options=[activity.value for activity in Activity],
        value_fn=lambda pulse: pulse.activity.value,
    ),
    CrayfishSensorDescription(
        key="last_interaction",
        device_class=SensorDeviceClass.TIMESTAMP,
        value_fn=lambda pulse: pulse.last_interaction,
    ),
    CrayfishSensorDescription(
        key="last_beat",
        device_class=SensorDeviceClass.TIMESTAMP,
        entity_category=EntityCategory.DIAGNOSTIC,
        value_fn=lambda pulse: pulse.last_beat,
        attributes_fn=_of_beat,
    ),
    CrayfishSensorDescription(
        key="time_to_first_token",
        device_class=SensorDeviceClass.DURATION,
        native_unit_of_measurement=UnitOfTime.MILLISECONDS,
        state_class=SensorStateClass.MEASUREMENT,
        entity_category=EntityCategory.DIAGNOSTIC,
        value_fn=lambda pulse: pulse.first_text_ms,
    ),
)


async def async_setup_entry(
    hass: HomeAssistant, entry: CrayfishConfigEntry, async_add_entities: AddConfigEntryEntitiesCallback
) -> None:
    """Add them all."""
    async_add_entities(CrayfishSensor(entry, description) for description in SENSORS)


class CrayfishSensor(PulseEntity, SensorEntity):
    """One of them."""

    entity_description: CrayfishSensorDescription
    # They change with every beat and would fill the database.
    _unrecorded_attributes = frozenset(
        {"above_baseline", "last_error", "recovery_seconds", "beats", "faults", "missed"}
    )

    def __init__(self, entry: CrayfishConfigEntry, description: CrayfishSensorDescription) -> None:
        """Take what to show."""
        super().__init__(entry, description.key)
        self.entity_description = description

    @property
    @override
    def shown(self) -> object:
        return self.native_value, self.extra_state_attributes

    @property
    @override
    def native_value(self) -> str | float | datetime | None:
        """Return the reading now."""
        return self.entity_description.value_fn(self.pulse)

    @property
    @override
    def extra_state_attributes(self) -> Mapping[str, Any] | None:
        """Return what belongs to it."""
        attributes = self.entity_description.attributes_fn
        return attributes(self.pulse, self._entry.runtime_data) if attributes else None
