"""Plotted moves of Groups as people and programs give them: formations, places, paths and exits."""

from __future__ import annotations

from math import radians
from typing import Any

import msgspec

from sandtable.binding.plotting import HOLD, PlotReader
from sandtable.books.companies_and_captains.state import Group
from sandtable.kernel.arithmetic import cos, sin
from sandtable.kernel.decision import Answer, Measuring, shown
from sandtable.kernel.refusal import refuse
from sandtable.table.measure import Models, Point
from sandtable.table.units.formations import Formation
from sandtable.table.units.going import Path

EDGES = ("north", "east", "south", "west")
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
    reader = PlotReader(rule, FORMS)
    said = reader.fields(answer, KEYS, "plotted move")
    given = [key for key in ("formation", "models", "paths", "exit") if key in said]
    if len(given) != 1 and not (not given and "form" in said):
        reader.refuse(f"Not one of formation, models, paths and exit is given but {len(given)}.")
    return Plot(
        formation=_formation(said),
        at=reader.point(said["at"], "at") if "at" in said else None,
        facing=_facing(reader.number(said["facing"], "facing")) if "facing" in said else None,
        models=reader.points(said["models"], count) if "models" in said else None,
        paths=reader.paths(said["paths"], count) if "paths" in said else None,
        form=reader.truth(said["form"], "form") if "form" in said else None,
        exit=_edges(said["exit"]) if "exit" in said else (),
    )


def _formation(said: dict[str, Any]) -> Formation | None:
    if "formation" not in said:
        return None if any(key in said for key in ("models", "paths", "exit")) else Formation.AS_THEY_STAND
    name = said["formation"]
    found = FORMATIONS.get(name) if isinstance(name, str) else None
    if found is None:
        raise refuse(
            "CC-GEO-07", f"{shown(name)} is no formation.", f"Choose among: {', '.join(FORMATIONS)}."
        )
    return found


def _facing(degrees: float) -> Point:
    return (cos(radians(degrees)), sin(radians(degrees)))


def _edges(value: object) -> tuple[str, ...]:
    edges = [value] if isinstance(value, str) else value
    if not isinstance(edges, list | tuple) or not edges or not all(one in EDGES for one in edges):
        raise refuse(
            "CC-GEO-30", f"{shown(value)} is no edge of the table.", f"Name one of: {', '.join(EDGES)}."
        )
    return tuple(dict.fromkeys(edges))
