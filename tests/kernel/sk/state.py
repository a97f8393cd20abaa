"""The state of SK: fighters on a lane of twelve spaces, and a beast that nobody plays."""

from __future__ import annotations

from typing import Literal

import msgspec

from sandtable.binding.effects import Effect
from sandtable.binding.mechanisms.turns import InTurns

LENGTH = 12
"""SK-LAN-01: the spaces of the lane are 0 to 11."""
NOWHERE = -1
"""Where a hidden fighter seems to be to those who may not know."""

Order = Literal["", "walk", "charge", "watch"]


class Fighter(msgspec.Struct, omit_defaults=True):
    """One figure."""

    id: str
    seat: str
    at: int
    life: int = 2
    luck: int = 0
    die: int = 0
    """The reaction die it was given in this turn; 0 for none."""
    order: Order = ""
    hidden: bool = False
    effects: tuple[Effect, ...] = ()
    """Harm that falls due at the end of a later turn."""

    @property
    def stands(self) -> bool:
        """Whether it is still in the fight."""
        return self.life > 0

    @property
    def in_sight(self) -> bool:
        """Whether it still fights and can be seen, so that it may act and be shot at."""
        return self.stands and not self.hidden


class Lane(InTurns):
    """The whole fight."""

    fighters: dict[str, Fighter]
    seats: tuple[str, ...] = ("A", "B")
    master: str = ""
    """The seat of the Game Master; empty where there is none."""
    beast: int = NOWHERE
    """The space of the beast; NOWHERE without one."""
    beast_life: int = 3
    fate: dict[str, int] = {}
    traps: dict[str, int] = {}
    """The space on which each seat has laid its trap in secret; NOWHERE for those who may not know."""
    talk: list[str] = []

    @property
    def in_sight(self) -> list[Fighter]:
        """Every fighter that still fights and can be seen."""
        return [one for one in self.fighters.values() if one.in_sight]

    def standing(self, seat: str) -> list[Fighter]:
        """The fighters of a seat that still fight."""
        return [one for one in self.fighters.values() if one.seat == seat and one.stands]

    def enemies(self, seat: str) -> list[Fighter]:
        """The fighters of all others that still fight and are not hidden."""
        return [one for one in self.in_sight if one.seat != seat]


def nearest(fighters: list[Fighter], at: int) -> Fighter:
    """The fighter nearest to a space; of two the one on the lower space."""
    return min(fighters, key=lambda one: (abs(one.at - at), one.at))


def way(start: int, goal: int) -> list[int]:
    """The spaces that lead from one to another."""
    step = 1 if goal > start else -1
    return list(range(start + step, goal + step, step))
