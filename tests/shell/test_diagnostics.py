"""What may be attached to a bug report."""

from pytest_homeassistant_custom_component.common import get_system_health_info
from pytest_homeassistant_custom_component.components.diagnostics import get_diagnostics_for_config_entry
from pytest_homeassistant_custom_component.typing import ClientSessionGenerator

from custom_components.opencrayfish.const import DOMAIN
from homeassistant.core import HomeAssistant
from homeassistant.setup import async_setup_component
from tests.fakes.ollama_server import FakeOllama
from tests.fakes.ollama_wire import Mode

from .conftest import Hatch


async def test_diagnostics_tell_how_turns_went_and_nothing_that_was_said(
    home: HomeAssistant, hatch: Hatch, ollama: FakeOllama, hass_client: ClientSessionGenerator
) -> None:
    assert await async_setup_component(home, "diagnostics", {})
    entry = await hatch(url=ollama.url, architect_name="Adalovelace")
    ollama.will("The password is swordfish.")
    for message in ("Tell me the password", "Who are you?"):
        await home.services.async_call(DOMAIN, "ask", {"message": message}, blocking=True, return_response=True)
    report = await get_diagnostics_for_config_entry(home, hass_client, entry)
    chat, reflex = report["recent_turns"]
    assert (chat["route"], chat["backend"]) == ("chat", "ollama fake:1b")
    assert chat["usage"]["prompt_tokens"] > 0
    assert chat["usage"]["completion_tokens"] == 4
    assert chat["first_text_ms"] > 0
    assert reflex["route"] == "reflex"
    for secret in ("swordfish", "password", "Adalovelace", ollama.url):
        assert secret not in str(report)


async def test_system_health_tells_whether_the_brain_answers(
    home: HomeAssistant, hatch: Hatch, ollama: FakeOllama
) -> None:
    assert await async_setup_component(home, "system_health", {})
    await hatch("Pinchy", url=ollama.url)
    await hatch("Clawdia")
    await home.async_block_till_done()
    info = await get_system_health_info(home, DOMAIN)
    assert info["crayfish"] == 2
    assert await info["brain of pinchy"] == "ok"
    assert info["brain of clawdia"] == "instinct"
    ollama.obey(Mode.HTTP_500)
    info = await get_system_health_info(home, DOMAIN)
    assert (await info["brain of pinchy"])["type"] == "failed"
