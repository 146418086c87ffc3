"""What a person sees: a real browser logs in, opens Assist and talks."""

from collections.abc import AsyncGenerator
import os
from pathlib import Path
import re
from typing import Final

from playwright.async_api import Page, expect
import pytest

from tests.end_to_end.browser import answers, logged_in, open_assist, say
from tests.end_to_end.config_folder import REPOSITORY
from tests.end_to_end.conftest import Home
from tests.fakes.ollama_wire import Answer, Mode

STORY: Final = (
    "The sea is wide and its water is cold. Là-bas, a wave carries me over stones and weed to a pool that I know. "
    "There I wait until the evening, and when the tide comes it takes me home again."
)
PICTURE: Final = REPOSITORY / "docs/images/assist.png"


@pytest.fixture
async def page(home: Home) -> AsyncGenerator[Page]:
    """Return the page of somebody who has just logged in."""
    async with logged_in(home.process.url) as page:
        yield page


async def test_assist_answers_and_obeys_without_a_brain(home: Home, page: Page, artifacts: Path) -> None:
    await home.client.say("turn off the kitchen light", home.crayfish.agent)
    await page.goto(f"{home.process.url}/home/areas-kitchen")
    # One version leaves the area's name out of the tile on the area's page.
    light = page.locator("hui-tile-card").filter(has_text=re.compile(r"^\s*(Kitchen )?Light\s"))
    await expect(light).to_contain_text("Off")
    await open_assist(page)
    await expect(await say(page, "who are you?")).to_contain_text("Crayfish")
    await expect(await say(page, "turn on the kitchen light")).to_contain_text(re.compile("turned on", re.IGNORECASE))
    assert await home.client.state("light.kitchen_light") == "on"
    await expect(light).to_contain_text(re.compile("On|%"))
    await expect(answers(page)).to_have_count(3)
    await page.screenshot(path=artifacts / f"assist-{home.version}.png")
    if os.environ.get("UPDATE_SCREENSHOTS"):
        PICTURE.parent.mkdir(parents=True, exist_ok=True)
        await page.screenshot(path=PICTURE)


async def test_a_models_words_appear_while_it_speaks(home: Home, page: Page, artifacts: Path) -> None:
    await home.client.command("assist_pipeline/pipeline/set_preferred", pipeline_id=home.thinker_pipeline)
    try:
        await open_assist(page)
        await expect(page.locator("ha-voice-command-dialog")).to_contain_text("Thinker")
        home.ollama.will(Answer(mode=Mode.DRIP, text=STORY, pause=0.2))
        answer = await say(page, "tell me about the sea")
        await expect(answer).to_contain_text("The sea is wide")
        assert "again" not in await answer.inner_text()
        await expect(answer).to_contain_text(STORY)
        await page.screenshot(path=artifacts / f"chat-{home.version}.png")
    finally:
        await home.client.command("assist_pipeline/pipeline/set_preferred", pipeline_id=home.pipeline)
