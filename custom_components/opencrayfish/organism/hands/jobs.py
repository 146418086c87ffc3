"""Orders for later: kept until their time, listed, cancelled, and done once."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from .actions import ACTIONS
from .results import Call

MOST: Final = 50
LATEST: Final = timedelta(minutes=10)
"""What should have happened longer ago, while everything was off, is not done any more."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Job:
    """Orders and when they are due."""

    id: str
    due: datetime
    calls: tuple[Call, ...]
    language: str
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

    def add(self, *, due: datetime, calls: tuple[Call, ...], language: str, user_id: str) -> Job | None:
        """Take a job; None when there are too many."""
        if len(self._jobs) >= MOST:
            return None
        self._number += 1
        job = Job(id=f"j{self._number}", due=due, calls=calls, language=language, user_id=user_id)
        self._jobs[job.id] = job
        return job

    def cancel(self, id_: str | None = None) -> tuple[Job, ...]:
        """Take out one job, or all; return them."""
        gone = tuple(job for job in self.jobs if id_ is None or job.id == id_)
        for job in gone:
            del self._jobs[job.id]
        return gone

    def take_due(self, now: datetime) -> tuple[tuple[Job, ...], tuple[Job, ...]]:
        """Take out what is due: what is to be done now, and what is too late. A job is never taken twice."""
        due = tuple(job for job in self.jobs if job.due <= now)
        for job in due:
            del self._jobs[job.id]
        return (
            tuple(job for job in due if now - job.due <= LATEST),
            tuple(job for job in due if now - job.due > LATEST),
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
        }:
            read = tuple(_calls(calls))
            try:
                moment = datetime.fromisoformat(due)
            except ValueError:
                return None
            if id_[:1] == "j" and id_[1:].isdecimal() and moment.tzinfo and len(read) == len(calls) and read:
                return Job(id=id_, due=moment, calls=read, language=language, user_id=user_id)
    return None


def _calls(items: Iterable[object]) -> Iterable[Call]:
    for item in items:
        match item:
            case {"action": str(action), "targets": list(targets), "value": value} if action in ACTIONS:
                if all(isinstance(target, str) for target in targets) and isinstance(value, int | float | str | None):
                    yield Call(action=action, targets=tuple(targets), value=value)
