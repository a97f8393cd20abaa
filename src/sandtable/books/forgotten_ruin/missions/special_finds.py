"""What lies on the table of a Special Mission: traps, a sleeping monster, treasures."""

from __future__ import annotations

from math import pi

from sandtable.books.forgotten_ruin.chapters.aggression.score import add_aggression
from sandtable.books.forgotten_ruin.chapters.hits.harm import Hit
from sandtable.books.forgotten_ruin.chapters.hits.resolution import strike
from sandtable.books.forgotten_ruin.chapters.movement.footing import nearest_standable
from sandtable.books.forgotten_ruin.chapters.principles.conventions import (
    AIRBORNE,
    TOLERANCE,
    bearing,
    centre,
    comes_to,
    inches,
    is_by_the_squad,
    towards,
    within,
)
from sandtable.books.forgotten_ruin.chapters.principles.soldiers_dice import roll_own
from sandtable.books.forgotten_ruin.enemies.generating import new_monster
from sandtable.books.forgotten_ruin.enemies.movement.placing import place_alone
from sandtable.books.forgotten_ruin.loot.finding import find_loot
from sandtable.books.forgotten_ruin.missions.objectives.carrying import finds
from sandtable.books.forgotten_ruin.modifiers import WHY_FLYING, wits_added
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Marker, Soldier
from sandtable.books.forgotten_ruin.windows import (
    FIGURE_REMOVED,
    GUNFIRE,
    HIT_STRIKES,
    MOVED,
    STRUCK_BY_MAGIC,
    WINDOWS,
    Aimed,
    Gunfire,
    Movement,
    Removal,
    Struck,
)
from sandtable.kernel import For, Play, rule
from sandtable.kernel.arithmetic import cos, sin
from sandtable.table.shapes import segment_point_distance

TRAPS_ACROSS, TRAPS_ALONG = 5, 4
"""The cells of the table, with one trap in each (FR-SPM-19)."""
TRAP_REACH, TRAP_SPRINGS = 1.0, 3
"""How near one must come, and the die from which on it hurts (FR-SPM-18)."""
SLEEP_DISTANCE = 3.0
"""How near a soldier wakes a sleeping monster (FR-SPM-21)."""
HEARD = 2.0
"""How near a gunshot passes that wakes it (FR-SPM-21)."""
TREASURES, TREASURE_CIRCLE, TREASURE_NEED, TREASURE_NOISE = 6, 12.0, 6, 3
"""FR-SPM-22."""


# ---- Traps --------------------------------------------------------------------------------------


@rule("FR-SPM-18", "FR-SPM-19")
async def lay_traps(play: Play[Battle]) -> None:
    """Twenty traps, one at a random point of each cell of a grid."""
    state = play.state
    wide, deep = state.ground.width / TRAPS_ACROSS, state.ground.depth / TRAPS_ALONG
    faces = await play.roll(2 * TRAPS_ACROSS * TRAPS_ALONG, "traps", "FR-SPM-18", "FR-SPM-19", sides=20)
    for cell in range(TRAPS_ACROSS * TRAPS_ALONG):
        column, row = cell % TRAPS_ACROSS, cell // TRAPS_ACROSS
        x = (column + (faces[2 * cell] - 0.5) / 20) * wide
        y = (row + (faces[2 * cell + 1] - 0.5) / 20) * deep
        id = f"T{cell + 1}"
        state.markers[id] = Marker(id=id, kind="trap", at=(x, y))
    play.tell("traps laid", "FR-SPM-18", "FR-SPM-19", count=TRAPS_ACROSS * TRAPS_ALONG)


def _near_trap(play: Play[Battle], seat: str, now: Movement) -> list[Marker]:
    state = play.state
    traps = [one for one in state.markers.values() if one.kind == "trap" and not one.gone]
    if not traps:
        return []
    path = now.path if len(now.path) > 1 else (now.figure.at, now.figure.at)
    if now.how in AIRBORNE or WHY_FLYING.first(state, now.figure) is not None:
        path = (now.figure.at, now.figure.at)
    reach = now.figure.radius + inches(state, TRAP_REACH) + TOLERANCE
    return [
        one
        for one in traps
        if any(segment_point_distance(a, b, one.at) <= reach for a, b in zip(path, path[1:], strict=False))
    ]


@WINDOWS.consequence(MOVED, "traps", "FR-SPM-18", _near_trap)
async def spring_traps(play: Play[Battle], seat: str, now: Movement, near: list[Marker]) -> None:
    """A figure that moves within 1 inch of a trap rolls 1D6: from 3 on it takes a Hit; the trap is gone."""
    for trap in near:
        if not now.figure.on_table:
            return
        trap.gone = True
        (face,) = await play.roll(
            1, For("trap", now.figure.id), "FR-SPM-18", figure=now.figure.id, marker=trap.id
        )
        springs = face >= TRAP_SPRINGS
        kind = "trap set off" if springs else "trap fails"
        play.tell(kind, "FR-SPM-18", figure=now.figure.id, marker=trap.id, at=trap.at)
        if springs:
            hit = Hit(damage=0, how="trap", rules=("FR-SPM-18",), attacker="", unit=trap.id)
            await strike(play, now.figure, [hit], "FR-SPM-18")


# ---- Sleeping monster ---------------------------------------------------------------------------


@rule("FR-SPM-21")
async def lay_sleeper(play: Play[Battle]) -> None:
    """A monster sleeps 1D10 inches from the centre."""
    state = play.state
    monster = await new_monster(play, "", "enemy", "FR-SPM-21")
    (far,) = await play.roll(1, "sleeper", "FR-SPM-21", sides=10)
    at = towards(state, await bearing(play, "FR-SPM-21"), centre(state), inches(state, far))
    await place_alone(play, monster, at, "FR-SPM-21")
    monster.is_asleep = True
    monster.note = "sleeper"
    play.tell("monster sleeps", "FR-SPM-21", figure=monster.id)


