"""The features of a battlefield: how large they are, what they look like, and the openings of buildings."""

from __future__ import annotations

from math import pi, radians

import msgspec

from sandtable.books.forgotten_ruin.chapters.principles.conventions import inches
from sandtable.books.forgotten_ruin.chapters.terrain import Category
from sandtable.books.forgotten_ruin.missions.terrain_forms import (
    DOOR_WIDTH,
    THICK,
    WINDOW_WIDTH,
    Size,
    data,
    flags_of_name,
    usual_height,
)
from sandtable.books.forgotten_ruin.state import Battle
from sandtable.kernel import rule
from sandtable.kernel.arithmetic import cos, sin
from sandtable.table import NEAR, Box, Models, Piece
from sandtable.table.layout import Layout, oval
from sandtable.table.terrain import circle, rectangle

APART, FROM_EDGE = 1.0, 2.0
"""How far features lie from one another and from the edges of the table, in inches (FR-MIS-24)."""
HALF = 0.5
"""Sizes are rounded to half inches (FR-MIS-24)."""
SMALL, SMALLER = 0.4, 0.3
"""The radius of an Individual piece, and of one among so many that they would not be apart else; ours."""
ROUND_A_CIRCLE = 5
"""So many Individual pieces of the usual size are apart from one another on the circle of a cluster."""
DRIFT, NEIGHBOURS = 1.0, 1.5
"""How far similar features are moved towards each other in inches, and from how many squares away; ours."""
SIZES: tuple[Size, ...] = ("large", "medium", "linear", "cluster")
"""In which order features are laid: what needs most room first."""


class Wanted(msgspec.Struct, frozen=True):
    """A feature that is to be laid; the length of a cluster is the number of its pieces."""

    kind: Category
    size: Size
    flag: str
    name: str
    long: float
    short: float


def _limits(size: Size) -> tuple[float, float, float]:
    """The least and the most that a feature of a size measures, and in what steps."""
    return (*data().cluster.pieces, 1.0) if size == "cluster" else (*data().sizes[size], HALF)


@rule("FR-MIS-24")
class Builder(Layout[Wanted]):
    """A battlefield while it is being laid out."""

    def __init__(self, state: Battle) -> None:
        self.scale = scale = inches(state, 1.0)
        ground, names = state.ground, data().regions
        super().__init__(ground.width, ground.depth, APART * scale, FROM_EDGE * scale, HALF * scale)
        self.names = names.get(state.mission.region, names["Plains"])

    def wanted(self, kind: Category, size: Size, flag: str = "", name: str = "") -> Wanted:
        """A feature that is to be laid, with its size and name."""
        least, most, step = _limits(size)
        steps = int((most - least) / step)
        long, short = (least + step * min(steps, int(self.chance() * (steps + 1))) for _ in range(2))
        names = self.names[kind]
        name = name or names[int(self.chance() * len(names))]
        return Wanted(kind, size, flag, name, long * self.scale, short * self.scale)

    def room_of(self, feature: Wanted) -> int:
        """Large features are laid first."""
        return SIZES.index(feature.size)

    def shrunk(self, feature: Wanted, share: float) -> Wanted:
        """The same with a share of what it is larger than it must be, in half inches or whole pieces."""
        least, _, step = _limits(feature.size)

        def smaller(size: float) -> float:
            return (least + step * int((size / self.scale - least) * share / step + NEAR)) * self.scale

        return msgspec.structs.replace(feature, long=smaller(feature.long), short=smaller(feature.short))

    def shapes(self, feature: Wanted, turn: float) -> tuple[Models, ...]:
        """The outlines of a feature around the origin."""
        kind, long, short = feature.kind, feature.long, feature.short
        if feature.size == "cluster":
            return self._ring(long, turn)
        if kind == "linear":
            return (rectangle((0.0, 0.0), long, THICK * self.scale, turn),)
        if kind in ("area", "field"):
            return (oval(long, short, turn),)
        return (rectangle((0.0, 0.0), long, short, 0.0 if kind == "interior" else turn),)

    @rule("FR-MIS-23", "FR-MIS-24")
    def _ring(self, pieces: float, turn: float) -> tuple[Models, ...]:
        """Four to six Individual pieces spread over a circle."""
        count = round(pieces / self.scale)
        radius = (SMALL if count <= ROUND_A_CIRCLE else SMALLER) * self.scale
        far = data().cluster.circle / 2 * self.scale - radius
        angles = (radians(turn) + 2 * pi * number / count for number in range(count))
        return tuple(circle((far * cos(angle), far * sin(angle)), radius, 8) for angle in angles)

    def lay_down(self, feature: Wanted, outline: Models, square: Box) -> None:
        """A part of a feature becomes a piece with its name and flags."""
        self.lay(feature.kind, feature.name, outline, square, feature.flag)

    def lay(self, kind: Category, name: str, outline: Models, square: Box, flag: str = "") -> None:
        """A feature with this outline, whatever lies there."""
        id = f"T{len(self.square_of) + 1}"
        traits = (kind, *([flag] if flag else []), *flags_of_name(name))
        self.put(Piece(id, name, outline, usual_height(name, kind) * self.scale, traits), square)
        if kind == "interior":
            self._open(id, outline)

    def _open(self, id: str, outline: Models) -> None:
        """A door in one wall and a window in the one across."""
        first = int(self.chance() * 4) % 4
        for number, (word, width) in enumerate((("door", DOOR_WIDTH), ("window", WINDOW_WIDTH))):
            side = (first + 2 * number) % 4
            (ax, ay), (bx, by) = outline[side], outline[(side + 1) % 4]
            share = 0.3 + 0.4 * self.chance()
            at = (ax + (bx - ax) * share, ay + (by - ay) * share)
            level = abs(bx - ax) > abs(by - ay)
            wide, deep = (width, THICK) if level else (THICK, width)
            hole = rectangle(at, wide * self.scale, deep * self.scale)
            self.pieces.append(Piece(f"{id} {word}", word, hole, 0.0, ("opening", word)))

    def gather_similar(self) -> None:
        """Similar features of neighbouring squares are moved towards each other where there is room."""
        farthest = NEIGHBOURS * data().square * self.scale
        self.gather(DRIFT * self.scale, farthest, ("interior", "individual", "opening"))
