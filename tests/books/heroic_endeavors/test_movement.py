"""The grid, walking, levels, falling, doors and leaving."""

from __future__ import annotations

import pytest

from sandtable.books.heroic_endeavors.chapters.ground import (
    distance_between,
    is_adjacent,
    levels_between,
    others_than,
    side_of,
)
from sandtable.books.heroic_endeavors.chapters.melee.attacking import attack_on
from sandtable.books.heroic_endeavors.chapters.movement.levels import climb, climb_sheer_at_four
from sandtable.books.heroic_endeavors.chapters.movement.walking import facing_along, prices, reach_of, spent
from sandtable.books.heroic_endeavors.modifiers import DEFENCE
from sandtable.books.heroic_endeavors.state import Adventure
from sandtable.books.heroic_endeavors.tables.maps import adventure, board_of, terrain
from sandtable.books.heroic_endeavors.tables.weapons import melee_weapons
from sandtable.kernel import Refused, total_of
from sandtable.kernel.catalogue import Catalogue
from sandtable.kernel.testing import covers
from sandtable.table.squares.going import Mover
from sandtable.table.squares.reach import Place, reach
from sandtable.table.squares.spaces import turned
from tests.books.heroic_endeavors.scenes import asked, barred, go, one, scene, state_of, told

RULES = Catalogue.load("sandtable.books.heroic_endeavors")
IDLE = {"group": "dolls", "behaviour": "hostage"}


def steps_of(state: Adventure, mov: int, id: str = "H1") -> dict[tuple[int, int], int]:
    """Where a model gets to step by step, without a jump."""
    model = state.models[id]
    assert model.at is not None
    mover = Mover(model.base, prices(state))
    return reach(state.board, mover, Place(model.at, "N"), 2 * mov + 1, others_than(state, model)).spaces


@covers("HE-GEO-06", "HE-GEO-07")
@pytest.mark.parametrize(("at", "far"), [((2, 2), 1), ((3, 3), 3), ((4, 6), 6), ((8, 8), 10)])
def test_distances_are_those_of_the_example(at: tuple[int, int], far: int):
    state = state_of({"H1": {"at": [1, 1]}, "O1": {"at": list(at)}})
    assert distance_between(state.models["H1"], state.models["O1"]) == far


@covers("HE-GEO-04", "HE-GEO-05", "HE-MEL-02", "HE-MEL-09")
def test_front_side_and_rear_turn_with_the_model():
    state = state_of({"H1": {"at": [5, 5], "facing": "N"}})
    model = state.models["H1"]
    assert [side_of(model, at) for at in ((5, 6), (6, 5), (5, 4), (5, 1))] == [
        "front",
        "side",
        "rear",
        "rear",
    ]
    assert turned((1, 1), "E") == (1, -1)


@covers("HE-GEO-08", "HE-LVL-01", "HE-RNG-10")
def test_adjacency_ends_at_two_levels_and_between_two_walls():
    rows = ["....", "..#.", ".#..", "...."]
    state = state_of({"H1": {"at": [1, 2]}, "O1": {"at": [2, 1]}, "O2": {"at": [0, 3]}}, map=rows)
    hero = state.models["H1"]
    assert not is_adjacent(state, hero, state.models["O1"])
    assert is_adjacent(state, hero, state.models["O2"])
    heights = ["0000", "0200", "0000", "0000"]
    high = state_of({"H1": {"at": [1, 2]}, "O1": {"at": [2, 3]}}, map=["...."] * 4, heights=heights)
    assert levels_between(high, high.models["H1"], high.models["O1"]) == 2
    assert not is_adjacent(high, high.models["H1"], high.models["O1"])


@covers("HE-GEO-10", "HE-GEO-11", "HE-DOOR-01", "HE-ADV-01")
def test_the_crypt_is_the_map_of_the_catalogue_square_for_square():
    row = adventure("ember-crypt")
    map_of = RULES.rule("HE-ADV-11").table[0]
    assert list(row.rows) == map_of["rows"]
    board = board_of(row)
    assert (board.width, board.depth) == (map_of["width"], map_of["height"])
    assert (board.kind((17, 11)).going, board.floor((17, 11))) == ("gap", -4)
    assert not board.barrier("D3").is_open
    going = {"yes": "open", "no": "barred", "jump": "gap", "climb": "climb"}
    for kind, said in zip(terrain(), RULES.rule("HE-GEO-11").table, strict=True):
        assert (kind.glyph, kind.going, kind.rough) == (
            said["glyph"],
            going[said["passable"]],
            said["difficult"],
        )
        assert (kind.height, kind.seals) == (said["height"], said["sealing"])


