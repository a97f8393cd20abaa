"""Monsters: their action table, Rampaging moves, and the general traits."""

from __future__ import annotations

from itertools import pairwise
from math import hypot

import pytest

from sandtable.books.forgotten_ruin.chapters.hand_to_hand.fighting import fight_at_once
from sandtable.books.forgotten_ruin.chapters.hits.harm import Hit
from sandtable.books.forgotten_ruin.chapters.hits.resolution import knock_down, strike
from sandtable.books.forgotten_ruin.chapters.principles.conventions import gap
from sandtable.books.forgotten_ruin.enemies.activating import enemy_phase_step
from sandtable.books.forgotten_ruin.enemies.monsters.rampaging import best_order
from sandtable.books.forgotten_ruin.modifiers import WHY_NOT_DASH
from sandtable.books.forgotten_ruin.state import Mission
from sandtable.kernel.testing import covers
from tests.books.forgotten_ruin.armed import armed, skirmish
from tests.books.forgotten_ruin.stage import enemy, perform, rule_of, soldier, start


async def enemy_phase(play):
    """Every enemy unit activates, as in the Enemy Actions phase."""
    while await enemy_phase_step(play):
        pass


def monster(at=(18.0, 20.0), traits=(), id="B1", **facts):
    """A monster of four Monster Points with Speed 5 and Combat Skill +2."""
    values = {"speed": 5.0, "combat_skill": 2, "toughness": 4, "monster_points": 4} | facts
    return enemy(id, at, kind="monster", type="Troll", traits=traits, radius=1.0, height=2.5, **values)


@covers("FR-BIG-10", "FR-BIG-11", "FR-BIG-01")
@pytest.mark.parametrize(("traits", "score"), [((), 1), (("Roar",), 2)])
def test_a_summoning_monster_stays_and_raises_the_aggression(traits, score):
    state = skirmish(soldier("S1", (18.0, 5.0)), monster(traits=traits), mission=Mission(campaign_turn=5))
    played = perform(state, enemy_phase, {"monster action B1": [2]})
    assert played.state.enemies["B1"].at == (18.0, 20.0)
    assert played.state.aggression == score


@covers("FR-MON-23")
def test_a_roar_counts_double():
    state = skirmish(soldier("S1", (18.0, 5.0)), monster(traits=("Roar",)))
    assert "FR-MON-23" in perform(state, enemy_phase, {"monster action B1": [1]}).cited()


@covers("FR-BIG-10", "FR-BIG-13")
def test_a_hurt_monster_that_rolls_6_goes_berserk_and_activates_twice():
    hurt = monster(points_lost_this_round=3)
    state = skirmish(soldier("S1", (18.0, 1.0)), hurt)
    played = perform(state, enemy_phase, {"monster action B1": [6]})
    assert played.state.enemies["B1"].at[1] == pytest.approx(10.0, abs=0.1)
    assert played.told("monster action")[0].facts["action"] == "Go Berserk"


@covers("FR-BIG-10")
def test_a_6_without_a_wound_is_a_move_to_attack():
    played = perform(skirmish(soldier("S1", (18.0, 1.0)), monster()), enemy_phase, {"monster action B1": [6]})
    assert played.told("monster action")[0].facts["action"] == "Move to Attack"
    assert played.state.enemies["B1"].at[1] == pytest.approx(15.0, abs=0.01)


@covers("FR-BIG-12", "FR-MON-09")
def test_a_monster_that_reaches_nobody_moves_straight_and_faces_where_it_goes():
    played = perform(
        skirmish(soldier("S1", (30.0, 20.0)), monster()), enemy_phase, {"monster action B1": [3]}
    )
    assert played.state.enemies["B1"].at == pytest.approx((23.0, 20.0), abs=0.01)
    assert played.state.enemies["B1"].facing == pytest.approx(90.0)


@covers("FR-MON-09")
def test_a_monster_that_did_not_move_faces_the_nearest_visible_soldier():
    played = perform(skirmish(soldier("S1", (5.0, 20.0)), monster()), enemy_phase, {"monster action B1": [1]})
    assert played.state.enemies["B1"].facing == pytest.approx(270.0)


