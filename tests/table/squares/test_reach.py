"""Reach against scipy's graphs, whose edges are made one by one from the words of the rules."""

from __future__ import annotations

from collections.abc import Iterator

import numpy
import pytest
import scipy.sparse
import scipy.sparse.csgraph
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.table.squares.bases import Base
from sandtable.table.squares.board import Barrier, Board, Rise
from sandtable.table.squares.going import Mover, Prices
from sandtable.table.squares.reach import Hold, Leg, Others, Place, Reach, reach, reach_from
from sandtable.table.squares.scene import read_scene
from sandtable.table.squares.spaces import DIRECTIONS, FACINGS, Facing, Space, turned
from tests.table.squares.boards import FOOT, FOUR, HORSE, MOUNTED, NINE, ONE, board_of, boards, climb

# ---- a plain second opinion ------------------------------------------------------------------------------


def walls_of(board: Board) -> set[frozenset[Space]]:
    """The pairs of spaces between which a wall stands."""
    return {
        frozenset(
            (one.at, (one.at[0] + turned((0, 1), one.side)[0], one.at[1] + turned((0, 1), one.side)[1]))
        )
        for one in board.barriers
        if one.side is not None and not one.is_open
    }


class Plain:
    """Steps as one would check them on the table."""

    def __init__(self, board: Board, mover: Mover, others: Others) -> None:
        self.board, (self.base, self.prices), self.others = board, mover, others
        self.walls = walls_of(board)
        self.taken = {*others.standing}

    def is_open(self, at: Space) -> bool:
        return self.board.has(at) and self.board.kind(at).going in ("open", "climb")

    def is_corner(self, at: Space, ends: tuple[Space, Space]) -> bool:
        kind, floor = self.board.kind(at), self.board.floor(at)
        low = min(self.board.floor(one) for one in ends)
        sheer = any(
            floor > self.board.floor(one) and climb("", 1, floor - self.board.floor(one)) is None
            for one in ends
        )
        return kind.going == "barred" or (kind.going == "climb" and floor > low) or sheer

    def small_step(self, a: Space, b: Space) -> int | None:
        """What it costs to climb from one space to the next; none if the step cannot be made."""
        if not self.is_open(b) or not self.is_open(a):
            return None
        c, d = (b[0], a[1]), (a[0], b[1])
        if a[0] != b[0] and a[1] != b[1]:
            if any(self.is_corner(one, (a, b)) for one in (c, d)):
                return None
            if {frozenset(one) for one in ((a, c), (c, b), (a, d), (d, b))} & self.walls:
                return None
        elif frozenset((a, b)) in self.walls:
            return None
        levels = abs(self.board.floor(a) - self.board.floor(b))
        each = climb("", 1, levels) if levels else 0
        return None if each is None else each * levels

    def fits(self, spaces: tuple[Space, ...]) -> bool:
        inner = {frozenset((a, b)) for a in spaces for b in spaces}
        return all(self.is_open(one) and one not in self.taken for one in spaces) and not inner & self.walls

    def steps(self, at: Space, facing: Facing) -> Iterator[tuple[tuple[Space, Facing], int]]:
        base, before = self.base, self.base.spaces(at, facing)
        for dx, dy in DIRECTIONS:
            to = (at[0] + dx, at[1] + dy)
            after = base.spaces(to, facing)
            if not self.fits(after):
                continue
            found = [
                self.small_step(a, b)
                for a, b in zip(before, ((x + dx, y + dy) for x, y in before), strict=True)
            ]
            climbs = [one for one in found if one is not None]
            if len(climbs) < len(found):
                continue
            is_rough = any(self.board.kind(one).rough or one in self.others.lying for one in after)
            times = 2 if is_rough else 1
            if self.prices.aside > 1 and (dx, dy) != turned((0, 1), facing):
                times *= self.prices.aside
            price = (3 if dx and dy else 2) * times + max(climbs)
            beside = {(at[0] + dx, at[1]), (at[0], at[1] + dy)}
            if dx and dy and len(before) == 1 and beside <= self.taken:
                price += 2
            yield (to, facing), price
        if self.prices.turn:
            for way in (1, 3):
                new = FACINGS[(FACINGS.index(facing) + way) % 4]
                after, swept = base.spaces(base.turned(at, facing, new), new), base.swept(at, facing, new)
                room = tuple(sorted({*before, *after, *swept}))
                level = len({self.board.floor(one) for one in room if self.board.has(one)}) == 1
                if (
                    self.fits(tuple({*after, *swept}))
                    and self.fits_together(room)
                    and (level or base.is_square)
                ):
                    yield (base.turned(at, facing, new), new), self.prices.turn

    def fits_together(self, room: tuple[Space, ...]) -> bool:
        inner = {frozenset((a, b)) for a in room for b in room}
        return not inner & self.walls

    def reach(self, at: Space, facing: Facing, limit: int) -> dict[tuple[Space, Facing], int]:
        nodes: dict[tuple[Space, Facing], int] = {(at, facing): 0}
        waiting, edges = [(at, facing)], []
        while waiting:
            one = waiting.pop()
            for to, price in self.steps(*one):
                if to not in nodes:
                    nodes[to] = len(nodes)
                    waiting.append(to)
                edges.append((nodes[one], nodes[to], price))
        count = len(nodes)
        ends = numpy.array(edges).reshape(-1, 3)
        graph = scipy.sparse.csr_matrix((ends[:, 2].astype(float), (ends[:, 0], ends[:, 1])), (count, count))
        far = scipy.sparse.csgraph.dijkstra(graph, indices=0, limit=limit)
        return {
            node: int(far[number])
            for node, number in nodes.items()
            if far[number] <= limit
            and (node == (at, facing) or {*self.base.spaces(*node)}.isdisjoint(self.others.lying))
        }


