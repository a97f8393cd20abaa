"""Where an enemy figure goes that a player moves: the moves that it may make, and the question for one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast as typed

from sandtable.books.forgotten_ruin.chapters.movement import walking
from sandtable.books.forgotten_ruin.chapters.movement.falling import PER_HIT
from sandtable.books.forgotten_ruin.chapters.movement.move_or_dash import MoveOrDash, ask_where
from sandtable.books.forgotten_ruin.chapters.movement.planner import MovePlanner, Planned
from sandtable.books.forgotten_ruin.chapters.principles.conventions import beyond, inches, told
from sandtable.books.forgotten_ruin.enemies.movement.placing import COHESION
from sandtable.books.forgotten_ruin.enemies.planning import Plan, Sketch, can_dash, is_near_any, may_charge
from sandtable.books.forgotten_ruin.naming import name_of
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Soldier
from sandtable.kernel.citation import rule
from sandtable.kernel.decision import Answer, Chance, Option
from sandtable.kernel.play import Play
from sandtable.kernel.refusal import refuse
from sandtable.table.figures.bases import A_HAIR


class HandPlanner(MoveOrDash):
    """The moves of an enemy figure, the long ones with a Dash, once its comrades stand where they mean to."""

    def __init__(
        self, state: Battle, figure: Enemy, limit: float, sketch: Sketch, charges: bool, dashes: bool
    ) -> None:
        self.sketch = sketch
        self.figure = figure
        one = typed(Soldier, figure)
        with sketch.laid_out():
            super().__init__(state, one, limit, "move", charges, False)
            self.dash = MovePlanner(state, one, limit, "dash", False, False) if dashes else None

    def proposals(self) -> Sequence[Option]:
        """Moves that are accepted."""
        with self.sketch.laid_out():
            return super().proposals()

    def sample(self, chance: Chance) -> Answer:
        """Mostly a Move, now and then with a Dash."""
        with self.sketch.laid_out():
            answer = super().sample(chance)
            return answer if self.accepts(answer) else self.stays

    @property
    def stays(self) -> Answer:
        """Staying where it is."""
        return {"models": [list(self.figure.at)]}

    def plan_of(self, answer: Answer) -> Planned:
        """The move that the answer stands for, and none that no enemy makes."""
        with self.sketch.laid_out():
            found = super().plan_of(answer)
            self._refuse_what_no_enemy_does(found)
        return found

    @rule("FR-COOP-05", "FR-COOP-06", "FR-EAI-03", "FR-EAI-23")
    def _refuse_what_no_enemy_does(self, found: Planned) -> None:
        """Enemies leap over nothing, jump into no harm, and keep within 1 in of comrades who have moved."""
        way, state = found.route, self.state
        deep = inches(state, PER_HIT)
        if any(leg.how == "leap" or (leg.how == "drop" and leg.foot - leg.top >= deep) for leg in way.legs):
            raise refuse("FR-EAI-23", "Enemies neither leap nor jump into harm.", "Go another way.")
        comrades = [one for one in self.sketch.moved if one.mob and one.mob == self.figure.mob]
        is_free = not comrades or way.contact or way.length <= A_HAIR
        near = inches(state, COHESION)
        if not is_free and not is_near_any(self.figure, way.end, comrades, near):
            reason = f"That is farther than {told(state, near)} from its mob."
            remedy = f"End within {told(state, near)} of a comrade who has moved, or charge."
            raise refuse("FR-EAI-03", reason, remedy)


@rule("FR-COOP-05")
async def goes_where_told(
    play: Play[Battle], figure: Enemy, sketch: Sketch, limit: float | None = None
) -> Plan:
    """The enemy player says where a figure goes, with a Dash if it may; the plan that comes of it."""
    state = play.state
    far = walking.move_limit(state, figure) if limit is None else limit
    charges, dashes = limit is None and may_charge(state, figure), limit is None and can_dash(state, figure)
    planner = HandPlanner(state, figure, far, sketch, charges, dashes)
    told = ("FR-COOP-05", "FR-COOP-06") if state.enemy_seat else ("FR-EAI-18",)
    rules = (*told, "FR-MOV-01", *(("FR-MOV-11",) if dashes else ()))
    prompt = f"Where does {name_of(state, figure)} go?"
    planned = await ask_where(play, state.seat_of(figure), "move enemy", prompt, rules, planner)
    way, dashed = planned.route, beyond(planned.route.cost, planner.farthest)
    purpose = "charge" if way.contact else "go where it is told"
    return Plan(figure, purpose, way, way.contact, told[:1], "its player says so", dashed)
