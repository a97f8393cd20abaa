"""What a device wants at a stroke: plans of several answers, intentions, and standing orders."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sandtable.kernel.decision.intention import PlannedAnswer, surprise
from sandtable.kernel.game import Game
from sandtable.kernel.refusal import Refusal, refuse
from sandtable.server.rooms.game_log import GameLog
from sandtable.server.rooms.room import Room
from sandtable.server.rooms.speaking import check_number, check_speaks_for
from sandtable.server.storage.steps import Answered, Ordered
from sandtable.server.wire import protocol as p
from sandtable.server.wire.link import Link

MOST_ANSWERS = 48
"""How many answers a plan may have."""


async def set_order(room: Room, link: Link, wanted: p.SetOrder) -> None:
    """A seat sets one of its standing orders; if it answers the open question, it does so at once."""

    def step() -> Ordered:
        check_speaks_for(room, link.device, wanted.seat)
        return Ordered(wanted.seat, wanted.order, wanted.setting)

    await room.take(step)


async def carry_out_plan(room: Room, link: Link, given: p.GivePlan) -> None:
    """A plan counts from the question that it names, as far as it holds; the caller holds the turn."""
    if not 1 <= len(given.answers) <= MOST_ANSWERS:
        raise refuse("", f"A plan of {len(given.answers)} answers is no plan.", f"Give 1 to {MOST_ANSWERS}.")
    await follow_plan(room, link, given.seat, given.number, given.answers, given.request)


async def intend(room: Room, link: Link, wanted: p.Intend) -> None:
    """Do what a gesture means, in the first way that a sketch finds; refused where there is none."""
    seat, number = wanted.seat, wanted.number
    async with room.at_rest():
        check_speaks_for(room, link.device, seat)
        check_number(room, seat, number)
        game, orders = await room.copy(), room.game_log.standing_of(seat)
    found = await room.surroundings.thinkers.sketch(game, seat, wanted.intention, orders)
    if not found.ways:
        raise refuse("", found.why, "Point at something else.")
    way = found.ways[0]
    async with room.turn:
        await follow_plan(room, link, seat, number, way.answers, wanted.request, way.off)


async def follow_plan(
    room: Room,
    link: Link,
    seat: str,
    number: int,
    answers: Sequence[PlannedAnswer],
    request: int,
    off: float = 0.0,
) -> None:
    """Give the answers one by one until one surprises; whoever gave them is told how many held."""
    plan = _Plan(seat, answers)

    def step() -> Answered:
        check_speaks_for(room, link.device, seat)
        check_number(room, seat, number)
        return plan.begin(room.game_log.play)

    def ended() -> p.PlanEnded:
        of = len(answers)
        return p.PlanEnded(
            room.id, request, seat, plan.held, of, plan.held == of, plan.why, plan.refusal, off
        )

    await room.take(step, link, ended, plan.go_on)


class _Plan:
    """Answers one after the other, each to the question that is open then."""

    def __init__(self, seat: str, answers: Sequence[PlannedAnswer]) -> None:
        self._seat = seat
        self._answers = answers
        self.held = self._given = 0
        self.why = ""
        self.refusal: Refusal | None = None

    def begin(self, game: Game[Any]) -> Answered:
        """The first answer; refused where it is not for the open question."""
        self.held, self._given, self.why, self.refusal = 0, 1, "", None
        first, question = self._answers[0], game.decision_for(self._seat)
        if question is not None and not first.is_meant_for(question):
            raise refuse(question.rule, surprise(game, question, None), "Look at the question again.")
        return Answered(self._seat, first.answer)

    def go_on(self, game_log: GameLog) -> Answered | None:
        """The next answer, if it holds; else what answers itself, and where nothing does the surprise."""
        # It is asked for the next one when the one before is written down.
        self.held, self._given = self.held + self._given, 0
        if self.held == len(self._answers) or self.why:
            return None
        wanted, question = self._answers[self.held], game_log.play.decision_for(self._seat)
        refusal: Refusal | None = None
        if question is not None and wanted.is_meant_for(question):
            refusal = question.legal(wanted.answer)
            if refusal is None:
                self._given = 1
                return Answered(self._seat, wanted.answer)
        given = game_log.answers_itself()
        if given is None:
            self.refusal, self.why = refusal, surprise(game_log.play, question, refusal)
        return given
