"""Who sees whom: some line between a point of one base and a point of the other is stopped by nothing.

Where both stand on one level and all between lies on it, terrain stops a line or not, however high it is.
Elsewhere heights decide: what is as high as the line from head to head stops it, so do ground above it and
what seals.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from sandtable.table.squares.board import Barrier, Board, Kind
from sandtable.table.squares.lines import (
    WHOLE,
    Crossing,
    Dot,
    Net,
    crossed,
    dot,
    least_of,
    origin,
    pencil,
    touched_bits,
)
from sandtable.table.squares.spaces import Space
from sandtable.table.squares.templates import Spot


class Stander(NamedTuple):
    """Somebody on the board: the spaces of a base, how high it stands and how tall it is."""

    spaces: tuple[Space, ...]
    floor: int = 0
    tall: int = 0

    @property
    def head(self) -> int:
        """How high its head is."""
        return self.floor + self.tall


class Parts(NamedTuple):
    """What is seen from one point: how many of nine others terrain leaves free, how many all leave free."""

    seen: int
    free: int


class Stops:
    """What stops lines on a board, as bits of spaces and of their sides."""

    def __init__(self, board: Board) -> None:
        self.board, self.net = board, Net(board.width, board.size)
        self.hiding = self._bits(lambda one: one.hides, lambda one: one.hides)
        self.sealing = self._bits(lambda one: one.hides and one.seals, lambda one: one.hides and one.seals)
        self.levels: dict[int, int] = {}
        for number, level in enumerate(board.levels):
            self.levels[level] = self.levels.get(level, 0) | 1 << number
        self.tops = {one: _tops(board, one) for one in range(3)}

    def _bits(self, kinds: Callable[[Kind], bool], barriers: Callable[[Barrier], bool]) -> int:
        filling, north, east = self.board.on_sides(barriers)
        size = self.board.size
        return self.board.where(kinds) | filling | north << size | east << 2 * size

    def is_level(self, bits: int, level: int) -> bool:
        """Whether all spaces that a line touches lie at one height."""
        return not bits & self.board.all & ~self.levels.get(level, 0)


def _tops(board: Board, plane: int) -> dict[int, int]:
    """How high the barriers reach that fill spaces, stand north of them or east of them, by their numbers."""
    found: dict[int, int] = {}
    for one in board.barriers:
        where = board.on_sides(lambda other: other is one and one.hides)[plane]  # noqa: B023
        if where:
            number = where.bit_length() - 1
            found[number] = max(found.get(number, 0), board.levels[number] + one.height)
    return found


def stops_on(board: Board) -> Stops:
    """What stops lines on a board, worked out once."""
    return board.remembered("stops", "", lambda: Stops(board))


def sees(board: Board, viewer: Stander, target: Stander, others: Sequence[Stander] = ()) -> bool:
    """Some line between the two is free of terrain and of all others."""
    stops = stops_on(board)
    own = board.bits((*viewer.spaces, *target.spaces))
    if _is_flat(board, stops, viewer, target, others):
        taken = board.bits(at for one in others for at in one.spaces)
        stopped = (stops.hiding | taken) & ~own
        return any(
            not stopped & one << origin(a, b, stops.net)
            for a in viewer.spaces
            for b in target.spaces
            for one in least_of((b[0] - a[0], b[1] - a[1]), stops.net)
        )
    return any(
        not _in_the_way(board, line, viewer, target, others, own)
        for a in viewer.spaces
        for b in target.spaces
        for line in _open_lines(board, (viewer, a), (target, b), own)
    )


def _is_flat(board: Board, stops: Stops, viewer: Stander, target: Stander, others: Sequence[Stander]) -> bool:
    """Whether both, and all that any line between them can touch, are of one height."""
    level = stops.levels.get(viewer.floor)
    if level is None or target.floor != viewer.floor:
        return False
    xs, ys = zip(*viewer.spaces, *target.spaces, strict=True)
    west, south = max(0, min(xs)), max(0, min(ys))
    east, north = min(board.width - 1, max(xs)), min(board.depth - 1, max(ys))
    row = ((1 << (east - west + 1)) - 1) << west
    if any(row << y * board.width & ~level for y in range(south, north + 1)):
        return False
    return all(
        one.floor == viewer.floor
        for one in others
        if any(west <= x <= east and south <= y <= north for x, y in one.spaces)
    )


def ways_past(
    board: Board, viewer: Stander, target: Stander, others: Sequence[Stander] = ()
) -> tuple[tuple[int, ...], ...]:
    """Whom the lines pass that terrain leaves free, by their places among the others, the fewest first.

    A way that passes more than another is left out; one that passes nobody is empty. No way: terrain hides.
    """
    own = board.bits((*viewer.spaces, *target.spaces))
    found = {
        tuple(_in_the_way(board, line, viewer, target, others, own))
        for a in viewer.spaces
        for b in target.spaces
        for line in _open_lines(board, (viewer, a), (target, b), own)
    }
    kept: list[tuple[int, ...]] = []
    for one in sorted(found, key=lambda way: (len(way), way)):
        if not any(set(other) <= set(one) for other in kept):
            kept.append(one)
    return tuple(kept)


def parts_seen(
    board: Board,
    viewer: tuple[Stander, Space],
    target: tuple[Stander, Space],
    others: Sequence[Stander] = (),
) -> tuple[Parts, ...]:
    """What is seen of one space of the target from each of the nine points of one space of the viewer."""
    own = board.bits((*viewer[0].spaces, *target[0].spaces))
    seen, free = [0] * 9, [0] * 9
    for line in _open_lines(board, viewer, target, own):
        seen[line.number // 9] += 1
        free[line.number // 9] += not _in_the_way(board, line, viewer[0], target[0], others, own)
    return tuple(Parts(*one) for one in zip(seen, free, strict=True))


def touched(a: Space, b: Space) -> tuple[Crossing, ...]:
    """The spaces that the line from middle to middle touches, in order, without the first."""
    return tuple(one for one in crossed(dot(a, 4), dot(b, 4)) if one.space != a)


class _Line(NamedTuple):
    """A line that terrain leaves free: its number among the 81, its ends and what it touches."""

    number: int
    start: Dot
    end: Dot
    bits: int


def _open_lines(
    board: Board, viewer: tuple[Stander, Space], target: tuple[Stander, Space], own: int
) -> Iterator[_Line]:
    stops = stops_on(board)
    (one, a), (other, b) = viewer, target
    at, hiding = origin(a, b, stops.net), stops.hiding & ~own
    for number, template in enumerate(pencil((b[0] - a[0], b[1] - a[1]), stops.net)):
        line = _Line(number, dot(a, number // 9), dot(b, number % 9), template << at)
        same = one.floor == other.floor and stops.is_level(line.bits | board.bits((a, b)), one.floor)
        if same:
            if not line.bits & hiding:
                yield line
        elif not line.bits & stops.sealing & ~own and not _is_stopped(board, line, one.head, other.head, own):
            yield line


def _is_stopped(board: Board, line: _Line, near: int, far: int, own: int) -> bool:
    """Whether ground or anything that stands on it reaches up to the line."""
    stops, crossings = stops_on(board), crossed(line.start, line.end)
    by_space = {one.space: one for one in crossings}
    for space, one in by_space.items():
        number = board.number(space)
        if not own >> number & 1:
            level, kind = board.levels[number], board.kinds[number]
            if one.is_over(level, near, far):
                return True
            if kind.hides and not one.is_under(level + kind.height, near, far):
                return True
            if number in stops.tops[0] and not one.is_under(stops.tops[0][number], near, far):
                return True
        for plane in (1, 2):
            bit = 1 << (number + plane * board.size)
            if line.bits & stops.hiding & bit and not one.is_under(stops.tops[plane][number], near, far):
                return True
    return False


def _in_the_way(
    board: Board, line: _Line, viewer: Stander, target: Stander, others: Sequence[Stander], own: int
) -> list[int]:
    """Which of the others stand in a line: on other levels only those who are as high as the line."""
    found: list[int] = []
    crossings: dict[Space, Crossing] | None = None
    is_level = viewer.floor == target.floor
    for number, one in enumerate(others):
        bits = board.bits(one.spaces) & ~own & line.bits
        if not bits:
            continue
        if not (is_level and one.floor == viewer.floor):
            if crossings is None:
                crossings = {each.space: each for each in crossed(line.start, line.end)}
            near, far = viewer.head, target.head
            over = (crossings[at] for at in one.spaces if at in crossings)
            if all(each.is_under(one.head, near, far) for each in over):
                continue
        found.append(number)
    return found


# ---- points between spaces -----------------------------------------------------------------------------


def dot_of(spot: Spot) -> Dot:
    """A spot, in tenths of a space."""
    return (spot[0] * WHOLE // 2, spot[1] * WHOLE // 2)


def sees_spot(board: Board, spaces: Sequence[Space], spot: Spot) -> bool:
    """Some line from a base to a spot is free of what hides; what touches only the spot does not count."""
    end, stops = dot_of(spot), stops_on(board)
    own = board.bits(spaces)
    for space in spaces:
        for number in range(9):
            line = crossed(dot(space, number), end)
            last = line[-1].whole
            passed = tuple(one for one in line if one.start < last)
            if not touched_bits(passed, stops.net) & stops.hiding & ~own:
                return True
    return False


def open_parts(board: Board, spot: Spot, space: Space) -> int:
    """How many of the nine points of a space nothing that seals, and lies off the spot, keeps from it."""
    start, stops = dot_of(spot), stops_on(board)
    count = 0
    for number in range(9):
        line = crossed(start, dot(space, number))
        passed = tuple(one for one in line if one.start > 0 and one.space != space)
        sides = touched_bits(line, stops.net) & ~board.all
        count += not (touched_bits(passed, stops.net) & board.all | sides) & stops.sealing
    return count


def kinds_between(board: Board, a: Space, b: Space) -> tuple[tuple[Crossing, Kind], ...]:
    """What the spaces hold that a line from middle to middle touches, in order, without the first space."""
    return tuple((one, board.kind(one.space)) for one in touched(a, b))
