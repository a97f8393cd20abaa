"""Cover: what protects a target from a shooter."""

from __future__ import annotations

import pytest

from sandtable.books.forgotten_ruin.chapters.cover import (
    in_cover,
    is_in_cover_at,
)
from sandtable.books.forgotten_ruin.chapters.line_of_sight import rules_of_sight, sees
from sandtable.books.forgotten_ruin.state import Battle
from sandtable.kernel.testing import covers
from sandtable.table.terrain import Piece, box_outline, circle, wall
from tests.books.forgotten_ruin.stage import battle, enemy, piece_of, soldier


def shot(
    *terrain: Piece, a: tuple[float, float] = (10.0, 10.0), b: tuple[float, float] = (10.0, 20.0)
) -> Battle:
    return battle(soldier("S1", a), enemy("M1.1", b), terrain=terrain)


def cover(state: Battle) -> str:
    found = in_cover(state, state.soldiers["S1"], state.enemies["M1.1"])
    return "" if found is None else found.rule


@covers("FR-COV-01", "FR-COV-08")
def test_the_open_gives_no_cover_and_lying_down_does() -> None:
    state = shot()
    assert cover(state) == ""
    state.enemies["M1.1"].knocked_down = True
    assert cover(state) == "FR-COV-08"


@covers("FR-COV-03", "FR-TER-03")
@pytest.mark.parametrize(
    ("y", "target", "expected"),
    [
        # The gap to each base is its distance less 0.5, and 0.2 of the hedge.
        (14.0, 18.0, "FR-COV-03"),
        (16.5, 18.0, "FR-COV-03"),
        (11.5, 20.0, ""),
        (11.5, 13.0, "FR-COV-03"),
    ],
)
def test_the_table_of_linear_pieces(y: float, target: float, expected: str) -> None:
    hedge = piece_of("hedge", "hedgerow", wall((4.0, y), (16.0, y), 0.4), 1.2)
    assert cover(shot(hedge, b=(10.0, target))) == expected


@covers("FR-COV-03")
def test_two_figures_at_the_same_wall_both_have_cover() -> None:
    low = piece_of("wall", "low wall", wall((4.0, 11.0), (16.0, 11.0), 0.4))
    state = shot(low, b=(10.0, 12.0))
    one, other = state.soldiers["S1"], state.enemies["M1.1"]
    assert in_cover(state, one, other) is not None
    assert in_cover(state, other, one) is not None


@covers("FR-COV-07", "FR-LOS-05")
def test_a_wall_that_hides_nothing_gives_no_cover() -> None:
    low = piece_of("wall", "low wall", wall((4.0, 13.0), (16.0, 13.0), 0.4))
    state = shot(low)
    assert cover(state) == ""
    assert "FR-COV-07" in rules_of_sight(state, state.soldiers["S1"], state.enemies["M1.1"])


@covers("FR-COV-04", "FR-TER-05")
def test_a_target_in_a_wood_has_cover_also_from_inside_it() -> None:
    wood = piece_of("wood", "forest", box_outline(8.0, 15.0, 12.0, 24.0))
    assert cover(shot(wood, b=(10.0, 15.5))) == "FR-COV-04"
    assert cover(shot(wood, a=(10.0, 18.0), b=(10.0, 21.0))) == "FR-COV-04"


@covers("FR-COV-04")
def test_whoever_shoots_out_of_a_wood_gives_no_cover_by_it() -> None:
    wood = piece_of("wood", "forest", box_outline(8.0, 6.0, 12.0, 10.5))
    state = shot(wood)
    assert sees(state, state.soldiers["S1"], state.enemies["M1.1"])
    assert cover(state) == ""


@covers("FR-COV-05", "FR-LOS-06", "FR-COV-02")
@pytest.mark.parametrize(
    ("y", "expected"), [(16.4, "FR-COV-05"), (14.6, ""), (19.4, "FR-COV-02"), (19.3, "FR-COV-05")]
)
def test_a_lone_tree_covers_whoever_is_nearer_to_it(y: float, expected: str) -> None:
    # The bases are 10 in apart, from 10.5 to 20.5; 16.4 is 4 in from the target and 6 from the shooter.
    tree = piece_of("tree", "single tree", box_outline(9.9, y, 10.1, y + 0.1))
    assert cover(shot(tree, b=(10.0, 21.0))) == expected


@covers("FR-COV-05")
def test_a_tree_exactly_half_way_gives_no_cover() -> None:
    # Bases from y 10.5 to 20.5: the tree from 15.4 to 15.6 is 4.9 in from each.
    assert cover(shot(piece_of("t", "single tree", circle((10.0, 15.5), 0.1, 4)), b=(10.0, 21.0))) == ""
    assert (
        cover(shot(piece_of("t", "single tree", circle((10.0, 16.5), 0.1, 4)), b=(10.0, 21.0))) == "FR-COV-05"
    )


@covers("FR-COV-02", "FR-LOS-07")
def test_a_target_partly_behind_a_block_has_cover() -> None:
    rock = piece_of("rock", "boulder", box_outline(10.1, 18.0, 14.0, 19.0))
    assert cover(shot(rock)) == "FR-COV-02"


@covers("FR-COV-06", "FR-TER-06")
def test_a_field_never_gives_cover() -> None:
    mud = piece_of("mud", "mud", box_outline(6.0, 14.0, 14.0, 24.0))
    state = shot(mud)
    assert cover(state) == ""
    assert "FR-COV-06" in rules_of_sight(state, state.soldiers["S1"], state.enemies["M1.1"])


@covers("FR-TER-12")
def test_a_target_in_a_building_has_cover_from_outside_only() -> None:
    hut = piece_of("hut", "hut", box_outline(8.0, 15.0, 13.0, 20.0))
    door = Piece("door", "door", box_outline(9.4, 14.8, 10.6, 15.2), 0.0, ("opening", "door"))
    assert cover(shot(hut, door, b=(10.0, 16.0))) == "FR-TER-12"
    assert cover(shot(hut, door, a=(12.0, 19.0), b=(10.0, 16.0))) == ""
    assert cover(shot(hut, door, a=(10.0, 16.0), b=(10.0, 10.0))) == ""


@covers("FR-COV-02")
def test_cover_can_be_asked_for_a_place_where_nobody_stands_yet() -> None:
    rock = piece_of("rock", "boulder", box_outline(10.1, 18.0, 14.0, 19.0))
    state = shot(rock, b=(4.0, 20.0))
    one, other = state.soldiers["S1"], state.enemies["M1.1"]
    assert not is_in_cover_at(state, one, other, other.at)
    assert is_in_cover_at(state, one, other, (10.0, 20.0))


@covers("FR-LOS-04", "FR-LOS-03")
def test_what_is_only_seen_the_other_way_round_is_visible_but_in_cover() -> None:
    # A post right before the soldier's eye hides the orc; the orc sees the soldier's shoulders.
    post = Piece("post", "post", box_outline(9.6, 10.6, 10.4, 11.0), 3.0, ("block",))
    state = shot(post)
    assert sees(state, state.soldiers["S1"], state.enemies["M1.1"])
    assert cover(state) == "FR-LOS-04"