@covers("HE-MOV-01", "HE-MOV-05", "HE-MOV-11", "HE-ACT-06", "HE-ACT-07")
def test_a_walk_of_four_leads_three_spaces_diagonally_and_a_run_five():
    state = state_of({"H1": {"at": [1, 1]}})
    walk, run = (steps_of(state, mov) for mov in (4, 8))
    assert ((4, 4) in walk, (5, 5) in walk, (1, 5) in walk, (1, 6) in walk) == (True, False, True, False)
    assert ((6, 6) in run, (7, 7) in run) == (True, False)
    assert spent(9) == 4


@covers("HE-MOV-07", "HE-MOV-08", "HE-MOV-06", "HE-MOV-10")
def test_rubble_costs_double_and_no_corner_is_cut():
    rows = ["....", ".r..", "..#.", "...."]
    state = state_of({"H1": {"at": [0, 1]}}, map=rows)
    found = steps_of(state, 4)
    assert found[(1, 2)] == 6  # diagonally into rubble: 3 MOV
    assert found[(3, 1)] > 6  # round the wall, and not through its corner
    assert (2, 1) not in found


@covers("HE-MOV-09", "HE-MOV-12", "HE-MOV-04")
@pytest.mark.parametrize("row", RULES.rule("HE-MOV-12").table)
def test_a_diagonal_step_costs_what_stands_beside_it(row: dict[str, object]):
    beside = {"beside_1": (1, 0), "beside_2": (0, 1)}
    rows = [["."] * 4 for _ in range(4)]
    models: dict[str, object] = {"H1": {"at": [0, 0]}}
    for number, (name, (x, y)) in enumerate(beside.items()):
        if row[name] == "impassable":
            rows[3 - y][x] = "#"
        elif row[name] == "model":
            models[f"O{number}"] = {"at": [x, y]}
    state = state_of(models, map=["".join(line) for line in rows])
    price = steps_of(state, 2 if row["legal"] else 1).get((1, 1))
    if row["legal"]:
        assert price == 2 * float(str(row["cost"]))
    else:
        assert price is None


@covers("HE-MOV-04", "HE-DMG-03")
def test_the_unconscious_are_stepped_over_and_nobody_ends_on_them():
    models = {"H1": {"at": [1, 0]}, "O1": {"at": [1, 1], "dp": 0}}
    state = state_of(models, map=["###", "#.#", "#.#", "#.#"])
    assert others_than(state, state.models["H1"]).lying == ((1, 1),)
    found = steps_of(state, 4)
    assert (found.get((1, 1)), found[(1, 2)]) == (None, 6)
    barring = state_of(models, map=["###", "#.#", "#.#", "#.#"], switches={"bodies_block": "on"})
    assert (1, 2) not in reach_of(barring, barring.models["H1"], 4).spaces


@covers(
    "HE-LVL-02", "HE-LVL-03", "HE-LVL-04", "HE-LVL-05", "HE-LVL-06", "HE-LVL-09", "HE-LVL-11", "HE-LVL-10"
)
@pytest.mark.parametrize("row", RULES.rule("HE-LVL-11").table)
def test_a_rise_costs_what_its_class_says(row: dict[str, object]):
    length, height = int(str(row["length"])), int(str(row["height"]))
    surface = "" if row["surface"] == "plain" else str(row["surface"])
    each = climb(surface, length, height)
    cost = None if each is None else length + height * each // 2
    assert cost == row["cost"]


@covers("HE-JMP-01", "HE-JMP-02")
@pytest.mark.parametrize(
    ("wide", "start", "mov", "price"),
    [(1, 2, 2, 4), (2, 2, 3, None), (2, 0, 4, 8), (2, 0, 3, None), (4, 2, 9, None)],
)
def test_a_gap_of_one_is_jumped_for_two_and_a_run_up_of_two_makes_it_two(
    wide: int, start: int, mov: int, price: int | None
):
    row = "..." + "p" * wide + ".."
    state = state_of({"H1": {"at": [start, 0]}}, map=[row], depths={"p": 4})
    found = reach_of(state, state.models["H1"], mov).spaces
    assert found.get((3 + wide, 0)) == price


@covers("HE-FST-01")
@pytest.mark.parametrize(("far", "dice"), [(11, 0), (12, 1)])
def test_who_has_run_twelve_spaces_has_a_die_more_in_defence_until_it_is_activated_again(far: int, dice: int):
    state = state_of({"H1": {"at": [0, 0], "traits": {"MOV": 6}}, "O1": {"at": [1, 5]}})
    runner, foe = state.models["H1"], state.models["O1"]
    runner.condition.moved = 2 * far
    attacks = [
        attack_on(state, foe, runner, melee_weapons()["club"]),
        attack_on(state, runner, foe, melee_weapons()["club"]),
    ]
    assert [total_of(DEFENCE.all(state, one)) for one in attacks] == [dice, 0]
    game = scene({"H1": {"at": [0, 0], "traits": {"MOV": 6}}, "H2": {"at": [9, 9]}}, order=[["H2"]])
    go(game, 0, 6)
    assert one(game, "H1").condition.moved == 12


