"""What enemies go around: traps, and the gas of a Toxic Cloud."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, radians, sin

from sandtable.books.forgotten_ruin.chapters.conventions import inches
from sandtable.books.forgotten_ruin.chapters.walking import Disc
from sandtable.books.forgotten_ruin.state import Battle, Effect, Enemy, Figure, Marker, Mob
from sandtable.kernel.citation import rule
from sandtable.kernel.play import Play
from sandtable.table.measure import Point
from sandtable.table.shapes import segment_point_distance

TRAP_REACH = 1.0
"""How near to a trap it goes off (FR-SPM-18)."""
CLOUD_LENGTH, CLOUD_DEPTH = 5.0, 2.0
"""The wall of gas (FR-SPL-26)."""
THROUGH_UP_TO = 3
"""Up to this die a mob goes through the gas (FR-SPL-27)."""
DETOUR = 0.5
"""The share of its move that a way round a trap may cost more (FR-SPM-20)."""
ROUND_THE_GAS = "round the gas"
HIGH = 100.0


def _lying(state: Battle, kind: str) -> list[Marker]:
    return [one for one in state.markers.values() if one.kind == kind and not one.gone]


@rule("FR-SPM-20")
def avoids_traps(state: Battle, figure: Enemy) -> bool:
    """Mobs with a champion, villains and Wizards go around traps; other mobs and monsters do not."""
    if figure.mob:
        return any(one.is_champion for one in state.members(figure.mob))
    return figure.kind == "villain" or "Wizard" in figure.traits


@rule("FR-SPL-27")
def avoids_gas(state: Battle, figure: Enemy) -> bool:
    """Villains and monsters always go around the gas; a mob does if its die says so."""
    if not figure.mob:
        return True
    return any(one.name == ROUND_THE_GAS for one in state.mobs[figure.mob].effects)


def dangers(state: Battle, figure: Figure) -> list[Disc]:
    """What a figure goes around, as discs in its way."""
    if not state.markers or not isinstance(figure, Enemy):
        return []
    found: list[Disc] = []
    traps = _lying(state, "trap")
    if traps and avoids_traps(state, figure):
        reach = inches(state, TRAP_REACH) + figure.radius
        found += [Disc(figure.id, one.at[0], one.at[1], reach, 0.0, HIGH, False) for one in traps]
    clouds = _lying(state, "toxic cloud")
    if clouds and avoids_gas(state, figure):
        for one in clouds:
            found += _discs_of(state, one, figure)
    return found


@rule("FR-SPL-27")
def must_go_around(state: Battle, figure: Enemy) -> bool:
    """Whether a figure goes around at any cost: gas, unlike traps."""
    return bool(_lying(state, "toxic cloud")) and avoids_gas(state, figure)


def _discs_of(state: Battle, cloud: Marker, figure: Figure) -> list[Disc]:
    """A wall of gas as a row of discs."""
    half, angle = inches(state, CLOUD_DEPTH) / 2, radians(cloud.turn)
    length = inches(state, CLOUD_LENGTH)
    count = 4
    found = []
    for number in range(count):
        along = -length / 2 + half / 2 + (length - half) * number / (count - 1)
        x, y = cloud.at[0] + along * cos(angle), cloud.at[1] + along * sin(angle)
        # A disc in the way has the id of a figure; this one is the mover's own care.
        found.append(Disc(figure.id, x, y, half * 1.15 + figure.radius, 0.0, HIGH, False))
    return found


def meets(path: Sequence[Point], discs: Sequence[Disc]) -> bool:
    """Whether a way touches any of these discs."""
    return any(
        segment_point_distance(a, b, (disc.x, disc.y)) < disc.reach
        for a, b in zip(path, path[1:], strict=False)
        for disc in discs
    )


@rule("FR-SPL-27")
async def decides_about_gas(play: Play[Battle], mob: Mob, paths: Sequence[Sequence[Point]]) -> bool:
    """A mob that would move through gas rolls: on 4-6 it goes around; whether it plans anew."""
    state = play.state
    members = state.members(mob.id)
    clouds = _lying(state, "toxic cloud")
    if not clouds or not members or any(one.name == ROUND_THE_GAS for one in mob.effects):
        return False
    discs = [disc for one in clouds for disc in _discs_of(state, one, members[0])]
    if not any(meets(path, discs) for path in paths):
        return False
    (face,) = await play.roll(1, f"gas {mob.id}", "FR-SPL-27", mob=mob.id)
    if face <= THROUGH_UP_TO:
        play.tell("mob goes through the gas", "FR-SPL-27", mob=mob.id)
        return False
    mob.effects = (*mob.effects, Effect(ROUND_THE_GAS, "FR-SPL-27", until="activation"))
    play.tell("mob goes around the gas", "FR-SPL-27", mob=mob.id)
    return True
