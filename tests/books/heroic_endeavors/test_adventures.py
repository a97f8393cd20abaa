"""Adventures, the automatic Game Master, and the book as others see it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import sandtable
from sandtable.books.heroic_endeavors.adventures.adventure import KINDS
from sandtable.books.heroic_endeavors.book import BOOK
from sandtable.books.heroic_endeavors.chapters.melee.attacking import attack_on, melee_dice
from sandtable.books.heroic_endeavors.chapters.ranged.shooting import shot_at, shot_dice
from sandtable.books.heroic_endeavors.chapters.traits import defence, defence_value
from sandtable.books.heroic_endeavors.game_master.awareness import notices
from sandtable.books.heroic_endeavors.game_master.fog import begin
from sandtable.books.heroic_endeavors.game_master.targets import edge_of, score
from sandtable.books.heroic_endeavors.offers import offers
from sandtable.books.heroic_endeavors.tables.weapons import melee_weapons, ranged_weapons
from sandtable.books.heroic_endeavors.words import sentences
from sandtable.kernel import Refused, total_of
from sandtable.kernel.catalogue import Catalogue
from sandtable.kernel.dice import Scripted
from sandtable.kernel.game import new_game
from sandtable.kernel.records.record import record_of
from sandtable.kernel.records.replay import first_difference
from sandtable.kernel.testing import covers
from sandtable.players import make_player, play_out
from tests.books.heroic_endeavors.scenes import ARMED, BOW, asked, one, scene, state_of, told

RULES = Catalogue.load("sandtable.books.heroic_endeavors")
ROOT = Path(BOOK.read_position.__code__.co_filename).parent
SPENT = {"actions": 0, "reaction": False}
AWAY = {"at": [11, 11]}


@covers(
    "HE-ADV-01", "HE-ADV-02", "HE-ADV-12", "HE-ADV-13", "HE-SHT-01", "HE-TRT-10", "HE-TRT-15", "HE-TRT-17"
)
def test_everybody_in_the_crypt_has_the_derived_values_of_the_catalogue():
    state = BOOK.set_up("ember-crypt", {}, {})
    for rule in ("HE-ADV-12", "HE-ADV-13"):
        for row in RULES.rule(rule).table:
            model = state.models[row["id"].partition("-")[2]]
            assert (model.name, [*(model.at or ())], model.role, model.dp) == (
                row["name"],
                row["pos"],
                row["role"],
                row["DP"],
            )
            assert defence_value(state, model) == row["DEF"]
            assert total_of(defence(state, model, rear=True)) == row["DEF_rear"]
            assert total_of(defence(state, model, helpless=True)) == row["DEF_blast"]
            for name, arm in zip(model.arms.melee, row["melee"], strict=True):
                weapon = melee_weapons()[name]
                assert total_of(melee_dice(state, model, weapon)) == arm["MEL"], (model.id, name)
                assert total_of(melee_dice(state, model, weapon, rear=True)) == arm["MEL_rear"]
            for name, arm in zip(model.arms.ranged, row.get("ranged", ()), strict=True):
                arrow = ranged_weapons()[name]
                assert list(arrow.bands or ()) == [arm["s"], arm["m"], arm["l"], arm["e"]]
                shot = shot_at(state, model, state.models["O1"], arrow)._replace(band="medium", distance=9)
                assert total_of(shot_dice(state, shot)) == arm["RNG"]


@covers("HE-ADV-02", "HE-GEO-02", "HE-GEO-03", "HE-ADV-10")
def test_the_party_is_shared_among_the_players_and_opponents_have_nobody():
    state = BOOK.set_up("ember-crypt", dict.fromkeys("ABC", ""), {})
    assert [state.models[id].seat for id in ("H1", "H2", "H3", "H4", "C1", "C2")] == [
        "A",
        "B",
        "C",
        "A",
        "B",
        "B",
    ]
    assert {one.seat for one in state.models.values() if one.side == "opponents"} == {""}
    with pytest.raises(Refused):
        BOOK.set_up("ember-crypt", {"B": ""}, {})
    with pytest.raises(Refused):
        BOOK.set_up("the moon", {}, {})
    with pytest.raises(Refused):
        BOOK.set_up("ember-hall", {}, {"gravity": "low"})


@covers("HE-ADV-16", "HE-ADV-17", "HE-ACT-17", "HE-AGM-03", "HE-DOOR-02")
def test_a_door_wakes_its_groups_and_the_key_is_taken_from_beside_the_sarcophagus():
    state = BOOK.set_up("ember-crypt", {}, {})
    for model in state.models.values():
        model.where = "killed" if model.group == "hall" else model.where
    hero = state.models["H1"]
    hero.at, state.active, state.step = (9, 7), "H1", "act"
    state.order = (("H2",),)
    begin(state)

    game = new_game(BOOK, state, Scripted({}))
    game.answer("open D1")
    alerted = {id: group.awareness for id, group in game.state.groups.items()}
    assert (alerted["ossuary"], alerted["sanctum"]) == ("alerted", "unaware")
    quiet = BOOK.set_up("ember-crypt", {}, {})
    quiet.models["H1"].at, quiet.active, quiet.step, quiet.order = (4, 9), "H1", "act", (("H2",),)
    begin(quiet)
    taking = new_game(BOOK, quiet, Scripted({}))
    taking.answer("use F1")
    assert one(taking, "H1").carried == ("bone key",)


@covers("HE-AGM-02", "HE-AGM-03")
@pytest.mark.parametrize(
    ("at", "facing", "alertness", "sees"),
    [
        ((5, 11), "S", "alert", True),
        ((5, 11), "N", "alert", False),
        ((5, 2), "N", "alert", True),
        ((0, 11), "S", "not that alert", False),
    ],
)
def test_a_guard_notices_who_is_in_front_and_who_is_close(at, facing, alertness, sees):
    hero = [5, 0] if at[0] == 5 else [11, 0]
    state = state_of({"H1": {"at": hero}, "O1": {"at": list(at), "facing": facing}}, alertness=alertness)
    group = state.groups["guards"]
    assert notices(state, state.models["O1"], group, state.models["H1"]) == sees


@covers("HE-AGM-01", "HE-AGM-02", "HE-AGM-04", "HE-INI-01")
def test_the_unaware_neither_roll_nor_act():
    models = {"H1": {"at": [1, 1]}, "O1": {"at": [9, 9], "facing": "N"}}
    game = scene(models, {"initiative H1": [1, 1]}, awareness="unaware", step="start of turn", active="")
    assert game.state.order == ()
    assert game.state.active == "H1"


@covers("HE-AGM-06")
def test_a_target_is_worth_what_the_example_says():
    models = {
        "O1": {"at": [3, 3], "melee": ["longsword"], "traits": {"STR": 6}},
        "H1": {
            "at": [3, 4],
            "armour": "medium ancient armor",
            "condition": {"stunned": True},
            "facing": "S",
            "traits": {"DP": 3},
        },
    }
    state = state_of(models)
    attack = attack_on(state, state.models["O1"], state.models["H1"], melee_weapons()["longsword"])
    assert (edge_of(state, attack), score(state, attack, path=2)) == (3, 11)


@covers("HE-AGM-05", "HE-AGM-07", "HE-AGM-08", "HE-AGM-17", "HE-AGM-22")
def test_a_brute_walks_up_and_strikes_facing_its_target():
    models = {
        "O1": {"at": [3, 7], "facing": "S", **ARMED},
        "H1": {"at": [3, 3], "facing": "N", "turn": SPENT},
        "H2": AWAY,
    }
    game = scene(models, {"attack O1": [1, 1]}, order=[["H2"]])
    at = one(game, "O1").at or (0, 0)
    assert told(game, "attack declared")[0].facts["target"] == "H1"
    assert abs(at[0] - 3) + abs(at[1] - 3) <= 2
    assert [event.facts["reasons"] for event in told(game, "Game Master decided")] == [
        ["walks up to strike"],
        ["strikes who is in reach"],
    ]


@covers("HE-AGM-09", "HE-AGM-10", "HE-AGM-27", "HE-AGM-11")
def test_a_shooter_aims_at_who_is_in_cover_and_a_guard_stays():
    rows = ["......", "s.....", "......", "......", "......", "......"]
    models = {
        "O1": {"at": [0, 0], "facing": "N", **BOW},
        "H1": {"at": [0, 5]},
    }
    dice = {"attack O1": [1, 1], "defence H1": [1, 1]}
    game = scene(models, dice, map=rows, order=[["H1"]])
    first = told(game, "Game Master decided")[0].facts["reasons"]
    assert first == ["aims at who is in cover"]
    watch = {
        "O1": {"at": [0, 0], "facing": "S", "ranged": ["shortbow"], "behaviour": "guard"},
        "H1": {"at": [0, 5]},
    }
    guarded = scene(watch, {}, map=rows, order=[["H1"]])
    assert one(guarded, "O1").at == (0, 0)


@covers("HE-AGM-26", "HE-AGM-28", "HE-AGM-08")
def test_an_opponent_opens_the_door_in_its_way_to_an_enemy_it_knows_of():
    doors = [{"id": "D1", "at": [2, 1], "type": "normal", "state": "locked", "rule": "HE-DOOR-04"}]
    models = {"O1": {"at": [1, 1], "facing": "E", **ARMED}, "H1": {"at": [4, 1], "facing": "E"}}
    position = {
        "map": ["######", "#.+..#", "######"],
        "doors": doors,
        "models": models,
        "active": "O1",
        "order": [["H1"]],
    }
    state = BOOK.read_position(position)
    state.groups["guards"].known["H1"] = (4, 1)

    game = new_game(BOOK, state, Scripted({"attack O1": [1, 1]}))
    assert told(game, "door opened")[0].facts == {"model": "O1", "door": "D1"}


@covers("HE-AGM-14", "HE-AGM-15")
@pytest.mark.parametrize(
    ("faces", "acted", "bought"),
    [
        ([6, 3], True, ["2 DP"]),
        ([6, 3], False, ["lose an action", "1 DP"]),
        ([3, 1], True, ["lose an action"]),
    ],
)
def test_an_opponent_spends_its_successes_by_the_rows(faces: list[int], acted: bool, bought: list[str]):
    hero = {
        "at": [3, 3],
        "traits": {"DP": 3},
        "turn": {**SPENT, "activated": acted},
        "condition": {"stunned": True},
    }
    models = {"O1": {"at": [3, 4], "facing": "S", **ARMED, "turn": {"actions": 1}}, "H1": hero, "H2": AWAY}
    game = scene(models, {"attack O1": faces}, order=[["H2"]])
    assert told(game, "successes spent")[0].facts["bought"] == bought


@covers("HE-ACT-06", "HE-ACT-07", "HE-LOS-02")
def test_the_outlook_of_a_model_has_its_walk_its_run_and_what_hides_its_enemies():
    rows = ["######", "#....#", "#.##.#", "#....#", "######"]
    state = state_of(
        {"H1": {"at": [1, 1], "traits": {"MOV": 1}}, "O1": {"at": [4, 3]}, "O2": {"at": [1, 3]}}, map=rows
    )
    outlook = BOOK.outlook(state, "H1")
    assert outlook is not None
    assert [(sweep.words, sweep.inches) for sweep in outlook.reach] == [("walk", 1.0), ("run", 2.0)]
    corners = {*outlook.reach[0].outlines[0]}
    assert corners - {(1.0, 2.0)} == {(1.0, 1.0), (3.0, 1.0), (3.0, 2.0), (2.0, 2.0), (2.0, 3.0), (1.0, 3.0)}
    assert {look.unit: look.how for look in outlook.looks} == {"O1": "hidden", "O2": "clear"}
    state.models["H1"].dp = 0
    assert BOOK.outlook(state, "H1") is None


@covers("HE-AGM-25", "HE-ADV-18", "HE-ADV-03")
def test_defeat_is_looked_for_when_nobody_is_left_and_when_the_time_is_up():
    kind = KINDS["ember-crypt"]
    state = state_of({"H1": {"at": [1, 1]}, "O1": {"at": [5, 5]}})
    assert kind.outcome(state, time_is_up=False) is None
    assert kind.outcome(state, time_is_up=True) == ("defeat", "the time is up")
    state.models["H1"].dp = 0
    assert kind.outcome(state, time_is_up=False) == ("defeat", "no hero is left in the crypt")


@covers("HE-INI-02", "HE-ADV-03", "HE-SHT-03", "HE-GEO-01")
@pytest.mark.parametrize("kind", ["uniform", "greedy"])
def test_an_adventure_is_played_to_its_end_and_replayed_with_equal_hashes(kind: str):
    game = sandtable.new("heroic-endeavors", scenario="ember-hall", seed=3)
    play_out(game, {"A": make_player(kind, 3)})
    assert game.result is not None
    assert first_difference(record_of(game)) is None
    shown = game.showing(None)
    assert shown.surface.size() == "25 spaces wide and 19 spaces deep"
    assert shown.clock.rounds == 12


@covers("HE-SHT-03", "HE-SEN-06", "HE-MOT-01")
def test_every_kind_of_event_has_a_sentence_and_none_is_idle():
    code = "\n".join(path.read_text(encoding="utf-8") for path in sorted(ROOT.rglob("*.py")))
    for kind in sentences():
        assert f'"{kind}"' in code, kind
    told_kinds = set(re.findall(r'play\.tell\(\s*"([^"]+)"', code))
    assert told_kinds <= set(sentences())


@covers("HE-SHT-04")
def test_the_lobby_offers_both_adventures_and_every_switch_of_the_book_is_one_of_the_catalogue():
    known = {row["switch"]: row["default"] for row in RULES.rule("HE-SHT-04").table}
    assert [one.id for one in offers().scenarios] == [*KINDS]
    for one_switch in offers().switches:
        assert str(one_switch.default) == known[one_switch.name]
    assert asked(sandtable.new("heroic-endeavors", seed=2))
