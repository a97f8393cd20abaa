"""A figure gets as near to its goal as it may: straight on, round, and beside its comrades."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from sandtable.table.figures.approach import Approach
from sandtable.table.figures.bases import gap_from
from sandtable.table.figures.long_ways import way_to
from sandtable.table.figures.reach import Reach
from sandtable.table.measure import Point
from sandtable.table.terrain import Ground, box_outline
from tests.table.figures.plain import Figure, footing, ground_with, piece

START = Figure("one", (12.0, 4.0))
FOE = Figure("foe", (12.0, 18.0))


class Northwards(Approach[Reach]):
    """An approach to a foe in the north."""

    def __init__(self, ground: Ground, limit: float = 6.0, comrades: Sequence[Figure] = ()) -> None:
        self.footing = footing(ground, START, *comrades, foes=[FOE])
        way = way_to(footing(ground, START), FOE.at)
        super().__init__(START, way, limit, [FOE], comrades, off=1.1, short=0.1, near=1.0)

    def look(self, farthest: float) -> Reach:
        """Everywhere it can get."""
        return Reach(self.footing, farthest)

    def heeding(self, plain: Reach) -> Reach:
        """There is nothing that it had better not enter."""
        return plain

    def end(self) -> Point | None:
        """Where its move leads."""
        reached = self.reach(self.limit)
        found = self.straight_on(self.limit) or self.nearest_way(
            self.limit, self.limit, lambda at: reached.route(at, self.limit)
        )
        return None if found is None else found.end


def test_in_the_open_the_whole_allowance_leads_straight_on_and_never_into_contact() -> None:
    assert Northwards(ground_with()).end() == pytest.approx((12.0, 10.0))
    assert Northwards(ground_with(), 30.0).end() == pytest.approx((12.0, 16.9))


def test_round_a_rock_the_move_ends_nearer_to_the_goal_and_uses_its_allowance() -> None:
    ground = ground_with(piece("rock", box_outline(10.0, 7.0, 14.0, 9.0), 2.0))
    approach = Northwards(ground)
    assert approach.straight_on(6.0) is None
    end = approach.end()
    assert end is not None
    assert approach.left_from(end) < approach.left_from(START.at) - 4.5


def test_a_move_ends_beside_a_comrade_who_has_moved_or_as_near_to_one_as_it_can() -> None:
    beside = Figure("beside", (16.0, 8.0))
    approach = Northwards(ground_with(), comrades=[beside])
    end = approach.end()
    assert end is not None
    assert gap_from(end, START, beside) <= 1.01
    assert approach.is_for(end)
    lost = Figure("lost", (12.0, 20.0))
    end = Northwards(ground_with(), comrades=[lost]).end()
    assert end == pytest.approx((12.0, 10.0), abs=0.3)
