"""The golden games of Heroic Endeavors: the hall of the crypt won and lost, alone and before a person."""

from __future__ import annotations

from typing import Any

from sandtable.lab.golden import Wanted

ALONE = (("greedy",), ("uniform",))
TOGETHER = (("greedy", "greedy"), ("uniform", "greedy"))
HALL: dict[str, Any] = {"scenario": "ember-hall"}
BEFORE_A_PERSON: dict[str, Any] = {
    **HALL,
    "seats": {"A": "", "B": ""},
    "options": {"game_master": "human"},
}
"""The last seat is the Game Master's."""


def wanted() -> list[Wanted]:
    """Won and lost by one player, and an evening with a person in the Game Master's chair."""
    clear, fallen = "success: the hall is clear", "defeat: no hero is left standing"
    return [
        Wanted("hall-won", (HALL,), clear, won=True, players=ALONE),
        Wanted("hall-lost", (HALL,), fallen, won=False, players=ALONE),
        Wanted("hall-with-a-game-master", (BEFORE_A_PERSON,), clear, won=True, players=TOGETHER),
    ]
