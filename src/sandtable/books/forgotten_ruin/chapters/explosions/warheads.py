"""Warheads: the shot of an anti-tank weapon that kills goes on through whoever stands behind."""

from __future__ import annotations

from sandtable.books.forgotten_ruin.chapters.hits.resolution import Hit, strike
from sandtable.books.forgotten_ruin.chapters.principles.conventions import inches, within
from sandtable.books.forgotten_ruin.chapters.shooting.hit_numbers import Shot
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Soldier
from sandtable.kernel.arithmetic import hypot
from sandtable.kernel.citation import rule
from sandtable.kernel.play import Play
from sandtable.table.shapes import segment_point_distance

BEHIND = 2.0
"""How far behind the killed figure the shot goes on (FR-ARM-19)."""
DAMAGE_BEHIND = 2
"""The damage of the shot behind the killed figure (FR-ARM-19)."""


@rule("FR-ARM-19")
def figures_behind(state: Battle, shot: Shot) -> list[Soldier | Enemy]:
    """Every base that the line of fire touches in the 2 in behind the killed figure, nearest first."""
    (x, y), (u, v) = shot.shooter.at, shot.target.at
    length = hypot(u - x, v - y)
    if length == 0.0:
        return []
    dx, dy = (u - x) / length, (v - y) / length
    near, far = shot.target.radius, shot.target.radius + inches(state, BEHIND)
    start, end = (u + dx * near, v + dy * near), (u + dx * far, v + dy * far)
    found = [
        (hypot(one.at[0] - u, one.at[1] - v), one.id, one)
        for one in state.figures_on_table()
        if one is not shot.target and within(segment_point_distance(start, end, one.at), one.radius)
    ]
    return [one for _, _, one in sorted(found, key=lambda each: each[:2])]


@rule("FR-ARM-19", "FR-ARM-13")
async def pass_through(play: Play[Battle], shot: Shot) -> None:
    """Once per shot, when a figure of a mob is killed; kills made by the line do not extend it."""
    target = shot.target
    if "warhead" not in shot.weapon.traits or not isinstance(target, Enemy) or not target.mob:
        return
    struck = figures_behind(play.state, shot)
    play.tell("shot passes through", "FR-ARM-19", target=target.id, figures=[one.id for one in struck])
    for one in struck:
        hit = Hit(
            damage=DAMAGE_BEHIND,
            how="shooting",
            rules=("FR-ARM-19",),
            attacker=shot.shooter.id,
            unit=shot.shooter.id,
            weapon=shot.weapon,
        )
        await strike(play, one, [hit], "FR-ARM-19")
