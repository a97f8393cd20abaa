"""What the figures of an enemy unit mean to do, worked out for all of them before the first one moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from math import inf
from typing import Any

import msgspec

from sandtable.books.forgotten_ruin.chapters.principles.conventions import Near, gap, pick_at_random, within
from sandtable.books.forgotten_ruin.chapters.shooting.targets import in_melee_with
from sandtable.books.forgotten_ruin.modifiers import (
    WHY_NOT_ACT,
    WHY_NOT_ATTACK,
    WHY_NOT_DASH,
    WHY_NOT_MOVE,
    WHY_NOT_TARGET,
)
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Figure, Mob, Soldier
from sandtable.kernel import Play, Refusal, rule
from sandtable.table import Point
from sandtable.table.figures.legs import Route

Foe = Soldier | Enemy
"""A figure on another side."""


class Plan(msgspec.Struct, frozen=True, eq=False):
    """What one figure is going to do: where it goes, whom it means, and by which rules."""

    figure: Enemy
    purpose: str
    """ "charge", "advance", "take cover", "regroup", "find a shot", "stay" ..."""
    route: Route | None = None
    target: str = ""
    rules: tuple[str, ...] = ()
    why: str = ""
    dashes: bool = False

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


def by_distance(figure: Figure, others: Iterable[Near]) -> list[Near]:
    """The others, the nearest first."""
    return sorted(others, key=lambda one: gap(figure, one))


def foes_of(state: Battle, figure: Figure, how: str = "hand-to-hand") -> list[Foe]:
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


@rule("FR-ENE-11")
def is_raging(mob: Mob) -> bool:
    """Whether War Rage drives a mob to hand-to-hand combat in this phase."""
    return any(one.name == "War Rage" for one in mob.effects)


@rule("FR-AGG-09")
def can_move(state: Battle, figure: Enemy) -> bool:
    """Whether a figure can move now: free, on its feet, and not just arrived."""
    if not figure.on_table or figure.is_asleep or has_just_come(state, figure):
        return False
    return WHY_NOT_MOVE.first(state, figure) is None and not is_fighting(state, figure)


def has_just_come(state: Battle, figure: Enemy) -> bool:
    """Arrivals of this round neither move nor act (FR-AGG-09)."""
    return figure.arrived >= state.round > 0


def ready_members(state: Battle, mob: Mob) -> list[Enemy]:
    """The figures of a mob that have not just come."""
    return [one for one in state.members(mob.id) if not has_just_come(state, one)]


Told = list[tuple[str, dict[str, Any]]]
"""What a unit has been told to be up to in one activation."""


def announce(play: Play[Battle], told: Told, kind: str, *rules: str, **facts: Any) -> None:
    """What a unit is up to is told once, and anew where it has changed its plans."""
    if (kind, facts) not in told:
        told.append((kind, facts))
        play.tell(kind, *rules, **facts)


@rule("FR-EAI-19")
def fighters(state: Battle, figures: Iterable[Enemy]) -> list[Plan]:
    """The plans of those figures that are in contact."""
    why = "it is in contact and fights where it stands"
    return [Plan(one, "fight", rules=("FR-EAI-19",), why=why) for one in figures if is_fighting(state, one)]


def can_dash(state: Battle, figure: Enemy) -> bool:
    """Whether a figure may Dash."""
    return WHY_NOT_DASH.first(state, figure) is None


@rule("FR-SPL-09", "FR-ENE-38")
def can_dash_to_fight(state: Battle, figure: Enemy) -> bool:
    """A sorcerer of a mob that is free to cast does not Dash: its Action is the spell."""
    casts = figure.is_sorcerer and figure.mob and is_free_to_cast(state, figure)
    return not casts and can_dash(state, figure)


def is_free_to_cast(state: Battle, figure: Enemy) -> bool:
    """Whether nothing keeps a figure from casting: no contact, no silence, no riddle."""
    silenced = WHY_NOT_ACT.first(state, figure, "Cast") is not None
    return not silenced and not is_fighting(state, figure) and may_attack(state, figure)


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


async def nearest_foe(play: Play[Battle], figures: Sequence[Enemy], foes: Sequence[Foe], *rules: str) -> Foe:
    """The foe that is closest to any of the figures; of equally near ones one at random."""
    pairs = [(gap(figure, foe), foe) for figure in figures for foe in foes]
    least = min((far for far, _ in pairs), default=inf)
    near = {foe.id: foe for far, foe in pairs if within(far, least)}
    return await pick_at_random(play, list(near.values()), "target", *rules)


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
