"""Placing a piece of terrain: its middle and how far it is turned."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import Any

from sandtable.binding.planners import Planner
from sandtable.binding.plotting import number_in, point_in
from sandtable.books.companies_and_captains.state import Battle
from sandtable.books.companies_and_captains.terrain_kinds import RolledKind
from sandtable.kernel.citation import rule
from sandtable.kernel.decision import Answer, Chance, Option, shown
from sandtable.kernel.refusal import Refused, refuse
from sandtable.table.terrain import Piece
from sandtable.table.units.fitting import middle_that_fits

_STEP = 3.0
"""How far apart the places are that the program tries by itself."""
_TURN = 30
"""A piece is turned by so many degrees at a time to fit it into a gap, as dice would turn it."""
_TRIES = 30
_MOST_PROPOSALS = 6


@rule("CC-TGN-06", "CC-TGN-03")
class PiecePlanner(Planner[tuple[Piece, ...]]):
    """Where a player may lay a piece of a kind."""

    def __init__(self, state: Battle, kind: RolledKind) -> None:
        super().__init__("CC-TGN-06")
        self.state = state
        self.kind = kind

    def proposals(self) -> Sequence[Option]:
        """A few places that fit."""
        found = list(islice(filter(self.fits, self._tried()), _MOST_PROPOSALS))
        places = found or list(islice(self._in_a_gap(), 1))
        return [
            Option(one, "a free place", ("CC-TGN-03",), places=((one["at"][0], one["at"][1]),))
            for one in places
        ]

    def first(self) -> Answer | None:
        """The first place that fits.

        None says that no place does, turned by any multiple of 30 degrees, unless the scenario keeps terrain
        away or a piece on the table has dents. Turns in between are not tried: in this it is a search.
        """
        return next(chain(filter(self.fits, self._tried()), self._in_a_gap()), None)

    def sample(self, chance: Chance) -> Answer:
        """A place that fits, at random."""
        ground = self.state.ground
        for _ in range(_TRIES):
            at = [round(ground.width * chance.random(), 2), round(ground.depth * chance.random(), 2)]
            answer = {"at": at, "turn": 30 * int(chance.random() * 12)}
            if self.fits(answer):
                return answer
        return self.first()

    def plan_of(self, answer: Answer) -> tuple[Piece, ...]:
        """The pieces where the answer lays them, checked exactly."""
        # Laying terrain asks this planner where a piece goes.
        from sandtable.books.companies_and_captains.chapters.setup import terrain_setup

        feature = self._feature(answer)
        why = terrain_setup.why_not_lay(self.state, feature)
        if why is not None:
            raise Refused(why)
        return feature

    def _feature(self, answer: Answer) -> tuple[Piece, ...]:
        # Laying terrain asks this planner where a piece goes.
        from sandtable.books.companies_and_captains.chapters.setup import terrain_setup

        is_fine = isinstance(answer, dict) and {"at"} <= set(answer) <= {"at", "turn"}
        at, turn = (point_in(answer["at"]), number_in(answer.get("turn", 0))) if is_fine else (None, None)
        if at is None or turn is None:
            remedy = 'Answer {"at": [x, y], "turn": degrees}.'
            raise refuse(self.rule, f"{shown(answer)} is no place for a piece.", remedy)
        name = terrain_setup.name_of_next(self.state.ground, self.kind)
        return terrain_setup.feature_of(self.kind, name, at, turn)

    def fits(self, answer: Answer) -> bool:
        """Whether the piece may lie there."""
        # Laying terrain asks this planner where a piece goes.
        from sandtable.books.companies_and_captains.chapters.setup import terrain_setup

        return terrain_setup.why_not_lay(self.state, self._feature(answer)) is None

    def _in_a_gap(self) -> Iterator[dict[str, Any]]:
        """The tightest place for each turn that dice could give, where the piece fits there."""
        # Laying terrain asks this planner where a piece goes.
        from sandtable.books.companies_and_captains.chapters.setup import terrain_setup

        for turn in range(
            0, 360 if self.kind.walls > 1 else 180, _TURN
        ):  # half a turn leaves a rectangle as it was
            outlines = [one.outline for one in self._feature({"at": [0, 0], "turn": turn})]
            apart, from_edge = terrain_setup.APART, terrain_setup.FROM_EDGE
            middle = middle_that_fits(self.state.ground, outlines, apart, from_edge)
            if middle is not None and self.fits(answer := {"at": list(middle), "turn": turn}):
                yield answer

    def _tried(self) -> Iterator[dict[str, Any]]:
        ground = self.state.ground
        for turn in (0, 90):
            for row in range(1, int(ground.depth / _STEP)):
                for column in range(1, int(ground.width / _STEP)):
                    yield {"at": [column * _STEP, row * _STEP], "turn": turn}
