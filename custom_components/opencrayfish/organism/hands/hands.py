"""The hands: from words to deeds in the house and back to a true sentence; a model may only choose."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import override

from ..messages import Effect, Route, Stimulus
from ..ports import Clock, Effector, Instinct, Instinctive
from .actions import ACTIONS, ActionSpec, can
from .agenda import SERVICE, AgendaTeller
from .choice import Act, Chooser, Propose
from .conversation import Context, Conversations
from .grounding import ground
from .house import House, Thing
from .jobs import LONGEST_WAIT, JobBook, Moment, is_so
from .outcome import FULFILLED, Outcome, carry_out
from .phrasing import Phrasing, plain
from .reading import Reader
from .request import request
from .results import Agenda, Ambiguous, Appointment, Asked, Call, Grounding, Later, Orders, Question, Sky
from .telling import Teller, goal
from .timing import due
from .tokens import tokenise
from .unsettled import concerns, is_claim, unsettled
from .weather import WeatherTeller
from .words import Words


def is_protected(thing: Thing, spec: ActionSpec, confirm: Collection[str]) -> bool:
    """Tell whether an action opens something that a person wants to be asked about: a domain or a device class of covers."""
    kinds = {thing.domain, thing.device_class if thing.domain == "cover" else None}
    return (spec.opening or spec.key.endswith(".toggle")) and not kinds.isdisjoint(confirm)


class Hands(Instinct):
    """One turn's hands."""

    def __init__(
        self,
        *,
        house: House,
        words: Words,
        phrasing: Phrasing,
        effector: Effector,
        conversations: Conversations,
        confirm: Collection[str],
        jobs: JobBook,
        clock: Clock,
        user_id: str,
        otherwise: Instinct,
        chooser: Chooser | None = None,
    ) -> None:
        """Take the house, the language, and who is asked when the words say nothing to the hands: instinct, then a model."""
        self._house = house
        self._words = words
        self._reader = Reader(house, words)
        self._phrasing = phrasing
        self._effector = effector
        self._conversations = conversations
        self._confirm = confirm
        self._jobs = jobs
        self._clock = clock
        self._user_id = user_id
        self._otherwise = otherwise
        self._chooser = chooser
        self._uses_fahrenheit = False

    @override
    async def handle(self, stimulus: Stimulus) -> Instinctive | None:
        context = self._conversations.of(stimulus.conversation_id)
        context.is_taken_back = False
        teller = Teller(self._phrasing, self._house, self._effector, uses_fahrenheit=stimulus.uses_fahrenheit)
        if (answered := await self._answered(stimulus, context, teller)) is not None:
            return answered
        if (listed := await self._about_jobs(stimulus.text, teller)) is not None:
            return listed
        found = ground(
            stimulus.text,
            house=self._house,
            words=self._words,
            here=stimulus.area_id or None,
            recent=context.recent,
            recent_call=context.recent_call,
            reader=self._reader,
        )
        return await self._follow(found, stimulus, context, teller)

    @override
    def concerns(self, stimulus: Stimulus) -> bool:
        return concerns(stimulus.text, self._reader)

    @override
    def is_claim(self, sentence: str) -> bool:
        return is_claim(sentence, self._reader)

    @override
    def known(self, stimulus: Stimulus) -> tuple[str, ...]:
        if self._chooser is None:
            return ()
        self._uses_fahrenheit = stimulus.uses_fahrenheit
        return self._chooser.known(stimulus, reader=self._reader)

    @override
    async def recall(self, things: Sequence[str]) -> str:
        teller = Teller(self._phrasing, self._house, self._effector, uses_fahrenheit=self._uses_fahrenheit)
        return await teller.answer(Question(kind=Asked.STATE, targets=tuple(things)))

    async def _follow(
        self, found: Grounding, stimulus: Stimulus, context: Context, teller: Teller
    ) -> Instinctive | None:
        match found:
            case Orders(calls=calls):
                return await self._order(calls, context, teller)
            case Agenda() | Sky() | Question():
                if (said := await self._answer(found, context, teller)) is not None:
                    return Instinctive(speech=said)
            case Appointment() as wanted:
                return await self._appoint(wanted, context, teller)
            case Ambiguous(action=str(), when=None) as choice:
                self._conversations.ask(context, choice=choice)
                return Instinctive(speech=teller.which(choice.candidates), route=Route.CLARIFY, expects_answer=True)
            case Later():
                return await self._plan(found, context, teller)
            case Ambiguous(when=str()):
                return Instinctive(speech=self._phrasing.sentence("when_unclear"), route=Route.CLARIFY)
        if (done := await self._otherwise.handle(stimulus)) is not None:
            return done
        if (chosen := await self._choose(stimulus, context, teller)) is not None:
            return chosen
        return self._unsettled(stimulus)

    async def _answer(self, asked: Agenda | Sky | Question, context: Context, teller: Teller) -> str | None:
        """Return the answer to a question; None when it turns out to be another one."""
        match asked:
            case Agenda():
                return await self._agenda().answer(asked)
            case Sky():
                now = self._clock.now()
                return await WeatherTeller(self._phrasing, self._words, self._house, self._effector, now).answer(asked)
            case Question():
                self._conversations.note(context, (Call(action="", targets=asked.targets),))
                context.recent_call = None
                return await teller.answer(asked)

    async def _plan(self, later: Later, context: Context, teller: Teller) -> Instinctive:
        """Keep orders for their time, or say that it is none."""
        if later.awaits and is_so(later.awaits, self._house):
            return Instinctive(speech=await teller.awaited(later.awaits, "awaited_already"), route=Route.CLARIFY)
        now = self._clock.now()
        moment = later.awaits or due(later.when, words=self._words, times=self._phrasing.times, now=now)
        if moment is None:
            return Instinctive(speech=self._phrasing.sentence("when_unclear"), route=Route.CLARIFY)
        return await self._order(later.orders.calls, context, teller, later=moment)

    def _unsettled(self, stimulus: Stimulus) -> Instinctive | None:
        """Say that nothing was done or known; None for talk, which a chat may answer."""
        left = unsettled(stimulus.text, self._reader)
        if left is None:
            return None
        return Instinctive(speech=self._phrasing.sentence(f"unsettled_{left}"), route=Route.CLARIFY)

    def _agenda(self) -> AgendaTeller:
        return AgendaTeller(self._phrasing, self._words, self._house, self._effector, self._clock.now())

    async def _appoint(self, wanted: Appointment, context: Context, teller: Teller) -> Instinctive:
        """Put an event into a calendar, or ask into which."""
        if len(wanted.targets) > 1:
            choice = Ambiguous(candidates=wanted.targets[:4], action=SERVICE, value=wanted.summary, when=wanted.when)
            self._conversations.ask(context, choice=choice)
            return Instinctive(speech=teller.which(choice.candidates), route=Route.CLARIFY, expects_answer=True)
        said, is_done = await self._agenda().create(wanted, target=wanted.targets[0])
        effect = Effect.DONE if is_done else Effect.FAILED
        return Instinctive(speech=said, tools=(SERVICE,), effect=effect, targets=wanted.targets if is_done else ())

    async def _choose(self, stimulus: Stimulus, context: Context, teller: Teller) -> Instinctive | None:
        """Let a model choose what the words may mean; None when there is none, or they mean nothing in the house."""
        if self._chooser is None:
            return None
        chosen = await self._chooser.choose(stimulus, reader=self._reader, recent=context.recent)
        match chosen.decision:
            case Act(calls=calls):
                done = await self._order(calls, context, teller)
                done = replace(done, route=Route.ACTED) if done.route is Route.INSTINCT else done
            case Propose(calls=calls):
                self._conversations.note(context, calls)
                self._conversations.ask(context, pending=calls)
                done = Instinctive(speech=await teller.propose(calls), route=Route.CONFIRM, expects_answer=True)
            case Question() as question:
                self._conversations.note(context, (Call(action="", targets=question.targets),))
                context.recent_call = None
                done = Instinctive(speech=await teller.answer(question), route=Route.CHAT)
            case _:
                return None
        return replace(done, backend=self._chooser.backend.name, usage=chosen.usage)

    async def _answered(self, stimulus: Stimulus, context: Context, teller: Teller) -> Instinctive | None:
        """Take an answer to what was asked; whatever is none takes the question back."""
        pending, choice = context.pending, context.choice
        context.pending, context.choice = (), None
        if pending and (said := self._phrasing.answer(stimulus.text)) is not None:
            if not said:
                return Instinctive(speech=self._phrasing.sentence("cancelled"))
            return await self._now_or_later(pending, context, teller, context.pending_until)
        if choice and choice.action and (chosen := self._chosen(stimulus.text, choice.candidates)):
            if choice.action == SERVICE:
                wanted = Appointment(targets=chosen, summary=str(choice.value), when=choice.when or "")
                return await self._appoint(wanted, context, teller)
            return await self._order((Call(action=choice.action, targets=chosen, value=choice.value),), context, teller)
        return None

    async def _order(
        self, calls: tuple[Call, ...], context: Context, teller: Teller, *, later: Moment | None = None
    ) -> Instinctive:
        asked = [
            (thing, goal(call, thing))
            for call in calls
            for thing in self._things(call)
            if is_protected(thing, ACTIONS[call.action], self._confirm)
            and (later or not request(call, thing).is_met(thing))
        ]
        if not asked:
            return await self._now_or_later(calls, context, teller, later)
        self._conversations.note(context, calls)
        self._conversations.ask(context, pending=calls, until=later)
        return Instinctive(speech=await teller.confirm(asked), route=Route.CONFIRM, expects_answer=True)

    async def _now_or_later(
        self, calls: tuple[Call, ...], context: Context, teller: Teller, later: Moment | None
    ) -> Instinctive:
        if later is None:
            return await self._do(calls, context, teller)
        awaits = later if isinstance(later, Question) else None
        due_at = self._clock.now() + LONGEST_WAIT if isinstance(later, Question) else later
        job = self._jobs.add(due=due_at, calls=calls, language=self._words.code, user_id=self._user_id, awaits=awaits)
        if job is None:
            return Instinctive(speech=self._phrasing.sentence("when_unclear"), effect=Effect.FAILED)
        return Instinctive(speech=await teller.planned(job), route=Route.TASK)

    async def _about_jobs(self, text: str, teller: Teller) -> Instinctive | None:
        """List or cancel orders for later; None when the words are not about these."""
        words = plain(text)
        command, _, id_ = words.partition(" ")
        if words in self._phrasing.list_jobs:
            return Instinctive(speech=await teller.jobs(self._jobs.jobs, "planned_list"), route=Route.TASK)
        if words in self._phrasing.cancel_jobs or (command == "/cancel" and id_):
            gone = self._jobs.cancel(id_ if command == "/cancel" and id_ else None)
            return Instinctive(speech=await teller.jobs(gone, "job_cancelled"), route=Route.TASK)
        return None

    async def _do(self, calls: tuple[Call, ...], context: Context, teller: Teller) -> Instinctive:
        able = tuple(call for call in calls if all(can(thing, ACTIONS[call.action]) for thing in self._things(call)))
        outcomes: Sequence[Outcome] = await carry_out(
            able, self._house, self._effector, is_off=lambda: context.is_taken_back
        )
        self._conversations.note(context, able)
        if not outcomes and context.is_taken_back:
            return Instinctive(speech=self._phrasing.sentence("cancelled"))
        tools = dict.fromkeys(outcome.request.service for outcome in outcomes)
        met = [outcome.request.target for outcome in outcomes if outcome.ending in FULFILLED]
        return Instinctive(
            speech=await teller.outcomes(outcomes),
            tools=tuple(tools),
            effect=Effect.DONE if len(met) == len(outcomes) else Effect.PARTLY if met else Effect.FAILED,
            targets=tuple(met),
        )

    def _things(self, call: Call) -> list[Thing]:
        return [self._house[id_] for id_ in call.targets if id_ in self._house]

    def _chosen(self, text: str, candidates: Sequence[str]) -> tuple[str, ...]:
        """Return the candidate that an answer names: the only one with the most words of it in its name or area."""
        said = {token.fold for token in tokenise(text)}
        scores: dict[str, int] = {}
        for id_ in candidates:
            if id_ in self._house:
                place = self._house.places.get(self._house[id_].area_id or "")
                names = " ".join(filter(None, (self._house[id_].name, place.name if place else "")))
                scores[id_] = len(said & {token.fold for token in tokenise(names)})
        best = max(scores.values(), default=0)
        winners = [id_ for id_, score in scores.items() if score == best]
        return tuple(winners) if best and len(winners) == 1 else ()
