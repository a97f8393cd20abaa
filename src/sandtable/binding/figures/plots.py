"""Answers about the move of one figure as people and programs give them, read with care."""

from __future__ import annotations

import msgspec

from sandtable.binding.plotting import HOLD, PlotReader
from sandtable.kernel.decision import Answer, shown
from sandtable.table.edges import EDGES, Edge
from sandtable.table.measure import Point

DARING = ("climb", "drop", "leap")
"""What a figure does only where its player says so."""
KEYS = ("models", "paths", "towards", "leave", "fight", *DARING)
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
    """What an answer for one figure says; anything that is no such answer is refused."""
    if answer == HOLD:
        return Plot()
    reader = PlotReader(rule, FORMS)
    said = reader.fields(answer, KEYS, "move")
    leave, fight = said.get("leave"), said.get("fight", "")
    if leave is not None and leave not in EDGES:
        reader.refuse(f"{shown(leave)} is no edge.")
    if not isinstance(fight, str):
        reader.refuse(f"{shown(fight)} is no figure.")
    for key in DARING:
        reader.truth(said.get(key, False), key)
    return Plot(
        to=reader.points(said["models"], 1)[0] if "models" in said else None,
        path=reader.paths(said["paths"], 1)[0] if "paths" in said else (),
        towards=reader.point(said["towards"], "towards") if "towards" in said else None,
        leave=leave,
        fight=fight,
        climb=said.get("climb"),
        willing=frozenset(key for key in DARING if said.get(key)),
    )
