"""Magical weapons and armours in a fight."""

from __future__ import annotations

import pytest

from sandtable.binding.limits import once
from sandtable.books.forgotten_ruin.chapters.armory import weapon
from sandtable.books.forgotten_ruin.chapters.hand_to_hand.combat import combat_of
from sandtable.books.forgotten_ruin.chapters.hits.harm import Blow, Hit
from sandtable.books.forgotten_ruin.chapters.hits.resolution import strike
from sandtable.books.forgotten_ruin.chapters.saves import saving_throw
from sandtable.books.forgotten_ruin.chapters.shooting.hit_numbers import Shot
from sandtable.books.forgotten_ruin.loot.weapons import sword_of_destruction
from sandtable.books.forgotten_ruin.modifiers import (
    COMBAT_ROLL,
    DAMAGE,
    DAMAGE_DICE,
    DASH,
    EXTRA_HITS,
    POINTS_LOST,
    TO_HIT,
    WHY_CHARGES_ON,
    WHY_COVER_IGNORED,
    WHY_NOT_DASH,
    WHY_NOT_KNOCKED_DOWN,
    WHY_NOT_STUNNED,
    speed,
    toughness,
    value_of,
)
from sandtable.books.forgotten_ruin.state import Item, Stock, Weapon
from sandtable.books.forgotten_ruin.windows import (
    COMBAT_HITS,
    COMBAT_ROLLED,
    VOLLEY_ROLLED,
    WINDOWS,
    Volley,
)
from sandtable.kernel.testing import covers
from tests.books.forgotten_ruin.stage import battle, enemy, number_of, perform, rule_of, soldier


def _magic(ability="", missile=False, **facts):
    far = 18.0 if missile else 0.0
    return Weapon(
        name="magic",
        range_moving=far,
        range_stationary=far,
        shots=int(missile),
        magical=True,
        ability=ability,
        **facts,
    )


def _bearer(ability="", missile=False, **facts):
    return soldier("S1", weapons=(_magic(ability, missile),), **facts)


def _field(*figures, **facts):
    return battle(*figures, stock=Stock(story_points=0), **facts)


def _wearer(name, **facts):
    return soldier("S1", armour=Item(f"Armor of {name}", "armour"), **facts)


@covers("FR-LOOT-10", "FR-LOOT-12", "FR-FIN-14")
@pytest.mark.parametrize(("weapon", "bonus"), [(_magic(hit_bonus=2), 2), (sword_of_destruction(), 3)])
def test_the_hit_bonus_counts_in_the_combat_roll(weapon, bonus):
    one, foe = soldier("S1", weapons=(weapon,)), enemy("M1.1", (10.0, 11.0))
    state = _field(one, foe)
    combat = combat_of(state, one, foe, kind="end of phase")
    combat.weapons["S1"] = weapon
    assert (
        sum(
            each.value
            for each in COMBAT_ROLL.all(state, one, foe, combat)
            if "LOOT" in each.rule or "FIN" in each.rule
        )
        == bonus
    )


@covers("FR-LOOT-11", "FR-LOOT-12")
def test_the_hit_bonus_counts_for_shots():
    bow = _magic(missile=True, hit_bonus=1)
    one, foe = soldier("S1", weapons=(bow,)), enemy("M1.1")
    assert value_of(0, TO_HIT.all(_field(one, foe), Shot(one, foe, bow))) == 1


@covers("FR-LOOT-13")
def test_some_weapons_hurt_monsters_and_champions_more():
    weapon = _magic(damage_bonus=1, traits=("magical", "great +3"))
    plain, champion = enemy("M1.1"), enemy("M1.2", (12.0, 20.0), is_champion=True)
    state = _field(soldier("S1"), plain, champion)
    hit = Hit(how="hand-to-hand", attacker="S1", weapon=weapon)
    assert value_of(0, DAMAGE.all(state, plain, hit)) == 1
    assert value_of(0, DAMAGE.all(state, champion, hit)) == 3


def _blow(weapon, face=4, target=None, how="hand-to-hand"):
    return Blow(attacker=soldier("S1"), target=target or enemy("M1.1"), weapon=weapon, how=how, faces=(face,))


@covers("FR-LOOT-13", "FR-LOOT-17", "FR-LOOT-22")
@pytest.mark.parametrize(
    ("blow", "more"),
    [
        (_blow(_magic(traits=("hits twice",))), 1),
        (_blow(_magic("Deep strikes"), 6), 1),
        (_blow(_magic("Deep strikes"), 5), 0),
        (_blow(_magic("Destruction", True), 4, enemy("B1", kind="monster", monster_points=3), "shooting"), 1),
        (_blow(_magic("Destruction", True), 4, None, "shooting"), 0),
    ],
)
def test_weapons_that_hit_more_than_once(blow, more):
    assert value_of(0, EXTRA_HITS.all(_field(), blow)) == more


