"""On my table: the player moves real miniatures and tells the program what the table shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, Literal

from sandtable.binding.rulings import Given, RulingRow, read_words
from sandtable.books.forgotten_ruin.chapters.movement.footing import footing_of
from sandtable.books.forgotten_ruin.chapters.principles.conventions import TOLERANCE, gap, place, remove
from sandtable.books.forgotten_ruin.chapters.squad.characters import change_aspect
from sandtable.books.forgotten_ruin.chapters.story_points.uses import make_harder
from sandtable.books.forgotten_ruin.chapters.terrain import level_at
from sandtable.books.forgotten_ruin.data import read_data
from sandtable.books.forgotten_ruin.missions.victory import BattleOver, close
from sandtable.books.forgotten_ruin.naming import called
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Figure, Soldier, Whereabouts
from sandtable.kernel import Play, Refused, refuse, rule
from sandtable.kernel.arithmetic import hypot
from sandtable.kernel.book import Needs, Ruling
from sandtable.kernel.form import Correction
from sandtable.table import Point
from sandtable.table.figures.footing import Footing
from sandtable.table.figures.room import nearest_free
from sandtable.table.layout import with_pieces_again, with_pieces_moved
from sandtable.table.shapes import box_of
from sandtable.table.terrain import Ground, Piece

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
    figures: dict[str, Soldier | Enemy] = {**state.soldiers, **state.enemies}
    return Given(facts).named("figure", figures, "FR-PRN-07")


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
        # A figure that is back on the table has something left.
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
    own, to = _piece(play.state, Given(facts)), _place(play.state, Given(facts))
    lay(play.state, own[0].id, _moved(play.state.ground, own, to))
    play.tell("terrain moves", "FR-TER-01", "FR-PRN-09", piece=own[0].id, at=to)


async def like_piece_lies_at(play: Play[Battle], seat: str, facts: dict[str, Any]) -> None:
    """One more piece of terrain like this lies on the real table: {"piece": "T3", "at": [x, y]}."""
    own, to = _piece(play.state, Given(facts)), _place(play.state, Given(facts))
    fuller, copies = with_pieces_again(play.state.ground, own)
    id = copies[0].id
    lay(play.state, id, _moved(fuller, copies, to))
    play.tell("terrain added", "FR-TER-01", "FR-PRN-09", piece=id, at=to)


async def piece_is_missing(play: Play[Battle], seat: str, facts: dict[str, Any]) -> None:
    """A piece of terrain does not lie on the real table: {"piece": "T3"}."""
    state = play.state
    own, ground = _piece(state, Given(facts)), state.ground
    if any(own[0].id in one.features for one in state.objectives.values()):
        raise refuse("FR-OBJ-01", f"An Objective is about {own[0].id}.", "Lay something there instead.")
    lay(state, "", Ground(ground.width, ground.depth, tuple(one for one in ground.pieces if one not in own)))
    play.tell("terrain taken away", "FR-TER-01", "FR-PRN-09", piece=own[0].id)


def _piece(state: Battle, given: Given) -> list[Piece]:
    """The piece that is meant, then whatever belongs to it."""
    pieces = {one.id: one for one in state.ground.pieces if "opening" not in one.traits}
    piece = given.named("piece", pieces, "FR-TER-01")
    return [piece, *(one for one in state.ground.pieces if one.id.startswith(f"{piece.id} "))]


def _moved(ground: Ground, own: Sequence[Piece], to: Point) -> Ground:
    x, y = own[0].centre
    return with_pieces_moved(ground, [one.id for one in own], (to[0] - x, to[1] - y))


def lay(state: Battle, id: str, ground: Ground) -> None:
    """From now on this is the ground, unless a piece that was laid lies over an edge or on somebody."""
    west, south, east, north = box_of(ground.piece(id).outline) if id else (0.0, 0.0, 0.0, 0.0)
    if min(west, south, ground.width - east, ground.depth - north) < -TOLERANCE:
        raise refuse("FR-TER-01", f"{id} would lie over an edge.", "Give the place of its middle.")
    before = standing(state)
    state.ground = ground
    for one in state.figures_on_table():
        one.elevation = level_at(state, one.at)
    if under := who_is_under(before, standing(state)):
        reason = f"{called(state, under)} stands where {id} would lie."
        raise refuse("FR-TER-01", reason, f"Say first where {called(state, under)} stands.")
    state.set_right += 1


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
    "like piece lies at": like_piece_lies_at,
    "piece is missing": piece_is_missing,
    "marker lies at": marker_lies_at,
    "aggression is": aggression_is,
    "harder": make_harder,
    "aspect": change_aspect,
    "objective is": objective_is,
    "battle is over": battle_is_over,
}
"""What a player who plays on a real table may tell the program."""


ruling_rows = read_data.later("rulings.yaml", tuple[RulingRow, ...])
"""The same as rows of data, for a player who points at the table or says it in words."""


def corrections() -> tuple[Correction, ...]:
    """The same as forms."""
    return tuple(one.correction() for one in ruling_rows())


# ---- in words -----------------------------------------------------------------------------------


def read_correction(state: Battle, said: str) -> tuple[str, dict[str, Any]]:
    """A correction in a few words: "S1 at 10.5,6"."""
    stated = _of_objective(state, said) or read_words(ruling_rows(), _things(state), said)
    if stated is None:
        known = "; ".join(one.said for one in ruling_rows() if one.said)
        raise refuse("", f'"{said}" is not understood.', f"Say it like {known}.")
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
    ready = read_data("needs.yaml", list[str])
    if markers:
        ready.append(f"tokens for what lies on the table: {markers} (see the map)")
    if not state.mission.kind.startswith("exercise"):
        ready.append("something to count Aggression with, up to 10 (FR-AGG-05)")
    return Needs(tuple(ready), state.edge)


# ---- where a figure stands on a real table -------------------------------------------------------

OUT_OF_CONTACT = 0.1
"""How far a figure is set off an opponent on whom it would stand; contact comes from moves alone; ours."""


@rule("FR-MOV-34", "FR-PRN-09")
def place_for(state: Battle, figure: Soldier | Enemy, told: Point) -> tuple[Point, float]:
    """The place and height of a figure that stands there, or as little beside it as it needs to stand."""
    at = _beside_others(state, figure, _on_the_table(state, figure, told))
    elevation = level_at(state, at)
    footing = footing_of(state, figure, may_contact=bool(_opponents(state, figure)))
    if not footing.can_end(at, elevation):
        spot = nearest_free(footing, at, elevation)
        if spot is None or hypot(spot[0] - told[0], spot[1] - told[1]) > figure.radius + OUT_OF_CONTACT:
            raise _what_is_there(state, footing, at, elevation)
        at = spot
    # A monster makes its way through its own mob, but stands on nobody.
    if other := next((one for one in _others(state, figure, elevation) if _overlap(figure, at, one)), None):
        raise _somebody_is_there(state, other)
    return at, elevation


Standing = dict[str, tuple[bool, float]]
"""Of every figure on the table whether terrain lets it stand, and how high."""


def standing(state: Battle) -> Standing:
    """How every figure stands."""
    return {
        one.id: (footing_of(state, one).what_is_at(one.at, one.elevation) is None, one.elevation)
        for one in state.figures_on_table()
    }


@rule("FR-TER-01")
def who_is_under(before: Standing, now: Standing) -> str:
    """The first figure on which a piece of terrain that was moved would lie; "" where there is none."""
    for id, (stands, height) in before.items():
        stands_now, height_now = now[id]
        if (stands and not stands_now) or height_now > height:
            return id
    return ""


def _on_the_table(state: Battle, figure: Figure, at: Point) -> Point:
    """Whose middle is on the table stands wholly on it."""
    r = figure.radius
    return (min(max(at[0], r), state.ground.width - r), min(max(at[1], r), state.ground.depth - r))


def _beside_others(state: Battle, figure: Figure, at: Point) -> Point:
    """Nobody stands on somebody else; a slip of the ruler sets a figure beside its neighbour."""
    fights = _opponents(state, figure)
    for other in _others(state, figure, level_at(state, at)):
        if not _overlap(figure, at, other):
            continue
        apart = figure.radius + other.radius
        dx, dy = at[0] - other.at[0], at[1] - other.at[1]
        far = hypot(dx, dy)
        if far < apart / 2:
            raise _somebody_is_there(state, other)
        keeps_apart = other.side != figure.side and other.id not in fights
        least = apart + OUT_OF_CONTACT if keeps_apart else apart
        at = (other.at[0] + dx * least / far, other.at[1] + dy * least / far)
    return at


def _others(state: Battle, figure: Figure, elevation: float) -> list[Soldier | Enemy]:
    """Everybody else who stands at about the same height."""
    return [
        one
        for one in state.figures_on_table()
        if one.id != figure.id
        and not one.riding
        and abs(one.elevation - elevation) < min(one.height, figure.height)
    ]


def _overlap(figure: Figure, at: Point, other: Figure) -> bool:
    return hypot(at[0] - other.at[0], at[1] - other.at[1]) < figure.radius + other.radius - TOLERANCE


def _somebody_is_there(state: Battle, other: Figure) -> Refused:
    return refuse("FR-MOV-34", f"{called(state, other.id)} stands there.", "Measure again, or move that one.")


def _opponents(state: Battle, figure: Figure) -> set[str]:
    """Whom a figure fights already."""
    pairs = ((one.mover, one.other) for one in state.contacts if figure.id in (one.mover, one.other))
    return {id for pair in pairs for id in pair if id != figure.id}


def _what_is_there(state: Battle, footing: Footing, at: Point, elevation: float) -> Refused:
    stop, disc = footing.what_is_at(at, elevation), footing.who_is_at(at, elevation)
    if stop is not None and stop.id:
        piece = next((one for one in state.ground.pieces if one.id == stop.id), None)
        reason = "A wall is there." if piece is None else f"The {piece.kind} {stop.id} is there."
        return refuse("FR-MOV-34", reason, "Measure again, or say first where that lies.")
    if disc is not None:
        return _somebody_is_there(state, state.figure(disc.id))
    return refuse("FR-MOV-34", "There is no room for its base.", "Measure again.")
