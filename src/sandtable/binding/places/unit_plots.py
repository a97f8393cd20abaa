"""Plotted moves of units as people and programs give them: formations, places, paths and exits."""

from __future__ import annotations

from math import radians
from typing import Any, NamedTuple

import msgspec

from sandtable.binding.plotting import HOLD, PlotReader, written
from sandtable.kernel.arithmetic import cos, sin
from sandtable.kernel.decision import Answer, shown
from sandtable.kernel.refusal import refuse
from sandtable.table.edges import EDGES
from sandtable.table.measure import Models, Point
from sandtable.table.units.formations import Formation
from sandtable.table.units.going import Path

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
    """Take a formation that the book knows, if anything is said of it."""
    exit: tuple[str, ...] = ()
    """The edges over which the unit leaves."""


class PlotRules(NamedTuple):
    """The rules by which what is no formation and what is no edge are refused."""

    formations: str
    edges: str


def read_plot(answer: Answer, count: int, rule: str, rules: PlotRules) -> Plot:
    """What an answer for this many models says; anything that is no such answer is refused."""
    if answer == HOLD:
        return Plot(formation=Formation.AS_THEY_STAND)
    reader = PlotReader(rule, FORMS)
    said = reader.fields(answer, KEYS, "plotted move")
    given = [key for key in ("formation", "models", "paths", "exit") if key in said]
    if len(given) != 1 and not (not given and "form" in said):
        reader.refuse(f"Not one of formation, models, paths and exit is given but {len(given)}.")
    return Plot(
        formation=_formation(said, rules.formations),
        at=reader.point(said["at"], "at") if "at" in said else None,
        facing=_facing(reader.number(said["facing"], "facing")) if "facing" in said else None,
        models=reader.points(said["models"], count) if "models" in said else None,
        paths=reader.paths(said["paths"], count) if "paths" in said else None,
        form=reader.truth(said["form"], "form") if "form" in said else None,
        exit=_edges(said["exit"], rules.edges) if "exit" in said else (),
    )


def _formation(said: dict[str, Any], rule: str) -> Formation | None:
    if "formation" not in said:
        return None if any(key in said for key in ("models", "paths", "exit")) else Formation.AS_THEY_STAND
    name = said["formation"]
    found = FORMATIONS.get(name) if isinstance(name, str) else None
    if found is None:
        raise refuse(rule, f"{shown(name)} is no formation.", f"Choose among: {', '.join(FORMATIONS)}.")
    return found


def _facing(degrees: float) -> Point:
    return (cos(radians(degrees)), sin(radians(degrees)))


def _edges(value: object, rule: str) -> tuple[str, ...]:
    edges = [value] if isinstance(value, str) else value
    if not isinstance(edges, list | tuple) or not edges or not all(one in EDGES for one in edges):
        raise refuse(rule, f"{shown(value)} is no edge of the table.", f"Name one of: {', '.join(EDGES)}.")
    return tuple(dict.fromkeys(edges))


def plotted(formation: Formation, at: Point, **more: Any) -> dict[str, Any]:
    """The answer that forms a unit up about a place."""
    return {"formation": formation.value, "at": written(at), **more}