@covers("FR-LOOT-22")
def test_destruction_rolls_damage_twice_except_against_monsters():
    hit = Hit(how="shooting", attacker="S1", weapon=_magic("Destruction", True))
    state = _field(soldier("S1"))
    assert value_of(1, DAMAGE_DICE.all(state, enemy("M1.1"), hit)) == 2
    assert value_of(1, DAMAGE_DICE.all(state, enemy("B1", kind="monster", monster_points=3), hit)) == 1


@covers("FR-LOOT-15")
def test_quickness_charges_on_once_a_phase():
    one = _bearer("Quickness")
    assert rule_of(WHY_CHARGES_ON.first(_field(one), one, one.weapons[0])) == "FR-LOOT-15"
    one.used = (once("phase", "FR-LOOT-15"),)
    assert WHY_CHARGES_ON.first(_field(one), one, one.weapons[0]) is None


@covers("FR-LOOT-16")
def test_parrying_makes_an_enemy_reroll_its_die_once_a_phase():
    state = _field(_bearer("Parrying"), enemy("M1.1", (10.0, 11.0)))

    async def rolled(play):
        combat = combat_of(
            play.state, play.state.soldiers["S1"], play.state.enemies["M1.1"], kind="end of phase"
        )
        combat.dice = {"S1": [3], "M1.1": [6]}
        combat.bonus = {"S1": [0], "M1.1": [0]}
        combat.weapons = {"S1": play.state.soldiers["S1"].weapons[0]}
        await WINDOWS.open(play, COMBAT_ROLLED, combat)
        return combat.dice["M1.1"]

    played = perform(state, rolled, {"parried M1.1": [2]}, ["Parrying"])
    assert played.returned == [2]
    assert played.state.soldiers["S1"].has_used(once("phase", "parry"))


@covers("FR-LOOT-16", "FR-LOOT-06")
def test_a_parrying_weapon_that_is_merely_carried_parries_nothing():
    state = _field(_bearer("Parrying"), enemy("M1.1", (10.0, 11.0)))

    async def rolled(play):
        combat = combat_of(play.state, play.state.soldiers["S1"], play.state.enemies["M1.1"])
        combat.dice = {"S1": [3], "M1.1": [6]}
        combat.weapons = {"S1": weapon("sword")}
        await WINDOWS.open(play, COMBAT_ROLLED, combat)
        return combat.dice["M1.1"]

    assert perform(state, rolled).returned == [6]


@covers("FR-LOOT-18")
def test_strength_keeps_from_being_stunned():
    one = _bearer("Strength")
    assert rule_of(WHY_NOT_STUNNED.first(_field(one), one, None)) == "FR-LOOT-18"


@covers("FR-LOOT-19", "FR-SAV-03")
def test_guarding_saves_and_makes_armour_better():
    one = _bearer("Guarding")
    assert number_of(saving_throw(_field(one), one, Hit())) == 6
    one.armour = Item("Armor of Movement", "armour")
    assert number_of(saving_throw(_field(one), one, Hit())) == 4


@covers("FR-LOOT-20")
def test_slaying_takes_two_monster_points_for_one():
    hit = Hit(how="hand-to-hand", attacker="S1", weapon=_magic("Slaying"))
    assert value_of(1, POINTS_LOST.all(_field(), enemy("B1", kind="monster", monster_points=6), hit)) == 2
    assert value_of(1, POINTS_LOST.all(_field(), enemy("M1.1", monster_points=2), hit)) == 1


@covers("FR-LOOT-23")
def test_piercing_shots_leave_no_saving_throw():
    foe = enemy("M1.1", save=2)
    assert saving_throw(_field(foe), foe, Hit(weapon=_magic("Piercing", True))) is None


@covers("FR-LOOT-24")
def test_keenness_adds_two_hits_after_a_natural_six_and_no_more():
    state = _field(soldier("S1"), enemy("B1", kind="monster", monster_points=6, toughness=5))
    hit = Hit(how="shooting", attacker="S1", weapon=_magic("Keenness", True))
    played = perform(
        state, lambda play: strike(play, play.state.enemies["B1"], [hit]), {"damage B1": [6, 6, 2]}
    )
    assert played.state.enemies["B1"].monster_points == 4


@covers("FR-LOOT-25")
def test_a_kill_with_fear_adds_two_morale_dice():
    state = _field(_bearer("Fear", True), enemy("M1.1"), enemy("M1.2", (12.0, 20.0)))
    hit = Hit(how="shooting", attacker="S1", weapon=_magic("Fear", True))
    played = perform(
        state, lambda play: strike(play, play.state.enemies["M1.1"], [hit]), {"damage M1.1": [6]}
    )
    assert played.state.mobs["M1"].extra_morale == 2


@covers("FR-LOOT-26")
def test_seeking_ignores_cover():
    one, foe = _bearer("Seeking", True), enemy("M1.1")
    assert rule_of(WHY_COVER_IGNORED.first(_field(one, foe), Shot(one, foe, one.weapons[0]))) == "FR-LOOT-26"


