"""Tracing: how a straight way becomes walking, climbing, crossing, doors, drops and leaps."""

from __future__ import annotations

from math import pi

from sandtable.kernel.arithmetic import cos, hypot, sin, total
from sandtable.table.figures.footing import NOTHING, SHORT, Footing, How, Stop
from sandtable.table.figures.legs import Leg, is_one_line
from sandtable.table.figures.prices import Rates
from sandtable.table.figures.terrain import TOUCHING, Opening
from sandtable.table.measure import Point
from sandtable.table.shapes import first_touch
from sandtable.table.terrain import Area

MOST_LEGS = 24
"""No straight way changes its kind more often than this."""
DIRECTIONS = 24
"""In how many directions a figure looks for an edge to drop from."""


class Trace:
    """The legs of a way as it is being walked through."""

    def __init__(
        self, footing: Footing, start: Point, elevation: float, willing: frozenset[str] = NOTHING
    ) -> None:
        self.footing = footing
        self.rates = footing.prices.rates
        self.at = start
        self.elevation = elevation
        self.willing = willing
        """What the figure does besides where it can: "drop" down and "leap" over gaps."""
        self.legs: list[Leg] = []
        self.stop: Stop | None = None
        self.is_over = False
        """A drop from higher than an easy one ends the way."""

    def go(self, to: Point, elevation: float) -> bool:
        """Go straight to a place at a height; whether it got there."""
        self._out_of_the_gap(to)
        for _ in range(MOST_LEGS):
            if self.is_over:
                return True
            stop = self.footing.first_stop(self.at, to, self.elevation)
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

    def _out_of_the_gap(self, to: Point) -> None:
        """A figure that has fallen into a gap that is not shallow climbs out of it first."""
        for area in self.footing.terrain.gaps:
            if self.elevation <= TOUCHING and area.holds(*self.at) and not area.holds(*to):
                landing = self._beyond(area, to)
                if area.height > self.rates.shallow and landing is not None:
                    price = area.height + self.rates.climb
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
        rough = self.footing.rough_spans(start, to, foot)
        self.legs.append(Leg("walk", start, to, foot, foot, length, 0.0, rough))
        self.at = to

    def _surfaces(self, elevation: float) -> bool:
        """A mover that walks through a piece may end on top of it, and pays no climb for that."""
        for one in self.footing.terrain.tops if "climb" in self.willing else ():
            if abs(one.height - elevation) <= TOUCHING and one.holds(*self.at) and self.footing.ignores(one):
                foot, self.elevation = self.elevation, elevation
                self.legs.append(Leg("climb", self.at, self.at, foot, elevation, 0.0, 0.0, (), one.id))
                return True
        return False

    def _along(self, to: Point, share: float) -> Point:
        return (self.at[0] + (to[0] - self.at[0]) * share, self.at[1] + (to[1] - self.at[1]) * share)

    def _gets_past(self, stop: Stop, to: Point, elevation: float) -> bool:
        area = self.footing.terrain.of.get(stop.id)
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
        if stop.what == "barrier":
            return self._cross(area, to)
        if elevation > self.elevation + TOUCHING and elevation >= area.height - TOUCHING:
            return self._up(area, to)
        if area in self.footing.terrain.gaps:
            return self._over(area, to)
        return False

    def _short_of(self, point: Point) -> Point:
        far = hypot(point[0] - self.at[0], point[1] - self.at[1])
        if far <= SHORT:
            return self.at
        share = 1.0 - SHORT / far
        return self._along(point, share)

    def _cross(self, area: Area, to: Point) -> bool:
        """A barrier is crossed for one payment of its height and a climb; nobody stops astride it."""
        footing = self.footing
        landing = self._beyond(area, to)
        if landing is None or not self._is_climbable(area) or area.height > self.rates.most_climb:
            return False
        price = area.height + self.rates.climb
        blocked = footing.first_stop(self.at, landing, self.elevation, crossing=area.id)
        if blocked is not None or not footing.can_end(landing, self.elevation):
            return False
        foot = self.elevation
        self.legs.append(Leg("cross", self.at, landing, foot, foot, 0.0, price, (), area.id))
        self.at = landing
        return True

    def _beyond(self, area: Area, to: Point) -> Point | None:
        """The first place beyond a piece on the way at which the base is clear of it, or just touches it."""
        share = first_touch(to, self.at, self.footing.radius + SHORT, area.edges)
        if share is None:
            return None
        if share <= 0.0:
            return to if area.distance(*to) >= self.footing.radius - TOUCHING else None
        return (to[0] + (self.at[0] - to[0]) * share, to[1] + (self.at[1] - to[1]) * share)

    def _through(self, stop: Stop, to: Point) -> bool:
        """A door or a window has a price besides the inches walked."""
        footing, rates, opening = self.footing, self.rates, self.footing.terrain.opening(stop.id)
        if not is_wide_enough(opening, footing.radius, rates):
            return False
        far = hypot(to[0] - self.at[0], to[1] - self.at[1])
        spare = (footing.radius + SHORT) / far
        before = self._along(to, max(0.0, stop.share - spare))
        beyond = self._along(to, min(1.0, stop.share + spare))
        past = self._along(to, min(1.0, stop.share + 1e-6))
        if footing.first_stop(past, beyond, self.elevation) is not None:
            return False
        self._walk(before)
        length = hypot(beyond[0] - self.at[0], beyond[1] - self.at[1])
        price = rates.window if opening.is_window else rates.door
        how: How = "window" if opening.is_window else "door"
        foot = self.elevation
        self.legs.append(Leg(how, self.at, beyond, foot, foot, length, price, (), stop.id))
        self.at = beyond
        return True

    def _up(self, area: Area | None, to: Point) -> bool:
        """A climb costs the height and more; the figure then stands at the edge on top."""
        if area is None:
            return False
        terrain = self.footing.terrain
        is_opening = terrain.form[area.id] == "opening"
        if is_opening:
            area = terrain.of[terrain.opening(area.id).building]
        share = first_touch(self.at, to, 0.0, area.edges)
        up = area.height - self.elevation
        if share is None or not self._is_climbable(area) or not 0.0 < up <= self.rates.most_climb:
            return False
        far = hypot(to[0] - self.at[0], to[1] - self.at[1])
        edge = self._along(to, min(1.0, share + 2 * SHORT / max(far, SHORT)))
        if not self.footing.can_end(edge, area.height):
            edge = to
            if not self.footing.can_end(to, area.height):
                return False
        foot = self._along(to, max(0.0, share - (self.footing.radius + SHORT) / max(far, SHORT)))
        if is_opening:
            self._walk(foot)
        price = up + self.rates.climb
        self.legs.append(Leg("climb", self.at, edge, self.elevation, area.height, 0.0, price, (), area.id))
        self.at, self.elevation = edge, area.height
        return True

    def _down(self, to: Point) -> bool:
        """Climbing down costs as much as climbing up; a jump costs nothing and may hurt."""
        terrain = self.footing.terrain
        below = [one for one in terrain.tops if abs(one.height - self.elevation) <= TOUCHING]
        area = next((one for one in below if one.distance(*self.at) <= TOUCHING), None)
        if area is None:
            return False
        edge = self._beyond(area, to)
        if edge is None:
            return False
        lower = terrain.surface_at(edge, self.elevation - TOUCHING)
        landing = self._free_near(edge, lower)
        if landing is None:
            return False
        height = self.elevation - lower
        is_easy = height <= self.rates.easy_drop + TOUCHING
        jumps = "drop" in self.willing or is_easy
        through = self.footing.ignores(area)
        climbs = self._is_climbable(area) and self.footing.prices.climbs_down(height)
        if not jumps and not through and not climbs:
            if not self.footing.prices.drops(height):
                return False
            jumps = True
        how: How = "drop" if jumps else "climb"
        price = 0.0 if jumps or through else height + self.rates.climb
        self.legs.append(Leg(how, self.at, landing, self.elevation, lower, 0.0, price, (), area.id))
        self.at, self.elevation = landing, lower
        self.is_over = jumps and not is_easy
        return True

    def _is_climbable(self, area: Area) -> bool:
        return self.footing.terrain.nature[area.id].is_climbable

    def _free_near(self, at: Point, elevation: float) -> Point | None:
        """The free place nearest to the foot of an edge, no more than an inch away."""
        for ring in range(5):
            for number in range(max(1, 8 * ring)):
                angle = pi * number / (4 * max(1, ring))
                far = ring * self.rates.inch / 4
                spot = (at[0] + far * sin(angle), at[1] + far * cos(angle))
                if self.footing.can_end(spot, elevation):
                    return spot
        return None

    def _leap(self, to: Point) -> bool:
        """From top to top over a gap."""
        if "leap" not in self.willing:
            return False
        shares = [
            share
            for one in self.footing.terrain.tops
            if abs(one.height - self.elevation) <= TOUCHING and not one.distance(*self.at) <= TOUCHING
            for share in [first_touch(self.at, to, 0.0, one.edges)]
            if share is not None
        ]
        if not shares:
            return False
        far = hypot(to[0] - self.at[0], to[1] - self.at[1])
        landing = self._along(to, min(1.0, min(shares) + 2 * SHORT / far))
        return self._jump(landing, min(shares) * far, "")

    def _over(self, area: Area, to: Point) -> bool:
        """Over a pit or trench."""
        landing = self._beyond(area, to)
        if "leap" not in self.willing or landing is None:
            return False
        far = hypot(landing[0] - self.at[0], landing[1] - self.at[1])
        return self._jump(landing, max(0.0, far - 2 * self.footing.radius - 2 * SHORT), area.id)

    def _jump(self, landing: Point, width: float, piece: str) -> bool:
        if width > self.rates.widest_leap + TOUCHING:
            return False
        if not self.footing.can_end(landing, self.elevation):
            return False
        foot = self.elevation
        self.legs.append(Leg("leap", self.at, landing, foot, foot, width, 0.0, (), piece))
        self.at = landing
        return True


def is_wide_enough(opening: Opening, radius: float, rates: Rates) -> bool:
    """Whether a base passes through a door or window."""
    return radius <= rates.slim + TOUCHING or opening.width >= 2 * radius - TOUCHING


def drops_around(footing: Footing, farthest: float) -> list[tuple[Point, float]]:
    """The places at the foot of an edge to which a figure may drop, with what the way to the edge costs."""
    (x, y), height = footing.mover.at, footing.mover.elevation
    found = []
    for number in range(DIRECTIONS) if not footing.flies else ():
        angle = 2 * pi * number / DIRECTIONS
        trace = Trace(footing, (x, y), height)
        if trace.go((x + farthest * sin(angle), y + farthest * cos(angle)), 0.0) and trace.is_over:
            cost = total(leg.length + leg.price for leg in trace.legs)
            if cost <= farthest:
                found.append((trace.at, cost))
    return found