def way(found: Reach, place: Place) -> tuple[Leg, ...]:
    legs = found.way(place)
    assert legs is not None
    return legs


def told(found: Reach) -> dict[tuple[Space, Facing], int]:
    return {(place.at, place.facing): price for place, price in found.prices.items() if not place.squeezed}


@st.composite
def situations(draw, base: Base, levels: int = 0):
    board = draw(boards(wide=8, levels=levels))
    facing = draw(st.sampled_from(FACINGS))
    spaces = [(x, y) for x in range(board.width) for y in range(board.depth)]
    plain = Plain(board, Mover(base, FOOT), Others())
    fitting = [one for one in spaces if plain.fits(base.spaces(one, facing))]
    if not fitting:
        return None
    at = draw(st.sampled_from(fitting))
    own = base.spaces(at, facing)
    standing, lying = (
        tuple(sorted(draw(st.sets(st.sampled_from(spaces), max_size=4)) - {*own})) for _ in range(2)
    )
    return board, Place(at, facing), Others(standing, tuple(one for one in lying if one not in standing))


@pytest.mark.parametrize(
    ("base", "prices", "levels"),
    [
        (ONE, FOOT, 0),
        (ONE, FOOT, 6),
        (Base(2, 2), FOOT, 2),
        (Base(3, 3, (1, 1)), FOOT, 0),
        (HORSE, MOUNTED, 0),
        (HORSE, MOUNTED, 2),
        (Base(2, 2), MOUNTED, 0),
        (ONE, MOUNTED, 1),
    ],
)
def test_reach_is_that_of_the_shortest_ways_of_a_graph(base, prices, levels):
    @settings(max_examples=60, deadline=None)
    @given(situations(base, levels), st.integers(0, 30))
    def check(situation, limit):
        if situation is None:
            return
        board, start, others = situation
        mover = Mover(base, prices)
        found = reach(board, mover, start, limit, others)
        assert told(found) == Plain(board, mover, others).reach(start.at, start.facing, limit)
        for place, price in found.prices.items():
            legs = way(found, place)
            assert price == sum(one.price for one in legs)
            assert min([0, *(one.price for one in legs)]) == 0
            assert (legs[-1].place if legs else start) == place
            # Nobody goes through others or through walls.
            for leg in legs:
                assert {*others.standing}.isdisjoint(base.spaces(leg.place.at, leg.place.facing))

    check()


@settings(max_examples=60, deadline=None)
@given(st.sampled_from([FOUR, NINE]).flatmap(lambda base: st.tuples(st.just(base), situations(base))))
def test_who_squeezes_gets_no_less_far_and_never_overlaps_a_wall(drawn):
    base, situation = drawn
    if situation is None:
        return
    board, start, others = situation
    plain = Plain(board, Mover(base, FOOT), others)
    wide = reach(board, Mover(Base(base.wide, base.long, base.anchor), FOOT), start, 16, others)
    found = reach(board, Mover(base, FOOT), start, 16, others)
    assert all(found.prices[place] <= price for place, price in wide.prices.items())
    for place in found.prices:
        spaces = base.spaces(place.at, place.facing)
        if place.squeezed:
            (x, y), (across, along) = place.at, place.squeezed
            spaces = tuple((x + dx, y + dy) for dx in range(across) for dy in range(along))
        assert place == start or plain.fits(spaces)


# ---- examples --------------------------------------------------------------------------------------------

FLOOR = board_of(*["." * 9] * 9)


