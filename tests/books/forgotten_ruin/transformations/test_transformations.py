"""Transformations: how they come, and what each of them does."""

from __future__ import annotations

import pytest

from sandtable.binding.limits import Limit, once
from sandtable.books.forgotten_ruin.chapters.activations.actions import ACTIONS
from sandtable.books.forgotten_ruin.chapters.explosions.explosions import explode
from sandtable.books.forgotten_ruin.chapters.hits.harm import Blow, Hit
from sandtable.books.forgotten_ruin.chapters.hits.resolution import strike
from sandtable.books.forgotten_ruin.chapters.saves import saving_throw
from sandtable.books.forgotten_ruin.modifiers import (
    COMBAT_SKILL,
    DASH_BASE,
    EXTRA_HITS,
    MORALE_DICE,
    RANGE,
    STRAIGHT_SPEED,
    TIMES_FIRED,
    WHY_CHARGES_ON,
    WHY_COVER_IGNORED,
    WHY_FLYING,
    WHY_NOT_STUNNED,
    WHY_NOT_TARGET,
    WHY_STEADY,
    WHY_UNTROUBLED,
    reactions,
    toughness,
    value_of,
    wits,
)
from sandtable.books.forgotten_ruin.state import Mob, Stock, Weapon
from sandtable.books.forgotten_ruin.transformations.bodies import green_bow
from sandtable.books.forgotten_ruin.transformations.gaining import (
    affordable,
    after_exposure,
    give_upgrade,
)
from sandtable.books.forgotten_ruin.transformations.transformation_tables import (
    transformation_tables,
    upgrades_of,
)
from sandtable.books.forgotten_ruin.windows import (
    ACTIVATION_STARTED,
    BATTLE_STARTED,
    WINDOWS,
    Activation,
    BattleStart,
)
from sandtable.kernel.testing import covers
from sandtable.table.terrain import Piece, box_outline
from tests.books.forgotten_ruin.stage import battle, enemy, number_of, perform, rule_of, soldier, start

SWORD = Weapon(name="sword")


def _field(*figures, exposure=0, **facts):
    return battle(*figures, stock=Stock(story_points=0, exposure=exposure), **facts)


def _struck(state, hits, dice, answers=()):
    return perform(state, lambda play: strike(play, play.state.soldiers["S1"], hits), dice, answers)


def _bite(**facts):
    return Hit(how="hand-to-hand", attacker="M1.1", unit="M1", **facts)


# ---- Gaining ------------------------------------------------------------------------------------


@covers("FR-INV-09", "FR-TRF-01", "FR-TRF-03", "FR-TRF-07")
def test_three_exposure_transform_a_grunt_by_one_roll():
    state = _field(soldier("S1", spells=("Bane",)), exposure=3)
    played = perform(
        state,
        lambda play: after_exposure(play, play.state.soldiers["S1"]),
        {"d100 transformation": [5, 8]},
        ["one roll"],
    )
    one = played.state.soldiers["S1"]
    assert (one.transformation, one.is_personality) == ("The Minotaur", False)
    assert played.state.stock.exposure == 0


@covers("FR-TRF-01")
def test_four_exposure_are_two_rolls_of_which_one_is_taken():
    state = _field(soldier("S1", spells=("Bane",)), exposure=4)
    dice = {"d100 transformation": [1, 5, 7, 10]}
    played = start(state, lambda play: after_exposure(play, play.state.soldiers["S1"]), dice).answer(
        "two rolls"
    )
    assert played.options() == ["The Centaur", "The Scaled"]
    assert played.answer("The Scaled").over().state.soldiers["S1"].transformation == "The Scaled"


@covers("FR-TRF-04", "FR-TRF-08")
def test_where_nobody_casts_spells_the_arcane_may_be_taken_and_knows_three_spells():
    state = _field(soldier("S1"), exposure=3)
    played = perform(
        state,
        lambda play: after_exposure(play, play.state.soldiers["S1"]),
        {"d100 spell": [10, 1, 10, 10, 10, 1, 10, 7]},
        ["The Arcane"],
    )
    assert played.state.soldiers["S1"].spells == ("Magic Darts", "Bane", "Earth-grasp")


@covers("FR-INV-09")
def test_two_exposure_change_nobody():
    assert perform(
        _field(soldier("S1"), exposure=2), lambda play: after_exposure(play, play.state.soldiers["S1"])
    )


