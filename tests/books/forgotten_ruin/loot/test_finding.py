"""What Loot rolls bring, and who gets it."""

from __future__ import annotations

import pytest

from sandtable.books.forgotten_ruin.loot.finding import find_loot, is_consumable, may_have, potion_type
from sandtable.books.forgotten_ruin.state import Item, Stock, Weapon
from sandtable.kernel.testing import covers
from tests.books.forgotten_ruin.stage import battle, perform, soldier, start


def _find(dice, answers=(), **facts):
    state = battle(
        soldier("S1"),
        soldier("S2", (12.0, 10.0)),
        soldier("S3", (20.0, 10.0)),
        stock=Stock(story_points=0),
        **facts,
    )
    return perform(state, lambda play: find_loot(play, play.state.soldiers["S1"]), dice, answers)


@covers("FR-LOOT-01", "FR-LOOT-08", "FR-LOOT-10", "FR-LOOT-12", "FR-LOOT-13", "FR-LOOT-14")
def test_a_magical_melee_weapon_is_rolled_with_four_dice():
    played = _find({"d100 loot": [1, 10], "magical weapon": [4, 5, 6, 3]}, ["S1"])
    (weapon,) = played.state.soldiers["S1"].weapons
    assert (weapon.is_melee, weapon.hit_bonus, weapon.damage_bonus, weapon.ability) == (
        True,
        2,
        1,
        "Deep strikes",
    )
    assert "hits twice" in weapon.traits


@covers("FR-LOOT-08", "FR-LOOT-11", "FR-LOOT-21")
def test_a_magical_missile_weapon_shoots_once_at_eighteen_inches():
    played = _find({"d100 loot": [2, 10], "magical weapon": [5, 6, 4, 6]}, ["S2"])
    (weapon,) = played.state.soldiers["S2"].weapons
    assert (weapon.range_moving, weapon.shots, weapon.hit_bonus, weapon.ability) == (18.0, 1, 3, "Impact")
    assert "great +3" in weapon.traits


@covers("FR-LOOT-05", "FR-LOOT-04", "FR-LOOT-29")
def test_an_armour_goes_to_somebody_within_two_inches_or_to_the_stash():
    state = battle(
        soldier("S1"), soldier("S2", (12.0, 10.0)), soldier("S3", (20.0, 10.0)), stock=Stock(story_points=0)
    )
    dice = {"d100 loot": [3, 10], "d100 armor": [10, 10]}
    played = start(state, lambda play: find_loot(play, play.state.soldiers["S1"]), dice)
    assert played.options() == ["S1", "S2", "stash"]
    played.answer("stash").over()
    assert [one.name for one in played.state.stock.stash] == ["Armor of Resilience"]


@covers("FR-LOOT-28", "FR-LOOT-55")
def test_nobody_wears_two_armours_or_carries_two_staffs():
    dressed = soldier(
        "S1", armour=Item("Armor of Hurry", "armour"), items=(Item("Staff of Paralysis", "staff"),)
    )
    assert not may_have(dressed, Item("Armor of Alliance", "armour"))
    assert not may_have(dressed, Item("Staff of Fire Bolt", "staff"))
    assert may_have(dressed, Item("Leaping Boots", "item"))
    assert may_have(dressed, Weapon(name="sword"))


@covers("FR-LOOT-38")
def test_a_scroll_holds_the_spells_that_are_rolled():
    played = _find({"d100 loot": [4, 5], "d100 scroll": [3, 1], "d100 spell": [10, 1, 10, 10]})
    (scroll,) = played.state.stock.consumables
    assert scroll.spells == ("Magic Darts", "Bane")


@covers("FR-LOOT-40", "FR-LOOT-02")
def test_two_potions_of_healing_belong_to_the_squad():
    played = _find({"d100 loot": [6, 5], "d100 potion": [2, 10]})
    assert [one.name for one in played.state.stock.consumables] == ["Potion of Healing"] * 2


@covers("FR-LOOT-53")
def test_an_unstable_potion_has_its_type_at_once():
    played = _find({"d100 loot": [6, 5], "d100 potion": [10, 10, 2, 5]})
    (potion,) = played.state.stock.consumables
    assert (potion.name, potion.note) == ("Potion of Strength", "unstable")


@covers("FR-LOOT-52")
def test_where_an_unidentified_potion_comes_up_again_any_may_be_chosen():
    rule = lambda play: potion_type(play, "A", "FR-LOOT-52")  # noqa: E731
    played = start(battle(soldier("S1"), stock=Stock(story_points=0)), rule, {"d100 potion": [8, 1]})
    assert "Leaping" in played.options()
    assert played.answer("Leaping").over().returned == "Leaping"


@covers("FR-LOOT-54")
def test_the_uses_of_a_staff_are_rolled_at_once():
    played = _find({"d100 loot": [8, 10], "d100 staff": [2, 10], "uses of the staff": [4]}, ["S1"])
    assert played.state.soldiers["S1"].items == (Item("Staff of Fire Bolt", "staff", uses=5),)


@covers("FR-LOOT-62", "FR-LOOT-02", "FR-LOOT-04")
@pytest.mark.parametrize(
    ("roll", "name", "shared"),
    [
        ([3, 5], "Summoning Chime", True),
        ([5, 5], "Pearls of Time", True),
        ([10, 10], "Sorcerous Tool", False),
    ],
)
def test_items_with_uses_belong_to_the_squad_and_others_are_carried(roll, name, shared):
    played = _find({"d100 loot": [10, 10], "d100 various items": roll}, () if shared else ("S1",))
    held = played.state.stock.consumables if shared else played.state.soldiers["S1"].items
    assert [one.name for one in held] == [name]
    assert is_consumable(held[0]) is shared


@covers("FR-LOOT-03")
def test_where_consumables_are_carried_by_name_somebody_must_take_them():
    dice = {"d100 loot": [6, 5], "d100 potion": [3, 5]}
    played = _find(dice, ["S2"], switches={"specific_carry": True})
    (potion,) = played.state.stock.consumables
    assert (potion.name, potion.carrier) == ("Potion of Strength", "S2")
