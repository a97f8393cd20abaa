"""Potions, scrolls, staffs and various items in use."""

from __future__ import annotations

import pytest

from sandtable.books.forgotten_ruin.chapters.activations.actions import ACTIONS
from sandtable.books.forgotten_ruin.chapters.activations.consumables import CONSUMABLES
from sandtable.books.forgotten_ruin.chapters.hits.harm import Hit
from sandtable.books.forgotten_ruin.chapters.line_of_sight import visibility_limit
from sandtable.books.forgotten_ruin.chapters.saves import saving_throw
from sandtable.books.forgotten_ruin.loot import potions, scrolls, staffs
from sandtable.books.forgotten_ruin.missions.terrain_forms import PieceForm, read_pieces
from sandtable.books.forgotten_ruin.modifiers import (
    POWER,
    WHY_FLYING,
    WHY_NOT_ACT,
    WHY_NOT_MOVE,
    WHY_NOT_TARGET,
    WHY_STEADY,
    speed,
    value_of,
)
from sandtable.books.forgotten_ruin.state import Effect, Item, Mob, Stock, Weapon
from sandtable.books.forgotten_ruin.windows import (
    ACTIVATION_ENDED,
    ACTIVATION_STARTED,
    BATTLE_STARTED,
    WINDOWS,
    Activation,
    Moment,
)
from sandtable.kernel.testing import covers
from sandtable.table.terrain import Piece, box_outline
from tests.books.forgotten_ruin.stage import battle, enemy, number_of, perform, rule_of, soldier


def _field(*figures, consumables=(), **facts):
    return battle(*figures, stock=Stock(story_points=0, consumables=tuple(consumables)), **facts)


def _drink(state, name, dice=None, answers=(), sparingly=False):
    async def drink(play):
        one = play.state.soldiers["S1"]
        await ACTIONS["Use a potion"].carry_out(play, one, (name, sparingly, Activation(one.seat, one)))

    return perform(state, drink, dice, answers)


def _potion(kind, note=""):
    return Item(f"Potion of {kind}", "potion", uses=1, note=note)


def _used(state, name, answers=(), dice=None):
    item = Item(name, "item", uses=1)
    effect = CONSUMABLES[name].effect

    async def rule(play):
        await effect(play, play.state.soldiers["S1"], item)

    return perform(state, rule, dice, answers)


@covers("FR-LOOT-41", "FR-LOOT-51")
def test_the_strong_fire_heavy_weapons_after_a_full_move():
    played = _drink(_field(soldier("S1"), consumables=[_potion("Strength")]), "Potion of Strength")
    one = played.state.soldiers["S1"]
    assert played.state.stock.consumables == ()
    assert one.is_under("Strength")
    assert rule_of(WHY_STEADY.first(played.state, one, Weapon(name="squad automatic weapon"))) == "FR-LOOT-51"


@covers("FR-LOOT-42")
@pytest.mark.parametrize(("die", "works", "left"), [(2, False, 0), (4, True, 1)])
def test_drinking_sparingly_leaves_one_more_use_or_nothing(die, works, left):
    state = _field(soldier("S1"), consumables=[_potion("Strength")])
    played = _drink(state, "Potion of Strength", {"sip S1": [die]}, sparingly=True)
    assert played.state.soldiers["S1"].is_under("Strength") is works
    assert [one.note for one in played.state.stock.consumables] == ["last"] * left


@covers("FR-LOOT-53")
def test_a_potion_that_is_unstable_is_called_so_though_no_other_is_there():
    state = _field(soldier("S1"), consumables=[_potion("Strength", "unstable")])
    one = state.soldiers["S1"]
    offered = ACTIONS["Use a potion"].candidates(state, one, Activation(one.seat, one))
    assert [(each.key, each.label) for each in offered] == [
        ("drink Potion of Strength", "Drink unstable Potion of Strength"),
        ("sip Potion of Strength", "Drink unstable Potion of Strength sparingly"),
    ]


@covers("FR-LOOT-53")
def test_an_unstable_potion_fails_on_a_one():
    state = _field(soldier("S1"), consumables=[_potion("Strength", "unstable")])
    assert (
        not _drink(state, "Potion of Strength", {"unstable S1": [1]})
        .state.soldiers["S1"]
        .is_under("Strength")
    )


