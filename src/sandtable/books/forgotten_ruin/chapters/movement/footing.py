"""Footing: what moving costs a figure besides the inches, what is in its way, and where it may end."""

from __future__ import annotations

from functools import cache

import msgspec

from sandtable.books.forgotten_ruin.chapters.principles.conventions import TOLERANCE, inches
from sandtable.books.forgotten_ruin.chapters.terrain import level_at, terrain_of
from sandtable.books.forgotten_ruin.modifiers import WHY_FLYING, WHY_NOT_PASSED_OVER, WHY_UNTROUBLED, speed
from sandtable.books.forgotten_ruin.naming import name_of
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Figure, Profile, Soldier
from sandtable.books.forgotten_ruin.windows import (
    ACTIVATION_STARTED,
    PHASE_STARTED,
    WINDOWS,
    Activation,
    Moment,
)
from sandtable.kernel import Play, Refusal, rule
from sandtable.table import Piece, Point
from sandtable.table.figures.bases import Disc
from sandtable.table.figures.footing import Footing, Stop
from sandtable.table.figures.prices import Rates
from sandtable.table.figures.room import nearest_on_the_ground

FARTHEST = 36.0
"""How far away a free place is looked for, in inches; ours."""
COMING_UP = 0.5
"""What an enemy keeps of its Move for coming up to what it climbs; ours."""


@rule("FR-MOV-04", "FR-MOV-05", "FR-MOV-06", "FR-MOV-09", "FR-MOV-10", "FR-MOV-17", "FR-MOV-18", "FR-MOV-19")
@rule("FR-MOV-21", "FR-MOV-22", "FR-MOV-23", "FR-MOV-25", "FR-MOV-26", "FR-PRN-30")
def rates(state: Battle) -> Rates:
    """What climbing, crossing, openings, Difficult terrain, drops and leaps cost on this table."""
    return _rates(inches(state, 1.0))


@cache
def _rates(inch: float) -> Rates:
    return Rates(
        inch=inch,
        climb=inch,
        door=inch,
        window=2.0 * inch,
        rough_stretch=2.0 * inch,
        rough_due=inch,
        # A jump on purpose counts 1 in less, and a drop of at most 1 in does not end the activation.
        easy_drop=2.0 * inch,
        shallow=inch,
        widest_leap=2.0 * inch,
        slim=0.5 * inch,
    )


@rule("FR-EAI-23", "FR-MOV-18")
def rates_of(state: Battle, figure: Figure) -> Rates:
    """The same for everybody, but an enemy climbs nothing for which no Move of its own is ever enough."""
    usual, highest = rates(state), terrain_of(state.ground).highest_climb
    spare = usual.climb + COMING_UP * usual.inch
    if figure.side == "squad" or highest + spare <= inches(state, figure.profile.speed):
        return usual
    most = max(figure.profile.speed, speed(state, figure))
    return (
        usual if highest + spare <= inches(state, most) else _rates_up_to(usual, inches(state, most) - spare)
    )


@cache
def _rates_up_to(usual: Rates, height: float) -> Rates:
    return msgspec.structs.replace(usual, most_climb=height)


class Prices:
    """What the rules let one figure do on its way, and at what cost."""

    __slots__ = ("figure", "flies", "heeds_all", "rates", "state")

    def __init__(self, state: Battle, figure: Figure) -> None:
        self.state = state
        self.figure = figure
        self.rates = rates_of(state, figure)
        self.flies = WHY_FLYING.first(state, figure) is not None
        self.heeds_all = not WHY_UNTROUBLED.may_bear_on(figure)

    def ignores(self, piece: Piece) -> bool:
        """Whether a piece neither slows nor stops the figure."""
        return WHY_UNTROUBLED.first(self.state, self.figure, piece) is not None

    @rule("FR-EAI-23", "FR-MOV-21")
    def climbs_down(self, height: float) -> bool:
        """A soldier climbs down from anything, an enemy only where its Move is ever enough for that."""
        state, figure = self.state, self.figure
        return figure.side == "squad" or height + self.rates.climb <= inches(state, speed(state, figure))

    @rule("FR-EAI-23", "FR-MOV-22")
    def drops(self, height: float) -> bool:
        """An enemy that cannot climb down drops where that causes no Hit, less than 3 in after the first."""
        inch = self.rates.inch
        return self.figure.side != "squad" and height - inch < 3.0 * inch - TOLERANCE

    @rule("FR-MOV-07")
    def passes_over(self, other: str) -> bool:
        """A flying figure passes over all others, but for those who are too big for what carries it."""
        state = self.state
        return WHY_NOT_PASSED_OVER.first(state, self.figure, state.figure(other)) is None


def footing_of(state: Battle, figure: Figure, *, may_contact: bool = True, alone: bool = False) -> Footing:
    """A figure that is about to move, among everybody who is in its way, or alone on the ground."""
    others = [] if alone else in_the_way(state, figure)
    terrain, prices = terrain_of(state.ground), Prices(state, figure)
    return Footing(state.ground, terrain, figure, others, prices, may_contact=may_contact)


