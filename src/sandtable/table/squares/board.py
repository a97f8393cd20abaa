"""The board: spaces with terrain and height, walls and doors on their sides or filling them, and rises."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from functools import cached_property, partial
from typing import Literal, TypeVar

import msgspec

from sandtable.kernel.refusal import Refusal, Refused
from sandtable.table.squares.bits import bits_of
from sandtable.table.squares.spaces import Facing, Space, turned
from sandtable.table.terrain import Memory, kept

Made = TypeVar("Made")
Going = Literal["open", "barred", "climb", "gap"]
"""Whether one walks into a space, not at all, only by climbing onto what stands there, or only over it."""

LARGEST = 200
"""No board is wider or deeper, in spaces."""
HIGH = 9
"""A barrier is so high unless it says otherwise."""
MOST_KEPT = 256
"""Answers kept for one kind of question on one board."""


class Kind(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a space can hold. What its traits mean is the book's; the rest the ground understands."""

    glyph: str
    name: str
    going: Going = "open"
    rough: bool = False
    """Whether it costs more to enter."""
    height: int = 0
    """How high what stands here is."""
    depth: int = 0
    """How far its floor lies below the height of the space."""
    hides: bool = False
    """Whether a line of sight ends here."""
    seals: bool = False
    """Whether it reaches the ceiling: it is neither seen nor flown over."""
    traits: tuple[str, ...] = ()


class Barrier(msgspec.Struct, frozen=True, omit_defaults=True):
    """A wall or a door, on one side of a space or filling it; open, it is as if it were not there."""

    id: str
    at: Space
    side: Facing | None = None
    """The side of the space on which it stands; none where it fills the space."""
    kind: str = "wall"
    is_open: bool = False
    bars: bool = True
    hides: bool = True
    seals: bool = True
    height: int = HIGH


class Rise(msgspec.Struct, frozen=True, omit_defaults=True):
    """Spaces that lead from a foot to a top, both included: a ramp, stairs, a ladder."""

    spaces: tuple[Space, ...]
    surface: str = ""

    @property
    def length(self) -> int:
        """How many steps lead from its foot to its top."""
        return len(self.spaces) - 1