@covers("FR-LOOT-52", "FR-LOOT-48")
def test_holy_water_that_was_unidentified_is_kept():
    state = _field(soldier("S1"), consumables=[_potion("Unidentified")])
    played = _drink(state, "Potion of Unidentified", {"d100 potion": [9, 1]})
    assert [one.name for one in played.state.stock.consumables] == ["Holy water"]


@covers("FR-LOOT-43")
def test_fire_breath_strikes_everybody_in_a_line_and_undead_twice():
    state = _field(
        soldier("S1", (10.0, 10.0)),
        enemy("M1.1", (10.0, 13.0), traits=("Undead",), toughness=9),
        enemy("M2.1", (13.0, 10.0)),
        consumables=[_potion("Fire Breath")],
    )
    played = _drink(state, "Potion of Fire Breath", {"damage M1.1": [6, 6]}, ["0"])
    assert played.state.enemies["M2.1"].on_table


@covers("FR-LOOT-44", "FR-LOOT-45")
def test_a_ghost_is_open_to_spells_alone_until_a_one_is_rolled():
    state = _field(soldier("S1"), enemy("M1.1"), consumables=[_potion("Ghost Form")])
    played = _drink(state, "Potion of Ghost Form")
    one, foe = played.state.soldiers["S1"], played.state.enemies["M1.1"]
    assert rule_of(WHY_NOT_TARGET.first(played.state, foe, one, "shooting")) == "FR-LOOT-44"
    assert WHY_NOT_TARGET.first(played.state, foe, one, "spell") is None
    assert rule_of(WHY_NOT_ACT.first(played.state, one, "Fire")) == "FR-LOOT-44"
    rule = lambda play: WINDOWS.open(play, ACTIVATION_STARTED, Activation("A", play.state.soldiers["S1"]))  # noqa: E731
    assert perform(played.state, rule, {"ghost S1": [2]}).state.soldiers["S1"].is_under("Ghost Form")
    assert not perform(played.state, rule, {"ghost S1": [1]}).state.soldiers["S1"].is_under("Ghost Form")


@covers("FR-LOOT-45")
def test_a_ghost_that_ends_inside_a_boulder_is_a_casualty():
    boulder = Piece("P", "boulder", box_outline(8, 8, 12, 12), 2.0, ("block",))
    ghost = soldier("S1", (10.0, 10.0), effects=(Effect("Ghost Form", "FR-LOOT-44"),))
    rule = lambda play: WINDOWS.open(play, ACTIVATION_STARTED, Activation("A", play.state.soldiers["S1"]))  # noqa: E731
    played = perform(_field(ghost, terrain=[boulder]), rule, {"ghost S1": [1]})
    assert played.state.soldiers["S1"].where == "casualty"


@covers("FR-LOOT-50")
def test_the_shrunk_are_slow_and_safe_for_three_activations():
    played = _drink(
        _field(soldier("S1"), enemy("M1.1"), consumables=[_potion("Shrinking")]), "Potion of Shrinking"
    )
    one, foe = played.state.soldiers["S1"], played.state.enemies["M1.1"]
    assert speed(played.state, one) <= 3.0
    assert rule_of(WHY_NOT_TARGET.first(played.state, foe, one, "spell")) == "FR-LOOT-50"
    rule = lambda play: WINDOWS.open(play, ACTIVATION_ENDED, Activation("A", play.state.soldiers["S1"]))  # noqa: E731
    state = played.state
    for still in (True, True, False):
        state = perform(state, rule).state
        assert state.soldiers["S1"].is_under("Shrinking") is still


@covers("FR-LOOT-49")
def test_a_leap_goes_six_inches_over_everything():
    state = _field(soldier("S1", (10.0, 10.0)), consumables=[_potion("Leaping")])
    played = _drink(state, "Potion of Leaping", answers=[{"models": [[10.0, 15.9]]}])
    assert played.state.soldiers["S1"].at == (10.0, 15.9)


@covers("FR-LOOT-47")
def test_holy_water_destroys_the_closest_undead_for_each_four():
    undead = {"traits": ("Undead",), "type": "Zombies"}
    state = _field(
        soldier("S1", (10.0, 10.0)),
        enemy("M1.1", (10.0, 13.0), **undead),
        enemy("M1.2", (11.5, 13.0), **undead),
        enemy("M1.3", (13.0, 13.0), **undead),
        consumables=[Item("Holy water", "potion", uses=1)],
    )
    played = _drink(state, "Holy water", {"holy water S1": [4, 2, 6, 3]})
    assert [one.id for one in played.state.enemies_on_table()] == ["M1.3"]


