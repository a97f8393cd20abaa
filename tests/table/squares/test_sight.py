from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.table.squares.board import Barrier, Board
from sandtable.table.squares.lines import DOTS, crossed, dot
from sandtable.table.squares.scene import read_scene
from sandtable.table.squares.sight import Stander, open_parts, parts_seen, sees, sees_spot, touched, ways_past
from sandtable.table.squares.templates import corner_of, middle_of
from tests.table.squares.boards import board_of, boards
from tests.table.squares.test_reach import walls_of


def one(at, floor=0, tall=2) -> Stander:
    return Stander((at,), floor, tall)


# ---- a plain second opinion, in fractions ------------------------------------------------------------------


def touches(a, b, west, south, east, north):
    """Which part of a line lies in a box, or none."""
    low, high = Fraction(0), Fraction(1)
    for start, way, near, far in ((a[0], b[0] - a[0], west, east), (a[1], b[1] - a[1], south, north)):
        if way == 0:
            if not near <= start <= far:
                return None
            continue
        ends = sorted((Fraction(near - start, way), Fraction(far - start, way)))
        low, high = max(low, ends[0]), min(high, ends[1])
    return (low, high) if low <= high else None


def plainly_sees(board: Board, a: Stander, b: Stander, others) -> bool:
    own = {*a.spaces, *b.spaces}
    standing = {at: who for who in others for at in who.spaces if at not in own}

    def is_free(start, end):
        parts = {}
        for x in range(board.width):
            for y in range(board.depth):
                part = touches(start, end, 10 * x, 10 * y, 10 * x + 10, 10 * y + 10)
                if part:
                    parts[x, y] = part
        level = {board.levels[board.number(at)] for at in parts} | {a.floor, b.floor}

        def height(part):
            return a.head + (b.head - a.head) * (part[0] + part[1]) / 2

        for at, part in parts.items():
            if at in own:
                continue
            kind, low = board.kind(at), board.levels[board.number(at)]
            if at in standing and (
                standing[at].head >= height(part) or (a.floor == b.floor == standing[at].floor)
            ):
                return False
            if len(level) == 1:
                if kind.hides:
                    return False
            elif low > height(part) or (kind.hides and (kind.seals or low + kind.height >= height(part))):
                return False
        for p, q in (sorted(pair) for pair in walls_of(board)):
            if board.has(p) and board.has(q):
                (px, py), (qx, qy) = p, q
                if touches(
                    start,
                    end,
                    10 * max(px, qx),
                    10 * max(py, qy),
                    10 * min(px, qx) + 10,
                    10 * min(py, qy) + 10,
                ):
                    return False
        return True

    return any(
        is_free(dot(p, i), dot(q, j)) for p in a.spaces for q in b.spaces for i in range(9) for j in range(9)
    )


@st.composite
def situations(draw, levels):
    board = draw(boards("......#ono", wide=5, levels=levels))
    spaces = [(x, y) for x in range(board.width) for y in range(board.depth)]
    chosen = draw(st.lists(st.sampled_from(spaces), unique=True, min_size=2, max_size=min(5, len(spaces))))
    return board, [one(at, board.floor(at), draw(st.integers(1, 3))) for at in chosen]


@pytest.mark.parametrize("levels", [0, 3])
def test_sight_is_that_of_81_lines_and_the_same_both_ways(levels):
    @settings(max_examples=50, deadline=None)
    @given(situations(levels))
    def check(situation):
        board, (a, b, *others) = situation
        seen = sees(board, a, b, others)
        assert seen == sees(board, b, a, others)
        assert seen == plainly_sees(board, a, b, others)
        assert seen == (() in ways_past(board, a, b, others))
        assert bool(ways_past(board, a, b, others)) == sees(board, a, b)
        parts = parts_seen(board, (a, a.spaces[0]), (b, b.spaces[0]), others)
        assert seen == any(part.free for part in parts)
        assert all(part.free <= part.seen <= 9 for part in parts)

    check()


@given(
    st.tuples(st.integers(-30, 60), st.integers(-30, 60)),
    st.tuples(st.integers(-30, 60), st.integers(-30, 60)),
)
def test_a_line_touches_the_spaces_that_a_box_test_finds(start, end):
    found = {
        each.space: (Fraction(each.start, each.whole), Fraction(each.end, each.whole))
        for each in crossed(start, end)
    }
    told = {
        (x, y): part
        for x in range(-5, 8)
        for y in range(-5, 8)
        if (part := touches(start, end, 10 * x, 10 * y, 10 * x + 10, 10 * y + 10))
    }
    assert found == told


