"""Saving throws."""

from __future__ import annotations

import pytest

from sandtable.books.forgotten_ruin.chapters.armory import weapon
from sandtable.books.forgotten_ruin.chapters.hits.harm import Hit
from sandtable.books.forgotten_ruin.chapters.saves import saving_throw
from sandtable.books.forgotten_ruin.modifiers import SAVES
from sandtable.books.forgotten_ruin.state import Battle, Figure
from sandtable.kernel.check import Modifier
from sandtable.kernel.testing import covers
from tests.books.forgotten_ruin.armed import bullet, skirmish, struck
from tests.books.forgotten_ruin.stage import enemy, soldier


@covers("FR-SAV-01")
@pytest.mark.parametrize(("die", "saved"), [(4, False), (5, True), (6, True)])
def test_a_save_of_five_stops_a_hit_on_five_or_six(die: int, saved: bool) -> None:
    state = skirmish(soldier("S1"), enemy("M1.1", save=5))
    dice = {"save M1.1": [die]} | ({} if saved else {"damage M1.1": [6]})
    shown = struck(state, "M1.1", [bullet()], dice)
    assert shown.returned.saved == int(saved)
    assert shown.returned.is_casualty is not saved


@covers("FR-SAV-03")
@pytest.mark.parametrize(
    ("sources", "number"), [((5,), 5), ((5, 6), 4), ((6, 6, 6), 5), ((4, 5, 6), 3), ((2, 3), 1), ((1, 2), 0)]
)
def test_several_saving_throws_become_one(
    sources: tuple[int, ...], number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def given(value: int) -> object:
        def source(state: Battle, target: Figure, hit: Hit) -> Modifier:
            return Modifier(value, "armour", "FR-SAV-01")

        return source

    monkeypatch.setattr(SAVES, "answers", [given(one) for one in sources])
    state = skirmish(soldier("S1"), enemy("M1.1"))
    needed = saving_throw(state, state.enemies["M1.1"], bullet())
    assert needed is not None
    assert needed.number == number


@covers("FR-SAV-04", "FR-ARM-13")
@pytest.mark.parametrize(
    "hit",
    [
        Hit(attacker="S1", how="spell", traits=("no saves",)),
        Hit(attacker="S1", weapon=weapon("sharpshooter's rifle")),
    ],
)
def test_some_attacks_leave_no_saving_throw(hit: Hit) -> None:
    state = skirmish(soldier("S1"), enemy("M1.1", save=2))
    assert saving_throw(state, state.enemies["M1.1"], hit) is None
    shown = struck(state, "M1.1", [hit], {"damage M1.1": [6]})
    assert shown.returned.is_casualty
    assert shown.told("no saving throw")


@covers("FR-SAV-05", "FR-HIT-08", "FR-MON-06")
def test_a_monster_saves_the_point_after_the_damage_roll() -> None:
    monster = enemy("B1", kind="monster", toughness=4, save=6, monster_points=4)
    shown = struck(
        skirmish(soldier("S1"), monster), "B1", [bullet(), bullet()], {"damage B1": [3, 4], "save B1": [6]}
    )
    assert shown.rolled() == [("damage B1", (3,)), ("damage B1", (4,)), ("save B1", (6,))]
    assert shown.state.enemies["B1"].monster_points == 4


@covers("FR-SAV-02", "FR-EXP-10")
def test_a_saved_blast_still_knocks_down() -> None:
    state = skirmish(soldier("S1"), enemy("M1.1", save=4))
    hit = Hit(attacker="S1", how="explosion", saved_knocks_down="FR-EXP-10")
    shown = struck(state, "M1.1", [hit], {"save M1.1": [4]})
    assert shown.state.enemies["M1.1"].knocked_down
    assert "FR-EXP-10" in shown.cited()


@covers("FR-SAV-05", "FR-HIT-08")
def test_an_attack_may_have_its_damage_rolled_before_the_save() -> None:
    state = skirmish(soldier("S1"), enemy("M1.1", save=4))
    hit = Hit(attacker="S1", how="hand-to-hand", traits=("damage first",))
    shown = struck(state, "M1.1", [hit], {"damage M1.1": [5], "save M1.1": [4]})
    assert shown.rolled() == [("damage M1.1", (5,)), ("save M1.1", (4,))]
    assert not shown.returned.is_casualty
    assert hit.natural_damage == 5