@covers("FR-BIG-04", "FR-BIG-05", "FR-BIG-07", "FR-BIG-17")
def test_a_rampaging_monster_fights_one_soldier_shoves_it_and_goes_on_to_the_next():
    # Speed 5, soldier A at 2 in, soldier B at 5 in, both ahead.
    state = skirmish(soldier("S1", (18.0, 16.5)), soldier("S2", (18.0, 13.5)), monster((18.0, 20.0)))
    dice = {
        "monster action B1": [4],
        "combat B1": [5, 5],
        "combat S1": [2],
        "combat S2": [2],
        "damage S1": [1],
        "damage S2": [1],
    }
    played = perform(state, enemy_phase, dice)
    assert played.state.engaged == (("B1", "S1"), ("B1", "S2"))
    assert [event.facts["target"] for event in played.told("monster encounters")] == ["S1", "S2"]
    moved = sum(
        event.facts["inches"] for event in played.told("figure moved") if event.facts["figure"] == "B1"
    )
    assert moved <= 5.01
    assert gap(played.state.enemies["B1"], played.state.soldiers["S1"]) > 0.0
    assert played.state.contacts == ()


@covers("FR-BIG-05")
def test_a_soldier_who_wins_stops_the_monster():
    state = skirmish(
        armed("S1", (18.0, 16.5), "sword"), soldier("S2", (18.0, 13.5)), monster((18.0, 20.0), combat_skill=0)
    )
    dice = {"monster action B1": [4], "combat B1": [2], "combat S1": [5], "damage B1": [6]}
    played = perform(state, enemy_phase, dice)
    assert played.state.enemies["B1"].monster_points == 3
    assert played.told("monster halted")[0].facts["by"] == "S1"
    assert played.state.engaged == (("B1", "S1"),)


@covers("FR-BIG-05", "FR-HTH-13")
def test_on_a_draw_in_a_rampage_both_are_hit_and_the_monster_goes_on():
    state = skirmish(armed("S1", (18.0, 16.5), "sword"), monster((18.0, 20.0), combat_skill=0))
    dice = {
        "monster action B1": [4],
        "combat B1": [4],
        "combat S1": [4],
        "damage B1": [6],
        "damage S1": [1],
    }
    played = perform(state, enemy_phase, dice)
    assert played.state.enemies["B1"].monster_points == 3
    assert played.state.soldiers["S1"].stun == 1
    assert played.told("monster halted") == []


@covers("FR-BIG-02", "FR-MON-07")
def test_a_natural_6_of_a_monster_hits_even_if_it_loses():
    state = skirmish(armed("S1", (18.0, 16.5), "sword", combat_skill=4), monster((18.0, 20.0)))
    dice = {
        "monster action B1": [4],
        "combat B1": [6],
        "combat S1": [5],
        "damage B1": [5],
        "damage S1": [2],
    }
    played = perform(state, enemy_phase, dice)
    assert played.state.enemies["B1"].monster_points == 3
    assert played.state.soldiers["S1"].stun == 1
    assert "FR-BIG-02" in played.cited()
    assert played.told("monster halted")


@covers("FR-BIG-02")
def test_a_winning_6_gives_only_the_one_hit_of_winning():
    state = skirmish(soldier("S1", (18.0, 16.5)), monster((18.0, 20.0)))
    dice = {"monster action B1": [4], "combat B1": [6], "combat S1": [1], "damage S1": [1]}
    played = perform(state, enemy_phase, dice)
    assert played.state.soldiers["S1"].stun == 1


@covers("FR-BIG-03", "FR-BIG-06", "FR-MON-07")
def test_monsters_neither_dash_nor_fall():
    state = skirmish(soldier("S1"), monster())
    assert rule_of(WHY_NOT_DASH.first(state, state.enemies["B1"])) == "FR-BIG-03"

    async def rule(play):
        return knock_down(play, play.state.enemies["B1"], "FR-EXP-09")

    assert perform(state, rule).returned is False


