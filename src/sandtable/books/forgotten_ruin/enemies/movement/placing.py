"""Where enemy figures are set up: in ranks around a point, at an edge, beside their mob."""

from __future__ import annotations

from collections.abc import Sequence
from math import degrees, pi
from typing import NamedTuple

from sandtable.binding.sources import Sources
from sandtable.books.forgotten_ruin.chapters.movement.footing import why_not_end
from sandtable.books.forgotten_ruin.chapters.principles.conventions import (
    BEARING_OF,
    HUMAN_SIZE,
    TOLERANCE,
    depth_of,
    inches,
    nearest_of,
    neutral_edges,
    on_grid,
    opposite,
    pick_at_random,
    place,
    width_of,
)
from sandtable.books.forgotten_ruin.enemies.generating import enlist, promote, waiting
from sandtable.books.forgotten_ruin.state import Battle, Edge, Enemy, Figure, Mob
from sandtable.kernel import For, Play, rule
from sandtable.kernel.arithmetic import atan2, cos, hypot, sin
from sandtable.table import Point
from sandtable.table.edges import middle_of_edge
from sandtable.table.figures.bases import Linked, linked
from sandtable.table.figures.room import places_around
from sandtable.table.shapes import distance

ELBOW_ROOM = 0.25
"""The gap between neighbours in a rank; the mob stays together (FR-EAI-03)."""
RANK, LINE = 3, 5
"""Figures side by side in the two ways of setting up (FR-ENE-48)."""
COHESION = 1.0
"""The widest gap within a mob (FR-EAI-03)."""
ON_THE_EDGE = 0.05
"""A figure at an edge does not touch it (FR-AGG-23)."""


class Arrival(NamedTuple):
    """The edges over which the enemy comes, one of them at random for every arrival, by some rule."""

    edges: tuple[Edge, ...]
    rule: str


ARRIVAL_EDGES: Sources[Battle, tuple[Edge, ...], Arrival] = Sources("edges over which the enemy comes")
"""(state, usual: tuple[Edge, ...]): other edges than those over which such enemies usually come."""
FRONT_LINE: Sources[Battle, float] = Sources("front line of the enemy")
"""(state): how far from the player's edge no enemy is set up any nearer, with its whole base."""


def can_stand(state: Battle, figure: Figure, at: Point, elevation: float = 0.0) -> bool:
    """Whether a figure can be set up at a place: free ground or roof, on the table, touching no opponent."""
    (x, y), r = at, figure.radius
    if x < r + ON_THE_EDGE or y < r + ON_THE_EDGE:
        return False
    if x > state.ground.width - r - ON_THE_EDGE or y > state.ground.depth - r - ON_THE_EDGE:
        return False
    for other in state.figures_on_table():
        if other is figure or abs(other.elevation - elevation) >= max(other.height, figure.height):
            continue
        apart = hypot(other.at[0] - x, other.at[1] - y) - other.radius - r
        # Just out of contact with an opponent.
        if apart < (0.1 if other.side != figure.side else 0.0) - 1e-9:
            return False
    return why_not_end(state, figure, at, elevation) is None


def free_spot(state: Battle, figure: Figure, at: Point) -> Point | None:
    """The free place nearest to a point, behind the front line where there is one."""
    line = (FRONT_LINE.first(state) or 0.0) + figure.radius - TOLERANCE
    behind = (spot for spot in places_around(at) if seen_by_player(state, spot)[1] >= line)
    return next((spot for spot in behind if can_stand(state, figure, spot)), None)


def front_to_rear(state: Battle, mob: Mob) -> list[Enemy]:
    """The waiting figures of a mob, champions last."""
    return sorted(waiting(state, mob), key=lambda one: one.is_champion)


