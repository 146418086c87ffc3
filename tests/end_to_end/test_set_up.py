"""Set-up in the browser: the config flow, change, reload and removal, over HTTP."""

from typing import Any

import pytest

from tests.end_to_end import household
from tests.end_to_end.client import RefusedError
from tests.end_to_end.conftest import MODEL, OTHER_MODEL, Home
from tests.end_to_end.household import DOMAIN, Brain
from tests.end_to_end.process import free_port
from tests.fakes.ollama_wire import Answer, Mode

IDENTITY = {"designation": "Visitor", "architect_name": "Alex", "brain": "ollama"}


def _fields(form: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {field["name"]: field for field in form["data_schema"]}


async def test_a_home_without_a_server_can_do_without_a_brain(home: Home) -> None:
    url = f"http://127.0.0.1:{free_port()}"
    form = await home.client.flow(DOMAIN, IDENTITY, {"url": url})
    assert form["step_id"] == "ollama"
    assert form["errors"] == {"base": "cannot_connect"}
    assert "continue_without_brain" in _fields(form)
    result = await home.client.post(
        f"/api/config/config_entries/flow/{form['flow_id']}", url=url, continue_without_brain=True
    )
    visitor = await household.find_crayfish(home.client, household.created(result)["entry_id"])
    answer = await home.client.say("who are you?", visitor.agent)
    assert "Visitor" in answer["response"]["speech"]["plain"]["speech"]
    await _remove(home, visitor.entry_id)


@pytest.mark.parametrize(
    "mode", [Mode.HTTP_500, Mode.GARBAGE, Mode.NOT_HTTP, Mode.HTML, Mode.WRONG_SHAPE, Mode.REDIRECT]
)
async def test_a_server_that_is_no_ollama_is_refused_and_its_owner_may_try_again(home: Home, mode: Mode) -> None:
    home.ollama.answer = Answer(mode=mode)
    form = await home.client.flow(DOMAIN, IDENTITY, {"url": home.ollama.url})
    assert form["errors"] == {"base": "cannot_connect"}
    home.ollama.answer = Answer()
    again = f"/api/config/config_entries/flow/{form['flow_id']}"
    assert (await home.client.post(again, url=home.ollama.url))["step_id"] == "ollama_model"
    await home.client.request("DELETE", again)


async def test_the_models_of_the_server_are_offered(home: Home) -> None:
    form = await home.client.flow(DOMAIN, IDENTITY, {"url": home.ollama.url})
    options = _fields(form)["model"]["selector"]["select"]["options"]
    assert [option if isinstance(option, str) else option["value"] for option in options] == [MODEL, OTHER_MODEL]
    await home.client.request("DELETE", f"/api/config/config_entries/flow/{form['flow_id']}")


async def test_a_crayfish_gets_a_brain_another_one_and_none_without_a_restart(home: Home) -> None:
    visitor = await household.add_crayfish(home.client, designation="Visitor")
    for model in (MODEL, OTHER_MODEL):
        await household.give_brain(home.client, visitor.entry_id, Brain(url=home.ollama.url, model=model))
        await home.client.say("what do you think of the sea?", visitor.agent)
        assert home.ollama.calls[-1].body["model"] == model
    await _remove(home, visitor.entry_id)


async def test_a_reload_through_the_api_leaves_a_crayfish_that_talks(home: Home) -> None:
    for crayfish in (home.crayfish, home.thinker):
        answer = await home.client.post(f"/api/config/config_entries/entry/{crayfish.entry_id}/reload")
        assert answer == {"require_restart": False}
        said = await home.client.say("who are you?", crayfish.agent)
        assert said["response"]["response_type"] != "error"


async def test_two_crayfish_are_told_apart_and_an_order_must_name_one(home: Home) -> None:
    with pytest.raises(RefusedError) as refused:
        await home.client.post("/api/services/opencrayfish/ask?return_response", message="who are you?")
    assert refused.value.status == 400
    for crayfish, name in ((home.crayfish, "Crayfish"), (home.thinker, "Thinker")):
        answer = await home.client.post(
            "/api/services/opencrayfish/ask?return_response", message="who are you?", config_entry_id=crayfish.entry_id
        )
        assert name in answer["service_response"]["reply"]


async def test_a_removed_crayfish_leaves_no_entity_and_the_others_alone(home: Home) -> None:
    visitor = await household.add_crayfish(home.client, designation="Visitor")
    await _remove(home, visitor.entry_id)
    with pytest.raises(RefusedError) as refused:
        await home.client.state(visitor.agent)
    assert refused.value.status == 404
    assert len(await household.entries(home.client)) == 2
    assert await home.client.state(home.crayfish.agent)


async def test_a_restart_keeps_everything(home: Home) -> None:
    before = await household.entries(home.client)
    assert await home.process.stop() == 0
    await home.process.start()
    await home.client.wait_until_running()
    assert [(entry["entry_id"], entry["state"]) for entry in await household.entries(home.client)] == [
        (entry["entry_id"], "loaded") for entry in before
    ]
    events = await home.client.run_pipeline("who are you?", home.pipeline)
    assert [event["type"] for event in events][-1] == "run-end"
    home.ollama.will("Good to be back.")
    answer = await home.client.say("how was the night?", home.thinker.agent)
    assert answer["response"]["speech"]["plain"]["speech"] == "Good to be back."


async def _remove(home: Home, entry_id: str) -> None:
    answer = await home.client.request("DELETE", f"/api/config/config_entries/entry/{entry_id}")
    assert answer == {"require_restart": False}
