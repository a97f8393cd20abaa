"""Answers about moves as people and programs give them, read with care."""

from __future__ import annotations

from typing import Any, NoReturn

import msgspec

from sandtable.books.forgotten_ruin.state import Edge
from sandtable.kernel.decision import Answer, shown
from sandtable.kernel.refusal import refuse
from sandtable.table.measure import Point

HOLD = "hold"
"""The soldier stays."""
PROPOSAL = "proposal"
"""What the program proposes first."""
EDGES: tuple[Edge, ...] = ("north", "east", "south", "west")
FARTHEST = 10_000.0
"""No place on a table is farther off than this."""
MOST_CORNERS = 64
"""A path may turn this often and no more."""
KEYS = ("models", "paths", "towards", "leave", "fight", "climb", "drop", "leap")
FORMS = (
    'Answer "hold", {"models": [[x, y]]}, {"paths": [[[x, y], ...]]}, {"towards": [x, y]}, {"fight": id} or'
    ' {"leave": edge}; "climb", "drop" and "leap" may be true besides.'
)


class Plot(msgspec.Struct, frozen=True):
    """An answer about a move, its form checked and nothing else."""

    to: Point | None = None
    path: tuple[Point, ...] = ()
    towards: Point | None = None
    leave: Edge | None = None
    fight: str = ""
    climb: bool | None = None
    willing: frozenset[str] = frozenset()


def read_plot(answer: Answer, rule: str) -> Plot:
    """What an answer for one soldier says; anything that is no such answer is refused."""
    if answer == HOLD:
        return Plot()
    if not isinstance(answer, dict):
        _refuse(rule, f"{shown(answer)} is no move.")
    unknown = [key for key in answer if key not in KEYS]
    if unknown:
        _refuse(rule, f"{shown(unknown[0])} means nothing here.")
    leave, fight = answer.get("leave"), answer.get("fight", "")
    if leave is not None and leave not in EDGES:
        _refuse(rule, f"{shown(leave)} is no edge.")
    if not isinstance(fight, str):
        _refuse(rule, f"{shown(fight)} is no figure.")
    for key in ("climb", "drop", "leap"):
        if not isinstance(answer.get(key, False), bool):
            _refuse(rule, f"{key} is neither true nor false.")
    return Plot(
        to=_one_of("models", answer, rule),
        path=_path(answer["paths"], rule) if "paths" in answer else (),
        towards=point_of(answer["towards"], rule) if "towards" in answer else None,
        leave=leave,
        fight=fight,
        climb=answer.get("climb"),
        willing=frozenset(key for key in ("climb", "drop", "leap") if answer.get(key)),
    )


def _one_of(key: str, answer: dict[str, Any], rule: str) -> Point | None:
    if key not in answer:
        return None
    given = answer[key]
    if not isinstance(given, list | tuple) or len(given) != 1:
        _refuse(rule, f"{key} does not give one place.")
    return point_of(given[0], rule)


def _path(given: Any, rule: str) -> tuple[Point, ...]:
    if not isinstance(given, list | tuple) or len(given) != 1:
        _refuse(rule, "paths does not give one path.")
    points = given[0]
    if not isinstance(points, list | tuple) or not 1 <= len(points) <= MOST_CORNERS:
        _refuse(rule, f"A path has one to {MOST_CORNERS} points.")
    return tuple(point_of(one, rule) for one in points)


def point_of(given: Any, rule: str) -> Point:
    """A place on the table."""
    if isinstance(given, list | tuple) and len(given) == 2:
        x, y = given
        numbers = all(isinstance(one, int | float) and not isinstance(one, bool) for one in (x, y))
        if numbers and -FARTHEST <= x <= FARTHEST and -FARTHEST <= y <= FARTHEST:
            return (float(x), float(y))
    raise refuse(rule, f"{shown(given)} is no place.", FORMS)


def _refuse(rule: str, reason: str) -> NoReturn:
    raise refuse(rule, reason, FORMS)


def written(at: Point) -> list[float]:
    """A place as it stands in an answer."""
    return [round(at[0], 3), round(at[1], 3)]
