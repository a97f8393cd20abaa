"""Terrain set-up: how many pieces, of which kinds, where they lie, and when the halves are fair."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.books.companies_and_captains.book import BOOK
from sandtable.books.companies_and_captains.chapters.setup import terrain_setup
from sandtable.books.companies_and_captains.chapters.setup.preparing import prepare
from sandtable.books.companies_and_captains.printed_tables import terrain_tables
from sandtable.kernel.dice import Seeded
from sandtable.kernel.game import new_game
from sandtable.kernel.refusal import Refused
from sandtable.kernel.testing import covers
from sandtable.table import generator
from sandtable.table.shapes import box_of, edges_of, outline_distance, outlines_distance
from sandtable.table.terrain import Ground, Piece, box_outline
from tests.books.companies_and_captains.beginnings import begin, small
from tests.books.companies_and_captains.scenes import (
    answer,
    carry_out,
    foot,
    keys,
    rules_told,
    state_of,
    told,
    unused,
)

ALONE = {"A1": foot(2, 2, fielded=1), "B1": foot(40, 46, fielded=1)}


def rolled(scenario: str = "broken-field", **dice: list[int]) -> Any:
    """A game with rolled terrain; dice by what they decide."""
    script = {f"terrain {what}": faces for what, faces in dice.items()}
    return begin(scenario, dice=script, terrain_mode="rolled")


def pieces_at(*middles: tuple[float, float]) -> list[dict[str, Any]]:
    """Small houses about these middles."""
    return [
        {"kind": "house", "id": f"house {number}", "area": [x - 1, y - 1, x + 1, y + 1]}
        for number, (x, y) in enumerate(middles, 1)
    ]


@covers("CC-TGN-01")
@pytest.mark.parametrize(
    ("face", "small_table", "large_table"),
    [(1, 6, 9), (2, 6, 9), (3, 8, 12), (4, 8, 12), (5, 10, 15), (6, 10, 15)],
)
def test_a_die_gives_six_eight_or_ten_pieces_and_more_on_a_larger_table(
    face: int, small_table: int, large_table: int
) -> None:
    assert terrain_setup.number_of_pieces(Ground(48, 48), face) == small_table
    assert terrain_setup.number_of_pieces(Ground(72, 48), face) == large_table
    assert terrain_setup.number_of_pieces(Ground(36, 36), 1) == 3, "fractions are dropped"


@covers("CC-TGN-02")
def test_every_total_of_two_dice_is_one_kind_of_piece() -> None:
    table = {one.roll: (one.kind, one.width, one.depth, one.traits) for one in terrain_tables().rolled}
    assert table == {
        2: ("lake", 8, 6, ("impassable",)),
        3: ("ruins", 6, 6, ("difficult", "cover")),
        4: ("marsh", 8, 6, ("difficult",)),
        5: ("thicket", 6, 5, ("difficult", "obscuring", "cover")),
        6: ("wood", 8, 8, ("difficult", "obscuring")),
        7: ("wall", 8, 0.5, ("obstacle",)),
        8: ("two walls", 5, 0.5, ("obstacle",)),
        9: ("gentle hill", 10, 8, ("hill",)),
        10: ("crags", 5, 4, ("impassable", "obscuring")),
        11: ("tall crops", 8, 6, ("obscuring",)),
        12: ("house", 4, 4, ("impassable", "obscuring")),
    }


@covers("CC-TGN-03", "CC-TGN-02", "CC-GEN-15")
def test_a_piece_lies_in_its_part_shifted_by_two_dice_and_turned_by_a_third() -> None:
    # Six pieces: a house in each of six parts, shifted by 0, 0 and turned by 90 degrees.
    game = rolled(number=[1], kind=[6, 6] * 6, part=[1, 3, 4, 6, 7, 9], x=[3] * 6, y=[3] * 6, turn=[3] * 6)
    middles = [one.centre for one in game.state.ground.pieces]
    assert [(round(x, 6), round(y, 6)) for x, y in middles] == [
        (8, 8),
        (40, 8),
        (8, 24),
        (40, 24),
        (8, 40),
        (40, 40),
    ]
    rolls = [event.facts["why"] for event in game.events(all_seats=True) if event.kind == "dice rolled"]
    assert rolls[:6] == [f"terrain {one}" for one in ("number", "kind", "part", "x", "y", "turn")]
    assert "CC-TGN-03" in rules_told(game, "piece laid")


@covers("CC-TGN-03")
def test_the_shift_is_a_die_less_three_and_the_turn_a_die_times_thirty() -> None:
    state = state_of(ALONE, scenario="broken-field", table=[48, 48])
    marsh = next(one for one in terrain_tables().rolled if one.kind == "marsh")
    told_of = carry_out(
        terrain_setup._rolled_place,
        state,
        marsh,
        "marsh 1",
        dice={"terrain part": [5], "terrain x": [1], "terrain y": [6], "terrain turn": [2]},
    )
    (piece,) = told_of.value
    assert piece.centre == pytest.approx((22, 27))
    assert piece.outline[1][0] - piece.outline[0][0] == pytest.approx(4), (
        "8 inches at 60 degrees reach 4 east"
    )


@covers("CC-TGN-03", "CC-SET-10")
def test_on_a_ten_the_players_choose_the_part_in_turn_by_seat_order() -> None:
    faces = [10, 10, 3, 7, 4, 6]
    game = rolled(number=[2], kind=[6, 6] * 6, part=faces, x=[3] * 6, y=[3] * 6, turn=[6] * 6)
    assert game.waiting_for == ("A",)
    assert keys(game.decision) == [str(part) for part in range(1, 10)]
    assert "CC-TGN-03" in game.decision.rules
    answer(game, "9")
    assert game.waiting_for == ("B",)
    answer(game, "1")
    assert [one.centre for one in game.state.ground.pieces][:2] == [
        pytest.approx((40, 40)),
        pytest.approx((8, 8)),
    ]


@covers("CC-TGN-03")
@pytest.mark.parametrize("part", ["0", "10"])
def test_a_part_that_there_is_not_is_refused_as_a_part(part: str) -> None:
    game = rolled(number=[1], kind=[6, 6] * 6, part=[10] * 6, x=[3] * 6, y=[3] * 6, turn=[6] * 6)
    assert game.decision is not None
    why = game.decision.legal(part)
    assert why is not None
    assert (why.rule, why.reason) == ("CC-TGN-03", f"The table has no part {part}.")


@covers("CC-TGN-03")
def test_a_place_that_does_not_fit_is_rolled_again_three_times_and_then_left_out() -> None:
    # The second house would lie on the first, four times; five others follow.
    part = [1, 1, 1, 1, 1, 9, 3, 7, 6]
    game = rolled(number=[1], kind=[6, 6] * 6, part=part, x=[3] * 9, y=[3] * 9, turn=[6] * 9)
    whys = [one["why"] for one in told(game, "piece does not fit")]
    assert whys == ["The house would lie too near to house 1."] * 4
    assert told(game, "piece left out") == [{"piece": "house"}]
    assert len(game.state.ground.pieces) == 5
    assert unused(game) == {}


@covers("CC-FLD-01", "CC-TGN-03", "CC-GEN-03")
def test_nothing_impassable_lies_near_the_centre_of_broken_field() -> None:
    state = state_of(ALONE, scenario="broken-field", table=[48, 48])
    near = Piece("house 1", "house", box_outline(20, 16, 24, 18.5), traits=("impassable", "obscuring"))
    refusal = terrain_setup.why_not_lay(state, (near,))
    assert refusal is not None
    assert refusal.rule == "CC-FLD-01"
    marsh = Piece("marsh 1", "marsh", box_outline(20, 16, 24, 18.5), traits=("difficult",))
    assert terrain_setup.why_not_lay(state, (marsh,)) is None
    exact = Piece("house 1", "house", box_outline(20, 16, 24, 18), traits=("impassable", "obscuring"))
    assert terrain_setup.why_not_lay(state, (exact,)) is not None, "exactly 6 inches is within 6 inches"
    far = Piece("house 1", "house", box_outline(20, 16, 24, 17.99), traits=("impassable", "obscuring"))
    assert terrain_setup.why_not_lay(state, (far,)) is None


@covers("CC-REL-01")
def test_no_impassable_piece_lies_within_2_inches_of_a_relic() -> None:
    state = state_of(ALONE, scenario="five-relics", table=[48, 48])
    near = Piece("crags 1", "crags", box_outline(8, 25.5, 13, 30), traits=("impassable", "obscuring"))
    refusal = terrain_setup.why_not_lay(state, (near,))
    assert refusal is not None
    assert refusal.rule == "CC-REL-01"
    exact = Piece("crags 1", "crags", box_outline(8, 26, 13, 30), traits=("impassable", "obscuring"))
    assert terrain_setup.why_not_lay(state, (exact,)) is not None, "exactly 2 inches is within 2 inches"
    far = Piece("crags 1", "crags", box_outline(8, 26.01, 13, 30), traits=("impassable", "obscuring"))
    assert terrain_setup.why_not_lay(state, (far,)) is None


@covers("CC-TGN-04")
def test_the_last_piece_of_a_half_with_three_more_goes_to_the_mirrored_place() -> None:
    state = state_of(
        ALONE, scenario="broken-field", table=[48, 48], terrain=pieces_at((10, 10), (20, 10), (30, 10))
    )
    told_of = carry_out(terrain_setup.make_fair, state)
    assert [one.centre for one in state.ground.pieces] == [(10, 10), (20, 10), (30, 38)]
    assert rules_told(told_of, "piece mirrored") == {"CC-TGN-04"}


@covers("CC-TGN-04")
def test_two_pieces_more_are_fair_and_pieces_on_the_middle_line_belong_to_neither_half() -> None:
    terrain = pieces_at((10, 10), (20, 10), (30, 24), (40, 24))
    state = state_of(ALONE, scenario="broken-field", table=[48, 48], terrain=terrain)
    assert told(carry_out(terrain_setup.make_fair, state), "piece mirrored") == []


@covers("CC-TGN-05")
def test_a_gentle_hill_is_open_ground_that_only_counts_for_sight() -> None:
    hill = next(one for one in terrain_tables().rolled if one.kind == "gentle hill")
    assert (hill.traits, hill.rule) == (("hill",), "CC-TGN-05")
    game = rolled(
        number=[1], kind=[4, 5] + [6, 6] * 5, part=[1, 3, 4, 6, 7, 9], x=[3] * 6, y=[3] * 6, turn=[6] * 6
    )
    assert game.state.ground.hills[0].piece.kind == "gentle hill"
    assert not game.state.ground.difficult
    assert len(game.state.ground.impassable) == 5
    assert "CC-TGN-05" in rules_told(game, "piece laid")


@covers("CC-TGN-06")
def test_terrain_may_be_left_out() -> None:
    game = begin("broken-field", terrain_mode="open")
    assert game.state.ground.pieces == ()
    assert "CC-TGN-06" in rules_told(game, "terrain set up")


@covers("CC-TGN-06", "CC-SET-10")
def test_players_place_pieces_in_turn_until_all_are_content() -> None:
    game = begin("broken-field", terrain_mode="placed")
    assert game.waiting_for == ("A",)
    answer(game, "wood", {"at": [10, 10], "turn": 0})
    assert game.waiting_for == ("B",)
    answer(game, "two walls", {"at": [30, 30]}, "done", "done")
    assert [one.id for one in game.state.ground.pieces] == ["wood 1", "two walls 1-1", "two walls 1-2"]
    assert "CC-TGN-06" in rules_told(game, "piece laid")


@covers("CC-TGN-06", "CC-TGN-03")
def test_a_placed_piece_keeps_its_distance_and_no_kind_is_placed_four_times() -> None:
    game = begin("broken-field", terrain_mode="placed")
    answer(game, "house", {"at": [10, 10]}, "house")
    for place in ({"at": [12, 10]}, {"at": [3, 10]}, {"at": [16.9, 10]}, {"at": "here"}, 7):
        with pytest.raises(Refused) as caught:
            answer(game, place)
        assert caught.value.rule in ("CC-TGN-03", "CC-TGN-06")
    answer(game, {"at": [17, 10]}, "house", {"at": [40, 40]})
    assert "house" not in keys(game.decision)
    assert game.decision is not None
    assert {one.refusal.rule for one in game.decision.barred() if one.answer == "house" and one.refusal} == {
        "CC-TGN-06"
    }


@covers("CC-TGN-06")
def test_no_more_pieces_are_placed_than_a_roll_could_bring() -> None:
    game = begin("broken-field", terrain_mode="placed")
    kinds = ["house", "crags", "wall", "ruins"]
    placed = 0
    while game.state.step == "place a piece" and placed < 20:
        answer(game, next(one for one in kinds if one in keys(game.decision)), "proposal")
        placed += 1
    assert placed == 10


@covers("CC-SET-03", "CC-XNG-01")
def test_a_scenario_with_a_map_rolls_no_terrain() -> None:
    game = rolled("the-crossing")
    assert [one.kind for one in game.state.ground.pieces] == ["river", "bridge", "wood", "wood", "wall"]
    assert unused(game) == {}


@covers("CC-TGN-03", "CC-TGN-04")
@settings(max_examples=12)
@given(st.integers(0, 10_000), st.sampled_from(["pitched-battle", "broken-field", "five-relics", "ambush"]))
def test_rolled_terrain_always_keeps_the_limits(seed: int, scenario: str) -> None:
    state = prepare(scenario, {"A": small(), "B": small()}, {})
    game = new_game(BOOK, state, Seeded(seed))
    while game.state.step == "lay a piece":
        answer(game, "5")
    ground = game.state.ground
    features = generator.features(ground)
    for place, one in enumerate(features):
        for piece in one:
            west, south, east, north = box_of(piece.outline)
            assert min(west, south, ground.width - east, ground.depth - north) >= 2 - 0.002
            if scenario == "broken-field" and "impassable" in piece.traits:
                assert outline_distance(24, 24, edges_of(piece.outline)) >= 6 - 0.002
            for other in features[place + 1 :]:
                for there in other:
                    assert outlines_distance(edges_of(piece.outline), edges_of(there.outline)) >= 3 - 0.002