def ranks(state: Battle, at: Point, count: int, wide: int) -> list[Point]:
    """Places in ranks that face the player's edge, the front rank first, around a point."""
    step = inches(state, 2 * HUMAN_SIZE[0] + ELBOW_ROOM)
    rows = -(-count // wide)
    across, along = seen_by_player(state, at)
    spots: list[Point] = []
    for row in range(rows):
        in_row = min(wide, count - row * wide)
        deep = along + (row - (rows - 1) / 2) * step
        spots += [on_grid(state, across + (file - (in_row - 1) / 2) * step, deep) for file in range(in_row)]
    return spots


def seen_by_player(state: Battle, at: Point) -> Point:
    """The reverse of `on_grid`: across from the left, away from the own edge."""
    (x, y), wide, deep = at, state.ground.width, state.ground.depth
    if state.edge == "south":
        return (x, y)
    if state.edge == "north":
        return (wide - x, deep - y)
    return (deep - y, x) if state.edge == "west" else (y, wide - x)


def stand(
    play: Play[Battle], figures: Sequence[Enemy], spots: Sequence[Point], at: Point, *rules: str
) -> None:
    """Figures take their places in order; who finds no room stands as close to the point as possible."""
    state = play.state
    for figure, spot in zip(figures, spots, strict=True):
        free = spot if can_stand(state, figure, spot) else free_spot(state, figure, at)
        if free is None:
            figure.where, figure.taken_by = "withdrawn", "FR-PRN-25"
            play.tell("no room", "FR-PRN-25", figure=figure.id)
            continue
        _set_up(play, figure, free, 0.0, *rules)


def _set_up(play: Play[Battle], figure: Enemy, at: Point, elevation: float, *rules: str) -> None:
    """A figure has come to the table, and looks at the nearest soldier."""
    place(play, figure, at, *rules, elevation=elevation)
    figure.arrived = play.state.round
    face_nearest(play.state, figure)


async def place_mob(play: Play[Battle], mob: Mob, at: Point, *rules: str, wide: int = RANK) -> None:
    """The waiting figures of a mob are set up around a point in ranks, champions in the rear rank."""
    figures = front_to_rear(play.state, mob)
    stand(play, figures, ranks(play.state, at, len(figures), wide), at, *rules)
    play.tell("mob placed", *rules, mob=mob.id, at=at, figures=[one.id for one in figures])


@rule("FR-MIS-60", "FR-SPM-11")
async def place_at_edge(play: Play[Battle], mob: Mob, edge: Edge, *rules: str) -> None:
    """The figures of a mob stand as close to the middle of an edge as they can, champions farthest."""
    state, radius = play.state, inches(play.state, HUMAN_SIZE[0])
    (x, y), step = middle_of_edge(state.ground, edge), 2 * radius + inches(state, ON_THE_EDGE)
    u, v = {"south": (0, 1), "north": (0, -1), "west": (1, 0), "east": (-1, 0)}[edge]
    figures = front_to_rear(state, mob)
    spots = []
    for row in range(len(figures)):
        deep = radius + inches(state, 2 * ON_THE_EDGE) + row * step
        for file in range(-len(figures), len(figures) + 1):
            spots.append((x + u * deep - v * file * step, y + v * deep + u * file * step))
    spots.sort(key=lambda at: (round(hypot(at[0] - x, at[1] - y), 3), at))
    free = [at for at in spots if figures and can_stand(state, figures[0], at)]
    stand(play, figures, (free + spots)[: len(figures)], (x, y), *rules)
    play.tell("mob placed", *rules, mob=mob.id, at=(x, y), figures=[one.id for one in figures])


@rule("FR-AGG-23")
async def arrive_from_edge(play: Play[Battle], mob: Mob, *rules: str) -> None:
    """A mob comes over an edge: one of six sections, its figures beside one another along the edge."""
    state = play.state
    edge = await arrival_edge(play, (opposite(state.edge),), "FR-AGG-23")
    (face,) = await play.roll(1, For("arrival", mob.id), "FR-AGG-23", *rules)
    figures = front_to_rear(state, mob)
    middle = section_of(state, edge, face)
    stand(play, figures, free_stretch(state, edge, middle, figures), middle, "FR-AGG-23", *rules)
    play.tell("mob arrives", "FR-AGG-23", "FR-AGG-09", *rules, mob=mob.id, edge=edge, section=face)


async def arrival_edge(play: Play[Battle], usual: tuple[Edge, ...], *rules: str) -> Edge:
    """The edge over which the enemy comes: one of the usual ones, unless the mission says otherwise."""
    found = ARRIVAL_EDGES.first(play.state, usual)
    if found is None:
        return await pick_at_random(play, usual, "edge", *rules)
    return await pick_at_random(play, found.edges, "edge", *rules, found.rule)


@rule("FR-AGG-23", "FR-PRN-22")
def section_of(state: Battle, edge: Edge, face: int) -> Point:
    """The middle of one of six sections of an edge, counted from the player's left or from the own edge."""
    share = (2 * face - 1) / 12
    wide, deep = width_of(state), depth_of(state)
    if edge in (state.edge, opposite(state.edge)):
        return on_grid(state, share * wide, 0.0 if edge == state.edge else deep)
    return on_grid(state, 0.0 if edge == neutral_edges(state)[0] else wide, share * deep)


@rule("FR-AGG-23")
def free_stretch(state: Battle, edge: Edge, middle: Point, figures: Sequence[Enemy]) -> list[Point]:
    """The row along an edge nearest to a point of it in which a whole mob has room."""
    (x, y), step, lies_across = middle, inches(state, 0.25), edge in ("north", "south")
    radius = inches(state, HUMAN_SIZE[0])
    for number in range(round(2 * (state.ground.width if lies_across else state.ground.depth) / step)):
        # To either side in turn: 0, 1, -1, 2, -2 ...
        away = step * ((number + 1) // 2) * (1 if number % 2 else -1)
        at = (x + away, y) if lies_across else (x, y + away)
        row = edge_places(state, edge, at, len(figures), radius)
        if all(can_stand(state, one, spot) for one, spot in zip(figures, row, strict=True)):
            return row
    # FR-PRN-25: on a full edge everybody stands as near as possible.
    return edge_places(state, edge, middle, len(figures), radius)


@rule("FR-AGG-23")
def edge_places(state: Battle, edge: Edge, middle: Point, count: int, radius: float) -> list[Point]:
    """Places in a row along an edge, close to it and to one another, without touching it or its corners."""
    step = 2 * radius + inches(state, ELBOW_ROOM)
    off = radius + 2 * ON_THE_EDGE
    wide, deep = state.ground.width, state.ground.depth
    lies_across = edge in ("north", "south")
    half = (count - 1) / 2 * step
    centre, far = (middle[0], wide) if lies_across else (middle[1], deep)
    if 2 * (half + off) <= far:
        centre = min(max(centre, half + off), far - half - off)
    across = off if edge in ("south", "west") else (deep if lies_across else wide) - off
    row = [centre + index * step - half for index in range(count)]
    return [(along, across) if lies_across else (across, along) for along in row]


async def arrive_alone(play: Play[Battle], figure: Enemy, edge: Edge, *rules: str) -> None:
    """A monster or another lone figure comes over the middle of an edge."""
    middle = middle_of_edge(play.state.ground, edge)
    await place_alone(play, figure, edge_places(play.state, edge, middle, 1, figure.radius)[0], *rules)
    play.tell("figure arrives", *rules, figure=figure.id, edge=edge)


@rule("FR-MON-09")
async def place_alone(play: Play[Battle], figure: Enemy, at: Point, *rules: str) -> None:
    """A monster or villain is set up at a point or on the nearest free place; a monster faces a soldier."""
    stand(play, [figure], [at], at, *rules)
    if figure.is_monster:
        play.tell("monster faces", "FR-MON-09", figure=figure.id, facing=figure.facing)


@rule("FR-AGG-24")
async def add_figures(play: Play[Battle], mob: Mob, count: int, *rules: str) -> list[Enemy]:
    """Ordinary figures join a mob on the side away from the soldiers."""
    added = [enlist(play.state, mob) for _ in range(count)]
    for figure in added:
        _stand_behind(play, mob, figure, "FR-AGG-24", *rules)
    return added


@rule("FR-ENE-36", "FR-AGG-10")
async def add_champion(play: Play[Battle], mob: Mob, *rules: str) -> Enemy:
    """An event puts an additional champion with a mob, whatever its type."""
    figure = enlist(play.state, mob)
    await promote(play, figure, "FR-ENE-36", "FR-AGG-10", *rules)
    _stand_behind(play, mob, figure, "FR-AGG-24", *rules)
    return figure


def _stand_behind(play: Play[Battle], mob: Mob, figure: Enemy, *rules: str) -> None:
    state = play.state
    friends = [one for one in state.members(mob.id) if one is not figure]
    if not friends:
        middle = middle_of_edge(state.ground, opposite(state.edge))
        return stand(play, [figure], [middle], middle, *rules)
    soldiers = state.soldiers_on_table()
    # Where there is no place at the usual gap, a narrower or wider one will do (FR-AGG-24).
    for room in (ELBOW_ROOM, 0.02, 0.5, 0.75, 1.0):
        spots = [(spot, one.elevation) for one in friends for spot in _behind(state, one, figure, room)]
        spots.sort(key=lambda one: -min((distance(each.at, one[0]) for each in soldiers), default=0.0))
        for spot, height in spots:
            if can_stand(state, figure, spot, height):
                return _set_up(play, figure, spot, height, *rules)
    return stand(play, [figure], [friends[0].at], friends[0].at, *rules)


def _behind(state: Battle, friend: Enemy, figure: Enemy, room: float) -> list[Point]:
    far = friend.radius + figure.radius + inches(state, room)
    return [
        (friend.at[0] + far * sin(turn * pi / 8), friend.at[1] + far * cos(turn * pi / 8))
        for turn in range(16)
    ]


@rule("FR-MON-09")
def face_nearest(state: Battle, figure: Enemy) -> None:
    """A figure that has not moved looks at the nearest soldier; one of the squad at the nearest enemy."""
    serves = figure.side == "squad"
    nearest = nearest_of(figure, [one for one in state.figures_on_table() if (one.side == "squad") != serves])
    if nearest:
        figure.facing = bearing_to(state, figure.at, nearest[0].at)


def bearing_to(state: Battle, start: Point, end: Point) -> float:
    """The direction from one point to another in degrees as the player sees them."""
    angle = degrees(atan2(end[0] - start[0], end[1] - start[1])) - BEARING_OF[state.edge]
    return angle % 360


@rule("FR-EAI-03")
def groups_of(state: Battle, figures: Sequence[Linked]) -> list[list[Linked]]:
    """Figures linked through gaps of at most 1 in, as groups."""
    return linked(figures, inches(state, COHESION))
