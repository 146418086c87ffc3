"""Grounded choice: a small model chooses among what exists and what the words give reason for; it spells nothing."""

from collections.abc import Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace
import json
from typing import Final

from ..backends.base import Backend, ModelRequest, TimeLimits
from ..errors import BackendError
from ..language.loader import Language
from ..messages import Channel, Message, Role, Stimulus, Usage
from .actions import ACTIONS
from .candidates import TELL, Candidate, Candidates, Menu
from .evidence import Survey, survey
from .grounding import LONGEST
from .hints import Hints
from .house import House
from .offers import LONGEST_TEXT, Offer, are_opposed
from .reading import Reader
from .results import Asked, Call, Question, Scope
from .targets import SHADES
from .tokens import tokenise

MOST_CALLS: Final = 3
ANSWER_TOKENS: Final = 160
"""Longest answer of the model; three calls with long names fit."""
MOST_TOLD: Final = 2
"""A model that wants to tell the states of more things has not understood the question."""
LONGEST_ANSWER: Final = 4000
"""More characters are not read."""
SPOKEN_SECONDS: Final = 14.0
"""Time for the choice when somebody listens; what is left of the turn is for saying what is wrong."""
WRITTEN_SECONDS: Final = 45.0
PART: Final = "\n---\n"
"""Between the rules and the examples, and between what is said and what is answered."""
KINDS: Final = ("act", "ask", "chat")
QUESTION_KINDS: Final = ("answer", "chat")
OPENED_BY_WISH: Final = SHADES
"""What a mere wish for light may open; everything else that opens is asked about."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Act:
    """What is to be done now."""

    calls: tuple[Call, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Propose:
    """What the person has to say yes to first."""

    calls: tuple[Call, ...]


type Decision = Act | Propose | Question | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Chosen:
    """What came of one choice, and what it cost."""

    decision: Decision = None
    usage: Usage | None = None
    kind: str = ""
    """What the model took the words for; empty when it was not asked or not understood."""
    raw: str = ""
    """Its answer, for the bench."""


@dataclass(frozen=True, kw_only=True, slots=True)
class _Picked:
    candidate: Candidate
    offer: Offer
    value: float | str | None = None


@dataclass(kw_only=True, slots=True)
class Chooser:
    """Asks one model, in one language."""

    backend: Backend
    language: Language
    hints: Hints
    speaks_fluently: bool = True
    """Whether the hints are of the language that is spoken; else nobody can tell talk from wishes, and it only asks."""
    limits: Mapping[Channel, TimeLimits] = field(
        default_factory=lambda: {
            Channel.VOICE: TimeLimits(total=SPOKEN_SECONDS),
            Channel.TEXT: TimeLimits(total=WRITTEN_SECONDS),
        }
    )

    async def choose(self, stimulus: Stimulus, *, reader: Reader, recent: tuple[str, ...]) -> Chosen:
        """Return what is to be done; nothing when the words give no reason, or the model cannot be asked."""
        tokens = tokenise(stimulus.text)
        if not tokens or len(tokens) > LONGEST or stimulus.text.lstrip().startswith("/"):
            return Chosen()
        seen = survey(tokens, stimulus.text, reader, self.hints)
        # What was, or will be, no state of now can tell, and no order is it either.
        if seen.is_timed or seen.is_told or (not seen.is_question and (seen.is_negated or not seen.is_directed)):
            return Chosen()
        menu = Candidates(reader, self.hints, here=stimulus.area_id or None, recent=recent).menu(seen)
        if menu is None:
            return Chosen()
        try:
            text, usage = await self._ask(self._request(menu, stimulus), self.limits[stimulus.channel])
        except BackendError:
            return Chosen()
        kind, picked = read(text, menu, seen)
        decision = judge(kind, picked, menu, reader.house)
        if isinstance(decision, Act) and not self.speaks_fluently:
            decision = Propose(calls=decision.calls)
        return Chosen(decision=decision, usage=usage, kind=kind, raw=text)

    def known(self, stimulus: Stimulus, *, reader: Reader) -> tuple[str, ...]:
        """Return the things whose states may be an answer to the words, the best first."""
        tokens = tokenise(stimulus.text)
        if not tokens or len(tokens) > LONGEST:
            return ()
        seen = replace(survey(tokens, stimulus.text, reader, self.hints), is_question=True)
        menu = Candidates(reader, self.hints, here=stimulus.area_id or None, recent=()).menu(seen)
        few = menu.candidates[:MOST_TOLD] if menu else ()
        return tuple(dict.fromkeys(id_ for one in few for id_ in one.ids))[:MOST_TOLD]

    def _request(self, menu: Menu, stimulus: Stimulus) -> ModelRequest:
        listed = "\n".join(_line(one) for one in menu.candidates)
        words = " ".join(stimulus.text.split())
        # Neither time nor room: what is timed never gets here, the room is in the list already, and beside a date in brackets
        # Qwen2.5-Coder-1.5B takes nearly every complaint for chat.
        rules = _static(self.language.prompt("choice"))
        return ModelRequest(
            messages=(
                *rules,
                Message(role="user", text=f"{listed}\n{json.dumps(words, ensure_ascii=False)}"),
            ),
            max_tokens=ANSWER_TOKENS,
            schema=schema(menu),
            temperature=0,
            lasting=len(rules),
        )

    async def _ask(self, request: ModelRequest, limits: TimeLimits) -> tuple[str, Usage | None]:
        text, usage = "", None
        async with aclosing(self.backend.stream(request, limits)) as stream:
            async for delta in stream:
                usage = delta.usage or usage
                text += delta.text
                if len(text) > LONGEST_ANSWER:
                    break
        return text, usage


def _static(prompt: str) -> tuple[Message, ...]:
    """Return the rules and, as if they had been said before, the examples: questions and answers in turn."""
    rules, *examples = (part.strip() for part in prompt.split(PART))
    roles: tuple[Role, Role] = ("user", "assistant")
    told = (Message(role=roles[at % 2], text=text) for at, text in enumerate(examples))
    return Message(role="system", text=rules), *told


def _line(one: Candidate) -> str:
    return f"{one.label} | {one.state} | {', '.join(dict.fromkeys(offer.name for offer in one.offers))}"


def schema(menu: Menu) -> dict[str, object]:
    """Return the JSON schema of the answer: its enums hold only what is on the menu."""
    targets: dict[tuple[str, tuple[float | str, ...], bool], list[str]] = {}
    for one in menu.candidates:
        for offer in one.offers:
            labels = targets.setdefault((offer.name, offer.values, offer.is_text), [])
            if one.label not in labels:
                labels.append(one.label)
    calls = [_call_schema(name, values, labels, is_text=is_text) for (name, values, is_text), labels in targets.items()]
    kinds = QUESTION_KINDS if menu.is_question else KINDS
    return {
        "type": "object",
        "properties": {
            "kind": {"enum": list(kinds)},
            "calls": {"type": "array", "items": {"anyOf": calls}, "maxItems": MOST_CALLS},
        },
        "required": ["kind", "calls"],
        "additionalProperties": False,
    }


def _call_schema(name: str, values: tuple[float | str, ...], labels: list[str], *, is_text: bool) -> dict[str, object]:
    properties: dict[str, object] = {"action": {"enum": [name]}, "target": {"enum": labels}}
    if values:
        properties["value"] = {"enum": [_plain(value) for value in values]}
    elif is_text:
        properties["value"] = {"type": "string", "minLength": 1, "maxLength": LONGEST_TEXT}
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def _plain(value: float | str) -> float | int | str:
    return int(value) if isinstance(value, float) and value.is_integer() else value


def read(text: str, menu: Menu, seen: Survey) -> tuple[str, tuple[_Picked, ...]]:
    """Return what a model answered: the kind, and the calls that were offered; an unknown kind when it cannot be read.

    A server that cannot constrain its model may say more around the object.
    """
    start = text.find("{")
    try:
        data = json.JSONDecoder().raw_decode(text, start)[0] if start >= 0 else None
    except ValueError, RecursionError:
        return "", ()
    if not isinstance(data, dict):
        return "", ()
    kind, calls = data.get("kind"), data.get("calls", [])
    if not isinstance(kind, str) or kind not in {*KINDS, *QUESTION_KINDS} or not isinstance(calls, list):
        return "", ()
    picked = [_picked(call, menu, seen) for call in calls[:MOST_CALLS]]
    if any(one is None for one in picked):
        # One call that was not offered makes the others doubtful.
        return "", ()
    return kind, tuple(dict.fromkeys(one for one in picked if one is not None))


def _picked(call: object, menu: Menu, seen: Survey) -> _Picked | None:
    if not isinstance(call, dict):
        return None
    candidate = next((one for one in menu.candidates if one.label == call.get("target")), None)
    if candidate is None:
        return None
    value = call.get("value")
    for offer in candidate.offers:
        if offer.name != call.get("action"):
            continue
        if offer.is_text:
            return _Picked(candidate=candidate, offer=offer, value=said) if (said := _said(value, seen)) else None
        if not offer.values:
            return _Picked(candidate=candidate, offer=offer)
        known = next((one for one in offer.values if not isinstance(value, bool) and one == value), None)
        if known is not None:
            return _Picked(candidate=candidate, offer=offer, value=known)
    return None


def _said(value: object, seen: Survey) -> str | None:
    """Return the part of the utterance that a text repeats; a model adds nothing to a list that nobody said."""
    wanted = [token.fold for token in tokenise(value) if not token.is_mark] if isinstance(value, str) else []
    folded = [token.fold for token in seen.tokens]
    for at in range(len(folded) - len(wanted) + 1 if wanted else 0):
        if folded[at : at + len(wanted)] == wanted:
            return seen.text[seen.tokens[at].start : seen.tokens[at + len(wanted) - 1].end]
    return None


def judge(kind: str, picked: Sequence[_Picked], menu: Menu, house: House) -> Decision:
    """Return what may be done of what a model chose: each call needs reasons in the words, else it is asked about."""
    if not picked or kind in {"", "chat"}:
        return None
    if menu.is_question:
        targets = tuple(dict.fromkeys(id_ for one in picked if one.offer == TELL for id_ in one.candidate.ids))
        is_answer = kind == "answer" and 0 < len(targets) <= MOST_TOLD
        return Question(kind=Asked.STATE, targets=targets, scope=Scope.ONE) if is_answer else None
    if kind not in {"act", "ask"}:
        return None
    calls = tuple(one.offer.call(one.candidate.targets(one.offer), one.value) for one in picked)
    if kind == "act" and not menu.is_blind and all(_is_supported(one, picked, menu, house) for one in picked):
        return Act(calls=calls)
    return Propose(calls=calls) if len(calls) == 1 or _agree(picked) else None


def _agree(picked: Sequence[_Picked]) -> bool:
    return len({one.offer.name for one in picked}) == 1


def _is_supported(one: _Picked, picked: Sequence[_Picked], menu: Menu, house: House) -> bool:
    """Tell whether the words leave no doubt about a call: about its target, its action, and that it is one of their calls."""
    candidate, offer = one.candidate, one.offer
    if not candidate.evidence and not menu.is_given:
        return False
    if offer.is_wish and _opens(one, house):
        return False
    if not offer.is_wish and any(
        are_opposed(offer.name, other.name) for other in candidate.offers if not other.is_wish
    ):
        return False
    chosen = {other.candidate.label for other in picked}
    for other in menu.candidates:
        is_able = other.label not in chosen and any(possible.name == offer.name for possible in other.offers)
        if is_able and candidate.evidence <= other.evidence:
            return False
    return all(_go_together(one, other) for other in picked if other is not one)


def _go_together(one: _Picked, other: _Picked) -> bool:
    """Tell whether two calls may both be meant: the same for several things, or each for words of its own."""
    if one.candidate.label == other.candidate.label:
        return one.offer.is_wish and other.offer.is_wish and not are_opposed(one.offer.name, other.offer.name)
    if one.offer.name == other.offer.name:
        return True
    return not one.candidate.evidence <= other.candidate.evidence and not (
        other.candidate.evidence <= one.candidate.evidence
    )


def _opens(one: _Picked, house: House) -> bool:
    return ACTIONS[one.offer.key].opening and any(
        house[id_].device_class not in OPENED_BY_WISH for id_ in one.candidate.ids if id_ in house
    )
