"""The battlefield: tables A and B, placement, names of regions, and the striking feature."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from sandtable.books.forgotten_ruin.book import BOOK
from sandtable.books.forgotten_ruin.chapters.terrain import category
from sandtable.books.forgotten_ruin.missions.battlefield import (
    SPECIAL,
    build_battlefield,
    lay_special_feature,
    squares,
)
from sandtable.books.forgotten_ruin.missions.terrain_forms import data
from sandtable.books.forgotten_ruin.state import Battle, Marker
from sandtable.books.forgotten_ruin.windows import Moment
from sandtable.kernel.dice import Dice, Seeded
from sandtable.kernel.game import Game, new_game
from sandtable.kernel.play import Play
from sandtable.kernel.testing import covers
from sandtable.table.shapes import box_of, edges_of, outlines_distance
from sandtable.table.terrain import Ground, Piece, box_outline
from tests.books.forgotten_ruin.stage import Stage, battle, perform


def built(seed: int, region: str = "Plains", wide: float = 36.0, **facts: Any) -> Battle:
    state = battle(ground=Ground(wide, wide), **facts)
    state.mission.region = region
    return new_game(Stage(build_battlefield), state, Dice(Seeded(seed))).state


@covers("FR-MIS-23")
@pytest.mark.parametrize(("wide", "count"), [(36.0, 9), (24.0, 4), (48.0, 16)])
def test_the_table_is_divided_into_squares_of_a_foot(wide: float, count: int) -> None:
    assert len(squares(battle(ground=Ground(wide, wide)))) == count


@covers("FR-MIS-23")
def test_the_two_tables() -> None:
    def words(table: str, face: int) -> list[str]:
        return [f"{one.count} {one.size} {' or '.join(one.of)}" for one in data().tables[table][face]]

    assert [words("A", face) for face in range(1, 7)] == [
        ["1 large block"],
        ["1 large field"],
        ["1 large area or interior"],
        ["2 medium block or area"],
        ["2 medium area"],
        ["1 medium block or area"],
    ]
    assert [words("B", face) for face in range(1, 7)] == [
        ["2 medium block or area"],
        ["2 medium block or area", "2 linear linear"],
        ["3 linear linear"],
        ["1 medium block or area", "1 cluster individual"],
        ["1 medium block or area", "1 linear linear"],
        ["1 cluster individual"],
    ]


@covers("FR-MIS-23", "FR-MIS-24")
def test_a_single_square_gets_what_its_dice_say() -> None:
    state = battle(ground=Ground(12.0, 12.0))
    dice = {"terrain of a square": [2, 3], "layout of a square": [10, 20, 30, 40, 50, 60], "field": [5]}
    done = perform(state, build_battlefield, dice)
    kinds = [category(one) for one in done.state.ground.pieces]
    assert kinds[0] == "field"
    assert set(kinds[1:]) <= {"linear"}
    assert "impassable" in done.state.ground.pieces[0].traits
    assert {"FR-MIS-23", "FR-MIS-24", "FR-MIS-25", "FR-MIS-26", "FR-TER-01"} <= done.cited()


def wanted(game: Game[Battle]) -> Counter[str]:
    """How many features the dice of all squares ask for, by what they are on the table."""
    found: Counter[str] = Counter()
    for event in game.events(all_seats=True):
        if event.facts.get("why") == "terrain of a square":
            a, b = event.facts["faces"]
            for entry in (*data().tables["A"][a], *data().tables["B"][b]):
                found[entry.size if entry.size in ("linear", "cluster") else "other"] += entry.count
    return found


@covers("FR-MIS-23")
@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("wide", [24.0, 36.0])
def test_both_results_are_placed_in_every_square(seed: int, wide: float) -> None:
    state = battle(ground=Ground(wide, wide))
    state.mission.region = list(data().regions)[seed % len(data().regions)]
    game = new_game(Stage(build_battlefield), state, Dice(Seeded(seed)))
    laid = Counter(category(one) for one in game.state.ground.pieces if "opening" not in one.traits)
    asked, individual = wanted(game), laid.pop("individual", 0)
    assert laid.pop("linear", 0) == asked["linear"]
    assert laid.total() == asked["other"]
    assert 4 * asked["cluster"] <= individual <= 6 * asked["cluster"]
    assert not [one for one in game.events() if one.kind == "no room for a feature"]


@covers("FR-MIS-23")
def test_a_feature_without_room_is_said_and_not_left_out_without_a_word() -> None:
    dice = {
        "terrain of a square": [1, 4],
        "layout of a square": [1, 2, 3, 4, 5, 6],
        "choose feature": [1],
    }
    done = perform(battle(ground=Ground(12.0, 12.0)), build_battlefield, dice)
    (told,) = done.told("no room for a feature")
    assert told.facts["size"] == "cluster"
    assert BOOK.sentence(told, done.state) == "There is no room for the single tree (cluster) in its square."
    assert [category(one) for one in done.state.ground.pieces] == ["block", "block"]


@covers("FR-MIS-24")
@pytest.mark.parametrize(("face", "flag"), [(4, "difficult"), (5, "impassable")])
def test_fields_are_difficult_or_impassable(face: int, flag: str) -> None:
    dice = {"terrain of a square": [2, 3], "layout of a square": [1, 2, 3, 4, 5, 6], "field": [face]}
    done = perform(battle(ground=Ground(12.0, 12.0)), build_battlefield, dice)
    assert flag in done.state.ground.pieces[0].traits


@covers("FR-MIS-24")
@pytest.mark.parametrize(("face", "difficult"), [(3, True), (4, False)])
def test_large_areas_are_difficult_on_three_or_less(face: int, difficult: bool) -> None:
    dice = {
        "terrain of a square": [3, 3],
        "layout of a square": [1, 2, 3, 4, 5, 6],
        "choose feature": [1],
        "area": [face],
    }
    done = perform(battle(ground=Ground(12.0, 12.0)), build_battlefield, dice)
    assert ("difficult" in done.state.ground.pieces[0].traits) is difficult


@covers("FR-MIS-24")
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_features_keep_apart_and_off_the_edges(seed: int) -> None:
    state = built(seed)
    pieces = [one for one in state.ground.pieces if "opening" not in one.traits]
    assert len(pieces) > 12
    for number, one in enumerate(pieces):
        west, south, east, north = box_of(one.outline)
        assert min(west, south, 36.0 - east, 36.0 - north) >= 1.99
        for other in pieces[number + 1 :]:
            assert outlines_distance(edges_of(one.outline), edges_of(other.outline)) >= 0.99


@covers("FR-MIS-24")
def test_sizes_lie_in_their_ranges_and_openings_lie_in_walls() -> None:
    for seed in range(4):
        state = built(seed)
        for one in state.ground.pieces:
            if category(one) == "linear":
                (ax, ay), (bx, by) = one.outline[0], one.outline[1]
                assert 3.99 <= ((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5 <= 6.01
            if category(one) == "interior":
                assert any(two.id == f"{one.id} door" for two in state.ground.pieces)


@covers("FR-MIS-24", "FR-PRN-31")
def test_the_same_dice_lay_the_same_table() -> None:
    assert built(7).ground == built(7).ground
    assert built(7).ground != built(8).ground


@covers("FR-MIS-25", "FR-MIS-26")
@pytest.mark.parametrize("region", ["Plains", "Forest", "City", "Underground", "Jungle", "Arctic"])
def test_features_are_named_after_the_region(region: str) -> None:
    names = {name for some in data().regions[region].values() for name in some}
    pieces = [one for one in built(3, region).ground.pieces if "opening" not in one.traits]
    matching = sum(one.kind in names for one in pieces)
    assert matching * 2 >= len(pieces)


@covers("FR-MIS-26")
def test_eleven_regions_have_names_for_every_category() -> None:
    assert len(data().regions) == 11
    for names in data().regions.values():
        assert set(names) == {"area", "block", "field", "linear", "interior", "individual"}


@covers("FR-MIS-23")
def test_a_table_that_is_laid_stays_as_it_is() -> None:
    rock = Piece("rock", "boulder", box_outline(5.0, 5.0, 7.0, 7.0), 2.0, ("block",))
    done = perform(battle(terrain=[rock]), build_battlefield)
    assert done.state.ground.pieces == (rock,)
    assert "FR-MIS-23" in done.cited()


@covers("FR-MIS-43")
def test_special_terrain_is_rolled_and_laid_at_an_investigation() -> None:
    rock = Piece("rock", "boulder", box_outline(5.0, 5.0, 7.0, 7.0), 2.0, ("block",))
    state = battle(terrain=[rock], switches={"special_terrain": True})
    state.stock.story_points = 0
    state.markers = {"I1": Marker("I1", "investigation", (20.0, 9.0))}

    async def rule(play: Play[Battle]) -> None:
        await build_battlefield(play)
        await lay_special_feature(play, "A", Moment("A"))

    done = perform(state, rule, {"d100 special terrain": [2, 9]})
    assert done.state.mission.special_feature == "tower"
    marker = next(one for one in done.state.markers.values() if one.kind == SPECIAL)
    assert marker.at == (20.0, 9.0)
    assert "FR-MIS-43" in done.cited()


@covers("FR-PRN-11", "FR-PRN-30", "FR-MIS-23")
def test_a_metric_table_is_as_large_and_as_dense_as_one_in_inches() -> None:
    state = BOOK.set_up(None, {"A": "red-squad"}, {"units": "metric"})
    assert (state.ground.width, state.ground.depth) == (90.0, 90.0)
    assert {(one.radius, one.height) for one in state.soldiers.values()} == {(1.25, 3.125)}
    laid = new_game(
        Stage(build_battlefield), battle(ground=state.ground, switches={"units": "metric"}), Dice(Seeded(3))
    )
    assert len(laid.state.ground.pieces) == len(built(3).ground.pieces)
