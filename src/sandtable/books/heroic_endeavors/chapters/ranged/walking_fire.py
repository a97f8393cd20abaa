"""How a burst walks from one target to the next: over adjacent spaces, and nobody on the way is left out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sandtable.books.heroic_endeavors.chapters.ranged.sight import between, stander
from sandtable.books.heroic_endeavors.state import Adventure, Model
from sandtable.kernel import rule
from sandtable.table.squares import sight
from sandtable.table.squares.board import Board
from sandtable.table.squares.contact import WHEREVER, adjacent
from sandtable.table.squares.going import steps_on
from sandtable.table.squares.spaces import Space

FLOORS = 1000
"""Levels are no hindrance to the fire."""


class Aim(NamedTuple):
    """A target of a burst, and the space of it that is attacked."""

    model: Model
    at: Space


class Walk(NamedTuple):
    """A way for the fire: whom it takes in on it, its end last, and how many dice it loses."""

    aims: tuple[Aim, ...]
    lost: int


@rule("HE-AUT-05", "HE-AUT-10")
def lost_over(dx: int, dy: int) -> int:
    """The dice lost to a target so far off, with nothing in between."""
    return max(0, abs(dx) + abs(dy) - 1)


@rule("HE-AUT-05", "HE-AUT-06", "HE-AUT-07")
def walks_on(state: Adventure, shooter: Model, aims: tuple[Aim, ...], most: int) -> list[Walk]:
    """To the nearest hostile model from the last target, by shortest walks that differ in whom they hit."""
    last = aims[-1].at
    hit = {one.at for one in aims}
    ends = [Aim(foe, at) for foe in state.foes_of(shooter) for at in foe.spaces if _is_new(aims, foe, at)]
    found: list[Walk] = []
    for paths in _paths(state, last, most + 1):
        here = [one for one in ends if one.at in paths]
        for end in here:
            found += _to(state, shooter, last, end, paths[end.at], hit)
        if here:
            return [*{(walk.lost, *(one.at for one in walk.aims)): walk for walk in found}.values()]
    return []


@rule("HE-AUT-07")
def _is_new(aims: tuple[Aim, ...], foe: Model, at: Space) -> bool:
    """A space that was not attacked; of a large model that was, one beside those that were."""
    own = [one.at for one in aims if one.model.id == foe.id]
    if not own:
        return True
    return at not in own and any(abs(at[0] - x) + abs(at[1] - y) == 1 for x, y in own)


Ways = dict[Space, list[tuple[Space, ...]]]
"""The spaces between, by where they lead, for every shortest walk."""


def _paths(state: Adventure, start: Space, most: int) -> Iterator[Ways]:
    """The shortest walks over directly adjacent spaces, by their length; walls break them."""
    board = state.board
    reached: Ways = {start: [()]}
    known = {start}
    for _ in range(most):
        longer: Ways = {}
        for at, ways in reached.items():
            x, y = at
            passed = () if at == start else (at,)
            for to in ((x, y + 1), (x + 1, y), (x, y - 1), (x - 1, y)):
                if (
                    to not in known
                    and board.has(to)
                    and adjacent(board, at, to, FLOORS)
                    and _is_open(board, to)
                ):
                    longer.setdefault(to, []).extend((*way, *passed) for way in ways)
        known |= {*longer}
        reached = longer
        yield longer


def _is_open(board: Board, at: Space) -> bool:
    """No wall or closed door fills it."""
    return bool(steps_on(board, WHEREVER).can_pass >> board.number(at) & 1)


@rule("HE-AUT-06")
def _to(
    state: Adventure, shooter: Model, last: Space, end: Aim, ways: list[tuple[Space, ...]], hit: set[Space]
) -> Iterator[Walk]:
    """Everybody on the walk is a target; between diagonal neighbours every friend beside both."""
    dx, dy = end.at[0] - last[0], end.at[1] - last[1]
    if abs(dx) == abs(dy) == 1:
        beside = [(last[0] + dx, last[1]), (last[0], last[1] + dy)]
        on_way = [Aim(one, at) for at in beside if at not in hit and (one := _stands(state, at)) is not None]
        yield Walk((*on_way, end), 0 if on_way else 1)
        return
    for way in ways:
        there = [(at, _stands(state, at)) for at in way]
        taken = [Aim(one, at) for at, one in there if one is not None and at not in hit]
        empty = sum(one is None for _, one in there)
        yield Walk((*taken, end), empty)


def _stands(state: Adventure, at: Space) -> Model | None:
    return next((one for one in state.conscious() if at in one.spaces), None)


@rule("HE-AUT-04")
def is_in_clear_line(state: Adventure, shooter: Model, target: Model, aims: tuple[Aim, ...]) -> bool:
    """In sight, where those who are targets of the same burst are no hindrance."""
    hit = {one.model.id for one in aims}
    others = [stander(state, one) for one in between(state, shooter, target) if one.id not in hit]
    return sight.sees(state.board, stander(state, shooter), stander(state, target), others)