@covers("FR-INV-10", "FR-TRF-05", "FR-TRF-06")
def test_a_transformed_finder_may_buy_an_upgrade_at_once():
    state = _field(soldier("S1", transformation="The Minotaur"), exposure=2)
    played = start(state, lambda play: after_exposure(play, play.state.soldiers["S1"]))
    assert played.options() == ["nothing", "Hulk", "Horns"]
    played.answer("Hulk").over()
    assert played.state.soldiers["S1"].upgrades == ("Hulk",)
    assert played.state.stock.exposure == 0


@covers("FR-TRF-05")
def test_upgrades_are_offered_before_the_battle_as_long_as_there_is_exposure():
    minotaur = soldier("S1", transformation="The Minotaur")
    state = _field(minotaur, soldier("S2", transformation="The Green"), soldier("S3"), exposure=3)

    async def begins(play):
        await WINDOWS.open(play, BATTLE_STARTED, BattleStart("A"))

    played = start(state, begins, {}).answer("buy an upgrade", "S1", "Hulk", "S2", "Keen Archery")
    found = played.over().state.soldiers
    assert (found["S1"].upgrades, found["S2"].upgrades) == (("Hulk",), ("Keen Archery",))
    assert played.state.stock.exposure == 0


@covers("FR-TRF-11")
def test_nobody_pays_for_an_apprentice_where_nobody_can_be_one():
    state = _field(soldier("S1", transformation="The Arcane"), exposure=2)
    assert [one.name for one in affordable(state, state.soldiers["S1"])] == ["The Sight"]
    state.soldiers["S2"] = soldier("S2")
    assert [one.name for one in affordable(state, state.soldiers["S1"])] == ["The Sight", "Apprentice"]


@covers("FR-TRF-05", "FR-TRF-06")
def test_an_upgrade_is_bought_once_for_its_price():
    state = _field(soldier("S1", transformation="The Scaled", upgrades=("Cold-blooded",)), exposure=1)
    assert [one.name for one in affordable(state, state.soldiers["S1"])] == ["Thick Scales"]
    assert {one.transformation for one in transformation_tables().upgrades} == {
        one.name for one in transformation_tables().transformations
    }


@covers("FR-TRF-10", "FR-TRF-11")
def test_the_arcane_learn_and_teach():
    master = soldier("S1", transformation="The Arcane", spells=("Bane",))
    state = _field(master, soldier("S2", (14.0, 10.0)), soldier("S3", (18.0, 10.0)), exposure=5)
    rows = {one.name: one for one in upgrades_of("The Arcane")}
    learned = perform(
        state,
        lambda play: give_upgrade(play, play.state.soldiers["S1"], rows["Spell Acquisition"]),
        answers=["Mute"],
    )
    assert learned.state.soldiers["S1"].spells == ("Bane", "Mute")
    taught = perform(
        learned.state,
        lambda play: give_upgrade(play, play.state.soldiers["S1"], rows["Apprentice"]),
        {"choose spell": [2]},
        ["S2"],
    )
    apprentice = taught.state.soldiers["S2"]
    assert (apprentice.transformation, apprentice.spells) == ("The Arcane", ("Mute",))


# ---- Numbers ------------------------------------------------------------------------------------


@covers("FR-TRF-31", "FR-TRF-35")
@pytest.mark.parametrize(
    ("transformation", "printed", "counts"),
    [("The Minotaur", 5, 6), ("The Minotaur", 6, 6), ("The Savage", 3, 4), ("The Green", 3, 3)],
)
def test_some_bodies_are_tougher_up_to_six(transformation, printed, counts):
    one = soldier("S1", transformation=transformation, toughness=printed)
    assert toughness(_field(one), one) == counts


@covers("FR-TRF-09")
def test_the_sight_adds_two_to_wits():
    one = soldier("S1", transformation="The Arcane", upgrades=("The Sight",), wits=1)
    assert wits(_field(one), one) == 3


@covers("FR-TRF-42")
def test_the_cold_blooded_are_quicker_in_the_jungle():
    one = soldier("S1", transformation="The Scaled", upgrades=("Cold-blooded",))
    state = _field(one)
    assert reactions(state, one) == 2
    state.mission.region = "Jungle"
    assert reactions(state, one) == 3


@covers("FR-TRF-12")
def test_a_centaur_gallops():
    one = soldier("S1", transformation="The Centaur")
    state = _field(one)
    assert value_of(5, STRAIGHT_SPEED.all(state, one)) == 7
    assert [each.value for each in DASH_BASE.all(state, one)] == [3]


