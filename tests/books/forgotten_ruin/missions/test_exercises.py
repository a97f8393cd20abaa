"""The three field exercises: who takes part, on what table, where the orcs stand, and when they are over."""

from __future__ import annotations

import pytest

import sandtable
from sandtable.books.forgotten_ruin.chapters.activations.actions import ACTIONS
from sandtable.books.forgotten_ruin.chapters.cover import in_cover
from sandtable.books.forgotten_ruin.chapters.line_of_sight import sees
from sandtable.books.forgotten_ruin.chapters.principles.conventions import gap, remove
from sandtable.books.forgotten_ruin.chapters.tactics import uses_left
from sandtable.books.forgotten_ruin.missions.ending import end_phase
from sandtable.books.forgotten_ruin.missions.exercises import FORCES, raise_orcs
from sandtable.books.forgotten_ruin.missions.preparing import prepare
from sandtable.books.forgotten_ruin.missions.regions import is_in_region
from sandtable.books.forgotten_ruin.windows import Activation
from sandtable.kernel.refusal import Refused
from sandtable.kernel.testing import covers
from sandtable.table.terrain import Ground
from tests.books.forgotten_ruin.missions.grounds import mission
from tests.books.forgotten_ruin.stage import perform, soldier

SQUAD = {"A": "red-squad"}
PROFILE = (5.0, 0, 3, 0)
"""Speed, Combat Skill, Toughness and Resistance of an orc (FR-EXR-06)."""


def begun(scenario, *answers, seed=5, **options):
    """An exercise, played with these answers."""
    game = sandtable.new("forgotten-ruin", scenario=scenario, seats=SQUAD, seed=seed, options=options)
    for answer in answers:
        game.answer(answer)
    return game


SET_UP = {
    "exercise-1": ("team 1", "proposed"),
    "exercise-2": ("team 2", "three", "proposed"),
    "exercise-3": ("two", "two", "proposed"),
}


@covers("FR-EXR-01", "FR-EXR-03", "FR-EXR-07", "FR-EXR-08", "FR-EXR-09", "FR-EXR-11")
@pytest.mark.parametrize(
    ("scenario", "force"),
    [
        ("exercise-1", ["S2", "S3", "S4", "S5"]),
        ("exercise-2", ["S6", "S7", "S8", "S9", "PS"]),
        ("exercise-3", [f"S{number}" for number in range(1, 10)]),
    ],
)
def test_the_forces_of_the_exercises(scenario, force):
    state = begun(scenario, *SET_UP[scenario]).state
    assert (state.ground.width, state.ground.depth) == (24.0, 24.0)
    assert [one.id for one in state.soldiers_on_table()] == force
    assert state.stock.story_points == 0


@covers("FR-MIS-46", "FR-EXR-07", "FR-EXR-08")
def test_a_fire_team_that_stays_behind_is_not_the_one_that_goes():
    behind = ["S2", "S3", "S4", "S5"]
    state = begun("exercise-1", "proposed", stay_behind=behind).state
    assert [one.id for one in state.soldiers_on_table()] == ["S6", "S7", "S8", "S9"]
    with pytest.raises(Refused, match="Nobody takes part"):
        begun("exercise-2", stay_behind=[*behind, "S6", "S7", "S8", "S9"])


@covers("FR-COOP-03", "FR-EXR-08")
@pytest.mark.parametrize(
    ("scenario", "led"),
    [
        ("exercise-1", {"S2": "B", "S3": "C", "S4": "B", "S5": "C"}),
        ("exercise-2", {"S6": "B", "S7": "C", "S8": "B", "S9": "C", "PS": "A"}),
    ],
)
def test_in_an_exercise_too_the_officer_leads_the_platoon_s_people_and_nobody_else(scenario, led):
    options = {"mode": "coop_split", "coop_officer": True}
    seats = {"A": "red-squad", "B": None, "C": None}
    game = sandtable.new("forgotten-ruin", scenario=scenario, seats=seats, seed=5, options=options)
    game.answer(SET_UP[scenario][0])
    assert {one.id: one.seat for one in game.state.soldiers.values()} == led


@covers("FR-COOP-03")
def test_nobody_but_the_officer_is_given_the_platoon_sergeant():
    options = {"mode": "coop_split", "coop_officer": True, "commands": {"B": ["PS"]}}
    with pytest.raises(Refused) as refused:
        prepare("exercise-2", {"A": "red-squad", "B": None}, options)
    assert refused.value.refusals[0].rule == "FR-COOP-03"


@covers("FR-EXR-07")
def test_the_player_picks_the_fire_team_of_the_first_exercise():
    state = begun("exercise-1", "team 2", "proposed").state
    assert [one.id for one in state.soldiers_on_table()] == ["S6", "S7", "S8", "S9"]


