"""The pages that set a crayfish up, change it and tune it."""

from typing import Any

import pytest

from custom_components.opencrayfish.const import DOMAIN, SUBENTRY_BRAIN
from homeassistant import config_entries
from homeassistant.config_entries import ConfigFlowResult
from homeassistant.core import HomeAssistant
from homeassistant.data_entry_flow import FlowResultType, InvalidData
from tests.fakes.ollama_server import FakeOllama
from tests.fakes.ollama_wire import Answer, Mode

from .conftest import Hatch

NOBODY = "http://127.0.0.1:9"


async def begin(hass: HomeAssistant, **identity: Any) -> ConfigFlowResult:
    """Open the flow and answer its first page."""
    result = await hass.config_entries.flow.async_init(DOMAIN, context={"source": config_entries.SOURCE_USER})
    assert result["type"] is FlowResultType.FORM
    assert result["step_id"] == "user"
    return await hass.config_entries.flow.async_configure(result["flow_id"], identity)


async def go_on(hass: HomeAssistant, result: ConfigFlowResult, **answers: Any) -> ConfigFlowResult:
    """Answer the next page."""
    return await hass.config_entries.flow.async_configure(result["flow_id"], answers)


async def test_a_crayfish_on_instinct_needs_one_page(home: HomeAssistant) -> None:
    result = await begin(home, designation="Pinchy", architect_name="Ada", architect_honorific="Boss", brain="none")
    assert result["type"] is FlowResultType.CREATE_ENTRY
    assert result["title"] == "Pinchy"
    assert result["data"] == {
        "designation": "Pinchy",
        "architect_name": "Ada",
        "architect_honorific": "Boss",
        "brain": "none",
        "slug": "pinchy",
        "soul": "steady",
    }
    assert not result["result"].subentries


async def test_a_model_is_picked_from_the_servers_list(home: HomeAssistant, ollama: FakeOllama) -> None:
    page = await begin(home, designation="Pinchy", brain="ollama")
    assert page["step_id"] == "ollama"
    page = await go_on(home, page, url=f"{ollama.url}/api/")
    assert page["step_id"] == "ollama_model"
    with pytest.raises(InvalidData):
        await go_on(home, page, model="a model that is not there")
    result = await go_on(home, page, model="fake:4b")
    assert result["type"] is FlowResultType.CREATE_ENTRY
    (brain,) = result["result"].get_subentries_of_type(SUBENTRY_BRAIN)
    assert brain.title == "fake:4b"
    assert brain.data == {"kind": "ollama", "url": ollama.url, "model": "fake:4b"}
    assert result["data"]["brain"] == "ollama"
    assert "architect_honorific" not in result["data"]


async def test_an_unreachable_server_offers_to_go_on_without_a_brain(home: HomeAssistant, socket_enabled: None) -> None:
    page = await begin(home, designation="Pinchy", brain="ollama")
    page = await go_on(home, page, url=NOBODY)
    assert page["step_id"] == "ollama"
    assert page["errors"] == {"base": "cannot_connect"}
    result = await go_on(home, page, url=NOBODY, continue_without_brain=True)
    assert result["type"] is FlowResultType.CREATE_ENTRY
    assert result["data"]["brain"] == "none"
    assert not result["result"].subentries


@pytest.mark.parametrize("mode", [Mode.HTTP_500, Mode.GARBAGE, Mode.HTML, Mode.WRONG_SHAPE, Mode.NOT_HTTP])
async def test_a_server_that_is_no_ollama_cannot_be_chosen_until_it_is_one(
    home: HomeAssistant, ollama: FakeOllama, mode: Mode
) -> None:
    page = await begin(home, designation="Pinchy", brain="ollama")
    ollama.answer = Answer(mode=mode)
    page = await go_on(home, page, url=ollama.url)
    assert page["errors"] == {"base": "cannot_connect"}
    ollama.answer = Answer()
    page = await go_on(home, page, url=ollama.url)
    assert page["step_id"] == "ollama_model"


async def test_a_server_without_models_says_what_to_do(home: HomeAssistant, ollama: FakeOllama) -> None:
    ollama.models = ()
    page = await begin(home, designation="Pinchy", brain="ollama")
    page = await go_on(home, page, url=ollama.url)
    assert page["errors"] == {"base": "no_models"}


@pytest.mark.parametrize("url", ["", "not an address", "ftp://example.org", "http://"])
async def test_an_address_that_is_none_is_marked(home: HomeAssistant, url: str) -> None:
    page = await begin(home, designation="Pinchy", brain="ollama")
    page = await go_on(home, page, url=url)
    assert page["errors"] == {"url": "invalid_url"}


