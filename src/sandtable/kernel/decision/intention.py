"""Intentions: what a player means by one gesture, and the answers to the chain of questions that say it.

A player who points at a soldier, the ground and an enemy has one intention; a book asks who acts, what it
does, where and at whom. What a gesture would do is tried out in a world that the seat may believe in, so that
it tells nothing that the seat does not know. What an option leads to is read from `about`, `deed` and
`points_at`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from sandtable.kernel.decision.choices import ChooseOne
from sandtable.kernel.decision.landing import Landing, Point, land
from sandtable.kernel.decision.measured import Move, Place, TargetArea
from sandtable.kernel.decision.question import PASS, Answer, Chance, Decision, Option, PointsAt
from sandtable.kernel.decision.standing import Given, StandingOrders, by_itself
from sandtable.kernel.dice import Rolled
from sandtable.kernel.refusal import Refusal, Refused, refuse

if TYPE_CHECKING:
    from sandtable.kernel.game import Game

AS_MEANT = 1.0
"""Within so many inches of the point a way ends where it was meant to; others come after those that do."""
MOST_WAYS = 12
MOST_BRANCHES = 6
"""Of so many answers at each question the consequences are tried out."""
MOST_PLACES = 8
"""From so many of the proposed places it is looked what can be done to a target."""
MOST_WORLDS = 8
"""So often dice are rolled again that have made something else of it."""
MOST_IN_BETWEEN = 8
"""So many other questions may lie between two of the intention's."""
FARTHEST = 10_000.0
"""No point of a table is farther off than this."""