# ---- Scrolls and staffs -------------------------------------------------------------------------


@covers("FR-LOOT-39")
def test_anybody_may_cast_a_spell_from_a_scroll_once():
    scroll = Item("Scroll", "scroll", spells=("Magic Darts",))
    state = _field(soldier("S1"), enemy("M1.1", toughness=9), consumables=[scroll])
    read = ACTIONS["Read a scroll"]
    one = state.soldiers["S1"]
    (candidate,) = read.candidates(state, one, Activation("A", one))
    assert candidate.refusal() is None
    played = perform(
        state,
        lambda play: read.carry_out(play, play.state.soldiers["S1"], (0, "Magic Darts")),
        {"damage M1.1": [3]},
    )
    assert played.state.stock.consumables == ()
    assert "FR-LOOT-39" in played.cited()


@covers("FR-LOOT-38")
def test_special_scrolls_reach_farther_or_cannot_be_resisted():
    one = soldier("S1")
    assert (
        scrolls.cast_from(one, "Bane", Item("Scroll", "scroll", note="range in inches doubled")).row.range
        == 36
    )
    assert not scrolls.cast_from(one, "Bane", Item("Scroll", "scroll", note="cannot be resisted")).row.resist
    doubled = Item("Scroll", "scroll", note="set number of targets doubled")
    assert scrolls.cast_from(one, "Magic Darts", doubled).row.targets == 6


def _staff(name, **facts):
    return soldier("S1", (10.0, 10.0), items=(Item(f"Staff of {name}", "staff", **facts),))


def _wield(state, name, dice=None, answers=()):
    wield = ACTIONS["Use a staff"]
    return perform(
        state,
        lambda play: wield.carry_out(play, play.state.soldiers["S1"], f"Staff of {name}"),
        dice,
        answers,
    )


@covers("FR-LOOT-56", "FR-LOOT-55")
def test_a_fire_bolt_strikes_three_times_at_its_point_and_undead_once_more():
    zombie = {"traits": ("Undead",), "toughness": 9}
    state = _field(
        _staff("Fire Bolt", uses=1),
        enemy("M1.1", (10.0, 16.0), **zombie),
        enemy("M1.2", (12.0, 16.0), toughness=9),
    )
    dice = {"damage M1.1": [1, 1, 1, 1], "damage M1.2": [1]}
    played = _wield(state, "Fire Bolt", dice, [{"at": [10.0, 16.0]}])
    assert played.state.soldiers["S1"].items == ()


@covers("FR-LOOT-57")
def test_illumination_takes_every_limit_of_sight_away():
    state = _field(_staff("Illumination", uses=4))
    state.mission.condition = "Low visibility"
    assert visibility_limit(state) is not None
    played = _wield(state, "Illumination")
    assert visibility_limit(played.state) is None
    assert played.state.soldiers["S1"].items[0].uses == 3


@covers("FR-LOOT-58")
def test_lightning_strikes_all_in_its_line_monsters_twice_and_others_fall():
    ogre = enemy("B1", (10.0, 20.0), kind="monster", monster_points=5, toughness=9)
    state = _field(_staff("Lightning Bolt", uses=2), enemy("M1.1", (10.0, 15.0), toughness=9), ogre)
    played = _wield(state, "Lightning Bolt", {"damage M1.1": [1], "damage B1": [1, 1]}, ["0"])
    assert played.state.enemies["M1.1"].knocked_down
    assert not played.state.enemies["B1"].knocked_down


@covers("FR-LOOT-59", "FR-LOOT-55")
def test_the_paralysed_neither_move_nor_attack_and_the_staff_rests_for_the_battle():
    played = _wield(_field(_staff("Paralysis"), enemy("M1.1", (10.0, 18.0))), "Paralysis")
    foe = played.state.enemies["M1.1"]
    assert rule_of(WHY_NOT_MOVE.first(played.state, foe)) == "FR-LOOT-59"
    assert rule_of(WHY_NOT_ACT.first(played.state, foe, "Shoot")) == "FR-LOOT-59"
    one = played.state.soldiers["S1"]
    assert rule_of(staffs.why_not_use(played.state, one, one.items[0])) == "FR-LOOT-55"


