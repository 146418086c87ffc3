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
from tests.end_to_end.waiting import until
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
    await expect(await say(page, "turn on the kitchen light")).to_contain_text("Kitchen Light is now on.")
    assert await home.client.state("light.kitchen_light") == "on"
    await expect(light).to_contain_text(re.compile("On|%"))
    await expect(answers(page)).to_have_count(3)
    await page.screenshot(path=artifacts / f"assist-{home.version}.png")
    if os.environ.get("UPDATE_SCREENSHOTS"):
        PICTURE.parent.mkdir(parents=True, exist_ok=True)
        await page.screenshot(path=PICTURE)


async def test_order_question_follow_up_confirmation_and_plan(home: Home, page: Page, artifacts: Path) -> None:
    await home.client.say("turn off the hall light", home.crayfish.agent)
    await home.client.say("lock the front door", home.crayfish.agent)
    await open_assist(page)
    await expect(await say(page, "switch the hall light on")).to_contain_text("Hall Light is now on.")
    await expect(await say(page, "turn it off again")).to_contain_text("Hall Light is now off.")
    assert await home.client.state("light.hall_light") == "off"
    await expect(await say(page, "is the front door locked?")).to_contain_text("Yes, Front Door is locked.")
    await expect(await say(page, "which windows are open?")).to_contain_text("Bedroom Window.")
    await expect(await say(page, "unlock the front door")).to_contain_text("Say yes or no.")
    assert await home.client.state("lock.front_door") == "locked"
    await expect(await say(page, "yes")).to_contain_text("Front Door is now unlocked.")
    assert await home.client.state("lock.front_door") == "unlocked"
    await expect(await say(page, "turn on the hall light in 3 seconds")).to_contain_text("Hall Light")
    await expect(await say(page, "what is planned?")).to_contain_text("Hall Light")
    await until(lambda: is_on(home, "light.hall_light"))
    await expect(await say(page, "what is planned?")).to_contain_text("Nothing is planned.")
    await page.screenshot(path=artifacts / f"hands-{home.version}.png")


async def is_on(home: Home, entity_id: str) -> bool:
    return await home.client.state(entity_id) == "on"


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
