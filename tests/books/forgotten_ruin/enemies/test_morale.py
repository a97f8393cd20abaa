"""Morale: dice for the fallen, and who flees."""

from __future__ import annotations

from sandtable.books.forgotten_ruin.enemies.morale import (
    roll_morale,
    roll_morale_even_if_fearless,
    settle_morale,
)
from sandtable.books.forgotten_ruin.state import Mob
from sandtable.kernel.testing import covers
from tests.books.forgotten_ruin.stage import battle, enemy, perform, soldier


def _mob(count, **facts):
    figures = [
        enemy(f"M1.{n + 1}", (5.0 + 1.25 * n, 20.0 + n), **facts.pop(f"m{n + 1}", {})) for n in range(count)
    ]
    return battle(soldier("S1", (5.0, 5.0)), *figures, **facts)


def _gone(played):
    return [one.id for one in played.state.enemies.values() if one.where == "fled"]


@covers("FR-MRL-01", "FR-MRL-02", "FR-MRL-03", "FR-MRL-04")
def test_every_1_makes_the_rearmost_flee_and_is_rolled_again():
    state = _mob(5)
    state.mobs["M1"].killed_in_phase = 2
    played = perform(state, settle_morale, {"morale M1": [1, 4, 1, 5]})
    assert [faces for why, faces in played.rolled()] == [(1, 4), (1,), (5,)]
    assert _gone(played) == ["M1.4", "M1.5"]
    assert played.state.mobs["M1"].killed_in_phase == 0


@covers("FR-MRL-02")
def test_a_mob_without_losses_rolls_nothing():
    played = perform(_mob(3), settle_morale)
    assert played.rolled() == []


@covers("FR-MRL-05")
def test_champions_never_flee_and_rolling_stops_with_them():
    state = _mob(2, m2={"is_champion": True})
    state.mobs["M1"].killed_in_phase = 3
    played = perform(state, settle_morale, {"morale M1": [1, 1, 1]})
    assert _gone(played) == ["M1.1"]
    assert "FR-MRL-05" in played.cited()


@covers("FR-MRL-04")
def test_equally_far_figures_flee_at_random():
    state = battle(soldier("S1", (10.0, 5.0)), enemy("M1.1", (8.0, 20.0)), enemy("M1.2", (12.0, 20.0)))
    state.mobs["M1"].killed_in_phase = 1
    played = perform(state, settle_morale, {"morale M1": [1, 2], "choose who flees from M1": [2]})
    assert _gone(played) == ["M1.2"]


@covers("FR-MRL-06", "FR-ENE-07")
def test_the_fearless_do_not_roll():
    state = _mob(3, m1={"traits": ("Fearless",)}, m2={"traits": ("Fearless",)}, m3={"traits": ("Fearless",)})
    state.mobs["M1"].killed_in_phase = 3
    played = perform(state, settle_morale)
    assert played.rolled() == []
    assert {"FR-MRL-06", "FR-ENE-07"} <= played.cited()


@covers("FR-MRL-07")
def test_ordered_dice_are_rolled_without_losses():
    async def rule(play):
        return await roll_morale(play, play.state.mobs["M1"], 5, "FR-SPL-28")

    played = perform(_mob(3), rule, {"morale M1": [6, 5, 4, 3, 1, 2]})
    assert played.returned == 1
    assert "FR-MRL-07" in played.cited()


@covers("FR-MRL-07")
def test_what_works_on_the_fearless_works():
    async def rule(play):
        return await roll_morale_even_if_fearless(play, play.state.mobs["M1"], 3, "FR-TRF-24")

    state = _mob(3, mobs={"M1": Mob("M1", "Orcs", is_fearless=True)})
    assert perform(state, rule, {"morale M1": [1, 5, 5, 3]}).returned == 1


@covers("FR-MRL-08")
def test_additional_dice_are_added_once_a_phase_and_only_if_the_mob_rolls():
    async def rule(play):
        await roll_morale(play, play.state.mobs["M1"], 1, "FR-SPL-28")
        await settle_morale(play)

    state = _mob(5)
    state.mobs["M1"].extra_morale = 2
    state.mobs["M1"].killed_in_phase = 2
    played = perform(state, rule, {"morale M1": [2, 2, 2, 3, 3]})
    assert [len(faces) for _, faces in played.rolled()] == [3, 2]

    idle = _mob(2)
    idle.mobs["M1"].extra_morale = 2
    assert perform(idle, settle_morale).rolled() == []


@covers("FR-MRL-09")
def test_a_monster_or_villain_never_rolls():
    state = battle(soldier("S1"), enemy("V1", kind="villain"), enemy("B1", kind="monster", monster_points=3))
    assert perform(state, settle_morale).rolled() == []


@covers("FR-VIL-11")
def test_a_villain_with_leadership_makes_mobs_near_it_fearless():
    for far, rolled in ((5.0, 0), (8.0, 1)):
        villain = enemy("V1", (10.0, 20.0 + far), kind="villain", ability="Leadership")
        state = battle(soldier("S1"), enemy("M1.1", (10.0, 19.0)), enemy("M1.2", (10.0, 18.0)), villain)
        state.mobs["M1"].killed_in_phase = 1
        played = perform(state, settle_morale, {"morale M1": [4]} if rolled else {})
        assert len(played.rolled()) == rolled