@covers("FR-BIG-12", "FR-BIG-17", "FR-BIG-05")
@pytest.mark.parametrize("aside", [0.0, 0.2, 0.4, 0.7, 1.0])
@pytest.mark.parametrize("speed", [2.0, 4.0, 5.0])
def test_a_monster_whose_straight_way_a_figure_bars_walks_all_of_its_move_round_it(aside, speed):
    met, far = soldier("S1", (18.0 + aside, 18.0)), soldier("S2", (18.0, 2.0))
    state = skirmish(met, far, monster(speed=speed), engaged=(("B1", "S1"),))
    played = perform(state, enemy_phase, {"monster action B1": [4]})
    path = played.told("figure moved")[0].facts["path"]
    assert sum(hypot(v[0] - u[0], v[1] - u[1]) for u, v in pairwise(path)) == pytest.approx(speed, abs=0.01)
    assert played.state.enemies["B1"].at == path[-1]


@covers("FR-EAI-21")
def test_a_figure_of_a_mob_whose_straight_way_another_bars_walks_all_of_its_move_round_it():
    state = skirmish(soldier("S1", (18.0, 2.0)), enemy("M2.1", (18.2, 18.5)), enemy("M1.1", (18.0, 20.0)))
    other = state.enemies["M2.1"]
    state.mobs[other.mob].aware = False
    played = perform(state, enemy_phase, {"awake M2": [1]})
    path = next(one.facts["path"] for one in played.told("figure moved") if one.facts["figure"] == "M1.1")
    assert sum(hypot(v[0] - u[0], v[1] - u[1]) for u, v in pairwise(path)) == pytest.approx(5.0, abs=0.01)


@covers("FR-BIG-07")
def test_each_soldier_is_engaged_once_a_round():
    hurt = monster((18.0, 20.0), points_lost_this_round=1)
    state = skirmish(soldier("S1", (18.0, 16.5)), hurt)
    dice = {"monster action B1": [6], "combat B1": [5], "combat S1": [2], "damage S1": [1]}
    played = perform(state, enemy_phase, dice)
    assert len(played.told("monster encounters")) == 1


@covers("FR-BIG-12")
def test_the_way_that_meets_the_most_soldiers_is_taken():
    async def rule(play):
        order, length = await best_order(play, play.state.enemies["B1"], 5.0)
        return [one.id for one in order], length

    lone = soldier("S1", (18.0, 23.0))
    pair = [soldier("S2", (18.0, 16.5)), soldier("S3", (19.0, 14.0))]
    played = perform(skirmish(lone, *pair, monster((18.0, 20.0))), rule)
    assert played.returned[0] == ["S2", "S3"]


@covers("FR-EAI-19", "FR-BIG-04")
def test_a_rampaging_monster_in_contact_fights_at_once_and_then_moves_on():
    state = skirmish(soldier("S1", (18.0, 18.5)), soldier("S2", (18.0, 5.0)), monster((18.0, 20.0)))
    dice = {"monster action B1": [3], "combat B1": [5], "combat S1": [1], "damage S1": [1]}
    played = perform(state, enemy_phase, dice)
    assert played.state.engaged == (("B1", "S1"),)
    assert played.state.enemies["B1"].at[1] < 19.0


@covers("FR-BIG-08", "FR-BIG-09", "FR-MON-06")
def test_monsters_lose_points_and_fight_on_at_full_strength():
    async def rule(play):
        hits = [Hit(how="shooting", attacker="S1", damage=1) for _ in range(3)]
        await strike(play, play.state.enemies["B1"], hits)

    state = skirmish(soldier("S1", (18.0, 5.0)), monster(save=5))
    played = perform(state, rule, {"damage B1": [3, 2, 6], "save B1": [5, 1]})
    assert played.state.enemies["B1"].monster_points == 3
    assert played.state.enemies["B1"].points_lost_this_round == 1


@covers("FR-BIG-08")
def test_a_monster_without_points_is_destroyed():
    async def rule(play):
        await strike(play, play.state.enemies["B1"], [Hit(how="shooting", attacker="S1")])

    played = perform(skirmish(soldier("S1"), monster(monster_points=1)), rule, {"damage B1": [4]})
    assert played.state.enemies["B1"].where == "casualty"


@covers("FR-BIG-16")
def test_streamlined_monsters_attack_without_a_roll():
    state = skirmish(soldier("S1", (18.0, 1.0)), monster(), switches={"streamlined_enemies": True})
    played = perform(state, enemy_phase)
    assert played.rolled() == []
    assert played.state.enemies["B1"].at[1] == pytest.approx(15.0, abs=0.01)


