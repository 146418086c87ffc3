"""What a reflex may look at."""

from dataclasses import dataclass

from ..backends.breaker import Health
from ..body.body import Body
from ..language.loader import Language
from ..messages import Stimulus
from ..settings import Address, Settings


@dataclass(frozen=True, kw_only=True, slots=True)
class Situation:
    """One message and the animal that hears it."""

    stimulus: Stimulus
    settings: Settings
    language: Language
    body: Body
    health: Health

    @property
    def addressee(self) -> str:
        """Whom a greeting is addressed to, empty when nobody is known or no address is wanted."""
        if self.settings.address is Address.NEVER:
            return ""
        return self.stimulus.speaker.strip() or self.settings.salutation.strip()
