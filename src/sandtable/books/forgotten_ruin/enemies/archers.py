"""Archers: a place in Cover with a shot, a shot rather than Cover, and never nearer than they must."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.books.forgotten_ruin.chapters.armory import enemy_weapon
from sandtable.books.forgotten_ruin.chapters.conventions import gap, inches
from sandtable.books.forgotten_ruin.chapters.cover import is_in_cover_at
from sandtable.books.forgotten_ruin.chapters.targets import why_out_of_reach
from sandtable.books.forgotten_ruin.enemies import ground
from sandtable.books.forgotten_ruin.enemies.activating import carry_out_moves
from sandtable.books.forgotten_ruin.enemies.approaching import reachable
from sandtable.books.forgotten_ruin.enemies.placing import COHESION
from sandtable.books.forgotten_ruin.enemies.planning import (
    Plan,
    Sketch,
    can_dash,
    can_move,
    foes_of,
    has_just_come,
    in_order,
    is_fighting,
    is_near_any,
    nearest_pair,
)
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Mob, Soldier
from sandtable.kernel.citation import rule
from sandtable.kernel.play import Play
from sandtable.table.measure import Point

ARCHERS = "Archers"
STEPS = 24
"""At how many places of its way an archer looks whether it has a shot yet."""

Foe = Soldier | Enemy


@rule("FR-ENE-43")
def is_archer_mob(state: Battle, mob: Mob) -> bool:
    """Archers behave as archers, unless rage drives them to hand-to-hand combat (FR-ENE-11)."""
    return mob.training == ARCHERS and not any(one.name == "War Rage" for one in mob.effects)


@rule("FR-EAI-12", "FR-EAI-16")
async def activate_archers(play: Play[Battle], mob: Mob) -> None:
    """All archers of a mob finish moving before any of them shoots."""
    from sandtable.books.forgotten_ruin.chapters.shooting import enemy_shoots

    state = play.state

    async def planned() -> list[Plan]:
        return await plan_archers(play, mob)

    members = [one for one in state.members(mob.id) if not has_just_come(state, one)]
    plans = await carry_out_moves(play, members, planned)
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
    return any(has_shot(state, figure, foe) for foe in foes_of(state, figure, "shooting"))


def has_shot(state: Battle, figure: Enemy, foe: Foe) -> bool:
    """Whether a foe is visible, in range and may be shot at from where a figure stands."""
    return why_out_of_reach(state, figure, enemy_weapon(state, figure, "shooting"), foe) is None


@rule("FR-EAI-19", "FR-EAI-24")
async def plan_archers(play: Play[Battle], mob: Mob) -> list[Plan]:
    """Where every archer of a mob is going to stand."""
    state = play.state
    members = [one for one in state.members(mob.id) if not has_just_come(state, one)]
    movers = [one for one in members if can_move(state, one)]
    stay = [
        Plan(one, "fight", rules=("FR-EAI-19",), why="it is in contact and fights where it stands")
        for one in members
        if is_fighting(state, one)
    ]
    foes = foes_of(state, members[0], "shooting") if members else []
    if not movers or not foes:
        return stay
    _, target = await nearest_pair(play, members, foes, "FR-EAI-12")
    play.tell("archers take position", "FR-EAI-12", "FR-EAI-24", mob=mob.id, target=target.id)
    sketch = Sketch()
    for figure in await in_order(play, movers, target):
        with sketch.laid_out():
            plan = stand_for(state, figure, foes, [one for one in members if one is not figure])
        sketch.add(plan)
    return stay + sketch.plans


@rule("FR-EAI-13", "FR-EAI-14", "FR-EAI-15", "FR-EAI-24")
def stand_for(state: Battle, figure: Enemy, foes: Sequence[Foe], mob: Sequence[Enemy]) -> Plan:
    """The best place for an archer: Cover with a shot, else a shot, else the way to one."""
    nearest = min(foes, key=lambda one: gap(figure, one))
    limit = ground.move_limit(state, figure)
    look = _Look(state, figure, foes, nearest)
    here = look.kind(figure.at)
    if here == 0 or (here is not None and not _covering(state)):
        why = "it can shoot from where it stands"
        return Plan(figure, "stay", None, nearest.id, ("FR-EAI-14", "FR-EAI-24"), why)
    near = inches(state, COHESION)
    now = gap(figure, nearest)
    spots = [
        (ground.straight(figure, at, nearest) < now - 1e-6, cost, not is_near_any(figure, at, mob, near), at)
        for at, cost in reachable(state, figure, limit)
        if ground.keeps_off(state, figure, at, foes)
    ]
    best = _best_spot(state, figure, look, sorted(spots), here, limit)
    if best is not None:
        return best
    if here is not None:
        why = "a shot is worth more than Cover"
        return Plan(figure, "stay", None, nearest.id, ("FR-EAI-13", "FR-EAI-14", "FR-EAI-24"), why)
    return _find_a_shot(state, figure, look, nearest, foes)


def _best_spot(
    state: Battle,
    figure: Enemy,
    look: _Look,
    spots: list[tuple[bool, float, bool, Point]],
    here: int | None,
    limit: float,
) -> Plan | None:
    """The first place of the best kind; a place is looked at only while it can still be better."""
    best: tuple[int, Point] | None = None
    for _, _, _, at in spots:
        kind = look.kind(at)
        if kind is None or (here is not None and kind >= here) or (best is not None and kind >= best[0]):
            continue
        best = (kind, at)
        if kind == 0:
            break
    if best is None:
        return None
    route = ground.route(state, figure, best[1], limit)
    if route is None:
        return None
    covered = best[0] in (0, 1)
    rules = ("FR-EAI-12", "FR-EAI-24") if covered else ("FR-EAI-13", "FR-EAI-24")
    why = "Cover and a shot" if covered else "a shot, if not Cover"
    purpose = "archers take cover" if covered else "find a shot"
    return Plan(figure, purpose, route, look.nearest.id, rules, why)


class _Look:
    """What an archer would have at a place."""

    def __init__(self, state: Battle, figure: Enemy, foes: Sequence[Foe], nearest: Foe) -> None:
        self.state = state
        self.figure = figure
        self.foes = foes
        self.nearest = nearest
        self._covering = _covering(state)

    def kind(self, at: Point) -> int | None:
        """0 Cover and a shot at the nearest, 1 Cover and another shot, 2 and 3 the same in the open."""
        state, figure = self.state, self.figure
        before, moved = figure.at, figure.moved
        figure.at = at
        if at != before:
            figure.moved = 1.0
        try:
            if has_shot(state, figure, self.nearest):
                shot = 0
            elif any(has_shot(state, figure, foe) for foe in self.foes if foe is not self.nearest):
                shot = 1
            else:
                return None
            covered = self._covering and is_in_cover_at(state, self.nearest, figure, at, figure.elevation)
        finally:
            figure.at, figure.moved = before, moved
        return shot if covered else shot + 2


def _covering(state: Battle) -> bool:
    return any("field" not in one.traits for one in state.ground.pieces)


@rule("FR-EAI-15")
def _find_a_shot(state: Battle, figure: Enemy, look: _Look, nearest: Foe, foes: Sequence[Foe]) -> Plan:
    """Without any shot the archer Moves and Dashes towards the nearest place that has one."""
    way = ground.whole_way(state, figure, nearest)
    rules = ("FR-EAI-15", "FR-EAI-24")
    if way is None:
        return Plan(figure, "stay", None, nearest.id, ("FR-EAI-23",), "no way leads to a shot")
    dashes = can_dash(state, figure)
    limit = ground.move_limit(state, figure)
    part = ground.hurrying(state, figure, way) if dashes else ground.cut(way, limit)
    for step in range(1, STEPS + 1):
        tried = ground.cut(part, part.cost * step / STEPS)
        if (
            look.kind(tried.end) is not None
            and ground.why_not_end(state, figure, tried.end, tried.elevation) is None
        ):
            part = tried
            break
    fitting = ground.fitting(state, figure, part, foes)
    if fitting is None or fitting.length <= 0.0:
        return Plan(figure, "stay", None, nearest.id, rules, "there is no room to go on")
    dashed = dashes and fitting.cost > limit + 1e-6
    why = "it sees nobody in range"
    return Plan(figure, "find a shot", fitting, nearest.id, rules, why, dashes=dashed)