@covers("FR-MON-16", "FR-BIG-12")
def test_a_humanoid_monster_contacts_one_soldier_and_fights_at_the_end_of_the_phase():
    state = skirmish(
        soldier("S1", (18.0, 16.5)), soldier("S2", (19.2, 16.4)), monster((18.0, 20.0), traits=("Humanoid",))
    )
    played = perform(state, enemy_phase, {"monster action B1": [3]})
    assert len(played.state.contacts) >= 1
    assert [why for why, _ in played.rolled()] == ["monster action B1"]


@covers("FR-EAI-05", "FR-MIS-61")
def test_an_independent_monster_goes_first_and_for_the_closest_figure():
    wild = monster((18.0, 20.0), side="independent")
    state = skirmish(soldier("S1", (18.0, 2.0)), enemy("M1.1", (18.0, 24.5)), wild)
    dice = {"monster action B1": [3], "combat B1": [5], "combat M1.1": [1], "damage M1.1": [6]}
    played = start(state, enemy_phase, dice)
    assert played.told("enemy unit activates")[0].facts["unit"] == "B1"
    assert played.state.enemies["M1.1"].where == "casualty"


@covers("FR-BIG-17", "FR-RND-16", "FR-RND-27")
def test_snap_fire_at_a_monster_has_its_three_moments():
    state = skirmish(
        armed("S1", (30.0, 20.0), "assault rifle", holding=True, die=1),
        soldier("S2", (18.0, 5.0)),
        monster((18.0, 20.0)),
    )
    played = start(state, enemy_phase, {"monster action B1": [3]})
    moments, places = [], []
    while played.game.decision is not None:
        moments.append(played.question.facts["moment"])
        places.append(played.state.enemies["B1"].at)
        played.answer("pass")
    assert moments == ["before", "half-way", "end"]
    far = [hypot(x - 18.0, y - 20.0) for x, y in places]
    assert far == pytest.approx([0.0, 2.5, 5.0], abs=0.01)


@covers("FR-BIG-17", "FR-RND-16")
def test_half_way_is_half_of_the_first_planned_path_though_a_combat_parts_it():
    state = skirmish(
        armed("S3", (30.0, 20.0), "assault rifle", holding=True, die=1),
        soldier("S1", (10.0, 26.0)),
        soldier("S2", (12.0, 23.9)),
        monster((10.0, 29.5)),
    )
    dice = {"monster action B1": [4], "combat B1": [3], "combat S1": [1], "damage S1": [1]}
    played = start(state, enemy_phase, dice)
    played.answer("pass")
    assert played.question.facts["moment"] == "half-way"
    x, y = played.state.enemies["B1"].at
    # 2 in to S1 and 2.62 in to S2 are 4.62 in; half of them are 2.31 in.
    assert 2.0 + hypot(x - 10.0, y - 27.5) == pytest.approx(2.31, abs=0.01)


@covers("FR-HTH-13", "FR-MON-07")
def test_outside_a_rampage_a_draw_hits_only_the_soldier():
    async def rule(play):
        await fight_at_once(play, play.state.soldiers["S1"], play.state.enemies["B1"], kind="at once")

    state = skirmish(armed("S1", (18.0, 18.5), "sword", combat_skill=2), monster((18.0, 20.0)))
    played = perform(state, rule, {"combat B1": [4], "combat S1": [4], "damage S1": [1]})
    assert played.state.enemies["B1"].monster_points == 4


@covers("FR-BIG-04")
def test_the_player_says_whom_a_monster_fights_first_of_several_in_contact():
    state = skirmish(soldier("S1", (17.0, 18.882)), soldier("S2", (19.0, 18.882)), monster((18.0, 20.0)))
    assert gap(state.soldiers["S1"], state.enemies["B1"]) <= 0.01
    dice = {
        "monster action B1": [3],
        "combat B1": [5, 5],
        "combat S1": [1],
        "combat S2": [1],
        "damage S1": [1],
        "damage S2": [1],
    }
    played = start(state, enemy_phase, dice)
    assert played.options() == ["S1", "S2"]
    played.answer("S2").over()
    assert [one for _, one in played.state.engaged] == ["S2", "S1"]
