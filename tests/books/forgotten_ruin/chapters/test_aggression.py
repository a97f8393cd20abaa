"""Aggression: the score, the threshold, the table and its events."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.books.forgotten_ruin.barring.figures import why_gone
from sandtable.books.forgotten_ruin.chapters.aggression.events import apply_event
from sandtable.books.forgotten_ruin.chapters.aggression.score import (
    add_aggression,
    aggression_is_used,
    aggression_phase,
    reduce_aggression,
    roll_aggression_table,
    table,
    threshold,
)
from sandtable.books.forgotten_ruin.chapters.principles.conventions import (
    gap,
    neutral_edges,
    opposite,
    remove,
    within,
)
from sandtable.books.forgotten_ruin.enemies.activating import enemy_phase_step
from sandtable.books.forgotten_ruin.enemies.movement.placing import (
    can_stand,
    edge_places,
    groups_of,
    section_of,
)
from sandtable.books.forgotten_ruin.state import Marker, Mob
from sandtable.books.forgotten_ruin.windows import MOVED, WINDOWS, Movement
from sandtable.kernel.testing import covers
from sandtable.table.edges import distance_to_edge
from sandtable.table.terrain import Piece, box_outline
from tests.books.forgotten_ruin.doing import block, doing, no_points
from tests.books.forgotten_ruin.stage import battle, enemy, perform, rule_of, soldier

WARRIORS = [1, 1]
"""A D100 that gives Warriors."""


def field(*figures: Any, **facts: Any):
    facts.setdefault("stock", no_points())
    made = battle(*figures, **facts)
    made.mission.enemy_type = "Orcs"
    return made


def happening(name: str):
    return lambda play: apply_event(play, name)


def villain(id: str, at: tuple[float, float], **facts: Any):
    return enemy(id, at, kind="villain", **facts)


@covers("FR-AGG-01", "FR-AGG-03", "FR-AGG-05")
def test_three_four_and_five_reach_twelve_in_the_third_round():
    state, scores = field(soldier("S1"), enemy("M1.1")), []
    for face in (3, 4):
        played = perform(state, aggression_phase, {"aggression": [face]})
        state = played.state
        state.step = "staged rule"
        scores.append(state.aggression)
    assert scores == [3, 7]
    played = perform(state, aggression_phase, {"aggression": [5], "d100 aggression": [10, 1]})
    assert played.told("Aggression boils over")[0].facts["score"] == 12
    assert played.state.aggression == 0


@covers("FR-AGG-02", "FR-PRN-25")
def test_no_aggression_in_the_first_two_campaign_turns():
    state = field(soldier("S1"))
    state.mission.campaign_turn = 2
    assert not aggression_is_used(state)
    played = perform(state, lambda play: add_aggression(play, 2, "FR-INV-09"))
    assert played.state.aggression == 0
    assert {"FR-AGG-02", "FR-PRN-25"} <= played.cited()
    assert perform(state, aggression_phase).rolled() == []


@covers("FR-AGG-02")
def test_the_switch_uses_it_from_the_first_turn():
    state = field(soldier("S1"), switches={"early_aggression": True})
    state.mission.campaign_turn = 1
    assert aggression_is_used(state)


@covers("FR-EXR-11")
def test_exercises_have_none():
    state = field(soldier("S1"), switches={"early_aggression": True})
    state.mission.kind = "exercise 2"
    assert not aggression_is_used(state)


@covers("FR-AGG-06")
def test_nine_and_a_six_are_one_roll_and_nothing_is_left():
    state = field(soldier("S1"), enemy("M1.1"), aggression=9)
    played = perform(state, aggression_phase, {"aggression": [6], "d100 aggression": [10, 1]})
    assert played.state.aggression == 0
    assert len(played.told("Aggression event")) == 1


@covers("FR-AGG-04", "FR-AGG-25", "FR-DIF-19")
def test_die_villain_and_option_are_added_before_one_comparison():
    """6 + 3 + 1 + 1 = 11, one roll."""
    state = field(
        soldier("S1"),
        enemy("M1.1"),
        villain("V1", (20.0, 20.0)),
        aggression=6,
        markers={"K1": Marker("K1", "investigation", (20.4, 20.0))},
        switches={"difficulty_options": ("Increased Aggression",)},
    )
    played = perform(state, aggression_phase, {"aggression": [3], "d100 aggression": [10, 1]})
    rises = played.told("Aggression rises")[0]
    assert rises.facts["score"] == 11
    assert {"FR-AGG-04", "FR-AGG-25", "FR-DIF-19"} <= set(rises.rules)


@covers("FR-AGG-04")
def test_a_villain_counts_once_and_only_on_markers_that_are_left():
    markers = {
        "K1": Marker("K1", "investigation", (20.4, 20.0)),
        "K2": Marker("K2", "objective", (19.6, 20.0)),
        "K3": Marker("K3", "objective", (30.0, 20.0), gone=True),
    }
    state = field(soldier("S1"), villain("V1", (20.0, 20.0)), villain("V2", (30.0, 20.0)), markers=markers)
    played = perform(state, aggression_phase, {"aggression": [2]})
    assert played.state.aggression == 3


@covers("FR-AGG-05", "FR-DIF-11", "FR-DIF-26")
@pytest.mark.parametrize(
    ("options", "numbers"),
    [
        ((), [10, 10, 10]),
        (("Less attention",), [12, 12, 12]),
        (("Escalation",), [10, 9, 8, 7, 6, 5, 5]),
        (("Less attention", "Escalation"), [12, 11, 10]),
    ],
)
def test_the_threshold_and_how_options_change_it(options, numbers):
    found = []
    for happened in range(len(numbers)):
        state = field(soldier("S1"), switches={"difficulty_options": options})
        state.aggression_events = ("Monster",) * happened
        found.append(threshold(state)[0])
    assert found == numbers


@covers("FR-AGG-21")
def test_points_gained_during_the_round_trigger_at_once():
    state = field(soldier("S1"), enemy("M1.1"), aggression=9)
    played = perform(state, lambda play: add_aggression(play, 1, "FR-INV-09"), {"d100 aggression": [10, 1]})
    assert "FR-AGG-21" in played.told("Aggression boils over")[0].rules
    assert played.state.aggression_events == ("Replacements",)


@covers("FR-AGG-22", "FR-ACT-11")
def test_the_score_never_falls_below_nothing():
    played = perform(field(soldier("S1"), aggression=1), doing(reduce_aggression, "", 3, "FR-MIS-73"))
    assert played.state.aggression == 0
    assert "FR-AGG-22" in played.cited()


@covers("FR-AGG-07")
def test_the_table_has_nine_rows_without_a_gap():
    rows = table().rows
    assert rows[0].lo == 1
    assert all(one.hi + 1 == other.lo for one, other in zip(rows, rows[1:], strict=False))
    assert rows[-1].hi == 100
    assert [one.rule for one in rows] == [f"FR-AGG-{number}" for number in range(11, 20)]


@covers("FR-AGG-11", "FR-AGG-24", "FR-AGG-09")
def test_replacements_give_every_mob_a_figure_away_from_the_soldiers():
    state = field(soldier("S1", (10.0, 5.0)), enemy("M1.1", (10.0, 20.0)), enemy("M2.1", (25.0, 20.0)))
    played = perform(state, happening("Replacements"))
    assert [len(played.state.members(one)) for one in ("M1", "M2")] == [2, 2]
    added = played.state.enemies["M1.2"]
    assert within(gap(added, played.state.enemies["M1.1"]), 1.0)
    assert added.at[1] > 20.0
    assert added.arrived == played.state.round
    assert {"FR-AGG-24", "FR-AGG-09"} <= played.cited()


@covers("FR-AGG-11", "FR-AGG-12", "FR-AGG-08", "FR-AGG-23")
def test_without_a_mob_replacements_are_reinforcements():
    dice = {"reinforcements": [5], "d100 mob training": WARRIORS, "champion M1": [1], "arrival M1": [4]}
    played = perform(field(soldier("S1"), aggression=3), happening("Replacements"), dice)
    mob = played.state.mobs["M1"]
    # Campaign turn 5: six figures, one fewer for Reinforcements.
    assert len(played.state.members("M1")) == 5
    assert mob.aware
    assert all(one.at[1] > 34.0 for one in played.state.members("M1"))
    # The fourth of six sections of 6 in has its middle at 21 in.
    assert sum(one.at[0] for one in played.state.members("M1")) / 5 == pytest.approx(21.0)
    assert "FR-AGG-23" in played.cited()


@covers("FR-AGG-12")
def test_a_two_with_another_mob_brings_sleepers_and_stays_on_the_score():
    state = field(soldier("S1"), enemy("M1.1", (30.0, 20.0)))
    dice = {"reinforcements": [2], "d100 mob training": WARRIORS, "champion M2": [1], "arrival M2": [1]}
    played = perform(state, happening("Reinforcements"), dice)
    assert not played.state.mobs["M2"].aware
    assert played.state.aggression == 2


@covers("FR-AGG-12")
def test_the_only_mob_is_always_aware_but_the_score_is_set_all_the_same():
    dice = {"reinforcements": [3], "d100 mob training": WARRIORS, "champion M1": [1], "arrival M1": [1]}
    played = perform(field(soldier("S1")), happening("Reinforcements"), dice)
    assert played.state.mobs["M1"].aware
    assert played.state.aggression == 3


@covers("FR-AGG-13")
def test_renewed_effort_strengthens_the_mob_nearest_to_the_players_edge():
    state = field(soldier("S1", (10.0, 5.0)), enemy("M1.1", (10.0, 25.0)), enemy("M2.1", (25.0, 20.0)))
    played = perform(state, happening("Renewed effort"))
    assert len(played.state.members("M1")) == 1
    assert len(played.state.members("M2")) == 4


@covers("FR-AGG-13")
def test_equally_near_mobs_are_drawn_by_a_die():
    state = field(soldier("S1", (10.0, 5.0)), enemy("M1.1", (10.0, 20.0)), enemy("M2.1", (25.0, 20.0)))
    played = perform(state, happening("Renewed effort"), {"choose mob": [2]})
    assert len(played.state.members("M2")) == 4


AMBUSH = {"d100 mob training": WARRIORS, "champion M1": [1]}


@covers("FR-AGG-14", "FR-AGG-08")
def test_an_ambush_stands_in_the_wood_nearest_to_the_centre():
    wood = Piece("W1", "wood", box_outline(14.0, 20.0, 22.0, 28.0), traits=("area", "difficult"))
    far = Piece("W2", "wood", box_outline(2.0, 2.0, 6.0, 6.0), traits=("area", "difficult"))
    played = perform(field(soldier("S1", (10.0, 5.0)), terrain=[wood, far]), happening("Ambush"), AMBUSH)
    orcs = played.state.members("M1")
    assert len(orcs) == 5
    assert all(14.0 < one.at[0] < 22.0 and 20.0 < one.at[1] < 28.0 for one in orcs)
    assert played.state.mobs["M1"].aware


@covers("FR-AGG-14")
def test_an_ambush_stands_behind_a_block_as_the_nearest_soldier_sees_it():
    state = field(soldier("S1", (18.0, 5.0)), terrain=[block("B1", 16.0, 17.0, 20.0, 19.0)])
    played = perform(state, happening("Ambush"), AMBUSH)
    assert all(one.at[1] > 18.0 for one in played.state.members("M1"))


@covers("FR-AGG-14")
def test_an_ambush_stays_close_to_a_long_wall():
    state = field(soldier("S1", (18.0, 5.0)), terrain=[block("B1", 6.0, 17.5, 30.0, 18.5)])
    orcs = perform(state, happening("Ambush"), AMBUSH).state.members("M1")
    assert all(18.5 < one.at[1] < 24.0 for one in orcs)


@covers("FR-AGG-14")
def test_an_ambush_finds_a_side_of_a_feature_with_a_soldier_in_its_middle():
    piece = block("B1", 16.0, 17.0, 20.0, 19.0)
    state = field(soldier("S1", (18.0, 18.0), elevation=6.0), terrain=[piece])
    assert len(perform(state, happening("Ambush"), AMBUSH).state.members("M1")) == 5


@covers("FR-AGG-14")
def test_without_terrain_the_ambush_comes_at_the_centre_and_keeps_off_soldiers():
    played = perform(field(soldier("S1", (18.0, 18.0))), happening("Ambush"), AMBUSH)
    orcs = played.state.members("M1")
    assert all(abs(one.at[0] - 18.0) < 6.0 and abs(one.at[1] - 18.0) < 6.0 for one in orcs)
    assert all(gap(one, played.state.soldiers["S1"]) >= 1.0 - 1e-6 for one in orcs)


@covers("FR-AGG-15", "FR-AGG-08")
def test_a_new_wave_replaces_every_mob_and_counts_its_champions():
    state = field(
        soldier("S1"),
        enemy("M1.1", (10.0, 20.0), is_champion=True),
        enemy("M2.1", (20.0, 20.0), is_champion=True),
        enemy("M3.1", (30.0, 20.0)),
        villain("V1", (15.0, 25.0)),
    )
    state.mobs["M1"].killed_in_phase = 2
    dice = {"d100 mob training": WARRIORS * 3}
    dice |= {f"champion M{number}": [1] for number in (4, 5, 6)}
    dice |= {f"arrival M{number}": [number - 3] for number in (4, 5, 6)}
    played = perform(state, happening("New wave"), dice)
    assert played.state.aggression == 2
    assert [len(played.state.members(f"M{number}")) for number in range(1, 7)] == [0, 0, 0, 7, 7, 7]
    assert played.state.enemies["V1"].on_table
    assert played.state.enemies["M1.1"].where == "withdrawn"
    assert rule_of(why_gone(played.state, played.state.enemies["M1.1"])) == "FR-AGG-15"
    assert played.state.mobs["M1"].killed_in_phase == 0
    assert all(played.state.mobs[f"M{number}"].aware for number in (4, 5, 6))


@covers("FR-AGG-15")
def test_a_new_wave_without_champions_leaves_the_score_at_nothing():
    state = field(soldier("S1"), enemy("M1.1", (10.0, 20.0)))
    dice = {"d100 mob training": WARRIORS, "champion M2": [1], "arrival M2": [1]}
    assert perform(state, happening("New wave"), dice).state.aggression == 0


@covers("FR-AGG-16", "FR-AGG-10")
def test_revelations_put_champions_with_two_random_mobs_and_their_death_gives_exposure():
    state = field(
        soldier("S1"), enemy("M1.1", (8.0, 20.0)), enemy("M2.1", (18.0, 20.0)), enemy("M3.1", (28.0, 20.0))
    )
    state.mobs["M3"].training = "Archers"
    played = perform(
        state, happening("Revelations"), {"choose mob": [3, 1], "sorcerer M3.2": [1], "sorcerer M1.2": [6]}
    )
    champions = [one for one in played.state.enemies.values() if one.is_champion]
    assert [(one.mob, one.training, one.note) for one in champions] == [
        ("M3", "Archers", "revelation"),
        ("M1", "Warriors", "revelation"),
    ]
    again = played.state
    again.step = "staged rule"
    killed = perform(
        again, lambda play: remove(play, play.state.figure(champions[0].id), "casualty", "FR-HIT-03")
    )
    assert (killed.state.stock.exposure, killed.state.stock.exposure_owed) == (0, 1)


@covers("FR-AGG-16")
def test_a_single_mob_gets_a_single_champion():
    played = perform(field(soldier("S1"), enemy("M1.1")), happening("Revelations"), {"sorcerer M1.2": [1]})
    assert sum(one.is_champion for one in played.state.enemies.values()) == 1


@covers("FR-AGG-17")
@pytest.mark.parametrize(("points", "after"), [(0, 2), (2, 4)])
def test_a_hero_gains_two_monster_points(points, after):
    state = field(soldier("S1"), enemy("M1.1", is_champion=True, monster_points=points))
    played = perform(state, happening("Hero"))
    assert played.state.enemies["M1.1"].monster_points == after


@covers("FR-AGG-17")
def test_without_champion_or_villain_somebody_becomes_one():
    state = field(soldier("S1"), enemy("M1.1"), enemy("M1.2", (12.0, 20.0)))
    played = perform(state, happening("Hero"), {"choose figure": [2], "sorcerer M1.2": [1]})
    found = played.state.enemies["M1.2"]
    assert found.is_champion
    assert found.monster_points == 2
    assert len(played.state.enemies) == 2


@covers("FR-AGG-17")
def test_a_villain_alone_is_hero_enough():
    state = field(soldier("S1"), villain("V1", (10.0, 25.0), monster_points=2))
    assert perform(state, happening("Hero")).state.enemies["V1"].monster_points == 4


@covers("FR-AGG-17", "FR-AGG-18")
def test_without_anybody_a_monster_comes_over_a_neutral_edge():
    played = perform(field(soldier("S1")), happening("Hero"), {"d100 monster": [1, 1], "choose edge": [2]})
    monsters = [one for one in played.state.enemies.values() if one.is_monster]
    assert len(monsters) == 1
    assert monsters[0].at[0] > 34.0
    assert monsters[0].at[1] == pytest.approx(18.0, abs=0.6)
    assert "FR-AGG-18" in played.cited()


def with_artifact():
    return field(soldier("S1", (10.0, 10.0)), enemy("M1.1", (10.0, 20.0), is_champion=True, note="artifact"))


@covers("FR-AGG-19")
def test_an_artifact_comes_with_a_champion():
    played = perform(field(soldier("S1"), enemy("M1.1")), happening("Artifact"), {"sorcerer M1.2": [1]})
    champion = next(one for one in played.state.enemies.values() if one.is_champion)
    assert champion.note == "artifact"


@covers("FR-AGG-19")
def test_without_a_mob_the_artifact_comes_with_an_ambush():
    played = perform(
        field(soldier("S1", (3.0, 3.0))), happening("Artifact"), {**AMBUSH, "sorcerer M1.6": [1]}
    )
    champion = next(one for one in played.state.enemies.values() if one.is_champion)
    assert (champion.mob, champion.note) == ("M1", "artifact")
    assert len(played.state.members("M1")) == 6


def loot(played: Any) -> int:
    return len(played.told("artifact taken"))


@covers("FR-AGG-19")
def test_an_artifact_taken_hand_to_hand_is_taken_at_once():
    async def kill(play):
        enemy = play.state.figure("M1.1")
        await remove(play, enemy, "casualty", "FR-HTH-12", by="S1", means="hand-to-hand")
        return len(play.state.markers)

    played = _kill(kill)
    assert played.returned == 0
    assert loot(played) == 1


def _kill(rule: Any):
    """The rule with a Loot roll that finds a potion for the squad."""
    return perform(with_artifact(), rule, {"d100 loot": [5, 10], "d100 potion": [10, 1]})


@covers("FR-AGG-19")
def test_any_other_kill_leaves_a_token_for_whoever_touches_it():
    async def shoot_and_walk(play):
        enemy = play.state.figure("M1.1")
        await remove(play, enemy, "casualty", "FR-HIT-03", by="S1", means="shooting")
        left = [one.kind for one in play.state.markers.values()]
        soldier = play.state.soldiers["S1"]
        soldier.at = (10.0, 19.6)
        await WINDOWS.open(play, MOVED, Movement("A", soldier, ((10.0, 10.0), (10.0, 19.6)), "move"))
        return left, [one.gone for one in play.state.markers.values()]

    played = _kill(shoot_and_walk)
    assert played.returned == (["artifact"], [True])
    assert loot(played) == 1


@covers("FR-AGG-19", "FR-AGG-15")
def test_a_champion_who_leaves_takes_the_artifact_away():
    async def leave(play):
        await remove(play, play.state.figure("M1.1"), "withdrawn", "FR-AGG-15")
        return len(play.state.markers)

    played = perform(with_artifact(), leave)
    assert played.returned == 0


@covers("FR-AGG-20")
def test_with_variety_a_row_that_occurred_becomes_the_lowest_that_has_not():
    """Replacements and Monster were; an 80 becomes Reinforcements."""
    state = field(soldier("S1"), enemy("M1.1", (30.0, 20.0)), switches={"aggression_variety": True})
    state.rows_occurred = ("Replacements", "Monster")
    dice = {
        "d100 aggression": [8, 10],
        "reinforcements": [6],
        "d100 mob training": WARRIORS,
        "champion M2": [1],
        "arrival M2": [1],
    }
    played = perform(state, roll_aggression_table, dice)
    assert played.state.aggression_events == ("Reinforcements",)
    assert played.state.rows_occurred == ("Replacements", "Reinforcements", "Monster")
    assert "FR-AGG-20" in played.cited()


@covers("FR-AGG-20")
def test_when_all_nine_rows_have_occurred_the_memory_is_cleared():
    state = field(soldier("S1"), enemy("M1.1"), switches={"aggression_variety": True})
    state.rows_occurred = tuple(row.result for row in table().rows[1:])
    played = perform(state, roll_aggression_table, {"d100 aggression": [10, 1]})
    assert played.state.rows_occurred == ()


@covers("FR-AGG-09")
def test_whoever_was_placed_this_round_does_not_activate():
    state = field(soldier("S1"), mobs={"M1": Mob("M1", "Orcs")})
    newcomer = enemy("M1.1", (10.0, 30.0))
    newcomer.arrived = state.round
    state.enemies["M1.1"] = newcomer
    played = perform(state, enemy_phase_step)
    assert played.returned is False
    assert played.state.enemies["M1.1"].at == (10.0, 30.0)


@covers("FR-DIF-25")
def test_each_soldier_near_a_marker_counts_once_in_the_danger_zone():
    """Three are within an inch of a marker, one of them of two."""
    people = [soldier(f"S{number}", (9.0 + number, 10.0)) for number in range(1, 4)]
    state = field(
        *people,
        soldier("S4", (30.0, 10.0)),
        switches={"difficulty_options": ("Danger zone",)},
        markers={
            "K1": Marker("K1", "objective", (11.0, 11.0)),
            "K2": Marker("K2", "investigation", (12.5, 11.0)),
        },
    )
    played = perform(state, aggression_phase, {"aggression": [1]})
    assert played.state.aggression == 4
    assert "FR-DIF-25" in played.cited()


@covers("FR-AGG-16", "FR-AGG-19")
@pytest.mark.parametrize(("by", "yours"), [("S1", True), ("", True), ("B1", False)])
def test_only_champions_that_you_kill_bring_exposure_or_leave_the_artifact(by, yours):
    champions = [enemy("M1.1", (10.0, 20.0), note="revelation"), enemy("M1.2", (12.0, 20.0), note="artifact")]
    beast = enemy("B1", (30.0, 30.0), kind="monster", side="independent", monster_points=2)
    state = battle(soldier("S1"), *champions, beast)

    async def both(play):
        for one in ("M1.1", "M1.2"):
            await remove(play, play.state.enemies[one], "casualty", "FR-HIT-03", by=by, means="shooting")

    played = perform(state, both)
    assert played.state.stock.exposure_owed == int(yours)
    assert len(played.state.markers) == int(yours)


@covers("FR-AGG-23")
@pytest.mark.parametrize("face", range(1, 7))
@pytest.mark.parametrize("edge", ["north", "south", "west", "east"])
def test_a_large_mob_stands_within_an_inch_of_its_edge_and_of_one_another(edge, face):
    state = field(soldier("S1", (18.0, 18.0)), edge=edge)
    place = edge_places(state, opposite(edge), section_of(state, opposite(edge), face), 9, 0.5)
    figures = [enemy(f"M1.{number}", at) for number, at in enumerate(place, 1)]
    assert all(can_stand(state, one, one.at) for one in figures)
    assert all(distance_to_edge(state.ground, one.at, opposite(edge)) - one.radius <= 1.0 for one in figures)
    assert len(groups_of(state, figures)) == 1


@covers("FR-AGG-23", "FR-PRN-22")
@pytest.mark.parametrize(
    ("edge", "first", "last", "left"),
    [
        ("south", (3.0, 36.0), (33.0, 36.0), (0.0, 3.0)),
        ("north", (33.0, 0.0), (3.0, 0.0), (36.0, 33.0)),
        ("west", (36.0, 33.0), (36.0, 3.0), (3.0, 36.0)),
        ("east", (0.0, 3.0), (0.0, 33.0), (33.0, 0.0)),
    ],
)
def test_sections_are_counted_from_the_players_left_and_from_the_own_edge(edge, first, last, left):
    state = field(soldier("S1", (18.0, 18.0)), edge=edge)
    enemys, neutral = opposite(edge), neutral_edges(state)[0]
    assert section_of(state, enemys, 1) == pytest.approx(first)
    assert section_of(state, enemys, 6) == pytest.approx(last)
    assert section_of(state, neutral, 1) == pytest.approx(left)
