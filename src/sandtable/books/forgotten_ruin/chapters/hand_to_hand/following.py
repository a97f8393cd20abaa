"""Following up: whoever has killed may move, and a few may charge again."""

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
from sandtable.books.forgotten_ruin.enemies.by_hand import follows_as_told
from sandtable.books.forgotten_ruin.enemies.planning import foes_of
from sandtable.books.forgotten_ruin.modifiers import WHY_CHARGES_ON, WHY_NOT_MOVE
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Figure, Soldier
from sandtable.kernel.arithmetic import hypot
from sandtable.kernel.citation import rule
from sandtable.kernel.play import Play
from sandtable.kernel.refusal import Refusal
from sandtable.table.measure import Point

FOLLOW_UP = 2.0
"""How far a Follow-up move goes (FR-HTH-18)."""
Charge = tuple[Soldier | Enemy, Soldier | Enemy, str]
"""Who has charged on by a Follow-up move, into whom, and the rule that allows it."""


@rule("FR-HTH-18", "FR-HTH-19")
def may_follow_up(state: Battle, combat: Combat, figure: Soldier | Enemy) -> bool:
    """Whoever stands and can move may; a monster in its Rampaging move is still moving anyway."""
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
        other = await (
            _soldier_follows(play, combat, figure)
            if isinstance(figure, Soldier)
            else _enemy_follows(play, combat, figure)
        )
        if other is not None and why is not None:
            met.append((figure, other, why.rule))
    return met


@rule("FR-HTH-18", "FR-HTH-19")
async def _soldier_follows(play: Play[Battle], combat: Combat, soldier: Soldier) -> Soldier | Enemy | None:
    """The player moves a soldier in any direction, off the table too; the move counts for nothing else."""
    state = play.state
    why = WHY_CHARGES_ON.first(state, soldier, combat.weapons.get(soldier.id))
    rules = ("FR-HTH-18", "FR-HTH-19" if why is None else why.rule)
    moved, rough = soldier.moved, soldier.rough
    # Difficult terrain is counted over one activation, which is over (FR-MOV-04).
    soldier.rough = 0.0
    await soldier_moves(
        play,
        soldier,
        inches(state, FOLLOW_UP),
        f"{soldier.name} may follow up. Where to?",
        may_contact=why is not None,
        may_leave=True,
        kind="follow-up",
        rules=rules,
        topic="follow up",
    )
    soldier.moved, soldier.rough = moved, rough
    near = opponents_in_contact(state, soldier) if soldier.on_table else []
    touched = [one for one in near if can_fight(state, soldier, one)]
    if not touched or why is None:
        return None
    use(soldier, once("phase", why.rule))
    return touched[0]


@rule("FR-HTH-20", "FR-HTH-19")
async def _enemy_follows(play: Play[Battle], combat: Combat, enemy: Enemy) -> Soldier | Enemy | None:
    """Toward the nearest visible soldier, or toward Cover where none is visible, or as its player says."""
    state = play.state
    limit = inches(state, FOLLOW_UP)
    moved, rough, enemy.rough = enemy.moved, enemy.rough, 0.0
    if await follows_as_told(play, enemy, limit):
        enemy.moved, enemy.rough = moved, rough
        return None
    why = WHY_CHARGES_ON.first(state, enemy, combat.weapons.get(enemy.id))
    seen = [one for one in foes_of(state, enemy) if sees(state, enemy, one)]
    target: Soldier | Enemy | None = None
    if seen:
        target = await pick_at_random(play, nearest_of(enemy, seen), "nearest soldier", "FR-HTH-20")
    if target is not None and why is not None and await _charges_on(play, combat, enemy, target, why):
        return target
    spot = (
        spot_towards(state, enemy, target, limit)
        if target is not None
        else spot_in_cover(state, enemy, limit)
    )
    way = route(state, enemy, spot, limit) if spot is not None else None
    if way is not None:
        await walk(play, enemy, way, "follow-up", "FR-HTH-20", "FR-HTH-18")
    enemy.moved, enemy.rough = moved, rough
    return None


@rule("FR-HTH-19", "FR-BIG-07")
async def _charges_on(
    play: Play[Battle], combat: Combat, enemy: Enemy, target: Soldier | Enemy, why: Refusal
) -> bool:
    """A monster goes on into another soldier if it can, each at most once in a phase."""
    state = play.state
    mark = once("phase", f"{enemy.id} follows up into {target.id}")
    is_bound = enemy.is_monster
    if is_bound and (combat.kind == RAMPAGE or state.has_used(mark)):
        return False
    if (enemy.id, target.id) in state.engaged:
        play.tell("not engaged again", "FR-BIG-07", figure=enemy.id, target=target.id)
        return False
    way = route_to_contact(state, enemy, target, inches(state, FOLLOW_UP))
    if way is None:
        return False
    await walk(play, enemy, way, "follow-up", why.rule, "FR-HTH-20")
    use(state, mark)
    if not is_bound:
        use(enemy, once("phase", why.rule))
    return enemy.on_table and target.on_table and gap(enemy, target) <= inches(state, 1.0)


@rule("FR-HTH-20")
def spot_towards(state: Battle, enemy: Enemy, target: Figure, limit: float) -> Point | None:
    """The place within reach that is nearest to a soldier, out of contact."""
    places = reach(state, enemy, limit)
    best = min(places, key=lambda one: (_far(one[0], target), one[1]))
    return best[0] if best[1] > 0.0 else None


@rule("FR-HTH-20")
def spot_in_cover(state: Battle, enemy: Enemy, limit: float) -> Point | None:
    """The cheapest place within reach that is in Cover from the nearest soldier."""
    foes = nearest_of(enemy, state.opponents_of(enemy))
    if not foes:
        return None
    for spot, cost in sorted(reach(state, enemy, limit), key=lambda one: (one[1], one[0])):
        if is_in_cover_at(state, foes[0], enemy, spot):
            return spot if cost > 0.0 else None
    return None


def _far(spot: Point, target: Figure) -> float:
    return hypot(spot[0] - target.at[0], spot[1] - target.at[1])
