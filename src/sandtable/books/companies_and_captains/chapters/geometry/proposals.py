"""Moves that are worth proposing: towards, away, in formation, to what the scenario is about."""

from __future__ import annotations

from collections.abc import Iterator
from math import degrees
from typing import TYPE_CHECKING

from sandtable.binding.plotting import HOLD
from sandtable.books.companies_and_captains.chapters.conventions import inches, nearest_of
from sandtable.books.companies_and_captains.chapters.geometry.exits import edges_in_reach
from sandtable.books.companies_and_captains.chapters.geometry.standing import FROM_ENEMIES, bodies_of
from sandtable.books.companies_and_captains.state import Group
from sandtable.kernel.arithmetic import atan2, hypot
from sandtable.kernel.decision import Answer, Option
from sandtable.table.measure import Point
from sandtable.table.units.displacing import advance
from sandtable.table.units.formations import Formation
from sandtable.table.units.groups import centroid

if TYPE_CHECKING:
    from sandtable.books.companies_and_captains.chapters.geometry.move_planner import MovePlanner

SHARES = (1.0, 0.5, 0.25)
"""The parts of the whole movement that are tried where the whole is not legal."""
NEAREST_TOKENS = 3
"""Moves to this many tokens are proposed."""


def worth_trying(planner: MovePlanner) -> Iterator[Option]:
    """Answers that may well be legal and good; the planner keeps those that are legal."""
    group, state = planner.group, planner.state
    yield from _exits(planner)
    enemies = state.enemies_on_table(group)
    if enemies:
        nearest = nearest_of(group, enemies)
        yield _towards_enemy(planner, nearest)
        yield from _along(planner, centroid(nearest.models), -1.0, f"away from {nearest.name}", nearest.id)
        yield from _formations(planner, nearest)
    for token in sorted(
        (one for one in state.tokens.values() if not one.gone and not one.holder),
        key=lambda one: hypot(one.at[0] - planner.middle[0], one.at[1] - planner.middle[1]),
    )[:NEAREST_TOKENS]:
        yield from _along(planner, token.at, 1.0, f"towards the {token.kind} {token.id}", token.id)
    yield Option(HOLD, "hold", (planner.rule, "CC-ACT-14"))


def _exits(planner: MovePlanner) -> Iterator[Option]:
    if planner.exits:
        for edge in edges_in_reach(planner):
            named = edge if isinstance(edge, str) else " and ".join(edge)
            yield Option({"exit": edge}, f"leave the table over the {named} edge", ("CC-GEO-30",))


def _towards_enemy(planner: MovePlanner, enemy: Group) -> Option:
    state, group = planner.state, planner.group
    others = [one for one in state.enemies_on_table(group) if one is not enemy]
    moved = advance(
        state.ground,
        group.models,
        group.radius,
        (enemy.models, enemy.radius),
        planner.limit,
        planner.going,
        bodies_of(others),
        bodies_of(state.friends_on_table(group)),
        inches(state, FROM_ENEMIES),
    )
    return Option(
        _as_they_stand(centroid(moved.models)), f"towards {enemy.name}", ("CC-MOV-01",), about=(enemy.id,)
    )


def _along(planner: MovePlanner, aim: Point, sense: float, label: str, about: str) -> Iterator[Option]:
    """As far as possible towards a place, or away from it."""
    dx, dy = aim[0] - planner.middle[0], aim[1] - planner.middle[1]
    far = hypot(dx, dy)
    if far < 1e-6:
        return
    whole = planner.limit / planner.going.open
    if sense > 0:
        whole = min(whole, far)
    for share in SHARES:
        step = sense * whole * share / far
        answer = _as_they_stand((planner.middle[0] + dx * step, planner.middle[1] + dy * step))
        x, y = answer["at"]
        if planner.may_shift((x - planner.middle[0], y - planner.middle[1])):
            yield Option(answer, label, ("CC-MOV-01",), about=(about,))
            return


def _formations(planner: MovePlanner, enemy: Group) -> Iterator[Option]:
    """Formations on the spot, with the front towards the enemy."""
    if len(planner.group.models) < 2:
        if planner.group.has("Defensive") and not planner.group.formed:
            answer = {"formation": Formation.AS_THEY_STAND.value, "form": True}
            yield Option(answer, "take the Defensive formation", ("CC-PTR-01",))
        return
    aim = centroid(enemy.models)
    facing = round(degrees(atan2(aim[1] - planner.middle[1], aim[0] - planner.middle[0])))
    at = [round(planner.middle[0], 3), round(planner.middle[1], 3)]
    if planner.group.has("Defensive"):
        close = {"formation": Formation.CLOSE.value, "at": at, "facing": facing}
        label = "take the Defensive formation" if not planner.group.formed else "close up again"
        yield Option(close, label, ("CC-PTR-01", "CC-GEO-07"))
    line = {"formation": Formation.LINE.value, "at": at, "facing": facing}
    yield Option(line, "form a line", ("CC-GEO-07",))


def _as_they_stand(at: Point) -> Answer:
    return {"formation": Formation.AS_THEY_STAND.value, "at": [round(at[0], 3), round(at[1], 3)]}
