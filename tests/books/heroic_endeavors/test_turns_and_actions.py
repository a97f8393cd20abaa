"""Turns, initiative, actions, conditions and the weapons in hand."""

from __future__ import annotations

import pytest

from sandtable.books.heroic_endeavors.book import HeroicEndeavors
from sandtable.books.heroic_endeavors.chapters.initiative import units
from sandtable.books.heroic_endeavors.chapters.trait_checks import check
from sandtable.books.heroic_endeavors.state import Adventure, Model, Prepared
from sandtable.kernel import Play, Refused
from sandtable.kernel.dice import Scripted
from sandtable.kernel.game import new_game
from sandtable.kernel.testing import covers
from tests.books.heroic_endeavors.scenes import ARMED, BOW, asked, barred, go, one, scene, state_of, told

IDLE = {"group": "dolls", "behaviour": "hostage"}


@covers("HE-INI-01", "HE-INI-03", "HE-INI-04", "HE-INI-02")
def test_who_is_level_rolls_again_and_the_highest_acts_first():
    dice = {"initiative H1": [4, 4, 1, 4], "initiative H2": [4, 5], "initiative H3": [4, 4, 5, 6]}
    game = scene(
        {"H1": {"at": [1, 1]}, "H2": {"at": [3, 1]}, "H3": {"at": [5, 1]}},
        dice,
        step="start of turn",
        active="",
    )
    assert game.state.ranks == (("H2",), ("H3",), ("H1",))
    assert game.state.active == "H2"
    assert told(game, "turn began")[0].facts["turn"] == 2


@covers("HE-INI-05", "HE-AGM-04")
def test_cohorts_and_opponents_of_one_profile_share_and_heroes_never_do():
    crowd = {f"O{n}": {"at": [n, 5], "profile": "rat"} for n in range(1, 9)}
    models = {"H1": {"at": [1, 1]}, "H2": {"at": [2, 1]}, "C1": {"at": [3, 1]}, "C2": {"at": [4, 1]}, **crowd}
    sizes = [len(unit) for unit in units(state_of(models))]
    assert sizes == [1, 1, 2, 6, 2]
    assert len(units(state_of(models, switches={"shared_initiative": "off"}))) == 12


@covers("HE-INI-05", "HE-INI-07", "HE-STN-02", "HE-STN-03", "HE-FBK-05")
def test_members_act_in_the_order_of_their_owner_and_the_stunned_recover_in_their_activation():
    models = {
        "C1": {"at": [1, 1], "condition": {"stunned": True}},
        "C2": {"at": [3, 1], "condition": {"fallen": True}},
        "H1": {"at": [9, 1]},
        "O1": {"at": [9, 9], **IDLE},
    }
    game = scene(models, active="", order=[["C1", "C2"], ["H1"]])
    assert asked(game) == "choose member"
    game.answer("C2")
    assert (one(game, "C2").condition.fallen, one(game, "C2").turn.actions) == (False, 1)
    game.answer("end")
    assert told(game, "model recovered")[0].facts["model"] == "C1"
    assert one(game, "C1").turn.actions in (0, 2)


@covers("HE-ACT-01", "HE-ACT-02", "HE-ACT-18", "HE-ACT-05")
def test_a_model_has_two_actions_and_what_it_keeps_is_lost_at_the_end_of_the_turn():
    dice = {"initiative H1": [1, 2], "initiative O1": [5, 5]}
    game = scene({"H1": {"at": [1, 1]}, "O1": {"at": [9, 9], **IDLE}}, dice)
    go(game, 1, 2)
    assert one(game, "H1").turn.actions == 1
    assert barred(game, "run") == "HE-ACT-07"
    game.answer("end")
    assert game.state.round == 2
    assert (one(game, "H1").turn.actions, one(game, "H1").turn.reaction) == (2, True)


@covers("HE-ACT-03", "HE-ACT-09", "HE-ACT-11", "HE-ACT-04")
def test_aim_carries_over_one_turn_at_most_two_dice_and_is_broken_by_walking():
    models = {"H1": {"at": [1, 1], **BOW}, "O1": {"at": [9, 9], **IDLE}}
    later = {"initiative H1": [1, 2], "initiative O1": [5, 5]}
    game = scene(models, later)
    game.answer("aim")
    game.answer("aim")
    assert (game.state.round, one(game, "H1").prepared) == (2, Prepared(aim=2, turn=1))
    assert barred(game, "aim") == "HE-ACT-11"
    go(game, 2, 1)
    assert told(game, "preparation lost")
    assert one(game, "H1").prepared == Prepared()


@covers("HE-ACT-09", "HE-MEL-17", "HE-WPN-01")
def test_the_unarmed_need_focus_to_strike_and_then_have_one_die():
    models = {
        "H1": {"at": [3, 3]},
        "O1": {"at": [3, 4], "condition": {"stunned": True}},
        "H2": {"at": [9, 9]},
    }
    game = scene(models, {"attack H1": [6]}, order=[["H2"]])
    assert barred(game, "strike O1 with unarmed") == "HE-MEL-17"
    game.answer("focus")
    game.answer("strike O1 with unarmed")
    game.answer(["1 DP"])
    assert one(game, "O1").dp == 1


