"""A person says that the last turn went wrong."""

from collections.abc import Mapping
from datetime import timedelta
from types import MappingProxyType
from typing import Final

from .words import DetectorWords, folded

LATEST: Final = timedelta(seconds=120)
"""A correction refers to what happened a moment ago."""
INVERSE_WITHIN: Final = timedelta(seconds=60)
LONGEST: Final = 500
OPENING: Final = 300
INVERSES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "turn_on": "turn_off",
        "turn_off": "turn_on",
        "open_cover": "close_cover",
        "close_cover": "open_cover",
        "lock": "unlock",
        "unlock": "lock",
        "media_play": "media_pause",
        "media_pause": "media_play",
    }
)
"""Services of Home Assistant and what undoes them."""


def is_correction(text: str, words: DetectorWords, *, since_action: timedelta | None) -> bool:
    """Tell whether a person corrects what was done or said so long ago, None when nothing was."""
    if since_action is None or since_action > LATEST or len(text) > LONGEST or text.startswith("["):
        return False
    opening = folded(text.strip())[:OPENING]
    return words.corrections.search(opening) is not None and words.orders.search(opening) is None


def undoes(service: str, target: str, *, before: str, before_target: str, elapsed: timedelta) -> bool:
    """Tell whether an action takes back another one, by word or by hand; the strongest correction of all."""
    return target == before_target and elapsed <= INVERSE_WITHIN and INVERSES.get(before) == service
