"""Open ground: groups grow as the plain rule says, whatever is remembered and left out on the way."""

from __future__ import annotations

from math import hypot

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.table.measure import OVERLAP, Models
from sandtable.table.spread import grid_within
from sandtable.table.terrain import Ground, Piece, area_of, box_outline, circle, rectangle
from sandtable.table.units.growth import Growth
from sandtable.table.units.open_ground import GRID, FreeGround, OpenGround, Site, has_room, open_ground
from sandtable.table.zones import Every, FarFromPoint, Field, NearPoint, Some, Zone, whole_table
from tests.table.tables import ORDINARY

FOOT = 0.5
LINK = 3.0


def grown_plainly(free: list[tuple[float, float]], start: int, count: int, room: float) -> Models | None:
    """Of the free points that are clear of the chosen and linked to one, the nearest to the first is next."""
    x, y = free[start]
    near = [at for at in free if abs(at[0] - x) <= room and abs(at[1] - y) <= room]
    near.sort(key=lambda at: ((at[0] - x) ** 2 + (at[1] - y) ** 2, at))
    chosen = [(x, y)]
    while len(chosen) < count:
        found = next(
            (
                at
                for at in near
                if all(hypot(at[0] - ox, at[1] - oy) >= 2 * FOOT - 1e-9 for ox, oy in chosen)
                and any(hypot(at[0] - ox, at[1] - oy) <= 2 * FOOT + LINK + 1e-9 for ox, oy in chosen)
            ),
            None,
        )
        if found is None:
            return None
        chosen.append(found)
    return tuple(chosen)


def first_plainly(
    ground: Ground, points: OpenGround, others: Models, reach: float, count: int
) -> Models | None:
    """Every free point is tried, the farthest from the middle first."""
    columns, rows = points.free.shape
    grid = [
        (points.west + column * GRID, points.south + row * GRID)
        for column in range(columns)
        for row in range(rows)
        if points.free[column, row]
    ]
    free = [at for at in grid if all(hypot(at[0] - x, at[1] - y) >= reach for x, y in others)]
    middle = (ground.width / 2, ground.depth / 2)
    order = sorted(
        range(len(free)),
        key=lambda one: -round((free[one][0] - middle[0]) ** 2 + (free[one][1] - middle[1]) ** 2, 6),
    )
    for start in order:
        for room in (2.5 * FOOT * count**0.5 + 2 * FOOT + 1.0, count * (2 * FOOT + LINK)):
            models = grown_plainly(free, start, count, room)
            if models is not None:
                return models
    return None


places = st.tuples(st.integers(0, 1600), st.integers(0, 800)).map(lambda at: (at[0] / 100, at[1] / 100))


@settings(max_examples=40)
@given(
    st.lists(places, min_size=4, max_size=30, unique=True),
    st.floats(0.8, 3.0),
    st.integers(1, 7),
    st.floats(5.0, 7.5),
)
def test_a_group_grows_where_the_plain_search_lets_it_grow(
    others: list[tuple[float, float]], reach: float, count: int, depth: float
) -> None:
    pond = Piece("pond", "pond", box_outline(5.0, 1.0, 9.0, 3.5), traits=("impassable",))
    ground = Ground(16.0, 8.0, (pond,))
    points = OpenGround(ground, Field(0.0, 0.0, 16.0, depth), FOOT, ORDINARY)
    halves = [(tuple(others[::2]), reach), (tuple(others[1::2]), reach)]
    found = Growth(FreeGround(points, halves), (count, FOOT, LINK)).first()
    assert found == first_plainly(ground, points, tuple(others), reach, count)


def test_no_link_leads_from_the_end_of_one_column_to_the_start_of_the_next() -> None:
    # A group of two fits neither at the south edge nor at the north edge, and these are far apart.
    ground = Ground(12.0, 20.0)
    bars = ((1.0, 5.0), (1.0, 10.0), (1.0, 15.0))
    points = OpenGround(ground, Field(0.0, 0.0, 1.5, 20.0), FOOT, ORDINARY)
    free = FreeGround(points, [(bars, 4.4)])
    columns, rows = free.cells()
    assert {int(row) for row in rows} <= {0, points.free.shape[1] - 1}
    assert len(columns) > 2
    assert Growth(free, (2, FOOT, LINK)).first() is None


