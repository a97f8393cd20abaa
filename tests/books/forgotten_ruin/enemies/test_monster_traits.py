"""The specific traits of monsters, one by one."""

from __future__ import annotations

import pytest

from sandtable.books.forgotten_ruin.chapters.aggression.score import aggression_phase
from sandtable.books.forgotten_ruin.chapters.hand_to_hand.fighting import fight_at_once
from sandtable.books.forgotten_ruin.chapters.hits.harm import Hit, damage_bonus
from sandtable.books.forgotten_ruin.chapters.hits.resolution import strike
from sandtable.books.forgotten_ruin.chapters.principles.conventions import gap
from sandtable.books.forgotten_ruin.chapters.saves import saving_throw
from sandtable.books.forgotten_ruin.enemies.activating import enemy_phase_step
from sandtable.books.forgotten_ruin.enemies.arms import is_undead
from sandtable.books.forgotten_ruin.enemies.monsters.attacks import breathe_fire
from sandtable.books.forgotten_ruin.enemies.monsters.presence import is_afraid, knit_wounds
from sandtable.books.forgotten_ruin.modifiers import WHY_NOT_TARGET
from sandtable.books.forgotten_ruin.state import GHOST, Effect, Item, Weapon
from sandtable.books.forgotten_ruin.windows import ACTIVATION_STARTED, WINDOWS, Activation
from sandtable.kernel.check import Needed
from sandtable.kernel.testing import covers
from tests.books.forgotten_ruin.armed import armed, skirmish
from tests.books.forgotten_ruin.enemies.test_monsters import monster
from tests.books.forgotten_ruin.stage import enemy, perform, rule_of, soldier


async def enemy_phase(play):
    """Every enemy unit activates, as in the Enemy Actions phase."""
    while await enemy_phase_step(play):
        pass


async def activation(play):
    """Soldier S1 activates; what the traits of monsters leave of it."""
    now = Activation("A", play.state.soldiers["S1"])
    await WINDOWS.open(play, ACTIVATION_STARTED, now)
    return now.may_move, now.may_attack


def fighting(kind="at once"):
    """Monster and soldier fight now."""

    async def rule(play):
        await fight_at_once(play, play.state.enemies["B1"], play.state.soldiers["S1"], kind=kind)

    return rule


@covers("FR-MON-10")
@pytest.mark.parametrize(("die", "free"), [(3, False), (4, True)])
def test_an_aura_holds_whoever_rolls_less_than_7(die, free):
    state = skirmish(soldier("S1", (18.0, 14.6)), monster(traits=("Aura",)))
    played = perform(state, activation, {"aura S1": [die]})
    assert played.returned == (free, True)


@covers("FR-MON-10")
def test_an_aura_does_not_reach_beyond_4_inches():
    state = skirmish(soldier("S1", (18.0, 14.4)), monster(traits=("Aura",)))
    assert perform(state, activation).rolled() == []


@covers("FR-MON-11")
def test_every_conjuring_monster_adds_aggression():
    state = skirmish(
        soldier("S1"), monster(traits=("Conjurations",)), monster((30.0, 30.0), ("Conjurations",), id="B2")
    )
    played = perform(state, aggression_phase, {"aggression": [1]})
    assert played.state.aggression == 3


@covers("FR-MON-12")
def test_an_ethereal_monster_loses_one_point_a_round():
    async def rule(play):
        hits = [Hit(how="shooting", attacker="S1", damage=4) for _ in range(4)]
        await strike(play, play.state.enemies["B1"], hits)

    state = skirmish(soldier("S1"), monster(traits=("Ethereal",)))
    played = perform(state, rule, {"damage B1": [6, 6, 6, 6]})
    assert played.state.enemies["B1"].monster_points == 3


@covers("FR-MON-13")
@pytest.mark.parametrize(
    ("at", "afraid"),
    [
        ((18.0, 8.0), True),
        ((18.0, 6.0), False),
        ((18.0, 30.0), False),
        ((22.0, 15.5), True),
        ((25.0, 19.0), False),
    ],
)
def test_fear_works_in_front_of_the_monster_within_12_inches(at, afraid):
    state = skirmish(soldier("S1", at), monster((18.0, 20.0), ("Fear",), facing=180.0))
    assert is_afraid(state, state.soldiers["S1"]) is afraid


