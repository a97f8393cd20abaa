"""Infiltrators and soldiers aloft."""

from __future__ import annotations

import pytest

from sandtable.books.forgotten_ruin.chapters.activations.activations import activate
from sandtable.books.forgotten_ruin.chapters.battle_round.phases import eligible
from sandtable.books.forgotten_ruin.chapters.battle_round.reaction_roll import number_of_dice
from sandtable.books.forgotten_ruin.chapters.movement.falling import fall
from sandtable.books.forgotten_ruin.missions.ending import ends_without_soldiers
from sandtable.books.forgotten_ruin.modifiers import WHY_FLYING
from sandtable.books.forgotten_ruin.state import Effect, Stock
from sandtable.books.forgotten_ruin.transformations.off_the_table import why_wings_are_tired
from sandtable.books.forgotten_ruin.windows import DEPLOYMENT, WINDOWS, Moment
from sandtable.kernel.refusal import Refused
from sandtable.kernel.testing import covers
from tests.books.forgotten_ruin.stage import battle, enemy, perform, rule_of, soldier, start


def _infiltrator(**facts):
    one = soldier("S1", transformation="The Green", upgrades=("Infiltration",), **facts)
    one.where = "waiting"
    return one


HIDDEN = {"effects": (Effect("infiltrating", "FR-TRF-29"),)}


def _field(*figures, **facts):
    return battle(*figures, stock=Stock(story_points=0), **facts)


def _acts(play):
    return activate(play, play.state.soldiers["S1"])


@covers("FR-TRF-29")
@pytest.mark.parametrize("answer", [True, False])
def test_the_player_says_whether_an_infiltrator_begins_off_the_table(answer):
    other = soldier("S2")
    other.where = "waiting"
    state = _field(_infiltrator(), other)
    played = perform(state, lambda play: WINDOWS.open(play, DEPLOYMENT, Moment("A")), answers=[answer])
    assert played.state.soldiers["S1"].is_under("infiltrating") is answer


@covers("FR-TRF-29")
def test_the_last_soldier_cannot_begin_off_the_table():
    played = perform(_field(_infiltrator()), lambda play: WINDOWS.open(play, DEPLOYMENT, Moment("A")))
    assert not played.state.soldiers["S1"].is_under("infiltrating")


@covers("FR-TRF-29")
def test_a_waiting_infiltrator_adds_a_die_and_may_act_but_does_not_keep_the_battle_going():
    state = _field(_infiltrator(**HIDDEN), soldier("S2"), phase="slow")
    assert number_of_dice(state)[0] == 2
    assert [one.id for one in eligible(state)] == ["S1", "S2"]
    alone = _field(_infiltrator(**HIDDEN))

    async def end(play):
        return ends_without_soldiers(play)

    assert perform(alone, end).returned is True


@covers("FR-TRF-29")
def test_it_appears_within_six_inches_of_the_drawn_soldier_and_does_not_move():
    state = _field(_infiltrator(**HIDDEN), soldier("S2"), enemy("M1.1", (30.0, 30.0)), phase="quick")
    asked = start(state, _acts).answer("Infiltration")
    with pytest.raises(Refused, match="zone"):
        asked.game.answer({"models": [[10.0, 17.1]]})
    played = asked.answer({"models": [[10.0, 17.0]]}, "end activation").over()
    one = played.state.soldiers["S1"]
    assert (one.at, one.where, one.is_under("arrived unseen")) == ((10.0, 17.0), "on the table", True)


@covers("FR-TRF-29")
def test_a_place_on_an_opponent_means_the_nearest_one_in_contact():
    state = _field(_infiltrator(**HIDDEN), soldier("S2"), enemy("M1.1", (10.0, 15.0)), phase="quick")
    played = perform(state, _acts, answers=["Infiltration", {"models": [[10.0, 14.8]]}])
    assert [(one.mover, one.other) for one in played.state.contacts] == [("S1", "M1.1")]


def _winged(**facts):
    return soldier("S1", transformation="The Skyborne", upgrades=("Take to the Sky",), **facts)


@covers("FR-TRF-52")
def test_a_soldier_aloft_counts_as_on_the_battlefield_and_is_dealt_a_die():
    one = _winged()
    one.where = "aloft"
    state = _field(one, enemy("M1.1"))

    async def end(play):
        return ends_without_soldiers(play)

    assert number_of_dice(state)[0] == 1
    assert perform(state, end).returned is False


@covers("FR-TRF-52")
@pytest.mark.parametrize(("round", "tired"), [(3, False), (4, True), (5, True)])
def test_wings_are_tired_in_the_two_rounds_after_the_round_of_landing(round, tired):
    effect = Effect("tired wings", "FR-TRF-52", until="round", rounds=5, number=3)
    one = _winged(effects=(effect,))
    state = _field(one, round=round)
    assert (why_wings_are_tired(state, one) is not None) is tired
    assert rule_of(WHY_FLYING.first(state, one)) == ("" if tired else "FR-TRF-49")


@covers("FR-TRF-49")
def test_a_fall_does_not_hurt_whoever_has_wings():
    state = _field(_winged(), enemy("M1.1"))
    played = perform(state, lambda play: fall(play, play.state.soldiers["S1"], 6.0, False))
    assert played.state.soldiers["S1"].stun == 0
