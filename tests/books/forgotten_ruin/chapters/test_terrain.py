"""Terrain: categories, flags, and when a figure is in a feature."""

from __future__ import annotations

import pytest

from sandtable.books.forgotten_ruin.chapters.terrain import (
    CATEGORIES,
    category,
    common_kinds,
    is_climbable,
    is_in,
    properties,
    surface_at,
    terrain_of,
    touches,
)
from sandtable.kernel.testing import covers
from sandtable.table.terrain import Area, Piece, box_outline
from tests.books.forgotten_ruin.stage import battle, piece_of, soldier

WOOD = piece_of("wood", "forest", box_outline(10.0, 10.0, 16.0, 16.0))


def area(piece: Piece) -> Area:
    return terrain_of(battle(terrain=[piece]).ground).of[piece.id]


@covers("FR-TER-01", "FR-TER-13")
@pytest.mark.parametrize(
    ("kind", "expected", "flags", "height"),
    [
        ("forest", "area", {"difficult"}, 0.0),
        ("bushes", "area", set(), 0.0),
        ("rubble", "area", {"difficult"}, 0.0),
        ("swamp", "field", {"difficult"}, 0.0),
        ("sand", "field", {"difficult"}, 0.0),
        ("mud", "field", {"difficult"}, 0.0),
        ("shallow water", "field", {"difficult"}, 0.0),
        ("deep water", "field", {"impassable"}, 0.0),
        ("lava", "field", {"impassable"}, 0.0),
        ("low wall", "linear", set(), 0.75),
        ("fence", "linear", set(), 0.75),
        ("hedgerow", "linear", set(), 1.0),
        ("boulder", "block", set(), 2.0),
        ("barrel", "individual", set(), 0.75),
        ("single tree", "individual", set(), 3.0),
        ("hut", "interior", set(), 2.0),
    ],
)
def test_common_pieces_have_suggested_flags(kind: str, expected: str, flags: set[str], height: float) -> None:
    piece = piece_of("p", kind, box_outline(1.0, 1.0, 3.0, 3.0))
    assert category(piece) == expected
    assert {"difficult", "impassable"} & set(piece.traits) == flags
    assert piece.height == height


@covers("FR-TER-01")
def test_a_flag_of_the_player_beats_what_is_suggested() -> None:
    assert category(Piece("p", "forest", box_outline(1.0, 1.0, 3.0, 3.0), 0.0, ("field",))) == "field"


@covers("FR-TER-13")
def test_there_are_sixteen_common_kinds() -> None:
    assert len(common_kinds()) == 16


@covers("FR-TER-02", "FR-TER-03", "FR-TER-04", "FR-TER-05", "FR-TER-06", "FR-TER-07", "FR-TER-08")
def test_the_properties_of_the_categories() -> None:
    table = {one: properties(one) for one in CATEGORIES}
    assert [one for one in CATEGORIES if table[one].enter] == ["area", "field", "interior"]
    assert [one for one in CATEGORIES if table[one].climb] == ["linear", "block"]
    assert [one for one in CATEGORIES if table[one].stand_on] == ["block"]
    assert [one for one in CATEGORIES if not table[one].cover] == ["field"]


@covers("FR-TER-02", "FR-MOV-20")
@pytest.mark.parametrize(
    ("traits", "expected"),
    [
        (("block",), True),
        (("block", "unclimbable"), False),
        (("linear",), True),
        (("linear", "unclimbable"), False),
        (("individual",), False),
        (("interior",), False),
        (("interior", "roofed"), True),
    ],
)
def test_what_can_be_climbed(traits: tuple[str, ...], expected: bool) -> None:
    assert is_climbable(Piece("p", "thing", box_outline(1.0, 1.0, 3.0, 3.0), 2.0, traits)) is expected


@covers("FR-TER-14")
@pytest.mark.parametrize(
    ("x", "inside", "touching"),
    [(9.4, False, False), (9.5, False, True), (9.6, True, True), (10.4, True, True), (11.0, True, False)],
)
def test_a_base_that_overlaps_is_in_a_feature(x: float, inside: bool, touching: bool) -> None:
    figure = soldier("S1", (x, 13.0))
    assert is_in(figure, area(WOOD)) is inside
    assert touches(figure, area(WOOD)) is touching


@covers("FR-TER-14")
def test_whoever_stands_on_a_roof_is_not_in_the_building() -> None:
    hut = piece_of("hut", "hut", box_outline(10.0, 10.0, 15.0, 15.0), None, "roofed")
    assert is_in(soldier("S1", (12.0, 12.0)), area(hut))
    assert not is_in(soldier("S1", (12.0, 12.0), elevation=2.0), area(hut))


@covers("FR-TER-07")
def test_the_top_of_a_block_is_a_place_to_stand() -> None:
    state = battle(terrain=[piece_of("rock", "boulder", box_outline(10.0, 10.0, 13.0, 13.0))])
    assert surface_at(state, (11.0, 11.0)) == 2.0
    assert surface_at(state, (9.0, 11.0)) == 0.0


@covers("FR-TER-08", "FR-TER-12")
def test_the_walls_of_a_building_stop_at_its_openings() -> None:
    hut = piece_of("hut", "hut", box_outline(10.0, 10.0, 15.0, 15.0))
    door = Piece("door", "door", box_outline(11.5, 9.8, 12.5, 10.2), 0.0, ("opening", "door"))
    state = battle(terrain=[hut, door])
    interior = terrain_of(state.ground).buildings[0]
    assert [one.id for one in interior.openings] == ["door"]
    assert interior.wall_distance(12.0, 10.0) == pytest.approx(0.5)
    assert interior.wall_distance(14.0, 10.0) == pytest.approx(0.0)
