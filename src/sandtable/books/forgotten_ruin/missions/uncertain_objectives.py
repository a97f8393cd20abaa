"""Uncertain Objectives: a Special Mission in which the places of Objectives move."""

from __future__ import annotations

from sandtable.binding.choosing import choose_if_several
from sandtable.books.forgotten_ruin.chapters.movement.footing import footing_of, nearest_standable, stand_at
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
from sandtable.books.forgotten_ruin.state import Battle, Objective
from sandtable.kernel import Play, rule
from sandtable.table import Piece, Point
from sandtable.table.layout import free_share, openings_of, with_pieces_moved

CONDITION = "Uncertain Objectives"
DRIFT = 6.0
"""How far an uncertain Objective moves (FR-SPM-16)."""


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
    topic, prompt, rules = (
        "choose objective to roll again",
        "Which Objective is rolled again?",
        ("FR-SPM-17",),
    )
    seat = state.seats[0]
    chosen = await choose_if_several(
        play, seat, topic, prompt, rules, opened, lambda one: f"Roll again for {one.type}"
    )
    rows, table = objective_table(state)
    while not TASKS[chosen.type].is_tied_to_a_place:
        row = await roll_type(play, rows, table)
        chosen.type = row.result
        play.tell("Objective replaced", "FR-SPM-17", row.rule, objective=chosen.id, type=chosen.type)


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
    own = [piece, *openings_of(state.ground, piece, TOLERANCE)]
    share = free_share(state.ground, own, (x, y))
    by = (x * share, y * share)
    play.tell("Objective moves", "FR-SPM-16", objective=objective.id, feature=feature, by=by, bearing=degrees)
    _move_feature(play, own, by)


def _move_feature(play: Play[Battle], own: list[Piece], by: Point) -> None:
    """The feature moves with its openings, figures that stand in it go along, and others are pushed aside."""
    state, piece = play.state, own[0]
    area = next(one for one in state.ground.areas if one.id == piece.id)
    along = [one for one in state.figures_on_table() if area.distance(*one.at) < one.radius - TOLERANCE]
    before = {one.id: one.at for one in state.figures_on_table()}
    state.ground = with_pieces_moved(state.ground, [one.id for one in own], by)
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
    for figure in state.figures_on_table():
        if figure.at != before[figure.id]:
            play.tell("figure shifted", "FR-SPM-16", figure=figure.id, at=figure.at)
