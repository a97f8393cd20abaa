"""On my table: the player moves real miniatures and tells the program what the table shows."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from typing import Any, Literal

import msgspec

from sandtable.binding.rulings import Given, RulingRow, read_words
from sandtable.books.forgotten_ruin.chapters.principles.conventions import TOLERANCE, gap, place, remove
from sandtable.books.forgotten_ruin.chapters.squad.characters import change_aspect
from sandtable.books.forgotten_ruin.chapters.story_points.uses import make_harder
from sandtable.books.forgotten_ruin.chapters.terrain import level_at
from sandtable.books.forgotten_ruin.data import read_data
from sandtable.books.forgotten_ruin.missions.victory import BattleOver, close
from sandtable.books.forgotten_ruin.naming import called
from sandtable.books.forgotten_ruin.real_places import place_for, standing, who_is_under
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Soldier, Whereabouts
from sandtable.kernel.book import Needs, Ruling
from sandtable.kernel.citation import rule
from sandtable.kernel.form import Correction
from sandtable.kernel.play import Play
from sandtable.kernel.refusal import refuse
from sandtable.table.measure import Point
from sandtable.table.terrain import Ground

MOST_STUN = 3
"""FR-CON-01."""
WAYS_TO_GO: tuple[Whereabouts, ...] = ("casualty", "left", "fled", "withdrawn")
STATES: dict[Literal["open", "complete", "lost"], str] = {
    "open": "Objective",
    "complete": "Objective complete",
    "lost": "Objective lost",
}
"""How an Objective may stand, and what is told then."""
COUNTED = "FR-PRN-24"
"""The rule of whole numbers."""
MOST_POINTS = 99
MARKS = ("stun", "luck", "points", "knocked_down")
"""What lies beside a figure, or what it does itself."""


# ---- reading ------------------------------------------------------------------------------------


def _figure(state: Battle, facts: Mapping[str, Any]) -> Soldier | Enemy:
    id = facts.get("figure")
    if not isinstance(id, str) or (id not in state.soldiers and id not in state.enemies):
        named = ", ".join(one.id for one in state.figures_on_table())
        raise refuse("FR-PRN-07", f"There is no figure {id!r}.", f"Name one of: {named}.")
    return state.figure(id)


def _place(state: Battle, given: Given) -> Point:
    return given.place(state.ground, "FR-PRN-10", "FR-MOV-34")


# ---- figures ------------------------------------------------------------------------------------


@rule("FR-PRN-09", "FR-PRN-28")
async def stands_at(play: Play[Battle], seat: str, facts: dict[str, Any]) -> None:
    """A figure stands elsewhere than the program thinks, or is back: {"figure": "S1", "at": [x, y]}."""
    state = play.state
    figure = _figure(state, facts)
    if figure.riding:
        mount = called(state, figure.riding)
        raise refuse("FR-TRF-13", f"{figure.name} rides {mount}.", f"Say where {mount} stands.")
    at, elevation = place_for(state, figure, _place(state, Given(facts)))
    if isinstance(figure, Enemy) and figure.starting_points:
        # Whoever is back on the table has something left.
        figure.monster_points = max(1, figure.monster_points)
    place(play, figure, at, "FR-PRN-09", "FR-PRN-28", elevation=elevation)
    for rider in (one for one in state.soldiers.values() if one.riding == figure.id):
        rider.at, rider.elevation = figure.at, figure.elevation
    state.contacts = tuple(
        one
        for one in state.contacts
        if one.across or gap(state.figure(one.mover), state.figure(one.other)) <= TOLERANCE
    )
    state.set_right += 1


async def is_in_state(play: Play[Battle], seat: str, facts: dict[str, Any]) -> None:
    """Markers on a figure: {"figure": "S1", "stun": 1, "knocked_down": false, "luck": 1, "points": 3}."""
    figure, given = _figure(play.state, facts), Given(facts)
    told = {name: facts[name] for name in MARKS if name in facts}
    if not told:
        raise refuse("FR-CON-06", f"Nothing is said of {figure.name}.", f"Say one of: {', '.join(MARKS)}.")
    if not figure.on_table:
        raise refuse("FR-CON-06", f"{figure.name} is not on the table.", "Say first where it stands.")
    if "stun" in told or "luck" in told:
        if not isinstance(figure, Soldier):
            raise refuse("FR-CON-05", f"{figure.name} is no soldier.", "Only soldiers have Stun and Luck.")
        figure.stun = given.number("stun", MOST_STUN, COUNTED) if "stun" in facts else figure.stun
        figure.luck = given.number("luck", MOST_POINTS, COUNTED) if "luck" in facts else figure.luck
    if "points" in told:
        if not isinstance(figure, Enemy) or not figure.starting_points:
            raise refuse("FR-BIG-08", f"{figure.name} has no Monster Points.", "Name a figure that has some.")
        figure.monster_points = max(1, given.number("points", figure.starting_points, COUNTED))
    if "knocked_down" in told:
        figure.knocked_down = given.truth("knocked_down", "FR-CON-06")
    play.tell("figure set right", "FR-CON-06", "FR-CON-01", figure=figure.id, **told)


async def is_gone(play: Play[Battle], seat: str, facts: dict[str, Any]) -> None:
    """A figure has left the real table: {"figure": "M1.2", "how": "casualty"}."""
    figure = _figure(play.state, facts)
    how = Given(facts).one_of("how", WAYS_TO_GO, "way to go", "FR-HIT-03")
    if not figure.on_table:
        raise refuse("FR-HIT-03", f"{figure.name} is not on the table.", "Name a figure that stands on it.")
    with suppress(BattleOver):
        # What is asked at the moment is answered all the same; then the battle is over.
        await remove(play, figure, how, "FR-HIT-03", means="ruling")
    play.state.set_right += 1


# ---- the rest of the table ----------------------------------------------------------------------


async def piece_lies_at(play: Play[Battle], seat: str, facts: dict[str, Any]) -> None:
    """The middle of a piece of terrain lies elsewhere on the real table: {"piece": "T3", "at": [x, y]}."""
    state, given = play.state, Given(facts)
    pieces = {one.id: one for one in state.ground.pieces if "opening" not in one.traits}
    piece = given.named("piece", pieces, "FR-TER-01")
    id, (x, y) = piece.id, _place(state, given)
    dx, dy = x - piece.centre[0], y - piece.centre[1]
    moved = tuple(
        msgspec.structs.replace(one, outline=tuple((u + dx, v + dy) for u, v in one.outline))
        if one.id == id or one.id.startswith(f"{id} ")
        else one
        for one in state.ground.pieces
    )
    outlines = [point for one in moved if one.id == id for point in one.outline]
    width, depth = state.ground.width, state.ground.depth
    if not all(
        -TOLERANCE <= u <= width + TOLERANCE and -TOLERANCE <= v <= depth + TOLERANCE for u, v in outlines
    ):
        raise refuse("FR-TER-01", f"{id} would lie over an edge.", "Give the place of its middle.")
    before = standing(state)
    state.ground = Ground(width, depth, moved)
    for one in state.figures_on_table():
        one.elevation = level_at(state, one.at)
    if under := who_is_under(before, standing(state)):
        reason = f"{called(state, under)} stands where {id} would lie."
        raise refuse("FR-TER-01", reason, f"Say first where {called(state, under)} stands.")
    state.set_right += 1
    play.tell("terrain moves", "FR-TER-01", "FR-PRN-09", piece=id, at=(x, y))


async def marker_lies_at(play: Play[Battle], seat: str, facts: dict[str, Any]) -> None:
    """A marker lies elsewhere, or has been taken away: {"marker": "I1", "at": [x, y]} or {"gone": true}."""
    state, given = play.state, Given(facts)
    marker = given.named("marker", state.markers, "FR-INV-01")
    if facts.get("gone") is True:
        marker.gone = True
    else:
        marker.at, marker.gone = _place(state, given), False
    play.tell("marker set right", "FR-INV-01", "FR-PRN-09", marker=marker.id, at=marker.at, gone=marker.gone)


async def aggression_is(play: Play[Battle], seat: str, facts: dict[str, Any]) -> None:
    """The Aggression score as it is counted beside the table: {"points": 4}."""
    play.state.aggression = Given(facts).number("points", MOST_POINTS, COUNTED)
    play.tell("Aggression set right", "FR-AGG-01", score=play.state.aggression)


async def objective_is(play: Play[Battle], seat: str, facts: dict[str, Any]) -> None:
    """An Objective as the players see it: {"objective": "O1", "state": "complete"}."""
    state, given = play.state, Given(facts)
    objective = given.named("objective", state.objectives, "FR-OBJ-01")
    wanted = given.one_of("state", STATES, "state", "FR-OBJ-01")
    objective.state = wanted
    objective.completed_in = state.round if wanted == "complete" else 0
    play.tell(STATES[wanted], "FR-OBJ-01", "FR-PRN-09", objective=objective.id, type=objective.type)


async def battle_is_over(play: Play[Battle], seat: str, facts: dict[str, Any]) -> None:
    """The players stop here: {"why": "it is late"}; who has won is as it stands."""
    why = facts.get("why")
    if not isinstance(why, str) or not why.strip():
        raise refuse("FR-RND-26", "No reason is given.", "Say why the battle ends.")
    close(play, why.strip()[:80], "FR-RND-26")


RULINGS: Mapping[str, Ruling] = {
    "stands at": stands_at,
    "is in state": is_in_state,
    "is gone": is_gone,
    "piece lies at": piece_lies_at,
    "marker lies at": marker_lies_at,
    "aggression is": aggression_is,
    "harder": make_harder,
    "aspect": change_aspect,
    "objective is": objective_is,
    "battle is over": battle_is_over,
}
"""What a player who plays on a real table may tell the program."""


@cache
def ruling_rows() -> tuple[RulingRow, ...]:
    """The same as rows of data, for whoever points at the table or says it in words."""
    return read_data("rulings.yaml", tuple[RulingRow, ...])


def corrections() -> tuple[Correction, ...]:
    """The same as forms."""
    return tuple(one.correction() for one in ruling_rows())


# ---- in words -----------------------------------------------------------------------------------

WORDS = (
    "S1 at 10.5,6",
    "S1 stun 1",
    "S1 down",
    "S1 up",
    "M1.2 gone casualty",
    "B1 points 3",
    "T3 at 12,14",
    "aggression 4",
    "O1 complete",
    "over it is late",
)
"""How corrections are said."""


def read_correction(state: Battle, said: str) -> tuple[str, dict[str, Any]]:
    """A correction in a few words: "S1 at 10.5,6"."""
    stated = _of_objective(state, said) or read_words(ruling_rows(), _things(state), said)
    if stated is None:
        raise refuse("", f'"{said}" is not understood.', "Say it like " + "; ".join(WORDS) + ".")
    return stated


def _things(state: Battle) -> dict[str, tuple[str, str]]:
    """Everything on the table by its id and by what players call it."""
    figures = [*state.soldiers, *state.enemies]
    names = {called(state, id).casefold(): ("figure", id) for id in figures}
    pieces = {one.id.casefold(): ("piece", one.id) for one in state.ground.pieces}
    markers = {id.casefold(): ("marker", id) for id in state.markers}
    return {**names, **pieces, **markers, **{id.casefold(): ("figure", id) for id in figures}}


def _of_objective(state: Battle, said: str) -> tuple[str, dict[str, Any]] | None:
    """What is said of an Objective: "O1 complete"."""
    known = {id.casefold(): id for id in state.objectives}
    id, word = (*said.casefold().split()[:2], "", "")[:2]
    is_stated = id in known and word in STATES
    return ("objective is", {"objective": known[id], "state": word}) if is_stated else None


def needs_of(state: Battle) -> Needs:
    """What lies ready beside a real table."""
    markers = sum(not one.gone for one in state.markers.values())
    ready = [
        "a ruler or tape, and something to mark a bearing with",
        "six-sided dice, one for each soldier and a few more; two ten-sided dice for tables (FR-PRN-16)",
        "a token for each soldier who has acted, and one for each who holds (FR-RND-14)",
        "Stun markers, three for each soldier at most (FR-CON-01); who is Knocked Down lies down (FR-CON-06)",
    ]
    if markers:
        ready.append(f"tokens for what lies on the table: {markers} (see the map)")
    if not state.mission.kind.startswith("exercise"):
        ready.append("something to count Aggression with, up to 10 (FR-AGG-05)")
    return Needs(tuple(ready), state.edge)
