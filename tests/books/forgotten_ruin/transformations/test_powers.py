"""Powers of the transformed in combat."""

from __future__ import annotations

import pytest

from sandtable.books.forgotten_ruin.chapters.hand_to_hand.combat import combat_of
from sandtable.books.forgotten_ruin.chapters.hits.harm import Hit, Outcome
from sandtable.books.forgotten_ruin.chapters.hits.resolution import strike
from sandtable.books.forgotten_ruin.chapters.principles.soldiers_dice import roll_own
from sandtable.books.forgotten_ruin.modifiers import DAMAGE_DICE, value_of
from sandtable.books.forgotten_ruin.state import Effect, Stock
from sandtable.books.forgotten_ruin.windows import COMBAT_FOUGHT, COMBAT_HITS, WINDOWS
from sandtable.kernel.check import Modifier
from sandtable.kernel.testing import covers
from tests.books.forgotten_ruin.stage import battle, enemy, number_of, perform, soldier


def _field(*figures, **facts):
    return battle(*figures, stock=Stock(story_points=0), **facts)


def _combat(play, mine, theirs):
    combat = combat_of(play.state, play.state.soldiers["S1"], play.state.enemies["M1.1"], kind="end of phase")
    combat.dice = {"S1": [mine], "M1.1": [theirs]}
    combat.bonus = {"S1": [0], "M1.1": [0]}
    combat.modifiers = {"S1": [], "M1.1": []}
    return combat


@covers("FR-TRF-15")
def test_a_stomp_turns_a_draw_into_a_hit_on_the_opponent_alone():
    state = _field(
        soldier("S1", transformation="The Centaur", upgrades=("Stomp",)), enemy("M1.1", (10.0, 11.0))
    )

    async def rule(play):
        combat = _combat(play, 4, 4)
        combat.hits = {"S1": [Hit()], "M1.1": [Hit()]}
        await WINDOWS.open(play, COMBAT_HITS, combat)
        return {id: len(hits) for id, hits in combat.hits.items()}

    assert perform(state, rule, answers=["Stomp"]).returned == {"M1.1": 1}


@covers("FR-TRF-20")
@pytest.mark.parametrize(("damage", "save", "falls"), [(6, None, True), (5, 6, False)])
def test_a_brutal_attack_rolls_damage_first_and_a_six_leaves_no_saving_throw(damage, save, falls):
    beast = soldier(
        "S1",
        transformation="The Cursed",
        upgrades=("Brutal attack",),
        effects=(Effect("animal form", "FR-TRF-18"),),
    )
    state = _field(beast, enemy("M1.1", save=2))
    hit = Hit(how="hand-to-hand", attacker="S1", unit="S1")
    dice = {"damage M1.1": [damage], **({"save M1.1": [save]} if save else {})}
    played = perform(state, lambda play: strike(play, play.state.enemies["M1.1"], [hit]), dice)
    assert played.state.enemies["M1.1"].on_table is not falls


@covers("FR-TRF-33", "FR-TRF-18")
def test_horns_and_claws_are_weapons_and_an_animal_wields_no_other():
    from sandtable.books.forgotten_ruin.modifiers import NATURAL_WEAPON, WHY_NOT_WIELD
    from sandtable.books.forgotten_ruin.state import Weapon
    from tests.books.forgotten_ruin.stage import rule_of

    horned = soldier("S1", transformation="The Minotaur", upgrades=("Horns",))
    beast = soldier("S2", (14.0, 10.0), effects=(Effect("animal form", "FR-TRF-18"),))
    state = _field(horned, beast)
    assert [(one.name, one.damage) for one in NATURAL_WEAPON.all(state, horned)] == [("horns", 1)]
    (claws,) = NATURAL_WEAPON.all(state, beast)
    assert claws.damage == 1
    assert rule_of(WHY_NOT_WIELD.first(state, beast, Weapon(name="sword"))) == "FR-TRF-18"
    assert WHY_NOT_WIELD.first(state, beast, claws) is None
    assert NATURAL_WEAPON.all(state, soldier("S3")) == []


@covers("FR-TRF-54")
def test_venom_rolls_damage_twice_except_against_undead():
    one = soldier("S1", transformation="The Swarm", upgrades=("Venomous",))
    state = _field(one, enemy("M1.1"), enemy("M1.2", (12.0, 20.0), traits=("Undead",)))
    bite = Hit(how="hand-to-hand", attacker="S1")
    assert value_of(1, DAMAGE_DICE.all(state, state.enemies["M1.1"], bite)) == 2
    assert value_of(1, DAMAGE_DICE.all(state, state.enemies["M1.2"], bite)) == 1


@covers("FR-TRF-41")
def test_a_tail_slap_fells_the_struck_and_another_within_an_inch():
    state = _field(
        soldier("S1", transformation="The Scaled", upgrades=("Tail Slap",)),
        enemy("M1.1", (10.0, 11.0)),
        enemy("M1.2", (11.5, 11.0)),
        enemy("M1.3", (20.0, 11.0)),
    )

    async def rule(play):
        combat = _combat(play, 6, 2)
        combat.hits = {"M1.1": [Hit(how="hand-to-hand", attacker="S1", unit="S1")]}
        combat.outcomes = {"M1.1": Outcome(target="M1.1", hits=1)}
        await WINDOWS.open(play, COMBAT_FOUGHT, combat)

    played = perform(state, rule, answers=["Tail Slap"])
    assert [one.knocked_down for one in played.state.enemies.values()] == [True, True, False]