@covers("FR-LOOT-60")
def test_two_friends_exchange_their_places():
    state = _field(_staff("Petty Air Elemental"), soldier("S2", (14.0, 10.0)), soldier("S3", (10.0, 16.0)))
    played = _wield(state, "Petty Air Elemental", answers=[["S2", "S3"]])
    assert played.state.soldiers["S2"].at == (10.0, 16.0)
    assert played.state.soldiers["S3"].at == (14.0, 10.0)


@covers("FR-FIN-15")
def test_the_beam_kills_all_in_it_and_takes_monster_points():
    giant = enemy("B1", (10.0, 20.0), kind="monster", monster_points=6)
    one = soldier("S1", (10.0, 10.0), items=(Item("Staff of Disintegration", "staff", uses=1),))
    state = _field(one, enemy("M1.1", (10.0, 13.0)), enemy("M1.2", (10.0, 15.0)), giant)
    played = _wield(state, "Disintegration", {"disintegrate B1": [4]}, ["0"])
    assert [one.on_table for one in played.state.enemies.values()] == [False, False, True]
    assert played.state.enemies["B1"].monster_points == 2


@covers("FR-LOOT-73", "FR-FIN-13", "FR-LOOT-06")
def test_of_tool_and_ring_only_one_gives_power():
    both = (Item("Sorcerous Tool", "item"), Item("Ring of Spell-casting", "artifact"))
    assert value_of(3, POWER.all(_field(), soldier("S1", items=both[:1]))) == 4
    assert value_of(4, POWER.all(_field(), soldier("S1", items=both))) == 5


# ---- Various items ------------------------------------------------------------------------------


@covers("FR-LOOT-63")
def test_the_chime_takes_the_user_and_chosen_friends_away_and_leaves_what_they_carry():
    state = _field(
        soldier("S1", carrying=("item O1",)), soldier("S2", (14.0, 10.0)), soldier("S3", (30.0, 30.0))
    )
    from sandtable.books.forgotten_ruin.state import Objective

    state.objectives = {"O1": Objective(id="O1", type="Retrieve Something", target="S1")}
    played = _used(state, "Chime of Disappearance", [["S2"]])
    assert [one.where for one in played.state.soldiers.values()] == ["left", "left", "on the table"]
    assert played.state.markers["item O1"].kind == "item"


@covers("FR-LOOT-64")
def test_nobody_shoots_at_a_distorting_cloak_from_beyond_nine_inches():
    one = soldier("S1", (10.0, 10.0), items=(Item("Cloak of Distortion", "item"),))
    near, far = enemy("M1.1", (10.0, 20.0)), enemy("M2.1", (10.0, 20.2))
    state = _field(one, near, far)
    assert WHY_NOT_TARGET.first(state, near, one, "shooting") is None
    assert rule_of(WHY_NOT_TARGET.first(state, far, one, "shooting")) == "FR-LOOT-64"
    assert WHY_NOT_TARGET.first(state, far, one, "spell") is None


@covers("FR-LOOT-65")
def test_dust_used_before_the_battle_saves_every_soldier():
    state = _field(soldier("S1"), consumables=[Item("Dust of Evasion", "item", uses=1)])
    played = perform(state, lambda play: WINDOWS.open(play, BATTLE_STARTED, Moment("A")), answers=[True])
    assert number_of(saving_throw(played.state, played.state.soldiers["S1"], Hit())) == 5
    assert played.state.stock.consumables == ()


@covers("FR-LOOT-66")
def test_oil_goes_on_one_weapon_and_is_used_up():
    rifle = Weapon(name="assault rifle", range_moving=24, range_stationary=36, shots=1)
    state = _field(soldier("S1", weapons=(rifle,), items=(Item("Enchanted Oil", "item"),)))
    played = perform(
        state, lambda play: WINDOWS.open(play, BATTLE_STARTED, Moment("A")), answers=["assault rifle"]
    )
    one = played.state.soldiers["S1"]
    assert (one.weapons[0].oiled, one.items) == (True, ())


@covers("FR-LOOT-67")
def test_who_hears_the_horn_rolls_ten_dice_and_whoever_stays_is_fearless():
    state = _field(soldier("S1"), enemy("M1.1"), enemy("M1.2", (12.0, 20.0)))
    played = _used(state, "Horn of Horrors", dice={"morale M1": [1, 2, 3, 4, 5, 6, 2, 3, 4, 5, 6]})
    assert sum(one.where == "fled" for one in played.state.enemies.values()) == 1
    assert played.state.mobs["M1"].is_fearless
    deaf = _field(soldier("S1"), enemy("M1.1"), mobs={"M1": Mob(id="M1", type="Orcs", is_fearless=True)})
    why_not = CONSUMABLES["Horn of Horrors"].why_not
    assert why_not is not None
    assert rule_of(why_not(deaf, deaf.soldiers["S1"])) == "FR-LOOT-67"


