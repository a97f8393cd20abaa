"""Moves that are worth proposing, and Moves drawn at random."""

from __future__ import annotations

from collections.abc import Iterator
from math import degrees, pi, radians
from typing import TYPE_CHECKING

from sandtable.binding.places.unit_plots import plotted
from sandtable.binding.plotting import HOLD
from sandtable.books.companies_and_captains.chapters.conventions import nearest_of
from sandtable.books.companies_and_captains.chapters.geometry.exits import edges_in_reach
from sandtable.books.companies_and_captains.chapters.geometry.standing import advance_towards
from sandtable.books.companies_and_captains.state import Group
from sandtable.kernel import Answer, Chance, Option
from sandtable.kernel.arithmetic import atan2, cos, hypot, sin
from sandtable.table import Point
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
        yield from _along(planner, token.at, 1.0, f"towards {token.title}", token.id)
    yield Option(HOLD, "hold", (planner.rule, *(("CC-ACT-14",) if planner.is_order else ())))


def _exits(planner: MovePlanner) -> Iterator[Option]:
    if planner.exits:
        for edge in edges_in_reach(planner):
            named = edge if isinstance(edge, str) else " and ".join(edge)
            yield Option({"exit": edge}, f"leave the table over the {named} edge", ("CC-GEO-30",))


def _towards_enemy(planner: MovePlanner, enemy: Group) -> Option:
    moved = advance_towards(planner.state, planner.group, enemy, planner.limit)
    answer = plotted(Formation.AS_THEY_STAND, centroid(moved.models))
    return Option(answer, f"towards {enemy.name}", ("CC-MOV-01",), about=(enemy.id,))


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
        answer = plotted(
            Formation.AS_THEY_STAND, (planner.middle[0] + dx * step, planner.middle[1] + dy * step)
        )
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
    if planner.group.has("Defensive"):
        close = {**plotted(Formation.CLOSE, planner.middle, facing=facing), "form": True}
        label = "take the Defensive formation" if not planner.group.formed else "close up again"
        yield Option(close, label, ("CC-PTR-01", "CC-GEO-07"))
    line = plotted(Formation.LINE, planner.middle, facing=facing)
    yield Option(line, "form a line", ("CC-GEO-07",))


TRIES = 4
"""How many directions are tried before the Group holds."""
SHARE_OF_EXITS = 0.5
"""How often a Group that could leave the table is drawn to do so."""
SHARE_OF_FORMATIONS = 0.04
"""How often a formation is drawn; twice as often where it can be the Defensive one."""
SHAPES = tuple(one for one in Formation if one is not Formation.AS_THEY_STAND)


def draw_move(planner: MovePlanner, chance: Chance) -> Answer:
    """A legal Move at random."""
    if planner.limit <= 0.0:
        return HOLD
    answer = _draw_special(planner, chance)
    if answer is not None and planner.accepts(answer):
        return answer
    if not planner.began_broken:
        for _ in range(TRIES):
            answer = _draw_shift(planner, chance)
            if answer is not None:
                return answer
    return planner.fallback()


def _draw_shift(planner: MovePlanner, chance: Chance) -> Answer | None:
    turn, far = 2 * pi * chance.random(), planner.limit / planner.going.open * chance.random()
    x, y = planner.middle
    return planner.shift_to((round(x + far * cos(turn), 3), round(y + far * sin(turn), 3)))


def _draw_special(planner: MovePlanner, chance: Chance) -> Answer | None:
    luck = chance.random()
    if planner.exits and luck < SHARE_OF_EXITS:
        edges = edges_in_reach(planner)
        if edges:
            return {"exit": edges[int(chance.random() * len(edges))]}
    if luck < SHARE_OF_FORMATIONS or (luck < 2 * SHARE_OF_FORMATIONS and planner.may_take_formation):
        return _draw_formation(planner, chance)
    return None


def _draw_formation(planner: MovePlanner, chance: Chance) -> Answer:
    """A formation somewhere near, the Defensive one for those who can take it."""
    far, turn = planner.limit / 2 * chance.random(), round(360 * chance.random())
    x, y = planner.middle
    at = (x + far * cos(radians(turn)), y + far * sin(radians(turn)))
    if len(planner.group.models) == 1:
        return plotted(Formation.AS_THEY_STAND, at, form=planner.may_take_formation)
    shapes = (Formation.CLOSE,) if planner.may_take_formation else SHAPES
    return plotted(shapes[int(chance.random() * len(shapes))], at, facing=turn)