@covers("FR-MON-13")
def test_fear_costs_1_on_hit_rolls_whatever_the_target():
    from sandtable.books.forgotten_ruin.chapters.shooting.hit_numbers import hit_number

    target = enemy("M1.1", (28.0, 10.0))
    state = skirmish(armed("S1", (18.0, 10.0), "assault rifle"), target, monster((18.0, 20.0), ("Fear",)))
    one = state.soldiers["S1"]
    assert hit_number(state, one, target, one.weapons[0]).number == 5


@covers("FR-MON-14", "FR-LOOT-44")
@pytest.mark.parametrize(("traits", "burnt"), [(("Fire",), []), (("Humanoid", "Wizard", "Fire"), ["S1"])])
def test_the_breath_of_a_dragon_is_no_spell_and_spares_a_ghost(traits, burnt):
    ghost = soldier("S1", (18.0, 5.0), effects=(Effect(GHOST, "FR-LOOT-44"),))
    state = skirmish(ghost, monster((18.0, 20.0), traits))
    dice = {"fire B1": [6], "bearing B1": [90]} if burnt else {}
    played = perform(state, lambda play: breathe_fire(play, play.state.enemies["B1"]), dice)
    assert [one.facts["target"] for one in played.told("Fire")] == burnt


@covers("FR-MON-14", "FR-BIG-14")
def test_fire_bursts_near_a_random_soldier_if_nobody_was_met():
    state = skirmish(soldier("S1", (18.0, 5.0)), soldier("S2", (30.0, 5.0)), monster((18.0, 30.0), ("Fire",)))
    dice = {
        "monster action B1": [3],
        "choose target of B1": [2],
        "fire B1": [4],
        "bearing B1": [360],
    }
    played = perform(state, enemy_phase, dice)
    assert played.told("Fire")[0].facts["at"] == pytest.approx((30.0, 9.0))
    assert played.state.soldiers["S2"].stun == 0


@covers("FR-BIG-14")
def test_a_monster_that_fought_uses_no_ranged_attack():
    state = skirmish(soldier("S1", (18.0, 16.5)), monster((18.0, 20.0), ("Projectiles",)))
    dice = {"monster action B1": [3], "combat B1": [5], "combat S1": [1], "damage S1": [1]}
    assert perform(state, enemy_phase, dice).told("Projectiles") == []


@covers("FR-MON-15")
@pytest.mark.parametrize(("die", "struck"), [(3, True), (4, False)])
def test_a_swoop_covers_twice_the_speed_past_the_nearest_soldier(die, struck):
    roc = monster((18.0, 30.0), ("Flight",), speed=8.0)
    state = skirmish(soldier("S1", (18.0, 22.0), wits=1), roc)
    dice = {
        "monster action B1": [3],
        "swoop B1": [5],
        "evade S1": [die],
        **({"damage S1": [1]} if struck else {}),
    }
    played = perform(state, enemy_phase, dice)
    assert played.state.enemies["B1"].at == pytest.approx((18.0, 14.0))
    assert played.state.soldiers["S1"].knocked_down is struck
    assert played.told("Projectiles") == []


@covers("FR-MON-15")
def test_a_swoop_stops_an_inch_short_of_the_edge():
    roc = monster((18.0, 10.0), ("Flight",), speed=8.0)
    state = skirmish(soldier("S1", (18.0, 6.0)), roc)
    played = perform(state, enemy_phase, {"monster action B1": [3], "swoop B1": [6], "evade S1": [6]})
    assert played.state.enemies["B1"].at == pytest.approx((18.0, 2.0))


@covers("FR-MON-17")
def test_a_struck_survivor_is_hurled_and_knocked_down():
    state = skirmish(soldier("S1", (18.0, 18.5)), monster((18.0, 20.0), ("Hurl",)))
    dice = {"combat B1": [5], "combat S1": [1], "damage S1": [1], "hurl S1": [3], "bearing S1": [90]}
    played = perform(state, fighting(), dice)
    thrown = played.state.soldiers["S1"]
    assert thrown.knocked_down
    # Pushed 1 in by the blow, then thrown 3 + 1 in to the right.
    assert thrown.at == pytest.approx((22.0, 17.5), abs=0.05)