def _sleepers(state: Battle) -> list[Enemy]:
    return [one for one in state.enemies.values() if one.is_asleep and one.on_table]


@rule("FR-SPM-21")
def wake_sleeper(play: Play[Battle], monster: Enemy, why: str) -> None:
    """It wakes and joins the enemy; it acts from the next Enemy Phase on."""
    monster.is_asleep = False
    # Woken in an Enemy Phase it has to wait for the next one.
    monster.acted = monster.acted or play.state.phase == "enemy"
    play.tell("sleeper wakes", "FR-SPM-21", figure=monster.id, why=why)


@rule("FR-SPM-21")
def _disturbed(play: Play[Battle], seat: str, now: Movement) -> list[Enemy]:
    """The sleepers to whom some part of a soldier's move comes within 3 inches."""
    near, is_soldier = inches(play.state, SLEEP_DISTANCE), isinstance(now.figure, Soldier)
    sleepers = _sleepers(play.state) if is_soldier else []
    return [one for one in sleepers if comes_to(now, one.at, near + one.radius)]


@WINDOWS.consequence(MOVED, "wake the sleeper", "FR-SPM-21", _disturbed)
async def wake_by_steps(play: Play[Battle], seat: str, now: Movement, disturbed: list[Enemy]) -> None:
    """A soldier within 3 inches wakes it."""
    for monster in disturbed:
        wake_sleeper(play, monster, f"{now.figure.name} came near")


def _hear(play: Play[Battle], seat: str, now: Gunfire) -> list[Enemy]:
    """The sleepers past whom shots have gone, or near whom something went off."""
    near = inches(play.state, HEARD)
    return [
        one
        for one in _sleepers(play.state)
        if any(within(segment_point_distance(a, b, one.at) - one.radius, near) for a, b in now.ways)
    ]


@WINDOWS.consequence(GUNFIRE, "wake the sleeper", "FR-SPM-21", _hear)
async def wake_by_gunfire(play: Play[Battle], seat: str, now: Gunfire, hearing: list[Enemy]) -> None:
    """A gunshot that passes within 2 inches wakes it, and so does an explosion as near."""
    for monster in hearing:
        wake_sleeper(play, monster, "it was fired past it")


def _struck(play: Play[Battle], seat: str, now: Struck | Aimed) -> Enemy | None:
    return now.target if isinstance(now.target, Enemy) and now.target.is_asleep else None


@WINDOWS.consequence(HIT_STRIKES, "wake the sleeper", "FR-SPM-21", _struck)
async def wake_by_blow(play: Play[Battle], seat: str, now: Struck, sleeper: Enemy) -> None:
    """Being struck wakes it."""
    wake_sleeper(play, sleeper, "it was struck")


@WINDOWS.consequence(STRUCK_BY_MAGIC, "wake the sleeper", "FR-SPM-21", _struck)
async def wake_by_magic(play: Play[Battle], seat: str, now: Aimed, sleeper: Enemy) -> None:
    """A spell wakes it, though it does no damage."""
    wake_sleeper(play, sleeper, "it was struck by magic")


@WINDOWS.consequence(
    FIGURE_REMOVED,
    "the sleeper is dead",
    "FR-SPM-21",
    lambda play, seat, now: (
        isinstance(now.figure, Enemy) and "sleeper" in now.figure.note and now.how == "casualty"
    ),
)
async def loot_of_sleeper(play: Play[Battle], seat: str, now: Removal) -> None:
    """Killed by the squad it is worth a Loot roll after the battle."""
    if is_by_the_squad(play.state, now):
        play.state.stock.loot_rolls += 1
        play.tell("Loot roll gained", "FR-SPM-21", figure=now.by)


# ---- Treasure trove -----------------------------------------------------------------------------


@rule("FR-SPM-22")
async def lay_treasures(play: Play[Battle]) -> None:
    """Six markers on a circle around the centre, each where somebody can come to it."""
    state = play.state
    x, y = centre(state)
    edge = min(state.ground.width, state.ground.depth) / 2 - inches(state, 3.0)
    radius = min(inches(state, TREASURE_CIRCLE), edge)
    for number in range(TREASURES):
        angle = 2 * pi * number / TREASURES
        id = f"G{number + 1}"
        at = nearest_standable(state, (x + radius * sin(angle), y + radius * cos(angle)))
        state.markers[id] = Marker(id=id, kind="treasure", at=at)
    play.tell("treasures laid", "FR-SPM-22", count=TREASURES)


@rule("FR-SPM-22", "FR-LOOT-44")
@WINDOWS.consequence(
    MOVED, "open a treasure", "FR-SPM-22", lambda play, seat, now: finds(play, now, "treasure")
)
async def open_treasure(play: Play[Battle], seat: str, now: Movement, treasures: list[Marker]) -> None:
    """A soldier in contact rolls 1D6 and Wits: from 6 on a Loot roll and noise."""
    state, soldier = play.state, now.figure
    assert isinstance(soldier, Soldier)
    for marker in treasures:
        marker.gone = True
        what, added = For("treasure", soldier.id), wits_added(state, soldier)
        dice = await roll_own(play, soldier, "wits", 1, what, "FR-SPM-22", added=added, need=TREASURE_NEED)
        if dice.score(0) >= TREASURE_NEED:
            await find_loot(play, soldier, "FR-SPM-22", at=marker.at)
            await add_aggression(play, TREASURE_NOISE, "FR-SPM-22")
        else:
            play.tell("treasure empty", "FR-SPM-22", figure=soldier.id, marker=marker.id)