@pytest.mark.parametrize(
    ("north_west", "south_east", "price"),
    [
        (".", ".", 3),
        ("A", ".", 3),
        (".", "A", 3),
        ("A", "B", 5),
        ("#", ".", None),
        ("#", "A", None),
        ("#", "#", None),
    ],
)
def test_a_diagonal_step_by_what_is_beside_it(north_west, south_east, price):
    scene = read_scene(f"{north_west} .\nM {south_east}")
    others = Others(tuple(one.at for name, one in scene.figures.items() if name != "M"))
    found = reach(scene.board, Mover(ONE, FOOT), Place((0, 0), "N"), 3 if price == 3 else 5, others)
    direct = found.price(Place((1, 1), "N"))
    if price is None and "." in (north_west, south_east):
        assert direct == 4
    else:
        assert direct == price


def test_rough_ground_costs_double_and_between_two_others_more_is_added():
    scene = read_scene("A ,\nM B")
    others = Others(((0, 1), (1, 0)))
    assert reach(scene.board, Mover(ONE, FOOT), Place((0, 0), "N"), 9, others).spaces[1, 1] == 8
    bars = FOOT._replace(between=None)
    assert (1, 1) not in reach(scene.board, Mover(ONE, bars), Place((0, 0), "N"), 9, others).spaces


@pytest.mark.parametrize(
    ("surface", "heights", "price"),
    [
        ("", (0, 1, 1, 2), 6), ("", (0, 0, 1), 4), ("", (0, 1), 6), ("", (0, 1, 2), 12), ("", (0, 4), 18),
        ("", (0, 5), None), ("stairs", (0, 1, 2), 4), ("stairs", (0, 2), 10), ("ladder", (0, 6), 26),
    ],
)  # fmt: skip
def test_slopes_are_free_what_is_steeper_is_climbed_and_sheer_faces_are_not(surface, heights, price):
    spaces = tuple((x, 0) for x in range(len(heights)))
    board = board_of("." * len(heights), heights=(heights,), rises=(Rise(spaces, surface),))
    up = reach(board, Mover(ONE, FOOT), Place((0, 0), "E"), 40)
    down = reach(board, Mover(ONE, FOOT), Place(spaces[-1], "E"), 40)
    assert up.spaces.get(spaces[-1]) == down.spaces.get((0, 0)) == price


def test_who_runs_out_on_a_climb_hangs_and_goes_on_from_there():
    board = board_of("..", heights=((0, 3),))
    found = reach(board, Mover(ONE, FOOT), Place((0, 0), "E"), 9)
    assert (1, 0) not in found.spaces
    hold = Hold(Place((0, 0), "E"), (1, 0), 2, 3)
    assert found.holds() == {hold._replace(levels=1): 4, hold: 8}
    later = reach_from(board, Mover(ONE, FOOT), hold, 9)
    assert later.spaces == {(1, 0): 6, (0, 0): 8}


def test_a_crate_is_climbed_onto_and_a_drop_of_one_is_free():
    board = board_of(".n.")
    assert reach(board, Mover(ONE, FOOT), Place((0, 0), "E"), 20).spaces == {(0, 0): 0, (1, 0): 6, (2, 0): 12}
    assert reach(board, Mover(ONE, FOOT._replace(drops=1)), Place((0, 0), "E"), 20).spaces[2, 0] == 8


def test_a_pit_is_leapt_over_and_a_run_makes_the_leap_wider():
    leaping = Mover(ONE, FOOT._replace(leap=(4, 6), widest=2))
    narrow = reach(board_of("..~."), leaping, Place((1, 0), "E"), 20)
    assert narrow.spaces == {(1, 0): 0, (0, 0): 2, (3, 0): 4}
    wide = reach(board_of("...~~."), leaping, Place((0, 0), "E"), 20)
    assert wide.spaces[5, 0] == 8
    assert [leg.how for leg in way(wide, Place((5, 0), "E"))] == ["step", "step", "leap"]
    # Without two spaces of run it is too wide, and nobody leaps over who stands there.
    assert (4, 0) not in reach(board_of("..~~."), leaping, Place((0, 0), "E"), 20).spaces
    over = reach(board_of("....."), leaping, Place((0, 0), "E"), 40, Others(((1, 0),)))
    assert over.spaces == {(0, 0): 0}
    assert reach(board_of("....."), leaping, Place((0, 0), "E"), 40, Others((), ((1, 0),))).spaces[2, 0] == 4


