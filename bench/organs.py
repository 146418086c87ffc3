"""What the single organs cost, beside the original's figures on a like machine."""

from collections.abc import Iterator
from functools import partial
from itertools import count
from statistics import median

from custom_components.opencrayfish.organism.anatomy import build
from custom_components.opencrayfish.organism.body.empathy import read_feelings
from custom_components.opencrayfish.organism.body.mood import Mood
from custom_components.opencrayfish.organism.body.vitals import VitalSigns
from custom_components.opencrayfish.organism.language.loader import load
from custom_components.opencrayfish.organism.memory.soul import parse
from custom_components.opencrayfish.organism.messages import Route
from custom_components.opencrayfish.organism.settings import Settings
from custom_components.opencrayfish.organism.speech.sentences import SentenceStage
from custom_components.opencrayfish.organism.speech.tone import ToneJudge
from tests.fakes.clock import FrozenClock
from tests.fakes.files import MemoryFiles

from . import sentences
from .measure import Figure, figure, timed

ENGLISH = load("en")
FILLER = "The moon pulls the sea, and the sea pulls the sand along the shore until the tide turns. "
ORIGINAL_EMPATHY = {"en": "3.7 µs", "zh-Hans": "2.6 µs, and it finds almost nothing"}


def organs() -> Iterator[Figure]:
    """Measure them all."""
    yield from _empathy()
    yield _filters()
    moods = [Mood((90.0, 5.0, index / 40, 20.0, 60.0), 0.0) for index in range(2000)]
    seconds = count(1)
    yield figure(
        "decay of the mood", timed(lambda mood: mood.aged(next(seconds)), moods), limit=0.003, note="original 2.6 µs"
    )
    clock = FrozenClock()
    organism = build(
        Settings(designation="Pinchy", slug="pinchy"),
        brain=None,
        clock=clock,
        files=MemoryFiles(),
        soul=parse(ENGLISH.souls["steady"].encode()),
    )
    signs = [VitalSigns(cpu_percent=index % 100, ram_percent=(index * 7) % 100) for index in range(2000)]

    def beat(reading: VitalSigns) -> None:
        clock.advance(30)
        organism.beat(reading)

    yield figure("a beat", timed(beat, signs), limit=5, note="original 101 ms, in psutil")

    def remember(text: str) -> None:
        organism.memory.answer(organism.memory.hear(text, speaker="Ada", conversation_id="1"), text, Route.CHAT)

    yield figure(
        "remembering an exchange, all that a reply pays",
        timed(remember, sentences.chat(640)),
        note="original 2 × 48 µs",
    )


def _empathy() -> Iterator[Figure]:
    for code in ("en", "zh-Hans"):
        lexicon = load(code).lexicon
        texts = list(sentences.feelings(600, code))
        length = median(map(len, texts))
        yield figure(
            f"empathy, {code}, {length:.0f} characters",
            timed(partial(read_feelings, lexicon=lexicon), texts),
            limit=0.025,
            note=f"original {ORIGINAL_EMPATHY[code]}",
        )


def _filters() -> Figure:
    judges = (ENGLISH.leak, ToneJudge(ENGLISH.tone, people=("Ada",)))
    openings = (*ENGLISH.tone.openings, *ENGLISH.leak.openings)

    def judge(text: str) -> None:
        stage = SentenceStage(openings, judges)
        stage.feed(text)
        stage.finish()

    texts = [f"{text} I can't help with that. {FILLER * 5}"[:400] for text in sentences.chat(600)]
    return figure(
        "positive filter and leak guard, 400 characters", timed(judge, texts), limit=0.05, note="original 49 µs"
    )
