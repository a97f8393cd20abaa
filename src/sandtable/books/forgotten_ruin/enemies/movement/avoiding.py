"""What enemies go around: traps, the gas of a Toxic Cloud, and a monster that sleeps."""

from __future__ import annotations

from collections.abc import Sequence
from math import pi, radians

from sandtable.binding.effects import put_on
from sandtable.books.forgotten_ruin.chapters.principles.conventions import TOLERANCE, inches
from sandtable.books.forgotten_ruin.chapters.spells.gas import CLOUD, touches
from sandtable.books.forgotten_ruin.state import Battle, Effect, Enemy, Figure, Marker, Mob
from sandtable.kernel.arithmetic import cos, hypot, sin, total
from sandtable.kernel.citation import rule
from sandtable.kernel.dice import For
from sandtable.kernel.play import Play
from sandtable.table.figures.bases import Disc
from sandtable.table.measure import Point
from sandtable.table.shapes import segment_point_distance
from sandtable.table.terrain import rectangle

TRAP_REACH = 1.0
"""How near to a trap it goes off (FR-SPM-18)."""
CLOUD_LENGTH, CLOUD_DEPTH = CLOUD
COLUMNS, BULGE = 7, 0.06
"""The discs that cover a wall of gas: so many in a row, and so much larger that no gap is left."""
THROUGH_UP_TO = 3
"""Up to this die a mob goes through the gas (FR-SPL-27)."""
DETOUR = 0.5
"""The share of its move that a way round a trap may cost more (FR-SPM-20)."""
SLEEPING = 3.0
"""So near to a sleeping monster no enemy moves (FR-SPM-21)."""
ROUND_THE_GAS, THROUGH_THE_GAS = "round the gas", "through the gas"
SIDES = 8
"""A flight round a sleeper has so many corners."""
HIGH, HAIR = 100.0, 1e-6


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


def has_dangers(state: Battle) -> bool:
    """Whether anything may lie there that enemies go around."""
    return bool(state.markers) or any(one.is_asleep for one in state.enemies.values())


@rule("FR-SPM-21")
def _round_sleepers(state: Battle, figure: Enemy) -> list[Disc]:
    """Enemies never move within 3 in of a sleeping monster; whoever stands there already walks away."""
    found = []
    for one in state.enemies.values():
        if one.is_asleep and one.on_table and one is not figure:
            reach = inches(state, SLEEPING) + one.radius + figure.radius
            if hypot(one.at[0] - figure.at[0], one.at[1] - figure.at[1]) >= reach:
                found.append(Disc(figure.id, one.at[0], one.at[1], reach, 0.0, HIGH, False))
    return found


def _round_traps(state: Battle, figure: Enemy) -> list[Disc]:
    # A trap goes off at exactly its reach too, so a way round it leads just past that.
    reach = inches(state, TRAP_REACH) + figure.radius + 2 * TOLERANCE
    traps = _lying(state, "trap")
    return [Disc(figure.id, one.at[0], one.at[1], reach, 0.0, HIGH, False) for one in traps]


@rule("FR-SPM-20", "FR-SPM-21", "FR-SPL-27")
def rules_of_care(state: Battle, figure: Figure, path: Sequence[Point], goal: Point) -> tuple[str, ...]:
    """The rules by which a way goes round a trap, a sleeper or gas, or straight over a trap."""
    if not isinstance(figure, Enemy) or not has_dangers(state):
        return ()
    (x, y), (u, v) = path[0], goal
    length = total(hypot(b[0] - a[0], b[1] - a[1]) for a, b in zip(path, path[1:], strict=False))
    share = min(1.0, length / max(hypot(u - x, v - y), length, HAIR))
    straight, found = ((x, y), (x + (u - x) * share, y + (v - y) * share)), []
    traps = _round_traps(state, figure)
    if meets(path, traps) or (avoids_traps(state, figure) and meets(straight, traps)):
        found.append("FR-SPM-20")
    for rule_id, closed in (
        ("FR-SPM-21", _round_sleepers(state, figure)),
        ("FR-SPL-27", _round_gas(state, figure)),
    ):
        if meets(straight, closed) and not meets(path, closed):
            found.append(rule_id)
    return tuple(found)


