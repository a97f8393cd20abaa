"""Flight: a monster that Swoops over the soldiers in its path."""

from __future__ import annotations

from sandtable.books.forgotten_ruin.chapters.battle_round.snap_fire import offer_snap_fire
from sandtable.books.forgotten_ruin.chapters.hits.resolution import Hit, strike
from sandtable.books.forgotten_ruin.chapters.movement.standing import stand_at
from sandtable.books.forgotten_ruin.chapters.principles.conventions import inches, nearest_of, pick_at_random
from sandtable.books.forgotten_ruin.chapters.principles.soldiers_dice import roll_own
from sandtable.books.forgotten_ruin.enemies.monsters.monsters import MOVES
from sandtable.books.forgotten_ruin.enemies.movement.placing import can_stand, free_spot
from sandtable.books.forgotten_ruin.enemies.planning import foes_of
from sandtable.books.forgotten_ruin.modifiers import speed, wits_added
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Figure, Soldier
from sandtable.books.forgotten_ruin.windows import MOVED, WINDOWS, Movement
from sandtable.kernel.arithmetic import hypot
from sandtable.kernel.citation import rule
from sandtable.kernel.dice import For
from sandtable.kernel.play import Play
from sandtable.table.measure import Point
from sandtable.table.shapes import segment_point_distance

SWOOPS_FROM = 5
"""The die from which on a flying monster Swoops (FR-MON-15)."""
EVADES = 5
"""The total with which a soldier evades a Swoop (FR-MON-15)."""
SWOOP_MOVES = 2
"""How many times its Speed a Swoop covers (FR-MON-15)."""
SHORT_OF_EDGE = 1.0
"""How far from the edge a Swoop stops (FR-MON-15)."""


@MOVES.entry("Flight")
@rule("FR-MON-15")
async def swoop(play: Play[Battle], figure: Enemy) -> bool:
    """On 5-6 a flying monster Swoops; whether it did."""
    state = play.state
    dice = state.enemy_dice
    (face,) = await play.roll(1, For("swoop", figure.id), "FR-MON-15", seat=dice, figure=figure.id)
    if face < SWOOPS_FROM or not foes_of(state, figure):
        return False
    ids = [figure.id]
    await offer_snap_fire(play, ids, "before")
    near = nearest_of(figure, foes_of(state, figure))
    if not figure.on_table or not near:
        return True
    target = await pick_at_random(play, near, "target of", "FR-MON-15", of=figure.id)
    start, end = figure.at, _end_of_swoop(state, figure, target)
    if not await _comes_half_way(play, figure, end):
        return True
    struck = [one for one in foes_of(state, figure) if _is_under(figure, start, end, one)]
    play.tell("Swoop", "FR-MON-15", figure=figure.id, target=target.id, struck=[one.id for one in struck])
    await _land(play, figure, start, end)
    await offer_snap_fire(play, ids, "end")
    for one in struck:
        if one.on_table and figure.on_table:
            await _evade(play, figure, one)
    return True


@rule("FR-RND-16")
async def _comes_half_way(play: Play[Battle], figure: Enemy, end: Point) -> bool:
    """Half-way through a Swoop it is in the air, and holding soldiers may fire; whether it goes on."""
    (x, y), (u, v), feet = figure.at, end, figure.elevation
    figure.at, figure.elevation = ((x + u) / 2, (y + v) / 2), feet + figure.height
    await offer_snap_fire(play, [figure.id], "half-way")
    if figure.on_table:
        figure.at, figure.elevation = (x, y), feet
    return figure.on_table


async def _land(play: Play[Battle], figure: Enemy, start: Point, end: Point) -> None:
    """At the end of a Swoop the monster comes down on the nearest free place."""
    state = play.state
    stand_at(state, figure, _landing(state, figure, end))
    figure.moved = hypot(figure.at[0] - start[0], figure.at[1] - start[1])
    state.contacts = tuple(one for one in state.contacts if figure.id not in (one.mover, one.other))
    play.tell(
        "figure moved", "FR-MON-15", "FR-TER-11", figure=figure.id, path=(start, figure.at), how="swoop"
    )
    await WINDOWS.open(play, MOVED, Movement(state.seat_of(figure), figure, (start, figure.at), "flight"))


def _end_of_swoop(state: Battle, figure: Enemy, target: Figure) -> Point:
    """Twice its Speed straight towards and past the nearest soldier, 1 in short of an edge."""
    (x, y), (u, v) = figure.at, target.at
    far = hypot(u - x, v - y) or 1.0
    length = SWOOP_MOVES * inches(state, speed(state, figure))
    dx, dy = (u - x) / far, (v - y) / far
    keep = figure.radius + inches(state, SHORT_OF_EDGE)
    for at, step, most in ((x, dx, state.ground.width), (y, dy, state.ground.depth)):
        if step > 0.0:
            length = min(length, max(0.0, (most - keep - at) / step))
        elif step < 0.0:
            length = min(length, max(0.0, (keep - at) / step))
    return (x + dx * length, y + dy * length)


def _is_under(figure: Enemy, start: Point, end: Point, one: Figure) -> bool:
    return segment_point_distance(start, end, one.at) < figure.radius + one.radius


def _landing(state: Battle, figure: Enemy, at: Point) -> Point:
    return at if can_stand(state, figure, at) else free_spot(state, figure, at) or figure.at


async def _evade(play: Play[Battle], figure: Enemy, one: Soldier | Enemy) -> None:
    """A soldier in the path rolls 1D6 and Wits; less than 5 is Knocked Down and Hit."""
    why = For("evade", one.id)
    if isinstance(one, Soldier):
        clever = wits_added(play.state, one)
        dice = await roll_own(play, one, "evade", 1, why, "FR-MON-15", added=clever, need=EVADES)
        total = dice.score(0)
    else:
        (total,) = await play.roll(1, why, "FR-MON-15", figure=one.id)
    play.tell("evades" if total >= EVADES else "struck by the Swoop", "FR-MON-15", figure=one.id, total=total)
    if total < EVADES:
        hit = Hit(
            how="event", rules=("FR-MON-15",), attacker=figure.id, unit=figure.id, knocks_down="FR-MON-15"
        )
        await strike(play, one, [hit], "FR-MON-15")