class Board(msgspec.Struct, frozen=True, dict=True, omit_defaults=True):
    """Rows of spaces, the northernmost first; a board is replaced, never changed."""

    rows: tuple[str, ...]
    legend: tuple[Kind, ...]
    heights: tuple[tuple[int, ...], ...] = ()
    """How high each space lies, in rows like the spaces; nothing where all lie at 0."""
    barriers: tuple[Barrier, ...] = ()
    rises: tuple[Rise, ...] = ()

    def __post_init__(self) -> None:
        reasons = _what_is_wrong(self)
        if reasons:
            raise Refused(*reasons)

    @property
    def width(self) -> int:
        """How many spaces it has from west to east."""
        return len(self.rows[0])

    @property
    def depth(self) -> int:
        """How many it has from south to north."""
        return len(self.rows)

    @cached_property
    def size(self) -> int:
        """How many spaces it has."""
        return self.width * self.depth

    @cached_property
    def kinds(self) -> tuple[Kind, ...]:
        """What each space holds, by its number."""
        known = {one.glyph: one for one in self.legend}
        return tuple(known[glyph] for row in reversed(self.rows) for glyph in row)

    @cached_property
    def levels(self) -> tuple[int, ...]:
        """How high each space lies, by its number."""
        if not self.heights:
            return (0,) * self.size
        return tuple(height for row in reversed(self.heights) for height in row)

    @cached_property
    def floors(self) -> tuple[int, ...]:
        """How high somebody stands in each space: on what is climbed, at the bottom of what is deep."""
        return tuple(
            level + (one.height if one.going == "climb" else -one.depth)
            for level, one in zip(self.levels, self.kinds, strict=True)
        )

    @cached_property
    def all(self) -> int:
        """Every space, as bits."""
        return (1 << self.size) - 1

    def number(self, at: Space) -> int:
        """The number of a space: eastwards, then row by row from the south."""
        return at[0] + at[1] * self.width

    def space(self, number: int) -> Space:
        """The space of that number."""
        return (number % self.width, number // self.width)

    def has(self, at: Space) -> bool:
        """Whether a space is on the board."""
        return 0 <= at[0] < self.width and 0 <= at[1] < self.depth

    def bits(self, spaces: Iterable[Space]) -> int:
        """Spaces as bits; those off the board do not count."""
        return bits_of(self.number(one) for one in spaces if self.has(one))

    def where(self, fits: Callable[[Kind], bool]) -> int:
        """The spaces whose terrain answers a question with yes, as bits."""
        right = {one.glyph for one in self.legend if fits(one)}
        return bits_of(number for number, one in enumerate(self.kinds) if one.glyph in right)

    def kind(self, at: Space) -> Kind:
        """What a space holds."""
        return self.kinds[self.number(at)]

    def floor(self, at: Space) -> int:
        """How high somebody stands in a space."""
        return self.floors[self.number(at)]

    def barrier(self, id: str) -> Barrier:
        """The wall or door of that name."""
        for one in self.barriers:
            if one.id == id:
                return one
        raise KeyError(id)

    def with_barrier(self, id: str, *, is_open: bool) -> Board:
        """The board with a door opened or closed."""
        if self.barrier(id).is_open == is_open:
            return self
        # Copies of a game open the same doors: they share the board, and what was worked out on the new one.
        return self.remembered("with barrier", (id, is_open), partial(_with_barrier, self, id, is_open))

    def on_sides(self, counts: Callable[[Barrier], bool]) -> tuple[int, int, int]:
        """The closed barriers that count, as bits: those that fill spaces, stand north and east of them."""
        filling = north = east = 0
        for one in self.barriers:
            if one.is_open or not counts(one):
                continue
            if one.side is None:
                filling |= 1 << self.number(one.at)
                continue
            dx, dy = turned((0, 1), one.side)
            beyond = (one.at[0] + dx, one.at[1] + dy)
            if not self.has(beyond):
                continue
            # A wall south of a space stands north of the next one.
            at = min(one.at, beyond)
            if dx:
                east |= 1 << self.number(at)
            else:
                north |= 1 << self.number(at)
        return filling, north, east

    @cached_property
    def memory(self) -> Memory:
        """What was worked out on this board."""
        return Memory()

    def remembered(self, question: str, key: Hashable, make: Callable[[], Made]) -> Made:
        """The answer to a question, worked out once; what nobody wanted for longest is forgotten."""
        known: dict[Hashable, Made] = self.memory.answers.setdefault(question, {})
        return kept(known, key, MOST_KEPT, make)

    @cached_property
    def _others(self) -> dict[str, Board]:
        return {}

    def apart(self, whose: str) -> Board:
        """The same board with a memory of its own, for code that must not touch what others remember."""
        if whose not in self._others:
            self._others[whose] = msgspec.structs.replace(self)
        return self._others[whose]


def _with_barrier(board: Board, id: str, is_open: bool) -> Board:
    barriers = tuple(
        msgspec.structs.replace(one, is_open=is_open) if one.id == id else one for one in board.barriers
    )
    return msgspec.structs.replace(board, barriers=barriers)


def _what_is_wrong(board: Board) -> list[Refusal]:
    width = len(board.rows[0]) if board.rows else 0
    if not 0 < width <= LARGEST or len(board.rows) > LARGEST:
        return [
            Refusal("", "The board has no usual size.", f"Give 1 to {LARGEST} rows of 1 to {LARGEST} spaces.")
        ]
    known = {one.glyph for one in board.legend}
    found: list[Refusal] = []
    for number, row in enumerate(board.rows, 1):
        if len(row) != width:
            reason = f"Row {number} of the board has {len(row)} spaces, the first has {width}."
            found.append(Refusal("", reason, "Give rows of one length."))
        for glyph in sorted({*row} - known):
            reason = f"Row {number} of the board has {glyph!r}."
            found.append(Refusal("", reason, f"Known: {''.join(sorted(known))}."))
    if board.heights and [len(row) for row in board.heights] != [len(row) for row in board.rows]:
        found.append(
            Refusal("", "The heights do not fit the rows.", "Give a height for each space, or none.")
        )
    places = [one.at for one in board.barriers] + [at for one in board.rises for at in one.spaces]
    for x, y in places:
        if not (0 <= x < width and 0 <= y < len(board.rows)):
            found.append(Refusal("", f"({x}, {y}) is off the board.", "Stay on the board."))
    ids = [one.id for one in board.barriers]
    if len(set(ids)) < len(ids):
        found.append(Refusal("", "Two walls or doors have the same id.", "Give each its own id."))
    for one in board.rises:
        pairs = zip(one.spaces, one.spaces[1:], strict=False)
        if one.length < 1 or not all(max(abs(ax - bx), abs(ay - by)) == 1 for (ax, ay), (bx, by) in pairs):
            found.append(
                Refusal("", "A rise does not lead from space to space.", "Name neighbours from foot to top.")
            )
    return found
