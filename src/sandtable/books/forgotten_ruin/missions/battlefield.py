"""The battlefield: terrain rolled square by square, named after the region, and a striking feature."""

from __future__ import annotations

from collections.abc import Sequence
from math import pi, radians

import msgspec
import shapely

from sandtable.books.forgotten_ruin.chapters.conventions import (
    centre,
    inches,
    pick_at_random,
    roll_on,
)
from sandtable.books.forgotten_ruin.chapters.terrain import Category
from sandtable.books.forgotten_ruin.missions.features import Size, data, flags_of_name, usual_height
from sandtable.books.forgotten_ruin.missions.tables import tables
from sandtable.books.forgotten_ruin.state import Battle, Marker
from sandtable.books.forgotten_ruin.windows import BATTLE_STARTED, WINDOWS, Moment
from sandtable.kernel.arithmetic import cos, hypot, sin, square
from sandtable.kernel.citation import rule
from sandtable.kernel.play import Play
from sandtable.table.measure import NEAR, Box, Models, Point
from sandtable.table.shapes import box_of, boxes_meet, segment_point_distance
from sandtable.table.terrain import Ground, Piece, circle, rectangle

APART, FROM_EDGE = 1.0, 2.0
"""How far features lie from one another and from the edges of the table, in inches (FR-MIS-24)."""
HALF = 0.5
"""Sizes are rounded to half inches (FR-MIS-24)."""
FIELD_DIFFICULT, AREA_DIFFICULT = 4, 3
"""Up to which face a Field and a large Area are Difficult (FR-MIS-24)."""
TRIES = 30
"""How many places are tried for a feature of one size; ours."""
THICK = 0.4
"""How thick a Linear piece is, in inches; ours."""
DOOR_WIDTH, WINDOW_WIDTH = 1.2, 1.0
"""How wide openings are, in inches; ours."""
SMALL = 0.4
"""The radius of an Individual piece, in inches; ours."""
DRIFT = 1.0
"""How far similar features of neighbouring squares are moved towards each other, in inches; ours."""
SPECIAL = "special feature"
RING = circle((0.0, 0.0), 0.5, 12)
"""Oval pieces are drawn with so many sides; ours."""
INNER = cos(pi / len(RING))
"""How much of half its shorter diameter the circle has that lies wholly in one of them."""


@rule("FR-MIS-23", "FR-MIS-24", "FR-MIS-25", "FR-MIS-26", "FR-TER-01")
async def build_battlefield(play: Play[Battle]) -> None:
    """Each square of the table gets what a D6 says on each of two tables; a table that is laid stays."""
    state = play.state
    if state.ground.pieces:
        play.tell("battlefield is laid", "FR-MIS-23", "FR-TER-01", pieces=len(state.ground.pieces))
    elif state.mission.kind.startswith("exercise"):
        # The tables of the exercises are laid with what stands here.
        from sandtable.books.forgotten_ruin.missions.exercise_grounds import lay_exercise

        await lay_exercise(play)
    else:
        builder = Builder(state)
        for square in squares(state):
            await _fill(play, builder, square)
        builder.gather()
        lay(play, builder, "FR-MIS-23", "FR-MIS-24", "FR-MIS-25", "FR-MIS-26")
    if state.switches.special_terrain:
        await roll_special_terrain(play)


def lay(play: Play[Battle], builder: Builder, *rules: str) -> None:
    """What was laid out lies on the table."""
    state = play.state
    state.ground = Ground(state.ground.width, state.ground.depth, tuple(builder.pieces))
    features = [[one.id, one.kind] for one in builder.pieces if "opening" not in one.traits]
    kinds = {"linear": "03", "individual": "04", "area": "05", "field": "06", "block": "07", "interior": "08"}
    laid = [
        f"FR-TER-{number}" for kind, number in kinds.items() if any(kind in x.traits for x in builder.pieces)
    ]
    laid += ["FR-TER-10"] if any("impassable" in one.traits for one in builder.pieces) else []
    laid += ["FR-MOV-20"] if any("unclimbable" in one.traits for one in builder.pieces) else []
    cited = (*rules, "FR-TER-01", "FR-TER-02", "FR-TER-13", *laid)
    play.tell("terrain laid", *cited, features=features)


@rule("FR-MIS-23")
def squares(state: Battle) -> list[Box]:
    """The squares of about 12 in into which the table is divided, row by row from the south-west."""
    side = inches(state, data().square)
    wide, deep = state.ground.width, state.ground.depth
    columns, rows = max(1, round(wide / side)), max(1, round(deep / side))
    w, d = wide / columns, deep / rows
    return [(i * w, j * d, (i + 1) * w, (j + 1) * d) for j in range(rows) for i in range(columns)]