class Along(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Somebody who goes along, and where to."""

    who: str
    at: Point


class Intention(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a gesture means."""

    who: str = ""
    """The id of who acts; empty for whoever is asked about, or the first who may act."""
    deed: str = ""
    """What it does, to the target where there is one: as options name it; empty for whatever fits."""
    at: Point | None = None
    """Where on the ground; with a target, where it goes first."""
    target: str = ""
    """The id of whomever or whatever it is done to."""
    along: tuple[Along, ...] = ()
    """Who else is told to do the same afterwards, each at another place; only where it goes somewhere."""

    @property
    def goals(self) -> tuple[PointsAt, ...]:
        """What has to be said in answers, in this order."""
        ground: tuple[PointsAt, ...] = ("ground",) if self.at is not None else ()
        return (*ground, "unit") if self.target else ground


class PlannedAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An answer of a plan, to the question that will be open then."""

    answer: Answer
    topic: str = ""
    """The topic of the question that it is meant for; empty for any that accepts it."""
    label: str = ""
    """What it says, for people; no program reads it."""

    def is_meant_for(self, question: Decision) -> bool:
        """Whether it may answer a question, as far as that is known from the topic."""
        return self.topic in ("", question.topic)


class Way(msgspec.Struct, frozen=True):
    """One way to do what a gesture means."""

    answers: tuple[PlannedAnswer, ...]
    words: str = ""
    deed: str = ""
    at: Point | None = None
    """Where it ends on the ground, where it goes anywhere."""
    off: float = 0.0
    """How many inches that is from the point that was meant."""
    cost: str = ""
    target: str = ""
    need: int | None = None
    chance: float | None = None
    unsure: bool = False
    """Whether dice are rolled before its last answer, which may make something else of it."""
    along: tuple[Along, ...] = ()
    """Who goes along, and where each of them ends; whoever cannot is left out."""


class Sketch(msgspec.Struct, frozen=True):
    """The ways to do what a gesture means, best first; where there is none, why."""

    ways: tuple[Way, ...]
    why: str = ""


class Pursued(msgspec.Struct, frozen=True):
    """What became of an intention."""

    way: Way
    held: int
    """How many of its answers were given."""
    why: str = ""
    """The surprise at which it stopped; empty where all was done."""


# ---- what it would do --------------------------------------------------------------------------------


def sketch(
    game: Game[Any], seat: str, intention: Intention, chance: Chance, orders: StandingOrders | None = None
) -> Sketch:
    """What an intention would do now, tried out in a world of the seat's beliefs; nothing is changed.

    The chance fills in what the seat does not know.
    """
    if game.decision_for(seat) is None:
        raise refuse("", f"{seat} is not asked.", "Wait for your turn.")
    if intention.at is not None and not all(abs(one) <= FARTHEST for one in intention.at):
        raise refuse("", "There is no such point on any table.", "Point at the ground.")
    world = game.imagine(seat, chance, "sketch")
    seeker = _Seeker(world, seat, _named(world, seat, intention), orders or StandingOrders())
    ways = tuple(seeker.best())
    if intention.along:
        ways = tuple(_with_others(world, seat, one, intention.along, seeker.orders) for one in ways)
    return Sketch(ways, "" if ways else seeker.why)


def _named(world: Game[Any], seat: str, intention: Intention) -> Intention:
    """The intention with who is meant, where it is asked who acts and nobody was named."""
    question = world.decision_for(seat)
    if intention.who or not isinstance(question, ChooseOne):
        return intention
    first = next((one.about[0] for one in question.options() if "deed" in one.points_at), "")
    return msgspec.structs.replace(intention, who=first)


def pursue(
    game: Game[Any], seat: str, intention: Intention, chance: Chance, orders: StandingOrders | None = None
) -> Pursued:
    """Do what an intention means, answer by answer, until all is done or something surprises.

    Raises `Refused`, with nothing changed, where there is no way to do it.
    """
    orders = orders or StandingOrders()
    found = sketch(game, seat, intention, chance, orders)
    if not found.ways:
        raise refuse("", found.why, "Point at something else.")
    return _carried_out(game, seat, found.ways[0], orders)


def _carried_out(game: Game[Any], seat: str, way: Way, orders: StandingOrders) -> Pursued:
    """Answer by answer, until all is done or something surprises."""
    held = 0
    while held < len(way.answers):
        question, wanted = game.decision_for(seat), way.answers[held]
        is_meant = question is not None and wanted.is_meant_for(question)
        refusal = question.legal(wanted.answer) if question is not None and is_meant else None
        if is_meant and refusal is None:
            game.answer(wanted.answer, seat=seat)
            held += 1
        elif (given := by_itself(game, seat, orders)) is not None:
            game.answer(given.answer, seat=seat, by=given.by)
        else:
            return Pursued(way, held, surprise(game, question, refusal))
    return Pursued(way, held)


def _with_others(
    world: Game[Any], seat: str, first: Way, along: Sequence[Along], orders: StandingOrders
) -> Way:
    """The way, and everybody else in turn who can do the same at another place, as long as no dice fall."""
    tried, way, done = world.clone("along"), first, first
    before = tried.entries
    for one in along if first.at is not None and not first.target else ():
        if _carried_out(tried, seat, done, orders).why:
            break
        while (given := by_itself(tried, seat, orders)) is not None:
            tried.answer(given.answer, seat=seat, by=given.by)
        if tried.decision_for(seat) is None or any(
            isinstance(e, Rolled) for e in tried.journal_since(before)
        ):
            break
        seeker = _Seeker(tried, seat, Intention(one.who, first.deed, one.at), orders)
        found = next(iter(seeker.best()), None)
        done = Way(()) if found is None else found
        if found is not None and found.at is not None:
            gone = (*way.along, Along(one.who, found.at))
            way = msgspec.structs.replace(way, answers=(*way.answers, *found.answers), along=gone)
    return way


def surprise(game: Game[Any], question: Decision | None, refusal: Refusal | None) -> str:
    """Why a plan does not go on, in words."""
    if refusal is not None:
        return f"{refusal.reason} {refusal.remedy}".strip()
    if question is not None:
        return f"Something else is asked: {question.prompt}"
    if game.waiting_for:
        return f"Now {' and '.join(game.waiting_for)} is asked."
    return "The game is over."


class _Stage(NamedTuple):
    """How much of an intention has been said."""

    is_chosen: bool
    goals: tuple[PointsAt, ...]
    deed: str
    """The deed that is still to be named."""
    said: tuple[PlannedAnswer, ...] = ()
    last: Option | None = None
    landed: Landing | None = None
    cost: str = ""
    done: str = ""
    unsure: bool = False

    @property
    def is_complete(self) -> bool:
        return self.is_chosen and not self.goals and not self.deed and bool(self.said)


class _Seeker:
    """Looks for the answers that an intention means."""

    def __init__(self, world: Game[Any], seat: str, intention: Intention, orders: StandingOrders) -> None:
        self._world = world
        self._seat = seat
        self._wanted = intention
        self.orders = orders
        self._refusal: Refusal | None = None
        self._approaches = False
        """Whether the target is approached, where nothing can be done to it from here."""

    @property
    def why(self) -> str:
        """Why there is no way."""
        if self._refusal is None:
            return "Nothing of the kind can be done now."
        return f"{self._refusal.reason} {self._refusal.remedy}".strip()

    def best(self) -> list[Way]:
        """The first ways, those first that end where they were meant to."""
        return sorted(islice(self.ways(), MOST_WAYS), key=lambda one: one.off > AS_MEANT)

    def ways(self) -> Iterator[Way]:
        """Every way, those first that the book names first; where there is none, one from elsewhere."""
        wanted = self._wanted
        first, is_found = _Stage(not wanted.who, wanted.goals, wanted.deed), False
        for one in self._from(self._world, first):
            is_found = True
            yield one
        if not is_found and wanted.goals == ("unit",):
            self._approaches = True
            yield from self._from(self._world, first)

    def _from(self, world: Game[Any], stage: _Stage) -> Iterator[Way]:
        question = world.decision_for(self._seat)
        if question is None:
            return
        if not stage.is_chosen and self._wanted.who in question.about[:1]:
            stage = stage._replace(is_chosen=True)
        for after in self._answers(question, stage):
            if after.is_complete:
                yield self._way(self._with_models(world, after))
            else:
                yield from self._after(world, after)
        if self._approaches and isinstance(question, Move) and stage.is_chosen and stage.goals == ("unit",):
            yield from self._approached(world, question, stage)

    def _approached(self, world: Game[Any], question: Move, stage: _Stage) -> Iterator[Way]:
        """The likeliest way to do something to the target from one of the places that are proposed."""
        is_second = any(one.topic == question.topic for one in stage.said)
        found: list[Way] = []
        for one in () if is_second or question.is_listed_late else question.options()[:MOST_PLACES]:
            cost = question.cost_in_words(one.answer)
            said = (*stage.said, PlannedAnswer(one.answer, question.topic, cost or one.label))
            after = stage._replace(said=said, last=None, cost=cost)
            for tried, rolled in islice(self._tried(world, after), 1):
                then = tried.decision_for(self._seat)
                if not rolled and then is not None and then.about[:1] == question.about[:1]:
                    found += islice(self._from(tried, after), MOST_BRANCHES)
        yield from sorted(found, key=lambda one: -(one.chance or 0.0))[:1]

    def _after(self, world: Game[Any], stage: _Stage) -> Iterator[Way]:
        """The ways on from an answer; where dice make something else of it others are rolled."""
        for tried, rolled in self._tried(world, stage):
            found = False
            for _ in range(MOST_IN_BETWEEN):
                for way in self._from(tried, stage._replace(unsure=stage.unsure or rolled)):
                    found = True
                    yield way
                given = None if found else self._in_between(tried)
                if given is None:
                    break
                tried.answer(given.answer, seat=self._seat, by=given.by)
            if found or not rolled:
                return

    def _tried(self, world: Game[Any], stage: _Stage) -> Iterator[tuple[Game[Any], bool]]:
        """Worlds in which the last answer was given, each with other dice, and whether any were rolled."""
        for seed in range(MOST_WORLDS):
            tried = world.clone(f"sketch {seed}")
            before = tried.entries
            try:
                tried.answer(stage.said[-1].answer, seat=self._seat)
            except Refused as refused:
                self._refusal = refused.refusals[0]
                return
            yield tried, any(isinstance(one, Rolled) for one in tried.journal_since(before))

    def _in_between(self, world: Game[Any]) -> Given | None:
        """What is answered in between: by the seat's orders, or by letting an offer go by for a look."""
        given = by_itself(world, self._seat, self.orders)
        question = world.decision_for(self._seat)
        if given is not None or not isinstance(question, ChooseOne):
            return given
        passing = next((one for one in question.options() if one.deed == PASS), None)
        return None if passing is None else Given(passing.answer, "")

    def _with_models(self, world: Game[Any], stage: _Stage) -> _Stage:
        """With where its models stand, where an attack asks that too and the program has a proposal."""
        if stage.last is None or not stage.last.deed or not self._wanted.target:
            return stage
        for tried, rolled in self._tried(world, stage):
            question = tried.decision_for(self._seat)
            if isinstance(question, Move | Place) and self._wanted.who in question.about[:1]:
                first = question.first_option()
                if self._wanted.target in first.about:
                    said = PlannedAnswer(first.answer, question.topic, first.label)
                    return stage._replace(said=(*stage.said, said), unsure=stage.unsure or rolled)
            if question is not None or not rolled:
                break
        return stage

    # ---- one question ----------------------------------------------------------------------------------

    def _answers(self, question: Decision, stage: _Stage) -> list[_Stage]:
        """What may be answered for the intention, the likeliest first."""
        if isinstance(question, Move | Place | TargetArea):
            return self._placed(question, stage) if stage.is_chosen and stage.goals else []
        if not isinstance(question, ChooseOne):
            return []
        options = question.options()
        if not stage.is_chosen:
            return self._chosen(question, options, stage)
        named = [one for one in options if stage.deed and one.named == stage.deed]
        if not stage.goals:
            self._note_barred(question, lambda one: one.named == stage.deed)
            return [self._said(question, one, stage) for one in named[:MOST_BRANCHES]]
        goal, is_last = stage.goals[0], len(stage.goals) == 1
        if goal == "unit" and (direct := self._upon(named or options, stage)):
            return [self._said(question, one, stage, stage.goals[1:]) for one in direct]
        if goal == "unit":
            deed = stage.deed
            self._note_barred(
                question, lambda one: self._wanted.target in one.about and deed in ("", one.named)
            )
        if named and is_last:
            return [self._said(question, one, stage) for one in named[:MOST_BRANCHES]]
        # Who points at the ground alone means to go there; whoever would throw something there says so.
        is_plain = goal == "unit" or bool(stage.deed)
        onward = [
            one for one in options if goal in (one.points_at if is_last and is_plain else one.points_at[:1])
        ]
        onward.sort(key=lambda one: one.points_at.index(goal))
        return [self._said(question, one, stage) for one in onward[:MOST_BRANCHES]]

    def _chosen(self, question: Decision, options: list[Option], stage: _Stage) -> list[_Stage]:
        """Who acts; or who does something at once that needs no more words."""
        own = [one for one in options if self._wanted.who in one.about[:1]]
        if not own:
            self._refusal = question.legal(self._wanted.who) or self._refusal
            self._note_barred(question, lambda one: self._wanted.who in one.about[:1])
        at_once = [one for one in own if stage.deed and not stage.goals and one.deed == stage.deed]
        chosen = at_once or [one for one in own if "deed" in one.points_at]
        if not own:
            # Somebody else acts still: whoever points at the next one is done with the first.
            done = [one for one in options if "who" in one.points_at]
            return [self._said(question, one, stage)._replace(done="") for one in done[:1]]
        stage = stage._replace(is_chosen=True)
        return [self._said(question, one, stage) for one in chosen[:1]]

    def _upon(self, options: list[Option], stage: _Stage) -> list[Option]:
        """The answers that name the target: those that name nobody else first, then the likeliest."""
        target, deed = self._wanted.target, stage.deed
        found = [one for one in options if target in one.about and (not deed or one.named == deed)]
        found.sort(key=lambda one: (len(one.about), -(one.chance or 0.0)))
        return found[:MOST_BRANCHES]

    def _placed(self, question: Move | Place | TargetArea, stage: _Stage) -> list[_Stage]:
        """Where it goes, or whom it goes at."""
        if stage.goals[0] == "ground":
            assert self._wanted.at is not None
            landed = land(question, self._wanted.at)
            if isinstance(landed, Refusal):
                self._refusal = landed
                return []
            cost = question.cost_in_words(landed.answer)
            said = PlannedAnswer(landed.answer, question.topic, cost)
            return [self._further(question, stage, said)._replace(landed=landed, cost=cost)]
        upon = getattr(question.planner, "answer_upon", None)
        if upon is not None:
            answer = upon(self._wanted.target)
            self._refusal = question.legal(answer) or self._refusal
            if question.legal(answer) is not None:
                return []
            listed = [] if question.is_listed_late else question.options()
            label = next((one.label for one in listed if one.answer == answer), "")
            return [self._further(question, stage, PlannedAnswer(answer, question.topic, label))]
        own = [one for one in question.options() if self._wanted.target in one.about]
        return [self._said(question, one, stage, stage.goals[1:]) for one in own[:1]]

    def _further(self, question: Decision, stage: _Stage, said: PlannedAnswer) -> _Stage:
        """The stage after a place, or somebody to go at, is named."""
        is_last = len(stage.goals) == 1
        done = next(iter(said.answer), "") if stage.goals[0] == "unit" else stage.done or question.topic
        deed = "" if is_last and stage.deed in (question.topic, done) else stage.deed
        return stage._replace(
            goals=stage.goals[1:], deed=deed, done=done, said=(*stage.said, said), last=None
        )

    def _said(
        self, question: Decision, one: Option, stage: _Stage, goals: tuple[PointsAt, ...] | None = None
    ) -> _Stage:
        """The stage after an option is taken."""
        said = PlannedAnswer(one.answer, question.topic, one.label)
        is_named = bool(stage.deed) and one.named == stage.deed
        is_who = "deed" in one.points_at
        done = stage.done if is_who or (goals is not None and not one.deed and stage.done) else one.named
        return stage._replace(
            goals=stage.goals if goals is None else goals,
            deed="" if is_named else stage.deed,
            done=done,
            said=(*stage.said, said),
            last=one,
        )

    def _note_barred(self, question: Decision, is_meant: Any) -> None:
        """Remember what bars an answer that was looked for."""
        found = next((one.refusal for one in question.barred() if is_meant(one)), None)
        self._refusal = found or self._refusal

    def _way(self, stage: _Stage) -> Way:
        last, landed = stage.last, stage.landed
        return Way(
            stage.said,
            ", ".join(one.label for one in stage.said if one.label),
            stage.done,
            None if landed is None else landed.at,
            0.0 if landed is None else landed.off,
            stage.cost,
            self._wanted.target,
            None if last is None else last.need,
            None if last is None else last.chance,
            stage.unsure,
        )
