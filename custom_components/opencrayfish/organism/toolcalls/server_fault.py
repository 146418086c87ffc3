"""F26: what a server says when its own reading of a call failed, with the model's text in it."""

import re
from typing import Final

_RAW: Final = re.compile(r"error parsing tool call:\s*raw\s*=\s*(['\"])", re.IGNORECASE)
_AFTER: Final = re.compile(r"['\"]\s*,\s*err(?:or)?\s*=")


def raw_text(message: str) -> str | None:
    """Return the model's text that a server quotes in an error, None when it quotes none."""
    opening = _RAW.search(message)
    if opening is None:
        return None
    after = _AFTER.search(message, opening.end())
    end = after.start() if after else message.rfind(opening[1])
    return message[opening.end() : end] if end >= opening.end() else message[opening.end() :]
