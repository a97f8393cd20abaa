"""How the automatic opponent walks: towards, away, off the table, or into formation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import pi

from sandtable.binding.places.unit_plots import plotted
from sandtable.books.companies_and_captains.chapters.geometry.move_planner import MovePlanner
from sandtable.books.companies_and_captains.opponent.experience import Style
from sandtable.books.companies_and_captains.opponent.goals import middle_of
from sandtable.books.companies_and_captains.opponent.purposes import Purpose, purposes
from sandtable.books.companies_and_captains.state import Battle
from sandtable.kernel import Advice, Answer, Decision, Move, rule
from sandtable.kernel.arithmetic import atan2, cos, hypot, sin
from sandtable.table import Point
from sandtable.table.units.edges import room_to_edges, to_edges
from sandtable.table.units.formations import Formation
from sandtable.table.units.planner import find_path

_COURSES = sorted(
    (
        (round(share * cos(turn), 6), share, turn)
        for share in (1.0, 0.85, 0.7, 0.45, 0.2)
        for turn in (0.0, pi / 6, -pi / 6, pi / 3, -pi / 3, pi / 2.2, -pi / 2.2)
    ),
    key=lambda course: (-course[0], course),
)
"""How far it leads towards the aim, share of the way, and turn off it."""
GOOD_COURSE = 0.7
"""A course that leads so far towards the aim is taken before a way round is looked for."""
WIDEST = 1.5
"""How wide a Group is taken to be when a way round terrain is looked for; it may squeeze a little."""
MOST_WAYS = 3
"""How many open courses are worth a closer look."""


@rule("CC-BOT-10")
def advise_evading(state: Battle, seat: str, decision: Decision, style: Style) -> Iterator[Advice]:
    """Straight away from the attacker, as far as it may go."""
    planner, attacker = _planner_of(decision), state.groups[decision.about[1]]
    purpose = Purpose(0.0, f"evades {attacker.name}", middle_of(attacker), away=True, rule="CC-BOT-10")
    for answer in _ways(planner, purpose):
        yield Advice(answer, purpose.score, (purpose.why,), (purpose.rule,), purpose.why)
    yield Advice(planner.fallback(), 0.0, ("cannot get away",), ("CC-BOT-10",))


def advise_move(state: Battle, seat: str, decision: Decision, style: Style) -> Iterator[Advice]:
    """Ways to serve the best purposes, best first; at last it holds."""
    planner = _planner_of(decision)
    state, group = planner.state, planner.group
    found = sorted(purposes(state, group, state.enemies_on_table(group), style), key=lambda one: -one.score)
    for purpose in found:
        for answer in _ways(planner, purpose):
            yield Advice(answer, purpose.score, (purpose.why,), (purpose.rule,), purpose.why)
    yield Advice(planner.fallback(), 0.0, ("finds nothing better than to stay",), ("CC-BOT-09",), "stay")


def _planner_of(decision: Decision) -> MovePlanner:
    assert isinstance(decision, Move)
    assert isinstance(decision.planner, MovePlanner)
    return decision.planner


def _ways(planner: MovePlanner, purpose: Purpose) -> Iterator[Answer]:
    if purpose.leaves and planner.exits and purpose.aim is not None:
        yield from ({"exit": edge} for edge in _edges_near(planner, purpose.aim))
    if purpose.aim is None:
        yield {**plotted(Formation.CLOSE, planner.middle), "form": True}
        return
    start = _nearest_model(planner, purpose.aim) if purpose.touches else planner.middle
    dx, dy = purpose.aim[0] - start[0], purpose.aim[1] - start[1]
    far = hypot(dx, dy)
    if far < 1e-6:
        return
    reach = planner.limit / planner.going.open
    wanted = reach if purpose.away else min(reach, max(0.0, far - purpose.stop_at))
    if purpose.leaves:
        wanted = min(wanted, _room_before(planner, purpose.aim))
    heading = atan2(dy, dx) + (pi if purpose.away else 0.0)
    yield from _open_ways(planner, heading, wanted, GOOD_COURSE, 1.01)
    if not purpose.away and not purpose.leaves and wanted > 1.0:
        yield from _way_round(planner, purpose.aim, wanted)
    yield from _open_ways(planner, heading, wanted, 0.0, GOOD_COURSE)
    # Nothing is open: let each model look for a way of its own on the straight course.
    at = (planner.middle[0] + wanted * cos(heading), planner.middle[1] + wanted * sin(heading))
    yield plotted(Formation.BLOCK, at)


def _way_round(planner: MovePlanner, aim: Point, wanted: float) -> Iterator[Answer]:
    """Where terrain bars the straight course, the first leg of a way round it."""
    ground, start = planner.state.ground, planner.middle
    wide = min(WIDEST, max(hypot(x - start[0], y - start[1]) for x, y in planner.group.models))
    way = find_path(ground, start, aim, wide, planner.going)
    if way is None or len(way) < 3:
        return
    at = _along(way, wanted)
    turned = atan2(at[1] - start[1], at[0] - start[0])
    yield from _open_ways(planner, turned, hypot(at[0] - start[0], at[1] - start[1]), 0.5, 1.01)
    yield plotted(Formation.COLUMN, at)


def _along(way: Sequence[Point], far: float) -> Point:
    """The place so far along a way."""
    here = way[0]
    for there in way[1:]:
        leg = hypot(there[0] - here[0], there[1] - here[1])
        if leg >= far:
            share = far / leg
            return here[0] + (there[0] - here[0]) * share, here[1] + (there[1] - here[1]) * share
        far -= leg
        here = there
    return here


def _open_ways(
    planner: MovePlanner, heading: float, wanted: float, least: float, below: float
) -> Iterator[Answer]:
    """Straight courses that nothing bars, those that lead farthest towards the aim first."""
    found = 0
    for progress, share, turn in _COURSES:
        if not least <= progress < below:
            continue
        step = wanted * share
        vector = (step * cos(heading + turn), step * sin(heading + turn))
        if planner.is_open(vector):
            at = (planner.middle[0] + vector[0], planner.middle[1] + vector[1])
            yield plotted(Formation.AS_THEY_STAND, at)
            found += 1
            if found == MOST_WAYS:
                return


def _nearest_model(planner: MovePlanner, aim: Point) -> Point:
    return min(planner.group.models, key=lambda at: (hypot(at[0] - aim[0], at[1] - aim[1]), at))


def _room_before(planner: MovePlanner, aim: Point) -> float:
    """How far all models may go towards the edge at the aim before the first of them touches it."""
    rooms = room_to_edges(planner.state.ground, planner.group.models, planner.group.radius)
    near = _edges_near(planner, aim)
    return max(0.0, rooms[near[0]]) if near else planner.limit


def _edges_near(planner: MovePlanner, aim: Point) -> list[str]:
    by_edge = to_edges(planner.state.ground, aim)
    edges = planner.exits or ("west", "east", "south", "north")
    return sorted((edge for edge in edges if by_edge[edge] < 1.0), key=lambda edge: by_edge[edge])
