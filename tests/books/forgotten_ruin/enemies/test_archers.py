"""Archers: Cover with a shot, a shot rather than Cover, and no step too near."""

from __future__ import annotations

from math import hypot

import pytest

from sandtable.books.forgotten_ruin.chapters.cover import is_in_cover_at
from sandtable.books.forgotten_ruin.chapters.principles.conventions import gap
from sandtable.books.forgotten_ruin.enemies.activating import enemy_phase_step
from sandtable.kernel.testing import covers
from sandtable.table.terrain import Piece, box_outline, wall
from tests.books.forgotten_ruin.armed import armed, skirmish
from tests.books.forgotten_ruin.stage import enemy, perform, soldier, start


async def enemy_phase(play):
    """Every enemy unit activates, as in the Enemy Actions phase."""
    while await enemy_phase_step(play):
        pass


def archers(*figures, **facts):
    """A battle in which mob M1 are archers."""
    state = skirmish(*figures, **facts)
    state.mobs["M1"].training = "Archers"
    return state


@covers("FR-EAI-12", "FR-EAI-14", "FR-ENE-43")
def test_archers_who_can_shoot_in_bare_country_stay_and_shoot():
    state = archers(soldier("S1", (10.0, 5.0)), enemy("M1.1", (10.0, 18.0)), enemy("M1.2", (12.0, 18.0)))
    played = perform(state, enemy_phase, {"hit M1": [4, 3]})
    assert played.state.enemies["M1.1"].at == (10.0, 18.0)
    assert "FR-EAI-14" in played.cited()


@covers("FR-EAI-24", "FR-EAI-12")
def test_an_archer_in_the_open_steps_behind_a_hedge_and_shoots():
    hedge = Piece("hedge", "hedge", wall((12.0, 15.0), (16.0, 15.0), 0.3), 1.0, ("linear",))
    state = archers(soldier("S1", (12.0, 3.0)), enemy("M1.1", (11.0, 16.0)), terrain=[hedge])
    played = perform(state, enemy_phase, {"hit M1.1": [3]})
    archer = played.state.enemies["M1.1"]
    assert is_in_cover_at(played.state, played.state.soldiers["S1"], archer, archer.at)
    assert hypot(archer.at[0] - 11.0, archer.at[1] - 16.0) <= 3.0
    assert "FR-EAI-24" in played.cited()


@covers("FR-EAI-24")
def test_an_archer_whose_view_is_blocked_shifts_until_it_sees_a_soldier():
    state = archers(soldier("S1", (10.0, 3.0)), enemy("M1.1", (10.0, 15.0)), enemy("M1.2", (10.0, 16.5)))
    played = perform(state, enemy_phase, {"hit M1": [1, 1]})
    assert played.state.enemies["M1.1"].at == (10.0, 15.0)
    shifted = played.state.enemies["M1.2"]
    assert shifted.at != (10.0, 16.5)
    assert hypot(shifted.at[0] - 10.0, shifted.at[1] - 16.5) <= 5.0
    assert gap(shifted, played.state.soldiers["S1"]) >= 10.5


@covers("FR-EAI-15")
def test_archers_out_of_range_move_and_dash():
    state = archers(soldier("S1", (10.0, 2.0)), enemy("M1.1", (10.0, 34.0)))
    played = perform(state, enemy_phase)
    assert 34.0 - played.state.enemies["M1.1"].at[1] == pytest.approx(8.0, abs=0.01)
    assert "FR-EAI-15" in played.cited()
    assert played.told("archers shoot") == []


@covers("FR-EAI-13", "FR-EAI-15")
def test_archers_who_come_into_range_by_a_move_do_not_dash_and_shoot():
    state = archers(soldier("S1", (10.0, 2.0)), enemy("M1.1", (10.0, 23.0)))
    played = perform(state, enemy_phase, {"hit M1.1": [2]})
    moved = 23.0 - played.state.enemies["M1.1"].at[1]
    assert 2.0 - 0.02 <= moved <= 2.6
    assert gap(played.state.enemies["M1.1"], played.state.soldiers["S1"]) <= 18.01


@covers("FR-EAI-16")
def test_all_archers_move_before_the_first_one_shoots():
    state = archers(soldier("S1", (10.0, 2.0)), enemy("M1.1", (10.0, 22.0)), enemy("M1.2", (11.5, 22.2)))
    played = perform(state, enemy_phase, {"hit M1": [2, 2]})
    kinds = [event.kind for event in played.events]
    assert kinds.count("figure moved") == 2
    last_move = max(place for place, kind in enumerate(kinds) if kind == "figure moved")
    assert kinds.index("archers shoot") > last_move


@covers("FR-EAI-24", "FR-EAI-19")
def test_archers_never_charge_and_one_in_contact_fights():
    state = archers(soldier("S1", (10.0, 5.0)), enemy("M1.1", (10.0, 6.0)), enemy("M1.2", (12.0, 8.0)))
    played = perform(state, enemy_phase)
    assert played.state.enemies["M1.1"].at == (10.0, 6.0)
    assert gap(played.state.enemies["M1.2"], played.state.soldiers["S1"]) > 0.05


@covers("FR-CON-06")
def test_archers_who_are_knocked_down_still_shoot():
    state = archers(soldier("S1", (10.0, 5.0)), enemy("M1.1", (10.0, 15.0)))
    state.enemies["M1.1"].knocked_down = True
    played = perform(state, enemy_phase, {"hit M1.1": [4]})
    assert played.state.enemies["M1.1"].knocked_down is False


@covers("FR-RND-15")
def test_archers_who_stay_where_they_are_give_no_snap_fire():
    state = archers(
        armed("S1", (10.0, 5.0), "assault rifle", holding=True, die=1), enemy("M1.1", (10.0, 15.0))
    )
    played = start(state, enemy_phase, {"hit M1.1": [4]})
    assert played.game.decision is None


@covers("FR-EAI-13")
def test_a_shot_is_worth_more_than_cover():
    block = Piece("house", "house", box_outline(4.0, 14.0, 8.0, 16.0), 4.0, ("block", "unclimbable"))
    state = archers(soldier("S1", (12.0, 3.0)), enemy("M1.1", (12.0, 16.0)), terrain=[block])
    played = perform(state, enemy_phase, {"hit M1.1": [3]})
    assert played.told("archers shoot")
