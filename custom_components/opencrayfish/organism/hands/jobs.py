"""Orders for later: kept until their time, listed, cancelled, and done once."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from .actions import ACTIONS
from .house import House
from .results import Asked, Call, Question, Scope
from .states import CAN_BE, is_in

MOST: Final = 50
LATEST: Final = timedelta(minutes=10)
"""What should have happened longer ago, while everything was off, is not done any more."""
LONGEST_WAIT: Final = timedelta(hours=24)
"""A state that has not come by then is not waited for any longer."""

type Moment = datetime | Question
"""When an order is due: at a time, or as soon as the answer to a question is yes."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Job:
    """Orders and when they are due."""

    id: str
    due: datetime
    """With a state to wait for: until when."""
    calls: tuple[Call, ...]
    language: str
    awaits: Question | None = None
    user_id: str = ""
    """Whose permissions count; empty for a satellite or an automation."""


class JobBook:
    """All jobs of one animal."""

    def __init__(self) -> None:
        """Begin without any."""
        self._jobs: dict[str, Job] = {}
        self._number = 0

    @property
    def jobs(self) -> tuple[Job, ...]:
        """The jobs, the next one first."""
        return tuple(sorted(self._jobs.values(), key=lambda job: (job.due, job.id)))

    def add(
        self,
        *,
        due: datetime,
        calls: tuple[Call, ...],
        language: str,
        user_id: str,
        awaits: Question | None = None,
    ) -> Job | None:
        """Take a job; None when there are too many."""
        if len(self._jobs) >= MOST:
            return None
        self._number += 1
        job = Job(id=f"j{self._number}", due=due, calls=calls, language=language, user_id=user_id, awaits=awaits)
        self._jobs[job.id] = job
        return job

    def cancel(self, id_: str | None = None) -> tuple[Job, ...]:
        """Take out one job, or all; return them."""
        gone = tuple(job for job in self.jobs if id_ is None or job.id == id_)
        for job in gone:
            del self._jobs[job.id]
        return gone

    def take_due(
        self, now: datetime, is_so: Callable[[Question], bool] = lambda _: False
    ) -> tuple[tuple[Job, ...], tuple[Job, ...]]:
        """Take out what is due: what is to be done now, and what is too late. A job is never taken twice.

        `is_so` looks at the house for those that wait for a state.
        """
        come = tuple(job for job in self.jobs if job.awaits and job.due > now and is_so(job.awaits))
        over = tuple(job for job in self.jobs if job.due <= now)
        for job in (*come, *over):
            del self._jobs[job.id]
        is_late = [job.awaits is not None or now - job.due > LATEST for job in over]
        return (
            (*come, *(job for job, late in zip(over, is_late, strict=True) if not late)),
            tuple(job for job, late in zip(over, is_late, strict=True) if late),
        )

    def snapshot(self) -> list[dict[str, object]]:
        """Return the jobs as values that JSON can hold."""
        return [
            {
                "id": job.id,
                "due": job.due.astimezone(UTC).isoformat(),
                "calls": [
                    {"action": call.action, "targets": list(call.targets), "value": call.value} for call in job.calls
                ],
                "language": job.language,
                "user_id": job.user_id,
                "awaits": _saved(job.awaits) if job.awaits else None,
            }
            for job in self.jobs
        ]

    def restore(self, data: object) -> None:
        """Take saved jobs over; what cannot be read, or is not allowed any more, is left out."""
        for item in data if isinstance(data, list) else ():
            if job := _job(item):
                self._jobs[job.id] = job
                self._number = max(self._number, int(job.id[1:]))


def _job(item: object) -> Job | None:
    match item:
        case {
            "id": str(id_),
            "due": str(due),
            "calls": list(calls),
            "language": str(language),
            "user_id": str(user_id),
            **more,
        }:
            read = tuple(_calls(calls))
            try:
                moment = datetime.fromisoformat(due)
            except ValueError:
                return None
            if id_[:1] == "j" and id_[1:].isdecimal() and moment.tzinfo and len(read) == len(calls) and read:
                saved = more.get("awaits")
                awaits = _awaited(saved)
                if saved is None or awaits:
                    return Job(id=id_, due=moment, calls=read, language=language, user_id=user_id, awaits=awaits)
    return None


def is_so(question: Question, house: House) -> bool:
    """Tell whether the house is as a question asks; not so when nobody knows."""
    found = [is_in(house[id_], question.wanted or "on") for id_ in question.targets if id_ in house]
    return bool(found) and (any(found) if question.scope is Scope.ANY else all(found))


def _saved(question: Question) -> dict[str, object]:
    return {"targets": list(question.targets), "wanted": question.wanted, "scope": question.scope.value}


def _awaited(item: object) -> Question | None:
    match item:
        case {"targets": [*targets], "wanted": str(wanted), "scope": str(scope)}:
            if all(isinstance(target, str) for target in targets) and wanted in CAN_BE and scope in set(Scope):
                read = tuple(str(target) for target in targets)
                return Question(kind=Asked.YES_NO, targets=read, wanted=wanted, scope=Scope(scope))
    return None


def _calls(items: Iterable[object]) -> Iterable[Call]:
    for item in items:
        match item:
            case {"action": str(action), "targets": list(targets), "value": value} if action in ACTIONS:
                if all(isinstance(target, str) for target in targets) and isinstance(value, int | float | str | None):
                    yield Call(action=action, targets=tuple(targets), value=value)