@covers("HE-LVL-05")
def test_four_levels_are_sheer_where_the_angle_is_followed():
    assert climb_sheer_at_four("", 1, 4) is None
    assert climb_sheer_at_four("ladder", 1, 4) == 4


@covers("HE-MOV-02", "HE-MOV-03", "HE-REA-03")
def test_a_model_faces_where_it_goes_and_turns_freely_in_the_end():
    assert [facing_along((1, 1), end, "E") for end in ((1, 2), (2, 2), (0, 0), (0, 1))] == [
        "N",
        "E",
        "S",
        "W",
    ]
    game = scene({"H1": {"at": [1, 1]}, "H2": {"at": [9, 9]}}, order=[["H2"]])
    game.answer("walk")
    game.answer({"models": [[1.5, 1.5]]})
    assert asked(game) == "choose facing"
    game.answer("W")
    assert (one(game, "H1").facing, one(game, "H1").turn.walked) == ("W", 0)


@covers("HE-ACT-07", "HE-MOV-05")
def test_two_walks_may_cover_six_diagonals_and_then_no_step_is_left():
    game = scene({"H1": {"at": [1, 1], "turn": {"actions": 2}}, "H2": {"at": [9, 1]}}, order=[["H2"]])
    go(game, 4, 4)
    go(game, 7, 7)
    assert told(game, "model moved")[0].rules == ("HE-MOV-01", "HE-MOV-05")
    assert one(game, "H1").at == (7, 7)
    assert one(game, "H1").turn.walked == 8


@covers("HE-DOOR-02", "HE-DOOR-07", "HE-DOOR-01")
def test_a_door_is_opened_from_beside_and_a_locked_one_by_its_key():
    rows = ["#####", "#.+.#", "#.+.#", "#####"]
    doors = [
        {"id": "D1", "at": [2, 1], "type": "normal", "state": "closed", "rule": "HE-DOOR-04"},
        {"id": "D2", "at": [2, 2], "type": "weak", "state": "locked", "rule": "HE-DOOR-04",
         "lock": {"kind": "mechanical", "difficulty": 1, "key": "brass key"}},
    ]  # fmt: skip
    models = {"H1": {"at": [1, 1]}, "H2": {"at": [1, 2]}, "H3": {"at": [3, 1], "carried": ["brass key"]}}
    game = scene(models, map=rows, doors=doors, order=[["H2"], ["H3"], ["H1"]])
    with pytest.raises(Refused):
        game.answer("open D2")
    game.answer("open D1")
    game.answer("end")
    assert barred(game, "open D2") == "HE-DOOR-07"
    game.answer("end")
    game.answer("close D1")
    assert not game.state.board.barrier("D1").is_open
    go(game, 3, 2)
    assert one(game, "H3").turn.actions == 0


@covers("HE-JMP-08", "HE-DMG-06", "HE-FBK-07", "HE-STN-01")
def test_who_is_forced_over_an_edge_falls_is_struck_and_stunned():
    rows = ["#####", "#ppp#", "#.#.#", "#...#", "#####"]
    models = {
        "H1": {"at": [1, 1], "melee": ["longsword"]},
        "O1": {"at": [1, 2], "facing": "S", "traits": {"DP": 3}, "turn": {"actions": 0}},
        "H2": {"at": [3, 1]},
    }
    game = scene(models, {"attack H1": [4, 1], "fall O1": [6, 1]}, map=rows, depths={"p": 4}, order=[["H2"]])
    game.answer("strike O1 with longsword")
    game.answer(["force back"])
    fallen = one(game, "O1")
    assert (fallen.at, fallen.dp, fallen.condition.stunned) == ((1, 3), 2, True)


@covers("HE-ADV-18", "HE-ADV-16")
def test_a_model_leaves_by_an_exit_with_what_it_carries():
    game = scene({"H1": {"at": [1, 1], "carried": ["Ember Reliquary"]}, "H2": {"at": [5, 5]}}, exits=[[1, 1]])
    game.answer("leave")
    assert game.state.out == ("Ember Reliquary",)
    assert (one(game, "H1").where, game.state.outcome) == ("left", "success")
    assert game.result is not None
    assert game.result.winners == ("A",)
    assert told(game, "adventure over")[0].rules == ("HE-ADV-18",)
