"""When the animal is on duty and when it sleeps."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, tzinfo

_DAY = timedelta(days=1)
_SEARCH_SECONDS = 0.01


@dataclass(frozen=True, kw_only=True, slots=True)
class Rhythm:
    """The sleep of every day, in local time; it may reach over midnight. Equal times mean no sleep."""

    duty_start: time = time(6)
    sleep_start: time = time(2)

    def is_asleep(self, now: datetime) -> bool:
        """Tell whether an aware local time is within the sleep.

        The later of the two latest starts decides. So an hour that the clocks skip or repeat neither loses a sleep nor
        makes the animal wake up in between. Raises `ValueError` for a time without a zone.
        """
        if self.duty_start == self.sleep_start:
            return False
        if (zone := now.tzinfo) is None:
            raise ValueError("the time of which place?")
        return _latest(self.sleep_start, now, zone) > _latest(self.duty_start, now, zone)


def _latest(start: time, now: datetime, zone: tzinfo) -> float:
    """Return the latest moment not after now at which the local clock first showed a time, in seconds since 1970."""
    present = now.timestamp()
    for day in (now.date(), now.date() - _DAY):
        moment = _moment(day, start, zone)
        if moment <= present:
            return moment
    return _moment(now.date() - 2 * _DAY, start, zone)


def _moment(day: date, start: time, zone: tzinfo) -> float:
    """Return when a local time comes on a day: the first time when it comes twice, the jump when it is skipped."""
    local = datetime.combine(day, start, zone)
    after, before = local.timestamp(), local.replace(fold=1).timestamp()
    if before >= after:
        return after
    # The time is skipped (PEP 495): the two readings lie on both sides of the jump, which is searched by halving.
    early = datetime.fromtimestamp(before, zone).utcoffset()
    while after - before > _SEARCH_SECONDS:
        middle = (before + after) / 2
        if datetime.fromtimestamp(middle, zone).utcoffset() == early:
            before = middle
        else:
            after = middle
    return round(after)
