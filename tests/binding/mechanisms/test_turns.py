"""Turns in steps: in which order they come, when a turn and when the game is over, and who wins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.binding.mechanisms.turns import BookInTurns, InTurns, Step
from sandtable.kernel.book import Result
from sandtable.kernel.dice import Seeded
from sandtable.kernel.game import Game, new_game
from sandtable.kernel.play import Play
from tests.playing import kinds


class Days(InTurns):
    """What the seats have earned."""

    earned: dict[str, int] = {}


class Farm(BookInTurns[Days]):
    """Seats sow and reap."""

    id, title, prefix = "farm", "Farm", "FA"
    state_type = Days
    turn_rule = "FA-1"

    def steps(self) -> Mapping[str, Step]:
        """Two steps."""

        async def sow(play: Play[Days]) -> None:
            play.tell("sown", "FA-2")

        async def reap(play: Play[Days]) -> None:
            play.state.earned["A"] += 2
            play.state.earned["B"] += 1 if play.state.turn == 1 else 3
            play.tell("reaped", "FA-2")

        return {"reap": reap, "sow": sow}

    def points(self, state: Days) -> dict[str, int]:
        """What was earned."""
        return state.earned


def farm(**fields: Any) -> Game[Days]:
    """A game that asks nobody."""
    return new_game(Farm(), Days({"A": 0, "B": 0}, steps=("sow", "reap"), **fields), Seeded(1))


def test_steps_come_in_the_order_of_the_state_and_turns_follow_each_other():
    game = farm(last_turn=2)
    assert kinds(game.events()) == ["sown", "reaped", "turn over", "sown", "reaped", "turn over"]
    assert [one.facts["turn"] for one in game.events() if one.kind == "turn over"] == [1, 2]


def test_the_seat_with_most_points_wins_after_the_last_turn_and_equals_share_it():
    assert farm(last_turn=1).result == Result(("A",), {"A": 2, "B": 1}, "the last turn is over", ("FA-1",))
    assert farm(last_turn=2).result == Result(
        ("A", "B"), {"A": 4, "B": 4}, "the last turn is over", ("FA-1",)
    )


def test_a_closed_game_is_over_at_once():
    game = farm(last_turn=9, closed="it hails")
    assert game.result is not None
    assert game.result.why == "it hails"
    assert game.events() == []