@covers("FR-LOOT-68")
def test_leaping_boots_go_through_the_air():
    one = soldier("S1", items=(Item("Leaping Boots", "item"),))
    assert rule_of(WHY_FLYING.first(_field(one), one)) == "FR-LOOT-68"


@covers("FR-LOOT-69")
def test_the_hourglass_gives_further_activations_after_the_user_is_done():
    state = _field(soldier("S1"), soldier("S2", (14.0, 10.0)), soldier("S3", (30.0, 30.0)))
    played = _used(state, "Magic Hourglass", [["S2"]])
    assert played.state.soldiers["S2"].is_under("hurried")
    assert not played.state.soldiers["S3"].is_under("hurried")


@covers("FR-LOOT-70")
def test_the_stone_makes_rubble_and_fells_whoever_touches_it():
    hut = Piece("P", "hut", box_outline(8, 14, 12, 18), 2.0, ("block",))
    state = _field(soldier("S1", (10.0, 10.0)), enemy("M1.1", (12.5, 16.0), toughness=9), terrain=[hut])
    played = _used(state, "Stone of Shattering", dice={"damage M1.1": [2]})
    assert played.state.ground.piece("P").kind == "rubble"
    assert played.state.enemies["M1.1"].knocked_down


@covers("FR-LOOT-70", "FR-FIN-15")
@pytest.mark.parametrize("means", ["stone", "staff"])
def test_doors_and_windows_crumble_with_their_hut_and_are_no_features(means):
    hut = PieceForm(
        kind="hut",
        id="H",
        area=(8.0, 14.0, 13.0, 18.0),
        height=3.0,
        traits=("interior", "roofed"),
        doors=((10.0, 14.0),),
        windows=((8.0, 16.0),),
    )
    state = _field(soldier("S1", (10.0, 10.0)), terrain=read_pieces([hut]))
    assert len(state.ground.pieces) == 3
    if means == "stone":
        played = _used(state, "Stone of Shattering")
    else:
        played = perform(
            state, lambda play: staffs.disintegration(play, play.state.soldiers["S1"]), {}, ["0"]
        )
    assert [(one.id, one.kind) for one in played.state.ground.pieces] == [("H", "rubble")]


@covers("FR-LOOT-71", "FR-MON-08")
def test_the_chime_summons_a_monster_for_the_squad():
    played = _used(
        _field(soldier("S1"), enemy("M1.1")),
        "Summoning Chime",
        dice={"d100 monster": [1, 1]},
        answers=[{"at": [10.0, 15.0]}],
    )
    (monster,) = [one for one in played.state.enemies.values() if one.is_monster]
    assert monster.side == "squad"


@covers("FR-LOOT-72")
def test_who_is_frozen_in_time_does_nothing_and_cannot_be_targeted():
    played = _used(_field(soldier("S1"), enemy("M1.1", (10.0, 14.0))), "Pearls of Time")
    foe, one = played.state.enemies["M1.1"], played.state.soldiers["S1"]
    assert rule_of(WHY_NOT_MOVE.first(played.state, foe)) == "FR-LOOT-72"
    assert rule_of(WHY_NOT_TARGET.first(played.state, one, foe, "shooting")) == "FR-LOOT-72"
    assert foe.effects[0].rounds == 3


def test_every_potion_but_healing_and_the_unknown_has_an_effect():
    from sandtable.books.forgotten_ruin.loot.loot_tables import loot_tables

    known = {one.name for one in loot_tables().potions} - {"Healing", "Unidentified", "Unstable"}
    assert known == {*potions.EFFECTS, potions.LEAPING}


@covers("FR-LOOT-46", "FR-LOOT-41")
def test_a_potion_of_healing_waits_until_after_the_battle():
    state = _field(soldier("S1"), consumables=[_potion("Healing"), _potion("Strength")])
    one = state.soldiers["S1"]
    offered = ACTIONS["Use a potion"].candidates(state, one, Activation("A", one))
    assert [candidate.key for candidate in offered] == ["drink Potion of Strength", "sip Potion of Strength"]
