"""When an order is meant for, in nine languages."""

from datetime import datetime
from zoneinfo import ZoneInfo

from hypothesis import given, strategies as st
import pytest

from custom_components.opencrayfish.organism.hands.grounding import ground
from custom_components.opencrayfish.organism.hands.phrasing import Phrasing, read_phrasing
from custom_components.opencrayfish.organism.hands.results import Later
from custom_components.opencrayfish.organism.hands.timing import LONGEST, due
from custom_components.opencrayfish.organism.hands.words import Words
from custom_components.opencrayfish.organism.language.loader import available_houses, read_house
from tests.organism.hands.test_cases import home

NOW = datetime(2026, 11, 30, 14, 5, 20, tzinfo=ZoneInfo("Europe/Berlin"))


def tongue(code: str) -> tuple[Words, Phrasing]:
    words, sentences = read_house(code)
    return Words(code, words), read_phrasing(sentences)


TONGUES = {code: tongue(code) for code in available_houses()}


@pytest.mark.parametrize(
    ("code", "when", "wanted"),
    [
        ("en", "in 10 minutes", "30 14:15"),
        ("en", "in an hour", "30 15:05"),
        ("en", "in half an hour", "30 14:35"),
        ("en", "in two hours and 15 minutes", "30 16:20"),
        ("en", "at nine", "30 21:00"),
        ("en", "at 9 am", "01 09:00"),
        ("en", "at 7:45", "30 19:45"),
        ("en", "at half past seven", "30 19:30"),
        ("en", "at quarter to 6", "30 17:45"),
        ("en", "at noon", "01 12:00"),
        ("en", "at midnight", "01 00:00"),
        ("en", "tomorrow at 8", "01 08:00"),
        ("en", "at 22:30", "30 22:30"),
        ("en", "in 90 seconds", "30 14:06"),
        ("de", "in zehn Minuten", "30 14:15"),
        ("de", "in einer halben Stunde", "30 14:35"),
        ("de", "um halb acht", "30 19:30"),
        ("de", "um 20 Uhr", "30 20:00"),
        ("de", "morgen um 7", "01 07:00"),
        ("nl", "over 20 minuten", "30 14:25"),
        ("nl", "om half negen", "30 20:30"),
        ("nl", "om negen uur", "30 21:00"),
        ("nl", "over twee uur", "30 16:05"),
        ("fr", "dans deux heures", "30 16:05"),
        ("es", "dentro de dos horas", "30 16:05"),
        ("it", "tra due ore", "30 16:05"),
        ("pt", "daqui a duas horas", "30 16:05"),
        ("pl", "za dwie godziny", "30 16:05"),
        ("de", "in zwei Stunden", "30 16:05"),
        ("zh-Hans", "两个小时后", "30 16:05"),
        ("fr", "dans 5 minutes", "30 14:10"),
        ("fr", "à neuf heures", "30 21:00"),
        ("es", "en diez minutos", "30 14:15"),
        ("es", "a las ocho de la mañana", "01 08:00"),
        ("it", "tra 15 minuti", "30 14:20"),
        ("it", "tra mezz'ora", "30 14:35"),
        ("pl", "za 10 minut", "30 14:15"),
        ("pt", "daqui a 10 minutos", "30 14:15"),
        ("zh-Hans", "十分钟后", "30 14:15"),
        ("zh-Hans", "晚上八点", "30 20:00"),
        ("zh-Hans", "半小时后", "30 14:35"),
        ("en", "in an hour and a half", "30 15:35"),
        ("en", "in two and a half hours", "30 16:35"),
        ("en", "in an hour and 10 minutes", "30 15:15"),
        ("en", "at a quarter to nine", "30 20:45"),
        ("en", "on friday at nine", "04 09:00"),
        ("en", "on monday at 3 pm", "30 15:00"),
        ("en", "on the 5th of december at 8", "05 08:00"),
        ("en", "december 5 at 20:15", "05 20:15"),
        ("en", "tomorrow evening at 8", "01 20:00"),
        ("en", "the day after tomorrow at 7", "02 07:00"),
        ("de", "am Freitag um 9 Uhr", "04 09:00"),
        ("de", "übermorgen um halb acht", "02 07:30"),
        ("de", "am 5. Dezember um 10 Uhr", "05 10:00"),
        ("nl", "vrijdag om 9 uur", "04 09:00"),
        ("fr", "vendredi à 9 heures", "04 09:00"),
        ("es", "el viernes a las nueve", "04 09:00"),
        ("it", "venerdì alle 9", "04 09:00"),
        ("pl", "w piątek o 9", "04 09:00"),
        ("pt", "na sexta às nove", "04 09:00"),
        ("zh-Hans", "星期五下午三点", "04 15:00"),
        ("zh-Hans", "12月5日晚上八点", "05 20:00"),
    ],
)
def test_a_time_is_understood(code: str, when: str, wanted: str) -> None:
    words, phrasing = TONGUES[code]
    moment = due(when, words=words, times=phrasing.times, now=NOW)
    assert moment
    assert moment.strftime("%d %H:%M") == wanted


@pytest.mark.parametrize(
    "when",
    ["for 10 minutes", "every day at nine", "when the washing machine is done", "at sunset", "in a few minutes", "until 8", "at 31", "soon", "in 900 hours"],
)  # fmt: skip
def test_what_is_not_understood_is_no_time(when: str) -> None:
    words, phrasing = TONGUES["en"]
    assert due(when, words=words, times=phrasing.times, now=NOW) is None


@given(st.sampled_from(sorted(TONGUES)), st.text(max_size=60) | st.lists(st.sampled_from(["in", "at", "9", "99999999", "minutes", "half past", "tomorrow", ":", "1e400"])).map(" ".join))  # fmt: skip
def test_any_text_is_a_time_within_a_week_or_none(code: str, when: str) -> None:
    words, phrasing = TONGUES[code]
    moment = due(when, words=words, times=phrasing.times, now=NOW)
    assert moment is None or NOW < moment <= NOW + LONGEST


@pytest.mark.parametrize("code", sorted(TONGUES))
def test_the_buttons_of_a_phone_say_what_is_understood(code: str) -> None:
    _, phrasing = TONGUES[code]
    assert phrasing.answer(phrasing.part("button_yes")) is True
    assert phrasing.answer(phrasing.part("button_no")) is False


@pytest.mark.parametrize(
    "order",
    [
        "turn off the hall light and in five minutes the floor lamp",
        "turn on the coffee maker now and turn it off in half an hour",
        "turn on the hall light and turn it off in ten minutes",
        "turn off the telly now and the floor lamp in ten minutes",
        "turn off the hall light then in ten minutes turn on the floor lamp",
        "lock the front door and at nine close the curtains",
        "turn on the coffee maker at 7 and the hall light at 8",
        "turn on the fairy lights at sunset",
    ],
)
def test_a_time_for_a_part_of_the_orders_only_is_none_that_is_understood(order: str) -> None:
    words, phrasing = TONGUES["en"]
    found = ground(order, house=home("terrace"), words=words)
    assert isinstance(found, Later)
    assert due(found.when, words=words, times=phrasing.times, now=NOW) is None