# ---- examples ----------------------------------------------------------------------------------------------

FLOOR = board_of(*["." * 9] * 9)


def test_somebody_in_the_same_column_is_hidden_by_another_and_beside_it_is_not():
    others = (one((0, 2)),)
    assert not sees(FLOOR, one((0, 0)), one((0, 4)), others)
    assert sees(FLOOR, one((0, 0)), one((1, 4)), others)
    assert ways_past(FLOOR, one((0, 0)), one((0, 4)), others) == ((0,),)


def test_whoever_stands_in_the_lines_is_named_the_fewest_first():
    others = (one((0, 1)), one((0, 3)), one((5, 5)))
    assert ways_past(FLOOR, one((0, 0)), one((0, 4)), others) == ((0, 1),)
    large = Stander(((1, 4), (2, 4), (1, 5), (2, 5)), 0, 3)
    assert ways_past(FLOOR, one((0, 0)), large, others) == ((),)


def test_a_wall_on_a_side_hides_and_an_open_door_does_not():
    closed = board_of(
        "...", "...", "...", barriers=tuple(Barrier(f"d{y}", (1, y), "E", "door") for y in range(3))
    )
    assert not sees(closed, one((0, 1)), one((2, 1)))
    assert sees(closed.with_barrier("d1", is_open=True), one((0, 1)), one((2, 1)))


def test_the_lines_from_each_point_tell_how_much_is_hidden():
    board = read_scene(". . .\n# . .\n. . .").board
    parts = parts_seen(board, (one((0, 0)), (0, 0)), (one((1, 2)), (1, 2)))
    assert [part.seen for part in parts] == [0, 2, 6, 0, 0, 6, 0, 0, 0]
    assert not sees(board, one((0, 0)), one((0, 2)))


@pytest.mark.parametrize(("far", "is_over"), [(10, True), (4, False)])
def test_low_things_are_looked_over_from_above_where_one_stands_near_enough(far, is_over):
    crate = (far - 1, 0)
    crossing = next(each for each in touched((0, 0), (far, 0)) if each.space == crate)
    # From a head at 5 to feet at 0.
    assert crossing.is_over(1, 5, 0) is is_over


def test_a_pillar_is_looked_over_from_high_above():
    assert not sees(board_of("...o.", heights=((3, 0, 0, 0, 0),)), one((0, 0), 3, 1), one((4, 0)))
    heights = ((6, 0, 0, 0, 0, 0),)
    assert sees(board_of(".o....", heights=heights), one((0, 0), 6), one((5, 0)))
    assert not sees(board_of(".#....", heights=heights), one((0, 0), 6), one((5, 0)))


def test_ground_in_between_hides():
    assert not sees(board_of("...", heights=((0, 3, 0),)), one((0, 0)), one((2, 0)))
    assert sees(board_of("...", heights=((0, 1, 0),)), one((0, 0)), one((2, 0)))


def test_a_point_is_seen_past_what_only_touches_it():
    board = board_of(".#", "..")
    assert sees_spot(board, [(0, 0)], corner_of((0, 0)))
    assert not sees_spot(board_of("..#.", "..#.", "..#."), [(0, 1)], corner_of((2, 1)))


def test_what_seals_keeps_a_blast_from_a_space():
    board = board_of("..#..", ".....", ".....")
    assert open_parts(board, middle_of((1, 2)), (3, 2)) < 9
    assert open_parts(board, middle_of((1, 2)), (1, 1)) == 9
    walled = board_of(".....", barriers=(Barrier("w", (1, 0), "E"),))
    assert open_parts(walled, middle_of((1, 0)), (2, 0)) == 0
    # A pillar hides and does not seal.
    assert open_parts(board_of("..o.."), middle_of((1, 0)), (3, 0)) == 9


def test_a_line_tells_what_it_crosses_in_order():
    assert [each.space for each in touched((0, 0), (3, 0))] == [(1, 0), (2, 0), (3, 0)]
    assert {each.space for each in touched((0, 0), (1, 1))} == {(1, 0), (0, 1), (1, 1)}
    assert len(DOTS) == 9
