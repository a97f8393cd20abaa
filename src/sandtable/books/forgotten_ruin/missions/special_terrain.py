"""Special terrain: a striking feature that may do something to whoever reaches it first."""

from __future__ import annotations

from itertools import pairwise

from sandtable.binding.limits import use
from sandtable.books.forgotten_ruin.chapters.aggression.score import add_aggression
from sandtable.books.forgotten_ruin.chapters.movement.passing import AIRBORNE
from sandtable.books.forgotten_ruin.chapters.principles.conventions import (
    TOLERANCE,
)
from sandtable.books.forgotten_ruin.state import Battle, Soldier
from sandtable.books.forgotten_ruin.windows import MOVED, WINDOWS, Movement
from sandtable.kernel.dice import For
from sandtable.kernel.play import Play

NOISE = 2
"""The Aggression of a 1 (FR-MIS-44)."""
FINDS_FROM = 5
"""The die from which on there is Exposure (FR-MIS-44)."""
REACHED = "special feature reached"


def _reaches(play: Play[Battle], seat: str, now: Movement) -> bool:
    state = play.state
    if (
        not state.switches.special_terrain_effect
        or state.has_used(REACHED)
        or not isinstance(now.figure, Soldier)
    ):
        return False
    reach, here = now.figure.radius + TOLERANCE, now.figure.at
    path = (here, here) if now.how in AIRBORNE else (*now.path, here)
    return any(
        area.id == state.mission.special_feature
        and any(area.distance_to_segment(a, b) <= reach for a, b in pairwise(path))
        for area in state.ground.areas
    )


@WINDOWS.consequence(MOVED, "special terrain", "FR-MIS-44", _reaches, rank=1)
async def reach_special_feature(play: Play[Battle], seat: str, now: Movement) -> None:
    """Once a mission: a 1 is noise, 5 and 6 are Exposure."""
    state = play.state
    use(state, REACHED)
    (face,) = await play.roll(1, For("special terrain", now.figure.id), "FR-MIS-44", figure=now.figure.id)
    if face == 1:
        await add_aggression(play, NOISE, "FR-MIS-44")
    elif face >= FINDS_FROM:
        state.stock.exposure += 1
        play.tell("Exposure gained", "FR-MIS-44", figure=now.figure.id, exposure=state.stock.exposure)
