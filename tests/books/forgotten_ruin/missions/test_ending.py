"""The End Phase, the Sudden Death check, and the end of the battle."""

from __future__ import annotations

import pytest

from sandtable.books.forgotten_ruin.missions import ending
from sandtable.books.forgotten_ruin.missions.ending import AtEndOfRound, end_phase
from sandtable.books.forgotten_ruin.missions.objectives.every import complete
from sandtable.books.forgotten_ruin.missions.victory import BattleOver
from sandtable.books.forgotten_ruin.state import Objective
from sandtable.kernel.testing import covers
from tests.books.forgotten_ruin.missions.grounds import mission, wood
from tests.books.forgotten_ruin.stage import enemy, perform, soldier


def _done(**facts):
    return Objective(id="O1", type="Scout the Area", state="complete", **facts)


@covers("FR-RND-24", "FR-POST-04", "FR-POST-60")
def test_an_empty_table_ends_the_battle_before_everything_else():
    state = mission(soldier("S1"), objectives=(_done(completed_in=4),), round=4)
    state.soldiers["S1"].where = "left"
    played = perform(state, end_phase)
    assert played.state.closed
    assert played.state.won
    assert played.rolled() == []


@covers("FR-POST-07", "FR-MIS-46")
@pytest.mark.parametrize(("where", "is_cited"), [("left", True), ("behind", False)])
def test_who_stayed_behind_has_not_left_the_table(where, is_cited):
    state = mission(soldier("S1"), soldier("S2"), round=4)
    state.soldiers["S1"].where, state.soldiers["S2"].where = "casualty", where
    (over,) = perform(state, end_phase).told("battle over")
    assert ("FR-POST-07" in over.rules) is is_cited


@covers("FR-POST-04")
def test_a_mirror_image_alone_does_not_keep_the_battle_going():
    state = mission(soldier("S1", copy_of="S2"))
    assert perform(state, end_phase).state.closed


@covers("FR-POST-05")
def test_clearing_the_table_of_enemies_does_not_end_it():
    state = mission(soldier("S1"), objectives=(Objective(id="O1", type="Hold off the Enemy"),))
    assert not perform(state, end_phase).state.closed


@covers("FR-POST-01", "FR-POST-02", "FR-RND-25")
@pytest.mark.parametrize(
    ("faces", "closed", "last"), [((1, 3), True, 0), ((2, 3), False, 5), ((4, 6), False, 5)]
)
def test_two_dice_say_how_long_it_goes_on(faces, closed, last):
    state = mission(soldier("S1"), objectives=(_done(completed_in=2),), round=2)
    played = perform(state, end_phase, {"sudden death": faces})
    assert bool(played.state.closed) is closed
    assert played.state.sudden_death == last


@covers("FR-POST-01", "FR-MIS-08")
def test_while_an_objective_is_open_there_is_no_check():
    state = mission(
        soldier("S1"),
        objectives=(_done(completed_in=2), Objective(id="O2", type="Hold off the Enemy")),
        requirement="either",
        round=2,
    )
    played = perform(state, end_phase)
    assert played.state.won
    assert not played.state.closed


@covers("FR-POST-01")
def test_a_lost_objective_brings_no_check():
    lost = Objective(id="O2", type="Scout the Area", state="lost")
    state = mission(soldier("S1"), objectives=(_done(completed_in=1), lost), requirement="both", round=2)
    played = perform(state, end_phase)
    assert not played.state.closed
    assert not played.state.won


@covers("FR-POST-02")
def test_after_three_more_rounds_the_battle_ends():
    state = mission(soldier("S1"), objectives=(_done(completed_in=2),), round=4, sudden_death=5)
    assert not perform(state, end_phase).state.closed
    state.round = 5
    assert perform(state, end_phase).state.closed


@covers("FR-POST-03")
def test_an_eleven_brings_a_bonus_objective_that_ends_the_battle_when_completed():
    terrain = [wood("W1", 18.0, 18.0), wood("W2", 8.0, 30.0)]
    state = mission(
        soldier("S1"), enemy("M1.1"), objectives=(_done(completed_in=5),), round=5, terrain=terrain
    )
    dice = {"sudden death": [5, 6], "d100 objectives": [7, 1, 6, 1], "choose feature": [1]}
    played = perform(state, end_phase, dice)
    bonus = played.state.objectives["O2"]
    assert (bonus.type, bonus.perks) == ("Interact with Something", ("bonus",))
    assert played.state.won
    assert played.state.sudden_death == 8
    played.state.round = 6
    rule = lambda play: complete(play, play.state.objectives["O2"], "FR-OBJ-16")  # noqa: E731
    with pytest.raises(BattleOver):
        perform(played.state, rule)


@covers("FR-RND-26")
def test_a_battle_without_end_is_abandoned_after_the_round_limit():
    open_one = Objective(id="O1", type="Scout the Area")
    state = mission(soldier("S1"), objectives=(open_one,), round=29)
    assert not perform(state, end_phase).state.closed
    state.round = 30
    assert perform(state, end_phase).state.closed == "the battle is abandoned"
    state = mission(soldier("S1"), objectives=(open_one,), round=5, switches={"round_limit": 5})
    assert perform(state, end_phase).state.closed


@covers("FR-RND-23", "FR-PRN-25")
def test_what_one_effect_has_made_impossible_does_not_happen_after_it(monkeypatch):
    async def take(play):
        play.state.chanted = 0

    async def spoilt(play):
        raise AssertionError("there is nothing left to take")

    effects = {
        name: AtEndOfRound(name, "FR-ENE-16", lambda state: state.chanted > 0, one)
        for name, one in (("first", take), ("second", spoilt))
    }
    monkeypatch.setattr(ending, "END_EFFECTS", effects)
    state = mission(soldier("S1"), enemy("M1.1", (10.0, 30.0)))
    state.chanted = 1
    done = perform(state, end_phase, {}, ["first"])
    assert [event.facts["effect"] for event in done.told("end of round effect")] == ["first"]
