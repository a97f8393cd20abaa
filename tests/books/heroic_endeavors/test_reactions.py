"""Reactions: before or after a step, and no lock for who stands beside an enemy."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.kernel.game import Game
from sandtable.kernel.testing import covers
from tests.books.heroic_endeavors.scenes import answers, asked, one, scene, told

AWAY = {"at": [11, 11]}


def _somebody_comes(dice: dict[str, list[int]], **hero: Any) -> Game[Any]:
    """A brute comes up to a halberd, which reaches it before and after its step."""
    models = {
        "O1": {"at": [3, 5], "facing": "S", "traits": {"DP": 9}, "turn": {"actions": 1}},
        "H1": {"at": [3, 3], "melee": ["halberd"], **hero},
        "H2": AWAY,
    }
    return scene(models, dice, order=[["H1"]])


@covers("HE-REA-13", "HE-REA-04")
@pytest.mark.parametrize(("waits", "at"), [(False, (3, 5)), (True, (2, 4))])
def test_a_reaction_comes_before_or_after_the_step_as_its_player_likes(waits: bool, at: tuple[int, int]):
    game = _somebody_comes({"attack H1": [1, 1]})
    assert asked(game) == "react"
    assert answers(game) == ["strike with halberd", "after the step", "not now", "not again this turn"]
    if waits:
        game.answer("after the step")
        assert "after the step" not in answers(game)
    assert one(game, "O1").at == at
    game.answer("strike with halberd")
    assert told(game, "model reacted")[0].facts["target"] == "O1"


@covers("HE-REA-13", "HE-REA-04")
def test_who_lets_a_step_pass_is_not_asked_again_about_the_same_step():
    game = _somebody_comes({}, turn={"actions": 0})
    game.answer("not now")
    assert one(game, "O1").at == (2, 4)
    assert (asked(game), game.state.triggers) == ("react", 2)  # about the next step
    assert one(game, "H1").turn.reaction


@covers("HE-MEL-16", "HE-REA-13")
def test_nobody_is_locked_in_melee_but_leaving_it_may_be_struck_at():
    models = {
        "H1": {"at": [3, 3], "turn": {"actions": 1}},
        "O1": {"at": [3, 4], "facing": "S", "melee": ["club"], "turn": {"actions": 0}},
        "H2": AWAY,
    }
    game = scene(models, {"attack O1": [1]}, order=[["H2"]])
    game.answer("walk")
    game.answer({"models": [[3.5, 0.5]], "facing": "N"})
    assert one(game, "H1").at == (3, 0)
    assert len(told(game, "model reacted")) == 1
    assert told(game, "strike resolved")[0].facts["target"] == "H1"