@covers("FR-TRF-51")
def test_a_wing_buffet_strikes_an_opponent_whose_die_shows_one():
    state = _field(
        soldier("S1", transformation="The Skyborne", upgrades=("Wing Buffet",)),
        enemy("M1.1", (10.0, 11.0), toughness=9),
    )
    rule = lambda play: WINDOWS.open(play, COMBAT_FOUGHT, _combat(play, 4, 1))  # noqa: E731
    assert perform(state, rule, {"damage M1.1": [2]}).state.enemies["M1.1"].knocked_down


@covers("FR-TRF-46")
def test_thieves_luck_rolls_a_wits_test_again_with_one_in_place_of_wits():
    state = _field(soldier("S1", transformation="The Scoundrel", upgrades=("Thieves' Luck",), wits=3))

    async def rule(play):
        wits, one = [Modifier(3, "Wits", "FR-SQD-16")], play.state.soldiers["S1"]
        own = await roll_own(play, one, "interact", 1, "interact S1", "FR-OBJ-04", added=wits, need=6)
        return own.score(0)

    played = perform(state, rule, {"interact S1": [1], "reroll interact S1": [5]}, ["Thieves' Luck"])
    assert played.returned == 6


@covers("FR-TRF-02")
def test_nobody_has_two_transformations():
    from sandtable.books.forgotten_ruin.transformations.gaining import after_exposure

    state = _field(soldier("S1", transformation="The Green"), enemy("M1.1"))
    state.stock.exposure = 0
    assert (
        perform(state, lambda play: after_exposure(play, play.state.soldiers["S1"]))
        .state.soldiers["S1"]
        .transformation
        == "The Green"
    )


@covers("FR-TRF-50")
def test_a_glide_lands_within_twice_the_height():
    from sandtable.books.forgotten_ruin.windows import ACTIVATION_STARTED, Activation
    from sandtable.table.terrain import Piece, box_outline

    rock = Piece("P", "boulder", box_outline(8, 8, 12, 12), 3.0, ("block",))
    state = _field(soldier("S1", (10.0, 10.0), transformation="The Skyborne", elevation=3.0), terrain=[rock])
    now = Activation("A", state.soldiers["S1"])

    async def rule(play):
        now.figure = play.state.soldiers["S1"]
        await WINDOWS.open(play, ACTIVATION_STARTED, now)

    played = perform(state, rule, answers=["glide", {"models": [[10.0, 16.0]]}])
    assert played.state.soldiers["S1"].at == (10.0, 16.0)
    assert now.moves == 0


@covers("FR-TRF-55")
def test_many_limbs_add_to_the_combat_roll_and_to_the_saving_throw():
    from sandtable.books.forgotten_ruin.chapters.saves import saving_throw
    from sandtable.books.forgotten_ruin.modifiers import COMBAT_ROLL
    from sandtable.books.forgotten_ruin.state import Weapon

    blades = (Weapon(name="sword"), Weapon(name="sword"))
    one = soldier("S1", transformation="The Swarm", upgrades=("Multi-limbed", "Chitinous"), weapons=blades)
    state = _field(one, enemy("M1.1", (10.0, 11.0)))
    combat = combat_of(state, one, state.enemies["M1.1"], kind="end of phase")
    found = COMBAT_ROLL.all(state, one, state.enemies["M1.1"], combat)
    assert [each.value for each in found if each.rule == "FR-TRF-55"] == [1]
    assert number_of(saving_throw(state, one, Hit(how="hand-to-hand"))) == 3
    assert number_of(saving_throw(state, one, Hit(how="shooting"))) == 4


@covers("FR-TRF-48")
def test_in_cover_arrows_are_dodged_on_four():
    from sandtable.table.terrain import Piece, box_outline

    wood = Piece("W", "forest", box_outline(8, 9.5, 12, 14), traits=("area", "difficult"))
    rogue = soldier("S1", (10.0, 10.0), transformation="The Scoundrel", upgrades=("Use Cover",))
    state = _field(rogue, enemy("M1.1", (10.0, 3.0)), terrain=[wood])
    arrow = Hit(how="shooting", attacker="M1.1", unit="M1", traits=("archery",))
    played = perform(
        state, lambda play: strike(play, play.state.soldiers["S1"], [arrow]), {"dodge S1": [4]}, ["hold"]
    )
    assert played.state.soldiers["S1"].stun == 0


@covers("FR-TRF-53")
def test_poison_does_nothing_to_the_swarm():
    from sandtable.books.forgotten_ruin.modifiers import WHY_NO_POISON
    from tests.books.forgotten_ruin.stage import rule_of

    one = soldier("S1", transformation="The Swarm")
    assert rule_of(WHY_NO_POISON.first(_field(one), one)) == "FR-TRF-53"
    assert WHY_NO_POISON.first(_field(one), soldier("S2")) is None