def dangers(state: Battle, figure: Figure) -> list[Disc]:
    """What a figure goes around, as discs in its way."""
    found = never_entered(state, figure)
    if isinstance(figure, Enemy) and avoids_traps(state, figure):
        found += _round_traps(state, figure)
    return found


@rule("FR-SPL-27", "FR-SPM-21")
def never_entered(state: Battle, figure: Figure) -> list[Disc]:
    """What a figure goes around at any cost: gas and sleepers, unlike traps."""
    if not isinstance(figure, Enemy) or not has_dangers(state):
        return []
    return [*_round_sleepers(state, figure), *_round_gas(state, figure)]


def _round_gas(state: Battle, figure: Enemy) -> list[Disc]:
    clouds = _lying(state, "toxic cloud")
    if not clouds or not avoids_gas(state, figure):
        return []
    return [disc for one in clouds for disc in _discs_of(state, one, figure)]


def _discs_of(state: Battle, cloud: Marker, figure: Figure) -> list[Disc]:
    """A wall of gas as discs: two rows along its sides, its ends, its corners; none for who is in it."""
    if touches(state, figure, (), cloud):
        return []
    angle, half, depth = radians(cloud.turn), inches(state, CLOUD_LENGTH) / 2, inches(state, CLOUD_DEPTH) / 2
    inset = depth / 2
    columns = [(half - inset) * (2 * number / (COLUMNS - 1) - 1) for number in range(COLUMNS)]
    wide = [(x, y) for x in columns for y in (-inset, inset)] + [(columns[0], 0.0), (columns[-1], 0.0)]
    corners = [(x, y) for x in (-half, half) for y in (-depth, depth)]
    found = []
    for (along, across), size in [*((one, inset) for one in wide), *((one, 0.0) for one in corners)]:
        x = cloud.at[0] + along * cos(angle) - across * sin(angle)
        y = cloud.at[1] + along * sin(angle) + across * cos(angle)
        # Whoever stands close to the gas without touching it must be free to walk away.
        far = hypot(x - figure.at[0], y - figure.at[1])
        reach = min(size + figure.radius + inches(state, BULGE), far)
        # A disc in the way has the id of a figure; this one is the mover's own care.
        found.append(Disc(figure.id, x, y, reach, 0.0, HIGH, False))
    return found


def corners_round(state: Battle, figure: Figure) -> list[Point]:
    """Places on the table round whose corners a straight way leads past all that is never entered."""
    if not isinstance(figure, Enemy):
        return []
    apart = figure.radius + 2 * inches(state, BULGE)
    long, deep = inches(state, CLOUD_LENGTH) + 2 * apart, inches(state, CLOUD_DEPTH) + 2 * apart
    gas = _lying(state, "toxic cloud") if avoids_gas(state, figure) else []
    found = [at for one in gas for at in rectangle(one.at, long, deep, one.turn)]
    for one in _round_sleepers(state, figure):
        far = one.reach / cos(pi / SIDES) + inches(state, BULGE)
        angles = (2 * pi * number / SIDES for number in range(SIDES))
        found += [(one.x + far * cos(angle), one.y + far * sin(angle)) for angle in angles]
    wide, far = state.ground.width - figure.radius, state.ground.depth - figure.radius
    return [at for at in found if figure.radius <= at[0] <= wide and figure.radius <= at[1] <= far]


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
    if not clouds or not members or any(one.name in (ROUND_THE_GAS, THROUGH_THE_GAS) for one in mob.effects):
        return False
    if not any(touches(state, members[0], tuple(path), one) for path in paths for one in clouds):
        return False
    (face,) = await play.roll(1, For("gas", mob.id), "FR-SPL-27", seat=state.enemy_dice, mob=mob.id)
    if face <= THROUGH_UP_TO:
        put_on(mob, Effect(THROUGH_THE_GAS, "FR-SPL-27", until="activation"))
        play.tell("mob goes through the gas", "FR-SPL-27", mob=mob.id)
        return False
    put_on(mob, Effect(ROUND_THE_GAS, "FR-SPL-27", until="activation"))
    play.tell("mob goes around the gas", "FR-SPL-27", mob=mob.id)
    return True