@covers("FR-LOOT-27")
def test_impact_knocks_down_whom_it_strikes():
    state = _field(soldier("S1"), enemy("M1.1", toughness=5))
    hit = Hit(how="shooting", attacker="S1", weapon=_magic("Impact", True))
    played = perform(
        state, lambda play: strike(play, play.state.enemies["M1.1"], [hit]), {"damage M1.1": [2]}
    )
    assert played.state.enemies["M1.1"].knocked_down


@covers("FR-LOOT-66")
def test_enchanted_oil_adds_to_hit_and_damage():
    rifle = Weapon(name="assault rifle", range_moving=24, range_stationary=36, shots=1, oiled=True)
    one, foe = soldier("S1", weapons=(rifle,)), enemy("M1.1")
    state = _field(one, foe)
    assert value_of(0, TO_HIT.all(state, Shot(one, foe, rifle))) == 1
    assert value_of(0, DAMAGE.all(state, foe, Hit(attacker="S1", weapon=rifle))) == 1


# ---- Armours ------------------------------------------------------------------------------------


@covers("FR-LOOT-29", "FR-LOOT-37", "FR-LOOT-33")
@pytest.mark.parametrize(
    ("name", "round", "number"),
    [("Movement", 2, 5), ("Sturdiness", 2, 4), ("Hurry", 1, 1), ("Hurry", 3, 3), ("Hurry", 7, None)],
)
def test_what_armours_save(name, round, number):
    one = _wearer(name)
    found = saving_throw(_field(one, round=round), one, Hit())
    assert (found.number if found else None) == number


@covers("FR-LOOT-30")
def test_the_armour_of_alliance_covers_friends():
    wearer, friend = _wearer("Alliance"), soldier("S2", (14.0, 10.0))
    state = _field(wearer, friend, soldier("S3", (30.0, 30.0)))
    assert number_of(saving_throw(state, friend, Hit())) == 6
    assert number_of(saving_throw(state, wearer, Hit())) == 5
    assert saving_throw(state, state.soldiers["S3"], Hit()) is None


@covers("FR-LOOT-34")
def test_the_armour_of_movement_is_faster_and_dashes_farther():
    one = _wearer("Movement")
    assert speed(_field(one), one) == 6.0
    assert value_of(3, DASH.all(_field(one), one)) == 4


@covers("FR-LOOT-35")
@pytest.mark.parametrize(("printed", "changed", "counts"), [(3, "", 4), (6, "", 6), (5, "The Minotaur", 6)])
def test_the_armour_of_resilience_is_tougher_up_to_six(printed, changed, counts):
    one = _wearer("Resilience", toughness=printed, transformation=changed)
    assert toughness(_field(one), one) == counts


@covers("FR-LOOT-37")
def test_the_armour_of_sturdiness_neither_dashes_nor_falls():
    one = _wearer("Sturdiness")
    assert rule_of(WHY_NOT_DASH.first(_field(one), one)) == "FR-LOOT-37"
    assert rule_of(WHY_NOT_KNOCKED_DOWN.first(_field(one), one)) == "FR-LOOT-37"


@covers("FR-LOOT-32")
def test_every_arrow_that_hits_a_deflecting_armour_is_rolled_again():
    state = _field(_wearer("Deflection"), enemy("M1.1"), enemy("M1.2", (12.0, 20.0)))

    async def shot(play):
        archers = [play.state.enemies["M1.1"], play.state.enemies["M1.2"]]
        volley = Volley("A", play.state.soldiers["S1"], archers, [5, 3], [5, 5])
        await WINDOWS.open(play, VOLLEY_ROLLED, volley)
        return volley.faces

    assert perform(state, shot, {"deflected M1.1": [4]}).returned == [4, 3]


def _fought(state, window, dice):
    async def rule(play):
        combat = combat_of(
            play.state, play.state.soldiers["S1"], play.state.enemies["M1.1"], kind="end of phase"
        )
        combat.dice = dice
        combat.weapons = {id: weapon("sword") for id in combat.figures}
        combat.hits = {"S1": [Hit(damage=1, how="hand-to-hand", attacker="M1.1", unit="M1")]}
        await WINDOWS.open(play, window, combat)
        return combat.forced, {id: len(hits) for id, hits in combat.hits.items()}

    return perform(state, rule).returned


@covers("FR-LOOT-31")
def test_a_dazzled_opponent_loses_and_takes_one_hit_more():
    state = _field(_wearer("Brightness"), enemy("M1.1", (10.0, 11.0)))
    assert _fought(state, COMBAT_ROLLED, {"S1": [3], "M1.1": [1]})[0] == "S1"
    assert _fought(state, COMBAT_HITS, {"S1": [3], "M1.1": [1]})[1]["M1.1"] == 1


@covers("FR-LOOT-36")
def test_whoever_strikes_a_retaliating_armour_takes_the_blow_too():
    state = _field(_wearer("Retaliation"), enemy("M1.1", (10.0, 11.0)))
    assert _fought(state, COMBAT_HITS, {"S1": [3], "M1.1": [5]})[1] == {"S1": 1, "M1.1": 1}
