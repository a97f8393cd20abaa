"""Screens draw a ground by its surface, and people speak of places by it."""

from __future__ import annotations

import pytest

from sandtable.table.scene import Figure
from sandtable.table.showing import Showing
from sandtable.table.surface import Inches, Surface, Tick
from sandtable.table.terrain import OBSTACLE, Ground, Piece, box_outline

GROUND = Ground(12.0, 6.0, (Piece("w", "wall", box_outline(4.0, 5.0, 8.0, 6.0), 0.0, (OBSTACLE,)),))
INCHES: Surface = Inches(GROUND)


def test_a_table_is_shown_in_inches_unless_its_book_measures_otherwise():
    assert Showing(GROUND).surface.far(2.5) == "2.5 in"
    assert Showing(GROUND, unit="cm").surface.size() == "12 cm wide and 6 cm deep"


def test_north_is_on_top_of_a_sheet_as_large_as_the_table():
    assert (INCHES.wide, INCHES.deep) == (12.0, 6.0)
    assert INCHES.on_sheet((3.0, 6.0)) == (3.0, 0.0)
    assert INCHES.on_sheet((3.0, 0.0)) == (3.0, 6.0)


def test_the_frame_has_a_stroke_for_each_inch_and_a_figure_for_each_sixth():
    across, along = INCHES.ruler()
    assert [tick.at for tick in across] == list(range(13))
    assert [tick for tick in along if tick.word] == [Tick(0, "0"), Tick(6, "6")]


def test_a_frame_of_centimetres_has_a_stroke_for_each_five_and_a_figure_for_each_fifteen():
    across, _ = Inches(Ground(30.0, 30.0), "cm").ruler()
    assert [(tick.at, tick.word) for tick in across] == [
        (0, "0"), (5, ""), (10, ""), (15, "15"), (20, ""), (25, ""), (30, "30"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("at", "part"),
    [
        ((1.0, 1.0), "south-west"),
        ((6.0, 5.9), "north"),
        ((11.0, 3.0), "east"),
        ((6.0, 3.0), "middle"),
        # What lies on the line between two thirds belongs to the middle one.
        ((4.0, 2.0), "middle"),
        ((8.0, 4.0), "middle"),
    ],
)
def test_a_place_lies_in_one_of_nine_parts(at: tuple[float, float], part: str):
    assert INCHES.part(at) == part


def test_a_place_is_told_from_two_edges_and_meant_to_a_thousandth():
    assert INCHES.place((1.25, 3.0)) == "1.2 in from the west, 3.0 in from the south"
    assert INCHES.snap((1.23449, 2.0)) == (1.234, 2.0)


def test_a_table_is_drawn_as_text_with_whoever_stands_on_it():
    drawing = INCHES.drawing([Figure("o", ((0.5, 0.5),), "unit A1")], 12)
    assert drawing.lines == ("....####....", "............", "o...........")
