"""Difficulty options: what they change, what they add up to, and which exclude one another."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sandtable.books.forgotten_ruin.chapters.squad import difficulty as options
from sandtable.books.forgotten_ruin.chapters.squad.difficulty import (
    check_options,
    difficulty,
    difficulty_factor,
    final_score,
)
from sandtable.books.forgotten_ruin.enemies.generating import mob_size, new_monster, promote
from sandtable.books.forgotten_ruin.modifiers import CHAMPION_ROLL, MONSTER_POINTS
from sandtable.books.forgotten_ruin.switches import Switches
from sandtable.books.forgotten_ruin.windows import BATTLE_STARTED, WINDOWS, Moment
from sandtable.kernel.testing import covers
from tests.books.forgotten_ruin.doing import no_points
from tests.books.forgotten_ruin.stage import battle, enemy, perform, soldier


def chosen(*names: str, **facts) -> Switches:
    return Switches(difficulty_options=names, **facts)


def field(*names: str, figures=(), **facts):
    return battle(soldier("S1"), *figures, stock=no_points(), switches={"difficulty_options": names}, **facts)


@covers("FR-DIF-01", "FR-DIF-05")
def test_any_set_of_the_twenty_two_options_may_be_chosen():
    assert len(difficulty().options) == 22
    assert check_options(chosen()) == []
    assert check_options(chosen("Lucky heroes", "Larger mobs", "Escalation", "Danger zone")) == []
    assert [one.rule for one in check_options(chosen("Easy mode"))] == ["FR-DIF-01"]


@covers("FR-DIF-02")
@pytest.mark.parametrize("pair", difficulty().excluded, ids=" / ".join)
def test_options_that_contradict_exclude_one_another(pair):
    assert [one.rule for one in check_options(chosen(*pair))] == ["FR-DIF-02"]


@covers("FR-DIF-03")
def test_the_factor_is_the_sum_of_the_adjustments():
    assert difficulty_factor(chosen()) == 0
    assert difficulty_factor(chosen("Lucky heroes", "Larger mobs", "Escalation")) == 0
    assert difficulty_factor(chosen("Lucky heroes")) == -3


@covers("FR-DIF-04")
def test_with_a_target_the_options_must_add_up_to_it():
    assert check_options(chosen("Lucky heroes", "Larger mobs", "Escalation", difficulty_target=0)) == []
    assert [one.rule for one in check_options(chosen("Lucky heroes", difficulty_target=0))] == ["FR-DIF-04"]


@covers("FR-DIF-10", "FR-DIF-15", "FR-AGG-08")
@pytest.mark.parametrize(
    ("option", "sizes"),
    [("Fewer enemies", (5, 4, 6)), ("Larger mobs", (7, 6, 8)), ("Danger zone", (6, 5, 7))],
)
def test_the_size_of_every_mob(option, sizes):
    """Campaign turn 5: normal, Ambush, New wave."""
    state = field(option)
    assert (mob_size(state), mob_size(state, change=-1), mob_size(state, change=1)) == sizes


@covers("FR-DIF-16")
def test_one_more_on_every_champion_roll():
    assert sum(one.value for one in CHAMPION_ROLL.all(field("More champions"))) == 1


@covers("FR-DIF-17")
def test_champions_have_two_points_and_villains_three():
    state = field("Tougher champions", figures=[enemy("M1.1")])
    played = perform(state, lambda play: promote(play, play.state.enemies["M1.1"]), {"sorcerer M1.1": [1]})
    assert played.state.enemies["M1.1"].monster_points == 2
    villain = enemy("V1", kind="villain")
    assert 2 + sum(one.value for one in MONSTER_POINTS.all(state, villain, 2)) == 3


@covers("FR-DIF-24")
def test_a_tougher_monster_has_one_more_point():
    plain = perform(field(), lambda play: new_monster(play, "Ogre")).returned.monster_points
    tough = perform(field("Tougher monsters"), lambda play: new_monster(play, "Ogre")).returned.monster_points
    assert tough == plain + 1


@covers("FR-DIF-27")
@pytest.mark.parametrize(("points", "left"), [(5, 4), (6, 4), (9, 7), (1, 1)])
def test_an_easier_monster_has_one_less_or_two_and_keeps_one(points, left):
    monster = enemy("B1", kind="monster")
    changes = MONSTER_POINTS.all(field("Easier monsters"), monster, points)
    assert points + sum(one.value for one in changes) == left


@covers("FR-DIF-27")
def test_villains_are_not_easier():
    assert MONSTER_POINTS.all(field("Easier monsters"), enemy("V1", kind="villain"), 2) == []


@covers("FR-DIF-28")
@pytest.mark.parametrize(
    ("names", "points", "score"),
    [
        (("Larger mobs", "More champions"), 8, Fraction(96, 10)),
        (("Lucky heroes",), 10, Fraction(7)),
        ((), 11, Fraction(11)),
    ],
)
def test_victory_points_are_multiplied_exactly(names, points, score):
    assert final_score(points, chosen(*names)) == score


@covers("FR-DIF-28")
def test_the_multiplier_is_never_below_nothing():
    heroic = [one.option for one in difficulty().options if one.group == "heroic"]
    assert final_score(5, chosen(*heroic)) >= 0


@covers("FR-DIF-07", "FR-DIF-08", "FR-DIF-12", "FR-DIF-23")
def test_options_of_the_campaign():
    assert options.may_reroll_injury(chosen("Less lethal"), already=0)
    assert not options.may_reroll_injury(chosen("Less lethal"), already=1)
    assert [options.support_gained(chosen("More Support"), turn) for turn in range(1, 13)] == [
        0,
        0,
        1,
        0,
        0,
        1,
        0,
        0,
        1,
        0,
        0,
        0,
    ]
    assert options.may_choose_transformation(chosen("A kind of magic"))
    assert not options.may_choose_transformation(chosen())
    assert options.receives_support(chosen(), won=False)
    assert not options.receives_support(chosen("Earned support"), won=False)
    assert options.receives_support(chosen("Earned support"), won=True)


@covers("FR-DIF-18", "FR-SQD-24")
@pytest.mark.parametrize(
    ("turns", "names", "knack", "result"),
    [
        (2, (), "Healthy", 1),
        (1, (), "Healthy", 0),
        (0, (), "Healthy", 0),
        (1, ("Slow recovery",), "", 2),
        (0, ("Slow recovery",), "", 0),
        (1, ("Slow recovery",), "Healthy", 1),
    ],
)
def test_how_long_a_recovery_takes(turns, names, knack, result):
    assert options.recovery_turns(turns, chosen(*names), knack) == result


@covers("FR-DIF-20", "FR-DIF-21", "FR-DIF-22")
def test_limits_of_replacements_and_allies():
    assert options.most_replacements(chosen()) == 12
    assert options.most_replacements(chosen(replacement_base_limit=15), bought=2) == 17
    assert options.most_replacements(chosen("Limited manpower"), bought=1) == 11
    requests = [
        options.ally_requests(chosen(*names))
        for names in ((), ("On your own (once)",), ("On your own (none)",))
    ]
    assert requests == [3, 1, 0]


@covers("FR-DIF-01", "FR-DIF-03")
def test_the_options_are_told_when_the_battle_starts():
    played = perform(
        field("Larger mobs", "Escalation"), lambda play: WINDOWS.open(play, BATTLE_STARTED, Moment("A"))
    )
    told = played.told("difficulty")[0]
    assert told.facts["factor"] == 3
    assert {"FR-DIF-15", "FR-DIF-26"} <= set(told.rules)