@covers("FR-TRF-19", "FR-TRF-39", "FR-TRF-43", "FR-TRF-53", "FR-TRF-56", "FR-TRF-25")
@pytest.mark.parametrize(
    ("transformation", "upgrades", "number"),
    [
        ("The Cursed", (), 6),
        ("The Scaled", (), 6),
        ("The Scaled", ("Thick Scales",), 5),
        ("The Swarm", (), 5),
        ("The Swarm", ("Chitinous",), 4),
        ("The Divine", ("Divine Aura",), 6),
    ],
)
def test_bodies_with_saving_throws(transformation, upgrades, number):
    one = soldier("S1", transformation=transformation, upgrades=upgrades)
    assert number_of(saving_throw(_field(one), one, _bite())) == number


@covers("FR-TRF-25", "FR-TRF-44")
def test_the_aura_covers_allies_within_six_inches_but_never_a_scoundrel():
    divine = soldier("S2", (14.0, 10.0), transformation="The Divine", upgrades=("Divine Aura",))
    ally, rogue = soldier("S1"), soldier("S3", (12.0, 12.0), transformation="The Scoundrel")
    far = soldier("S4", (30.0, 30.0))
    state = _field(divine, ally, rogue, far)
    assert number_of(saving_throw(state, ally, _bite())) == 6
    assert saving_throw(state, rogue, _bite()) is None
    assert saving_throw(state, far, _bite()) is None


@covers("FR-TRF-21")
def test_who_regenerates_cannot_be_stunned():
    one = soldier("S1", transformation="The Cursed", upgrades=("Regeneration",))
    assert rule_of(WHY_NOT_STUNNED.first(_field(one), one, None)) == "FR-TRF-21"


@covers("FR-TRF-30")
def test_a_minotaur_fires_heavy_weapons_after_a_full_move():
    one = soldier("S1", transformation="The Minotaur", moved=5.0)
    assert (
        rule_of(WHY_STEADY.first(_field(one), one, Weapon(name="squad automatic weapon", traits=("heavy",))))
        == "FR-TRF-30"
    )


@covers("FR-TRF-38")
@pytest.mark.parametrize(("faces", "more"), [((6, 6), 1), ((6, 4), 0)])
def test_two_sixes_of_blood_instincts_hit_once_more(faces, more):
    one, foe = soldier("S1", transformation="The Savage", upgrades=("Blood Instincts",)), enemy("M1.1")
    blow = Blow(attacker=one, target=foe, weapon=SWORD, how="hand-to-hand", faces=faces)
    assert value_of(0, EXTRA_HITS.all(_field(one, foe), blow)) == more


@covers("FR-TRF-37")
def test_a_war_cry_adds_a_morale_die_to_mobs_within_eight_inches():
    one = soldier("S1", (10.0, 10.0), transformation="The Savage", upgrades=("War Cry",))
    state = _field(one, enemy("M1.1", (10.0, 19.0)), enemy("M2.1", (10.0, 30.0)))
    assert value_of(2, MORALE_DICE.all(state, state.mobs["M1"])) == 3
    assert value_of(2, MORALE_DICE.all(state, state.mobs["M2"])) == 2
    assert isinstance(state.mobs["M1"], Mob)


@covers("FR-TRF-34")
def test_a_savage_follows_up_into_combat_once_a_phase():
    one = soldier("S1", transformation="The Savage")
    state = _field(one)
    assert rule_of(WHY_CHARGES_ON.first(state, one, None)) == "FR-TRF-34"
    one.used = (once("phase", "FR-TRF-34"),)
    assert WHY_CHARGES_ON.first(state, one, None) is None


@covers("FR-TRF-49")
def test_wings_fly_and_throw_farther():
    one = soldier("S1", transformation="The Skyborne")
    state = _field(one)
    assert rule_of(WHY_FLYING.first(state, one)) == "FR-TRF-49"
    assert value_of(6, RANGE.all(state, one, Weapon(name="hand grenades"))) == 9


