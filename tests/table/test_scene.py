from __future__ import annotations

import pytest

from sandtable.kernel.refusal import Refused
from sandtable.table.scene import Figure, draw, read_scene
from tests.table.tables import block, hedge, lake, table_with, wood

SMALL = """
    . . . . . . b
    . % % . # . b
    a % % . # . .
    a . . . . . .
"""


def test_a_scene_is_read_with_north_on_top():
    scene = read_scene(SMALL)
    assert (scene.ground.width, scene.ground.depth) == (7.0, 4.0)
    assert scene.groups == {"b": ((6.5, 3.5), (6.5, 2.5)), "a": ((0.5, 1.5), (0.5, 0.5))}
    assert sorted((piece.id, piece.traits) for piece in scene.ground.pieces) == [
        ("wall-1", ("obstacle",)),
        ("wood-1", ("difficult", "obscuring")),
    ]
    (wall,) = scene.ground.obstacles
    assert wall.box == (4.0, 1.0, 5.0, 3.0)


def test_squares_that_hang_together_are_one_piece_and_others_are_not():
    scene = read_scene("~~.~\n~..~\n.^^.")
    assert sorted(piece.id for piece in scene.ground.pieces) == ["crags-1", "marsh-1", "marsh-2"]
    assert len(scene.ground.difficult[0].edges) in (4, 6)


def test_a_ring_of_squares_leaves_its_middle_open():
    ground = read_scene("%%%\n%.%\n%%%").ground
    assert not any(area.holds(1.5, 1.5) for area in ground.obscuring)
    assert all(
        any(area.holds(x + 0.5, y + 0.5) for area in ground.obscuring)
        for x in range(3)
        for y in range(3)
        if (x, y) != (1, 1)
    )


def test_a_model_can_stand_in_terrain():
    scene = read_scene("%a%", under={"a": "%"})
    assert len(scene.ground.pieces) == 1
    assert scene.ground.obscuring[0].holds(*scene.groups["a"][0])
    assert len(read_scene("%a%").ground.pieces) == 2


@pytest.mark.parametrize(("text", "what"), [("..\n...", "Line 2"), ("..?", r"'\?'")])
def test_a_scene_that_cannot_be_read_says_where(text, what):
    with pytest.raises(Refused, match=what):
        read_scene(text)


def test_a_table_is_drawn_in_the_columns_wanted_with_its_ink():
    ground = table_with(wood(), lake(2.0, 2.0, 10.0, 8.0), hedge((30.0, 40.0), (40.0, 40.0)))
    drawing = draw(ground, [Figure("A", block((40.0, 10.0)), "red")], columns=48)
    assert len(drawing.lines) == 24
    assert all(len(line) == 48 for line in drawing.lines)
    assert [len(row) for row in drawing.ink] == [48] * 24
    assert drawing.lines[12][24] == "%"
    assert drawing.ink[12][24] == "wood"
    assert drawing.lines[21][5] == "^"
    assert "#" in "".join(drawing.lines)
    assert "red" in {ink for row in drawing.ink for ink in row}
    assert drawing.lines[0][0] == "."
    assert str(drawing).count("\n") == 23


@pytest.mark.parametrize("columns", [20, 40, 100])
def test_no_model_falls_off_a_drawing(columns):
    corners = ((0.0, 0.0), (48.0, 48.0), (0.0, 48.0), (48.0, 0.0))
    drawing = draw(table_with(), [Figure("X", corners)], columns)
    assert str(drawing).count("X") == 4


def test_what_was_drawn_at_an_inch_a_square_is_read_back():
    scene = read_scene("..%%..\n..%%..\n......\n^^....")
    drawing = draw(scene.ground, (), 6)
    # Characters are twice as high as wide, so each line shows two rows of squares by their common border.
    assert drawing.lines == ("..%%..", "^^....")
