"""Scenes: a table drawn as text, and small tables read from text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from sandtable.kernel.refusal import refuse
from sandtable.table.arrays import runs
from sandtable.table.measure import Models, Point, clusters
from sandtable.table.terrain import (
    COVER,
    DIFFICULT,
    HILL,
    IMPASSABLE,
    OBSCURING,
    OBSTACLE,
    Area,
    Ground,
    Piece,
    box_outline,
)

OPEN = "."
KINDS: dict[str, tuple[str, tuple[str, ...]]] = {
    "#": ("wall", (OBSTACLE,)),
    "~": ("marsh", (DIFFICULT,)),
    "%": ("wood", (DIFFICULT, OBSCURING)),
    "^": ("crags", (IMPASSABLE,)),
    ":": ("ruins", (COVER,)),
    "n": ("hill", (HILL,)),
    "!": ("crops", (OBSCURING,)),
}
"""What each character of a scene stands for: a kind of piece and its traits."""


class Scene(msgspec.Struct, frozen=True):
    """A table and the groups on it, as read from text."""

    ground: Ground
    groups: dict[str, Models]


class Figure(msgspec.Struct, frozen=True):
    """A group to be drawn: the character that stands for its models, and a word for its colour."""

    label: str
    models: Models
    ink: str = ""


class Drawing(msgspec.Struct, frozen=True):
    """A table as lines of characters, north on top, and for each character what it shows."""

    lines: tuple[str, ...]
    ink: tuple[tuple[str, ...], ...]
    """"open", the kind of a piece, or the ink of a group, for each character of each line."""

    def __str__(self) -> str:
        return "\n".join(self.lines)


def read_scene(text: str, under: Mapping[str, str] | None = None) -> Scene:
    """A table of one inch squares, north on top: terrain characters, and letters for models of groups.

    Spaces between characters do not count. A model stands in the middle of its square, on open ground unless
    `under` names the terrain character for its letter. Models of a group are numbered from the north-west,
    row by row.
    """
    rows = [row for row in ("".join(line.split()) for line in text.splitlines()) if row]
    width = len(rows[0]) if rows else 0
    depth = len(rows)
    groups: dict[str, list[Point]] = {}
    cells: dict[str, list[tuple[int, int]]] = {}
    for number, row in enumerate(rows):
        if len(row) != width:
            raise refuse("", f"Line {number + 1} of the scene has {len(row)} squares, the first has {width}.")
        for column, character in enumerate(row):
            square = (column, depth - 1 - number)
            if character.isalpha() and character not in KINDS:
                groups.setdefault(character, []).append((square[0] + 0.5, square[1] + 0.5))
                character = (under or {}).get(character, OPEN)
            if character in KINDS:
                cells.setdefault(character, []).append(square)
            elif character != OPEN:
                raise refuse(
                    "", f"Line {number + 1} of the scene has {character!r}.", f"Known: {''.join(KINDS)}."
                )
    pieces = tuple(piece for character in KINDS for piece in _pieces(character, cells.get(character, [])))
    return Scene(Ground(float(width), float(depth), pieces), {name: tuple(at) for name, at in groups.items()})


def _pieces(character: str, squares: list[tuple[int, int]]) -> list[Piece]:
    kind, traits = KINDS[character]
    pieces: list[Piece] = []
    for patch in _patches(squares):
        for outline in _outlines(patch):
            pieces.append(Piece(f"{kind}-{len(pieces) + 1}", kind, outline, 0.0, traits))
    return pieces


def _patches(squares: list[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    """Squares that hang together side by side."""
    return clusters(squares, lambda one, other: abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1)


def _outlines(patch: list[tuple[int, int]]) -> list[Models]:
    # Reading shapely takes long, and most games need none of it.
    from shapely import box, union_all

    whole = union_all([box(x, y, x + 1, y + 1) for x, y in patch])
    if whole.geom_type == "Polygon" and not whole.interiors:
        ring = whole.simplify(0.0).exterior.coords[:-1]
        return [tuple((float(x), float(y)) for x, y in ring)]
    # A ring of squares has a hole, which a piece cannot have: it is laid as rows.
    rows: list[Models] = []
    for y in sorted({y for _, y in patch}):
        for start, after in runs(sorted(x for x, row in patch if row == y)):
            rows.append(box_outline(float(start), float(y), float(after), float(y + 1)))
    return rows


def draw(ground: Ground, figures: Sequence[Figure] = (), columns: int = 72) -> Drawing:
    """A table drawn in so many columns; characters are taken to be twice as high as wide."""
    across = ground.width / columns
    count = max(1, round(ground.depth / (2 * across)))
    down = ground.depth / count
    shown = [(_character(area.piece), area) for area in reversed(ground.areas)]
    rows: list[list[str]] = []
    inks: list[list[str]] = []
    for row in range(count):
        y = ground.depth - (row + 0.5) * down
        marks = [_mark(shown, (column + 0.5) * across, y, across / 2, down / 2) for column in range(columns)]
        rows.append([character for character, _ in marks])
        inks.append([ink for _, ink in marks])
    for figure in figures:
        for x, y in figure.models:
            row = min(count - 1, max(0, int((ground.depth - y) / down)))
            column = min(columns - 1, max(0, int(x / across)))
            rows[row][column] = figure.label
            inks[row][column] = figure.ink or figure.label
    return Drawing(tuple("".join(row) for row in rows), tuple(tuple(ink) for ink in inks))


def _mark(
    shown: Sequence[tuple[str, Area]], x: float, y: float, across: float, down: float
) -> tuple[str, str]:
    for character, area in shown:
        # A wall is often thinner than a character and must be seen all the same.
        is_wall = (
            character == "#"
            and area.is_near(x, y, across + down)
            and area.distance_to_segment((x, y - down), (x, y + down)) < across
        )
        if is_wall or area.holds(x, y):
            return character, area.piece.kind
    return OPEN, "open"


def _character(piece: Piece) -> str:
    """The character of the scene kind whose traits are most like those of a piece."""
    if IMPASSABLE in piece.traits:
        return "^"
    if OBSTACLE in piece.traits:
        return "#"
    best, most = OPEN, 0
    for character, (_, traits) in KINDS.items():
        if all(trait in piece.traits for trait in traits) and len(traits) > most:
            best, most = character, len(traits)
    return best