@covers("FR-TRF-26", "FR-TRF-39")
def test_the_green_and_the_scaled_are_at_home_in_their_ground():
    wood = Piece("W", "forest", box_outline(0, 0, 4, 4), traits=("area", "difficult", "natural"))
    swamp = Piece("P", "swamp", box_outline(5, 5, 9, 9), traits=("field", "difficult"))
    green, scaled = soldier("S1", transformation="The Green"), soldier("S2", transformation="The Scaled")
    state = _field(green, scaled)
    assert rule_of(WHY_UNTROUBLED.first(state, green, wood)) == "FR-TRF-26"
    assert rule_of(WHY_UNTROUBLED.first(state, scaled, swamp)) == "FR-TRF-39"
    assert WHY_UNTROUBLED.first(state, soldier("S3"), wood) is None


@covers("FR-TRF-27", "FR-TRF-28")
def test_the_bow_of_the_green_ignores_cover_and_is_shot_twice_by_the_keen_who_stand_still():
    from sandtable.books.forgotten_ruin.chapters.shooting.hit_numbers import Shot

    one = soldier("S1", transformation="The Green", upgrades=("Keen Archery",), weapons=(green_bow(),))
    foe = enemy("M1.1", save=2)
    state = _field(one, foe)
    assert rule_of(WHY_COVER_IGNORED.first(state, Shot(one, foe, green_bow()))) == "FR-TRF-27"
    assert value_of(1, TIMES_FIRED.all(state, one, green_bow())) == 2
    one.moved = 1.0
    assert value_of(1, TIMES_FIRED.all(state, one, green_bow())) == 1
    arrow = Hit(how="shooting", attacker="S1", weapon=green_bow(), natural=5)
    assert number_of(saving_throw(state, foe, arrow)) == 2
    arrow.natural = 6
    assert saving_throw(state, foe, arrow) is None


@covers("FR-TRF-40")
def test_a_scaled_soldier_in_water_neither_attacks_nor_is_attacked():
    pond = Piece("P", "deep water", box_outline(8, 8, 12, 12), traits=("field", "impassable", "water"))
    one, foe = soldier("S1", (10.0, 10.0), transformation="The Scaled"), enemy("M1.1")
    state = _field(one, foe, terrain=[pond])
    assert rule_of(WHY_NOT_TARGET.first(state, foe, one, "shooting")) == "FR-TRF-40"
    assert rule_of(WHY_NOT_TARGET.first(state, one, foe, "shooting")) == "FR-TRF-40"


@covers("FR-TRF-47")
def test_who_moves_silently_is_not_targeted_from_beyond_eight_inches():
    from sandtable.books.forgotten_ruin.state import Effect

    one = soldier("S1", (10.0, 10.0), effects=(Effect("silent movement", "FR-TRF-47"),))
    near, far = enemy("M1.1", (10.0, 18.5)), enemy("M2.1", (10.0, 25.0))
    state = _field(one, near, far)
    assert WHY_NOT_TARGET.first(state, near, one, "shooting") is None
    assert rule_of(WHY_NOT_TARGET.first(state, far, one, "shooting")) == "FR-TRF-47"
    assert WHY_NOT_TARGET.first(state, near, one, "hand-to-hand") is None
    assert rule_of(WHY_NOT_TARGET.first(state, far, one, "hand-to-hand")) == "FR-TRF-47"


# ---- Powers -------------------------------------------------------------------------------------


@covers("FR-TRF-17", "FR-TRF-18")
def test_the_cursed_becomes_an_animal_by_an_action():
    state = _field(soldier("S1", transformation="The Cursed"), enemy("B1", kind="monster", monster_points=4))
    change = ACTIONS["Change shape"]
    one = state.soldiers["S1"]
    assert len(change.candidates(state, one, Activation("A", one))) == 1
    played = perform(state, lambda play: change.carry_out(play, play.state.soldiers["S1"], True))
    one = played.state.soldiers["S1"]
    assert change.candidates(played.state, one, Activation("A", one)) == []
    assert value_of(0, COMBAT_SKILL.all(played.state, one)) == 1
    assert [each.value for each in DASH_BASE.all(played.state, one)] == [5]
    blow = Blow(attacker=one, target=played.state.enemies["B1"], weapon=SWORD, how="hand-to-hand", faces=(4,))
    assert value_of(1, EXTRA_HITS.all(played.state, blow)) == 2


@covers("FR-TRF-32")
def test_a_hulk_ignores_the_first_hit_that_would_fell_it_before_luck():
    state = _field(soldier("S1", transformation="The Minotaur", upgrades=("Hulk",), luck=1), enemy("M1.1"))
    played = _struck(state, [_bite()], {"damage S1": [6]})
    one = played.state.soldiers["S1"]
    assert one.on_table
    assert (one.luck, one.has_used(Limit("Hulk"))) == (1, True)


