"""Tracing: how a straight way becomes walking, climbing, crossing, doors, drops and leaps."""

from __future__ import annotations

from math import pi

from sandtable.books.forgotten_ruin.chapters.conventions import TOLERANCE, inches
from sandtable.books.forgotten_ruin.chapters.legs import Leg, is_one_line
from sandtable.books.forgotten_ruin.chapters.terrain import TOUCHING, Opening, is_climbable
from sandtable.books.forgotten_ruin.chapters.walking import SHORT, How, Stop, Walker
from sandtable.books.forgotten_ruin.modifiers import speed
from sandtable.kernel.arithmetic import cos, hypot, sin
from sandtable.kernel.citation import rule
from sandtable.table.measure import Point
from sandtable.table.shapes import first_touch
from sandtable.table.terrain import Area

CLIMB = 1.0
"""What a climb costs besides the height (FR-MOV-17)."""
DOOR = 1.0
"""What passing a door costs (FR-MOV-09)."""
WINDOW = 2.0
"""What going through a window costs (FR-MOV-10)."""
WIDEST_GAP = 2.0
"""The widest gap that can be leapt over (FR-MOV-25)."""
INTENDED = 1.0
"""What is taken off the height of an intentional jump (FR-MOV-22)."""
HARMLESS = 1.0
"""A drop of at most this, after the reduction, does not end the activation (FR-MOV-23)."""
UNHURT = 3.0
"""The drop that causes the first Hit (FR-MOV-24)."""
MOST_LEGS = 24
"""No straight way changes its kind more often than this."""

WILLING: frozenset[str] = frozenset()


