"""How the automatic opponent walks: towards, away, off the table, or into formation."""

from __future__ import annotations

from collections.abc import Iterator
from math import atan2, cos, hypot, pi, sin

from sandtable.books.companies_and_captains.chapters.geometry.move_planner import MovePlanner
from sandtable.books.companies_and_captains.opponent.scores import Purpose, purposes
from sandtable.kernel.advice import Advice
from sandtable.kernel.decision import Answer
from sandtable.table.measure import Point

_TURNS = (0.0, pi / 6, -pi / 6, pi / 3, -pi / 3)
_SHARES = (1.0, 0.7, 0.45, 0.2)


def advise_move(planner: MovePlanner) -> Iterator[Advice]:
    """Ways to serve the best purposes, best first; at last it holds."""
    state, group = planner.state, planner.group
    found = sorted(purposes(state, group, state.enemies_on_table(group)), key=lambda one: -one.score)
    for purpose in found:
        for answer in _ways(planner, purpose):
            yield Advice(answer, purpose.score, (purpose.why,), (purpose.rule,))
    yield Advice(planner.fallback(), 0.0, ("finds nothing better than to stay",), ("CC-BOT-09",))


def _ways(planner: MovePlanner, purpose: Purpose) -> Iterator[Answer]:
    if purpose.leaves and planner.exits and purpose.aim is not None:
        yield from ({"exit": edge} for edge in _edges_near(planner, purpose.aim))
    if purpose.aim is None:
        yield {"formation": "close", "at": [round(planner.middle[0], 3), round(planner.middle[1], 3)]}
        return
    dx, dy = purpose.aim[0] - planner.middle[0], purpose.aim[1] - planner.middle[1]
    far = hypot(dx, dy)
    if far < 1e-6:
        return
    reach = planner.limit / planner.going.open
    wanted = reach if purpose.away else min(reach, max(0.0, far - purpose.stop_at))
    heading = atan2(dy, dx) + (pi if purpose.away else 0.0)
    for share in _SHARES:
        for turn in _TURNS:
            step = wanted * share
            yield _to(
                (
                    planner.middle[0] + step * cos(heading + turn),
                    planner.middle[1] + step * sin(heading + turn),
                )
            )


def _edges_near(planner: MovePlanner, aim: Point) -> list[str]:
    ground = planner.state.ground
    by_edge = {
        "west": aim[0],
        "east": ground.width - aim[0],
        "south": aim[1],
        "north": ground.depth - aim[1],
    }
    return sorted((edge for edge in planner.exits if by_edge[edge] < 1.0), key=lambda edge: by_edge[edge])


def _to(at: Point) -> Answer:
    return {"formation": "as they stand", "at": [round(at[0], 3), round(at[1], 3)]}
