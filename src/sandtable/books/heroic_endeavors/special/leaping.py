"""Leap: up to four spaces more in a run, over rough ground as if it were even, all of them together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from sandtable.binding.squares.planner import ReachPlanner, SquarePlan
from sandtable.books.heroic_endeavors.chapters.actions import Deed, DeedKind, deed
from sandtable.books.heroic_endeavors.chapters.conditions import is_out
from sandtable.books.heroic_endeavors.chapters.ground import others_than
from sandtable.books.heroic_endeavors.chapters.movement.levels import HALVES
from sandtable.books.heroic_endeavors.chapters.movement.walking import (
    allowance,
    go,
    mover_of,
    reach_of,
    turn_in_the_end,
)
from sandtable.books.heroic_endeavors.game_master.answers import move as best_move
from sandtable.books.heroic_endeavors.game_master.chair import CHAIR
from sandtable.books.heroic_endeavors.hidden import known
from sandtable.books.heroic_endeavors.naming import name_of
from sandtable.books.heroic_endeavors.special.skills import works
from sandtable.books.heroic_endeavors.state import Adventure, Model
from sandtable.kernel import Advice, Decision, Measuring, Move, Play, Refusal, rule
from sandtable.table.squares.reach import Place, Reach, reach

SPACES = 4
"""HE-SKL-24"""
SKILL = "Leap"


@rule("HE-SKL-24")
def leaps(state: Adventure, model: Model) -> Reach:
    """Rough ground costs nothing more, what cannot be passed stays so."""
    assert model.at is not None
    mover = mover_of(state, model)
    mover = mover._replace(prices=mover.prices._replace(rough=1))
    start = Place(model.at, model.facing)
    return reach(state.board, mover, start, HALVES * SPACES + HALVES - 1, others_than(state, model))


@deed
class RunWithALeap(DeedKind):
    """HE-SKL-24"""

    name, rule, cost, is_movement = "run with a leap", "HE-SKL-24", 2, True
    points_at = ("ground",)

    def deeds(self, state: Adventure, model: Model) -> Sequence[Deed]:
        """For who has the ability."""
        return (Deed(self.name),) if works(model, SKILL) else ()

    def label(self, state: Adventure, model: Model, deed: Deed) -> str:
        """How far."""
        return f"run up to {allowance(state, model, 2)} and leap up to {SPACES}"

    def why_not(self, state: Adventure, model: Model, deed: Deed) -> Refusal | None:
        """The limit of the turn is used up."""
        if allowance(state, model, 2):
            return None
        reason = f"{name_of(state, model)} has moved twice its MOV."
        return Refusal("HE-ACT-07", reason, "Do something else.")

    async def perform(self, play: Play[Adventure], model: Model, deed: Deed) -> None:
        """What it runs before the leap, the leap, and what is left of the run."""
        most = allowance(play.state, model, 2)
        before = model.turn.walked
        plan = await _go(play, model, partial(reach_of, mov=most), most, "before its leap")
        if plan is None:
            return
        run = model.turn.walked
        plan = await _go(play, model, leaps, SPACES, "with its leap")
        model.turn.walked = run  # the spaces of the leap do not count against the limit of the turn
        left = most - (run - before)
        if plan is not None and left > 0:
            plan = await _go(play, model, partial(reach_of, mov=left), left, "after its leap")
        if plan is not None:
            await turn_in_the_end(play, model, plan.facing)


async def _go(
    play: Play[Adventure], model: Model, ways: Callable[[Adventure, Model], Reach], spaces: int, part: str
) -> SquarePlan | None:
    """One part of the run; none if it came to an end on the way."""
    seen = known(play.state, model)
    found = ways(seen, seen.models[model.id])
    planner = ReachPlanner("HE-SKL-24", found, f"Go no farther than {spaces} MOV.")
    prompt = f"Where does {name_of(play.state, model)} run {part}, up to {spaces} spaces?"
    form = Measuring(unit=model.id, radius=0.5, inches=float(spaces))
    asked = Move(model.seat, "leap", prompt, ("HE-SKL-24",), planner, form, {"mov": spaces})
    plan: SquarePlan = await CHAIR.ask(play, asked)
    came = await go(play, model, plan)
    return plan if came and not is_out(model) else None


@CHAIR.decides("leap", "HE-SKL-24", "HE-AGM-07")
def answer_leap(state: Adventure, decision: Decision) -> Advice:
    """As with any move."""
    return best_move(state, decision)
