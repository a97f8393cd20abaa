"""Games of SK that another process can begin by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.binding.mechanisms.turns import Step
from sandtable.kernel.dice import Dice
from sandtable.kernel.game import Game, new_game
from sandtable.kernel.play import Play
from tests.kernel.sk.book import SK, STEPS
from tests.kernel.sk.state import Lane


def plain_game(dice: Dice) -> Game[Any]:
    """SK with a Game Master."""
    return new_game(SK(), SK().set_up("ford", {}, {"master": "M"}), dice)


class BySets(SK):
    """SK with a rule that goes through a set of words."""

    def steps(self) -> Mapping[str, Step]:
        """One step more."""
        return {**STEPS, "names": self.name_all}

    async def name_all(self, play: Play[Lane]) -> None:
        """Tell names in an order that nobody has chosen."""
        for name in {f"fighter {number}" for number in range(40)}:
            play.tell("named", "SK-LAN-02", fighter=name)


def game_by_sets(dice: Dice) -> Game[Any]:
    """The same with that rule."""
    return new_game(BySets(), BySets().set_up("ford", {}, {"steps": ["names", *STEPS]}), dice)
