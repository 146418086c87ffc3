"""Language tags, as far as they matter to which language is spoken."""

from dataclasses import dataclass
from itertools import takewhile
from typing import Self

CHINESE = frozenset({"zh", "cmn", "yue", "wuu", "nan", "hak"})
"""All of them are written in Chinese, and none but `zh` has a folder of its own."""
SCRIPT_LETTERS, REGION_LETTERS, REGION_DIGITS = 4, 2, 3
"""How long subtags are."""
TRADITIONAL_REGIONS = frozenset({"tw", "hk", "mo"})


@dataclass(frozen=True, kw_only=True, slots=True)
class Tag:
    """A BCP 47 tag, in lower case."""

    primary: str
    script: str = ""
    """Of Chinese always known: the region implies it."""
    region: str = ""

    @classmethod
    def parse(cls, tag: str) -> Self:
        """Read any text; what cannot be a subtag is passed over."""
        primary, *others = tag.strip().replace("_", "-").casefold().split("-")
        # A single character begins an extension, whose parts look like scripts and regions but are none.
        subtags = list(takewhile(lambda subtag: len(subtag) != 1, others))
        script = next((subtag for subtag in subtags if len(subtag) == SCRIPT_LETTERS and subtag.isalpha()), "")
        region = next((subtag for subtag in subtags if _is_region(subtag)), "")
        if primary in CHINESE:
            is_traditional = region in TRADITIONAL_REGIONS or (primary == "yue" and not region)
            return cls(primary="zh", script=script or ("hant" if is_traditional else "hans"), region=region)
        return cls(primary=primary, script=script, region=region)

    def kinship(self, other: Self) -> int:
        """Return how well one serves the other: 0 another language, 4 the same tag; the script counts most."""
        if self.primary != other.primary:
            return 0
        return 1 + 2 * (self.script == other.script) + (self.region == other.region)


def _is_region(subtag: str) -> bool:
    return len(subtag) == (REGION_LETTERS if subtag.isalpha() else REGION_DIGITS if subtag.isdigit() else -1)
