"""What the animal itself costs: reflex, turn, set-up and prompt, on a real Home Assistant core with real HTTP."""

from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
import subprocess
import sys
import tempfile
from time import perf_counter
from unittest.mock import patch

from pytest_homeassistant_custom_component.common import MockConfigEntry, async_test_home_assistant
import yaml

from custom_components.opencrayfish.burrow.effector import ServiceEffector
from custom_components.opencrayfish.burrow.instinct import StrictIntents
from custom_components.opencrayfish.const import DOMAIN, SUBENTRY_BRAIN
from custom_components.opencrayfish.organism.backends.breaker import NO_BRAIN
from custom_components.opencrayfish.organism.body.body import Body
from custom_components.opencrayfish.organism.body.empathy import Feelings
from custom_components.opencrayfish.organism.language.loader import load
from custom_components.opencrayfish.organism.memory.soul import parse
from custom_components.opencrayfish.organism.messages import Stimulus
from custom_components.opencrayfish.organism.prompting import Moment, assemble, soul_text
from custom_components.opencrayfish.organism.reflex.router import reflex_reply
from custom_components.opencrayfish.organism.reflex.situation import Situation
from custom_components.opencrayfish.organism.settings import Settings
from custom_components.opencrayfish.organism.speech.filter import clean_for_speech
from homeassistant.components.conversation import ConversationResult, async_converse
from homeassistant.components.conversation.const import DATA_COMPONENT
from homeassistant.core import Context, HomeAssistant
from homeassistant.helpers.aiohttp_client import async_get_clientsession
from homeassistant.setup import async_setup_component
from homeassistant.util import dt as dt_util

from . import sentences
from .bare_agent import BARE_AGENT, BareAgent
from .measure import Figure, figure, timed
from .organs import organs

SETTINGS = Settings(designation="Pinchy", slug="pinchy", architect_name="Ada", architect_honorific="Boss")
PINCHY = Settings(designation="Pinchy", slug="pinchy")
"""The crayfish of the turns."""
ENGLISH = load("en")
STIMULUS = Stimulus(text="", language="en", room="Kitchen", speaker="Boss Ada")
CHARACTERS_PER_TOKEN = 4.0
"""Of English with the tokenizers of small models it is 4.4 to 4.7, so this estimates too much rather than too little."""
AGENT = "conversation.pinchy"
SET_UPS = 30
ANSWER = "The moon pulls the sea, and the sea pulls the sand along the shore until the tide turns. "


def reflexes() -> Iterator[Figure]:
    """Measure what every message pays before anything else."""
    language, body = ENGLISH, Body()

    def reply(text: str) -> None:
        stimulus = replace(STIMULUS, text=text)
        reflex_reply(Situation(stimulus=stimulus, settings=SETTINGS, language=language, body=body, health=NO_BRAIN))

    yield figure("reflex: a sentence known by heart", timed(reply, sentences.identity(360)), limit=0.3)
    yield figure("reflex: any other sentence", timed(reply, sentences.chat(640)), limit=0.3)
    texts = [f"{text} {ANSWER * 4}" for text in sentences.chat(200)]
    yield figure("speech filter: 400 characters at once", timed(clean_for_speech, texts))


def prompts() -> Iterator[Figure]:
    """Count what a chat call sends without history."""
    for code in ("en", "zh-Hans"):
        language = load(code)
        texts = list(sentences.chat(100))
        sizes = [
            sum(
                len(message.text)
                for message in assemble(
                    replace(STIMULUS, text=text, language=code),
                    settings=SETTINGS,
                    language=language,
                    history=(),
                    soul=soul_text(parse(language.souls["steady"].encode()), SETTINGS.designation, language),
                    moment=Moment(now=datetime.now(UTC), body=Body(), feelings=Feelings()),
                )
            )
            for text in texts
        ]
        per_token = CHARACTERS_PER_TOKEN if code == "en" else 1.2
        note = f"{median(sizes):.0f} characters, {per_token:g} a token"
        yield Figure(
            name=f"chat prompt without history, {code}",
            value=median(sizes) / per_token,
            unit="tokens",
            limit=850,
            note=note,
        )


@asynccontextmanager
async def home(folder: Path) -> AsyncGenerator[HomeAssistant]:
    """Run a Home Assistant with a lamp in each room."""
    file = folder / "home.yaml"
    rooms = sentences.rooms()
    file.write_text(
        yaml.safe_dump(
            {
                "areas": [{"name": room.title(), "id": room} for room in rooms],
                "entities": [
                    {"name": f"{room.title()} Lamp", "id": f"light.{room.replace(' ', '_')}_lamp", "area": room}
                    for room in rooms
                ],
            }
        )
    )
    async with async_test_home_assistant(config_dir=str(folder)) as hass:
        hass.data.pop("custom_components", None)
        for domain in ("homeassistant", "conversation"):
            assert await async_setup_component(hass, domain, {})
        entry = MockConfigEntry(domain="virtual_home", data={"path": str(file)})
        entry.add_to_hass(hass)
        assert await hass.config_entries.async_setup(entry.entry_id)
        await hass.async_block_till_done()
        yield hass
        await hass.async_stop(force=True)


async def set_up(hass: HomeAssistant, url: str) -> tuple[MockConfigEntry, float]:
    """Bring a crayfish to life; return it and the milliseconds that took."""
    brain = {"kind": "ollama", "url": url, "model": "fake:1b"}
    entry = MockConfigEntry(
        domain=DOMAIN,
        title="Pinchy",
        data={"designation": "Pinchy", "slug": "pinchy", "brain": "ollama"},
        options={"rhythm": {"sleep_start": "06:00:00", "duty_start": "06:00:00"}},
        subentries_data=[{"data": brain, "subentry_type": SUBENTRY_BRAIN, "title": "fake:1b", "unique_id": None}],
    )
    entry.add_to_hass(hass)
    begun = perf_counter()
    assert await hass.config_entries.async_setup(entry.entry_id)
    await hass.async_block_till_done()
    return entry, (perf_counter() - begun) * 1000


