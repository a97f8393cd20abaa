"""What the figures of an enemy unit mean to do, worked out for all of them before the first one moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from math import inf

from sandtable.books.forgotten_ruin.chapters.principles.conventions import (
    TOLERANCE,
    gap,
    pick_at_random,
    within,
)
from sandtable.books.forgotten_ruin.chapters.shooting.targets import in_melee_with
from sandtable.books.forgotten_ruin.modifiers import (
    WHY_NOT_ATTACK,
    WHY_NOT_DASH,
    WHY_NOT_MOVE,
    WHY_NOT_TARGET,
)
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Figure, Soldier
from sandtable.kernel.citation import rule
from sandtable.kernel.play import Play
from sandtable.kernel.refusal import Refusal
from sandtable.table.figures.bases import gap_from
from sandtable.table.figures.legs import Route
from sandtable.table.measure import Point


class Plan:
    """What one figure is going to do: where it goes, whom it means, and by which rules."""

    __slots__ = ("dashes", "figure", "purpose", "route", "rules", "target", "why")

    def __init__(
        self,
        figure: Enemy,
        purpose: str,
        route: Route | None = None,
        target: str = "",
        rules: tuple[str, ...] = (),
        why: str = "",
        dashes: bool = False,
    ) -> None:
        self.figure = figure
        self.purpose = purpose
        """ "charge", "advance", "take cover", "regroup", "find a shot", "stay" ..."""
        self.route = route
        self.target = target
        self.rules = rules
        self.why = why
        self.dashes = dashes

    def with_route(self, route: Route) -> Plan:
        """The same plan for a part of the way."""
        return Plan(self.figure, self.purpose, route, self.target, self.rules, self.why, self.dashes)

    @property
    def moves(self) -> bool:
        """Whether the figure leaves its place."""
        return self.route is not None and self.route.length > 0.0

    @property
    def end(self) -> Point:
        """Where the figure will stand."""
        return self.route.path[-1] if self.route is not None else self.figure.at


class Sketch:
    """The table as it will be once the figures planned so far have gone where they mean to go."""

    def __init__(self) -> None:
        self.plans: list[Plan] = []

    def add(self, plan: Plan) -> None:
        """Another figure has made its plan."""
        self.plans.append(plan)

    @property
    def moved(self) -> list[Enemy]:
        """The figures that have made their plans."""
        return [plan.figure for plan in self.plans]

    @contextmanager
    def laid_out(self) -> Iterator[None]:
        """For a while everybody planned stands at the end of its way; nothing is asked in the meantime."""
        before = [(plan.figure, plan.figure.at, plan.figure.elevation) for plan in self.plans]
        for plan in self.plans:
            if plan.route is not None:
                plan.figure.at = plan.route.path[-1]
                plan.figure.elevation = plan.route.elevation
        try:
            yield
        finally:
            for figure, at, elevation in before:
                figure.at, figure.elevation = at, elevation


def foes_of(state: Battle, figure: Figure, how: str = "hand-to-hand") -> list[Soldier | Enemy]:
    """Everybody on the table whom a figure may make for or shoot at."""
    return [
        one
        for one in state.opponents_of(figure)
        if not (isinstance(one, Enemy) and "Swarm" in one.traits)
        and WHY_NOT_TARGET.first(state, figure, one, how) is None
    ]


@rule("FR-EAI-19")
def is_fighting(state: Battle, figure: Figure) -> bool:
    """Whether a figure is in contact with an opponent, so that it stays and fights."""
    return bool(in_melee_with(state, figure))


@rule("FR-AGG-09")
def can_move(state: Battle, figure: Enemy) -> bool:
    """Whether a figure can move now: free, on its feet, and not just arrived."""
    if not figure.on_table or figure.is_asleep or has_just_come(state, figure):
        return False
    return WHY_NOT_MOVE.first(state, figure) is None and not is_fighting(state, figure)


def has_just_come(state: Battle, figure: Enemy) -> bool:
    """Arrivals of this round neither move nor act (FR-AGG-09)."""
    return figure.arrived >= state.round > 0


def can_dash(state: Battle, figure: Enemy) -> bool:
    """Whether a figure may Dash."""
    return WHY_NOT_DASH.first(state, figure) is None


def may_attack(state: Battle, figure: Enemy) -> bool:
    """Whether a figure may charge, shoot or cast in this activation."""
    return WHY_NOT_ATTACK.first(state, figure) is None


@rule("FR-ENE-38", "FR-MON-29")
def why_not_charge(state: Battle, figure: Enemy) -> Refusal | None:
    """Why a figure does not move into contact; a sorcerer of a mob and a Wizard never do willingly."""
    if figure.is_sorcerer and figure.mob:
        return Refusal("FR-ENE-38", "a sorcerer keeps out of contact to cast")
    if "Wizard" in figure.traits:
        return Refusal("FR-MON-29", "a Wizard never enters hand-to-hand combat willingly")
    return WHY_NOT_ATTACK.first(state, figure)


def may_charge(state: Battle, figure: Enemy) -> bool:
    """Whether a figure may move into contact."""
    return why_not_charge(state, figure) is None


async def nearest_pair(
    play: Play[Battle], figures: Sequence[Enemy], foes: Sequence[Soldier | Enemy], *rules: str
) -> tuple[Enemy, Soldier | Enemy]:
    """The figure and the foe that are closest to each other; equally near foes at random."""
    least, pairs = inf, []
    for figure in figures:
        for foe in foes:
            far = gap(figure, foe)
            pairs.append((far, figure, foe))
            least = min(least, far)
    near = [(figure, foe) for far, figure, foe in pairs if within(far, least)]
    chosen = list({foe.id: foe for _, foe in near}.values())
    target = await pick_at_random(play, chosen, "target", *rules)
    return next((figure, foe) for figure, foe in near if foe is target)


@rule("FR-EAI-21")
async def in_order(play: Play[Battle], figures: Iterable[Enemy], target: Figure) -> list[Enemy]:
    """Those closest to the target first, a champion before others as near, then at random."""
    left = [(gap(one, target), one) for one in figures]
    ordered: list[Enemy] = []
    while left:
        least = min(far for far, _ in left)
        near = [one for far, one in left if within(far, least)]
        champions = [one for one in near if one.is_champion]
        taken = await pick_at_random(play, champions or near, "who moves first", "FR-EAI-21")
        ordered.append(taken)
        left = [(far, one) for far, one in left if one is not taken]
    return ordered


def is_near_any(figure: Figure, at: Point, others: Sequence[Figure], limit: float) -> bool:
    """Whether a figure at a place is within a gap of at least one of the others."""
    x, y = at
    wide = figure.radius + limit + 2 * TOLERANCE
    for other in others:
        dx, dy, near = other.at[0] - x, other.at[1] - y, other.radius + wide
        if dx * dx + dy * dy <= near * near and within(gap_from(at, figure, other), limit):
            return True
    return False
