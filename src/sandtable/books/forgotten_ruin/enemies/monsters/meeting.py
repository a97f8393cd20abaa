"""Whom a monster means to meet: the soldiers on its best way, in order."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import NamedTuple

from sandtable.books.forgotten_ruin.chapters.principles.conventions import (
    TOLERANCE,
    gap,
    opponents_in_contact,
    pick_at_random,
    within,
)
from sandtable.books.forgotten_ruin.enemies.enraged import enraged_at, who_blocks
from sandtable.books.forgotten_ruin.enemies.movement.moving import Reach
from sandtable.books.forgotten_ruin.enemies.planning import can_move, foes_of
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Soldier
from sandtable.kernel.arithmetic import hypot
from sandtable.kernel.citation import rule
from sandtable.kernel.play import Play
from sandtable.table.figures.bases import gap_from
from sandtable.table.figures.legs import Route
from sandtable.table.measure import Point
from sandtable.table.shapes import segment_point_distance

MOST_ORDERS = 3000
"""As many orders of meeting soldiers as a monster thinks of."""
MOST_WAYS = 60
"""Of so many of them it looks whether the ground lets it go."""
HARDLY = 0.02
"""What is left of an allowance that is used up."""

Foe = Soldier | Enemy
_Order = tuple[int, float, list[Foe]]
"""Soldiers in the order of meeting them, with their number below zero and the straight way."""


@rule("FR-BIG-07")
def may_engage(state: Battle, figure: Enemy, foe: Foe) -> bool:
    """By its own movement a monster fights each soldier once a round."""
    return (figure.id, foe.id) not in state.engaged


def wanted(state: Battle, figure: Enemy) -> list[Foe]:
    """Whom a monster goes for; enemy and independent monsters prefer each other (FR-MIS-61)."""
    caster, foes = enraged_at(state, figure), foes_of(state, figure)
    if caster is not None:
        return [*who_blocks(figure, caster, foes), caster]
    rivals = [
        one
        for one in foes
        if isinstance(one, Enemy) and one.is_monster and {one.side, figure.side} == {"enemy", "independent"}
    ]
    return [*rivals] or foes


@rule("FR-BIG-12", "FR-BIG-17", "FR-EAI-23")
async def best_order(
    play: Play[Battle], figure: Enemy, left: float, fought: Sequence[str] = ()
) -> tuple[list[Foe], float]:
    """The soldiers a monster meets on its best way, in order: the most of them, then the shortest way."""
    state = play.state
    if not can_move(state, figure) and not opponents_in_contact(state, figure):
        return [], 0.0
    near = [
        one
        for one in wanted(state, figure)
        if may_engage(state, figure, one) and gap(figure, one) <= left + 0.01
    ]
    thought_of: list[_Order] = []
    _extend(figure, figure.at, left, 0.0, [], near, thought_of, [MOST_ORDERS])
    equal, least = _Ways(state, figure, left, fought).best_of(thought_of)
    if not equal:
        return [], 0.0
    order = await pick_at_random(play, equal, "path of", "FR-BIG-12", of=figure.id)
    return order, least


class _Stand(NamedTuple):
    """Where a monster would stand after some combats, with what the way there costs and how long it is."""

    at: Point
    elevation: float
    cost: float
    length: float


class _Ways:
    """The ways a monster can really go from one soldier to the next, round and over what stands there."""

    def __init__(self, state: Battle, figure: Enemy, left: float, fought: Sequence[str]) -> None:
        self.state = state
        self.figure = figure
        self.left = left
        self.fought = tuple(fought)
        self._known: dict[tuple[str, ...], _Stand | None] = {
            (): _Stand(figure.at, figure.elevation, 0.0, 0.0)
        }

    def best_of(self, orders: list[_Order]) -> tuple[list[list[Foe]], float]:
        """The orders that meet the most soldiers by the shortest way, and how long that is."""
        found: list[tuple[float, list[Foe]]] = []
        most, least = 0, inf
        # No way is shorter than the straight one, so what comes later in this order is no better.
        for count, straight, order in sorted(orders, key=lambda one: one[:2]):
            if -count < most or straight > least + TOLERANCE or len(self._known) > MOST_WAYS:
                break
            stand = self._after(order)
            if stand is not None:
                most, least = -count, min(least, stand.length)
                found.append((stand.length, order))
        return [order for length, order in found if within(length, least)], least

    def _after(self, order: Sequence[Foe]) -> _Stand | None:
        """Where it stands once it has met these, and what that has cost; None where it cannot."""
        met = tuple(one.id for one in order)
        if met not in self._known:
            before = self._after(order[:-1])
            self._known[met] = None if before is None else self._gone_on(before, met[:-1], order[-1])
        return self._known[met]

    def _gone_on(self, before: _Stand, met: tuple[str, ...], foe: Foe) -> _Stand | None:
        """From there into contact with the next one."""
        figure = self.figure
        stood = figure.at, figure.elevation
        figure.at, figure.elevation = before.at, before.elevation
        try:
            way = way_into_contact(self.state, figure, self.left - before.cost, foe, self.fought, met)
        finally:
            figure.at, figure.elevation = stood
        if way is None:
            return None
        return _Stand(way.end, way.elevation, before.cost + way.cost, before.length + way.length)


@rule("FR-BIG-05", "FR-BIG-07", "FR-BIG-17")
def way_into_contact(
    state: Battle, figure: Enemy, left: float, foe: Foe, met: Sequence[str], to_be_met: Sequence[str] = ()
) -> Route | None:
    """The way to a soldier round those it has met, or past where they were shoved, touching none of them."""
    beside = [state.figure(id) for id in met]
    for through in (to_be_met, (*met, *to_be_met)) if met else (to_be_met,):
        way = Reach(state, figure, left, through).route_to_contact(foe)
        if way is not None and all(
            gap_from(way.end, figure, one) > TOLERANCE for one in beside if one.on_table
        ):
            return way
    return None


def _meets_another_before(
    figure: Enemy, at: Point, there: Point, foe: Foe, order: Sequence[Foe], near: Sequence[Foe]
) -> bool:
    """Whether a straight step touches somebody else on the way, who would have to be fought first."""
    for one in near:
        if one is foe or one in order:
            continue
        if segment_point_distance(at, there, one.at) < figure.radius + one.radius - HARDLY:
            return True
    return False


def _extend(
    figure: Enemy,
    at: Point,
    left: float,
    length: float,
    order: list[Foe],
    near: Sequence[Foe],
    found: list[_Order],
    budget: list[int],
) -> None:
    """Every order in which the allowance is enough, by straight distances, within a budget of tries."""
    for foe in near:
        if foe in order or budget[0] <= 0:
            continue
        far = hypot(foe.at[0] - at[0], foe.at[1] - at[1])
        step = max(0.0, far - figure.radius - foe.radius)
        if length + step > left + 0.01:
            continue
        budget[0] -= 1
        share = step / far if far > 0.0 else 0.0
        there = (at[0] + (foe.at[0] - at[0]) * share, at[1] + (foe.at[1] - at[1]) * share)
        if _meets_another_before(figure, at, there, foe, order, near):
            continue
        longer = [*order, foe]
        found.append((-len(longer), length + step, longer))
        _extend(figure, there, left, length + step, longer, near, found, budget)
