"""A person's browser: logs in through the form, opens Assist, types and reads."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
import re
import shutil
from typing import Final

from playwright.async_api import Locator, Page, async_playwright, expect

from tests.end_to_end.client import PASSWORD, USER

OPTIONS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PATIENCE_MS: Final = 30_000


@asynccontextmanager
async def logged_in(url: str) -> AsyncGenerator[Page]:
    """Yield the page of somebody who has just logged in."""
    expect.set_options(timeout=PATIENCE_MS)
    async with async_playwright() as playwright:
        # Each launch has a new profile of its own.
        browser = await playwright.chromium.launch(executable_path=shutil.which("chromium"), args=OPTIONS)
        page = await browser.new_page(viewport={"width": 1280, "height": 720}, locale="en")
        page.set_default_timeout(PATIENCE_MS)
        await page.goto(url)
        await page.locator("input[name=username]").fill(USER)
        await page.locator("input[name=password]").fill(PASSWORD)
        await page.get_by_role("button", name="Log in", exact=True).click()
        await _assist_button(page).wait_for()
        yield page
        await browser.close()


async def open_assist(page: Page) -> None:
    """Open the dialog by its button and wait for its greeting."""
    await _assist_button(page).click()
    await expect(answers(page)).to_have_count(1)


async def say(page: Page, text: str) -> Locator:
    """Type something into the open dialog and return the bubble in which the answer appears."""
    count = await answers(page).count()
    field = page.locator("ha-assist-chat input")
    await field.fill(text)
    await field.press("Enter")
    await expect(page.locator("ha-assist-chat .message.user").last).to_contain_text(text)
    return answers(page).nth(count)


def answers(page: Page) -> Locator:
    """Return the texts of the other side, the greeting first."""
    return page.locator("ha-assist-chat .message.hass ha-markdown-element")


def _assist_button(page: Page) -> Locator:
    return page.get_by_role("button", name=re.compile("^Assist"))