@pytest.mark.parametrize(
    ("answers", "errors"),
    [
        ({"designation": "   "}, {"designation": "designation_empty"}),
        ({"designation": "🦞"}, {"designation": "designation_empty"}),
        ({"designation": "P" * 65}, {"designation": "name_too_long"}),
        ({"designation": "Pinchy", "architect_name": "A" * 65}, {"architect_name": "name_too_long"}),
        ({"designation": "Pinchy", "architect_honorific": "B" * 65}, {"architect_honorific": "name_too_long"}),
    ],
)
async def test_a_bad_name_is_marked_and_can_be_mended(
    home: HomeAssistant, answers: dict[str, str], errors: dict[str, str]
) -> None:
    page = await begin(home, brain="none", **answers)
    assert page["type"] is FlowResultType.FORM
    assert page["errors"] == errors
    result = await go_on(home, page, designation="Pinchy", brain="none")
    assert result["type"] is FlowResultType.CREATE_ENTRY


async def test_white_space_in_names_is_made_plain(home: HomeAssistant) -> None:
    result = await begin(home, designation="  Sir\n Pinchy ", brain="none")
    assert result["title"] == "Sir Pinchy"
    assert result["data"]["slug"] == "sir_pinchy"


async def test_slugs_are_unique_and_never_reserved(home: HomeAssistant) -> None:
    slugs = [
        (await begin(home, designation=name, brain="none"))["data"]["slug"]
        for name in ("Pinchy", "pinchy", "PINCHY!", "Plugins", "Skills", "小龙虾")
    ]
    assert slugs == ["pinchy", "pinchy_2", "pinchy_3", "plugins_2", "skills_2", "xiao_long_xia"]


async def test_the_first_page_suggests_a_title(home: HomeAssistant) -> None:
    result = await home.config_entries.flow.async_init(DOMAIN, context={"source": config_entries.SOURCE_USER})
    schema = result["data_schema"]
    assert schema is not None
    suggested = {str(key): (key.description or {}).get("suggested_value") for key in schema.schema}
    assert suggested["architect_honorific"] == "Boss"
    assert schema({}) == {"designation": "Crayfish", "brain": "ollama", "soul": "steady"}


@pytest.mark.parametrize("name", ["playful", "butler", "own"])
async def test_a_soul_is_shown_before_it_is_taken_and_may_be_changed(home: HomeAssistant, name: str) -> None:
    page = await begin(home, designation="Pinchy", brain="none", soul=name)
    assert page["step_id"] == "soul"
    schema = page["data_schema"]
    assert schema is not None
    text = schema({})["soul_text"]
    page = await go_on(home, page, soul_text="be nice")
    assert page["errors"] == {"soul_text": "soul_malformed"}
    assert "must be there once" in str((page["description_placeholders"] or {})["problem"])
    result = await go_on(home, page, soul_text=text.replace("Tone: ", "Tone: green, "))
    assert result["type"] is FlowResultType.CREATE_ENTRY
    await home.async_block_till_done()
    assert "Tone: green, " in result["result"].runtime_data.organism.soul.soul.core
    await reconfigure(home, result["result"], designation="Nipper", brain="none")
    assert result["result"].data["soul_text"] == text.replace("Tone: ", "Tone: green, ")


async def reconfigure(hass: HomeAssistant, entry: config_entries.ConfigEntry, **identity: Any) -> ConfigFlowResult:
    """Open the reconfiguration and answer its first page."""
    page = await hass.config_entries.flow.async_init(
        DOMAIN, context={"source": config_entries.SOURCE_RECONFIGURE, "entry_id": entry.entry_id}
    )
    assert page["step_id"] == "reconfigure"
    return await hass.config_entries.flow.async_configure(page["flow_id"], identity)


async def test_reconfiguring_gives_a_brain_and_another_name(
    home: HomeAssistant, hatch: Hatch, ollama: FakeOllama
) -> None:
    entry = await hatch("Pinchy")
    page = await reconfigure(home, entry, designation="Clawdia", brain="ollama")
    page = await go_on(home, page, url=ollama.url)
    result = await go_on(home, page, model="fake:1b")
    assert result["reason"] == "reconfigure_successful"
    await home.async_block_till_done()
    assert entry.title == "Clawdia"
    assert entry.data["slug"] == "pinchy", "the folder keeps its name"
    assert entry.state is config_entries.ConfigEntryState.LOADED
    assert entry.runtime_data.organism.settings.designation == "Clawdia"
    assert entry.runtime_data.organism.brain.name == "ollama fake:1b"


async def test_reconfiguring_changes_the_model(home: HomeAssistant, hatch: Hatch, ollama: FakeOllama) -> None:
    entry = await hatch("Pinchy", url=ollama.url)
    page = await reconfigure(home, entry, designation="Pinchy", brain="ollama")
    page = await go_on(home, page, url=ollama.url)
    schema = page["data_schema"]
    assert schema is not None
    assert schema({}) == {"model": "fake:1b"}, "the present model is proposed"
    await go_on(home, page, model="fake:4b")
    await home.async_block_till_done()
    (brain,) = entry.get_subentries_of_type(SUBENTRY_BRAIN)
    assert (brain.title, brain.data["model"]) == ("fake:4b", "fake:4b")
    assert entry.runtime_data.organism.brain.name == "ollama fake:4b"


