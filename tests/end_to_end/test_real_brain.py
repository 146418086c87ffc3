"""A real small model, brought by `script/run --brain`, talks in a real browser."""

from pathlib import Path
import re

import aiohttp
from playwright.async_api import expect
import pytest

from tests.end_to_end.browser import logged_in, open_assist, say
from tests.end_to_end.client import log_in
from tests.end_to_end.process import free_port
from tests.end_to_end.test_run import running

SENTENCE = re.compile(r"\w+\W+\w+\W+\w+.*[.!?]\s*$", re.DOTALL)


@pytest.mark.brain
@pytest.mark.timeout(900)
async def test_a_real_model_chats_and_the_house_obeys(tmp_path: Path, artifacts: Path) -> None:
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    async with running(tmp_path / "home", port, "", "--brain", seconds=800) as printed:
        assert "qwen2.5-coder:1.5b" in printed
        async with aiohttp.ClientSession() as session:
            client = await log_in(session, url)
            reply = await client.post("/api/services/opencrayfish/ask?return_response", message="Why is the sky blue?")
            assert reply["service_response"]["route"] == "chat"
            assert "light" in reply["service_response"]["reply"]
            async with logged_in(url) as page:
                await open_assist(page)
                await expect(await say(page, "who are you?")).to_contain_text("Crayfish")
                await expect(await say(page, "turn on the kitchen light")).to_contain_text("urned on")
                assert await client.state("light.kitchen_light") == "on"
                answer = await say(page, "What do crayfish eat?")
                await expect(answer).to_contain_text(SENTENCE)
                await answer.scroll_into_view_if_needed()
                await expect(answer).to_be_in_viewport()
                await page.screenshot(path=artifacts / "real-brain.png")
