"""Edges, and where the squad stands."""

from __future__ import annotations

import pytest

from sandtable.books.forgotten_ruin.missions.deployment import choose_edge, deploy, own_zone
from sandtable.kernel.testing import covers
from sandtable.table.terrain import Ground
from tests.books.forgotten_ruin.missions.grounds import mission
from tests.books.forgotten_ruin.stage import perform, soldier, start


def _waiting(id, **facts):
    one = soldier(id, **facts)
    one.where = "waiting"
    return one


@covers("FR-MIS-45", "FR-SQD-15")
def test_the_sergeant_outranks_a_cleverer_squad_leader():
    state = mission(
        _waiting("S1", position="squad leader", wits=1), _waiting("PS", position="platoon sergeant", wits=0)
    )
    played = perform(state, choose_edge, {"edge": [5], "choose edge": [3]})
    assert played.state.edge == "west"


@covers("FR-MIS-45", "FR-PRN-31")
def test_a_six_lets_the_player_choose_the_edge():
    state = mission(_waiting("S1", position="squad leader", wits=1))
    played = start(state, choose_edge, {"edge": [5]})
    assert sorted(played.options()) == ["east", "north", "south", "west"]
    assert played.answer("north").over().state.edge == "north"


@covers("FR-TRF-46", "FR-MIS-45")
@pytest.mark.parametrize(("again", "edge"), [(5, "north"), (4, "east")])
def test_a_lucky_thief_rolls_again_for_the_edge_with_1_in_place_of_wits(again, edge):
    thief = _waiting("S1", position="squad leader", wits=2)
    thief.transformation, thief.upgrades = "The Scoundrel", ("Thieves' Luck",)
    dice = {"edge": [1], "reroll edge S1": [again], "choose edge": [4]}
    played = start(mission(thief), choose_edge, {**dice} if again == 4 else {**dice, "choose edge": []})
    played.answer("Thieves' Luck")
    if again == 5:
        played.answer("north")
    assert played.over().state.edge == edge
    assert "FR-TRF-46" in {one for event in played.events for one in event.rules}


@covers("FR-TRF-46", "FR-MIS-45")
def test_a_thief_may_keep_the_first_roll_for_the_edge():
    thief = _waiting("S1", position="squad leader", wits=2)
    thief.transformation, thief.upgrades = "The Scoundrel", ("Thieves' Luck",)
    played = start(mission(thief), choose_edge, {"edge": [1], "choose edge": [2]})
    assert played.answer("nothing").over().state.edge == "north"


@covers("FR-MIS-45", "FR-SQD-15")
def test_among_equals_the_player_names_who_leads():
    state = mission(_waiting("S2", position="fire team leader"), _waiting("S6", position="fire team leader"))
    played = start(state, choose_edge, {"edge": [1], "choose edge": [1]})
    assert sorted(played.options()) == ["S2", "S6"]
    assert played.answer("S6").over().state.edge == "south"


@covers("FR-MIS-47")
@pytest.mark.parametrize(("size", "deep"), [(24.0, 3.0), (36.0, 6.0), (48.0, 6.0)])
def test_the_zone_is_deeper_on_a_wide_table(size, deep):
    zone = own_zone(mission(ground=Ground(size, size, ())))
    assert zone.holds(size / 2, deep - 0.5, 0.5)
    assert not zone.holds(size / 2, deep - 0.4, 0.5)


@covers("FR-SPM-11")
def test_with_enemies_closing_in_the_squad_stands_around_the_centre():
    zone = own_zone(mission(kind="special", special_condition="Enemies closing in"))
    assert zone.holds(18.0, 23.5, 0.5)
    assert not zone.holds(18.0, 24.0, 0.5)


@covers("FR-SPM-15")
def test_at_an_encampment_the_squad_stands_at_any_edges():
    zone = own_zone(mission(kind="special", special_condition="Enemy encampment"))
    assert zone.holds(0.5, 18.0, 0.5)
    assert zone.holds(18.0, 35.5, 0.5)
    assert not zone.holds(18.0, 18.0, 0.5)


@covers("FR-SPM-14", "FR-MIS-46", "FR-MIS-45")
def test_at_most_five_of_the_squad_go_on_patrol_and_one_of_them_rolls_for_the_edge():
    state = mission(
        _waiting("S1", position="squad leader", wits=3),
        *(_waiting(f"S{n}", position="fire team leader" if n == 2 else "soldier") for n in range(2, 8)),
        kind="special",
        special_condition="Patrol contact",
    )
    played = start(state, choose_edge, {"edge": [5], "choose edge": [1]})
    assert played.question.legal([f"S{n}" for n in range(1, 7)]) is not None
    played.answer(["S2", "S3", "S4", "S5", "S6"]).over()
    assert [one.where for one in played.state.soldiers.values()] == ["behind", *["waiting"] * 5, "behind"]


@covers("FR-MIS-47", "FR-SQD-03")
def test_the_proposed_set_up_stands_in_the_zone_and_nobody_touches_another():
    state = mission(*(_waiting(f"S{n}") for n in range(1, 10)), edge="east")
    played = perform(state, deploy, answers=["proposed"])
    zone = own_zone(played.state)
    stood = list(played.state.soldiers.values())
    assert all(one.on_table and zone.holds(*one.at, one.radius) for one in stood)
    assert all(
        (a.at[0] - b.at[0]) ** 2 + (a.at[1] - b.at[1]) ** 2 >= 1.0 for a in stood for b in stood if a is not b
    )