@rule("FR-MIS-23", "FR-MIS-24")
async def _fill(play: Play[Battle], builder: Builder, square: Box) -> None:
    """One die on table A, one on table B, and dice for where things lie."""
    a, b = await play.roll(2, "terrain of a square", "FR-MIS-23", square=square)
    # Where things lie within a square is the program's own throw.
    lay = await play.roll(6, "layout of a square", "FR-MIS-24", sides=100, is_asked=False, square=square)
    builder.shake(lay)
    for entry in (*data().tables["A"][a], *data().tables["B"][b]):
        for _ in range(entry.count):
            kind = await pick_at_random(play, entry.of, "feature", "FR-MIS-24")
            if entry.size == "cluster":
                builder.cluster(square)
                continue
            flag = await _flag(play, kind, entry.size)
            builder.add(kind, entry.size, square, flag)


@rule("FR-MIS-24")
async def _flag(play: Play[Battle], kind: Category, size: Size) -> str:
    """Fields are Difficult on 1 to 4 and Impassable else; large Areas are Difficult on 1 to 3."""
    if kind == "field":
        face = (await play.roll(1, "field", "FR-MIS-24"))[0]
        return "difficult" if face <= FIELD_DIFFICULT else "impassable"
    if kind == "area" and size == "large":
        face = (await play.roll(1, "area", "FR-MIS-24"))[0]
        return "difficult" if face <= AREA_DIFFICULT else ""
    return ""


# ---- laying out ------------------------------------------------------------------------------------------


class Builder:
    """A battlefield while it is being laid out; its chances come from dice that were rolled."""

    def __init__(self, state: Battle) -> None:
        self.scale = inches(state, 1.0)
        self.wide, self.deep = state.ground.width, state.ground.depth
        names = data().regions
        self.names = names.get(state.mission.region, names["Plains"])
        self.pieces: list[Piece] = []
        self.square_of: dict[str, Box] = {}
        self._seed = 1
        self._laid: dict[str, _Footprint] = {}

    def shake(self, faces: Sequence[int]) -> None:
        """Take dice into the chances that follow."""
        for face in faces:
            self._seed = (self._seed * 101 + face) % 2147483647 or 1

    def chance(self) -> float:
        """A number from 0 to 1 that follows from the dice."""
        self._seed = self._seed * 48271 % 2147483647
        return self._seed / 2147483647

    def _between(self, limits: tuple[float, float]) -> float:
        low, high = limits
        steps = int((high - low) / HALF)
        return (low + HALF * min(steps, int(self.chance() * (steps + 1)))) * self.scale

    @rule("FR-MIS-24")
    def add(self, kind: Category, size: Size, square: Box, flag: str, name: str = "") -> bool:
        """A feature at random in its square, away from others and from edges; smaller if it must be."""
        limits = data().sizes[size]
        long, short = self._between(limits), self._between(limits)
        name = name or self.names[kind][int(self.chance() * len(self.names[kind]))]
        while True:
            for _ in range(TRIES):
                outline = self._outline(kind, square, long, short)
                if outline is not None:
                    self.put(kind, name, outline, square, flag)
                    return True
            if long <= limits[0] * self.scale and short <= limits[0] * self.scale:
                return False
            long = max(limits[0] * self.scale, long - HALF * self.scale)
            short = max(limits[0] * self.scale, short - HALF * self.scale)

    def _outline(self, kind: Category, square: Box, long: float, short: float) -> Models | None:
        """The outline of a feature somewhere in its square, if there is room for it."""
        turn = 180.0 * self.chance()
        if kind == "linear":
            short = THICK * self.scale
        is_oval = kind in ("individual", "area", "field")
        if is_oval:
            shape = _rounded(long, short, turn)
        else:
            shape = rectangle((0.0, 0.0), long, short, 0.0 if kind == "interior" else turn)
        west, south, east, north = box_of(shape)
        left, below, right, above = self._room(square)
        wide, deep = (right - east) - (left - west), (above - north) - (below - south)
        if wide < 0.0 or deep < 0.0:
            return None
        x, y = left - west + wide * self.chance(), below - south + deep * self.chance()
        # Most places are too near to something already by the circles within.
        if self._is_crowded(x, y, min(long, short) / 2 * (INNER if is_oval else 1.0)):
            return None
        outline = tuple((x + u, y + v) for u, v in shape)
        return outline if self._fits(outline) else None

    def _is_crowded(self, x: float, y: float, inner: float) -> bool:
        """Whether a circle comes nearer to the circle within another feature than features may lie."""
        near = inner + APART * self.scale - NEAR
        for one in self._laid.values():
            u, v = one.at
            if square(u - x) + square(v - y) < square(near + one.inner):
                return True
        return False

    def _room(self, square: Box) -> Box:
        edge = FROM_EDGE * self.scale
        return (
            max(square[0], edge),
            max(square[1], edge),
            min(square[2], self.wide - edge),
            min(square[3], self.deep - edge),
        )

    def _at(self, square: Box) -> Point:
        left, below, right, above = self._room(square)
        return (left + (right - left) * self.chance(), below + (above - below) * self.chance())

    def _fits(self, outline: Models, besides: str = "") -> bool:
        box = west, south, east, north = box_of(outline)
        edge, apart = FROM_EDGE * self.scale - NEAR, APART * self.scale
        if west < edge or south < edge or east > self.wide - edge or north > self.deep - edge:
            return False
        near = [
            one.shape
            for id, one in self._laid.items()
            if id != besides and boxes_meet(box, one.box, apart + NEAR)
        ]
        return not near or not shapely.dwithin(shapely.Polygon(outline), near, apart).any()

    def put(self, kind: Category, name: str, outline: Models, square: Box, flag: str) -> None:
        """A feature with this outline, whatever lies there."""
        id = f"T{len(self.square_of) + 1}"
        traits = (kind, *([flag] if flag else []), *flags_of_name(name))
        height = usual_height(name, kind) * self.scale
        self.pieces.append(Piece(id, name, outline, height, traits))
        self.square_of[id] = square
        self._laid[id] = _Footprint(outline)
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

    @rule("FR-MIS-23", "FR-MIS-24")
    def cluster(self, square: Box) -> None:
        """Four to six Individual pieces spread over a circle."""
        least, most = data().cluster.pieces
        count = least + int(self.chance() * (most - least + 1))
        name = self.names["individual"][int(self.chance() * len(self.names["individual"]))]
        spread = data().cluster.circle / 2 * self.scale
        best: list[Models] = []
        for _ in range(TRIES):
            middle = self._at(square)
            found = self._scattered(middle, spread, count)
            if len(found) > len(best):
                best = found
            if len(best) == count:
                break
        for outline in best:
            self.put("individual", name, outline, square, "")

    def _scattered(self, middle: Point, spread: float, count: int) -> list[Models]:
        found: list[Models] = []
        first = 2 * pi * self.chance()
        for number in range(count):
            angle = first + 2 * pi * number / count
            far = spread - SMALL * self.scale
            at = (middle[0] + far * cos(angle), middle[1] + far * sin(angle))
            outline = circle(at, SMALL * self.scale, 8)
            if self._fits(outline):
                found.append(outline)
        return found

    @rule("FR-MIS-24")
    def gather(self) -> None:
        """Similar features of neighbouring squares are moved towards each other where there is room."""
        for place, piece in enumerate(self.pieces):
            if piece.traits[0] in ("interior", "individual", "opening"):
                continue
            alike = [
                one
                for one in self.pieces
                if one.kind == piece.kind
                and one.id != piece.id
                and self.square_of.get(one.id) != self.square_of[piece.id]
            ]
            if not alike:
                continue
            x, y = piece.centre
            near = min(alike, key=lambda one: hypot(one.centre[0] - x, one.centre[1] - y))
            far = hypot(near.centre[0] - x, near.centre[1] - y)
            if far > 1.5 * data().square * self.scale or far <= 0.0:
                continue
            by = DRIFT * self.scale / far
            dx, dy = (near.centre[0] - x) * by, (near.centre[1] - y) * by
            moved = tuple((u + dx, v + dy) for u, v in piece.outline)
            if self._fits(moved, piece.id):
                self.pieces[place] = msgspec.structs.replace(piece, outline=moved)
                self._laid[piece.id] = _Footprint(moved)


