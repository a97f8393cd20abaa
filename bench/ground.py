"""The ground: lines of sight against shapely, reach against scipy's graphs, and what moves cost to check."""

from __future__ import annotations

import random
from functools import lru_cache
from math import hypot
from typing import Any

import numpy
import scipy.sparse
import scipy.sparse.csgraph
import shapely

from sandtable.table.generator import Template, scattered
from sandtable.table.lines import obscured_lines
from sandtable.table.measure import Body
from sandtable.table.squares.bases import Base
from sandtable.table.squares.bits import numbers_in
from sandtable.table.squares.board import Board
from sandtable.table.squares.going import Mover as SquaresMover
from sandtable.table.squares.going import Prices
from sandtable.table.squares.links import Links, links_on
from sandtable.table.squares.reach import Others, node_of
from sandtable.table.squares.reach import Place as Start
from sandtable.table.squares.reach import reach as reach_on_squares
from sandtable.table.squares.scene import KINDS
from sandtable.table.squares.spaces import FACINGS
from sandtable.table.terrain import Ground
from sandtable.table.units.attacks import Attack, first_contact, place_attackers
from sandtable.table.units.formations import Formation, Plan, plan_move, slots
from sandtable.table.units.going import Going
from sandtable.table.units.open_ground import Site
from sandtable.table.units.paths import Mover, check_place, check_translation
from sandtable.table.units.placing import place_group
from sandtable.table.units.random_places import sample_place
from sandtable.table.units.reach import WAYS, Reach, reachable
from sandtable.table.units.sight import look
from sandtable.table.zones import Field, near_edge

UNITS = 15
MODELS = 12
FOOT = 0.5
LINK = 3.0
DEPTH = 3.0
ORDINARY = Going(difficult=2.0)
TEMPLATES = (
    Template("lake", ((0.0, 0.0, 8.0, 6.0),), ("impassable",)),
    Template("wood", ((0.0, 0.0, 8.0, 8.0),), ("difficult", "obscuring")),
    Template("thicket", ((0.0, 0.0, 6.0, 5.0),), ("difficult", "obscuring", "cover")),
    Template("crops", ((0.0, 0.0, 8.0, 6.0),), ("obscuring",)),
    Template("crags", ((0.0, 0.0, 5.0, 4.0),), ("impassable", "obscuring")),
    Template("wall", ((0.0, 0.0, 8.0, 0.5),), ("obstacle",)),
)


class Battlefield:
    """A random table with units on it, and what shapely needs to know of it."""

    def __init__(self, number: int, pieces: int = 40) -> None:
        rng = random.Random(number)
        self.rng = rng
        numbers = [rng.random() for _ in range(4 * pieces)]
        self.ground: Ground = scattered(72.0, 48.0, TEMPLATES, numbers, 3.0, 2.0)
        self.units: list[Body] = []
        while len(self.units) < UNITS:
            zone = Field(1.0, 1.0, 71.0, 47.0)
            drawn = sample_place(Site(self.ground, zone, (MODELS, FOOT, ORDINARY), LINK, self.units), rng)
            if drawn is not None:
                self.units.append((drawn.models, FOOT))
        ends = numpy.array([(models[0], other[0]) for models, _ in self.units for other, _ in self.units])
        self.starts, self.ends = ends[:, 0], ends[:, 1]
        obscuring = [shapely.Polygon(area.piece.outline) for area in self.ground.obscuring]
        self.woods = shapely.union_all(obscuring)
        shapely.prepare(self.woods)
        seen = int((~obscured_lines(self.ground, self.starts, self.ends, DEPTH)).sum())
        assert UNITS < seen < UNITS * UNITS, f"{seen} of {UNITS * UNITS} lines are clear"


@lru_cache(maxsize=16)
def battlefield(number: int) -> Battlefield:
    """The battlefield of one round."""
    return Battlefield(number % 16)


def terrain_lines(number: int, times: int = 20) -> float:
    """Judge all lines between fifteen units against obscuring ground alone; how many lines that was."""
    field = battlefield(number)
    for _ in range(times):
        obscured_lines(field.ground, field.starts, field.ends, DEPTH)
    return times * len(field.starts)


def terrain_lines_of_shapely(number: int, times: int = 20) -> float:
    """Ask shapely which of the same lines meet the same ground, prepared beforehand."""
    field = battlefield(number)
    pairs = numpy.stack((field.starts, field.ends), axis=1)
    for _ in range(times):
        shapely.intersects(field.woods, shapely.linestrings(pairs))
    return times * len(field.starts)


def _reach_problem(number: int) -> tuple[Ground, tuple[float, float], list[Body]]:
    field = battlefield(number)
    models = field.units[number % UNITS][0]
    others = [body for body in field.units if body[0] is not models]
    return field.ground, models[0], others


def reach(number: int, times: int = 5) -> float:
    """Work out everywhere a base can get to with six inches; how many areas that was."""
    ground, start, others = _reach_problem(number)
    for _ in range(times):
        ground.remembered("reach").clear()
        reachable(ground, start, FOOT, ORDINARY, others, 6.0)
    return times


