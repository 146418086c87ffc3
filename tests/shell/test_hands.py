"""Orders and questions through the real house: what is done, what is asked first, and what is said when it goes wrong."""

import asyncio
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any

from freezegun.api import FrozenDateTimeFactory
import pytest
from pytest_homeassistant_custom_component.common import MockConfigEntry, MockUser, async_fire_time_changed

from custom_components.opencrayfish.burrow import instinct
from custom_components.opencrayfish.burrow.effector import ServiceEffector
from custom_components.opencrayfish.const import DOMAIN
from custom_components.opencrayfish.organism.errors import ActionFailed
from custom_components.opencrayfish.organism.hands import outcome
from homeassistant.components.conversation import async_converse
from homeassistant.components.homeassistant.exposed_entities import async_expose_entity
from homeassistant.components.persistent_notification import _async_get_or_create_notifications
from homeassistant.core import Context, HomeAssistant, ServiceCall
from homeassistant.exceptions import HomeAssistantError
from homeassistant.helpers import area_registry as ar, entity_registry as er, label_registry as lr
from tests.fakes.ollama_server import FakeOllama
from tests.fakes.ollama_wire import Answer

from .conftest import Hatch

HOME = """
floors:
  - {name: Upstairs, id: up, level: 1}
areas:
  - {name: Kitchen, id: kitchen}
  - {name: Study, id: study, floor: up}
entities:
  - {name: Counter Lamp, id: light.counter, area: kitchen, state: "off", attributes: {supported_color_modes: [brightness]}}
  - {name: Window Lamp, id: light.window_lamp, area: kitchen, state: "off", attributes: {supported_color_modes: [brightness]}}
  - {name: Desk Lamp, id: light.desk, area: study, state: "off", attributes: {supported_color_modes: [brightness]}}
  - {name: Back Door, id: lock.back_door, area: kitchen, state: locked}
  - {name: Washer, id: sensor.washer, state: running}
  - {name: Family, id: calendar.family, attributes: {events: [
      {summary: Dentist, start: {days: 1, at: "15:00"}, end: {days: 1, at: "16:00"}},
      {summary: Harvest Feast, start: {days: 2}, end: {days: 3}}]}}
  - {name: Station, id: weather.station, state: sunny, attributes: {temperature: 11}}
  - {name: Shopping List, id: todo.shopping_list, attributes: {todo_items: [Milk, Bread]}}
  - {name: Study Thermometer, id: sensor.study_temperature, area: study, state: "20.5",
     attributes: {device_class: temperature, unit_of_measurement: "°C"}}
"""


@pytest.fixture
async def house(home: HomeAssistant, tmp_path: Path, hatch: Hatch) -> HomeAssistant:
    """Furnish a house and hatch a crayfish on instinct."""
    file = tmp_path / "house.yaml"
    file.write_text(HOME)
    entry = MockConfigEntry(domain="virtual_home", title="Virtual home", data={"path": str(file)})
    entry.add_to_hass(home)
    assert await home.config_entries.async_setup(entry.entry_id)
    await home.async_block_till_done()
    await hatch()
    return home


async def ask(house: HomeAssistant, message: str, **more: Any) -> Mapping[str, Any]:
    entries = house.config_entries.async_entries(DOMAIN)
    data = {"message": message, "conversation_id": "kitchen", "config_entry_id": entries[0].entry_id, **more}
    answer = await house.services.async_call(DOMAIN, "ask", data, blocking=True, return_response=True)
    assert answer
    return answer


def states(house: HomeAssistant, domain: str = "light") -> dict[str, str]:
    return {state.entity_id: state.state for state in house.states.async_all(domain)}


async def test_an_order_is_done_and_said_with_name_and_state(house: HomeAssistant) -> None:
    answer = await ask(house, "switch on the desk lamp")
    assert (answer["reply"], answer["route"], answer["tools"]) == (
        "Desk Lamp is now on.",
        "instinct",
        ["light.turn_on"],
    )
    assert states(house) == {"light.counter": "off", "light.window_lamp": "off", "light.desk": "on"}
    assert (await ask(house, "switch on the desk lamp"))["reply"] == "Desk Lamp is already on."
    assert (await ask(house, "set the desk lamp to 40 percent"))["reply"] == "Desk Lamp is now at 40 %."


