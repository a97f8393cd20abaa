"""The Leap of a centaur: a straight jump over figures and low obstacles in place of a Dash."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.binding.choosing import choose_word
from sandtable.binding.figures.plots import read_plot
from sandtable.binding.planners import PointPlanner
from sandtable.binding.plotting import written
from sandtable.books.forgotten_ruin.chapters.activations.actions import Action, action
from sandtable.books.forgotten_ruin.chapters.activations.activations import why_not_dash
from sandtable.books.forgotten_ruin.chapters.movement.falling import fall
from sandtable.books.forgotten_ruin.chapters.movement.footing import footing_of, why_not_end
from sandtable.books.forgotten_ruin.chapters.movement.placing import place_soldier
from sandtable.books.forgotten_ruin.chapters.principles.conventions import HUMAN_SIZE, TOLERANCE, inches, told
from sandtable.books.forgotten_ruin.chapters.principles.soldiers_dice import roll_own
from sandtable.books.forgotten_ruin.chapters.terrain import level_at
from sandtable.books.forgotten_ruin.state import Battle, Soldier
from sandtable.books.forgotten_ruin.transformations.riding import rider_of
from sandtable.books.forgotten_ruin.transformations.transformation_tables import has_upgrade
from sandtable.books.forgotten_ruin.windows import MOVE_ENDED, MOVED, WINDOWS, Activation, Movement
from sandtable.kernel import Answer, Candidate, Chance, For, Measuring, Move, Option, Play, Refusal
from sandtable.kernel.arithmetic import hypot
from sandtable.table import NearPoint, Point, Some
from sandtable.table.figures.footing import crossings
from sandtable.table.figures.room import points_on_ring
from sandtable.table.figures.terrain import TOUCHING
from sandtable.table.shapes import first_touch, segment_point_distance

LEAP = "Leap"
LEAP_BEYOND = 1
"""What is added to the die of a Leap, in inches (FR-TRF-16)."""
POINTS = 5
"""At how many points of the Leap a rider may be dropped; ours."""
AROUND = 16
"""In how many directions Leaps are proposed; ours."""


@action(LEAP, "FR-TRF-16")
class Leap(Action):
    """A centaur that has Moved leaps in place of a Dash."""

    def candidates(self, state: Battle, soldier: Soldier, activation: Activation) -> list[Candidate]:
        """For a centaur with the upgrade."""
        if not has_upgrade(soldier, LEAP):
            return []

        def check() -> Refusal | None:
            if not activation.has_moved:
                return Refusal("FR-ACT-08", f"{soldier.name} has not Moved.", "Move first, then leap.")
            return why_not_dash(state, soldier, activation)

        label = "Leap (in place of a Dash)"
        return [Candidate("leap", label, activation, rules=("FR-TRF-16",), check=check)]

    async def carry_out(self, play: Play[Battle], soldier: Soldier, chosen: Activation) -> None:
        """1D6 and 1 in, straight; from a height it is a jump down, and a rider may be dropped on the way."""
        state = play.state
        dice = await roll_own(play, soldier, "leap distance", 1, For("leap", soldier.id), "FR-TRF-16")
        limit = inches(state, dice.score(0) + LEAP_BEYOND)
        planner, form = LeapPlanner(state, soldier, limit), Measuring(soldier.id, 1, soldier.radius, limit)
        rules, facts = ("FR-TRF-16", "FR-MOV-15", "FR-MOV-34"), {"move": limit, "way": "leap"}
        prompt, start = f"Where does {soldier.name} leap to?", soldier.at
        to: Point = await play.ask(Move(soldier.seat, "leap", prompt, rules, planner, form, facts))
        far = hypot(to[0] - start[0], to[1] - start[1])
        if far <= TOUCHING:
            return
        rider = rider_of(state, soldier)
        down = soldier.elevation - level_at(state, to)
        soldier.at, soldier.elevation = to, level_at(state, to)
        soldier.moved += far
        path = (start, to)
        moment = Movement(soldier.seat, soldier, path, "leap")
        id, how = soldier.id, "leap"
        play.tell("figure moved", "FR-TRF-16", figure=id, path=path, how=how, inches=far, cost=far)
        if down > 0.0 and not await fall(play, soldier, down, True, "FR-TRF-16"):
            chosen.is_over = True
        if not soldier.on_table:
            return
        await WINDOWS.open(play, MOVED, moment)
        if rider is not None and rider.riding and soldier.on_table:
            await _offer_drop(play, rider, start, to)
        if soldier.on_table:
            await WINDOWS.open(play, MOVE_ENDED, moment)


async def _offer_drop(play: Play[Battle], rider: Soldier, start: Point, to: Point) -> None:
    """The rider may be set down beside any point of the Leap."""
    prompt, rules = f"Is {rider.name} dropped?", ("FR-TRF-16",)
    words = {"keep riding": f"{rider.name} keeps riding", "drop": f"Drop {rider.name} on the way"}
    if await choose_word(play, rider.seat, "drop rider", prompt, rules, words, about=(rider.id,)) != "drop":
        return
    shares = [place / (POINTS - 1) for place in range(POINTS)]
    points = [(start[0] + (to[0] - start[0]) * one, start[1] + (to[1] - start[1]) * one) for one in shares]
    rider.riding = ""
    zone = Some(tuple(NearPoint(one, 3 * rider.radius) for one in points))
    play.tell("soldier dismounts", "FR-TRF-16", "FR-TRF-13", figure=rider.id)
    await place_soldier(play, rider, zone, "place rider", f"Where is {rider.name} dropped?", "FR-TRF-16")


class LeapPlanner(PointPlanner):
    """Where a leap may end: on a straight line over nothing taller than a human, out of contact."""

    offered_as = "leap"

    def __init__(self, state: Battle, soldier: Soldier, limit: float) -> None:
        super().__init__("FR-TRF-16")
        self.state = state
        self.soldier = soldier
        self.limit = limit
        self.tall = soldier.elevation + inches(state, HUMAN_SIZE[1]) + TOLERANCE
        self.footing = footing_of(state, soldier, may_contact=False)

    def place_in(self, answer: Answer) -> Point:
        """The place that the answer names, or where the soldier is."""
        plot = read_plot(answer, self.rule)
        return plot.to or (plot.path[-1] if plot.path else self.soldier.at)

    def answer_at(self, at: Point) -> Answer:
        """The answer that names a place."""
        return {"models": [written(at)]}

    def why_not(self, to: Point) -> Refusal | None:
        """Why the leap cannot end there."""
        (x, y), name = self.soldier.at, self.soldier.name
        far = hypot(to[0] - x, to[1] - y)
        if far <= TOUCHING:
            return None
        if far > self.limit + TOLERANCE:
            remedy = f"{name} leaps at most {told(self.state, self.limit)}."
            return Refusal(self.rule, f"{told(self.state, far)} are too far.", remedy)
        height = level_at(self.state, to)
        return self._why_stopped(to) or why_not_end(self.state, self.soldier, to, height, may_contact=False)

    def _why_stopped(self, to: Point) -> Refusal | None:
        """What stands taller than a human in the straight way."""
        terrain, start, reach = self.footing.terrain, self.soldier.at, self.soldier.radius - TOUCHING
        remedy = "Leap over nothing taller than a human."
        for area in (*terrain.solids, *terrain.barriers):
            low = 0.0 < area.height <= self.tall
            if not low and first_touch(start, to, reach, area.edges) is not None:
                return Refusal(self.rule, f"The {area.piece.kind} is too tall.", remedy)
        for interior in terrain.buildings:
            if not 0.0 < interior.height <= self.tall and crossings(interior, start, to):
                return Refusal(self.rule, "A wall is in the way.", remedy)
        for disc in (one for one in self.footing.discs if one.head > self.tall):
            if segment_point_distance(start, to, (disc.x, disc.y)) < disc.reach - TOUCHING:
                return Refusal(self.rule, f"{self.state.figure(disc.id).name} is too tall.", remedy)
        return None

    def proposals(self) -> Sequence[Option]:
        """Staying, and the farthest leaps all round."""
        stay = Option(self.answer_at(self.soldier.at), "stay", (self.rule,))
        around = points_on_ring(self.state.ground, self.soldier.at, self.limit - TOLERANCE, AROUND)
        return [*(self.option_at(at) for at in around if self.is_free(at)), stay]

    def sample(self, chance: Chance) -> Answer:
        """One of the leaps that are proposed, shortened at random where that is possible."""
        options = self.proposals()
        answer = options[int(chance.random() * len(options))].answer
        (x, y), share = self.soldier.at, chance.random()
        u, v = answer["models"][0]
        shorter = (round(x + (u - x) * share, 3), round(y + (v - y) * share, 3))
        return self.answer_at(shorter) if self.is_free(shorter) else answer
