"""Dice of a soldier's own action, and what changes them."""

from __future__ import annotations

import re
from functools import cache

import pytest

import sandtable
from sandtable.books.forgotten_ruin.chapters.principles.soldiers_dice import (
    best_of,
    could_matter,
    reroll,
    roll_own,
)
from sandtable.books.forgotten_ruin.windows import OwnDice
from sandtable.kernel.check import Modifier
from sandtable.kernel.contract.tools import Draw, answer_by_chance
from sandtable.kernel.testing import covers
from sandtable.lab.soak import setup_of
from sandtable.lab.soaks import forgotten_ruin
from sandtable.reports.luck import rolls_of
from tests.books.forgotten_ruin.doing import no_points
from tests.books.forgotten_ruin.stage import battle, perform, soldier, start


def rolling(count=1, what="hit", modifier=0, **facts):
    added = [Modifier(modifier, "skill", "FR-SQD-16")]
    return lambda play: roll_own(play, play.state.soldiers["S1"], what, count, "dice", added=added, **facts)


def quiet():
    return battle(soldier("S1"), stock=no_points())


@covers("FR-PRN-14")
def test_each_die_is_compared_with_the_number_separately():
    played = perform(quiet(), rolling(2, need=5), {"dice": [5, 4]})
    assert [score >= 5 for score in played.returned.scores] == [True, False]
    assert "FR-PRN-14" in played.cited()


@covers("FR-PRN-17")
@pytest.mark.parametrize(("face", "modifier", "score"), [(3, 2, 5), (1, -2, 0)])
def test_modifiers_are_added_and_stop_at_nothing(face, modifier, score):
    played = perform(quiet(), rolling(modifier=modifier), {"dice": [face]})
    assert played.returned.scores == [score]


@covers("FR-PRN-14", "FR-PRN-17")
def test_the_luck_of_a_seat_is_read_from_the_face_that_the_die_must_show():
    played = perform(quiet(), rolling(2, modifier=1, need=5), {"dice": [4, 3]})
    (roll,) = rolls_of(played.told("dice rolled"))
    assert (roll.seat, roll.need, roll.faces) == ("A", 4, (4, 3))


@covers("FR-PRN-18")
@pytest.mark.parametrize(("modifier", "need", "certain"), [(3, 3, True), (-1, 6, False)])
def test_a_roll_can_be_certain_or_impossible(modifier, need, certain):
    worst, best = 1, 6
    played = perform(quiet(), rolling(modifier=modifier, need=need), {"dice": [worst if certain else best]})
    assert (played.returned.score(0) >= need) is certain
    assert "FR-PRN-18" in played.cited()


@covers("FR-PRN-19")
def test_a_modifier_makes_no_natural_six():
    dice = perform(quiet(), rolling(2, modifier=2), {"dice": [4, 1]}).returned
    assert dice.scores == [6, 3]
    assert dice.faces == [4, 1]


@covers("FR-PRN-20")
def test_a_reroll_replaces_the_first_result():
    async def twice(play):
        dice = await roll_own(play, play.state.soldiers["S1"], "hit", 3, "dice", need=4)
        await reroll(play, dice, [0, 2], "again", "FR-ARM-06")
        return dice

    played = perform(quiet(), twice, {"dice": [1, 5, 1], "again": [6, 1]})
    assert played.returned.faces == [6, 5, 1]
    assert played.returned.rerolled == [0, 2]
    assert "FR-PRN-20" in played.cited()


@pytest.mark.parametrize(("faces", "count", "kept"), [((2, 6), 1, (6,)), ((3, 1, 5), 2, (3, 5))])
def test_the_best_of_several_dice_count(faces, count, kept):
    assert best_of(faces, count) == kept


@pytest.mark.parametrize(
    ("faces", "need", "matters"),
    [((4, 4), 4, False), ((3, 4), 4, True), ((6,), None, False), ((5,), None, True)],
)
def test_a_change_matters_where_a_die_fails_or_could_be_higher(faces, need, matters):
    assert could_matter(OwnDice("A", soldier("S1"), "hit", list(faces), need)) is matters


def test_where_dice_changes_are_switched_off_nobody_is_asked():
    state = battle(soldier("S1", traits=("Brave",)), switches={"offer_dice_changes": "never"})
    assert start(state, rolling(need=6), {"dice": [5]}).game.decision is None


@cache
def dice_of(number, answers=40):
    """The dice of a random mission, and what followed from them."""
    game = sandtable.new(**setup_of(number, forgotten_ruin.setup))
    hands = Draw(number)
    for _ in range(answers):
        if game.decision is not None:
            answer_by_chance(game, hands)
    return game.events(all_seats=True)


@covers("FR-PRN-17")
@pytest.mark.parametrize("number", range(1, 25, 4))
def test_whatever_is_added_to_a_die_is_told_with_it(number):
    for event in dice_of(number):
        if event.kind == "dice rolled" and "modifier" in event.facts:
            values = [int(one.split(" ")[0]) for one in event.facts["modifiers"]]
            assert sum(values) == event.facts["modifier"] or event.facts["why"].startswith("save"), event
            assert all(re.search(r"\(FR-[A-Z]+-[0-9]+\)$", one) for one in event.facts["modifiers"])


@covers("FR-PRN-14")
@pytest.mark.parametrize("number", range(1, 25, 4))
def test_the_number_that_is_needed_is_the_face_of_the_die_whoever_tells_it(number):
    needs = {}
    for event in dice_of(number):
        if event.kind == "dice rolled" and str(event.facts["why"]).startswith("hit S"):
            needs = {event.facts["target"]: event.facts["need"]} if "target" in event.facts else {}
        if event.kind in ("shots hit", "shots miss") and "need" in event.facts:
            assert event.facts["need"] == needs.get(event.facts["target"], event.facts["need"]), event
            is_hit = any(face >= event.facts["need"] for face in event.facts["faces"])
            assert is_hit == (event.kind == "shots hit"), event
