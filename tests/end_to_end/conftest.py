"""A running home for each version of Home Assistant, and what lives in it."""

from collections.abc import AsyncGenerator, Generator
from dataclasses import dataclass
from pathlib import Path
import shutil
from typing import Final

import aiohttp
import pytest

from tests.end_to_end import household
from tests.end_to_end.client import Client, log_in
from tests.end_to_end.config_folder import REPOSITORY
from tests.end_to_end.household import Brain, Crayfish
from tests.end_to_end.log import LogWatch
from tests.end_to_end.process import HomeAssistant, free_port
from tests.fakes.ollama_server import FakeOllama
from tests.fakes.ollama_wire import Answer

MODEL: Final = "fake:1b"
OTHER_MODEL: Final = "fake:4b"


@dataclass(frozen=True, kw_only=True, slots=True)
class Home:
    """A running Home Assistant with the virtual home."""

    process: HomeAssistant
    version: str
    client: Client
    log: LogWatch
    crayfish: Crayfish
    """Lives on instinct; Assist talks to it unless told otherwise."""
    thinker: Crayfish
    """Thinks with the model of `ollama`."""
    thinker_pipeline: str
    """Id of the Assist pipeline that talks to `thinker`."""
    pipeline: str
    """Id of the one that talks to `crayfish`."""
    ollama: FakeOllama


def pytest_ignore_collect(config: pytest.Config) -> bool | None:
    """Leave these tests to a run of their own: the plugin that mocks Home Assistant's inside blocks sockets."""
    return True if config.pluginmanager.hasplugin("homeassistant") else None


@pytest.fixture(scope="session", params=[".venv", ".venv-next"])
async def home(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, artifacts: Path
) -> AsyncGenerator[Home]:
    """Boot one version, set everything up through the browser's ways, and see it end well."""
    process = HomeAssistant(venv=REPOSITORY / request.param, folder=tmp_path_factory.mktemp("home"), port=free_port())
    log = LogWatch(process.output)
    await process.start()
    try:
        async with aiohttp.ClientSession() as session, FakeOllama(models=(MODEL, OTHER_MODEL)) as ollama:
            client = await log_in(session, process.url)
            await household.add_virtual_home(client, REPOSITORY / "tests/home/homes/demo.yaml")
            crayfish = await household.add_crayfish(client)
            thinker = await household.add_crayfish(
                client, designation="Thinker", brain=Brain(url=ollama.url, model=MODEL)
            )
            yield Home(
                process=process,
                version=(await client.get("/api/config"))["version"],
                client=client,
                log=log,
                crayfish=crayfish,
                thinker=thinker,
                thinker_pipeline=await household.talk_through_assist(client, thinker, "Thinker"),
                pipeline=await household.talk_through_assist(client, crayfish),
                ollama=ollama,
            )
    finally:
        exit_code = await process.stop()
        shutil.copy(process.output, artifacts / f"home-assistant{request.param}.log")
    assert exit_code == 0
    assert log.complaints() == []


@pytest.fixture(autouse=True)
def _nothing_is_said_against_us(request: pytest.FixtureRequest) -> Generator[None]:
    """Fail a test during which the log complained of the integration, and let a fake server's orders end with it."""
    yield
    if "home" in request.fixturenames:
        home: Home = request.getfixturevalue("home")
        home.ollama.next_answers.clear()
        home.ollama.answer = Answer()
        home.ollama.calls.clear()
        if said := home.log.complaints():
            pytest.fail("\n".join(said))


@pytest.fixture(scope="session")
def artifacts() -> Path:
    """Return the folder for what a person may want to look at after a run."""
    folder = REPOSITORY / ".artifacts"
    folder.mkdir(exist_ok=True)
    return folder