def test_a_diagonal_leap_costs_more_and_cuts_no_corner():
    leaping = Mover(ONE, FOOT._replace(leap=(4, 6)))
    assert reach(board_of("##.", "#~#", ".##"), leaping, Place((0, 0), "N"), 20).spaces == {(0, 0): 0}
    pits = board_of("~~.", "~~~", ".~~")
    assert reach(pits, leaping, Place((0, 0), "N"), 20).spaces == {(0, 0): 0, (2, 2): 6}


def test_a_horse_goes_straight_ahead_cheaply_and_pays_for_turns():
    found = reach(FLOOR, Mover(HORSE, MOUNTED), Place((4, 3), "N"), 6)
    prices = {
        (place.at[0] - 4, place.at[1] - 3, place.facing): price for place, price in found.prices.items()
    }
    assert prices[0, 1, "N"] == 2
    assert prices[1, 0, "N"] == prices[-1, 0, "N"] == prices[0, -1, "N"] == 4
    assert prices[1, 1, "N"] == 6
    assert prices[0, 0, "E"] == prices[0, 0, "W"] == 2
    assert prices[0, 0, "S"] == 4


@pytest.mark.parametrize("facing", FACINGS)
def test_a_pivot_wants_the_corner_free_that_it_sweeps_through(facing):
    start = Place((4, 4), facing)
    right = FACINGS[(FACINGS.index(facing) + 1) % 4]
    dx, dy = turned((1, 1), facing)
    free = reach(FLOOR, Mover(HORSE, MOUNTED), start, 2)
    barred = reach(FLOOR, Mover(HORSE, MOUNTED), start, 2, Others(((4 + dx, 4 + dy),)))
    assert free.price(Place((4, 4), right)) == 2
    assert barred.price(Place((4, 4), right)) is None


def test_a_large_base_squeezes_through_a_gap_at_double_cost():
    board = board_of("..#...", "......", "..#...", "######")
    four = Mover(FOUR, FOOT)
    found = reach(board, four, Place((0, 2), "N"), 20)
    assert found.price(Place((3, 2), "N")) == 4 + 4 + 2
    squeezed = [leg.place.squeezed for leg in way(found, Place((3, 2), "N"))]
    assert squeezed == [(2, 1), (2, 1), None]
    assert reach(board, Mover(Base(2, 2), FOOT), Place((0, 2), "N"), 20).price(Place((3, 2), "N")) is None


def test_free_turns_of_a_long_base_lead_back_by_a_way_that_ends():
    turning = Mover(HORSE, Prices())
    found = reach(FLOOR, turning, Place((4, 4), "N"), 4)
    for place, price in found.prices.items():
        assert sum(leg.price for leg in way(found, place)) == price
    assert found.price(Place((4, 4), "S")) == 0


def test_who_flies_passes_what_does_not_seal_but_stays_on_no_pillar():
    board = board_of(".o#", ".~.", "...")
    flying = Mover(ONE, Prices(over=99))
    found = reach(board, flying, Place((0, 2), "N"), 40).spaces
    assert (1, 2) not in found
    assert (2, 2) not in found
    assert (1, 1) not in found
    assert found[2, 1] == 5


def test_a_door_that_is_opened_lets_through_and_the_board_before_is_as_it_was():
    door = Barrier("d", (1, 0), kind="door")
    board = board_of("...", barriers=(door,))
    opened = board.with_barrier("d", is_open=True)
    start = Place((0, 0), "E")
    assert reach(board, Mover(ONE, FOOT), start, 9).spaces == {(0, 0): 0}
    assert reach(opened, Mover(ONE, FOOT), start, 9).spaces[2, 0] == 4
    assert board.with_barrier("d", is_open=True) is opened
    assert opened.with_barrier("d", is_open=True) is opened


@pytest.mark.parametrize("facing", FACINGS)
@pytest.mark.parametrize("base", [FOUR, NINE, HORSE])
def test_a_place_off_the_board_is_too_far(base, facing):
    found = reach(FLOOR, Mover(base, MOUNTED), Place((4, 4), facing), 60)
    off = [one for one in FACINGS for x in range(-1, 10) for at in ((x, -1), (x, 9), (-1, x), (9, x))
           if found.price(Place(at, one)) is not None]  # fmt: skip
    assert off == []
    for place in (Place((x, y), one) for x in range(9) for y in range(9) for one in FACINGS):
        inside = all(0 <= x < 9 and 0 <= y < 9 for x, y in base.spaces(place.at, place.facing))
        assert (found.price(place) is not None) is inside
    assert found.price(Place((4, 4), facing, (7, 7))) is None


def test_nobody_hangs_on_the_way_to_a_ledge_that_is_taken():
    board = board_of("..", heights=((0, 3),))
    assert reach(board, Mover(ONE, FOOT), Place((0, 0), "E"), 9, Others(((1, 0),))).holds() == {}
