"""The home bench finds success, misses, false claims and unwanted changes."""

from bench.home.scoring import Named, Said, Verdict, score
from bench.home.tasks import Seen, Task

NAMES = {"light.desk": Named(name="Desk Lamp", area="Study"), "lock.door": Named(name="Back Door", area="Hall")}
BEFORE = {"light.desk": Seen(state="off"), "lock.door": Seen(state="locked")}
LIT = {**BEFORE, "light.desk": Seen(state="on")}
ORDER = Task(
    home="h", file="f", categories=("light",), sentence="desk lamp on", expect_changes={"light.desk": Seen(state="on")}
)
QUESTION = Task(home="h", file="f", categories=("lock",), sentence="is it locked", expect_response=("locked",))


def judged(task: Task, after: dict[str, Seen], text: str, response_type: str = "action_done") -> Verdict:
    return score(task, BEFORE, after, Said(text=text, response_type=response_type), NAMES)


def test_a_right_order_with_a_true_sentence_is_a_success() -> None:
    verdict = judged(ORDER, LIT, "Desk Lamp is now on.")
    assert verdict == Verdict(success=True, why=(), false_claim=False, unwanted=())


def test_saying_done_when_nothing_happened_is_a_false_claim() -> None:
    verdict = judged(ORDER, BEFORE, "Turned on the Desk Lamp.")
    assert (verdict.success, verdict.false_claim) == (False, True)


def test_admitting_a_failure_is_no_false_claim() -> None:
    verdict = judged(ORDER, BEFORE, "Desk Lamp did not react.", "error")
    assert (verdict.success, verdict.false_claim) == (False, False)


def test_a_bare_done_is_a_miss() -> None:
    assert not judged(ORDER, LIT, "Done.").success


def test_what_else_changed_is_unwanted() -> None:
    verdict = judged(ORDER, {**LIT, "lock.door": Seen(state="unlocked")}, "Desk Lamp is now on.")
    assert not verdict.success
    assert any("lock.door" in what for what in verdict.unwanted)


def test_an_empty_and_a_sorry_reply_are_misses() -> None:
    assert not judged(ORDER, LIT, "").success
    assert not judged(ORDER, LIT, "Sorry, Desk Lamp is on.").success


def test_a_question_needs_its_answer_and_changes_nothing() -> None:
    assert judged(QUESTION, BEFORE, "Yes, Back Door is LOCKED.", "query_answer").success
    assert not judged(QUESTION, BEFORE, "I don't know.", "query_answer").success
    assert not judged(QUESTION, LIT, "It is locked.", "query_answer").success


def test_saying_of_another_device_what_is_not_so_is_a_false_claim() -> None:
    verdict = judged(QUESTION, BEFORE, "I unlocked the Back Door. It was locked.")
    assert verdict.false_claim
