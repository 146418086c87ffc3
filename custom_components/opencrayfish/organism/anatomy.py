"""The whole animal, put together."""

from collections import deque
from dataclasses import dataclass, field

from .backends.breaker import BreakerBackend
from .body.body import Body
from .body.vitals import VitalSigns
from .brain.warming import Warming
from .hands.jobs import JobBook
from .language.loader import Language
from .life.heart import Heart, rhythm_of
from .life.pulse import Pulse
from .memory.journal import Journal
from .memory.short_term import ShortTermMemory
from .memory.soul import Soul
from .memory.soul_keeper import SoulKeeper
from .messages import Reply, Route
from .ports import Clock, Files
from .settings import Settings

QUOTED = 200
"""Of a message that is told again, in characters."""
RECENT_TURNS = 20
"""How many replies are kept for diagnostics."""


@dataclass(kw_only=True, slots=True)
class Organism:
    """The parts of one animal; turns read them, nothing here acts."""

    settings: Settings
    brain: BreakerBackend | None
    clock: Clock
    body: Body
    heart: Heart
    memory: ShortTermMemory
    soul: SoulKeeper
    warming: Warming = field(default_factory=Warming)
    jobs: JobBook = field(default_factory=JobBook)
    recent: deque[Reply] = field(default_factory=lambda: deque(maxlen=RECENT_TURNS))
    """The latest replies, oldest first; kept in memory only."""

    @property
    def is_asleep(self) -> bool:
        """Whether it is the time of day to sleep."""
        return rhythm_of(self.settings).is_asleep(self.clock.now())

    def remember(self, reply: Reply) -> None:
        """Keep how a turn went."""
        self.recent.append(reply)
        if reply.trace.first_text_ms is not None and reply.route is Route.CHAT:
            self.heart.first_text_ms = round(reply.trace.first_text_ms)

    def tell_cut(self, language: Language) -> tuple[str, ...]:
        """Return, once, what is to be told of the turns that a stop cut; they count as answered then, and nothing of them is done."""
        told: list[str] = []
        for question in self.memory.take_cut():
            told.append(language.say("cut_turn", message=question.text[:QUOTED]))
            self.memory.answer(question, told[-1], Route.REJECTED)
        return tuple(told)

    def beat(self, signs: VitalSigns) -> Pulse:
        """Let the heart beat once."""
        return self.heart.beat(signs, settings=self.settings, brain=self.brain)

    def observe(self, *, is_telling: bool = True) -> Pulse:
        """Return the animal as it is now, between two beats; what happened is told once."""
        return self.heart.observe(settings=self.settings, brain=self.brain, is_telling=is_telling)


def build(settings: Settings, *, brain: BreakerBackend | None, clock: Clock, files: Files, soul: Soul) -> Organism:
    """Put an animal together that has not lived yet; the soul is the one it lives by until its own has been read."""
    body = Body()
    return Organism(
        settings=settings,
        brain=brain,
        clock=clock,
        body=body,
        heart=Heart(body=body, clock=clock),
        memory=ShortTermMemory(journal=Journal(files), clock=clock, limit=settings.history_messages),
        soul=SoulKeeper(files, soul),
    )
