"""Arcane entities: how they are built, what binds them, and what becomes of them without."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.books.heroic_endeavors.chapters.initiative import units, with_entities
from sandtable.books.heroic_endeavors.chapters.melee.attacking import best_weapon, melee_dice
from sandtable.books.heroic_endeavors.special.entities.bonds import is_broken_by_others, is_held
from sandtable.books.heroic_endeavors.special.entities.loose import nearest_to
from sandtable.books.heroic_endeavors.special.entities.making import START, Plan, entity_of, why_not_appear
from sandtable.books.heroic_endeavors.special.powers.casting import regains
from sandtable.books.heroic_endeavors.tables.powers import entity_items
from sandtable.kernel import total_of
from sandtable.kernel.catalogue import Catalogue
from sandtable.kernel.game import Game
from sandtable.kernel.testing import covers
from tests.books.heroic_endeavors.scenes import asked, barred, one, scene, state_of, told

RULES = Catalogue.load("sandtable.books.heroic_endeavors")
DOLL = {"group": "dolls", "behaviour": "hostage"}
AWAY = {"at": [11, 11]}
POWERS = ["Arcane Entity", "Arcane Barrier"]


def caster(**record: Any) -> dict[str, Any]:
    traits = {"ARC": 3, **record.pop("traits", {})}
    return {"at": [5, 2], "facing": "N", "powers": POWERS, "traits": traits, **record}


def entity(caster: str = "H1", **record: Any) -> dict[str, Any]:
    bond = {"caster": caster, "is_entity": True, "atk": 2, **record.pop("bond", {})}
    return {"at": [5, 6], "role": "opponent", "living": False, "bond": bond, **record}


def _made(game: Game[Any], at: tuple[int, int], facing: str = "N") -> None:
    game.answer({"at": [at[0] + 0.5, at[1] + 0.5]})
    game.answer(facing)


@covers("HE-ENT-02")
def test_what_creation_points_buy_is_the_table():
    items = entity_items()
    for row in RULES.rule("HE-ENT-02").table:
        assert items[row["item"]].points == row["cp"]
        if "maximum" in row:
            assert items[row["item"]].most == row["maximum"]
    basic = RULES.rule("HE-ENT-02").table[0]
    assert {name: basic[name.lower()] for name in ("MOV", "DEF", "ATK", "DP")} == {
        name: number for name, number in START.items() if name != "roam"
    }
    fast = Plan().with_item(items["+2 MOV"])
    for _ in range(4):
        assert fast.takes(items["+2 MOV"])
        fast = fast.with_item(items["+2 MOV"])
    assert fast.of("MOV") == 12
    assert not fast.takes(items["+2 MOV"])


@covers("HE-ENT-01", "HE-ENT-02", "HE-ENT-03", "HE-ENT-04", "HE-ENT-06", "HE-ENT-12")
def test_the_example_of_two_levels_is_built_placed_and_acts_at_once():
    models = {"H1": caster(turn={"actions": 1}), "H2": AWAY}
    game = scene(models, order=[["H2"]])
    game.answer("entities with 2 levels")
    for item in ("+2 MOV", "+2 MOV", "+1 DEF", "+1 ATK", "+1 DP"):
        assert asked(game) == "build entity"
        game.answer(item)
    assert asked(game) == "place entity"
    _made(game, (5, 8), "S")
    made = one(game, "E1")
    assert (made.traits.MOV, made.defence.natural, made.bond.atk, made.traits.DP) == (6, 1, 2, 2)
    assert total_of(melee_dice(game.state, made, best_weapon(game.state, made))) == 3
    assert (made.traits.STR, made.traits.PER, made.traits.DEX) == (1, 1, 1)
    assert (made.living, made.fate, made.facing, made.at) == (False, 0, "S", (5, 8))
    assert not made.arms.ranged
    assert game.state.active == "E1"
    assert (made.turn.actions, made.turn.reaction) == (2, True)


@covers("HE-ENT-07", "HE-ENT-01")
def test_three_points_make_three_basic_entities_in_turn():
    models = {"H1": caster(turn={"actions": 1}), "H2": AWAY}
    game = scene(models, order=[["H2"]])
    game.answer("entities with 1 level")
    game.answer("another")
    game.answer("another")
    for x in (4, 5, 6):
        _made(game, (x, 5))
    assert [id for id in game.state.models if id.startswith("E")] == ["E1", "E2", "E3"]
    assert game.state.active == "E1"
    assert game.state.order[:3] == (("E2",), ("E3",), ("H2",))


@covers("HE-ENT-02")
def test_points_may_be_left():
    game = scene({"H1": caster(turn={"actions": 1}), "H2": AWAY}, order=[["H2"]])
    game.answer("entities with 1 level")
    game.answer("done")
    _made(game, (4, 5))
    assert one(game, "E1").traits.MOV == 2
    assert [id for id in game.state.models if id.startswith("E")] == ["E1"]


@covers("HE-ENT-04")
def test_it_appears_in_a_free_space_within_twelve_and_in_sight():
    rows = ["." * 16 if y != 2 else "....#..........." for y in range(4)]
    state = state_of({"H1": caster(at=[0, 0]), "O1": {"at": [3, 0]}}, map=rows)
    hero = state.models["H1"]
    assert why_not_appear(state, hero, (2, 0)) is None
    for at in ((3, 0), (13, 0), (8, 2), (20, 0)):
        refusal = why_not_appear(state, hero, at)
        assert refusal is not None, at
        assert refusal.rule == "HE-ENT-04"


@covers("HE-ENT-06")
def test_entities_follow_their_caster_in_the_order_with_its_initiative():
    models = {"H1": caster(turn={"initiative": 9}), "H2": AWAY, "O1": {"at": [0, 0]}, "E1": entity()}
    state = state_of(models)
    assert ("E1",) not in units(state)
    state.models["E1"].role, state.models["E1"].side = "opponent", "party"
    order = with_entities(state, (("O1",), ("H1",), ("H2",)))
    assert order == (("O1",), ("H1",), ("E1",), ("H2",))
    assert state.models["E1"].turn.initiative == 9


@covers("HE-ENT-05")
def test_an_entity_must_be_near_and_in_sight_and_a_roaming_one_in_sight():
    rows = ["." * 16 if y != 3 else "#" * 10 + "." * 6 for y in range(6)]
    models = {
        "H1": caster(at=[0, 0]),
        "E1": entity(at=[12, 0]),
        "E2": entity(at=[13, 1]),
        "E3": entity(at=[1, 5]),
    }
    state = state_of(models, map=rows)
    hero = state.models["H1"]
    assert [is_held(state, state.models[id], hero) for id in ("E1", "E2", "E3")] == [True, False, False]
    for id in ("E2", "E3"):
        state.models[id].bond.roams = True
    assert [is_held(state, state.models[id], hero) for id in ("E2", "E3")] == [True, False]


@covers("HE-ENT-08", "HE-ENT-10")
@pytest.mark.parametrize(("face", "where"), [(2, "left"), (6, "left"), (1, "board")])
def test_who_walks_out_of_the_leash_is_rolled_for(face: int, where: str):
    rows = ["." * 20] * 4
    models = {
        "E1": {**entity(at=[14, 0]), "turn": {"walked": 4, "actions": 0}, "group": "party"},
        "H1": caster(at=[0, 0]),
        "H2": {"at": [0, 3]},
    }
    form: dict[str, Any] = {"map": rows, "order": [["H2"]], "active": "E1"}
    game = scene(models, {"control E1": [face]}, **form)
    made = one(game, "E1")
    assert made.where == where
    if where == "board":
        assert made.bond.is_loose
        assert made.side == "nobody"
        assert told(game, "entity broke loose")


@covers("HE-ENT-08")
def test_what_others_broke_may_be_mended_until_the_next_time():
    rows = ["." * 20] * 4
    models = {
        "H1": caster(at=[0, 0]),
        "O1": {"at": [4, 0], **DOLL},
        "E1": {**entity(at=[8, 0]), "turn": {"actions": 0}},
        "H2": {"at": [0, 3]},
    }
    state = state_of(models, map=rows)
    made, hero = state.models["E1"], state.models["H1"]
    assert not is_held(state, made, hero)
    assert is_broken_by_others(state, made, hero)
    made.turn.walked = 3
    assert is_broken_by_others(state, made, hero)
    made.at = (14, 1)
    assert not is_broken_by_others(state, made, hero)
    made.turn.walked = 0
    assert is_broken_by_others(state, made, hero)
    game = scene(models, map=rows, order=[["H2"]], active="E1")
    assert one(game, "E1").bond.stretched == "by others"
    models["E1"]["bond"] = {**models["E1"]["bond"], "stretched": "by others"}
    again = scene(models, {"control E1": [3]}, map=rows, order=[["H2"]], active="E1")
    assert one(again, "E1").where == "left"


@covers("HE-ENT-09", "HE-POW-03")
def test_another_power_endangers_it_and_levels_do_not_come_back():
    models = {"H1": caster(arcana={"levels": 2}), "E1": entity(), "H2": AWAY}
    game = scene(models, {"control E1": [4]}, order=[["H2"]])
    assert not regains(game.state, one(game, "H1"))
    game.answer("barrier with 1 level, on itself")
    kinds = [each.kind for each in game.events(all_seats=True)]
    assert kinds.index("entity vanished") < kinds.index("power used")
    assert one(game, "H1").arcana.barrier == 1
    assert one(game, "E1").where == "left"


@covers("HE-ENT-10")
def test_when_its_caster_is_killed_it_is_rolled_for_and_again_every_turn_while_it_is_loose():
    models = {
        "H2": {"at": [3, 3], "melee": ["longsword"]},
        "O1": {
            **caster(at=[3, 4], facing="S", traits={"DP": 1}),
            "turn": {"actions": 0, "reaction": False},
            **DOLL,
        },
        "E1": entity("O1", at=[9, 9]),
        "H1": AWAY,
    }
    dice = {"attack H2": [6, 6], "control E1": [1]}
    game = scene(models, dice, order=[["H1"]])
    game.answer("strike O1 with longsword")
    game.answer(["3 DP"])
    assert one(game, "E1").bond.is_loose
    loose = {"H1": AWAY, "E1": {**entity("", bond={"is_loose": True}), "behaviour": "loose entity"}}
    game = scene(
        loose, {"control E1": [5], "initiative H1": [1, 2]}, step="start of turn", active="", turns=9
    )
    assert one(game, "E1").where == "left"


@covers("HE-ENT-11")
def test_a_loose_entity_is_nobody_s_and_goes_for_the_nearest_that_is_none():
    bond = {"is_loose": True}
    models = {
        "E1": {
            **entity("", bond=bond, at=[5, 5]),
            "behaviour": "loose entity",
            "side": "nobody",
            "traits": {"MOV": 6},
        },
        "E2": entity("O1", at=[5, 6]),
        "O1": {"at": [5, 8], "dp": 1, **DOLL},
        "H1": {"at": [5, 2]},
        "H2": AWAY,
    }
    state = state_of(models)
    loose = state.models["E1"]
    assert [each.id for each in nearest_to(state, loose)] == ["O1"]
    state.models["O1"].dp = 2
    assert [each.id for each in nearest_to(state, loose)] == ["O1", "H1"]
    assert loose.is_foe_of(state.models["H1"])
    assert loose.is_foe_of(state.models["O1"])
    assert not loose.is_foe_of(state.models["E2"])
    assert ("E1",) in units(state)
    calm = {"turn": {"actions": 0, "reaction": False}}
    models["H1"] = {**models["H1"], **calm}
    models["O1"] = {**models["O1"], "dp": 2, **calm}
    dice = {"prey E1": [2], "attack E1": [1, 1]}
    game = scene(models, dice, order=[["E1"], ["H2"]], step="activate", active="")
    assert told(game, "attack declared")[0].facts["target"] == "H1"


@covers("HE-ENT-12", "HE-DOOR-07")
def test_an_entity_opens_no_locks_and_uses_nothing():
    form: dict[str, Any] = {
        "map": ["....", "....", ".#+#", "...."],
        "doors": [
            {
                "id": "D1", "at": [2, 1], "type": "normal", "state": "locked", "rule": "HE-DOOR-01",
                "lock": {"kind": "mechanical", "difficulty": 1},
            }
        ],
        "lying": {"club": [2, 0]},
    }  # fmt: skip
    models = {"H1": {**entity("H2", at=[2, 0]), "role": "opponent"}, "H2": {**caster(at=[0, 0])}}
    game = scene(models, **form)
    assert barred(game, "open D1") == "HE-DOOR-07"
    assert barred(game, "pick up with club") == "HE-ENT-12"
    assert barred(game, "pick the lock D1") in ("HE-ENT-12", "HE-SKL-33")
    made = entity_of(game.state, one(game, "H2"), Plan(), (1, 0))
    assert (made.id, made.seat, made.side, made.fate) == ("E1", "A", "party", 0)