@covers("FR-EXR-07", "FR-COOP-01")
def test_players_who_share_the_squad_share_the_fire_team_too():
    seats = {"A": "red-squad", "B": "red-squad"}
    options = {"mode": "coop_split"}
    game = sandtable.new("forgotten-ruin", scenario="exercise-1", seats=seats, seed=1, options=options)
    game.answer("team 1")
    assert {one.seat for one in game.state.soldiers.values()} == {"A", "B"}


@covers("FR-EXR-08")
def test_the_second_exercise_proposes_the_team_that_is_usually_left():
    options = begun("exercise-2").decision.options()
    assert [one.answer for one in options] == ["team 2", "team 1"]


@covers("FR-EXR-01")
def test_skipped_exercises_are_not_played():
    with pytest.raises(Refused, match="FR-EXR-01"):
        prepare("exercise-1", SQUAD, {"field_exercises": "skip"})
    assert prepare("mission", SQUAD, {"field_exercises": "skip"}).mission.kind == "regular"


@covers("FR-EXR-03")
def test_five_similar_pieces_are_spread_over_the_table_of_the_first_exercise():
    pieces = begun("exercise-1", "team 1").state.ground.pieces
    assert len(pieces) == 5
    assert len({(one.kind, one.traits) for one in pieces}) == 1


@covers("FR-EXR-04")
@pytest.mark.parametrize(
    ("scenario", "answers", "count"),
    [
        ("exercise-2", ("team 2", "two"), 7),
        ("exercise-2", ("team 2", "three"), 8),
        ("exercise-3", ("two", "three"), 10),
        ("exercise-3", ("three", "three"), 11),
    ],
)
def test_two_or_three_pieces_are_added_after_each_exercise(scenario, answers, count):
    assert len(begun(scenario, *answers).state.ground.pieces) == count


@covers("FR-EXR-04")
@pytest.mark.parametrize(("face", "count"), [(1, 7), (3, 7), (4, 8), (6, 8)])
def test_a_die_decides_how_many_pieces_are_added(face, count):
    game = begun("exercise-2", "team 2", seed=1)
    game.change_dice("A", sandtable.kernel.dice.Typed())
    game.answer("roll")
    game.answer([face])
    assert len(game.state.ground.pieces) == count


@covers("FR-EXR-02", "FR-EXR-05", "FR-EXR-06", "FR-EXR-07", "FR-EXR-08", "FR-EXR-09")
@pytest.mark.parametrize("kind", list(FORCES))
def test_plain_orcs_stand_at_least_eighteen_inches_away(kind):
    state = mission(soldier("S1", (12.0, 2.5)), kind=kind, ground=Ground(24.0, 24.0, ()))
    played = perform(state, raise_orcs)
    orcs = list(played.state.enemies.values())
    assert len(orcs) == sum(size for size, _ in FORCES[kind])
    assert not any(one.is_champion or one.traits for one in orcs)
    profiles = [one.profile for one in orcs]
    assert {(one.speed, one.combat_skill, one.toughness, one.resistance) for one in profiles} == {PROFILE}
    assert all(gap(played.state.soldiers["S1"], one) >= 18.0 for one in orcs)
    assert all(one.at[1] >= 21.0 for one in orcs)


@covers("FR-EXR-07")
def test_the_mobs_of_the_first_exercise_are_about_four_inches_apart():
    state = begun("exercise-1", *SET_UP["exercise-1"]).state
    between = min(gap(a, b) for a in state.members("M1") for b in state.members("M2"))
    assert between == pytest.approx(4.0, abs=0.5)


@covers("FR-EXR-06")
def test_no_mob_of_an_exercise_rages():
    game = begun("exercise-1", *SET_UP["exercise-1"])
    while game.state.round < 2 and game.decision is not None:
        game.answer(game.decision.options()[0].answer)
    assert not [one for one in game.events() if one.kind == "War Rage"]


@covers("FR-EXR-08", "FR-EXR-09")
@pytest.mark.parametrize("scenario", ["exercise-2", "exercise-3"])
@pytest.mark.parametrize("seed", range(4))
def test_the_archers_are_set_up_in_cover(scenario, seed):
    state = begun(scenario, *SET_UP[scenario], seed=seed).state
    archers = state.members("M2")
    assert {one.training for one in archers} == {"Archers"}
    assert all(in_cover(state, one, archer) for one in state.soldiers_on_table() for archer in archers)


@covers("FR-EXR-09")
@pytest.mark.parametrize("seed", range(4))
def test_the_warriors_of_the_third_exercise_are_out_of_sight(seed):
    state = begun("exercise-3", *SET_UP["exercise-3"], seed=seed).state
    seen = [
        (one.id, orc.id)
        for one in state.soldiers_on_table()
        for orc in state.members("M1")
        if sees(state, one, orc)
    ]
    assert seen == []


