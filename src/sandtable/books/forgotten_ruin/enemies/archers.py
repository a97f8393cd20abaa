"""Archers: a place in Cover with a shot, a shot rather than Cover, and never nearer than they must."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy

from sandtable.books.forgotten_ruin.chapters.armory import enemy_weapon, range_of
from sandtable.books.forgotten_ruin.chapters.cover import is_in_cover_at
from sandtable.books.forgotten_ruin.chapters.line_of_sight import sees
from sandtable.books.forgotten_ruin.chapters.movement import walking
from sandtable.books.forgotten_ruin.chapters.principles.conventions import TOLERANCE, gap, inches, within
from sandtable.books.forgotten_ruin.chapters.shooting.archery import enemy_shoots
from sandtable.books.forgotten_ruin.chapters.shooting.targets import why_in_melee
from sandtable.books.forgotten_ruin.enemies.movement.approaching import Approach, clearance, gives_cover
from sandtable.books.forgotten_ruin.enemies.movement.moving import Reach, reaches, way_to
from sandtable.books.forgotten_ruin.enemies.movement.placing import COHESION
from sandtable.books.forgotten_ruin.enemies.movement.unit_moves import carry_out_moves
from sandtable.books.forgotten_ruin.enemies.planning import (
    Foe,
    Plan,
    Sketch,
    Told,
    announce,
    by_distance,
    can_dash_to_fight,
    can_move,
    fighters,
    foes_of,
    in_order,
    is_fighting,
    is_raging,
    may_attack,
    nearest_foe,
    ready_members,
)
from sandtable.books.forgotten_ruin.modifiers import WHY_NOT_ACT, WHY_NOT_TARGET
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Mob
from sandtable.kernel import Play, rule
from sandtable.table import Point
from sandtable.table.figures.bases import A_HAIR
from sandtable.table.figures.long_ways import Way
from sandtable.table.figures.ranking import are_closer
from sandtable.table.figures.reach import reached_places

ARCHERS = "Archers"
SHOOT = "Shoot"
"""What shooting is called where something forbids it."""
LOOKED_AT = 60
"""At how many places an archer without a shot in reach looks for one."""
OTHER_TARGETS = 4
"""How many soldiers besides the nearest an archer considers at each of them."""
COVERED = 0
"""The best kind of place: Cover and a shot at the nearest soldier."""
COVERED_ELSEWHERE = 1
"""Cover and a shot at another one: an archer that stands so does not move (FR-EAI-14)."""
IN_THE_OPEN = 2
"""A shot at the nearest soldier without Cover."""


@rule("FR-ENE-43")
def is_archer_mob(mob: Mob) -> bool:
    """Archers behave as archers, unless rage drives them to hand-to-hand combat (FR-ENE-11)."""
    return mob.training == ARCHERS and not is_raging(mob)


@rule("FR-EAI-12", "FR-EAI-16")
async def activate_archers(play: Play[Battle], mob: Mob) -> None:
    """All archers of a mob finish moving before any of them shoots."""
    state = play.state
    members = ready_members(state, mob)
    plans = await carry_out_moves(play, members, partial(plan_archers, play, mob, []))
    dashed = {plan.figure.id for plan in plans if plan.dashes}
    shooters = [one for one in members if can_shoot_now(state, one) and one.id not in dashed]
    if shooters:
        cited = ("FR-EAI-12", "FR-EAI-13", "FR-EAI-16")
        play.tell("archers shoot", *cited, mob=mob.id, figures=[one.id for one in shooters])
        await enemy_shoots(play, shooters, "FR-EAI-12", "FR-EAI-16")


def can_shoot_now(state: Battle, figure: Enemy) -> bool:
    """Whether an archer is free to shoot and has a target; one that is Knocked Down still shoots."""
    if not figure.on_table or figure.is_sorcerer or is_fighting(state, figure):
        return False
    if WHY_NOT_ACT.first(state, figure, SHOOT) is not None or not may_attack(state, figure):
        return False
    return any(has_shot(state, figure, foe) for foe in foes_of(state, figure, "shooting"))


def has_shot(state: Battle, figure: Enemy, foe: Foe) -> bool:
    """Whether a foe is visible, in range and may be shot at from where a figure stands."""
    reach = range_of(state, figure, enemy_weapon(state, figure, "shooting"))
    return (
        within(gap(figure, foe), reach)
        and WHY_NOT_TARGET.first(state, figure, foe, "shooting") is None
        and sees(state, figure, foe)
        and why_in_melee(state, figure, foe) is None
    )


@rule("FR-EAI-19", "FR-EAI-24")
async def plan_archers(play: Play[Battle], mob: Mob, told: Told) -> list[Plan]:
    """Where every archer of a mob is going to stand."""
    state = play.state
    members = ready_members(state, mob)
    movers = [one for one in members if can_move(state, one)]
    stay = fighters(state, members)
    foes = list({one.id: one for each in members for one in foes_of(state, each, "shooting")}.values())
    if not movers or not foes:
        return stay
    target = await nearest_foe(play, members, foes, "FR-EAI-12")
    rules = ("FR-EAI-12", "FR-EAI-24")
    announce(play, told, "archers take position", *rules, mob=mob.id, target=target.id)
    sketch = Sketch()
    order = await in_order(play, movers, target)
    way = way_to(state, order[0], target.at, target.elevation)
    for figure in order:
        # Some soldiers are out of the question for some archers only, by how far away these are.
        own = foes_of(state, figure, "shooting") or foes
        with sketch.laid_out():
            plan = stand_for(state, figure, own, [one for one in members if one is not figure], way)
        sketch.plans.append(plan)
    return stay + sketch.plans


@rule("FR-EAI-13", "FR-EAI-14", "FR-EAI-15", "FR-EAI-24")
def stand_for(
    state: Battle, figure: Enemy, foes: Sequence[Foe], mob: Sequence[Enemy], way: Way | None = None
) -> Plan:
    """The best place for an archer: Cover with a shot, else a shot, else the way to one."""
    look = _Look(state, figure, foes)
    nearest = look.nearest
    here = look.kind(figure.at)
    if here in (COVERED, COVERED_ELSEWHERE) or (here is not None and not look.covering):
        why = "it can shoot from where it stands"
        return Plan(figure, "stay", None, nearest.id, ("FR-EAI-14", "FR-EAI-24"), why)
    limit = walking.move_limit(state, figure)
    if gap(figure, nearest) <= look.range + limit:
        for reached in reaches(state, figure, limit):
            best = _best_spot(look, _in_order_of_liking(look, mob, reached), here, reached)
            if best is not None:
                return best
    if here is not None:
        why = "a shot is worth more than Cover"
        return Plan(figure, "stay", None, nearest.id, ("FR-EAI-13", "FR-EAI-14", "FR-EAI-24"), why)
    return _find_a_shot(look, way)


class _Look:
    """What an archer would have at a place."""

    def __init__(self, state: Battle, figure: Enemy, foes: Sequence[Foe]) -> None:
        self.state = state
        self.figure = figure
        self.foes = foes
        self.nearest, *others = by_distance(figure, foes)
        self.others = others[:OTHER_TARGETS]
        self.covering = gives_cover(state)
        self.range = range_of(state, figure, enemy_weapon(state, figure, "shooting"))
        self._in_melee: dict[str, bool] = {}

    def kind(self, at: Point, only_covered: bool = False) -> int | None:
        """0 Cover and a shot at the nearest, 1 Cover and another shot, 2 and 3 the same in the open."""
        if only_covered and not self._is_covered(at):
            return None
        shot = self.shot(at)
        if shot is None:
            return None
        return shot if only_covered or self._is_covered(at) else shot + 2

    def _is_covered(self, at: Point) -> bool:
        figure = self.figure
        return self.covering and is_in_cover_at(self.state, self.nearest, figure, at, figure.elevation)

    def shot(self, at: Point) -> int | None:
        """0 a shot at the nearest from a place, 1 a shot at another; None if there is none."""
        figure = self.figure
        before, moved = figure.at, figure.moved
        figure.at = at
        if at != before:
            figure.moved = max(moved, 1.0)
        try:
            if self._has_shot(self.nearest):
                return 0
            return 1 if any(self._has_shot(foe) for foe in self.others) else None
        finally:
            figure.at, figure.moved = before, moved

    def _has_shot(self, foe: Foe) -> bool:
        state, figure = self.state, self.figure
        if not within(gap(figure, foe), self.range):
            return False
        if foe.id not in self._in_melee:
            # Where the archer itself stands does not matter.
            self._in_melee[foe.id] = why_in_melee(state, figure, foe) is not None
        return (
            not self._in_melee[foe.id]
            and sees(state, figure, foe)
            and WHY_NOT_TARGET.first(state, figure, foe, "shooting") is None
        )


def _in_order_of_liking(look: _Look, mob: Sequence[Enemy], reached: Reach) -> list[Point]:
    """Places in reach: not nearer to the nearest soldier first, then the least movement, then the mob."""
    state, figure = look.state, look.figure
    near, now = inches(state, COHESION), gap(figure, look.nearest)
    x, y, cost = reached_places(reached)
    clear = clearance(state)
    free = cost > 0.0
    for foe in look.foes:
        free &= ~are_closer(x, y, figure, foe, clear)
    x, y, cost = x[free], y[free], cost[free]
    beside = numpy.zeros(len(x), dtype=bool)
    for one in mob:
        beside |= are_closer(x, y, figure, one, near + TOLERANCE, or_as_far=True)
    nearer = are_closer(x, y, figure, look.nearest, now - A_HAIR)
    order = numpy.lexsort((y, x, cost, ~beside, numpy.rint(cost * 2.0), nearer))
    return list(zip(x[order].tolist(), y[order].tolist(), strict=True))


def _best_spot(look: _Look, spots: Sequence[Point], here: int | None, reached: Reach) -> Plan | None:
    """The first place of the best kind; a place is looked at only while it can still be better."""
    best: tuple[int, Point] | None = None
    for at in spots:
        # Who would shoot at another soldier still looks for a shot at the nearest one.
        has_it = here is not None or (best is not None and best[0] <= IN_THE_OPEN)
        kind = look.kind(at, only_covered=has_it)
        if kind is None or (here is not None and kind >= here) or (best is not None and kind >= best[0]):
            continue
        best = (kind, at)
        if kind == COVERED:
            break
    if best is None:
        return None
    route = reached.route(best[1], reached.limit)
    if route is None:
        return None
    covered = best[0] <= 1
    rules = ("FR-EAI-12", "FR-EAI-24") if covered else ("FR-EAI-13", "FR-EAI-24")
    why = "Cover and a shot" if covered else "a shot, if not Cover"
    purpose = "take cover" if covered else "find a shot"
    return Plan(look.figure, purpose, route, look.nearest.id, rules, why)


@rule("FR-EAI-15")
def _find_a_shot(look: _Look, way: Way | None) -> Plan:
    """Without any shot the archer Moves and Dashes towards the nearest place that has one."""
    state, figure, nearest = look.state, look.figure, look.nearest
    dashes = can_dash_to_fight(state, figure)
    approach = Approach(state, figure, nearest, look.foes, (), way)
    why = "it sees nobody in range"
    farthest = approach.allowance(dashes)
    here = approach.left_from(figure.at)
    if gap(figure, nearest) <= look.range + farthest:
        for _, _, at in approach.ranked(farthest).nearer_than(here, LOOKED_AT):
            if look.shot(at) is not None:
                route = approach.route(at, dashes)
                if route is not None:
                    return approach.plan(route, "find a shot", why, "FR-EAI-15", "FR-EAI-24")
    return approach.go(dashes, "find a shot", why, "FR-EAI-15", "FR-EAI-24")
