"""Answers about moves as people and programs give them, read with care."""

from __future__ import annotations

from typing import Any

import msgspec

from sandtable.binding.plotting import HOLD, MOST_CORNERS, PlotReader, point_in
from sandtable.books.forgotten_ruin.state import Edge
from sandtable.kernel.decision import Answer, shown
from sandtable.table.measure import Point

EDGES: tuple[Edge, ...] = ("north", "east", "south", "west")
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
    reader = PlotReader(rule, FORMS)
    said = reader.fields(answer, KEYS, "move")
    leave, fight = said.get("leave"), said.get("fight", "")
    if leave is not None and leave not in EDGES:
        reader.refuse(f"{shown(leave)} is no edge.")
    if not isinstance(fight, str):
        reader.refuse(f"{shown(fight)} is no figure.")
    for key in ("climb", "drop", "leap"):
        if not isinstance(said.get(key, False), bool):
            reader.refuse(f"{key} is neither true nor false.")
    return Plot(
        to=_place(_only(said["models"], "models does not give one place.", reader), reader)
        if "models" in said
        else None,
        path=_path(said["paths"], reader) if "paths" in said else (),
        towards=_place(said["towards"], reader) if "towards" in said else None,
        leave=leave,
        fight=fight,
        climb=said.get("climb"),
        willing=frozenset(key for key in ("climb", "drop", "leap") if said.get(key)),
    )


def _only(given: Any, else_: str, reader: PlotReader) -> Any:
    """What a list holds that holds one thing."""
    if not isinstance(given, list | tuple) or len(given) != 1:
        reader.refuse(else_)
    return given[0]


def _path(given: Any, reader: PlotReader) -> tuple[Point, ...]:
    points = _only(given, "paths does not give one path.", reader)
    if not isinstance(points, list | tuple) or not 1 <= len(points) <= MOST_CORNERS:
        reader.refuse(f"A path has one to {MOST_CORNERS} points.")
    return tuple(_place(one, reader) for one in points)


def _place(given: Any, reader: PlotReader) -> Point:
    at = point_in(given)
    if at is None:
        reader.refuse(f"{shown(given)} is no place.")
    return at
