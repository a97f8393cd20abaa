"""Moves drawn at random: mostly all models alike, sometimes a formation or a way off the table."""

from __future__ import annotations

from math import pi, radians
from typing import TYPE_CHECKING

from sandtable.binding.plotting import HOLD
from sandtable.books.companies_and_captains.chapters.geometry.answers import FORMATIONS
from sandtable.books.companies_and_captains.chapters.geometry.exits import edges_in_reach
from sandtable.kernel.arithmetic import cos, sin
from sandtable.kernel.decision import Answer, Chance
from sandtable.table.units.formations import Formation

if TYPE_CHECKING:
    from sandtable.books.companies_and_captains.chapters.geometry.move_planner import MovePlanner

TRIES = 4
"""How many directions are tried before the Group holds."""
SHARE_OF_EXITS = 0.5
"""How often a Group that could leave the table is drawn to do so."""
SHARE_OF_FORMATIONS = 0.04
"""How often a formation is drawn; twice as often where it can be the Defensive one."""
SHAPES = tuple(name for name, one in FORMATIONS.items() if one is not Formation.AS_THEY_STAND)


def draw_move(planner: MovePlanner, chance: Chance) -> Answer:
    """A legal Move at random."""
    if planner.limit <= 0.0:
        return HOLD
    answer = _draw_special(planner, chance)
    if answer is not None and planner.accepts(answer):
        return answer
    if not planner.began_broken:
        for _ in range(TRIES):
            answer = _draw_shift(planner, chance)
            if answer is not None:
                return answer
    return planner.fallback()


def _draw_shift(planner: MovePlanner, chance: Chance) -> Answer | None:
    turn, far = 2 * pi * chance.random(), planner.limit / planner.going.open * chance.random()
    x, y = planner.middle
    return planner.shift_to((round(x + far * cos(turn), 3), round(y + far * sin(turn), 3)))


def _draw_special(planner: MovePlanner, chance: Chance) -> Answer | None:
    luck = chance.random()
    if planner.exits and luck < SHARE_OF_EXITS:
        edges = edges_in_reach(planner)
        if edges:
            return {"exit": edges[int(chance.random() * len(edges))]}
    if luck < SHARE_OF_FORMATIONS or (luck < 2 * SHARE_OF_FORMATIONS and planner.may_take_formation):
        return _draw_formation(planner, chance)
    return None


def _draw_formation(planner: MovePlanner, chance: Chance) -> Answer:
    """A formation somewhere near, the Defensive one for those who can take it."""
    far, degrees = planner.limit / 2 * chance.random(), round(360 * chance.random())
    x, y = planner.middle
    at = [round(x + far * cos(radians(degrees)), 3), round(y + far * sin(radians(degrees)), 3)]
    if len(planner.group.models) == 1:
        return {"formation": Formation.AS_THEY_STAND.value, "at": at, "form": planner.may_take_formation}
    shapes = (Formation.CLOSE.value,) if planner.may_take_formation else SHAPES
    return {"formation": shapes[int(chance.random() * len(shapes))], "at": at, "facing": degrees}