@rule("FR-MOV-07", "FR-MOV-08", "FR-MOV-13", "FR-MOV-35", "FR-TRF-13")
def in_the_way(state: Battle, figure: Figure) -> list[Disc]:
    """Nobody walks through figures; riders are where their mounts are, and a monster's own side gives way."""
    own, id, wide = figure.side, figure.id, figure.radius
    passes = isinstance(figure, Enemy) and figure.is_monster
    found: list[Disc] = []
    for one in state.figures_on_table():
        if one.id == id or one.riding:
            continue
        if passes and one.side == own and not (isinstance(one, Enemy) and one.is_monster):
            continue
        (x, y), foot = one.at, one.elevation
        found.append(Disc(one.id, x, y, wide + one.radius, foot, foot + one.height, one.side != own))
    return found


@rule("FR-MOV-34")
def why_not_end(
    state: Battle,
    figure: Figure,
    at: Point,
    elevation: float,
    *,
    may_contact: bool = True,
    why_no_contact: Refusal | None = None,
) -> Refusal | None:
    """Why a figure may not end its move at a place; what bars contact in this move may be another rule."""
    footing = footing_of(state, figure, may_contact=may_contact)
    stop = footing.what_is_at(at, elevation)
    if stop is not None:
        return why_stopped(state, figure, stop, why_no_contact)
    disc = footing.who_is_at(at, elevation)
    if disc is None:
        return None
    other = state.figure(disc.id)
    if disc.is_opponent and not may_contact:
        return why_no_contact or _would_touch(state, figure, other)
    return Refusal("FR-MOV-34", f"{name_of(state, other)} stands there.", "End beside it.")


@rule("FR-MOV-07", "FR-TER-10", "FR-MOV-34", "FR-TER-04", "FR-MOV-20")
def why_stopped(
    state: Battle, figure: Figure, stop: Stop, why_no_contact: Refusal | None = None, height: float = 0.0
) -> Refusal:
    """What stands in the way of a figure, in words, where it is to end at a height."""
    if stop.what == "edge":
        remedy = "Stay wholly on it, or say over which edge the soldier leaves."
        return Refusal("FR-MOV-34", f"{figure.name} would not be wholly on the table.", remedy)
    if stop.what in ("figure", "contact"):
        other = state.figure(stop.id)
        if stop.what == "figure" and other.side != figure.side:
            return why_no_contact or _would_touch(state, figure, other)
        return Refusal("FR-MOV-07", f"{name_of(state, other)} is in the way.", "Go round.")
    if stop.what == "ledge":
        return Refusal("FR-MOV-34", "There is nothing to stand on at that height.", "End on top or below.")
    return _why_stopped_by_piece(state, stop, height)


def _would_touch(state: Battle, figure: Figure, other: Figure) -> Refusal:
    reason = f"{figure.name} would touch {name_of(state, other)}."
    return Refusal("FR-MOV-15", reason, "Stay out of contact.")


def _why_stopped_by_piece(state: Battle, stop: Stop, height: float) -> Refusal:
    area = terrain_of(state.ground).of.get(stop.id)
    if area is None:
        return Refusal("FR-MOV-34", "The way is not open.", "Go another way.")
    form, piece = terrain_of(state.ground).form[area.id], area.piece
    if "unclimbable" in piece.traits and (form in ("barrier", "block") or height > 0.0):
        return Refusal("FR-MOV-20", f"The {piece.kind} cannot be climbed.", "Go round it.")
    if form == "barrier":
        return Refusal("FR-MOV-19", f"Nobody stops on the {piece.kind}.", "End on one side of it.")
    if form == "solid":
        return Refusal("FR-TER-04", f"The {piece.kind} cannot be entered or climbed.", "Go round it.")
    if form == "block":
        return Refusal("FR-TER-07", f"The {piece.kind} cannot be entered.", "Go round it or climb it.")
    if stop.what == "wall" or form == "opening":
        return Refusal("FR-TER-08", "A wall is in the way.", "Go in and out by the openings.")
    return Refusal("FR-TER-10", f"The {piece.kind} is Impassable.", "Go round it.")


def nearest_standable(
    state: Battle, at: Point, figure: Figure | None = None, *, may_contact: bool = True
) -> Point:
    """The place nearest to a point where a figure, or any human-sized one, can stand on the ground."""
    probe = figure or Figure(id="", name="", profile=Profile(), radius=rates(state).slim)
    footing = footing_of(state, probe, may_contact=may_contact, alone=figure is None)
    return nearest_on_the_ground(footing, at, FARTHEST) or at


@rule("FR-MOV-34")
def stand_at(state: Battle, figure: Soldier | Enemy, at: Point) -> None:
    """A figure stands at a place or, where it cannot, at the nearest one, on top of a Block or below."""
    figure.at, figure.elevation = at, level_at(state, at)
    if not footing_of(state, figure).can_end(figure.at, figure.elevation):
        figure.at, figure.elevation = nearest_standable(state, at, figure), 0.0


@WINDOWS.consequence(ACTIVATION_STARTED, "Difficult terrain is counted anew", "FR-MOV-04", rank=-1)
async def _count_anew(play: Play[Battle], seat: str, now: Activation) -> None:
    """Movement in Difficult terrain is counted over one activation."""
    now.figure.rough = 0.0


@WINDOWS.consequence(PHASE_STARTED, "Difficult terrain is counted anew in a phase", "FR-MOV-04", rank=-1)
async def _count_all_anew(play: Play[Battle], seat: str, now: Moment) -> None:
    """Nobody has moved in Difficult terrain in an activation that has not begun."""
    for one in play.state.figures_on_table():
        if one.rough:
            one.rough = 0.0
