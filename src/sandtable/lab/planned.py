"""What a plan of several answers may lead to: what its first roll needs, and the odds of what follows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from sandtable.kernel.decision.intention import PlannedAnswer
from sandtable.kernel.decision.standing import StandingOrders, by_itself
from sandtable.kernel.dice import Dice, Undecided
from sandtable.kernel.game import Game
from sandtable.kernel.refusal import Refused
from sandtable.lab.forecast import Needs, Prospect, believed, first_roll, needs_of, prospect
from sandtable.lab.odds import Followed, TimeLeft

NOTHING = Prospect((), True, 0)
"""What follows from a plan for which nothing is rolled."""


class Reached(NamedTuple):
    """How far a plan goes before any dice fall."""

    world: Game[Any]
    """The game as its seat may believe it, at the question whose answer rolls; or where the plan ends."""
    left: tuple[PlannedAnswer, ...]
    """That answer and what is planned after it; nothing where nothing is rolled."""


def reached(
    game: Game[Any], seat: str, plan: Sequence[PlannedAnswer], orders: StandingOrders | None = None
) -> Reached:
    """Give the answers of a plan one by one, until one of them rolls dice."""
    world, held, orders = believed(game, seat), 0, orders or StandingOrders()
    while held < len(plan):
        question, wanted = world.decision_for(seat), plan[held]
        is_meant = question is not None and wanted.is_meant_for(question)
        given = None if is_meant else by_itself(world, seat, orders)
        if not is_meant and given is None:
            return Reached(world, ())
        tried = world.branch(Dice(Followed(())))
        try:
            if given is None:
                tried.answer(wanted.answer, seat=seat)
            else:
                tried.answer(given.answer, seat=seat, by=given.by)
        except Undecided:
            return Reached(world, tuple(plan[held:]) if is_meant else ())
        except Refused:
            return Reached(world, ())
        world, held = tried, held + is_meant
    return Reached(world, ())


def needs_of_plan(
    game: Game[Any], seat: str, plan: Sequence[PlannedAnswer], orders: StandingOrders | None = None
) -> Needs | None:
    """What the first roll of a plan must show; None where nothing is rolled."""
    world, left = reached(game, seat, plan, orders)
    return needs_of(first_roll(world, seat, left[0].answer)) if left else None


def prospect_of_plan(
    game: Game[Any],
    seat: str,
    plan: Sequence[PlannedAnswer],
    orders: StandingOrders | None = None,
    time_left: TimeLeft | None = None,
) -> tuple[Needs | None, Prospect]:
    """What the first roll of a plan needs, and what may follow from the whole of it."""
    world, left = reached(game, seat, plan, orders)
    if not left:
        return None, NOTHING
    needs = needs_of(first_roll(world, seat, left[0].answer))
    return needs, prospect(world, seat, [left[0].answer], time_left, left[1:])
