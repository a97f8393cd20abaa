"""Investigation markers: checked, searched, revealed."""

from __future__ import annotations

import pytest

from sandtable.books.forgotten_ruin.missions import battle_conditions  # noqa: F401 - they make themselves known
from sandtable.books.forgotten_ruin.missions.ending import END_EFFECTS
from sandtable.books.forgotten_ruin.missions.investigations import lay_markers, reveal, search, something_bad
from sandtable.books.forgotten_ruin.missions.special import has_special
from sandtable.books.forgotten_ruin.state import Marker, Objective
from sandtable.books.forgotten_ruin.windows import MOVE_ENDED, WINDOWS, Movement
from sandtable.kernel.testing import covers
from sandtable.table.terrain import Ground
from tests.books.forgotten_ruin.missions.grounds import mission
from tests.books.forgotten_ruin.stage import number_of, perform, soldier, start


def _marker(**facts):
    return {"I1": Marker(id="I1", kind="investigation", at=(18.0, 18.0), **facts)}


def _arrives(state, dice=None, how="move"):
    one = state.soldiers["S1"]
    now = Movement("A", one, ((18.0, 12.0), one.at), how)
    return perform(
        state,
        lambda play: WINDOWS.open(play, MOVE_ENDED, Movement("A", play.state.soldiers["S1"], now.path, how)),
        dice,
    )


@covers("FR-INV-01", "FR-PRN-04")
@pytest.mark.parametrize(
    ("size", "places"),
    [
        (36.0, {(18.0, 9.0), (18.0, 27.0), (9.0, 18.0), (27.0, 18.0)}),
        (24.0, {(12.0, 6.0), (12.0, 18.0), (6.0, 12.0), (18.0, 12.0)}),
    ],
)
def test_four_markers_lie_halfway_to_the_edges(size, places):
    played = perform(mission(ground=Ground(size, size, ())), lay_markers)
    assert {one.at for one in played.state.markers.values()} == places


@covers("FR-MIS-29")
def test_a_city_has_a_fifth_marker_at_its_centre():
    played = perform(mission(region="City"), lay_markers)
    assert played.state.markers["I5"].at == (18.0, 18.0)


@covers("FR-INV-03", "FR-INV-05")
def test_a_three_makes_a_search_of_the_natural_face():
    state = mission(soldier("S1", (18.0, 16.5)), markers=_marker())
    played = _arrives(state, {"investigate S1": [3]})
    marker = played.state.markers["I1"]
    assert (marker.checked, marker.number, marker.gone) == (True, 3, False)


@covers("FR-INV-03", "FR-INV-06", "FR-INV-07", "FR-INV-11")
def test_a_lead_makes_a_two_reveal():
    state = mission(soldier("S1", (18.0, 16.5)), markers=_marker(objective="lead"))
    played = _arrives(state, {"investigate S1": [2], "d100 investigation": [3, 10]})
    assert played.state.markers["I1"].gone
    assert played.state.extra_tactics == 1
    assert played.state.soldiers["S1"].deeds.investigations == 1


@covers("FR-MIS-57")
def test_easy_investigations_make_a_three_reveal():
    state = mission(soldier("S1", (18.0, 16.5)), markers=_marker(), condition="Easy investigations")
    assert _arrives(state, {"investigate S1": [3], "d100 investigation": [5, 1]}).state.markers["I1"].gone


@covers("FR-INV-03")
def test_who_ends_farther_than_an_inch_away_or_is_pushed_checks_nothing():
    far = mission(soldier("S1", (18.0, 16.0)), markers=_marker())
    assert not _arrives(far).state.markers["I1"].checked
    near = mission(soldier("S1", (18.0, 16.5)), markers=_marker())
    assert not _arrives(near, how="push").state.markers["I1"].checked


@covers("FR-INV-05")
def test_a_marker_is_rolled_for_only_once():
    state = mission(soldier("S1", (18.0, 16.5)), markers=_marker(checked=True, number=2))
    assert _arrives(state).state.markers["I1"].number == 2


@covers("FR-INV-04", "FR-INV-08", "FR-INV-13")
def test_a_search_goes_up_by_one_a_round_and_reveals_at_four_by_whom_the_player_says():
    state = mission(
        soldier("S1", (18.0, 16.5)), soldier("S2", (18.0, 19.5)), markers=_marker(checked=True, number=3)
    )
    played = start(state, search, {"d100 investigation": [5, 1]})
    assert sorted(played.options()) == ["S1", "S2"]
    played.answer("S2").over()
    assert played.state.stock.kit_points == 2
    assert played.state.soldiers["S2"].deeds.investigations == 1


@covers("FR-INV-04")
def test_without_a_soldier_near_the_die_keeps_its_value():
    state = mission(soldier("S1", (5.0, 5.0)), markers=_marker(checked=True, number=2))
    effect = next(one for one in END_EFFECTS.values() if one.rule == "FR-INV-04")
    assert not effect.when(state)
    state.soldiers["S1"].at = (18.0, 16.5)
    assert effect.when(state)


def _reveals(roll, **facts):
    dice = {"d100 investigation": roll, **facts.pop("dice", {})}
    state = mission(soldier("S1", (18.0, 16.5)), markers=_marker(), **facts)
    return perform(
        state, lambda play: reveal(play, play.state.markers["I1"], play.state.soldiers["S1"]), dice
    )


@covers("FR-INV-09")
def test_exposure_comes_with_a_point_of_aggression():
    played = _reveals([1, 1])
    assert played.state.stock.exposure == 1
    assert played.state.aggression == 1


@covers("FR-INV-12", "FR-PRN-25", "FR-AGG-02")
def test_loot_leaves_a_dig_site_and_makes_noise_but_not_in_the_first_turns():
    played = _reveals([4, 1])
    assert [one.kind for one in played.state.markers.values() if not one.gone] == ["dig site"]
    assert played.state.aggression == 2
    assert _reveals([4, 1], campaign_turn=1).state.aggression == 0


@covers("FR-INV-14")
def test_something_bad_adds_a_point_every_round_until_it_is_settled():
    objectives = (Objective(id="O1", type="Hold off the Enemy"),)
    played = _reveals([9, 1], objectives=objectives)
    assert number_of(something_bad(played.state)) == 1
    played.state.objectives["O1"].state = "complete"
    assert something_bad(played.state) is None


@covers("FR-SPM-07")
def test_special_missions_have_no_investigations():
    from sandtable.books.forgotten_ruin.missions.mission_tables import mission_tables

    regular, special = (mission_tables().sequences[kind] for kind in ("regular", "special"))

    assert "investigation markers" in regular
    assert "investigation markers" not in special
    assert not has_special(mission(), "Traps")
