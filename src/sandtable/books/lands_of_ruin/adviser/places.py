"""Where a character would rather be: out of the reach of claws, and near what its side is after."""

from __future__ import annotations

from collections.abc import Iterator
from math import pi
from typing import NamedTuple

from sandtable.books.lands_of_ruin.state import Battle, Card, Seat
from sandtable.books.lands_of_ruin.state.cards import RADIUS
from sandtable.books.lands_of_ruin.surface.measuring import gap
from sandtable.books.lands_of_ruin.tables.charts import human, rotter_kinds
from sandtable.books.lands_of_ruin.tables.places import map_of
from sandtable.kernel.arithmetic import cos, sin, total
from sandtable.table import Point
from sandtable.table.shapes import distance

PHASES = 2
"""Rotters move in both players' turns before a character can move again."""
TOUCHED, REACHED, NOTICED = 3.0, 1.0, 0.4
"""How bad it is to be touched by a Rotter, within its reach, and noticed by it; ours."""
TURNS, STRIDES = 12, (0.35, 0.7, 0.97)
"""In how many directions, and how far, a place is looked for; ours."""


def danger(state: Battle, at: Point) -> float:
    """How much a character has to fear from Rotters at a place."""
    found = []
    for one in state.rotters.values():
        if one.at is None:
            continue
        far = gap(one.at, at)
        reach = PHASES * rotter_kinds()[one.kind].movement
        if far <= 0.05:
            found.append(TOUCHED)
        elif far <= reach:
            found.append(REACHED * (1.5 - far / reach))
        elif far <= human().noticed + reach:
            found.append(NOTICED * (1.2 - far / (human().noticed + reach)))
    return total(found)


class Aim(NamedTuple):
    """What a character is after, and how far off it may stay."""

    at: Point
    off: float = 0.0
    worth: float = 1.0


def aim_of(state: Battle, card: Card, off: float) -> Aim | None:
    """With a load off the table; to the middle, a load, a hut; else as near to an enemy as its arms want."""
    here = card.model.at or state.sides[card.seat].entry
    if here is None:
        return None
    if card.own.has("Carrying"):
        return Aim((here[0], 0.0 if state.sides[card.seat].edge == "south" else state.ground.depth), 0.0, 3.0)
    left = max(1, state.scenario.rounds - state.round)
    if state.scenario.id == "at-the-crossroads":
        return Aim(map_of(state.map).points["centre"], 3.0, 4.0 / left)
    things = [one.at for one in state.scenario.things.values() if one.at is not None and not one.carrier]
    if things:
        return Aim(min(things, key=lambda at: distance(at, here)), 0.5, 2.0)
    foes = _enemies(state, card.seat)
    return Aim(min(foes, key=lambda at: distance(at, here)), off) if foes else None


def _enemies(state: Battle, seat: Seat) -> list[Point]:
    models = (card.model.at for card in state.cards.values() if card.seat != seat and card.stands)
    return [at for at in models if at is not None]


def nearest_rotter(state: Battle, at: Point | None) -> float:
    """The gap to the nearest Rotter."""
    places = [one.at for one in state.rotters.values() if one.at is not None]
    return min((gap(at, one) for one in places), default=99.0) if at is not None else 99.0


def spots(state: Battle, at: Point, inches: float) -> Iterator[Point]:
    """Places round about that may be within reach."""
    wide, deep = state.ground.width - RADIUS - 0.1, state.ground.depth - RADIUS - 0.1
    for stride in STRIDES:
        for turn in range(TURNS):
            angle = 2 * pi * turn / TURNS
            x, y = at[0] + inches * stride * cos(angle), at[1] + inches * stride * sin(angle)
            if RADIUS + 0.1 <= x <= wide and RADIUS + 0.1 <= y <= deep:
                yield (round(x, 2), round(y, 2))
