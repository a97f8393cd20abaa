"""Straight lines of fire, lightning and worse: whom they touch, and in which direction they go."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby
from math import radians

from sandtable.books.forgotten_ruin.chapters.principles.conventions import gap, inches, within
from sandtable.books.forgotten_ruin.naming import called
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Soldier
from sandtable.kernel import Candidate, ChooseOne, Play, rule
from sandtable.kernel.arithmetic import cos, sin
from sandtable.table import Point
from sandtable.table.shapes import first_touch, segment_point_distance

COMPASS = 16
"""The directions that are always among the choices; ours."""
ROUND = 360

Line = tuple[Point, Point]
"""From the middle of the soldier who sends it to where it ends."""
LineOf = Callable[[int], Line]
"""The line in a direction; 0 is north, clockwise."""


def line_from(state: Battle, soldier: Soldier, far: float, degrees: float) -> Line:
    """A straight line of so many inches from the base of a soldier; 0 is north, clockwise."""
    (x, y), reach = soldier.at, inches(state, far) + soldier.radius
    return (soldier.at, (x + reach * sin(radians(degrees)), y + reach * cos(radians(degrees))))


@rule("FR-LOOT-58")
def up_to_terrain(state: Battle, line: Line) -> Line:
    """A line as far as it goes before it meets a terrain feature that it did not begin in."""
    start, end = line
    edges = [area.edges for area in state.ground.areas if not area.holds(*start)]
    shares = [share for one in edges if (share := first_touch(start, end, 0.0, one)) is not None]
    free = min(1.0, *shares) if shares else 1.0
    return (start, (start[0] + (end[0] - start[0]) * free, start[1] + (end[1] - start[1]) * free))


@rule("FR-LOOT-43", "FR-PRN-32")
def in_line(state: Battle, soldier: Soldier, line: Line, half: float = 0.0) -> list[Soldier | Enemy]:
    """Everybody else whose base a line, so many inches wide to either side, touches; nearest first."""
    beside = inches(state, half)
    touched = [
        one
        for one in state.figures_on_table()
        if one is not soldier
        # FR-TRF-13: centaur and rider send it from the same place, and not through each other.
        and one.id != soldier.riding
        and one.riding != soldier.id
        and within(segment_point_distance(*line, one.at), one.radius + beside)
    ]
    return sorted(touched, key=lambda one: (gap(soldier, one), one.id))


def _directions(touched: Callable[[int], tuple[str, ...]]) -> Iterator[tuple[int, tuple[str, ...]]]:
    """The compass, and between its points the middle of every arc that touches others."""
    known: set[tuple[str, ...]] = set()
    for number in range(COMPASS):
        degrees = ROUND * number // COMPASS
        known.add(touched(degrees))
        yield degrees, touched(degrees)
    for ids, arc in groupby(range(ROUND), touched):
        if ids not in known:
            known.add(ids)
            whole = list(arc)
            yield whole[(len(whole) - 1) // 2], ids


async def choose_line(
    play: Play[Battle], soldier: Soldier, line_of: LineOf, prompt: str, rule_id: str, half: float = 0.0
) -> Line:
    """The player sends a line in any direction; each choice says whom it would touch."""
    state = play.state

    def touched(degrees: int) -> tuple[str, ...]:
        return tuple(one.id for one in in_line(state, soldier, line_of(degrees), half))

    def label(degrees: int, ids: tuple[str, ...]) -> str:
        return f"{degrees} degrees: {', '.join(called(state, id) for id in ids) or 'nobody'}"

    rules, about = (rule_id,), (soldier.id,)
    question = ChooseOne(
        soldier.seat,
        "choose direction",
        prompt,
        rules,
        lambda: [
            Candidate(str(degrees), label(degrees, ids), degrees, rules=rules, about=ids)
            for degrees, ids in sorted(_directions(touched))
        ],
        about=about,
    )
    return line_of(int(await play.ask(question)))