async def test_several_things_are_one_sentence(house: HomeAssistant) -> None:
    answer = await ask(house, "turn on the kitchen lights")
    assert answer["reply"] == "Counter Lamp and Window Lamp are now on."
    assert states(house)["light.desk"] == "off"


async def test_german_orders_are_answered_in_german(house: HomeAssistant) -> None:
    answer = await ask(house, "Schalte bitte Desk Lamp ein", language="de")
    assert states(house)["light.desk"] == "on"
    assert answer["reply"] == "Desk Lamp ist jetzt an."


@pytest.mark.parametrize(
    ("answer", "is_open"), [("yes", True), ("Yes, please!", True), ("no", False), ("What time is it?", False)]
)
async def test_a_door_is_unlocked_only_after_a_yes(house: HomeAssistant, answer: str, is_open: bool) -> None:
    asked = await ask(house, "unlock the back door")
    assert (asked["route"], asked["tools"]) == ("confirm", [])
    assert "Back Door" in asked["reply"]
    assert states(house, "lock") == {"lock.back_door": "locked"}
    said = await ask(house, answer)
    assert states(house, "lock") == {"lock.back_door": "unlocked" if is_open else "locked"}
    if is_open:
        assert said["reply"] == "Back Door is now unlocked."
    assert (await ask(house, "yes"))["route"] != "instinct", "a yes counts once"


async def test_a_yes_counts_in_its_conversation_only(house: HomeAssistant) -> None:
    await ask(house, "unlock the back door")
    await ask(house, "yes", conversation_id="elsewhere")
    assert states(house, "lock") == {"lock.back_door": "locked"}


async def test_locking_asks_nobody(house: HomeAssistant) -> None:
    await house.services.async_call("lock", "unlock", {"entity_id": "lock.back_door"}, blocking=True)
    assert (await ask(house, "lock the back door"))["reply"] == "Back Door is now locked."


async def test_home_assistants_own_sentences_open_nothing_protected(house: HomeAssistant) -> None:
    """A sentence that only Home Assistant knows must not go around the question."""
    await ask(house, "turn off the back door", language="sv")
    await ask(house, "lås upp back door", language="sv")
    assert states(house, "lock") == {"lock.back_door": "locked"}


async def test_two_that_fit_are_asked_about_and_the_answer_is_understood(house: HomeAssistant) -> None:
    asked = await ask(house, "turn on the kitchen lamp")
    assert (asked["route"], states(house)["light.counter"], states(house)["light.window_lamp"]) == (
        "clarify",
        "off",
        "off",
    )
    assert "Counter Lamp" in asked["reply"]
    assert "Window Lamp" in asked["reply"]
    assert (await ask(house, "the one at the window"))["reply"] == "Window Lamp is now on."
    assert states(house)["light.counter"] == "off"


async def test_questions_are_answered_and_change_nothing(house: HomeAssistant) -> None:
    before = states(house)
    assert (await ask(house, "is the back door locked?"))["reply"] == "Yes, Back Door is locked."
    assert "20.5 °C" in (await ask(house, "what's the temperature in the study?"))["reply"]
    both = (await ask(house, "is the kitchen lamp on?"))["reply"]
    assert both == "No, none of them."
    assert (await ask(house, "which lights are on?"))["reply"] == "None of them."
    assert states(house) == before


async def test_a_follow_up_means_what_was_meant(house: HomeAssistant) -> None:
    await ask(house, "turn on the desk lamp")
    await ask(house, "turn it off again")
    assert states(house)["light.desk"] == "off"


