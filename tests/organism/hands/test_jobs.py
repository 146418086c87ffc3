"""Orders for later: kept, done once, and never trusted blindly when they come back from disk."""

from datetime import UTC, datetime, timedelta
import json

from hypothesis import given, strategies as st

from custom_components.opencrayfish.organism.hands.jobs import LATEST, MOST, JobBook
from custom_components.opencrayfish.organism.hands.results import Asked, Call, Question, Scope

NOW = datetime(2026, 11, 30, 14, 0, tzinfo=UTC)
CALLS = (Call(action="light.brightness", targets=("light.desk",), value=40.0),)


def book(*minutes: int) -> JobBook:
    jobs = JobBook()
    for one in minutes:
        assert jobs.add(due=NOW + timedelta(minutes=one), calls=CALLS, language="en", user_id="ada")
    return jobs


def test_the_next_one_comes_first_and_each_is_taken_once() -> None:
    jobs = book(30, 10, 20)
    assert [job.id for job in jobs.jobs] == ["j2", "j3", "j1"]
    now, missed = jobs.take_due(NOW + timedelta(minutes=21))
    assert ([job.id for job in now], [job.id for job in missed]) == (["j3"], ["j2"])
    assert jobs.take_due(NOW + timedelta(minutes=21)) == ((), ())
    assert timedelta(minutes=10) == LATEST


def test_one_or_all_can_be_cancelled() -> None:
    jobs = book(1, 2, 3)
    assert [job.id for job in jobs.cancel("j2")] == ["j2"]
    assert jobs.cancel("j9") == ()
    assert len(jobs.cancel()) == 2
    assert jobs.jobs == ()


def test_a_restart_loses_none_and_gives_no_id_twice() -> None:
    jobs, again = book(1, 2), JobBook()
    again.restore(json.loads(json.dumps(jobs.snapshot())))
    assert again.jobs == jobs.jobs
    added = again.add(due=NOW, calls=CALLS, language="en", user_id="")
    assert added
    assert added.id == "j3"


AWAITED = Question(kind=Asked.YES_NO, targets=("sensor.washer",), wanted="done", scope=Scope.ANY)


def test_one_that_waits_for_a_state_is_taken_when_it_comes_or_given_up() -> None:
    def plan() -> JobBook:
        jobs, again = book(1), JobBook()
        assert jobs.add(due=NOW + timedelta(days=1), calls=CALLS, language="en", user_id="", awaits=AWAITED)
        again.restore(json.loads(json.dumps(jobs.snapshot())))
        assert again.jobs == jobs.jobs
        return again

    jobs = plan()
    assert jobs.take_due(NOW, lambda _: False) == ((), ())
    assert [job.awaits for job in jobs.take_due(NOW, lambda question: question == AWAITED)[0]] == [AWAITED]
    now, missed = plan().take_due(NOW + timedelta(days=1), lambda _: True)
    assert ([job.id for job in now], [job.id for job in missed]) == ([], ["j1", "j2"])


def test_a_saved_state_that_nobody_knows_is_not_waited_for() -> None:
    saved = book(1).snapshot()
    saved[0]["awaits"] = {"targets": ["sensor.washer"], "wanted": "exploded", "scope": "one"}
    jobs = JobBook()
    jobs.restore(saved)
    assert jobs.jobs == ()


def test_there_is_an_end_to_them() -> None:
    jobs = book(*range(1, MOST + 1))
    assert jobs.add(due=NOW, calls=CALLS, language="en", user_id="") is None


def test_an_action_that_is_not_allowed_does_not_come_back() -> None:
    saved = book(1).snapshot()
    saved[0]["calls"] = [{"action": "homeassistant.restart", "targets": ["light.desk"], "value": None}]
    jobs = JobBook()
    jobs.restore(saved)
    assert jobs.jobs == ()


KEYS = st.sampled_from(
    ["id", "due", "calls", "language", "user_id", "action", "targets", "value", "awaits", "wanted", "scope"]
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=6),
)


@given(JSON)
def test_no_state_on_disk_stops_it(data: object) -> None:
    jobs = JobBook()
    jobs.restore(data)
    assert all(job.due.tzinfo for job in jobs.jobs)