@covers("HE-ACT-19")
@pytest.mark.parametrize(("activated", "now", "lost"), [(False, 1, 0), (True, 2, 1)])
def test_a_lost_action_is_taken_at_once_or_from_the_next_turn(activated: bool, now: int, lost: int):
    models = {
        "H1": {"at": [3, 3], **ARMED},
        "O1": {"at": [3, 4], "condition": {"stunned": True}, "turn": {"activated": activated}},
    }
    game = scene(models, {"attack H1": [3, 1]})
    game.answer("strike O1 with longsword")
    game.answer(["lose an action"])
    assert (one(game, "O1").turn.actions, one(game, "O1").turn.lost) == (now, lost)


@covers("HE-ACT-10", "HE-AGM-13")
def test_a_weak_opponent_puts_an_action_into_its_defence_and_a_hero_is_asked():
    models = {
        "O1": {"at": [3, 4], "facing": "S", **ARMED, "traits": {"STR": 2}},
        "H1": {"at": [3, 3], **ARMED},
    }
    dice = {"attack O1": [1, 1, 1], "defence H1": [1, 1, 1, 1]}
    game = scene(models, dice)
    assert asked(game) == "defensive focus"
    game.answer("2")
    assert one(game, "H1").turn.actions == 0
    models = {
        "H1": {"at": [3, 3], **ARMED, "traits": {"STR": 2}},
        "O1": {"at": [3, 4], "facing": "S", **ARMED},
    }
    game = scene(models, {"attack H1": [1, 1, 1], "defence O1": [1, 1, 1]})
    game.answer("strike O1 with longsword")
    assert told(game, "defensive focus")[0].facts["dice"] == 1


@covers("HE-ACT-14", "HE-WPN-01", "HE-ACT-13", "HE-ACT-15", "HE-AMMO-01")
def test_weapons_are_dropped_drawn_and_picked_up_and_a_sling_is_reloaded():
    models = {
        "H1": {"at": [1, 1], "melee": ["longsword"], "ranged": ["shortbow"]},
        "H2": {"at": [5, 1], "ranged": ["sling"], "arms": {"in_use": ["sling"], "empty": ["sling"]}},
    }
    game = scene(models, order=[["H2"]])
    assert one(game, "H1").arms.in_use == ("shortbow",)
    assert barred(game, "draw with longsword") == "HE-WPN-01"
    game.answer("drop with shortbow")
    game.answer("draw with longsword")
    assert (one(game, "H1").arms.in_use, one(game, "H1").turn.actions) == (("longsword",), 2)
    game.answer("pick up with shortbow")
    game.answer("stow with longsword")
    game.answer("reload with sling")
    assert one(game, "H2").arms.empty == ()
    assert game.state.lying == {}


@covers("HE-STN-01", "HE-STN-04", "HE-FBK-06", "HE-REA-12")
def test_neither_the_stunned_nor_the_fallen_react():
    for state in ("stunned", "fallen"):
        models = {"O1": {"at": [3, 4], **IDLE}, "H1": {"at": [3, 3], **ARMED, "condition": {state: True}}}
        game = scene({"H2": {"at": [9, 9]}, **models}, order=[["O1"], ["H2"]])
        game.answer("end")
        assert not told(game, "model reacted")


@covers("HE-ACT-05", "HE-MOV-05")
def test_nonsense_is_refused_and_changes_nothing():
    game = scene({"H1": {"at": [1, 1]}})
    before = game.fingerprint()
    for answer in ("dance", {"models": [[2, 2]]}, 7, None):
        with pytest.raises(Refused):
            game.answer(answer)
    assert game.fingerprint() == before
    game.answer("walk")
    for place in (
        {"models": [[11.5, 11.5]]},
        {"models": [[-3, 2]]},
        {"facing": "N"},
        {"models": [[1.5, 2.5]], "facing": "up"},
    ):
        with pytest.raises(Refused) as refused:
            game.answer(place)
        assert refused.value.refusals[0].remedy


@covers("HE-CHK-01", "HE-CHK-02", "HE-CHK-03")
def test_a_check_without_difficulty_needs_no_dice_and_one_of_two_passes_with_a_six():
    models = {"H1": {"at": [1, 1], "traits": {"PER": 2}}, "H2": {"at": [5, 5]}}

    async def step(play: Play[Adventure]) -> None:
        assert await check(play, one_of(play), "PER", 0, "HE-CHK-03")
        passed = await check(play, one_of(play), "PER", 2, "HE-CHK-01")
        play.state.closed, play.state.closed_by = f"{passed}", "HE-CHK-01"

    def one_of(play: Play[Adventure]) -> Model:
        return play.state.models["H1"]

    class Checking(HeroicEndeavors):
        """A book of one step."""

        def step(self, play: Play[Adventure]):
            return step(play)

    game = new_game(Checking(), state_of(models), Scripted({"check H1": [6, 1]}))
    assert game.state.closed == "True"
    assert [event.facts["successes"] for event in told(game, "check passed")] == [2]


@covers("HE-CHK-04")
def test_an_action_is_paid_before_anything_is_rolled():
    models = {"H1": {"at": [3, 3], **ARMED}, "O1": {"at": [3, 4], "condition": {"stunned": True}}}
    game = scene(models, {"attack H1": [1, 1]})
    game.answer("strike O1 with longsword")
    assert one(game, "H1").turn.actions == 1
