"""A soldier's way as it is told while it is planned: how far, at what cost, and where it ends."""

from __future__ import annotations

from sandtable.books.forgotten_ruin.chapters.cover import is_in_cover_at
from sandtable.books.forgotten_ruin.chapters.principles.conventions import gap
from sandtable.books.forgotten_ruin.naming import name_of
from sandtable.books.forgotten_ruin.state import Battle, Soldier
from sandtable.kernel.arithmetic import total
from sandtable.table.figures.legs import Route
from sandtable.table.figures.terrain import TOUCHING

CLOSE_ENOUGH = 0.05
"""Inches that are not worth a word."""
DEEDS = {"climb": "a climb", "cross": "an obstacle", "drop": "a drop", "door": "a door", "leap": "a leap"}
"""What makes a way dearer than it is long."""


def in_words(state: Battle, soldier: Soldier, route: Route, limit: float) -> str:
    """The length of a way, its cost of what there is with the reason, and what it ends at."""
    far = total(leg.length for leg in route.legs)
    dear = f", costs {route.cost:.1f}" if route.cost > far + CLOSE_ENOUGH else ""
    reasons = dict.fromkeys(DEEDS[leg.how] for leg in route.legs if leg.how in DEEDS)
    rough = ["Difficult ground"] if any(leg.rough for leg in route.legs) else []
    why = f" ({', '.join([*rough, *reasons])})" if dear and (rough or reasons) else ""
    return f"{far:.1f}″{dear} of {limit:g}″{why}{_end(state, soldier, route)}"


def _end(state: Battle, soldier: Soldier, route: Route) -> str:
    """In contact, in Cover from the nearest enemy, or in the open."""
    if route.contact:
        other = state.figure(route.contact)
        return f", into hand-to-hand combat with {name_of(state, other)}"
    foes = state.opponents_of(soldier)
    if not route.legs or not foes:
        return ""
    near = min(foes, key=lambda one: (gap(soldier, one), one.id))
    height = f", up at {route.elevation:g}″" if route.elevation > TOUCHING else ""
    if is_in_cover_at(state, near, soldier, route.end, route.elevation):
        return f"{height}, in Cover from {name_of(state, near)}"
    return height