@covers("FR-EXR-07", "FR-EXR-08", "FR-EXR-09")
@pytest.mark.parametrize(
    ("kind", "tactics", "rule"),
    [("exercise 1", 0, "FR-EXR-07"), ("exercise 2", 1, "FR-EXR-08"), ("exercise 3", 1, "FR-EXR-09")],
)
def test_tactics_of_the_exercises(kind, tactics, rule):
    sergeant = soldier("PS", position="platoon sergeant")
    left, rules = uses_left(mission(soldier("S1"), sergeant, kind=kind))
    assert left == tactics
    assert rule in rules


@covers("FR-EXR-07", "FR-EXR-10", "FR-EXR-02")
def test_an_exercise_succeeds_when_every_orc_is_destroyed():
    played = perform(mission(soldier("S1"), kind="exercise 1", requirement="none"), end_phase)
    assert (played.state.won, played.state.closed) == (True, "every orc is destroyed")
    assert [one.rules for one in played.events if one.kind == "exercise completed"] == [
        ("FR-EXR-10", "FR-EXR-02")
    ]


@covers("FR-EXR-10")
def test_a_lost_exercise_is_completed_too():
    lost = soldier("S1")
    lost.where = "casualty"
    played = perform(mission(lost, kind="exercise 2", requirement="none"), end_phase)
    assert not played.state.won
    assert played.told("exercise completed")


@covers("FR-EXR-10")
@pytest.mark.parametrize(("completed", "points"), [(0, 0), (2, 0), (3, 2), ("3", 2)])
def test_three_completed_exercises_bring_two_support_points(completed, points):
    assert prepare("mission", SQUAD, {"exercises_completed": completed}).stock.support_points == points


@covers("FR-EXR-10")
@pytest.mark.parametrize(("turn", "points"), [(1, 3), (2, 1), (12, 1)])
def test_the_reward_for_the_exercises_comes_once_at_the_start_of_the_campaign(turn, points):
    told = {"exercises_completed": 3, "support_points": 1, "campaign_turn": turn}
    assert prepare("mission", SQUAD, told).stock.support_points == points


def _patrol(*figures):
    ground = Ground(24.0, 24.0, ())
    return mission(*figures, kind="exercise 3", requirement="none", ground=ground)


def _leave(state, id):
    return perform(state, lambda play: remove(play, play.state.soldiers[id], "left", "FR-MOV-29")).state


def _look(state, id):
    look = ACTIONS["Look around"]
    return perform(state, lambda play: look.carry_out(play, play.state.soldiers[id], True)).state


@covers("FR-EXR-09")
@pytest.mark.parametrize(("at", "offered"), [((12.0, 10.5), 1), ((12.0, 10.4), 0)])
def test_a_soldier_looks_around_within_an_inch_of_the_centre(at, offered):
    state = _patrol(soldier("S1", at))
    one = state.soldiers["S1"]
    assert len(ACTIONS["Look around"].candidates(state, one, Activation("A", one))) == offered


@covers("FR-EXR-09")
def test_a_patrol_has_won_when_the_last_soldier_has_left():
    state = _look(_patrol(soldier("S1", (12.0, 11.0)), soldier("S2", (10.0, 0.5))), "S1")
    state.soldiers["S1"].at = (12.0, 0.5)
    state = _leave(state, "S1")
    assert not state.won
    assert _leave(state, "S2").won


@covers("FR-EXR-09")
def test_a_patrol_has_won_though_the_last_soldier_falls():
    state = _look(_patrol(soldier("S1", (12.0, 0.5)), soldier("S2")), "S2")
    state = _leave(state, "S1")
    fallen = perform(state, lambda play: remove(play, play.state.soldiers["S2"], "casualty", "FR-HIT-03"))
    assert fallen.state.won


@covers("FR-EXR-09")
def test_a_patrol_that_leaves_over_another_edge_has_not_won():
    state = _look(_patrol(soldier("S1", (23.5, 12.0))), "S1")
    assert not _leave(state, "S1").won


@covers("FR-EXR-09")
def test_without_looking_around_nobody_has_won():
    assert not _leave(_patrol(soldier("S1", (12.0, 0.5))), "S1").won


@covers("FR-EXR-11", "FR-EXR-02")
def test_regions_and_their_magic_change_no_exercise():
    options = {"region": "Forest", "magic": "low"}
    state = prepare("exercise-1", {"A": "red-squad"}, options)
    assert (state.mission.region, state.mission.magic) == ("Forest", "normal")
    assert not is_in_region(state, "Forest")
    assert is_in_region(prepare("mission", {"A": "red-squad"}, options), "Forest")
