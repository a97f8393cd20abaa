"""A move on squares: every space within reach is a good answer, and a facing may be named with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sandtable.binding.planners import Planner
from sandtable.binding.plotting import PlotReader
from sandtable.kernel.decision import Answer, Chance, Option, shown
from sandtable.kernel.refusal import refuse
from sandtable.table.squares.reach import Leg, Place, Reach
from sandtable.table.squares.spaces import FACINGS, Facing, Space
from sandtable.table.squares.surface import middle, name

KEYS = ("models", "facing")
FORMS = 'Answer {"models": [[x, y]]}, and which way it faces in the end with {"facing": "N"}.'


class SquarePlan(NamedTuple):
    """Where somebody goes: the end, how it is reached and for how much, and which way it then faces."""

    at: Space
    legs: tuple[Leg, ...]
    price: int
    facing: Facing | None
    """None where the answer does not say."""


class ReachPlanner(Planner[SquarePlan]):
    """All places that a reach has found; they are priced in halves of a space."""

    def __init__(self, rule: str, reach: Reach, remedy: str) -> None:
        super().__init__(rule)
        self.reach = reach
        self._remedy = remedy
        """What helps whoever wants to go farther."""
        self._places: dict[Space, Place] = {}
        for place in reach.prices:
            if place.squeezed is None:
                self._places.setdefault(place.at, place)

    def plan_of(self, answer: Answer) -> SquarePlan:
        """The cheapest way to the space that an answer names."""
        reader = PlotReader(self.rule, FORMS)
        said = reader.fields(answer, KEYS, "move")
        if "models" not in said:
            reader.refuse("It is not said where to.")
        x, y = reader.points(said["models"], 1)[0]
        facing = said.get("facing")
        if facing is not None and (not isinstance(facing, str) or facing not in FACINGS):
            reader.refuse(f"{shown(facing)} is none of the four sides.")
        at = (int(x // 1), int(y // 1))
        place = self._places.get(at)
        way = None if place is None else self.reach.way(place)
        if place is None or way is None:
            where = name(at) if self.reach.links.board.has(at) else "a place off the board"
            raise refuse(self.rule, f"It does not get to {where}.", self._remedy)
        return SquarePlan(at, way, self.reach.price(place) or 0, facing)

    def proposals(self) -> Sequence[Option]:
        """Every space within reach, the dearest last."""
        return [
            Option(self.answer_at(at), name(at), (self.rule,), facts={"halves": price}, places=(middle(at),))
            for at, price in self.reach.spaces.items()
        ]

    def answer_at(self, at: Space, facing: Facing | None = None) -> Answer:
        """The answer that names a space."""
        named = {"models": [list(middle(at))]}
        return named if facing is None else {**named, "facing": facing}

    def sample(self, chance: Chance) -> Answer:
        """Any of the spaces, and any facing."""
        spaces = list(self.reach.spaces)
        at = spaces[int(chance.random() * len(spaces))]
        return self.answer_at(at, FACINGS[int(chance.random() * 4)])