async def set_ups(hass: HomeAssistant, url: str) -> list[Figure]:
    """Measure bringing a crayfish to life again and again."""
    times = []
    for _ in range(SET_UPS):
        entry, milliseconds = await set_up(hass, url)
        times.append(milliseconds)
        await hass.config_entries.async_remove(entry.entry_id)
        await hass.async_block_till_done()
    return [
        Figure(name="set-up of an entry, first", value=times[0], limit=1000),
        figure("set-up of an entry, later", times[1:], limit=1000),
        Figure(name="imports of the integration beside it", value=import_milliseconds()),
    ]


def import_milliseconds() -> float:
    """Return what the first import takes in a new process that has Home Assistant's core loaded."""
    code = (
        "import time, homeassistant.components.conversation; begun = time.perf_counter();"
        "import custom_components.opencrayfish.config_flow, custom_components.opencrayfish.conversation;"
        "print((time.perf_counter() - begun) * 1000)"
    )
    return float(subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout)


async def say(hass: HomeAssistant, text: str, agent: str = AGENT) -> tuple[ConversationResult, float]:
    """Say something in a conversation of its own; return the answer and the milliseconds it took."""
    begun = perf_counter()
    result = await async_converse(hass, text, None, Context(), agent_id=agent)
    return result, (perf_counter() - begun) * 1000


class Inside:
    """What a turn spends in Home Assistant: its recogniser, its services, and waiting for its states."""

    def __init__(self) -> None:
        """Start with nothing measured."""
        self._spent = 0.0

    def take(self) -> float:
        """Return the milliseconds since the last look."""
        spent, self._spent = self._spent, 0.0
        return spent

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Put a stopwatch around each of the real ones."""
        with ExitStack() as watches:
            for owner, name in ((StrictIntents, "handle"), (ServiceEffector, "act"), (ServiceEffector, "until")):
                watches.enter_context(patch.object(owner, name, self._watched(getattr(owner, name))))
            yield

    def _watched[**P, T](self, real: Callable[P, Awaitable[T]]) -> Callable[P, Awaitable[T]]:
        async def watched(*args: P.args, **more: P.kwargs) -> T:
            begun = perf_counter()
            try:
                return await real(*args, **more)
            finally:
                self._spent += (perf_counter() - begun) * 1000

        return watched


async def turns(hass: HomeAssistant, url: str) -> list[Figure]:
    """Measure whole turns beside what they contain: Home Assistant's part, and what any agent costs for the same call."""
    entry, _ = await set_up(hass, url)
    for text in sentences.chat(20):
        await say(hass, f"Warming up: {text}")
    reflex = [(await say(hass, text))[1] for text in sentences.identity(200)]
    inside = Inside()
    own_orders, house, acted = [], [], 0
    own_chat, recogniser, bare = [], [], []
    with inside.watching():
        for text in sentences.orders(160):
            result, whole = await say(hass, text)
            house.append(inside.take())
            own_orders.append(whole - house[-1])
            acted += result.response.response_type.value == "action_done"
        await add_bare_agent(hass, url)
        for text in sentences.chat(200):
            whole = (await say(hass, text))[1]
            recogniser.append(inside.take())
            bare.append((await say(hass, text, BARE_AGENT))[1])
            own_chat.append(whole - recogniser[-1] - bare[-1])
    await hass.config_entries.async_remove(entry.entry_id)
    return [
        figure("turn answered by reflex, whole", reflex, limit=2),
        figure(f"order, own share ({acted} of {len(own_orders)} acted)", own_orders, limit=2),
        figure("order, Home Assistant's recogniser, service and state", house),
        figure("chat turn, own share", own_chat, limit=2),
        figure("chat turn, Home Assistant's recogniser", recogniser),
        figure("chat turn of the least possible agent, same call", bare),
    ]


async def add_bare_agent(hass: HomeAssistant, url: str) -> None:
    """Add the agent that ours is compared with; it asks the server for the same."""
    system, words = assemble(
        Stimulus(text="", language="en"),
        settings=PINCHY,
        language=ENGLISH,
        history=(),
        soul=soul_text(parse(ENGLISH.souls["steady"].encode()), PINCHY.designation, ENGLISH),
        moment=Moment(now=dt_util.now(), body=Body(), feelings=Feelings()),
    )
    prefix = [{"role": system.role, "content": system.text}]
    agent = BareAgent(async_get_clientsession(hass), url, prefix, words.text.strip())
    await hass.data[DATA_COMPONENT].async_add_entities([agent])
    for text in sentences.chat(20):
        await say(hass, f"Warming up: {text}", BARE_AGENT)


async def measure_all() -> list[Figure]:
    """Measure everything."""
    figures = [*reflexes(), *organs(), *prompts()]
    server = subprocess.Popen(  # noqa: ASYNC220 before anything is measured
        [sys.executable, "-m", "tests.fakes.ollama_server"], stdout=subprocess.PIPE, text=True
    )
    try:
        assert server.stdout
        url = server.stdout.readline().strip()
        with tempfile.TemporaryDirectory() as folder:
            async with home(Path(folder)) as hass:
                figures += await set_ups(hass, url)
                figures += await turns(hass, url)
    finally:
        server.terminate()
        server.wait()
    return figures
