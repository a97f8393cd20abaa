"""Skills, abilities and equipment: what changes dice, checks and effects."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.books.heroic_endeavors.chapters.melee.attacking import attack_on
from sandtable.books.heroic_endeavors.chapters.movement.levels import climb_as_born_to_it
from sandtable.books.heroic_endeavors.chapters.movement.walking import reach_of
from sandtable.books.heroic_endeavors.chapters.ranged.shooting import dodge_dice, shot_at, shot_dice
from sandtable.books.heroic_endeavors.modifiers import (
    DEFENCE,
    EASIER,
    PRACTISED,
    RE_ROLLS,
    WHY_NOT_REACT,
    Area,
    Attack,
)
from sandtable.books.heroic_endeavors.special.devotion import places_for
from sandtable.books.heroic_endeavors.special.dodging import difficulty_against
from sandtable.books.heroic_endeavors.special.medic import can_be_treated
from sandtable.books.heroic_endeavors.special.mindless import is_without_controller
from sandtable.books.heroic_endeavors.special.shield_wall import wall_of
from sandtable.books.heroic_endeavors.special.skills import fitted_to, takes_a_targeter, works
from sandtable.books.heroic_endeavors.special.thieves import actions_for
from sandtable.books.heroic_endeavors.state import Adventure
from sandtable.books.heroic_endeavors.tables.maps import adventure
from sandtable.books.heroic_endeavors.tables.weapons import melee_weapons, ranged_weapons
from sandtable.books.heroic_endeavors.windows import DamageMoment
from sandtable.kernel.testing import covers
from tests.books.heroic_endeavors.scenes import ARMED, BOW, asked, barred, go, one, scene, state_of, told

SPENT = {"actions": 0, "reaction": False}
AWAY = {"at": [11, 11]}
DOLL = {"group": "dolls", "behaviour": "hostage"}


def _shot(state: Adventure, by: str, at: str) -> Attack:
    return shot_at(state, state.models[by], state.models[at], ranged_weapons()["shortbow"])


@covers("HE-SKL-06")
def test_disarm_costs_one_success_less_in_melee_and_by_a_shot():
    models: dict[str, Any] = {
        "H1": {"at": [3, 3], **ARMED, "skills": ["Disarm"]},
        "O1": {"at": [3, 4], "facing": "S", **ARMED, "turn": SPENT},
        "H2": AWAY,
    }
    game = scene(models, {"attack H1": [6, 1], "defence O1": [1, 1]}, order=[["H2"]])
    game.answer("strike O1 with longsword")
    game.answer(["disarm"])
    assert one(game, "O1").arms.in_use == ()
    bow = {
        "H1": {"at": [3, 3], **BOW, "skills": ["Disarm"]},
        "O1": {**models["O1"], "at": [3, 6]},
        "H2": AWAY,
    }
    game = scene(bow, {"attack H1": [6, 1], "defence O1": []}, order=[["H2"]])
    game.answer("shoot O1 with shortbow")
    game.answer(["disarm"])
    assert one(game, "O1").arms.in_use == ()


@covers("HE-SKL-25", "HE-SKL-26")
@pytest.mark.parametrize(
    ("skill", "switch", "asks"),
    [("Marksman", "off", 0), ("Master Warrior", "off", 0), ("Master Warrior", "on", 1)],
)
def test_a_defence_in_melee_is_rolled_again_only_where_the_players_want_it_so(
    skill: str, switch: str, asks: int
):
    models = {
        "O1": {"at": [3, 3], "facing": "N", **ARMED, "turn": {"actions": 1}},
        "H1": {"at": [3, 4], "facing": "S", **ARMED, "skills": [skill], "turn": SPENT},
        "H2": AWAY,
    }
    dice = {"attack O1": [3, 3], "defence H1": [1, 6]}
    game = scene(models, dice, switches={"master_warrior_defence": switch}, order=[["H2"]])
    assert asked(game) == ("re-roll" if asks else "choose act")
    assert len(told(game, "strike resolved")) == 1 - asks


@covers("HE-SKL-34")
@pytest.mark.parametrize(("attack", "die", "left"), [([6, 1], [4], 5), ([3, 1], [], 10)])
def test_a_power_attack_adds_a_die_to_what_hurts_at_all(attack: list[int], die: list[int], left: int):
    models = {
        "H1": {"at": [3, 3], **ARMED, "skills": ["Power Attack"]},
        "O1": {"at": [3, 4], "facing": "S", **ARMED, "traits": {"DP": 10}, "turn": SPENT},
        "H2": AWAY,
    }
    dice = {"attack H1": attack, "defence O1": [1, 1], "Power Attack H1": die}
    game = scene(models, dice, order=[["H2"]])
    game.answer("strike O1 with longsword")
    game.answer(["1 DP"] if die else ["lose an action"])
    assert one(game, "O1").dp == left


@covers("HE-SKL-34")
@pytest.mark.parametrize(("switch", "left"), [("off", 9), ("on", 6)])
def test_a_blow_that_is_struck_back_is_a_power_attack_by_a_switch(switch: str, left: int):
    models = {
        "O1": {"at": [3, 3], "facing": "N", **ARMED, "traits": {"DP": 10}, "turn": {"actions": 1}},
        "H1": {"at": [3, 4], "facing": "S", **ARMED, "skills": ["Power Attack"], "turn": SPENT},
        "H2": AWAY,
    }
    dice = {"attack O1": [1, 1], "defence H1": [6, 3], "Power Attack H1": [3] if switch == "on" else []}
    game = scene(models, dice, switches={"power_attack_counter": switch}, order=[["H2"]])
    game.answer(["1 DP"])
    assert one(game, "O1").dp == left


@covers("HE-SKL-40", "HE-SKL-41")
def test_stealth_is_a_die_and_a_re_roll_against_shots_and_nothing_in_melee():
    models: dict[str, Any] = {
        "H1": {"at": [3, 3], **BOW},
        "O1": {"at": [3, 6], **ARMED, "skills": ["Stealth"]},
    }
    state = state_of(models)
    shot = _shot(state, "H1", "O1")
    assert [str(one) for one in dodge_dice(state, shot)] == ["+1 Stealth (HE-SKL-40)"]
    assert not dodge_dice(state, shot._replace(area="blast", is_primary=False))
    game = scene(models, {"attack H1": [3, 1], "defence O1": [1], "re-roll O1": [5]})
    game.answer("shoot O1 with shortbow")
    assert told(game, "die re-rolled")[0].facts["model"] == "O1"
    close = scene({**models, "O1": {**models["O1"], "at": [3, 4]}, "H1": {"at": [3, 3], **ARMED}})
    assert not [each for each in close.events(all_seats=True) if "HE-SKL-40" in each.rules]
    blow = attack_on(state, state.models["H1"], state.models["O1"], melee_weapons()["longsword"])
    assert not [one for one in DEFENCE.all(state, blow) if one.rule == "HE-SKL-40"]
    assert not RE_ROLLS.all(state, state.models["O1"], "defence", blow)


@covers("HE-SKL-42", "HE-SKL-43", "HE-SKL-47")
def test_a_targeter_helps_the_one_weapon_that_it_can_be_fitted_to():
    barred_for = ("sniper rifle", "repeating grenade launcher", "modern flame unit", "sniper cannon")
    assert not any(takes_a_targeter(ranged_weapons()[name]) for name in barred_for)
    assert takes_a_targeter(ranged_weapons()["assault rifle (compact)"])
    gear = {"ranged": ["sniper rifle", "shortbow"], "gear": ["targeter", "targeter: shortbow"]}
    state = state_of({"H1": {"at": [3, 3], **gear}, "O1": {"at": [3, 6]}})
    hero = state.models["H1"]
    assert fitted_to(hero) == "shortbow"
    dice = shot_dice(state, _shot(state, "H1", "O1"))
    assert [one.value for one in dice if one.rule == "HE-SKL-43"] == [1]
    other = shot_at(state, hero, state.models["O1"], ranged_weapons()["sniper rifle"])
    assert not [one for one in shot_dice(state, other) if one.rule == "HE-SKL-43"]


WALL: dict[str, Any] = {"shield": "normal", "skills": ["Shield Wall"]}


@covers("HE-SKL-35", "HE-SKL-45")
@pytest.mark.parametrize(
    ("change", "stands"),
    [
        ({}, True),
        ({"facing": "E"}, False),
        ({"shield": "none"}, False),
        ({"skills": []}, False),
        ({"at": [4, 4]}, False),
        ({"condition": {"stunned": True}}, False),
        ({"condition": {"fallen": True}}, False),
    ],
)
def test_three_shields_in_line_make_a_wall_and_two_do_not(change: dict[str, Any], stands: bool):
    models = {
        "H1": {"at": [2, 3], **WALL},
        "H2": {"at": [3, 3], **WALL},
        "H3": {"at": [4, 3], **WALL, **change},
        "O1": {"at": [2, 8], "facing": "S", **BOW},
        "O2": {"at": [6, 3], "facing": "W", **BOW},
    }
    state = state_of(models)
    front = [one.rule for one in dodge_dice(state, _shot(state, "O1", "H1"))]
    side = [one.rule for one in dodge_dice(state, _shot(state, "O2", "H1"))]
    assert ("HE-SKL-35" in front) is stands
    assert "HE-SKL-35" not in side
    assert (wall_of(state, state.models["H1"]) >= 3) is stands


@covers("HE-SKL-35")
def test_only_the_front_rank_and_one_facing_any_way_count():
    models = {f"H{n}": {"at": [3, n], "facing": "E", **WALL} for n in (1, 2, 3)}
    models["H4"] = {"at": [2, 2], "facing": "E", **WALL}
    state = state_of({**models, "O1": {"at": [9, 2], "facing": "W", **BOW}})
    assert wall_of(state, state.models["H2"]) == 3
    assert wall_of(state, state.models["H4"]) == 1


@covers("HE-SKL-05")
@pytest.mark.parametrize(("dice", "left"), [([4, 3, 1], 3), ([4, 1, 1], 1)])
def test_a_dodge_takes_all_damage_away(dice: list[int], left: int):
    models = {
        "H1": {"at": [3, 3], **ARMED},
        "O1": {
            "at": [3, 4], "facing": "S", **ARMED, "skills": ["Dodge/Evade"], "turn": SPENT,
            "traits": {"DEX": 3, "DP": 3},
        },
        "H2": AWAY,
    }  # fmt: skip
    game = scene(models, {"attack H1": [6, 3], "defence O1": [1, 1, 1], "check O1": dice}, order=[["H2"]])
    game.answer("strike O1 with longsword")
    game.answer(["2 DP"])
    assert one(game, "O1").dp == left


@covers("HE-SKL-05")
def test_explosions_and_sprays_are_harder_to_dodge_and_the_helpless_dodge_nothing():
    state = state_of({"H1": {"at": [3, 3], **BOW}, "O1": {"at": [3, 6]}})
    target, shot = state.models["O1"], _shot(state, "H1", "O1")
    found = [difficulty_against(DamageMoment(target, 1, "H1", shot._replace(area=one))) for one in AREAS]
    assert found == [2, 3, 3, 2]
    assert DamageMoment(target, 1, "").is_attack
    assert not DamageMoment(target, 1, "H1").is_attack
    models = {
        "H1": {"at": [3, 3], **ARMED},
        "O1": {"at": [3, 4], "skills": ["Dodge/Evade"], "condition": {"stunned": True}},
        "H2": AWAY,
    }
    game = scene(models, {"attack H1": [6, 1]}, order=[["H2"]])
    game.answer("strike O1 with longsword")
    game.answer(["1 DP"])
    assert one(game, "O1").dp == 1


AREAS: tuple[Area, ...] = ("", "blast", "spray", "template")

DEVOTED = {"role": "cohort", "skills": ["Blind Devotion"], "profile": "guard"}


@covers("HE-SKL-02")
def test_a_devoted_cohort_steps_in_and_is_attacked_instead():
    models = {
        "O1": {"at": [5, 9], "facing": "S", **BOW},
        "H1": {"at": [5, 3], "turn": SPENT},
        "C1": {"at": [7, 3], **DEVOTED, "turn": SPENT, "traits": {"DP": 5}},
        "H2": AWAY,
    }
    game = scene(models, {"attack O1": [6, 3]}, order=[["H2"]])
    assert asked(game) == "take over"
    assert {option.answer for option in game.decision.options()} >= {"let be"}  # type: ignore[union-attr]
    game.answer("G4")
    assert one(game, "C1").at == (6, 3)
    assert one(game, "C1").dp < 5
    assert one(game, "H1").dp == 2


@covers("HE-SKL-02")
def test_a_devoted_cohort_may_let_the_attack_be():
    models = {
        "O1": {"at": [5, 9], "facing": "S", **BOW},
        "H1": {"at": [5, 3], "turn": SPENT},
        "C1": {"at": [7, 3], **DEVOTED, "turn": SPENT, "traits": {"DP": 5}},
        "H2": AWAY,
    }
    game = scene(models, {"attack O1": [1, 1]}, order=[["H2"]])
    game.answer("let be")
    assert one(game, "C1").at == (7, 3)
    assert told(game, "shot resolved")[0].facts["target"] == "H1"


@covers("HE-SKL-02")
@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"at": [8, 3]}, "farther than two spaces"),
        ({"role": "opponent"}, "no cohort"),
        ({"skills": []}, "not devoted"),
        ({"at": [5, 11]}, "behind the shooter"),
        ({"condition": {"stunned": True}}, "stunned"),
    ],
)
def test_who_is_too_far_or_no_cohort_or_outside_of_the_arc_cannot_take_a_shot(
    change: dict[str, Any], why: str
):
    models: dict[str, Any] = {
        "O1": {"at": [5, 9], "facing": "S", **BOW},
        "H1": {"at": [5, 3]},
        "C1": {"at": [7, 3], **DEVOTED, **change},
    }
    state = state_of(models)
    assert not places_for(state, _shot(state, "O1", "H1"), state.models["C1"]), why
    near = state_of({**models, "O1": {**models["O1"], "at": [5, 4]}, "C1": {"at": [7, 3], **DEVOTED}})
    assert not places_for(near, _shot(near, "O1", "H1"), near.models["C1"])


@covers("HE-SKL-03")
@pytest.mark.parametrize(("height", "price"), [(2, 2), (4, 2), (6, 2 * (12 + 1))])
def test_with_climbing_an_incline_is_a_slope_and_a_cliff_an_incline(height: int, price: int):
    rows, heights = ["..", ".."], [f"{height}{height}", "00"]
    form = {"map": rows, "heights": heights}
    climber = state_of({"H1": {"at": [0, 0], "skills": ["Climbing"]}}, **form)
    found = reach_of(climber, climber.models["H1"], 20).spaces
    assert found[(0, 1)] == price
    plain = state_of({"H1": {"at": [0, 0]}}, **form)
    other = reach_of(plain, plain.models["H1"], 20).spaces
    assert other.get((0, 1)) == (2 + 4 * height if height < 5 else None)
    assert climb_as_born_to_it("ladder", 1, 3) == 4


@covers("HE-SKL-04", "HE-SKL-36", "HE-SKL-38", "HE-SKL-39", "HE-SKL-47")
@pytest.mark.parametrize(
    ("record", "cause", "easier", "dice"),
    [
        ({"skills": ["Climbing"]}, "HE-LVL-07", 1, 0),
        ({"skills": ["Climbing"]}, "HE-STL-02", 0, 0),
        ({"skills": ["Sneak"]}, "HE-STL-02", 1, 0),
        ({"skills": ["Spot/Disarm Trap"]}, "HE-TRAP-03", 0, 1),
        ({}, "HE-TRAP-03", 0, 0),
        ({"skills": ["Spot/Disarm Trap"], "gear": ["trap tools"]}, "HE-TRAP-05", 0, 0),
        ({"skills": ["Spot/Disarm Trap"]}, "HE-TRAP-05", -2, 0),
        ({"gear": ["trap tools"]}, "HE-TRAP-05", -2, 0),
        ({"skills": ["Sneak"], "dp": 0}, "HE-STL-02", 0, 0),
    ],
)
def test_what_is_easier_for_whom(record: dict[str, Any], cause: str, easier: int, dice: int):
    state = state_of({"H1": {"at": [1, 1], **record}})
    hero = state.models["H1"]
    assert sum(one.value for one in EASIER.all(state, hero, cause)) == -easier
    assert sum(one.value for one in PRACTISED.all(state, hero, cause)) == dice


LOCKED: dict[str, Any] = {
    "map": ["....", "....", ".#+#", "...."],
    "doors": [
        {
            "id": "D1", "at": [2, 1], "type": "normal", "state": "locked", "rule": "HE-DOOR-01",
            "lock": {"kind": "electronic", "difficulty": 2, "hacking": True},
        }
    ],
}  # fmt: skip


@covers("HE-SKL-33", "HE-SKL-47")
@pytest.mark.parametrize(
    ("record", "rule"),
    [
        ({"skills": ["Pick Lock (mechanical)"], "gear": ["lock tools"]}, "HE-SKL-33"),
        ({"skills": ["Pick Lock (electronic)"]}, "HE-SKL-47"),
        ({"gear": ["lock tools"]}, "HE-SKL-33"),
    ],
)
def test_a_lock_is_picked_by_skill_of_its_kind_and_tools_alone(record: dict[str, Any], rule: str):
    game = scene({"H1": {"at": [2, 0], **record}, "O1": {"at": [0, 3], **DOLL}}, **LOCKED)
    assert barred(game, "pick the lock D1") == rule
    assert barred(game, "hack the lock D1") == "HE-SKL-16"


@covers("HE-SKL-33", "HE-SKL-16")
@pytest.mark.parametrize(("skill", "deed"), [("Pick Lock (electronic)", "pick"), ("Hacking", "hack")])
@pytest.mark.parametrize(("dice", "state"), [([6], "closed"), ([3], "locked")])
def test_a_check_of_perception_opens_a_lock_and_a_failure_costs_the_action(
    skill: str, deed: str, dice: list[int], state: str
):
    record = {"skills": [skill], "gear": ["lock tools"]}
    game = scene({"H1": {"at": [2, 0], **record}, "O1": {"at": [0, 3], **DOLL}}, {"check H1": dice}, **LOCKED)
    game.answer(f"{deed} the lock D1")
    assert game.state.doors["D1"].state == state
    assert one(game, "H1").turn.actions == 1
    assert [actions_for(number) for number in (1, 2, 3, 4)] == [1, 1, 2, 2]


@covers("HE-SKL-27", "HE-SKL-28", "HE-SKL-29", "HE-DMG-07")
@pytest.mark.parametrize(("dice", "left"), [([6, 6], 1), ([2, 1], 0)])
def test_a_medic_restores_one_point_however_many_successes(dice: list[int], left: int):
    models = {
        "H1": {"at": [3, 3], "skills": ["Medic"], "traits": {"PER": 2}, "dp": 1},
        "H2": {"at": [4, 4], "dp": 0, "condition": {"clock": 4}},
        "H3": AWAY,
    }
    game = scene(models, {"check H1": dice}, order=[["H3"]])
    assert "treat H1" not in [option.answer for option in game.decision.options()]  # type: ignore[union-attr]
    game.answer("treat H2")
    patient = one(game, "H2")
    assert patient.dp == left
    assert patient.condition.fallen is bool(left)
    assert patient.condition.clock == (0 if left else 4)


@covers("HE-SKL-29", "HE-SKL-28")
def test_the_dead_the_unhurt_and_the_far_are_not_treated():
    models = {
        "H1": {"at": [3, 3], "skills": ["Medic"]},
        "H2": {"at": [3, 4]},
        "H3": {"at": [3, 5], "dp": 1},
        "H4": {"at": [4, 3], "dp": 0, "where": "killed"},
    }
    state = state_of(models)
    medic = state.models["H1"]
    assert not [id for id, each in state.models.items() if can_be_treated(state, medic, each)]
    state.models["H2"].dp = 1
    assert can_be_treated(state, medic, state.models["H2"])


@covers("HE-SKL-44", "HE-SKL-30", "HE-SKL-31")
@pytest.mark.parametrize(("face", "at"), [(1, [5, 6]), (3, [6, 5]), (5, [5, 4]), (8, [4, 6])])
def test_without_its_controller_a_mindless_model_wanders_a_space(face: int, at: list[int]):
    lost = {"skills": ["Mindless"], "controller": "O9", "facing": "N", **ARMED}
    models = {
        "O1": {"at": [5, 5], **lost},
        "O9": {"at": [0, 11], "dp": 0, "condition": {"clock": 6}},
        "H1": {"at": [11, 0], "turn": {"reaction": False}},
    }
    game = scene(models, {"wandering O1": [face]}, order=[["O1"], ["H1"]], step="activate", active="")
    assert one(game, "O1").at == tuple(at)
    assert one(game, "O1").turn.done


@covers("HE-SKL-31")
@pytest.mark.parametrize(("face", "strikes"), [(1, 1), (5, 0)])
def test_it_strikes_whom_it_has_come_beside_and_never_reacts(face: int, strikes: int):
    lost = {"skills": ["Mindless"], "controller": "O9", "facing": "N", **ARMED}
    models = {
        "O1": {"at": [5, 4], **lost},
        "O9": {"at": [0, 11], "dp": 0, "condition": {"clock": 6}},
        "H1": {"at": [5, 6], "facing": "S", "turn": SPENT, **ARMED},
        "H2": AWAY,
    }
    dice = {"wandering O1": [face], "attack O1": [1, 1], "defence H1": [1, 1]}
    game = scene(models, dice, order=[["O1"], ["H2"]], step="activate", active="")
    assert len(told(game, "strike resolved")) == strikes
    assert WHY_NOT_REACT.first(game.state, one(game, "O1")) == "HE-SKL-31"


@covers("HE-SKL-31")
def test_with_a_ranged_weapon_it_shoots_at_who_is_within_three_spaces():
    lost = {"skills": ["Mindless"], "controller": "O9", "facing": "N", **BOW}
    models = {
        "O1": {"at": [5, 4], **lost, "prepared": {"aim": 2, "turn": 1}},
        "O9": {"at": [0, 11], "dp": 0, "condition": {"clock": 6}},
        "H1": {"at": [5, 8], "facing": "S", "turn": SPENT},
        "H2": AWAY,
    }
    dice = {"wandering O1": [1], "attack O1": [1, 1]}
    game = scene(models, dice, order=[["O1"], ["H2"]], step="activate", active="")
    rolls = [each for each in told(game, "dice rolled") if each.facts["why"] == "attack O1"]
    assert len(rolls) == 1
    assert not [text for text in rolls[0].facts["modifiers"] if "aim" in text]


@covers("HE-SKL-44")
def test_with_its_controller_or_one_who_was_never_there_it_acts_as_usual():
    models = {
        "O1": {"at": [5, 4], "skills": ["Mindless"], "controller": "O9", **ARMED},
        "O2": {"at": [7, 4], "skills": ["Mindless"], "controller": "nobody", **ARMED},
        "O9": {"at": [0, 11]},
    }
    state = state_of(models)
    assert not is_without_controller(state, state.models["O1"])
    assert not is_without_controller(state, state.models["O2"])
    state.models["O9"].dp = 0
    assert is_without_controller(state, state.models["O1"])


@covers("HE-SKL-37")
def test_the_soulless_fall_with_their_controller_when_it_is_killed():
    models = {
        "H1": {"at": [3, 3], **ARMED},
        "O1": {"at": [3, 4], "facing": "S", "turn": SPENT, "traits": {"DP": 1}},
        "O2": {"at": [9, 9], "skills": ["Soulless"], "controller": "O1", **DOLL},
        "O3": {"at": [9, 8], "skills": ["Soulless"], "controller": "O2", **DOLL},
        "H2": AWAY,
    }
    game = scene(models, {"attack H1": [6, 3], "defence O1": []}, order=[["H2"]])
    game.answer("strike O1 with longsword")
    game.answer(["2 DP"])
    assert one(game, "O1").where == "killed"
    assert one(game, "O2").where == "killed"


HORROR = {"skills": ["Horrific"], "group": "dolls", "behaviour": "hostage", "turn": {"reaction": False}}


@covers("HE-SKL-17", "HE-SKL-19")
@pytest.mark.parametrize(("start", "checks"), [((5, 2), 1), ((5, 5), 1), ((5, 1), 0)])
def test_a_cohort_that_comes_within_three_spaces_checks_once(start: tuple[int, int], checks: int):
    models = {
        "C1": {"at": list(start), "traits": {"MOT": 2}},
        "O1": {"at": [5, 8], "facing": "S", **HORROR},
        "H1": AWAY,
    }
    game = scene(models, {"check C1": [6, 6] * checks}, order=[["H1"]])
    go(game, start[0], start[1] + 3 if start[1] < 5 else 6)
    found = [each for each in told(game, "check passed") if "HE-SKL-17" in each.rules]
    assert len(found) == checks


@covers("HE-SKL-19")
@pytest.mark.parametrize("record", [{"role": "hero"}, {"skills": ["Horrific"]}])
def test_heroes_and_the_horrific_themselves_fear_nothing(record: dict[str, Any]):
    models = {
        "C1": {"at": [5, 3], "traits": {"MOT": 2}, **record},
        "O1": {"at": [5, 8], "facing": "S", **HORROR},
        "H1": AWAY,
    }
    game = scene(models, order=[["H1"]])
    go(game, 5, 6)
    assert one(game, "C1").at == (5, 6)


@covers("HE-SKL-18")
@pytest.mark.parametrize(("dice", "outcome"), [([6], "check passed"), ([3], "courage lost")])
def test_a_cohort_that_is_approached_checks_at_its_next_activation(dice: list[int], outcome: str):
    models = {
        "O1": {"at": [5, 11], "facing": "S", "skills": ["Horrific"]},
        "C1": {"at": [5, 1], "traits": {"MOT": 1}, "turn": {"reaction": False, "quiet": ["O1"]}},
        "H1": {"at": [5, 0], "turn": SPENT},
    }
    game = scene(models, {"check C1": dice}, order=[["O1"], ["C1"]], step="activate", active="")
    assert told(game, "model frightened")
    assert told(game, outcome)
    assert one(game, "C1").condition.dreads == ()


@covers("HE-SKL-32")
@pytest.mark.parametrize(("dice", "withdraws"), [([6], ""), ([3], "falls back")])
def test_the_mindless_without_controller_check_with_one_die_and_never_rally(dice: list[int], withdraws: str):
    lost = {"skills": ["Mindless"], "controller": "O9"}
    models: dict[str, Any] = {
        "O1": {"at": [5, 5], **lost, "motivation": {"suffered": 2, "hurt": True}},
        "O9": {"at": [0, 11], "dp": 0, "condition": {"clock": 6}},
        "H1": {"at": [11, 0]},
    }
    rest = {"initiative O1": [1, 1], "initiative H1": [6, 6]}
    game = scene(models, {"check O1": dice, **rest}, step="end of activations", active="", turns=9)
    assert one(game, "O1").motivation.withdraws == withdraws
    models["O1"]["motivation"] = {"withdraws": "falls back", "since": 0}
    idle = scene(models, rest, step="end of activations", active="", turns=9)
    assert one(idle, "O1").motivation.withdraws == "falls back"
    models["O9"] = {"at": [0, 11]}
    back = scene(models, order=[["O1"], ["H1"]], step="activate", active="")
    assert one(back, "O1").motivation.withdraws == ""


@covers("HE-SKL-01", "HE-SKL-47")
def test_skills_come_with_the_record_and_work_while_their_owner_is_conscious():
    row = adventure("ember-crypt")
    state = state_of({"H1": {"at": [1, 1], "skills": ["Sneak"]}})
    captain = next(each for each in row.party if each.name == "Shield captain")
    assert captain.skills == ("Master Warrior",)
    hero = state.models["H1"]
    assert works(hero, "Sneak")
    hero.dp = 0
    assert not works(hero, "Sneak")