@covers("FR-MON-17")
def test_a_saved_hit_does_not_hurl():
    state = skirmish(soldier("S1", (18.0, 18.5), save=4), monster((18.0, 20.0), ("Hurl",)))
    played = perform(state, fighting(), {"combat B1": [5], "combat S1": [1], "save S1": [4]})
    assert played.state.soldiers["S1"].knocked_down is False


@covers("FR-MON-17")
def test_a_thrown_soldier_stops_half_an_inch_short_of_the_edge():
    state = skirmish(soldier("S1", (18.0, 33.5)), monster((18.0, 32.0), ("Hurl",)))
    dice = {"combat B1": [5], "combat S1": [1], "damage S1": [1], "hurl S1": [6], "bearing S1": [360]}
    played = perform(state, fighting(), dice)
    assert played.state.soldiers["S1"].at[1] == pytest.approx(35.0)


@covers("FR-MON-18")
@pytest.mark.parametrize(("points", "after"), [(6, 7), (7, 7), (1, 2)])
def test_wounds_knit_up_to_one_below_the_start(points, after):
    horror = monster(traits=("Knit wounds",), monster_points=8)
    horror.monster_points = points
    state = skirmish(soldier("S1"), horror)
    assert perform(state, knit_wounds).state.enemies["B1"].monster_points == after


@covers("FR-MON-19")
@pytest.mark.parametrize(("die", "attacks"), [(3, False), (4, True)])
def test_who_is_perplexed_may_move_but_not_attack(die, attacks):
    state = skirmish(soldier("S1", (18.0, 10.0)), monster(traits=("Perplex",)))
    assert perform(state, activation, {"perplex S1": [die]}).returned == (True, attacks)


@covers("FR-MON-20")
@pytest.mark.parametrize(("die", "where"), [(5, "casualty"), (6, "on the table")])
def test_the_poison_of_a_natural_6(die, where):
    state = skirmish(soldier("S1", (18.0, 18.5), save=2), monster((18.0, 20.0), ("Poison",), combat_skill=3))
    played = perform(state, fighting(), {"combat B1": [6], "combat S1": [4], "poison S1": [die]})
    one = played.state.soldiers["S1"]
    assert one.where == where
    assert one.stun == 0
    if where == "on the table":
        assert gap(one, played.state.enemies["B1"]) == pytest.approx(1.0, abs=0.05)


@covers("FR-MON-21")
def test_projectiles_fly_at_the_closest_and_two_more_beside_it():
    state = skirmish(
        soldier("S1", (18.0, 12.0)),
        soldier("S2", (20.0, 12.0)),
        soldier("S3", (16.0, 12.0)),
        soldier("S4", (18.0, 8.0)),
        monster((18.0, 29.0), ("Projectiles",)),
    )
    dice = {
        "monster action B1": [3],
        "projectile S1": [5],
        "projectile S2": [6],
        "projectile S3": [2],
        "damage S1": [1],
        "damage S2": [1],
    }
    played = perform(state, enemy_phase, dice)
    assert played.told("Projectiles")[0].facts["targets"] == ["S1", "S2", "S3"]
    assert [played.state.soldiers[id].stun for id in ("S1", "S2", "S3")] == [1, 1, 0]


def needed(save: Needed | None) -> int:
    """The number of a saving throw that there must be."""
    assert save is not None
    return save.number


@covers("FR-MON-22", "FR-TRF-43")
def test_rending_ignores_saves_except_those_of_magical_armour_and_of_thick_scales():
    state = skirmish(soldier("S1", save=4), monster(traits=("Rend",), combat_skill=4))
    one, hit = state.soldiers["S1"], Hit(how="hand-to-hand", attacker="B1")
    assert saving_throw(state, one, hit) is None
    one.weapons = (Weapon("sword of Guarding", ability="Guarding", magical=True),)
    assert saving_throw(state, one, hit) is None
    one.armour = Item("fitted armor", "armour")
    assert saving_throw(state, one, hit) is None
    one.armour = Item("Armor of Sturdiness", "armour")
    assert needed(saving_throw(state, one, hit)) == 4
    one.armour = None
    friend = state.soldiers["S2"] = soldier("S2", (12.0, 10.0), armour=Item("Armor of Alliance", "armour"))
    assert needed(saving_throw(state, one, hit)) == 6
    friend.where = "left"
    one.transformation, one.upgrades = "The Scaled", ("Thick Scales",)
    assert needed(saving_throw(state, one, hit)) == 5