@lru_cache(maxsize=16)
def _grid(number: int) -> tuple[Any, Any, float, int]:
    """What scipy is told of the same grid: which points are free, and what an inch costs at each."""
    ground, start, others = _reach_problem(number)
    found: Reach = reachable(ground, start, FOOT, ORDINARY, others, 6.0)
    size = len(found.costs)
    middle = size // 2
    points = [
        (start[0] + (column - middle) * found.step, start[1] + (row - middle) * found.step)
        for row in range(size)
        for column in range(size)
    ]
    free = numpy.array([check_place(Mover(ground, (at,), FOOT, ORDINARY, others)) is None for at in points])
    price = numpy.array([2.0 if any(area.holds(*at) for area in ground.difficult) else 1.0 for at in points])
    return free.reshape(size, size), price.reshape(size, size), found.step, middle * size + middle


def _graph(number: int) -> tuple[Any, int]:
    """The grid as a graph: an edge between free neighbours, priced by the ground at both."""
    free, price, step, start = _grid(number % 16)
    size = len(free)
    index = numpy.arange(size * size).reshape(size, size)
    rows, columns, costs = [], [], []
    for east, north in WAYS:
        to = (slice(max(north, 0), size + min(north, 0)), slice(max(east, 0), size + min(east, 0)))
        of = (slice(max(-north, 0), size + min(-north, 0)), slice(max(-east, 0), size + min(-east, 0)))
        both = free[to] & free[of]
        rows.append(index[of][both])
        columns.append(index[to][both])
        costs.append((price[to] + price[of])[both] * (step * hypot(east, north) / 2))
    data = (numpy.concatenate(costs), (numpy.concatenate(rows), numpy.concatenate(columns)))
    return scipy.sparse.csr_matrix(data, shape=(size * size, size * size)), start


def reach_of_scipy(number: int, times: int = 5) -> float:
    """Let scipy find the ways over the same grid, told which points are free; how many areas that was."""
    for _ in range(times):
        graph, start = _graph(number)
        scipy.sparse.csgraph.dijkstra(graph, indices=start, limit=6.0)
    return times


@lru_cache(maxsize=16)
def _ready_graph(number: int) -> tuple[Any, int]:
    return _graph(number)


def reach_of_scipy_with_a_ready_graph(number: int, times: int = 5) -> float:
    """Let scipy find the ways over a graph that somebody has built for it; how many areas that was."""
    graph, start = _ready_graph(number % 16)
    for _ in range(times):
        scipy.sparse.csgraph.dijkstra(graph, indices=start, limit=6.0)
    return times


def rigid_moves(number: int, times: int = 200) -> float:
    """Check that a unit of twelve may move a little; how many checks that was."""
    field = battlefield(number)
    rng = random.Random(number)
    done = 0
    for _ in range(times):
        mine = rng.randrange(UNITS)
        models, radius = field.units[mine]
        others = [body for index, body in enumerate(field.units) if index != mine]
        vector = (rng.uniform(-4.0, 4.0), rng.uniform(-4.0, 4.0))
        check_translation(Mover(field.ground, models, radius, ORDINARY, others), vector, 6.0)
        done += 1
    return done


def formation_moves(number: int, times: int = 10) -> float:
    """Plan moves into formation; how many plans were asked for."""
    field = battlefield(number)
    rng = random.Random(number)
    shapes = [one for one in Formation if one is not Formation.AS_THEY_STAND]
    made = 0
    for _ in range(times):
        mine = rng.randrange(UNITS)
        models, radius = field.units[mine]
        others = [body for index, body in enumerate(field.units) if index != mine]
        at = (models[0][0] + rng.uniform(-3.0, 3.0), models[0][1] + rng.uniform(-3.0, 3.0))
        places = slots(rng.choice(shapes), models, radius, at, (rng.uniform(-1.0, 1.0), 1.0))
        made += isinstance(
            plan_move(Mover(field.ground, models, radius, ORDINARY, others), places, 8.0), Plan
        )
    return times


def _attacks(number: int, times: int) -> list[tuple[Ground, Attack]]:
    field = battlefield(number)
    rng = random.Random(number)
    attacks: list[tuple[Ground, Attack]] = []
    for _ in range(times):
        mine, target = rng.sample(range(UNITS), 2)
        near = min(
            (index for index in range(UNITS) if index != mine),
            key=lambda index: hypot(
                field.units[index][0][0][0] - field.units[mine][0][0][0],
                field.units[index][0][0][1] - field.units[mine][0][0][1],
            ),
        )
        target = near if rng.random() < 0.7 else target
        others = [body for index, body in enumerate(field.units) if index not in (mine, target)]
        attack = Attack(
            field.units[mine][0],
            FOOT,
            8.0,
            ORDINARY,
            field.units[target],
            tuple(others[::2]),
            tuple(others[1::2]),
            3.0,
            LINK,
        )
        attacks.append((field.ground, attack))
    return attacks