class _Footprint:
    """What a feature covers: its box, a circle that is wholly in it, and its exact shape."""

    def __init__(self, outline: Models) -> None:
        self.box = west, south, east, north = box_of(outline)
        self.at = x, y = (west + east) / 2, (south + north) / 2
        following = (*outline[1:], outline[0])
        self.inner = min(
            segment_point_distance(a, b, (x, y)) for a, b in zip(outline, following, strict=True)
        )
        self.shape = shapely.Polygon(outline)


def _rounded(long: float, short: float, turn: float) -> Models:
    """The outline of an oval piece."""
    c, s = cos(radians(turn)), sin(radians(turn))
    return tuple((x * long * c - y * short * s, x * long * s + y * short * c) for x, y in RING)


# ---- a striking feature ----------------------------------------------------------------------------------


@rule("FR-MIS-43")
async def roll_special_terrain(play: Play[Battle]) -> None:
    """A striking feature is rolled; it lies at an Objective or Investigation once there is one."""
    state = play.state
    row = await roll_on(play, "special terrain", tables().special_terrain, "FR-MIS-43")
    state.mission.special_feature = row.result
    play.tell("special terrain", "FR-MIS-43", feature=row.result)


def _has_special_feature(play: Play[Battle], seat: str, now: Moment) -> bool:
    state = play.state
    laid = any(one.kind == SPECIAL for one in state.markers.values())
    return bool(state.mission.special_feature) and not laid


@rule("FR-MIS-24")
@WINDOWS.consequence(BATTLE_STARTED, "special terrain", "FR-MIS-43", _has_special_feature)
async def lay_special_feature(play: Play[Battle], seat: str, now: Moment) -> None:
    """The striking feature lies at an Objective or Investigation, else at the centre; it hinders nobody."""
    state = play.state
    wanted = [one.at for one in state.markers.values() if one.kind in ("objective", "investigation")]
    pieces = {one.id: one for one in state.ground.pieces}
    wanted += [pieces[id].centre for one in state.objectives.values() for id in one.features if id in pieces]
    at = wanted[0] if wanted else centre(state)
    state.markers["special"] = Marker(id="special", kind=SPECIAL, at=at, objective="")
    play.tell("special terrain laid", "FR-MIS-43", at=at, feature=state.mission.special_feature)