async def test_reconfiguring_takes_the_brain_away(home: HomeAssistant, hatch: Hatch, ollama: FakeOllama) -> None:
    entry = await hatch("Pinchy", url=ollama.url)
    await reconfigure(home, entry, designation="Pinchy", brain="none")
    await home.async_block_till_done()
    assert not entry.subentries
    assert entry.data["brain"] == "none"
    assert entry.runtime_data.organism.brain is None


async def test_reconfiguring_may_change_only_whom_it_serves(home: HomeAssistant, hatch: Hatch) -> None:
    entry = await hatch("Pinchy")
    runtime = entry.runtime_data
    await reconfigure(home, entry, designation="Pinchy", architect_name="Ada", brain="none")
    await home.async_block_till_done()
    assert entry.runtime_data is runtime, "no reload"
    assert runtime.organism.settings.architect_name == "Ada"


async def test_options_apply_while_it_lives(home: HomeAssistant, hatch: Hatch, ollama: FakeOllama) -> None:
    entry = await hatch("Pinchy", url=ollama.url)
    runtime = entry.runtime_data
    page = await home.config_entries.options.async_init(entry.entry_id)
    assert page["step_id"] == "init"
    options = {
        "memory": {"stm_max_turns": 4},
        "mind": {"context_tokens": 2048, "reply_tokens": 100, "keep_alive_minutes": 30},
    }
    result = await home.config_entries.options.async_configure(page["flow_id"], options)
    assert result["type"] is FlowResultType.CREATE_ENTRY
    await home.async_block_till_done()
    assert entry.runtime_data is runtime, "no reload"
    assert runtime.organism.settings.history_messages == 4
    await home.services.async_call(DOMAIN, "ask", {"message": "Tell me a tale."}, blocking=True, return_response=True)
    assert ollama.calls[-1].body["options"] == {"num_ctx": 2048, "num_predict": 100}
    assert ollama.calls[-1].body["keep_alive"] == 1800


@pytest.mark.parametrize(
    ("section", "values"),
    [
        ("memory", {"stm_max_turns": -1}),
        ("mind", {"context_tokens": 5, "reply_tokens": 100, "keep_alive_minutes": 30}),
        ("mind", {"context_tokens": 2048, "reply_tokens": 0, "keep_alive_minutes": 30}),
        ("mind", {"context_tokens": 2048, "reply_tokens": 100, "keep_alive_minutes": -2}),
    ],
)
async def test_an_option_out_of_range_is_refused(
    home: HomeAssistant, hatch: Hatch, section: str, values: dict[str, int]
) -> None:
    entry = await hatch("Pinchy")
    page = await home.config_entries.options.async_init(entry.entry_id)
    good = {
        "memory": {"stm_max_turns": 4},
        "mind": {"context_tokens": 2048, "reply_tokens": 100, "keep_alive_minutes": 30},
    }
    with pytest.raises(InvalidData):
        await home.config_entries.options.async_configure(page["flow_id"], {**good, section: values})
    assert set(entry.options) == {"rhythm"}


@pytest.mark.parametrize("kind", ["thermal", "ram"])
async def test_stress_must_end_below_where_it_begins(home: HomeAssistant, hatch: Hatch, kind: str) -> None:
    entry = await hatch("Pinchy")
    limit, release = ("thermal_limit_celsius", "thermal_release_celsius")
    if kind == "ram":
        limit, release = ("ram_limit_pct", "ram_release_pct")
    page = await home.config_entries.options.async_init(entry.entry_id)
    page = await home.config_entries.options.async_configure(page["flow_id"], {"body": {limit: 70, release: 70}})
    assert (page["type"], page["errors"]) == (FlowResultType.FORM, {"base": "release_above_limit"})
    page = await home.config_entries.options.async_configure(page["flow_id"], {"body": {limit: 70, release: 69}})
    assert page["type"] is FlowResultType.CREATE_ENTRY
    await home.async_block_till_done()
    settings = entry.runtime_data.organism.settings
    assert (settings.thermal_release_celsius if kind == "thermal" else settings.ram_release_pct) == 69
    # Cleared, it follows its limit again.
    page = await home.config_entries.options.async_init(entry.entry_id)
    await home.config_entries.options.async_configure(page["flow_id"], {"body": {limit: 60}})
    await home.async_block_till_done()
    settings = entry.runtime_data.organism.settings
    assert (settings.thermal_release_celsius if kind == "thermal" else settings.ram_release_pct) == 55
