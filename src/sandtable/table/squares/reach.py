"""Where somebody can get to and for how much: all spaces at one price are found at once, as bits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

from sandtable.table.squares.bits import numbers_in, shifted
from sandtable.table.squares.board import Board
from sandtable.table.squares.going import LEVEL, Mover
from sandtable.table.squares.links import Links, Move, links_on
from sandtable.table.squares.spaces import DIRECTIONS, Facing, Space


class Others(NamedTuple):
    """The spaces in which others are: those who stand are not passed, those who lie are stepped over."""

    standing: tuple[Space, ...] = ()
    lying: tuple[Space, ...] = ()
    dear: tuple[Space, ...] = ()
    """Spaces into which a step costs more, whoever stands there or not."""
    more: int = 0
    """By so much."""


NOBODY = Others()


class Place(NamedTuple):
    """Where a base rests: its anchor and its facing; squeezed, its south-western space and its size."""

    at: Space
    facing: Facing
    squeezed: tuple[int, int] | None = None


class Leg(NamedTuple):
    """A part of a way: a step, a turn or a leap, where it ends and what it costs."""

    how: str
    place: Place
    price: int
    levels: int = 0
    """So many levels are climbed or come down."""
    gap: int = 0
    """So many spaces are leapt over."""


class Hold(NamedTuple):
    """Somebody hangs between two spaces: where the climb began, where it leads, how far it has come."""

    place: Place
    towards: Space
    levels: int
    """So many levels are behind them."""
    of: int
    """So many there are."""


class Reach:
    """All places that somebody can get to within a limit, with the least price of each."""

    def __init__(
        self,
        links: Links,
        start: Place,
        limit: int,
        others: Others,
        begun: dict[int, int],
        hangs: tuple[Hold, int] | None = None,
    ) -> None:
        self.links, self.start, self.limit, self.others = links, start, limit, others
        self.hangs = hangs
        """The climb on which it begins, and what each of its levels costs."""
        board = links.board
        self._places: dict[int, Place] = board.remembered("places", (links.mover, start.facing), dict)
        self._taken, self._lying = board.bits(others.standing), board.bits(others.lying)
        self._free = links.passes & ~links.covering(self._taken) if self._taken else links.passes
        self.moves = self._moves_among()
        self.found, self.rings = _spread(self.moves, self._free, begun, limit)

    def _moves_among(self) -> tuple[Move, ...]:
        """The moves that are left with others on the board."""
        links = self.links
        if not self._taken and not self._lying and not self.others.dear:
            return links.moves
        everywhere = sum(1 << (number * links.board.size) for number in range(len(links.poses)))
        moves: Iterable[Move] = links.moves
        if self._taken:
            taken = self._taken * everywhere
            moves = [_if_clear(one, taken) if one.clear else one for one in moves]
            if links.base.wide == links.base.long == 1:
                moves = list(self._between(moves, taken))
        if self._lying:
            lying, down = links.covering(self._lying), self._lying * everywhere
            moves = [part for one in moves for part in _over_the_fallen(one, lying, down)]
        if self.others.dear:
            dear = links.covering(links.board.bits(self.others.dear))
            moves = [part for one in moves for part in _dearer(one, dear, self.others.more)]
        return tuple(sorted(moves))

    def _between(self, moves: Iterable[Move], taken: int) -> Iterator[Move]:
        """Diagonal steps of a base of one space, dearer or barred between two others."""
        width, more = self.links.board.width, self.links.prices.between
        for one in moves:
            dx, dy = DIRECTIONS[one.direction] if one.direction >= 0 else (0, 0)
            both = (
                shifted(taken, -dx) & shifted(taken, -dy * width) & one.mask
                if dx and dy and not one.gap
                else 0
            )
            if not both:
                yield one
                continue
            yield one._replace(mask=one.mask & ~both)
            if more is not None:
                yield one._replace(mask=both, price=one.price + more, lying=one.lying + more)

    def _place(self, node: int) -> Place:
        known = self._places.get(node)
        if known is None:
            known = self._places[node] = _place_of(self.links, node, self.start.facing)
        return known

    @cached_property
    def _resting(self) -> int:
        """The nodes at which one can stay."""
        rest = self.links.stands
        return rest & ~self.links.covering(self._lying) if self._lying else rest

    def price(self, place: Place) -> int | None:
        """What it costs to get to a place, or none if it is too far or no place to stay."""
        if not self.links.is_on_board(place.at, place.facing, place.squeezed):
            return None
        bit = 1 << node_of(self.links, place)
        if not bit & (self._resting | (1 << node_of(self.links, self.start))):
            return None
        return self._price_of(bit)

    def _price_of(self, bit: int) -> int | None:
        for price, nodes in self.found.items():
            if nodes & bit:
                return price
        return None

    @cached_property
    def prices(self) -> dict[Place, int]:
        """Every place where one can stay, by price, then by facing, then from the south-west."""
        rest = self._resting | (1 << node_of(self.links, self.start))
        known, found = self._places, dict[Place, int]()
        for price, nodes in self.found.items():
            for node in numbers_in(nodes & rest):
                found[known.get(node) or self._place(node)] = price
        return found

    @cached_property
    def spaces(self) -> dict[Space, int]:
        """The least price of every space in which an anchor can rest, whatever the facing."""
        found: dict[Space, int] = {}
        for place, price in self.prices.items():
            if place.squeezed is None:
                found.setdefault(place.at, price)
        return found

    def way(self, place: Place) -> tuple[Leg, ...] | None:
        """The cheapest way to a place; of equals always the same."""
        price = self.price(place)
        if price is None:
            return None
        node, legs = node_of(self.links, place), list[Leg]()
        while True:
            came = self._before(node, price)
            if came is None:
                if self.hangs is not None:
                    legs.append(Leg("climb", self._place(node), price, self._levels_to(node)))
                return tuple(reversed(legs))
            move, source = came
            legs += self._legs(move, source, node)
            node, price = source, price - move.price

    def _levels_to(self, node: int) -> int:
        """How many levels of the climb on which it hangs are left to one of its ends."""
        assert self.hangs is not None
        hold = self.hangs[0]
        return hold.levels if node == node_of(self.links, hold.place) else hold.of - hold.levels

    def _before(self, node: int, price: int) -> tuple[Move, int] | None:
        """The move that ends a cheapest way to a node, and where it begins."""
        for move in self.moves:
            source = node - move.shift
            if (
                source >= 0
                and (move.mask >> source) & 1
                and self.found.get(price - move.price, 0) >> source & 1
            ):
                if move.price or self._is_earlier(source, node, price):
                    return move, source
        return None

    def _is_earlier(self, source: int, node: int, price: int) -> bool:
        """Turns that cost nothing lead round in circles; one goes back by those that were found earlier."""
        for ring in self.rings[price]:
            if ring >> node & 1:
                return False
            if ring >> source & 1:
                return True
        return False

    def _legs(self, move: Move, source: int, node: int) -> list[Leg]:
        """The parts of a move, the last first; a run before a leap is steps of its own."""
        if move.direction < 0:
            return [Leg("turn", self._place(node), move.price)]
        if not move.gap:
            return [Leg("step", self._place(node), move.price, move.rise.levels)]
        each = self.links.prices.diagonal if all(DIRECTIONS[move.direction]) else self.links.prices.straight
        dear = (self.links.prices.leap or (0, 0))[all(DIRECTIONS[move.direction])]
        times = move.price // (move.run * each + dear) if move.run else 1
        stride = move.shift // (move.run + move.gap + 1)
        run = [Leg("step", self._place(source + (one + 1) * stride), each * times) for one in range(move.run)]
        return [
            Leg("leap", self._place(node), move.price - move.run * each * times, gap=move.gap),
            *reversed(run),
        ]

    def holds(self) -> dict[Hold, int]:
        """Where somebody can hang who runs out on a climb, at whole levels, with the price of each."""
        found: dict[Hold, int] = {}
        if self.hangs is not None:
            hold, each = self.hangs
            for level in range(1, hold.of + 1):
                if (cost := abs(level - hold.levels) * each) <= self.limit:
                    found[hold._replace(levels=level)] = cost
        for move in self.moves:
            each, levels = move.rise
            if not each:
                continue
            for price, nodes in self.found.items():
                for node in numbers_in(nodes & move.mask & shifted(self._free, -move.shift)):
                    place, end = self._place(node), self._place(node + move.shift)
                    for level in range(1, levels + 1):
                        cost = price + level * each
                        hold = Hold(place, end.at, level, levels)
                        if cost <= self.limit and cost < found.get(hold, self.limit + 1):
                            found[hold] = cost
        return found


def node_of(links: Links, place: Place) -> int:
    """The number of the node that a place is."""
    corner = place.at if place.squeezed else links.base.corner(place.at, place.facing)
    return links.node(corner, place.facing, place.squeezed or links.base.size(place.facing))


def _place_of(links: Links, node: int, usual: Facing) -> Place:
    """The place that a node is; a base that faces any way keeps to its usual facing."""
    number, space = divmod(node, links.board.size)
    pose, corner = links.poses[number], links.board.space(space)
    facing = pose.facing or usual
    if (pose.wide, pose.deep) != links.base.size(facing):
        return Place(corner, facing, (pose.wide, pose.deep))
    return Place(links.base.at(corner, facing), facing)


Found = dict[int, int]
"""Nodes by their price, by rising price."""


def _spread(
    moves: tuple[Move, ...], free: int, begun: dict[int, int], limit: int
) -> tuple[Found, dict[int, list[int]]]:
    """The nodes at each price: what a move reaches waits until its price comes up.

    Turns that cost nothing are made at once; the second answer keeps for each price what each of them added.
    """
    waiting = [0] * (limit + 1)
    for price, nodes in begun.items():
        if 0 <= price <= limit:
            waiting[price] |= nodes
    paid = [(one.price, one.shift, one.mask) for one in moves if one.price]
    for_nothing = [(one.shift, one.mask) for one in moves if not one.price]
    found, rings = Found(), dict[int, list[int]]()
    left = free | waiting[0]
    for price in range(limit + 1):
        new = waiting[price] & left
        if not new:
            continue
        if for_nothing:
            rings[price] = _turned(new, for_nothing, left)
            for ring in rings[price]:
                new |= ring
        left &= ~new
        found[price] = new
        room = limit - price
        for more, shift, mask in paid:
            if more > room:
                break
            going = new & mask
            if going:
                waiting[price + more] |= going << shift if shift > 0 else going >> -shift
    return found, rings


def _turned(start: int, turns: list[tuple[int, int]], left: int) -> list[int]:
    """What turns lead to that cost nothing: the start, what one of them adds, what a second adds ..."""
    rings, known = [start], start
    while True:
        fresh = 0
        for shift, mask in turns:
            fresh |= shifted(rings[-1] & mask, shift)
        fresh &= left & ~known
        if not fresh:
            return rings
        rings.append(fresh)
        known |= fresh


def _if_clear(move: Move, taken: int) -> Move:
    mask = move.mask
    for offset in move.clear:
        mask &= ~shifted(taken, -offset)
    return move._replace(mask=mask)


def _dearer(move: Move, dear: int, more: int) -> Iterator[Move]:
    """A move, apart for where it leads into spaces that cost more."""
    into = shifted(dear, -move.shift) & move.mask if move.direction >= 0 else 0
    if into:
        yield move._replace(mask=into, price=move.price + more, lying=move.lying + more)
    if move.mask & ~into:
        yield move._replace(mask=move.mask & ~into)


def _over_the_fallen(move: Move, lying: int, down: int) -> Iterator[Move]:
    """A move onto somebody who lies costs as onto rough ground; nobody runs up over them."""
    if move.run:
        for offset in move.clear[: len(move.clear) * move.run // (move.run + move.gap)]:
            move = move._replace(mask=move.mask & ~shifted(down, -offset))
    over = shifted(lying, -move.shift) & move.mask if move.price < move.lying else 0
    if over:
        yield move._replace(mask=over, price=move.lying)
    if move.mask & ~over:
        yield move._replace(mask=move.mask & ~over)


def reach(board: Board, mover: Mover, start: Place, limit: int, others: Others = NOBODY) -> Reach:
    """Where somebody can get to from a place; their own spaces are no others'."""
    links = links_on(board, mover)
    return Reach(links, start, limit, others, {0: 1 << node_of(links, start)})


def reach_from(board: Board, mover: Mover, hold: Hold, limit: int, others: Others = NOBODY) -> Reach:
    """Where somebody can get to who hangs on a climb: on to its end, or back to its beginning."""
    links = links_on(board, mover)
    start, end = node_of(links, hold.place), node_of(links, hold.place._replace(at=hold.towards))
    for move in links.moves:
        if (
            move.rise != LEVEL
            and move.rise.levels == hold.of
            and move.shift == end - start
            and move.mask >> start & 1
        ):
            behind = move.rise.each * hold.levels
            begun = {behind: 1 << start, move.price - behind: 1 << end}
            return Reach(links, hold.place, limit, others, begun, (hold, move.rise.each))
    return Reach(links, hold.place, limit, others, {0: 1 << start})
