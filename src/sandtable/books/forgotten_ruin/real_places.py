"""Where a figure stands on a real table: as it is told, or beside what a ruler may miss by half a base."""

from __future__ import annotations

from sandtable.books.forgotten_ruin.chapters.movement.footing import footing_of
from sandtable.books.forgotten_ruin.chapters.principles.conventions import TOLERANCE
from sandtable.books.forgotten_ruin.chapters.terrain import level_at
from sandtable.books.forgotten_ruin.naming import called
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Figure, Soldier
from sandtable.kernel.arithmetic import hypot
from sandtable.kernel.citation import rule
from sandtable.kernel.refusal import Refused, refuse
from sandtable.table.figures.footing import Footing
from sandtable.table.figures.room import nearest_free
from sandtable.table.measure import Point

OUT_OF_CONTACT = 0.1
"""How far a figure is set off an opponent on whom it would stand; contact comes from moves alone; ours."""


@rule("FR-MOV-34", "FR-PRN-09")
def place_for(state: Battle, figure: Soldier | Enemy, told: Point) -> tuple[Point, float]:
    """The place and height of a figure that stands there, or as little beside it as it needs to stand."""
    at = _beside_others(state, figure, _on_the_table(state, figure, told))
    elevation = level_at(state, at)
    footing = footing_of(state, figure, may_contact=_fights(state, figure))
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
    far = hypot(at[0] - other.at[0], at[1] - other.at[1])
    return far < figure.radius + other.radius - TOLERANCE


def _somebody_is_there(state: Battle, other: Figure) -> Refused:
    return refuse("FR-MOV-34", f"{called(state, other.id)} stands there.", "Measure again, or move that one.")


def _opponents(state: Battle, figure: Figure) -> set[str]:
    """Whom a figure fights already."""
    pairs = ((one.mover, one.other) for one in state.contacts if figure.id in (one.mover, one.other))
    return {id for pair in pairs for id in pair if id != figure.id}


def _fights(state: Battle, figure: Figure) -> bool:
    return bool(_opponents(state, figure))


def _what_is_there(state: Battle, footing: Footing, at: Point, elevation: float) -> Refused:
    stop, disc = footing.what_is_at(at, elevation), footing.who_is_at(at, elevation)
    if stop is not None and stop.id:
        piece = next((one for one in state.ground.pieces if one.id == stop.id), None)
        reason = "A wall is there." if piece is None else f"The {piece.kind} {stop.id} is there."
        return refuse("FR-MOV-34", reason, "Measure again, or say first where that lies.")
    if disc is not None:
        return _somebody_is_there(state, state.figure(disc.id))
    return refuse("FR-MOV-34", "There is no room for its base.", "Measure again.")
