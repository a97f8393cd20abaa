"""Footing: what moving costs a figure besides the inches, and what stands in its way."""

from __future__ import annotations

from functools import cache

from sandtable.books.forgotten_ruin.chapters.principles.conventions import TOLERANCE, inches
from sandtable.books.forgotten_ruin.chapters.terrain import terrain_of
from sandtable.books.forgotten_ruin.modifiers import (
    WHY_FLYING,
    WHY_NOT_PASSED_OVER,
    WHY_UNTROUBLED,
    speed,
)
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Figure
from sandtable.books.forgotten_ruin.windows import (
    ACTIVATION_STARTED,
    PHASE_STARTED,
    WINDOWS,
    Activation,
    Moment,
)
from sandtable.kernel.citation import rule
from sandtable.kernel.play import Play
from sandtable.table.figures.bases import Disc
from sandtable.table.figures.footing import Footing
from sandtable.table.figures.prices import Rates
from sandtable.table.terrain import Piece

CLIMB = 1.0
"""What a climb costs besides the height (FR-MOV-17)."""
DOOR = 1.0
"""What passing a door costs (FR-MOV-09)."""
WINDOW = 2.0
"""What going through a window costs (FR-MOV-10)."""
FULL = 2.0
"""The inches in Difficult terrain after which more is due (FR-MOV-04)."""
DUE = 1.0
"""What is due after each of these (FR-MOV-04)."""
WIDEST_GAP = 2.0
"""The widest gap that can be leapt over (FR-MOV-25)."""
INTENDED = 1.0
"""What is taken off the height of an intentional jump (FR-MOV-22)."""
HARMLESS = 1.0
"""A drop of at most this, after the reduction, does not end the activation (FR-MOV-23)."""
UNHURT = 3.0
"""The drop that causes the first Hit (FR-MOV-24)."""
HUMAN_BASE = 0.5
"""Half the base of a human-sized figure, which gets through every opening (FR-PRN-30)."""


@rule("FR-MOV-04", "FR-MOV-05", "FR-MOV-06", "FR-MOV-09", "FR-MOV-10", "FR-MOV-17", "FR-MOV-18", "FR-MOV-19")
@rule("FR-MOV-21", "FR-MOV-22", "FR-MOV-25", "FR-MOV-26")
def rates(state: Battle) -> Rates:
    """What climbing, crossing, openings, Difficult terrain, drops and leaps cost on this table."""
    return _rates(inches(state, 1.0))


@cache
def _rates(inch: float) -> Rates:
    return Rates(
        inch=inch,
        climb=CLIMB * inch,
        door=DOOR * inch,
        window=WINDOW * inch,
        rough_stretch=FULL * inch,
        rough_due=DUE * inch,
        easy_drop=(INTENDED + HARMLESS) * inch,
        shallow=HARMLESS * inch,
        widest_leap=WIDEST_GAP * inch,
        slim=HUMAN_BASE * inch,
    )


class Prices:
    """What the rules let one figure do on its way, and at what cost."""

    __slots__ = ("figure", "flies", "heeds_all", "rates", "state")

    def __init__(self, state: Battle, figure: Figure) -> None:
        self.state = state
        self.figure = figure
        self.rates = rates(state)
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
        """An enemy that cannot climb down drops where that causes no Hit."""
        inch = self.rates.inch
        return self.figure.side != "squad" and height - INTENDED * inch < UNHURT * inch - TOLERANCE

    @rule("FR-MOV-07")
    def passes_over(self, other: str) -> bool:
        """Whoever flies passes over everybody, but for those who are too big for what carries it."""
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


# ---- a new activation ------------------------------------------------------------------------------------


def _always(play: Play[Battle], seat: str, now: Moment) -> bool:
    return True


@WINDOWS.consequence(ACTIVATION_STARTED, "Difficult terrain is counted anew", "FR-MOV-04", _always, rank=-1)
async def _count_anew(play: Play[Battle], seat: str, now: Activation) -> None:
    """Movement in Difficult terrain is counted over one activation."""
    now.figure.rough = 0.0


@WINDOWS.consequence(
    PHASE_STARTED, "Difficult terrain is counted anew in a phase", "FR-MOV-04", _always, rank=-1
)
async def _count_all_anew(play: Play[Battle], seat: str, now: Moment) -> None:
    """Nobody has moved in Difficult terrain in an activation that has not begun."""
    for one in play.state.figures_on_table():
        if one.rough:
            one.rough = 0.0