class Trace:
    """The legs of a way as it is being walked through."""

    def __init__(self, walker: Walker, start: Point, elevation: float, willing: frozenset[str]) -> None:
        self.walker = walker
        self.at = start
        self.elevation = elevation
        self.willing = willing
        self.legs: list[Leg] = []
        self.stop: Stop | None = None
        self.is_over = False
        """A drop that ends the activation ends the way as well (FR-MOV-23)."""

    def go(self, to: Point, elevation: float) -> bool:
        """Go straight to a place at a height; whether it got there."""
        self._out_of_the_gap(to)
        for _ in range(MOST_LEGS):
            if self.is_over:
                return True
            stop = self.walker.first_stop(self.at, to, self.elevation)
            if stop is None:
                self._walk(to)
                if abs(self.elevation - elevation) > TOUCHING and not self._surfaces(elevation):
                    self.stop = Stop(1.0, "ledge")
                return self.stop is None
            if not self._gets_past(stop, to, elevation):
                self.stop = stop
                return False
        self.stop = Stop(0.0, "piece")
        return False

    @rule("FR-MOV-26", "FR-MOV-17")
    def _out_of_the_gap(self, to: Point) -> None:
        """Whoever has fallen into a gap deeper than an inch climbs out of it first."""
        for area in self.walker.terrain.gaps:
            if self.elevation <= TOUCHING and area.holds(*self.at) and not area.holds(*to):
                scale = inches(self.walker.state, 1.0)
                landing = self._beyond(area, to)
                if area.height > HARMLESS * scale and landing is not None:
                    price = area.height + CLIMB * scale
                    self.legs.append(Leg("climb", self.at, landing, 0.0, 0.0, 0.0, price, (), area.id))
                    self.at = landing
                return

    def _walk(self, to: Point) -> None:
        length = hypot(to[0] - self.at[0], to[1] - self.at[1])
        if length <= 1e-9:
            return
        start, foot = self.at, self.elevation
        if self.legs and self.legs[-1].how == "walk" and is_one_line((self.legs[-1].start, start, to)):
            start = self.legs.pop().start
            length = hypot(to[0] - start[0], to[1] - start[1])
        rough = self.walker.rough_spans(start, to, foot)
        self.legs.append(Leg("walk", start, to, foot, foot, length, 0.0, rough))
        self.at = to

    def _surfaces(self, elevation: float) -> bool:
        """Whoever walks through a piece may say to end on top of it, and pays no climb for that."""
        for one in self.walker.terrain.stands if "climb" in self.willing else ():
            if abs(one.height - elevation) <= TOUCHING and one.holds(*self.at) and self.walker.ignores(one):
                foot, self.elevation = self.elevation, elevation
                self.legs.append(Leg("climb", self.at, self.at, foot, elevation, 0.0, 0.0, (), one.id))
                return True
        return False

    def _along(self, to: Point, share: float) -> Point:
        return (self.at[0] + (to[0] - self.at[0]) * share, self.at[1] + (to[1] - self.at[1]) * share)

    def _gets_past(self, stop: Stop, to: Point, elevation: float) -> bool:
        area = self.walker.terrain.of.get(stop.id)
        if stop.what == "opening":
            return self._through(stop, to) if elevation <= self.elevation + TOUCHING else self._up(area, to)
        point = self._along(to, stop.share)
        if stop.what == "contact":
            self._walk(point)
            return False
        if stop.what == "ledge":
            self._walk(point)
            return self._down(to) if elevation < self.elevation - TOUCHING else self._leap(to)
        self._walk(self._short_of(point))
        if area is None:
            return False
        if stop.what == "linear":
            return self._cross(area, to)
        if elevation > self.elevation + TOUCHING and elevation >= area.height - TOUCHING:
            return self._up(area, to)
        if area in self.walker.terrain.gaps:
            return self._over(area, to)
        return False

    def _short_of(self, point: Point) -> Point:
        far = hypot(point[0] - self.at[0], point[1] - self.at[1])
        if far <= SHORT:
            return self.at
        share = 1.0 - SHORT / far
        return self._along(point, share)

    @rule("FR-MOV-19", "FR-MOV-17", "FR-TER-03")
    def _cross(self, area: Area, to: Point) -> bool:
        """A Linear piece is crossed for one payment of its height and 1 in; nobody stops astride it."""
        walker = self.walker
        landing = self._beyond(area, to)
        if landing is None or not is_climbable(area.piece):
            return False
        price = area.height + inches(walker.state, CLIMB)
        blocked = walker.first_stop(self.at, landing, self.elevation, crossing=area.id)
        if blocked is not None or not walker.can_end(landing, self.elevation):
            return False
        foot = self.elevation
        self.legs.append(Leg("cross", self.at, landing, foot, foot, 0.0, price, (), area.id))
        self.at = landing
        return True

    def _beyond(self, area: Area, to: Point) -> Point | None:
        """The first place beyond a piece on the way at which the base is clear of it."""
        share = first_touch(to, self.at, self.walker.radius + SHORT, area.edges)
        if share is None or share <= 0.0:
            return None
        return (to[0] + (self.at[0] - to[0]) * share, to[1] + (self.at[1] - to[1]) * share)

    @rule("FR-MOV-09", "FR-MOV-10", "FR-TER-08")
    def _through(self, stop: Stop, to: Point) -> bool:
        """A door costs 1 in and a window 2 in besides the inches walked."""
        walker, opening = self.walker, _opening(self.walker, stop.id)
        scale = inches(walker.state, 1.0)
        if walker.radius > scale / 2 + TOUCHING and opening.width < 2 * walker.radius - TOUCHING:
            return False
        far = hypot(to[0] - self.at[0], to[1] - self.at[1])
        spare = (walker.radius + SHORT) / far
        before = self._along(to, max(0.0, stop.share - spare))
        beyond = self._along(to, min(1.0, stop.share + spare))
        past = self._along(to, min(1.0, stop.share + 1e-6))
        if walker.first_stop(past, beyond, self.elevation) is not None:
            return False
        self._walk(before)
        length = hypot(beyond[0] - self.at[0], beyond[1] - self.at[1])
        price = (WINDOW if opening.is_window else DOOR) * scale
        how: How = "window" if opening.is_window else "door"
        foot = self.elevation
        self.legs.append(Leg(how, self.at, beyond, foot, foot, length, price, (), stop.id))
        self.at = beyond
        return True

    @rule("FR-MOV-17", "FR-MOV-20", "FR-TER-07")
    def _up(self, area: Area | None, to: Point) -> bool:
        """A climb costs the height and 1 in; the figure then stands at the edge on top."""
        if area is None:
            return False
        opening = area.id if "opening" in area.piece.traits else ""
        if opening:
            area = self.walker.terrain.of[_opening(self.walker, opening).interior]
        share = first_touch(self.at, to, 0.0, area.edges)
        if share is None or not is_climbable(area.piece) or area.height <= self.elevation:
            return False
        far = hypot(to[0] - self.at[0], to[1] - self.at[1])
        edge = self._along(to, min(1.0, share + 2 * SHORT / max(far, SHORT)))
        if not self.walker.can_end(edge, area.height):
            edge = to
            if not self.walker.can_end(to, area.height):
                return False
        foot = self._along(to, max(0.0, share - (self.walker.radius + SHORT) / max(far, SHORT)))
        if opening:
            self._walk(foot)
        price = area.height - self.elevation + inches(self.walker.state, CLIMB)
        self.legs.append(Leg("climb", self.at, edge, self.elevation, area.height, 0.0, price, (), area.id))
        self.at, self.elevation = edge, area.height
        return True

    @rule("FR-MOV-21", "FR-MOV-22")
    def _down(self, to: Point) -> bool:
        """Climbing down costs as much as climbing up; a jump costs nothing and may hurt."""
        walker = self.walker
        below = [one for one in walker.terrain.stands if abs(one.height - self.elevation) <= TOUCHING]
        area = next((one for one in below if one.distance(*self.at) <= TOUCHING), None)
        if area is None:
            return False
        landing = self._beyond(area, to)
        if landing is None:
            return False
        lower = max(
            (
                one.height
                for one in walker.terrain.stands
                if one.height < self.elevation - TOUCHING and one.holds(*landing)
            ),
            default=0.0,
        )
        free = self._free_near(landing, lower)
        if free is None:
            return False
        landing = free
        height = self.elevation - lower
        scale = inches(walker.state, 1.0)
        jumps = "drop" in self.willing or height <= (INTENDED + HARMLESS) * scale + TOLERANCE
        through = walker.ignores(area)
        if not jumps and not through and not self._climbs_down(area, height):
            if not self._drops_unhurt(height):
                return False
            jumps = True
        how: How = "drop" if jumps else "climb"
        price = 0.0 if jumps or through else height + CLIMB * scale
        self.legs.append(Leg(how, self.at, landing, self.elevation, lower, 0.0, price, (), area.id))
        self.at, self.elevation = landing, lower
        self.is_over = jumps and height > (INTENDED + HARMLESS) * scale + TOLERANCE
        return True

    def _climbs_down(self, area: Area, height: float) -> bool:
        """Whether the piece can be climbed, and an enemy's Move is ever enough for it."""
        if not is_climbable(area.piece):
            return False
        figure, state = self.walker.figure, self.walker.state
        return figure.side == "squad" or height + inches(state, CLIMB) <= inches(state, speed(state, figure))

    @rule("FR-EAI-23")
    def _drops_unhurt(self, height: float) -> bool:
        """An enemy that cannot climb down drops where that causes no Hit."""
        scale = inches(self.walker.state, 1.0)
        return self.walker.figure.side != "squad" and height - INTENDED * scale < UNHURT * scale - TOLERANCE

    def _free_near(self, at: Point, elevation: float) -> Point | None:
        """The free place nearest to the foot of an edge, no more than an inch away (FR-MOV-22)."""
        scale = inches(self.walker.state, 1.0)
        for ring in range(5):
            for number in range(max(1, 8 * ring)):
                angle = pi * number / (4 * max(1, ring))
                far = ring * scale / 4
                spot = (at[0] + far * sin(angle), at[1] + far * cos(angle))
                if self.walker.can_end(spot, elevation):
                    return spot
        return None

    @rule("FR-MOV-25")
    def _leap(self, to: Point) -> bool:
        """From top to top over a gap of at most 2 in."""
        if "leap" not in self.willing:
            return False
        walker = self.walker
        shares = [
            share
            for one in walker.terrain.stands
            if abs(one.height - self.elevation) <= TOUCHING and not one.distance(*self.at) <= TOUCHING
            for share in [first_touch(self.at, to, 0.0, one.edges)]
            if share is not None
        ]
        if not shares:
            return False
        far = hypot(to[0] - self.at[0], to[1] - self.at[1])
        landing = self._along(to, min(1.0, min(shares) + 2 * SHORT / far))
        return self._jump(landing, min(shares) * far, "")

    @rule("FR-MOV-25")
    def _over(self, area: Area, to: Point) -> bool:
        """Over a pit or trench of at most 2 in."""
        landing = self._beyond(area, to)
        if "leap" not in self.willing or landing is None:
            return False
        far = hypot(landing[0] - self.at[0], landing[1] - self.at[1])
        return self._jump(landing, max(0.0, far - 2 * self.walker.radius - 2 * SHORT), area.id)

    def _jump(self, landing: Point, width: float, piece: str) -> bool:
        if width > WIDEST_GAP * inches(self.walker.state, 1.0) + TOLERANCE:
            return False
        if not self.walker.can_end(landing, self.elevation):
            return False
        foot = self.elevation
        self.legs.append(Leg("leap", self.at, landing, foot, foot, width, 0.0, (), piece))
        self.at = landing
        return True


def _opening(walker: Walker, id: str) -> Opening:
    for interior in walker.terrain.interiors:
        for one in interior.openings:
            if one.id == id:
                return one
    raise KeyError(id)