def test_points_are_taken_away_only_where_somebody_looks_yet_all_are_known_in_the_end() -> None:
    ground = Ground(40.0, 40.0)
    points = open_ground(Site(ground, whole_table(ground), (1, FOOT, ORDINARY), LINK))
    free = FreeGround(points, [(((10.0, 10.0),), 2 * FOOT - OVERLAP), (((30.0, 30.0),), 2 * FOOT - OVERLAP)])
    free.look((round((10.0 - points.west) / GRID), round((10.0 - points.south) / GRID)), 2)
    assert not free.free[round((10.0 - points.west) / GRID), round((10.0 - points.south) / GRID)]
    assert free.free[round((30.0 - points.west) / GRID), round((30.0 - points.south) / GRID)]
    free.cells()
    assert not free.free[round((30.0 - points.west) / GRID), round((30.0 - points.south) / GRID)]
    assert has_room(Site(ground, whole_table(ground), (1, FOOT, ORDINARY), LINK), 39 * 39)
    assert not has_room(Site(ground, whole_table(ground), (1, FOOT, ORDINARY), LINK), 39 * 39 + 1)


@settings(max_examples=40)
@given(
    st.sampled_from([0.0, 17.0, 30.0, 45.0, 60.0, 90.0, 120.0]),
    st.sampled_from([(0.5, 6.0), (4.0, 4.0), (6.0, 3.0)]),
    st.sampled_from([0.49, 0.74, 1.24]),
    st.integers(-8, 8),
)
def test_points_of_a_grid_are_barred_as_one_by_one(
    turn: float, size: tuple[float, float], reach: float, shift: int
) -> None:
    xs = numpy.arange(0.0, 12.25, 0.25, dtype=numpy.float64)
    for outline in (
        rectangle((6.0 + shift / 8, 6.0), *size, turn),
        circle((6.0, 6.0 + shift / 8), size[1] / 2),
    ):
        area = area_of(Piece("wood", "wood", tuple((round(x, 6), round(y, 6)) for x, y in outline)))
        columns, rows, within = grid_within(area, xs, xs, reach)
        found = numpy.zeros((len(xs), len(xs)), dtype=bool)
        found[columns, rows] = within
        assert found.tolist() == [[area.distance(x, y) < reach for y in xs.tolist()] for x in xs.tolist()]


@settings(max_examples=60)
@given(
    st.tuples(*[st.integers(0, 24)] * 4).map(lambda four: sorted(four[:2]) + sorted(four[2:])),
    st.sampled_from([0.5, 1.0]),
)
def test_a_zone_that_holds_a_whole_box_holds_every_base_in_it(four: list[int], radius: float) -> None:
    near, far = NearPoint((6.0, 6.0), 5.0), FarFromPoint((3.0, 3.0), 2.0)
    zones: list[Zone] = [Field(1.0, 2.0, 11.0, 9.0), near, far, Every((near, far)), Some((near, far))]
    west, east, south, north = (one / 2 for one in four)
    for zone in zones:
        if zone.holds_all((west, south, east, north), radius):
            for x in (west, (west + east) / 2, east):
                assert all(zone.holds(x, y, radius) for y in (south, (south + north) / 2, north))


@pytest.mark.parametrize("zone", [NearPoint((6.0, 6.0), 5.0), Field(1.0, 1.0, 11.0, 11.0)])
def test_a_box_in_the_middle_of_a_zone_is_held(zone: Zone) -> None:
    assert zone.holds_all((5.0, 5.0, 7.0, 7.0), FOOT)
    assert not zone.holds_all((0.5, 5.0, 7.0, 7.0), FOOT)


def test_a_group_too_large_for_its_pocket_fails_and_a_smaller_one_grows_in_it() -> None:
    # Walls leave a room of 3 by 3.5 inches, in which many points are free and few bases have room.
    walls = (
        Piece("south", "wall", box_outline(0.0, 3.5, 24.0, 4.0), traits=("impassable",)),
        Piece("north", "wall", box_outline(0.0, 8.0, 24.0, 8.5), traits=("impassable",)),
        Piece("west", "wall", box_outline(4.0, 4.0, 4.5, 8.0), traits=("impassable",)),
        Piece("east", "wall", box_outline(8.0, 4.0, 8.5, 8.0), traits=("impassable",)),
    )
    ground = Ground(24.0, 12.0, walls)
    zone = Field(4.0, 4.0, 8.5, 8.0)
    points = open_ground(Site(ground, zone, (1, FOOT, ORDINARY), LINK))
    assert Growth(FreeGround(points, []), (13, FOOT, LINK)).first() is None
    grown = Growth(FreeGround(points, []), (9, FOOT, LINK)).first()
    assert grown is not None
    assert grown == first_plainly(ground, points, (), 0.0, 9)
