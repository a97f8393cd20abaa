"""Measured answers as people and programs give them: formations, places and paths, read with care."""

from __future__ import annotations

from math import radians
from typing import Any, NoReturn

import msgspec

from sandtable.books.companies_and_captains.state import Group
from sandtable.kernel.arithmetic import cos, sin
from sandtable.kernel.decision import Answer, Measuring, shown
from sandtable.kernel.refusal import refuse
from sandtable.table.measure import Models, Point
from sandtable.table.units.formations import Formation
from sandtable.table.units.going import Path

HOLD = "hold"
"""Every model stays where it is."""
PROPOSAL = "proposal"
"""What the program proposes first."""
EDGES = ("north", "east", "south", "west")
FARTHEST = 10_000.0
"""No place on a table is farther off than this, in inches."""
MOST_CORNERS = 64
"""A path may turn this often and no more."""

FORMATIONS: dict[str, Formation] = {one.value: one for one in Formation}
KEYS = ("formation", "at", "facing", "models", "paths", "form", "exit")
FORMS = (
    'Answer "hold", {"formation": "line", "at": [x, y], "facing": degrees}, {"models": [[x, y], ...]}'
    ' or {"paths": [[[x, y], ...], ...]}.'
)


class Plot(msgspec.Struct, frozen=True):
    """A measured answer, its form checked and nothing else."""

    formation: Formation | None = None
    at: Point | None = None
    facing: Point | None = None
    """The direction in which the front looks."""
    models: Models | None = None
    paths: tuple[Path, ...] | None = None
    form: bool | None = None
    """Take the Defensive formation, if anything is said of it."""
    exit: tuple[str, ...] = ()
    """The edges over which the Group leaves."""


def as_group(group: Group, models: int, limit: float | None = None, zone: Any = None) -> Measuring:
    """A Group that is moved as far as the limit, or placed in a zone, in a formation."""
    return Measuring(group.id, models, group.radius, limit, is_formed=True, zone=zone)


def read_plot(answer: Answer, count: int, rule: str) -> Plot:
    """What an answer for this many models says; anything that is no such answer is refused."""
    if answer == HOLD:
        return Plot(formation=Formation.AS_THEY_STAND)
    if not isinstance(answer, dict):
        _refuse(rule, f"{shown(answer)} is no plotted move.")
    unknown = [key for key in answer if key not in KEYS]
    if unknown:
        _refuse(rule, f"{shown(unknown[0])} means nothing here.")
    given = [key for key in ("formation", "models", "paths", "exit") if key in answer]
    if len(given) != 1 and not (not given and "form" in answer):
        _refuse(rule, f"Not one of formation, models, paths and exit is given but {len(given)}.")
    return Plot(
        formation=_formation(answer, rule),
        at=_point(answer["at"], "at", rule) if "at" in answer else None,
        facing=_facing(answer["facing"], rule) if "facing" in answer else None,
        models=_points(answer["models"], count, rule) if "models" in answer else None,
        paths=_paths(answer["paths"], count, rule) if "paths" in answer else None,
        form=_truth(answer["form"], rule) if "form" in answer else None,
        exit=_edges(answer["exit"], rule) if "exit" in answer else (),
    )


def _refuse(rule: str, reason: str) -> NoReturn:
    raise refuse(rule, reason, FORMS)


def _formation(answer: dict[Any, Any], rule: str) -> Formation | None:
    if "formation" not in answer:
        return None if any(key in answer for key in ("models", "paths", "exit")) else Formation.AS_THEY_STAND
    name = answer["formation"]
    found = FORMATIONS.get(name) if isinstance(name, str) else None
    if found is None:
        raise refuse(
            "CC-GEO-07", f"{shown(name)} is no formation.", f"Choose among: {', '.join(FORMATIONS)}."
        )
    return found


def _number(value: object, what: str, rule: str) -> float:
    # What is no number at all (NaN) is not below the limit either.
    if type(value) is float and -FARTHEST <= value <= FARTHEST:
        return value
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= FARTHEST:
        _refuse(rule, f"No number of inches or degrees that a table has is given for: {what}.")
    return float(value)


def _point(value: object, what: str, rule: str) -> Point:
    if not isinstance(value, list | tuple) or len(value) != 2:
        _refuse(rule, f"{shown(value)} is no place ({what}).")
    return (_number(value[0], what, rule), _number(value[1], what, rule))


def _points(value: object, count: int, rule: str) -> Models:
    if not isinstance(value, list | tuple):
        _refuse(rule, f"{shown(value)} is no list of places.")
    if len(value) != count:
        _refuse(rule, f"{len(value)} places are given for {count} models.")
    return tuple([_point(one, f"model {number}", rule) for number, one in enumerate(value, 1)])


def _paths(value: object, count: int, rule: str) -> tuple[Path, ...]:
    if not isinstance(value, list | tuple):
        _refuse(rule, f"{shown(value)} is no list of paths.")
    if len(value) != count:
        _refuse(rule, f"{len(value)} paths are given for {count} models.")
    paths: list[Path] = []
    for number, one in enumerate(value, 1):
        if not isinstance(one, list | tuple) or not 1 <= len(one) <= MOST_CORNERS:
            _refuse(rule, f"The path of model {number} is no list of 1 to {MOST_CORNERS} places.")
        paths.append(tuple([_point(place, f"path of model {number}", rule) for place in one]))
    return tuple(paths)


def _facing(value: object, rule: str) -> Point:
    turn = radians(_number(value, "facing", rule))
    return (cos(turn), sin(turn))


def _truth(value: object, rule: str) -> bool:
    if not isinstance(value, bool):
        _refuse(rule, f"{shown(value)} is neither true nor false (form).")
    return value


def _edges(value: object, rule: str) -> tuple[str, ...]:
    edges = [value] if isinstance(value, str) else value
    if not isinstance(edges, list | tuple) or not edges or not all(one in EDGES for one in edges):
        raise refuse(
            "CC-GEO-30", f"{shown(value)} is no edge of the table.", f"Name one of: {', '.join(EDGES)}."
        )
    return tuple(dict.fromkeys(edges))
