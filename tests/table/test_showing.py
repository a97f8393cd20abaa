"""What all screens read out of a book's facts and sides."""

from __future__ import annotations

import pytest

from sandtable.table.showing import Standing, units_named, winning_sides

UNITS = {"A1", "B1", "B2"}


@pytest.mark.parametrize(
    ("facts", "named"),
    [
        ({"group": "A1", "target": "B2", "order": "shoot"}, ["A1", "B2"]),
        ({"why": "to hit A1", "faces": (1, 6), "seat": "A", "figure": "B1"}, ["B1"]),
        ({"crowd": ["B2", "A1", "B2"], "by": "A1"}, ["B2", "A1"]),
        ({"group": "C9", "at": (1.0, 2.0), "none": None}, []),
    ],
)
def test_units_are_named_by_id_whatever_the_fact_is_called_and_the_first_one_first(facts, named):
    assert units_named(facts, UNITS) == named


def test_the_side_of_a_seat_that_won_has_won():
    red, blue = Standing(0, "Red", ("A", "C")), Standing(1, "Blue", ("B",))
    assert winning_sides((red, blue), ("C",)) == (red,)
    assert winning_sides((red, blue), ()) == ()


def test_where_no_seat_has_won_the_side_in_which_nobody_sits_has():
    squad, orcs = Standing(0, "the squad", ("A",)), Standing(1, "the orcs", ())
    assert winning_sides((squad, orcs), ()) == (orcs,)
    assert winning_sides((squad, orcs), ("A",)) == (squad,)