def reach_tests(number: int, times: int = 20) -> float:
    """Ask whether targets are in reach; how many that was."""
    for ground, attack in _attacks(number, times):
        first_contact(ground, attack)
    return times


def attack_placings(number: int, times: int = 8) -> float:
    """Bring attackers into contact; how many attacks that was."""
    for ground, attack in _attacks(number, times):
        place_attackers(ground, attack)
    return times


def looks(number: int, times: int = 40) -> float:
    """Look from unit to unit past all others; how many looks that was."""
    field = battlefield(number)
    rng = random.Random(number)
    for _ in range(times):
        mine, target = rng.sample(range(UNITS), 2)
        third = [body for index, body in enumerate(field.units) if index not in (mine, target)]
        look(field.ground, field.units[mine][0], field.units[target][0], third, DEPTH)
    return times


def deployments(number: int) -> float:
    """Set a unit down in a zone by the fixed search, on a table not seen before; how many that was."""
    field = battlefield(number)
    field.ground.remembered("open ground").clear()
    place_group(
        Site(field.ground, near_edge(field.ground, "south", 6.0), (MODELS, FOOT, ORDINARY), LINK, field.units)
    )
    return 1


# ---- squares ---------------------------------------------------------------------------------------------

SIDE = 40
GLYPHS = "..........,,#on"
RIDER = SquaresMover(Base(1, 2), Prices(aside=2, turn=2))
RIDE = 24
"""Twelve spaces straight ahead, in halves; every quarter turn costs one, and sideways costs double."""


@lru_cache(maxsize=16)
def _ride(number: int) -> tuple[Links, tuple[Start, ...], Others, Any]:
    """A board with others on it, where a rider starts, and scipy's graph of what the rider could do alone."""
    rng = random.Random(number)
    board = Board(tuple("".join(rng.choice(GLYPHS) for _ in range(SIDE)) for _ in range(SIDE)), KINDS)
    links = links_on(board, RIDER)
    taken = tuple(board.space(rng.randrange(board.size)) for _ in range(UNITS))
    free = [
        Start(board.space(node % board.size), FACINGS[node // board.size])
        for node in numbers_in(links.stands)
        if node < board.size  # Who faces north has the rear space for a corner.
    ]
    edges = numpy.array(
        [
            (node, node + move.shift, move.price)
            for move in links.moves
            for node in numbers_in(move.mask & links.passes)
            if links.passes >> (node + move.shift) & 1
        ]
    )
    count = board.size * len(links.poses)
    graph = scipy.sparse.csr_matrix((edges[:, 2].astype(float), (edges[:, 0], edges[:, 1])), (count, count))
    return links, tuple(rng.sample(free, 8)), Others(taken), graph


def squares(number: int, times: int = 5) -> float:
    """Work out everywhere a rider can get to, facing and turns counted; how many areas that was."""
    links, starts, others, _ = _ride(number % 16)
    for _ in range(times):
        for start in starts:
            reach_on_squares(links.board, RIDER, start, RIDE, others)
    return times * len(starts)


def squares_of_scipy(number: int, times: int = 5) -> float:
    """Let scipy search a graph built for it, once told who stands where; how many areas that was."""
    links, starts, others, graph = _ride(number % 16)
    board = links.board
    for _ in range(times):
        for start in starts:
            bits = links.covering(board.bits(others.standing))
            taken = numpy.zeros(graph.shape[0], dtype=bool)
            taken[list(numbers_in(bits))] = True
            left = graph.copy()
            left.data[taken[left.indices]] = numpy.inf
            scipy.sparse.csgraph.dijkstra(left, indices=node_of(links, start), limit=RIDE)
    return times * len(starts)


def squares_of_scipy_alone(number: int, times: int = 5) -> float:
    """Let scipy search the graph of an empty board; how many areas that was."""
    links, starts, _, graph = _ride(number % 16)
    for _ in range(times):
        for start in starts:
            scipy.sparse.csgraph.dijkstra(graph, indices=node_of(links, start), limit=RIDE)
    return times * len(starts)


AGAINST_PEERS = {
    "sight lines past terrain": (terrain_lines, terrain_lines_of_shapely, 0.5),
    "reach of six inches": (reach, reach_of_scipy, 0.3),
    "reach of six inches, ready graph": (reach, reach_of_scipy_with_a_ready_graph, 0.0),
    "reach of a rider over squares": (squares, squares_of_scipy, 0.7),
    "reach of a rider over squares, ready graph": (squares, squares_of_scipy_alone, 0.0),
}
"""What is measured against a peer: ours, theirs, and the share of theirs that ours must reach."""

ALONE = {
    "looks": looks,
    "rigid moves": rigid_moves,
    "formation moves": formation_moves,
    "reach tests": reach_tests,
    "attack placings": attack_placings,
    "deployments": deployments,
}
"""What is measured in operations a second."""
