"""Enemies that are driven: by rage towards a caster, or with an item to their edge."""

from __future__ import annotations

import pytest

from sandtable.books.forgotten_ruin.chapters.principles.conventions import gap
from sandtable.books.forgotten_ruin.enemies.activating import enemy_phase_step
from sandtable.books.forgotten_ruin.state import Effect, Marker
from sandtable.kernel.testing import covers
from tests.books.forgotten_ruin.armed import skirmish
from tests.books.forgotten_ruin.stage import enemy, perform, soldier, start


async def enemy_phase(play):
    """Every enemy unit activates, as in the Enemy Actions phase."""
    while await enemy_phase_step(play):
        pass


@covers("FR-SPL-30")
def test_an_enraged_archer_leaves_its_mob_and_charges_the_caster():
    angry = enemy("M1.1", (10.0, 10.0), effects=(Effect("Enrage", "FR-SPL-30", by="S1", until="activation"),))
    state = skirmish(
        soldier("S1", (10.0, 6.0)), soldier("S2", (30.0, 10.0)), angry, enemy("M1.2", (11.5, 10.0))
    )
    state.mobs["M1"].training = "Archers"
    played = perform(state, enemy_phase, {"hit M1.2": [1]})
    assert gap(played.state.enemies["M1.1"], played.state.soldiers["S1"]) <= 0.01
    assert played.state.enemies["M1.2"].at == (11.5, 10.0)


@covers("FR-SPL-30")
def test_an_enraged_figure_far_away_dashes_towards_the_caster():
    angry = enemy("M1.1", (10.0, 30.0), effects=(Effect("Enrage", "FR-SPL-30", by="S1", until="activation"),))
    state = skirmish(soldier("S1", (10.0, 6.0)), soldier("S2", (10.0, 34.0)), angry)
    played = perform(state, enemy_phase)
    assert played.state.enemies["M1.1"].at == pytest.approx((10.0, 22.0), abs=0.01)
    assert played.state.enemies["M1.1"].effects == ()


@covers("FR-OBJ-14", "FR-MOV-31")
def test_a_mob_with_the_item_makes_for_its_edge_and_the_holder_leaves():
    state = skirmish(soldier("S1", (10.0, 20.0)), enemy("M1.1", (10.0, 22.0)), enemy("M1.2", (11.5, 22.0)))
    state.mobs["M1"].effects = (Effect("makes off", "FR-OBJ-14", by="M1.1"),)
    state = perform(state, enemy_phase).state
    assert state.enemies["M1.1"].at[1] == pytest.approx(30.0, abs=0.01)
    state.mobs["M1"].acted = False
    state = perform(state, enemy_phase).state
    assert state.enemies["M1.1"].where == "left"
    assert state.enemies["M1.2"].on_table


@covers("FR-OBJ-14")
def test_a_monster_with_the_item_makes_no_action_roll():
    troll = enemy(
        "B1",
        (10.0, 22.0),
        kind="monster",
        monster_points=4,
        radius=1.0,
        height=2.5,
        effects=(Effect("makes off", "FR-OBJ-14", by="B1"),),
    )
    played = perform(skirmish(soldier("S1", (10.0, 17.0)), troll), enemy_phase)
    assert played.rolled() == []
    assert played.state.enemies["B1"].at[1] == pytest.approx(27.0, abs=0.01)


@covers("FR-SPM-20")
@pytest.mark.parametrize("champion", [True, False])
def test_mobs_with_a_champion_go_around_traps(champion):
    trap = {"T1": Marker("T1", "trap", (10.0, 22.0))}
    state = skirmish(
        soldier("S1", (10.0, 3.0)), enemy("M1.1", (10.0, 25.0), is_champion=champion), markers=trap
    )
    played = perform(state, enemy_phase, {} if champion else {"trap M1.1": [1]})
    assert played.state.markers["T1"].gone is not champion


@covers("FR-SPL-27")
@pytest.mark.parametrize(("die", "around"), [(3, False), (4, True)])
def test_a_mob_rolls_whether_it_goes_around_the_gas(die, around):
    cloud = {"C1": Marker("C1", "toxic cloud", (10.0, 21.5), number=3)}
    state = skirmish(soldier("S1", (10.0, 3.0)), enemy("M1.1", (10.0, 25.0)), markers=cloud)
    played = start(state, enemy_phase, {"gas M1": [die], "resist M1.1": [6, 6], "damage M1.1": [1]})
    moved = played.state.enemies["M1.1"].at
    assert (abs(moved[0] - 10.0) > 0.5) is around
