"""Terrain as it is written down in files."""

from __future__ import annotations

import pytest

from sandtable.books.forgotten_ruin.chapters.terrain import category, terrain_of
from sandtable.books.forgotten_ruin.missions.terrain_forms import PieceForm, kinds, read_pieces
from sandtable.kernel.refusal import Refused
from sandtable.kernel.testing import covers
from tests.books.forgotten_ruin.stage import battle


@covers("FR-TER-01", "FR-TER-13")
def test_kinds_bring_their_usual_category_flags_and_height() -> None:
    wood, hedge, rock, tree = read_pieces(
        [
            PieceForm(kind="forest", circle=(10.0, 10.0, 3.0)),
            PieceForm(kind="hedge", wall=((4.0, 4.0), (9.0, 4.0))),
            PieceForm(kind="boulder", area=(20.0, 20.0, 23.0, 22.0)),
            PieceForm(kind="giant tree", area=(25.0, 20.0, 28.0, 22.0)),
        ]
    )
    assert (category(wood), "difficult" in wood.traits) == ("area", True)
    assert (category(hedge), hedge.height) == ("linear", 1.0)
    assert (category(rock), rock.height) == ("block", 2.0)
    assert (category(tree), "unclimbable" in tree.traits) == ("block", True)


@covers("FR-TER-01", "FR-MOV-20")
def test_flags_of_the_player_stand_in_the_place_of_the_usual_ones() -> None:
    (one,) = read_pieces([PieceForm(kind="forest", area=(1.0, 1.0, 3.0, 3.0), traits=("area",), height=1.0)])
    assert one.traits == ("area",)
    assert one.height == 1.0


@covers("FR-TER-08")
def test_a_house_is_written_with_its_doors_and_windows() -> None:
    pieces = read_pieces(
        [
            PieceForm(
                kind="house", area=(10.0, 10.0, 15.0, 15.0), doors=((12.0, 9.9),), windows=((15.2, 12.0),)
            )
        ]
    )
    interior = terrain_of(battle(terrain=pieces).ground).buildings[0]
    assert [(one.id, one.is_window) for one in interior.openings] == [
        ("T1 door 1", False),
        ("T1 window 1", True),
    ]
    assert interior.wall_distance(12.0, 10.0) == pytest.approx(0.6)
    assert interior.wall_distance(15.0, 12.0) == pytest.approx(0.5)


@covers("FR-TER-01")
@pytest.mark.parametrize(
    "form",
    [
        PieceForm(kind="something", area=(1.0, 1.0, 3.0, 3.0)),
        PieceForm(kind="forest", area=(1.0, 1.0, 3.0, 3.0), traits=("area", "block")),
        PieceForm(kind="forest"),
        PieceForm(kind="forest", area=(1.0, 1.0, 3.0, 3.0), circle=(1.0, 1.0, 1.0)),
    ],
)
def test_a_piece_has_one_shape_and_one_category(form: PieceForm) -> None:
    with pytest.raises(Refused):
        read_pieces([form])


@covers("FR-MIS-26")
def test_every_name_of_a_region_is_a_kind() -> None:
    assert {"tall grass", "locked building", "forest", "barrel"} <= set(kinds())