@pytest.mark.parametrize(
    "text", ["turn on the lamp in the attic", "don't turn on the desk lamp", "I love the desk lamp"]
)
async def test_what_is_no_order_for_this_house_changes_nothing(house: HomeAssistant, text: str) -> None:
    before = states(house)
    await ask(house, text)
    assert states(house) == before


async def test_what_is_not_exposed_is_not_touched(house: HomeAssistant) -> None:
    async_expose_entity(house, "conversation", "light.desk", False)
    await house.async_block_till_done()
    await ask(house, "turn on the desk lamp")
    assert states(house)["light.desk"] == "off"
    async_expose_entity(house, "conversation", "light.desk", True)
    await house.async_block_till_done()
    await ask(house, "turn on the desk lamp")
    assert states(house)["light.desk"] == "on"


async def test_new_names_and_rooms_count_at_once(house: HomeAssistant) -> None:
    er.async_get(house).async_update_entity("light.desk", name="Reading Light")
    study = ar.async_get(house).async_get_area_by_name("Study")
    assert study
    ar.async_get(house).async_update(study.id, name="Library")
    await house.async_block_till_done()
    assert (await ask(house, "turn on the library light"))["reply"] == "Reading Light is now on."


async def test_a_service_that_raises_is_told_with_its_reason(house: HomeAssistant) -> None:
    async def refuse(call: ServiceCall) -> None:
        raise HomeAssistantError("the bulb is broken")

    house.services.async_register("light", "turn_on", refuse)
    answer = await ask(house, "turn on the desk lamp")
    assert answer["reply"] == "Desk Lamp refused: the bulb is broken"


async def test_a_device_that_does_not_react_is_told(house: HomeAssistant, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outcome, "READ_BACK_SECONDS", 0.05)

    async def ignore(call: ServiceCall) -> None:
        """Do nothing."""

    house.services.async_register("light", "turn_on", ignore)
    answer = await ask(house, "turn on the kitchen lights")
    assert answer["reply"] == "Counter Lamp and Window Lamp did not react."


async def test_one_that_vanishes_in_the_act_is_told_beside_the_one_that_works(
    house: HomeAssistant, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outcome, "READ_BACK_SECONDS", 0.05)

    async def half(call: ServiceCall) -> None:
        (id_,) = call.data["entity_id"] if isinstance(call.data["entity_id"], list) else (call.data["entity_id"],)
        state = house.states.get(id_)
        assert state
        house.states.async_set(id_, "on" if id_ == "light.counter" else "unavailable", state.attributes)

    house.services.async_register("light", "turn_on", half)
    answer = await ask(house, "turn on the kitchen lights")
    assert answer["reply"] == "Counter Lamp is now on. Window Lamp can't be reached right now."


