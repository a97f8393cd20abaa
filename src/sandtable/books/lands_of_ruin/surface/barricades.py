"""Barricades that a role may place in its section before the game."""

from __future__ import annotations

from functools import partial

from sandtable.binding.places.piece_planner import Gaps, PiecePlanner
from sandtable.books.lands_of_ruin.state import Battle, Seat
from sandtable.books.lands_of_ruin.state.cards import RADIUS
from sandtable.books.lands_of_ruin.surface.measuring import everybody, section_at
from sandtable.books.lands_of_ruin.tables.places import map_of, section_edges, terrain_types
from sandtable.kernel import Measuring, Place, Play, Refusal, rule
from sandtable.table import Ground, Point
from sandtable.table.generator import Feature, Template, laid, why_not_fit
from sandtable.table.shapes import is_inside
from sandtable.table.terrain import area_of

KIND, WIDE, DEEP, DIGITS = "barricade", 4.0, 0.4, 3
"""LR-SCN-12: inches; and so exactly its corners are written."""


def _laid(number: int, at: Point, turn: float) -> Feature:
    row = terrain_types()[KIND]
    template = Template(KIND, ((0.0, 0.0, WIDE, DEEP),), row.traits, row.height)
    return laid(template, f"{KIND}_{number}", at, turn, DIGITS)


@rule("LR-SCN-12")
def _why_not(state: Battle, section: int, feature: Feature) -> Refusal | None:
    """Wholly in the section, on free ground."""
    (piece,) = feature
    edges = section_edges(map_of(state.map).sections[section - 1])
    if not all(is_inside(x, y, edges) for x, y in piece.outline):
        return Refusal("LR-SCN-12", "That is not wholly in the section.", "Stay in the section.")
    ground, area = state.ground, area_of(piece)
    fault = why_not_fit(ground.width, ground.depth, ground.areas, piece, 0.0, 0.0)
    if fault is not None or any(area.distance(*one.at) < RADIUS for one in everybody(state)):
        return Refusal("LR-SCN-12", "Something is there already.", "Choose free ground.")
    return None


@rule("LR-SCN-12")
async def place(play: Play[Battle], seat: Seat, section: int, number: int) -> None:
    """The player lays one down and turns it as it likes."""
    state = play.state
    planner = PiecePlanner(
        "LR-SCN-12", state.ground, partial(_laid, number), partial(_why_not, state, section),
        Gaps(0.0, 0.0, 180), "LR-SCN-12",
    )  # fmt: skip
    if planner.first() is None:
        return
    prompt = f"Where does barricade {number} stand?"
    form, facts = Measuring("", 1, WIDE / 2), {"section": section}
    (piece,) = await play.ask(Place(seat, "place barricade", prompt, ("LR-SCN-12",), planner, form, facts))
    ground = state.ground
    state.ground = Ground(ground.width, ground.depth, (*ground.pieces, piece))
    middle = piece.centre
    play.tell("barricade placed", "LR-SCN-12", seat=seat, at=middle, section=section_at(state, middle))