@covers("FR-TRF-45")
def test_a_scoundrel_dodges_on_five_even_what_allows_no_saving_throw():
    state = _field(soldier("S1", transformation="The Scoundrel"), enemy("M1.1", (10.0, 11.0)))
    played = _struck(state, [_bite(traits=("no saves",))], {"dodge S1": [5]}, ["hold"])
    assert played.state.soldiers["S1"].on_table
    fallen = _struck(
        _field(soldier("S1", transformation="The Scoundrel"), enemy("M1.1", (10.0, 11.0))),
        [_bite()],
        {"dodge S1": [4], "damage S1": [6]},
    )
    assert fallen.state.soldiers["S1"].where == "casualty"


@covers("FR-TRF-22")
def test_the_divine_negates_magic_aimed_at_a_soldier_near_and_in_sight():
    state = _field(
        soldier("S1", (10.0, 10.0)), soldier("S2", (14.0, 10.0), transformation="The Divine"), enemy("M1.1")
    )
    curse = Hit(how="spell", attacker="M1.1", unit="M1", traits=("magical", "no saves"))
    assert _struck(state, [curse], {"negate S2": [4]}).state.soldiers["S1"].stun == 0
    again = _field(
        soldier("S1", (10.0, 10.0)), soldier("S2", (14.0, 10.0), transformation="The Divine"), enemy("M1.1")
    )
    assert _struck(again, [curse], {"negate S2": [3], "damage S1": [2]}).state.soldiers["S1"].stun == 1


@covers("FR-TRF-22")
@pytest.mark.parametrize(("die", "stunned"), [(4, 0), (3, 1)])
def test_against_a_magical_blast_the_divine_roll_once_whoever_is_in_it(die, stunned):
    state = _field(
        soldier("S1", (10.0, 10.0)),
        soldier("S2", (11.5, 10.0)),
        soldier("S3", (10.0, 14.0), transformation="The Divine"),
        enemy("B1", (10.0, 30.0), kind="monster", monster_points=4),
    )

    async def fire(play):
        await explode(play, (10.7, 10.0), 2.0, 0, attacker="B1", unit="B1", traits=("magical",))

    dice = {"negate S3": [die]} | ({"damage S1": [1], "damage S2": [1]} if stunned else {})
    played = perform(state, fire, dice)
    assert [played.state.soldiers[one].stun for one in ("S1", "S2")] == [stunned, stunned]


@covers("FR-TRF-23")
def test_a_prayer_saves_another_soldier_once_a_battle():
    state = _field(soldier("S1"), soldier("S2", (14.0, 10.0), transformation="The Divine"), enemy("M1.1"))
    played = _struck(state, [_bite()], {"damage S1": [6]}, ["protective prayer"])
    assert played.state.soldiers["S1"].on_table
    again = _struck(played.state, [_bite()], {"damage S1": [6]})
    assert again.state.soldiers["S1"].where == "casualty"


@covers("FR-TRF-24")
def test_awe_makes_even_the_fearless_roll_three_morale_dice():
    state = _field(
        soldier("S1", (10.0, 10.0), transformation="The Divine", upgrades=("Inspire Awe",)),
        enemy("M1.1", (10.0, 14.0)),
        enemy("M1.2", (11.5, 14.0)),
        mobs={"M1": Mob(id="M1", type="Orcs", is_fearless=True)},
    )
    rule = lambda play: WINDOWS.open(play, ACTIVATION_STARTED, Activation("A", play.state.soldiers["S1"]))  # noqa: E731
    played = perform(state, rule, {"morale M1": [1, 4, 4, 5]}, ["Inspire Awe"])
    assert sum(one.where == "fled" for one in played.state.enemies.values()) == 1


@covers("FR-TRF-36")
def test_a_savage_rolls_damage_again_after_each_natural_six_against_a_monster():
    state = _field(
        soldier("S1", transformation="The Savage"), enemy("B1", kind="monster", monster_points=5, toughness=5)
    )
    blow = Hit(how="hand-to-hand", attacker="S1", unit="S1", weapon=SWORD)
    played = perform(
        state, lambda play: strike(play, play.state.enemies["B1"], [blow]), {"damage B1": [6, 6, 3]}
    )
    assert played.state.enemies["B1"].monster_points == 3
