"""Battles for the tests of missions: nobody asks about Story Points, features lie where the tests say."""

from __future__ import annotations

from typing import Any

from sandtable.books.forgotten_ruin.state import Battle, Enemy, Mission, Objective, Soldier, Stock
from sandtable.table.terrain import Piece, box_outline
from tests.books.forgotten_ruin.stage import battle


def wood(id: str, x: float, y: float, size: float = 4.0) -> Piece:
    """A square wood around a point."""
    half = size / 2
    return Piece(
        id, "wood", box_outline(x - half, y - half, x + half, y + half), traits=("area", "difficult")
    )


def mission(*figures: Soldier | Enemy, objectives: tuple[Objective, ...] = (), **facts: Any) -> Battle:
    """A mission without Story Points; fields of `Mission` may be given by name."""
    about = {name: facts.pop(name) for name in list(facts) if name in Mission.__struct_fields__}
    facts.setdefault("stock", Stock(story_points=0))
    made = battle(*figures, mission=Mission(**about), **facts)
    made.objectives = {one.id: one for one in objectives}
    return made
