"""The Reaction Roll: how many dice, who gets them, and who is quick."""

from __future__ import annotations

import random

import pytest

from sandtable.books.forgotten_ruin.chapters.battle_round.reaction_roll import (
    ReactionDice,
    assign_dice,
    is_quick,
    number_of_dice,
    roll_reaction_dice,
)
from sandtable.kernel.testing import covers
from tests.books.forgotten_ruin.stage import battle, perform, soldier, start


def squad(*positions: str, **facts):
    return [
        soldier(f"S{number}", (4.0 + 2 * number, 4.0), position=position, **facts)
        for number, position in enumerate(positions, 1)
    ]


@covers("FR-RND-03", "FR-RND-06", "FR-SQD-08")
def test_seven_with_the_squad_leader_and_the_platoon_leader_roll_ten_dice():
    state = battle(*squad("squad leader", *["soldier"] * 6, "platoon leader"))
    assert number_of_dice(state)[0] == 10
    played = perform(state, roll_reaction_dice, {"reaction roll": [1, 2, 3, 4, 5, 6, 1, 2, 3, 4]})
    assert len(played.returned) == 10
    assert {"FR-RND-03", "FR-SQD-08"} <= played.cited()


@covers("FR-RND-03", "FR-RND-06")
def test_a_squad_leader_who_is_a_casualty_takes_both_dice_along():
    state = battle(*squad("squad leader", "soldier", "soldier"))
    assert number_of_dice(state)[0] == 4
    state.soldiers["S1"].where = "casualty"
    assert number_of_dice(state)[0] == 2


@covers("FR-RND-06")
@pytest.mark.parametrize("position", ["fire team leader", "platoon sergeant"])
def test_other_leaders_have_no_leadership(position):
    assert number_of_dice(battle(*squad(position)))[0] == 1


@covers("FR-RND-03")
def test_those_who_left_and_a_mirror_image_roll_nothing():
    people = squad("soldier", "soldier", "mirror image")
    people[1].where = "left"
    assert number_of_dice(battle(*people))[0] == 1


@covers("FR-RND-07", "FR-RND-08")
@pytest.mark.parametrize(
    ("reactions", "die", "quick"),
    [(2, 1, True), (2, 2, True), (2, 3, False), (4, 4, True), (4, 5, False), (2, None, False)],
)
def test_a_die_up_to_reactions_is_quick(reactions, die, quick):
    one = soldier("S1", reactions=reactions)
    one.die = die
    assert is_quick(battle(one), one) is quick


@covers("FR-RND-04", "FR-RND-05", "FR-RND-07", "FR-RND-08", "FR-RND-09")
def test_each_soldier_gets_one_die_at_most_and_whoever_gets_none_is_slow():
    state = battle(*squad("soldier", "soldier", "soldier"), dice=(1, 5, 2, 6))
    answer = {"d1": "S2", "d2": "S1", "d3": "nobody", "d4": "nobody"}
    played = perform(state, assign_dice, answers=[answer])
    assert {one.id: one.die for one in played.state.soldiers.values()} == {"S1": 5, "S2": 1, "S3": None}
    told = played.told("Reaction dice assigned")[0]
    assert told.facts["quick"] == ["S2"]
    assert told.facts["slow"] == ["S1", "S3"]
    assert {"FR-RND-05", "FR-RND-09"} <= set(told.rules)


@covers("FR-RND-04")
def test_two_dice_for_one_soldier_are_refused():
    state = battle(*squad("soldier", "soldier"), dice=(1, 2))
    question = start(state, assign_dice).question
    refusal = question.legal({"d1": "S1", "d2": "S1"})
    assert refusal is not None
    assert refusal.rule == "FR-RND-04"


@covers("FR-RND-10")
def test_the_die_of_a_spell_caster_is_told_as_power():
    caster = soldier("S1", spells=("Fire Bolt",))
    played = perform(battle(caster, dice=(6,)), assign_dice, answers=[{"d1": "S1"}])
    assert "FR-RND-10" in played.told("Reaction dice assigned")[0].rules
    assert played.state.soldiers["S1"].die == 6


@covers("FR-RND-04", "FR-RND-07")
def test_the_proposal_makes_as_many_soldiers_quick_as_can_be():
    people = [soldier("S1", reactions=4), soldier("S2", reactions=2), soldier("S3", reactions=2)]
    state = battle(*people, dice=(4, 2, 6, 5))
    question = ReactionDice(state, people)
    best = question.options()[0].answer
    assert best["d1"] == "S1"
    assert best["d2"] in ("S2", "S3")
    assert sorted(best.values()).count("nobody") == 1
    assert question.legal(best) is None


@covers("FR-RND-04")
def test_every_sample_and_every_proposal_is_legal():
    state = battle(*squad("squad leader", *["soldier"] * 5), dice=(1, 1, 3, 3, 5, 6, 2))
    question = start(state, assign_dice).question
    for seed in range(20):
        assert question.legal(question.sample(random.Random(seed))) is None
    assert all(question.legal(one.answer) is None for one in question.options())
