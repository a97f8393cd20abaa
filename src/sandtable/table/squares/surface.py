"""Squares as screens draw them and as people speak of them: letters for columns, figures for rows."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.table.measure import Models, Point
from sandtable.table.scene import Drawing, Figure
from sandtable.table.squares.board import Board, Kind
from sandtable.table.squares.spaces import Space
from sandtable.table.surface import Tick
from sandtable.table.terrain import (
    DIFFICULT,
    IMPASSABLE,
    OBSCURING,
    OBSTACLE,
    Ground,
    Piece,
    box_outline,
    wall,
)

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
THIN = 0.1
"""How thick a wall on the side of a space is drawn, in spaces."""


def column(number: int) -> str:
    """What a column is called: A to Z, then AA, AB and so on."""
    more, letter = divmod(number, len(LETTERS))
    return (column(more - 1) if more else "") + LETTERS[letter]


def name(space: Space) -> str:
    """What a space is called: its column, then its row, the southernmost being 1."""
    return f"{column(space[0])}{space[1] + 1}"


def space_named(word: str) -> Space | None:
    """The space that is called so, or none."""
    letters = word.strip().upper().rstrip("0123456789")
    row = word.strip()[len(letters) :]
    if not letters or not row or any(one not in LETTERS for one in letters):
        return None
    number = 0
    for one in letters:
        number = number * len(LETTERS) + LETTERS.index(one) + 1
    return (number - 1, int(row) - 1)


def middle(space: Space) -> Point:
    """Where the middle of a space lies."""
    return (space[0] + 0.5, space[1] + 0.5)


class Squares:
    """A board as a surface: places are points on it, and every point means the middle of its space."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.wide, self.deep = float(board.width), float(board.depth)

    def space(self, at: Point) -> Space:
        """The space in which a point lies; beyond an edge, the one at it."""
        x, y = int(max(at[0], 0.0)), int(max(at[1], 0.0))
        return (min(x, self.board.width - 1), min(y, self.board.depth - 1))

    def on_sheet(self, at: Point) -> Point:
        """North is on top."""
        return (at[0], self.deep - at[1])

    def drawing(self, figures: Sequence[Figure], columns: int) -> Drawing:
        """Each character shows the space at its middle, and its last in a space a wall to the east."""
        across = self.wide / columns
        count = max(1, round(self.deep / (2 * across)))
        down = self.deep / count
        rows: list[list[str]] = []
        inks: list[list[str]] = []
        for row in range(count):
            y = self.deep - (row + 0.5) * down
            spaces = [self.space(((number + 0.5) * across, y)) for number in range(columns)]
            marks = [self._mark(one, spaces[number + 1 :][:1] != [one]) for number, one in enumerate(spaces)]
            rows.append([glyph for glyph, _ in marks])
            inks.append([ink for _, ink in marks])
        for figure in figures:
            for x, y in figure.models:
                row = min(count - 1, max(0, int((self.deep - y) / down)))
                number = min(columns - 1, max(0, int(x / across)))
                rows[row][number] = figure.label
                inks[row][number] = figure.ink or figure.label
        return Drawing(tuple("".join(row) for row in rows), tuple(tuple(ink) for ink in inks))

    def _mark(self, space: Space, is_last: bool) -> tuple[str, str]:
        _, _, east = self.board.remembered("sides", "", lambda: self.board.on_sides(lambda one: True))
        if is_last and east >> self.board.number(space) & 1:
            return "|", "wall"
        door = next((one for one in self.board.barriers if one.at == space and one.side is None), None)
        if door is not None and not door.is_open:
            return "+", door.kind
        kind = self.board.kind(space)
        return kind.glyph, "open" if _is_plain(kind) else kind.name

    def ruler(self) -> tuple[tuple[Tick, ...], tuple[Tick, ...]]:
        """The letter and the figure of every column and row, in the middle of it."""
        across = tuple(Tick(x + 0.5, column(x)) for x in range(self.board.width))
        return across, tuple(Tick(y + 0.5, str(y + 1)) for y in range(self.board.depth))

    def snap(self, at: Point) -> Point:
        """The middle of the space in which it lies."""
        return middle(self.space(at))

    def part(self, at: Point) -> str:
        """One of the thirds: "north-west", "south", "middle"."""
        x, y = at
        up = "south" if 3 * y < self.deep else "north" if 3 * y > 2 * self.deep else ""
        across = "west" if 3 * x < self.wide else "east" if 3 * x > 2 * self.wide else ""
        return "-".join(filter(None, (up, across))) or "middle"

    def place(self, at: Point) -> str:
        """The name of its space: "B7"."""
        return name(self.space(at))

    def far(self, distance: float) -> str:
        """In whole spaces; what is left of one does not count."""
        spaces = int(distance)
        return f"{spaces} space{'' if spaces == 1 else 's'}"

    def size(self) -> str:
        """Its columns, then its rows."""
        return f"{self.board.width} spaces wide and {self.board.depth} spaces deep"


def _is_plain(kind: Kind) -> bool:
    return kind.going == "open" and not (kind.rough or kind.hides or kind.height or kind.traits)


def ground_of(board: Board) -> Ground:
    """The board as a ground of pieces, for pages and pictures that draw pieces."""
    pieces: list[Piece] = []
    numbers: dict[str, int] = {}
    for kind in board.legend:
        if not _is_plain(kind):
            for outline in _boxes(board, board.where(lambda one, kind=kind: one is kind)):  # type: ignore[misc]
                numbers[kind.name] = number = numbers.get(kind.name, 0) + 1
                height, traits = float(kind.height), _traits(kind)
                pieces.append(Piece(f"{kind.name}-{number}", kind.name, outline, height, traits))
    for one in board.barriers:
        if not one.is_open:
            traits = (*((OBSTACLE,) if one.bars else ()), *((OBSCURING,) if one.hides else ()))
            pieces.append(Piece(one.id, one.kind, _side(one.at, one.side), float(one.height), traits))
    return Ground(float(board.width), float(board.depth), tuple(pieces))


def _traits(kind: Kind) -> tuple[str, ...]:
    named = {
        IMPASSABLE: kind.going in ("barred", "gap"),
        OBSTACLE: kind.going == "climb",
        DIFFICULT: kind.rough,
        OBSCURING: kind.hides,
    }
    return tuple(trait for trait, holds in named.items() if holds)


def _side(at: Space, side: str | None) -> Models:
    x, y = float(at[0]), float(at[1])
    ends: dict[str, tuple[Point, Point]] = {
        "N": ((x, y + 1), (x + 1, y + 1)),
        "E": ((x + 1, y), (x + 1, y + 1)),
        "S": ((x, y), (x + 1, y)),
        "W": ((x, y), (x, y + 1)),
    }
    return box_outline(x, y, x + 1, y + 1) if side is None else wall(*ends[side], THIN)


def _boxes(board: Board, bits: int) -> list[Models]:
    """Spaces as rectangles: runs from west to east, and equal runs above each other as one."""
    found: list[tuple[int, int, int, int]] = []
    for y in range(board.depth):
        x = 0
        while x < board.width:
            start = x
            while x < board.width and bits >> board.number((x, y)) & 1:
                x += 1
            if x > start:
                below = next((one for one in found if one[0] == start and one[2] == x and one[3] == y), None)
                if below is not None:
                    found.remove(below)
                found.append((start, below[1] if below else y, x, y + 1))
            x += 1
    return [box_outline(float(a), float(b), float(c), float(d)) for a, b, c, d in found]
