"""Pools: dice that each succeed or fail, and that others may change before they count."""

from __future__ import annotations

import pytest

from sandtable.binding.mechanisms.pools import Pools, give_out_dice
from sandtable.kernel.check import Needed
from sandtable.kernel.decision import ChooseOne, Thrown
from sandtable.kernel.decision.forms import Choosing
from sandtable.kernel.game import Game
from sandtable.kernel.play import Play
from sandtable.kernel.refusal import Refused
from sandtable.kernel.window import Windows
from tests.binding.mechanisms.stage import Stage, staged
from tests.playing import answer, asked


def rolled(faces: list[int], **fields) -> Game[Stage]:
    """A roll of the seat B that needs 4 on each die."""
    pools = Pools(Windows())
    pools.may_turn_failures("coin", "TH-2", lambda stage: stage.purse, "coin spent")
    pools.may_set_a_die("finger", "TH-3", lambda stage: stage.master, "die set")

    async def act(play: Play[Stage]) -> None:
        pool = await pools.roll(play, "B", len(faces), "try", Needed(4, "TH-1"))
        play.tell("counted", "TH-1", successes=pool.successes, faces=list(pool.faces))
        if pool.successes:
            room = {"push": 1}
            play.state.found = await pools.spend(play, pool, "TH-4", {"hit": "a hit", "push": "a push"}, room)

    return staged(act, {"try": faces}, **fields)


def counted(game: Game[Stage]) -> tuple[int, list[int]]:
    """The successes, and the faces at last."""
    (facts,) = [one.facts for one in game.events() if one.kind == "counted"]
    return facts["successes"], facts["faces"]


def test_each_die_that_reaches_the_number_succeeds():
    assert counted(rolled([3, 4, 6])) == (2, [3, 4, 6])


def test_the_roller_is_asked_first_and_pays_for_each_failure_that_is_turned():
    game = rolled([1, 2, 5], purse={"A": 1, "B": 2})
    assert game.waiting_for == ("B",)
    form = asked(game).form()
    assert isinstance(form, Choosing)
    assert form.thrown == Thrown((1, 2, 5), 4)
    answer(game, "coin")
    assert isinstance(asked(game), ChooseOne)
    with pytest.raises(Refused, match="TH-2"):
        game.answer("2")
    answer(game, "1")
    assert game.waiting_for == ("A",)
    answer(game, "coin", "0")
    assert counted(game) == (3, [6, 6, 5])
    assert game.state.purse == {"A": 0, "B": 1}


def test_only_the_game_master_sets_a_die_and_only_one():
    game = rolled([5, 5], master="M")
    assert game.waiting_for == ("M",)
    answer(game, "finger", 1, 2)
    assert counted(game) == (1, [5, 2])


def test_successes_buy_effects_as_far_as_there_is_room():
    game = rolled([4, 4])
    with pytest.raises(Refused, match=r"push is given 2 things. \(TH-4\)"):
        game.answer({"success 1": "push", "success 2": "push"})
    answer(game, {"success 1": "push", "success 2": "hit"})
    assert game.state.found == ["push", "hit"]


def test_dice_are_given_out_one_to_each_and_the_rest_to_nobody():
    async def act(play: Play[Stage]) -> None:
        given = await give_out_dice(play, "A", "TH-1", [2, 6], ["a1", "a2"])
        play.state.found = list(given.values())

    game = staged(act)
    with pytest.raises(Refused, match="TH-1"):
        game.answer({"die 1": "a1", "die 2": "a1"})
    answer(game, {"die 1": "nobody", "die 2": "a1"})
    assert game.state.found == ["nobody", "a1"]