@covers("FR-MON-05")
@pytest.mark.parametrize(("skill", "bonus"), [(3, 1), (2, 0)])
def test_strong_monsters_strike_harder(skill, bonus):
    state = skirmish(soldier("S1"), monster(combat_skill=skill))
    found = damage_bonus(state, state.soldiers["S1"], Hit(how="hand-to-hand", attacker="B1"))
    assert sum(one.value for one in found) == bonus


@covers("FR-MON-24", "FR-MON-26")
def test_a_swarm_wanders_and_stings_everybody_near():
    swarm = monster((18.0, 20.0), ("Swarm",), monster_points=0)
    state = skirmish(
        soldier("S1", (15.0, 22.5)), soldier("S2", (19.5, 26.8)), enemy("M1.1", (16.2, 26.0)), swarm
    )
    state.mobs["M1"].acted = True
    played = perform(state, enemy_phase, {"bearing B1": [360], "damage S2": [1], "damage M1.1": [3]})
    assert set(played.told("swarm stings")[0].facts["targets"]) == {"S2", "M1.1"}
    assert played.state.enemies["M1.1"].where == "casualty"


@covers("FR-MON-24")
def test_nobody_fights_a_swarm_hand_to_hand():
    state = skirmish(soldier("S1"), monster(traits=("Swarm",)))
    one, swarm = state.soldiers["S1"], state.enemies["B1"]
    assert rule_of(WHY_NOT_TARGET.first(state, one, swarm, "hand-to-hand")) == "FR-MON-24"
    assert WHY_NOT_TARGET.first(state, one, swarm, "shooting") is None


@covers("FR-MON-25")
def test_hits_weaken_a_swarm_and_then_destroy_it():
    async def rule(play):
        await strike(play, play.state.enemies["B1"], [Hit(how="shooting", attacker="S1") for _ in range(3)])

    state = skirmish(soldier("S1"), monster(traits=("Swarm",), monster_points=0))
    played = perform(state, rule, {"swarm B1": [6, 6]})
    assert played.state.enemies["B1"].where == "casualty"
    slow = perform(state, rule, {"swarm B1": [6, 2, 5]})
    assert slow.state.enemies["B1"].is_under("Weakened")


@covers("FR-MON-27")
def test_tentacles_fight_the_two_nearest_within_4_inches_without_danger():
    horror = monster((18.0, 20.0), ("Tentacles",), speed=0.0)
    state = skirmish(
        armed("S1", (18.0, 16.5), "sword"), soldier("S2", (18.0, 24.5)), soldier("S3", (30.0, 5.0)), horror
    )
    dice = {
        "monster action B1": [3],
        "combat B1": [3, 4],
        "combat S1": [5],
        "combat S2": [2],
        "damage S2": [1],
    }
    played = perform(state, enemy_phase, dice)
    assert [event.facts["target"] for event in played.told("Tentacles")] == ["S1", "S2"]
    assert played.state.enemies["B1"].monster_points == 4
    assert played.state.soldiers["S2"].stun == 1


@covers("FR-MON-28", "FR-ENE-08")
def test_undead_monsters_are_undead():
    assert is_undead(monster(traits=("Undead",)))
    assert not is_undead(monster())
    assert not is_undead(soldier("S1"))


@covers("FR-MON-29")
def test_a_wizard_keeps_away_and_casts():
    wizard = monster((18.0, 20.0), ("Humanoid", "Wizard", "Fire"), speed=4.0)
    state = skirmish(soldier("S1", (18.0, 15.0)), wizard)
    dice = {"monster action B1": [3], "fire B1": [6], "bearing B1": [180]}
    played = perform(state, enemy_phase, dice)
    away = gap(played.state.enemies["B1"], played.state.soldiers["S1"])
    assert away > 7.0
    assert played.told("Fire")
