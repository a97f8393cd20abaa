"""Where a piece of terrain may be laid: its middle and how far it is turned."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any, NamedTuple

from sandtable.binding.planners import Planner
from sandtable.binding.plotting import number_in, point_in
from sandtable.kernel.decision import Answer, Chance, Option, shown
from sandtable.kernel.refusal import Refusal, Refused, refuse
from sandtable.table.generator import Feature
from sandtable.table.measure import Point
from sandtable.table.terrain import Ground
from sandtable.table.units.fitting import middle_that_fits

STEP = 3.0
"""How far apart the places are that the program tries by itself, in inches."""
TURN = 30
"""A piece is turned by so many degrees at a time to fit it into a gap, as dice would turn it."""
TRIES = 30
MOST_PROPOSALS = 6


class Gaps(NamedTuple):
    """How far pieces stay apart and from the edge, and how far one may be turned before it lies as before."""

    apart: float
    from_edge: float
    whole_turn: int


@dataclass(eq=False)
class PiecePlanner(Planner[Feature]):
    """Where a player may lay a piece; the book says what lies there and what bars it."""

    ground: Ground
    laid: Callable[[Point, float], Feature]
    why_not: Callable[[Feature], Refusal | None]
    gaps: Gaps
    proposed_by: str
    """The rule by which places are free."""

    def proposals(self) -> Sequence[Option]:
        """A few places that fit."""
        found = list(islice(filter(self.fits, self._tried()), MOST_PROPOSALS))
        places = found or list(islice(self._in_a_gap(), 1))
        return [
            Option(one, "a free place", (self.proposed_by,), places=((one["at"][0], one["at"][1]),))
            for one in places
        ]

    def first(self) -> Answer | None:
        """The first place that fits.

        None says that no place does, turned by any multiple of 30 degrees, unless the book keeps terrain
        away or a piece on the table has dents. Turns in between are not tried: in this it is a search.
        """
        return next(chain(filter(self.fits, self._tried()), self._in_a_gap()), None)

    def sample(self, chance: Chance) -> Answer:
        """A place that fits, at random."""
        for _ in range(TRIES):
            x, y = self.ground.width * chance.random(), self.ground.depth * chance.random()
            answer = {"at": [round(x, 2), round(y, 2)], "turn": 30 * int(chance.random() * 12)}
            if self.fits(answer):
                return answer
        return self.first()

    def plan_of(self, answer: Answer) -> Feature:
        """The pieces where the answer lays them, checked exactly."""
        feature = self._feature(answer)
        why = self.why_not(feature)
        if why is not None:
            raise Refused(why)
        return feature

    def _feature(self, answer: Answer) -> Feature:
        is_fine = isinstance(answer, dict) and {"at"} <= set(answer) <= {"at", "turn"}
        at, turn = (point_in(answer["at"]), number_in(answer.get("turn", 0))) if is_fine else (None, None)
        if at is None or turn is None:
            remedy = 'Answer {"at": [x, y], "turn": degrees}.'
            raise refuse(self.rule, f"{shown(answer)} is no place for a piece.", remedy)
        return self.laid(at, turn)

    def fits(self, answer: Answer) -> bool:
        """Whether the piece may lie there."""
        return self.why_not(self._feature(answer)) is None

    def _in_a_gap(self) -> Iterator[dict[str, Any]]:
        """The tightest place for each turn that dice could give, where the piece fits there."""
        for turn in range(0, self.gaps.whole_turn, TURN):
            outlines = [one.outline for one in self.laid((0, 0), turn)]
            middle = middle_that_fits(self.ground, outlines, self.gaps.apart, self.gaps.from_edge)
            if middle is not None and self.fits(answer := {"at": list(middle), "turn": turn}):
                yield answer

    def _tried(self) -> Iterator[dict[str, Any]]:
        for turn in (0, 90):
            for row in range(1, int(self.ground.depth / STEP)):
                for column in range(1, int(self.ground.width / STEP)):
                    yield {"at": [column * STEP, row * STEP], "turn": turn}
