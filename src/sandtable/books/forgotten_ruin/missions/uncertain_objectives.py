"""Uncertain Objectives: a Special Mission in which the places of Objectives move."""

from __future__ import annotations

import msgspec
import shapely

from sandtable.books.forgotten_ruin.chapters.movement.footing import footing_of
from sandtable.books.forgotten_ruin.chapters.movement.standing import nearest_standable, stand_at
from sandtable.books.forgotten_ruin.chapters.principles.conventions import (
    TOLERANCE,
    bearing,
    inches,
    pick_at_random,
    towards,
)
from sandtable.books.forgotten_ruin.missions.ending import at_end_of_round
from sandtable.books.forgotten_ruin.missions.objectives.every import TASKS
from sandtable.books.forgotten_ruin.missions.requirements import (
    objective_table,
    open_objectives,
    roll_type,
)
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Objective, Soldier
from sandtable.kernel.citation import rule
from sandtable.kernel.decision import Candidate, ChooseOne
from sandtable.kernel.play import Play
from sandtable.table.measure import Models, Point
from sandtable.table.shapes import box_of, edges_of, outlines_distance
from sandtable.table.terrain import Ground, Piece

CONDITION = "Uncertain Objectives"
DRIFT = 6.0
"""How far an uncertain Objective moves (FR-SPM-16)."""
STEPS = 24
"""In how many steps of its way a feature is looked at for what stops it; ours."""
A_HAIR = 1e-6
"""Features that overlap by less do not meet."""


def _movable(state: Battle) -> list[Objective]:
    return [
        one
        for one in open_objectives(state)
        if TASKS[one.type].is_tied_to_a_place and TASKS[one.type].waiting_features(one)
    ]


@rule("FR-SPM-17")
async def ensure_movable(play: Play[Battle]) -> None:
    """At least one Objective must be tied to a place; else one is rolled again, in its place, until it is."""
    state = play.state
    opened = open_objectives(state)
    if not opened or any(TASKS[one.type].is_tied_to_a_place for one in opened):
        return
    chosen = opened[0] if len(opened) == 1 else await _which_again(play, opened)
    rows, table = objective_table(state)
    while not TASKS[chosen.type].is_tied_to_a_place:
        row = await roll_type(play, rows, table)
        chosen.type = row.result
        play.tell("Objective replaced", "FR-SPM-17", row.rule, objective=chosen.id, type=chosen.type)


async def _which_again(play: Play[Battle], opened: list[Objective]) -> Objective:
    def candidates() -> list[Candidate]:
        return [
            Candidate(one.id, f"Roll again for {one.type}", one, rules=("FR-SPM-17",), about=(one.id,))
            for one in opened
        ]

    chosen: Objective = await play.ask(
        ChooseOne(
            play.state.seats[0],
            "choose objective to roll again",
            "Which Objective is rolled again?",
            ("FR-SPM-17",),
            candidates,
        )
    )
    return chosen


@at_end_of_round(
    "an Objective moves",
    "FR-SPM-16",
    lambda state: state.mission.special_condition == CONDITION and bool(_movable(state)),
)
async def drift(play: Play[Battle]) -> None:
    """One uncompleted Objective with a place moves 6 inches in a random direction, its feature with it."""
    state = play.state
    objective = await pick_at_random(play, _movable(state), "objective", "FR-SPM-16")
    waiting = TASKS[objective.type].waiting_features(objective)
    feature = await pick_at_random(play, waiting, "feature", "FR-SPM-16")
    degrees = await bearing(play, "FR-SPM-16")
    piece = state.ground.piece(feature)
    x, y = towards(state, degrees, (0.0, 0.0), inches(state, DRIFT))
    share = _free_share(state, piece, (x, y))
    by = (x * share, y * share)
    play.tell("Objective moves", "FR-SPM-16", objective=objective.id, feature=feature, by=by, bearing=degrees)
    _move_feature(play, piece, by)


def _free_share(state: Battle, piece: Piece, by: Point) -> float:
    """How much of a way a feature goes until it meets an edge or another feature."""
    own = {piece.id, *(one.id for one in _openings_of(state, piece))}
    shape = shapely.Polygon(piece.outline)
    others = [shapely.Polygon(one.outline) for one in state.ground.pieces if one.id not in own]
    # What lies in the feature or over it from the start does not stop it.
    others = [one for one in others if shapely.intersection(shape, one).area <= A_HAIR]
    for step in range(1, STEPS + 1):
        outline = _shifted(piece.outline, by, step / STEPS)
        west, south, east, north = box_of(outline)
        if west < 0 or south < 0 or east > state.ground.width or north > state.ground.depth:
            return (step - 1) / STEPS
        moved = shapely.Polygon(outline)
        if any(shapely.intersection(moved, one).area > A_HAIR for one in others):
            return (step - 1) / STEPS
    return 1.0


def _shifted(outline: Models, by: Point, share: float = 1.0) -> Models:
    return tuple((x + by[0] * share, y + by[1] * share) for x, y in outline)


def _openings_of(state: Battle, piece: Piece) -> list[Piece]:
    """The doors and windows in the walls of a feature."""
    edges = edges_of(piece.outline)
    return [
        one
        for one in state.ground.pieces
        if "opening" in one.traits and outlines_distance(edges_of(one.outline), edges) <= TOLERANCE
    ]


def _move_feature(play: Play[Battle], piece: Piece, by: Point) -> None:
    """The feature moves with its openings, whoever stands in it goes along, and others are pushed aside."""
    state = play.state
    area = next(one for one in state.ground.areas if one.id == piece.id)
    along = [one for one in state.figures_on_table() if area.distance(*one.at) < one.radius - TOLERANCE]
    before = {one.id: one.at for one in state.figures_on_table()}
    own = {piece.id, *(one.id for one in _openings_of(state, piece))}
    pieces = tuple(
        msgspec.structs.replace(one, outline=_shifted(one.outline, by)) if one.id in own else one
        for one in state.ground.pieces
    )
    state.ground = Ground(state.ground.width, state.ground.depth, pieces)
    for figure in state.figures_on_table():
        stop = footing_of(state, figure).what_is_at(figure.at, figure.elevation)
        if stop is not None and stop.id == piece.id and figure not in along:
            figure.at, figure.elevation = nearest_standable(state, figure.at, figure), 0.0
    for figure in along:
        x = min(max(figure.at[0] + by[0], figure.radius), state.ground.width - figure.radius)
        y = min(max(figure.at[1] + by[1], figure.radius), state.ground.depth - figure.radius)
        on_top = figure.elevation > 0.0
        figure.at = (x, y)
        if not on_top:
            stand_at(state, figure, (x, y))
    _tell_of_the_shifted(play, before)


def _tell_of_the_shifted(play: Play[Battle], before: dict[str, Point]) -> None:
    figures: list[Soldier | Enemy] = play.state.figures_on_table()
    for figure in figures:
        if figure.at != before[figure.id]:
            play.tell("figure shifted", "FR-SPM-16", figure=figure.id, at=figure.at)
