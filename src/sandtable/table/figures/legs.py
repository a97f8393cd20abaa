"""Legs: the parts of a way, and what allowance they use up."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor, inf

import msgspec

from sandtable.kernel.arithmetic import hypot, total
from sandtable.table.figures.bases import A_HAIR
from sandtable.table.figures.footing import How, Stop
from sandtable.table.figures.prices import Rates
from sandtable.table.figures.terrain import TOUCHING
from sandtable.table.measure import Point
from sandtable.table.shapes import Span


class Leg(msgspec.Struct, frozen=True):
    """A straight piece of a way."""

    how: How
    start: Point
    end: Point
    foot: float
    """The height at which it starts."""
    top: float
    """The height at which it ends."""
    length: float
    """The inches that count."""
    price: float = 0.0
    """What it costs besides."""
    rough: tuple[Span, ...] = ()
    """The parts in rough ground, as shares."""
    piece: str = ""


class Route(msgspec.Struct, frozen=True):
    """A way of a figure and what it costs."""

    legs: tuple[Leg, ...]
    path: tuple[Point, ...]
    cost: float
    length: float
    rough: float
    """Inches in rough ground, those before this way included."""
    elevation: float
    contact: str = ""
    """The opponent whose base it touches at the end."""
    across: str = ""
    """The piece across which that contact is."""
    stop: Stop | None = None
    """What stood in the straight way, where it goes round."""
    ran_out: bool = False
    """The allowance ended it."""
    unpaid: str = ""
    """The kind of the leg that could not be paid for: "climb", "cross", "door" ..."""
    halts: bool = False
    """It ends at a mark in rough ground for which what was due could not be paid."""

    @property
    def end(self) -> Point:
        """Where it ends."""
        return self.path[-1]

    @property
    def is_straight(self) -> bool:
        """Whether the whole of it is one straight line."""
        return is_one_line(self.path)

    def ends_straight(self, inches: float) -> bool:
        """Whether the last inches of it are one straight line."""
        if len(self.path) < 3:
            return True
        (x, y), (u, v) = self.path[-2], self.path[-1]
        return hypot(u - x, v - y) >= inches - A_HAIR


class Budget(msgspec.Struct, frozen=True):
    """What a figure may use up, and the inches in rough ground already behind it."""

    inches: float
    climbing: float = inf
    """How many of these may be used for climbs, wherever they come on the way."""
    rough: float = 0.0


def is_one_line(path: Sequence[Point]) -> bool:
    """Whether points follow one another on one straight line, forwards."""
    if len(path) < 3:
        return True
    (x, y), (u, v) = path[0], path[-1]
    far = hypot(u - x, v - y)
    if far <= TOUCHING:
        return False
    ahead = 0.0
    for px, py in path[1:-1]:
        aside = abs((px - x) * (v - y) - (py - y) * (u - x)) / far
        along = ((px - x) * (u - x) + (py - y) * (v - y)) / far
        if aside > TOUCHING or along < ahead - TOUCHING:
            return False
        ahead = along
    return True


# ---- paying ----------------------------------------------------------------------------------------------


def pay(legs: Sequence[Leg], budget: Budget, rates: Rates) -> Route:
    """Go along legs as far as the allowance lasts; a climb is made wholly or not at all."""
    purse = _Purse(budget, rates)
    gone: list[Leg] = []
    for leg in legs:
        if leg.how in ("walk", "fly"):
            share = purse.walk(leg)
            if share > 0.0:
                gone.append(leg if share >= 1.0 else cut_leg(leg, share))
            if share < 1.0 or (purse.halted and leg is not legs[-1]):
                return purse.route(gone, legs, ran_out=True)
        elif not purse.affords(leg):
            found = purse.route(gone, legs, ran_out=True)
            return msgspec.structs.replace(found, unpaid=leg.how)
        else:
            purse.buy(leg)
            gone.append(leg)
    return purse.route(gone, legs, ran_out=False)


class _Purse:
    """The allowance of a move while it is used up."""

    def __init__(self, budget: Budget, rates: Rates) -> None:
        self.rates = rates
        self.left = budget.inches
        self.climbing = budget.climbing
        self.rough = budget.rough
        self.used = 0.0
        self.length = 0.0
        self.halted = False

    def affords(self, leg: Leg) -> bool:
        """Whether a leg that is made wholly or not at all can be paid."""
        if leg.how in ("climb", "cross") and self.used + leg.price > self.climbing + TOUCHING:
            return False
        return leg.length + leg.price <= self.left + TOUCHING

    def buy(self, leg: Leg) -> None:
        """Pay for such a leg."""
        self._spend(leg.length + leg.price)
        self.length += leg.length

    def _spend(self, sum: float) -> None:
        self.left -= sum
        self.used += sum

    def walk(self, leg: Leg) -> float:
        """The share of a leg that can be paid; after each full stretch of rough ground more is due."""
        at = 0.0
        for start, end in [*leg.rough, (1.0, 1.0)]:
            at += self._smooth((start - at) * leg.length) / leg.length
            if at < start - 1e-9:
                return at
            gone, halts = self._rough((end - start) * leg.length)
            at += gone / leg.length
            self.halted = self.halted or halts
            if (end - at) * leg.length > TOUCHING or (halts and (1.0 - end) * leg.length > TOUCHING):
                return at
            at = end
        return 1.0

    def _smooth(self, far: float) -> float:
        gone = far if far <= self.left + TOUCHING else max(0.0, self.left)
        self._spend(gone)
        self.length += gone
        return gone

    def _rough(self, far: float) -> tuple[float, bool]:
        """The inches walked in rough ground, and whether a due that cannot be paid ended them."""
        gone = 0.0
        full = self.rates.rough_stretch
        while far - gone > 1e-9:
            mark = full * (floor(self.rough / full + 1e-9) + 1.0)
            step = min(far - gone, mark - self.rough)
            if step > self.left + TOUCHING:
                step = max(0.0, self.left)
                if step <= 1e-9:
                    break
            self.rough += step
            gone += self._smooth(step)
            if self.rough >= mark - TOUCHING:
                # What falls short of the mark by less than a touch does not fall short of it.
                self.rough = mark
                if not self._pays_due():
                    return gone, True
        return gone, False

    def _pays_due(self) -> bool:
        due = self.rates.rough_due
        if self.left < due - TOUCHING:
            return False
        self._spend(due)
        return True

    def route(self, gone: list[Leg], legs: Sequence[Leg], *, ran_out: bool) -> Route:
        """The way that was paid for."""
        if not gone:
            start = legs[0]
            return Route((), (start.start,), 0.0, 0.0, self.rough, start.foot, ran_out=ran_out)
        path = (gone[0].start, *(leg.end for leg in gone))
        top = gone[-1].top
        return Route(
            tuple(gone), path, self.used, self.length, self.rough, top, ran_out=ran_out, halts=self.halted
        )


def cut_leg(leg: Leg, share: float) -> Leg:
    """The first part of a leg."""
    (x, y), (u, v) = leg.start, leg.end
    end = (x + (u - x) * share, y + (v - y) * share)
    rough = tuple((a / share, min(1.0, b / share)) for a, b in leg.rough if a < share)
    return Leg(leg.how, leg.start, end, leg.foot, leg.top, leg.length * share, 0.0, rough, leg.piece)


def standing(at: Point, elevation: float, rough: float = 0.0) -> Route:
    """The way of a figure that stays where it is."""
    return Route((), (at,), 0.0, 0.0, rough, elevation)


def cut(route: Route, inches: float, rates: Rates, *, climbing: float = inf, rough: float = 0.0) -> Route:
    """As much of a way as an allowance is enough for; the same way where it is enough for the whole."""
    if not route.legs:
        return route
    paid = pay(route.legs, Budget(inches, climbing, rough), rates)
    return paid if paid.ran_out else route


def used_up(route: Route, rates: Rates) -> float:
    """The allowance that a way from its beginning has used up, with everything that was due on it."""
    return pay(route.legs, Budget(inf), rates).cost if route.legs else 0.0


def first_legs(route: Route, number: int) -> Route:
    """The first legs of a way, without contact at the end."""
    found = _joined(route.legs[:number], route.path[0], route.legs[0].foot)
    return msgspec.structs.replace(found, rough=route.rough, ran_out=True)


def halved(route: Route) -> tuple[Route, Route]:
    """A way in two parts of the same length."""
    return parted(route, route.length / 2)


def parted(route: Route, inches: float) -> tuple[Route, Route]:
    """The first inches of a way, and the rest of it; what cannot be done by halves belongs to the second."""
    gone: list[Leg] = []
    rest = list(route.legs)
    left = inches
    while rest and left > 1e-9:
        leg = rest[0]
        if leg.length <= left + 1e-9:
            gone.append(rest.pop(0))
            left -= leg.length
        elif leg.how in ("walk", "fly"):
            share = left / leg.length
            gone.append(cut_leg(leg, share))
            rest[0] = _rest(leg, share)
            break
        else:
            break
    first = _joined(gone, route.path[0], route.legs[0].foot if route.legs else route.elevation)
    second = _joined(rest, first.end, first.elevation)
    return first, msgspec.structs.replace(second, contact=route.contact, across=route.across, stop=route.stop)


def _joined(legs: Sequence[Leg], start: Point, elevation: float) -> Route:
    path = (start, *(leg.end for leg in legs))
    length = total(leg.length for leg in legs)
    cost = length + total(leg.price for leg in legs)
    rough = total((b - a) * leg.length for leg in legs for a, b in leg.rough)
    return Route(tuple(legs), path, cost, length, rough, legs[-1].top if legs else elevation)


def _rest(leg: Leg, share: float) -> Leg:
    (x, y), (u, v) = leg.start, leg.end
    start = (x + (u - x) * share, y + (v - y) * share)
    rough = tuple(
        (max(0.0, a - share) / (1 - share), (b - share) / (1 - share)) for a, b in leg.rough if b > share
    )
    return Leg(leg.how, start, leg.end, leg.foot, leg.top, leg.length * (1 - share), 0.0, rough, leg.piece)
