"""Following up: a figure that has killed may move, and a few may charge again."""

from __future__ import annotations

from sandtable.binding.limits import once, use
from sandtable.books.forgotten_ruin.chapters.cover import is_in_cover_at
from sandtable.books.forgotten_ruin.chapters.hand_to_hand.combat import RAMPAGE, Combat
from sandtable.books.forgotten_ruin.chapters.hand_to_hand.dividing import can_fight
from sandtable.books.forgotten_ruin.chapters.line_of_sight import sees
from sandtable.books.forgotten_ruin.chapters.movement.moving_soldiers import soldier_moves
from sandtable.books.forgotten_ruin.chapters.movement.routes import reach, route, route_to_contact
from sandtable.books.forgotten_ruin.chapters.movement.walking import walk
from sandtable.books.forgotten_ruin.chapters.principles.conventions import (
    gap,
    inches,
    nearest_of,
    opponents_in_contact,
    pick_at_random,
)
from sandtable.books.forgotten_ruin.chapters.terrain import level_at
from sandtable.books.forgotten_ruin.enemies.movement.approaching import gives_cover
from sandtable.books.forgotten_ruin.enemies.overruling import follows_as_told
from sandtable.books.forgotten_ruin.enemies.planning import foes_of
from sandtable.books.forgotten_ruin.modifiers import WHY_CHARGES_ON, WHY_NOT_MOVE
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Soldier
from sandtable.kernel import Play, Refusal, rule
from sandtable.table import Point
from sandtable.table.shapes import distance

FOLLOW_UP = 2.0
"""How far a Follow-up move goes (FR-HTH-18)."""
Charge = tuple[Soldier | Enemy, Soldier | Enemy, str]
"""Who has charged on by a Follow-up move, into whom, and the rule that allows it."""


@rule("FR-HTH-18", "FR-HTH-19")
def may_follow_up(state: Battle, combat: Combat, figure: Soldier | Enemy) -> bool:
    """A figure that stands and can move may; a monster in its Rampaging move is still moving anyway."""
    if not figure.on_table or WHY_NOT_MOVE.first(state, figure) is not None:
        return False
    return combat.kind != RAMPAGE or figure.id not in combat.movers


@rule("FR-HTH-18", "FR-HTH-05")
async def follow_up(play: Play[Battle], combat: Combat) -> list[Charge]:
    """Every figure whose own Hit killed moves up to 2 in; who has come into contact with whom by it."""
    state = play.state
    killers = dict.fromkeys(
        one.killed_by.attacker for one in combat.outcomes.values() if one.is_casualty and one.killed_by
    )
    met: list[Charge] = []
    for id in killers:
        if id not in combat.figures:
            continue
        figure = state.figure(id)
        if not may_follow_up(state, combat, figure):
            continue
        why = WHY_CHARGES_ON.first(state, figure, combat.weapons.get(id))
        # Difficult terrain is counted over one activation, which is over (FR-MOV-04).
        rough, figure.rough = figure.rough, 0.0
        if isinstance(figure, Soldier):
            other = await _soldier_follows(play, figure, why)
        else:
            other = await _enemy_follows(play, combat, figure, why)
        figure.rough = rough
        if other is not None and why is not None:
            met.append((figure, other, why.rule))
    return met


@rule("FR-HTH-18", "FR-HTH-19")
async def _soldier_follows(
    play: Play[Battle], soldier: Soldier, why: Refusal | None
) -> Soldier | Enemy | None:
    """The player moves a soldier in any direction, off the table too; the move counts for nothing else."""
    state = play.state
    await soldier_moves(
        play,
        soldier,
        inches(state, FOLLOW_UP),
        f"{soldier.name} may follow up. Where to?",
        may_contact=why is not None,
        kind="follow-up",
        rules=("FR-HTH-18", "FR-HTH-19" if why is None else why.rule),
        topic="follow up",
    )
    near = opponents_in_contact(state, soldier) if soldier.on_table else []
    touched = [one for one in near if can_fight(state, soldier, one)]
    if not touched or why is None:
        return None
    use(soldier, once("phase", why.rule))
    return touched[0]


@rule("FR-HTH-20", "FR-HTH-19")
async def _enemy_follows(
    play: Play[Battle], combat: Combat, enemy: Enemy, why: Refusal | None
) -> Soldier | Enemy | None:
    """Toward the nearest visible soldier, or toward Cover where none is visible, or as its player says."""
    state = play.state
    limit = inches(state, FOLLOW_UP)
    if await follows_as_told(play, enemy, limit):
        return None
    near = nearest_of(enemy, [one for one in foes_of(state, enemy) if sees(state, enemy, one)])
    target = await pick_at_random(play, near, "nearest soldier", "FR-HTH-20") if near else None
    if target is not None and why is not None and await _charges_on(play, combat, enemy, target, why):
        return target
    goal = nearest_cover(state, enemy) if target is None else target.at
    spot = None if goal is None else spot_towards(state, enemy, goal, limit)
    way = route(state, enemy, spot, limit) if spot is not None else None
    if way is not None:
        await walk(play, enemy, way, "follow-up", "FR-HTH-20", "FR-HTH-18")
    return None


@rule("FR-HTH-19", "FR-BIG-07")
async def _charges_on(
    play: Play[Battle], combat: Combat, enemy: Enemy, target: Soldier | Enemy, why: Refusal
) -> bool:
    """A monster goes on into another soldier if it can, each at most once in a phase."""
    state = play.state
    mark = once("phase", "follows up into", target.id)
    is_bound = enemy.is_monster
    if is_bound and (combat.kind == RAMPAGE or enemy.has_used(mark)):
        return False
    if (enemy.id, target.id) in state.engaged:
        play.tell("not engaged again", "FR-BIG-07", figure=enemy.id, target=target.id)
        return False
    way = route_to_contact(state, enemy, target, inches(state, FOLLOW_UP))
    if way is None:
        return False
    await walk(play, enemy, way, "follow-up", why.rule, "FR-HTH-20")
    use(enemy, mark)
    if not is_bound:
        use(enemy, once("phase", why.rule))
    return enemy.on_table and target.on_table and gap(enemy, target) <= inches(state, 1.0)


@rule("FR-HTH-20")
def spot_towards(state: Battle, enemy: Enemy, goal: Point, limit: float) -> Point | None:
    """The place within reach that is nearest to where a figure wants to be, out of contact."""
    at, cost = min(reach(state, enemy, limit), key=lambda one: (distance(one[0], goal), one[1]))
    return at if cost > 0.0 else None


@rule("FR-HTH-20")
def nearest_cover(state: Battle, enemy: Enemy) -> Point | None:
    """The place in Cover from the nearest soldier that costs least, however far; None if it is there."""
    foes, far = nearest_of(enemy, state.opponents_of(enemy)), state.ground.width + state.ground.depth
    places = reach(state, enemy, far) if foes and gives_cover(state) else []
    for spot, cost in sorted(places, key=lambda one: (one[1], one[0])):
        if is_in_cover_at(state, foes[0], enemy, spot, level_at(state, spot)):
            return spot if cost > 0.0 else None
    return None
