"""Who meets whom: the most by the shortest way, and as many as possible one each."""

from __future__ import annotations

from math import hypot

import pytest

from sandtable.table.figures.meeting import Meetings, Stand, paired
from tests.table.figures.plain import Figure

ONE = Figure("one", (0.0, 0.0))


def _gone_straight(before: Stand, met: tuple[str, ...], foe: Figure) -> Stand | None:
    far = hypot(foe.at[0] - before.at[0], foe.at[1] - before.at[1])
    share = (far - 1.0) / far
    at = (
        before.at[0] + (foe.at[0] - before.at[0]) * share,
        before.at[1] + (foe.at[1] - before.at[1]) * share,
    )
    return Stand(at, 0.0, before.cost + far - 1.0, before.length + far - 1.0)


def test_the_order_that_meets_the_most_is_best_and_of_those_the_shortest() -> None:
    near, far = Figure("near", (3.0, 1.5)), Figure("far", (6.0, 0.0))
    orders, length = Meetings(ONE, 8.0, [far, near], _gone_straight).best()
    assert [[one.id for one in order] for order in orders] == [["near", "far"]]
    assert length == pytest.approx(5.4, abs=0.3)


def test_nobody_is_met_through_somebody_else_nor_beyond_the_allowance() -> None:
    before, behind = Figure("before", (3.0, 0.0)), Figure("behind", (6.0, 0.0))
    orders, _ = Meetings(ONE, 20.0, [behind, before], _gone_straight).best()
    assert [[one.id for one in order] for order in orders] == [["before", "behind"]]
    orders, _ = Meetings(ONE, 3.0, [behind, before], _gone_straight).best()
    assert [[one.id for one in order] for order in orders] == [["before"]]


def test_an_order_that_the_ground_does_not_allow_gives_way_to_the_next() -> None:
    near, far = Figure("near", (3.0, 2.0)), Figure("far", (3.0, -2.0))

    def go_on(before: Stand, met: tuple[str, ...], foe: Figure) -> Stand | None:
        return None if met else _gone_straight(before, met, foe)

    orders, length = Meetings(ONE, 12.0, [near, far], go_on).best()
    assert [[one.id for one in order] for order in orders] == [["near"], ["far"]]
    assert length == pytest.approx(hypot(3.0, 2.0) - 1.0)


def test_as_many_as_possible_are_got_one_each_and_the_rest_get_their_first_wish() -> None:
    wishes = {"a": ["x", "y"], "b": ["x"], "c": ["x", "y"]}
    assert paired(wishes) == {"a": "y", "b": "x", "c": "x"}
    assert paired({}) == {}
