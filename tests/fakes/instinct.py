"""A house that knows a few sentences."""

from collections.abc import Mapping
from typing import override

from custom_components.opencrayfish.organism.messages import Stimulus
from custom_components.opencrayfish.organism.ports import Instinct, Instinctive


class ScriptedInstinct(Instinct):
    """Answers the sentences it was given, or fails at them, and leaves all others alone."""

    def __init__(self, answers: Mapping[str, Instinctive | Exception] | None = None) -> None:
        """Take the answers by exact sentence."""
        self._answers = answers or {}
        self.heard: list[Stimulus] = []

    @override
    async def handle(self, stimulus: Stimulus) -> Instinctive | None:
        self.heard.append(stimulus)
        answer = self._answers.get(stimulus.text)
        if isinstance(answer, Exception):
            raise answer
        return answer
