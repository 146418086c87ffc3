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

PICTURE: Final = REPOSITORY / "docs/images/assist.png"


@pytest.fixture
async def page(home: Home) -> AsyncGenerator[Page]:
    """Return the page of somebody who has just logged in."""
    async with logged_in(home.process.url) as page:
        yield page


async def test_assist_answers_and_obeys_without_a_brain(home: Home, page: Page, artifacts: Path) -> None:
    await home.client.say("turn off the kitchen light", home.crayfish.agent)
    await page.goto(f"{home.process.url}/home/areas-kitchen")
    light = page.locator("hui-tile-card").filter(has_text="Kitchen Light")
    await expect(light).to_contain_text("Off")
    await open_assist(page)
    await expect(await say(page, "who are you?")).to_contain_text("Crayfish")
    await expect(await say(page, "turn on the kitchen light")).to_contain_text(re.compile("turned on", re.IGNORECASE))
    assert await home.client.state("light.kitchen_light") == "on"
    await expect(light).to_contain_text("On")
    await expect(answers(page)).to_have_count(3)
    await page.screenshot(path=artifacts / f"assist-{home.version}.png")
    if os.environ.get("UPDATE_SCREENSHOTS"):
        PICTURE.parent.mkdir(parents=True, exist_ok=True)
        await page.screenshot(path=PICTURE)


async def test_a_models_words_appear_while_it_speaks(home: Home, page: Page, artifacts: Path) -> None:
    await home.client.command("assist_pipeline/pipeline/set_preferred", pipeline_id=home.thinker_pipeline)
    try:
        await open_assist(page)
        home.ollama.will(Answer(mode=Mode.DRIP, text="The sea is wide and its water is cold 慢慢地.", pause=0.5))
        answer = await say(page, "tell me about the sea")
        await expect(answer).to_contain_text("The sea is")
        assert "cold" not in await answer.inner_text()
        await expect(answer).to_contain_text("The sea is wide and its water is cold 慢慢地.")
        await page.screenshot(path=artifacts / f"chat-{home.version}.png")
    finally:
        await home.client.command("assist_pipeline/pipeline/set_preferred", pipeline_id=home.pipeline)