async def test_a_state_that_flaps_back_is_not_claimed_for_ever(
    house: HomeAssistant, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is said is what the last look showed."""
    monkeypatch.setattr(outcome, "READ_BACK_SECONDS", 0.05)

    async def flap(call: ServiceCall) -> None:
        state = house.states.get("light.desk")
        assert state
        house.states.async_set("light.desk", "on", state.attributes)
        house.states.async_set("light.desk", "off", state.attributes)

    house.services.async_register("light", "turn_on", flap)
    answer = await ask(house, "turn on the desk lamp")
    assert answer["reply"] == "Desk Lamp did not react."


async def test_who_may_not_is_told_so(house: HomeAssistant) -> None:
    guest = MockUser(name="Guest", groups=[]).add_to_hass(house)
    guest.mock_policy({"entities": {"domains": {"light": {"read": True}}}})
    result = await async_converse(
        house, "turn on the desk lamp", None, Context(user_id=guest.id), agent_id="conversation.pinchy", language="en"
    )
    assert result.response.speech["plain"]["speech"] == "You may not control Desk Lamp."
    assert result.response.response_type.value == "error"
    assert states(house)["light.desk"] == "off"


async def test_only_actions_of_the_list_can_be_called(house: HomeAssistant) -> None:
    effector = ServiceEffector(house, Context(), "en")
    with pytest.raises(ActionFailed):
        await effector.act("homeassistant.restart", "light.desk", {})


async def test_orders_work_while_the_brain_is_away(house: HomeAssistant, hatch: Hatch, ollama: FakeOllama) -> None:
    await hatch("Thinker", url=ollama.url)
    await ollama.stop()
    entry = house.config_entries.async_entries(DOMAIN)[-1]
    answer = await ask(house, "turn on the desk lamp", config_entry_id=entry.entry_id)
    assert answer["reply"] == "Desk Lamp is now on."


async def test_an_order_for_later_is_confirmed_kept_and_done_once(
    house: HomeAssistant, freezer: FrozenDateTimeFactory
) -> None:
    answer = await ask(house, "turn on the desk lamp in ten minutes")
    assert (answer["route"], states(house)["light.desk"]) == ("task", "off")
    assert "Desk Lamp" in answer["reply"]
    listed = await ask(house, "/tasks")
    assert "Desk Lamp" in listed["reply"]
    entry = house.config_entries.async_entries(DOMAIN)[0]
    assert await house.config_entries.async_reload(entry.entry_id)
    await house.async_block_till_done()
    freezer.tick(timedelta(minutes=9))
    async_fire_time_changed(house)
    await house.async_block_till_done()
    assert states(house)["light.desk"] == "off"
    freezer.tick(timedelta(minutes=1, seconds=1))
    async_fire_time_changed(house)
    await house.async_block_till_done(wait_background_tasks=True)
    assert states(house)["light.desk"] == "on"
    assert (await ask(house, "what is planned?"))["reply"] == "Nothing is planned."


async def test_an_order_for_later_can_be_cancelled(house: HomeAssistant, freezer: FrozenDateTimeFactory) -> None:
    await ask(house, "turn on the desk lamp in ten minutes")
    assert "Desk Lamp" in (await ask(house, "cancel that"))["reply"]
    freezer.tick(timedelta(minutes=11))
    async_fire_time_changed(house)
    await house.async_block_till_done(wait_background_tasks=True)
    assert states(house)["light.desk"] == "off"


@pytest.mark.parametrize("when", ["every day at nine", "for ten minutes", "at sunset"])
async def test_a_time_that_is_not_understood_is_said_and_nothing_happens(house: HomeAssistant, when: str) -> None:
    answer = await ask(house, f"turn on the desk lamp {when}")
    assert states(house)["light.desk"] == "off"
    assert "I did nothing" in answer["reply"]


async def test_unlocking_later_is_asked_about_now(house: HomeAssistant, freezer: FrozenDateTimeFactory) -> None:
    assert (await ask(house, "unlock the back door in ten minutes"))["route"] == "confirm"
    assert (await ask(house, "yes"))["route"] == "task"
    assert states(house, "lock") == {"lock.back_door": "locked"}
    freezer.tick(timedelta(minutes=10, seconds=1))
    async_fire_time_changed(house)
    await house.async_block_till_done(wait_background_tasks=True)
    assert states(house, "lock") == {"lock.back_door": "unlocked"}


async def washer_is(house: HomeAssistant, state: str) -> None:
    await house.services.async_call(
        "virtual_home", "set_state", {"entity_id": "sensor.washer", "state": state}, blocking=True
    )
    await house.async_block_till_done(wait_background_tasks=True)


async def test_an_order_waits_for_a_state_even_over_a_restart(house: HomeAssistant) -> None:
    answer = await ask(house, "when the washer is done, turn on the desk lamp")
    assert (answer["route"], answer["reply"]) == ("task", "When Washer is done I will see to it: Desk Lamp, on.")
    assert (await ask(house, "/tasks"))["reply"] == "Planned: Desk Lamp, on when Washer is done."
    await washer_is(house, "rinsing")
    assert states(house)["light.desk"] == "off"
    entry = house.config_entries.async_entries(DOMAIN)[0]
    assert await house.config_entries.async_reload(entry.entry_id)
    await washer_is(house, "unavailable")
    assert states(house)["light.desk"] == "off"
    await washer_is(house, "finished")
    assert states(house)["light.desk"] == "on"
    await ask(house, "turn off the desk lamp")
    await washer_is(house, "running")
    await washer_is(house, "finished")
    assert states(house)["light.desk"] == "off"


async def test_what_came_while_nobody_watched_is_found_at_the_start(house: HomeAssistant) -> None:
    await ask(house, "turn on the desk lamp as soon as the washer is finished")
    entry = house.config_entries.async_entries(DOMAIN)[0]
    assert await house.config_entries.async_unload(entry.entry_id)
    await washer_is(house, "idle")
    assert await house.config_entries.async_setup(entry.entry_id)
    await house.async_block_till_done(wait_background_tasks=True)
    assert states(house)["light.desk"] == "on"


async def test_a_state_that_is_there_already_is_not_waited_for(house: HomeAssistant) -> None:
    await washer_is(house, "finished")
    answer = await ask(house, "when the washer is done, turn on the desk lamp")
    assert answer["reply"] == "Washer is done already, so I have planned nothing."
    assert states(house)["light.desk"] == "off"


async def test_waiting_has_an_end_that_is_told(house: HomeAssistant, freezer: FrozenDateTimeFactory) -> None:
    await ask(house, "when the washer is done, turn on the desk lamp")
    freezer.tick(timedelta(hours=24, seconds=1))
    async_fire_time_changed(house)
    await house.async_block_till_done(wait_background_tasks=True)
    await washer_is(house, "finished")
    assert states(house)["light.desk"] == "off"
    (told,) = _async_get_or_create_notifications(house).values()
    assert told["message"] == "Washer was not done within a day, so I did not do this: Desk Lamp, on."


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("what's on my calendar tomorrow", "Tomorrow: Dentist at 15:00."),
        ("when is my dentist appointment", "Dentist: tomorrow at 15:00."),
        ("when is the harvest feast?", "Harvest Feast: Wednesday."),
        ("do I have any appointments today", "Today: nothing on Family."),
        ("when is my swimming appointment", "There is nothing of that kind on Family."),
        ("what's the weather like", "Station: sunny, 11 °C."),
        ("is it raining outside?", "No. Station: sunny, 11 °C."),
        ("will it rain on thursday?", "Yes. Thursday: rainy, 5 to 11 °C."),
        ("do we need an umbrella tomorrow?", "No. Tomorrow: partly cloudy, 5 to 12 °C."),
        ("what is the temperature outside", "Station is at 11 °C."),
        ("what will the weather be on december 30", "Station has no forecast for December 30."),
    ],
)
@pytest.mark.freeze_time("2026-11-30 18:00:00+00:00")
async def test_calendars_and_weather_are_told_without_a_model(house: HomeAssistant, question: str, answer: str) -> None:
    told = await ask(house, question)
    assert (told["reply"], told["route"]) == (answer, "instinct")


@pytest.mark.freeze_time("2026-11-30 18:00:00+00:00")
async def test_an_event_is_put_into_the_calendar_and_read_back(
    house: HomeAssistant, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = await ask(house, "put lunch with Bob on the family calendar tomorrow at noon")
    assert (answer["reply"], answer["tools"]) == (
        "Lunch with Bob is now on Family: tomorrow at 12:00.",
        ["calendar.create_event"],
    )
    assert (await ask(house, "what's on my calendar tomorrow"))["reply"] == (
        "Tomorrow: lunch with Bob at 12:00 and Dentist at 15:00."
    )
    answer = await ask(house, "schedule a fair on december 12")
    assert answer["reply"] == "Fair is now on Family: December 12."
    assert "did not understand" in (await ask(house, "schedule a fair for later"))["reply"]

    async def refuse(*_: Any, **__: Any) -> None:
        raise HomeAssistantError("the calendar is full")

    monkeypatch.setattr("custom_components.virtual_home.calendar.VirtualCalendar.async_create_event", refuse)
    answer = await ask(house, "schedule a nap tomorrow at 3 pm")
    assert answer["reply"] == "Family refused: the calendar is full"


@pytest.fixture
async def phone(house: HomeAssistant, hass_admin_user: MockUser) -> list[ServiceCall]:
    """Give the administrator a phone; return what it shows."""
    data = {"user_id": hass_admin_user.id, "device_name": "Ada's Phone"}
    MockConfigEntry(domain="mobile_app", title="Ada's Phone", data=data).add_to_hass(house)
    shown: list[ServiceCall] = []

    async def show(call: ServiceCall) -> None:
        shown.append(call)

    house.services.async_register("notify", "mobile_app_ada_s_phone", show)
    return shown


async def press(house: HomeAssistant, action: str, user_id: str) -> None:
    house.bus.async_fire("mobile_app_notification_action", {"action": action}, context=Context(user_id=user_id))
    await house.async_block_till_done(wait_background_tasks=True)


async def test_a_yes_may_come_from_the_phone_of_the_one_who_was_asked(
    house: HomeAssistant, phone: list[ServiceCall], hass_admin_user: MockUser, hass_read_only_user: MockUser
) -> None:
    await ask(house, "unlock the back door")
    await house.async_block_till_done(wait_background_tasks=True)
    (question,) = phone
    yes, no = question.data["data"]["actions"]
    assert (question.data["message"], yes["title"], no["title"]) == (
        "Should Back Door be unlocked? Say yes or no.",
        "Yes",
        "No",
    )
    await press(house, yes["action"], hass_read_only_user.id)
    await press(house, "OPENCRAYFISH_YES_0123456789abcdef", hass_admin_user.id)
    await press(house, "OPENCRAYFISH", hass_admin_user.id)
    assert states(house, "lock") == {"lock.back_door": "locked"}
    await press(house, yes["action"], hass_admin_user.id)
    assert states(house, "lock") == {"lock.back_door": "unlocked"}
    assert phone[-1].data["message"] == "Back Door is now unlocked."
    assert phone[-1].data["data"]["tag"] == question.data["data"]["tag"]
    assert house.states.get("lock.back_door").context.user_id == hass_admin_user.id  # type: ignore[union-attr]
    await ask(house, "lock the back door")
    await press(house, yes["action"], hass_admin_user.id)
    assert states(house, "lock") == {"lock.back_door": "locked"}


async def test_a_no_from_the_phone_leaves_everything(
    house: HomeAssistant, phone: list[ServiceCall], hass_admin_user: MockUser
) -> None:
    await ask(house, "unlock the back door")
    await house.async_block_till_done(wait_background_tasks=True)
    yes, no = (button["action"] for button in phone[0].data["data"]["actions"])
    await press(house, no, hass_admin_user.id)
    await press(house, yes, hass_admin_user.id)
    assert states(house, "lock") == {"lock.back_door": "locked"}
    assert [call.data["message"] for call in phone[1:]] == ["Then I leave it as it is."]


async def test_a_question_that_was_answered_or_is_old_leaves_the_phone(
    house: HomeAssistant,
    phone: list[ServiceCall],
    hass_admin_user: MockUser,
    freezer: FrozenDateTimeFactory,
) -> None:
    await ask(house, "unlock the back door")
    await house.async_block_till_done(wait_background_tasks=True)
    await ask(house, "no")
    await house.async_block_till_done(wait_background_tasks=True)
    assert [call.data["message"] for call in phone[1:]] == ["clear_notification"]
    await ask(house, "unlock the back door")
    await house.async_block_till_done(wait_background_tasks=True)
    freezer.tick(timedelta(seconds=61))
    async_fire_time_changed(house)
    await house.async_block_till_done(wait_background_tasks=True)
    assert phone[-1].data["message"] == "clear_notification"
    await press(house, phone[2].data["data"]["actions"][0]["action"], hass_admin_user.id)
    assert states(house, "lock") == {"lock.back_door": "locked"}


async def test_only_the_phone_of_the_one_who_speaks_is_asked(
    house: HomeAssistant, phone: list[ServiceCall], hass_read_only_user: MockUser
) -> None:
    await async_converse(
        house,
        "unlock the back door",
        None,
        Context(user_id=hass_read_only_user.id),
        agent_id="conversation.pinchy",
    )
    await house.async_block_till_done(wait_background_tasks=True)
    assert phone == []


async def test_a_no_in_mid_turn_counts_for_what_has_not_begun(
    house: HomeAssistant, monkeypatch: pytest.MonkeyPatch
) -> None:
    acting, go_on = asyncio.Event(), asyncio.Event()
    act = ServiceEffector.act

    async def slow(self: ServiceEffector, service: str, target: str, data: Mapping[str, object]) -> None:
        acting.set()
        await go_on.wait()
        await act(self, service, target, data)

    monkeypatch.setattr(ServiceEffector, "act", slow)
    first = house.async_create_task(
        ask(house, "turn on the counter lamp and lower the brightness of the desk lamp to 5")
    )
    await acting.wait()
    second = house.async_create_task(ask(house, "no, the window lamp"))
    await asyncio.sleep(0)
    go_on.set()
    assert (await first)["reply"] == "Counter Lamp is now on."
    # What had not begun is amended, not the act before it.
    assert (await second)["reply"] == "Window Lamp is now at 5 %."
    assert states(house) == {"light.counter": "on", "light.window_lamp": "on", "light.desk": "off"}


async def test_the_other_one_is_meant_after_a_wrong_one(house: HomeAssistant) -> None:
    await ask(house, "turn on the counter lamp")
    assert (await ask(house, "no, the other one"))["reply"] == "Window Lamp is now on."


async def test_a_label_is_a_name_that_things_share(house: HomeAssistant) -> None:
    label = lr.async_get(house).async_create("Xmas")
    for id_ in ("light.desk", "light.counter"):
        er.async_get(house).async_update_entity(id_, labels={label.label_id})
    await ask(house, "turn on the xmas lights")
    assert states(house) == {"light.counter": "on", "light.desk": "on", "light.window_lamp": "off"}
    lr.async_get(house).async_update(label.label_id, name="Yuletide")
    await house.async_block_till_done()
    await ask(house, "turn off the yuletide lights")
    assert states(house)["light.desk"] == "off"


@pytest.mark.parametrize(
    ("question", "said", "told"),
    [
        (
            "I wonder about the back door lock these days",
            "I'm sorry, but I don't have access to your door. You could look yourself.",
            "Back Door is locked.",
        ),
        ("I wonder about the moon these days", "I can't see the moon from here.", "I can't see the moon from here."),
        (
            "I wonder about the moon these days",
            "I apologize for my earlier mistake. The moon is round.",
            "The moon is round.",
        ),
    ],
)
async def test_a_model_that_knows_no_way_is_helped_by_the_house(
    house: HomeAssistant, hatch: Hatch, ollama: FakeOllama, question: str, said: str, told: str
) -> None:
    await hatch("Thinker", url=ollama.url)
    entry = house.config_entries.async_entries(DOMAIN)[-1]
    ollama.answer = Answer(text=said)
    answer = await ask(house, question, config_entry_id=entry.entry_id)
    assert (answer["reply"], answer["route"]) == (told, "chat")


async def test_an_order_that_nobody_understands_never_reaches_a_chat(
    house: HomeAssistant, hatch: Hatch, ollama: FakeOllama
) -> None:
    await hatch("Thinker", url=ollama.url)
    entry = house.config_entries.async_entries(DOMAIN)[-1]
    ollama.answer = Answer(text="The dishwasher is now off.")
    answer = await ask(house, "turn off the dishwasher", config_entry_id=entry.entry_id)
    assert (answer["reply"], answer["route"]) == ("I did not find that here, so I did nothing.", "clarify")
    assert ollama.calls == []
    answer = await ask(house, "which lamps of the neighbour are on?", config_entry_id=entry.entry_id)
    assert answer["reply"] == "I did not understand what to look up in the house."


async def test_a_chat_states_nothing_about_the_house_that_it_has_not_seen(
    house: HomeAssistant, hatch: Hatch, ollama: FakeOllama
) -> None:
    await hatch("Thinker", url=ollama.url)
    entry = house.config_entries.async_entries(DOMAIN)[-1]
    ollama.answer = Answer(text="I see. The dishwasher is now off. The lamp is on! Sleep well.")
    answer = await ask(house, "it would be nice to have no lamp burning", config_entry_id=entry.entry_id)
    assert answer["reply"] == "I see. Sleep well."


async def test_a_model_that_repeats_itself_is_stopped(house: HomeAssistant, hatch: Hatch, ollama: FakeOllama) -> None:
    await hatch("Thinker", url=ollama.url)
    entry = house.config_entries.async_entries(DOMAIN)[-1]
    ollama.answer = Answer(text="The sea is deep. " + "It sings all day long. " * 40)
    answer = await ask(house, "tell me of the sea", config_entry_id=entry.entry_id)
    assert answer["reply"].count("sings") <= 3


async def test_a_list_is_read_out(house: HomeAssistant) -> None:
    assert (await ask(house, "what is on the shopping list?"))["reply"] == "Shopping List: Milk, Bread."
    await ask(house, "add rye flour to the shopping list")
    assert (await ask(house, "what's on the shopping list"))["reply"] == "Shopping List: Milk, Bread, rye flour."


async def test_home_assistants_own_sentences_are_read_back_too(
    house: HomeAssistant, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Swedish is not a language of the hands, so Home Assistant answers, and it does not look."""
    done = await ask(house, "tänd Desk Lamp", language="sv")
    assert (states(house)["light.desk"], done["tools"]) == ("on", ["HassTurnOn"])
    monkeypatch.setattr(instinct, "READ_BACK_SECONDS", 0.05)

    async def ignore(call: ServiceCall) -> None:
        """Do nothing."""

    house.services.async_register("light", "turn_off", ignore)
    answer = await ask(house, "släck Desk Lamp", language="sv")
    assert answer["reply"] == "Desk Lamp did not react."


async def test_a_person_who_undoes_it_at_once_is_not_contradicted(
    house: HomeAssistant, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The lamp goes on late and somebody switches it off in the same moment: it is not said to be on."""
    monkeypatch.setattr(outcome, "READ_BACK_SECONDS", 0.1)

    async def late(call: ServiceCall) -> None:
        state = house.states.get("light.desk")
        assert state
        attributes = state.attributes

        def on_and_off() -> None:
            house.states.async_set("light.desk", "on", attributes)
            house.states.async_set("light.desk", "off", attributes)

        house.loop.call_later(0.02, on_and_off)

    house.services.async_register("light", "turn_on", late)
    answer = await ask(house, "turn on the desk lamp")
    assert answer["reply"] == "Desk Lamp is off."
    assert states(house)["light.desk"] == "off"


async def test_a_turn_that_is_cut_between_order_and_read_back_leaves_the_next_one_whole(house: HomeAssistant) -> None:
    """As when Home Assistant stops: nothing is claimed, and nothing of it is in the way afterwards."""
    hanging = asyncio.Event()

    async def hang(call: ServiceCall) -> None:
        await hanging.wait()

    house.services.async_register("light", "turn_on", hang)
    turn = house.async_create_task(ask(house, "turn on the desk lamp"))
    await asyncio.sleep(0.05)
    turn.cancel()
    with pytest.raises(asyncio.CancelledError):
        await turn
    organism = house.config_entries.async_entries(DOMAIN)[0].runtime_data.organism
    assert "on" not in " ".join(message.text for message in organism.memory.window("") if message.role == "assistant")
    assert (await ask(house, "turn off the desk lamp"))["reply"] == "Desk Lamp is already off."
    hanging.set()
