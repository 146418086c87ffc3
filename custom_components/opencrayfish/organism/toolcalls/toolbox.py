"""The tools on offer, and how a call of one may begin in a text."""

from collections.abc import Iterable
import re

from ..messages import ToolSpec
from .base import Offer
from .forms import FORMS


class Toolbox(Offer):
    """The tools offered in one request; made once for each set of tools."""

    def __init__(self, tools: Iterable[ToolSpec] = ()) -> None:
        """Take the tools as the model is given them."""
        super().__init__(tools)
        triggers = "|".join(form.trigger for form in FORMS)
        triggers = triggers.replace("<names>", self.names).replace("<distinct>", self.distinct_names)
        self.trigger = re.compile(triggers, re.ASCII)
        self.tags = re.compile(rf"</?(?:{self.distinct_names})\s{{0,8}}/?>")
