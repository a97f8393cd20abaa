"""Monsters: the Monster Action table, and what each kind of monster does when it moves to attack."""

from __future__ import annotations

from sandtable.binding.limits import give_back
from sandtable.binding.tables import row_for
from sandtable.books.forgotten_ruin.chapters.aggression.score import add_aggression
from sandtable.books.forgotten_ruin.chapters.conditions import recover
from sandtable.books.forgotten_ruin.chapters.cover import is_in_cover_at
from sandtable.books.forgotten_ruin.chapters.line_of_sight import sees
from sandtable.books.forgotten_ruin.chapters.movement.walking import move_limit
from sandtable.books.forgotten_ruin.chapters.principles.conventions import nearest_of, pick_at_random
from sandtable.books.forgotten_ruin.chapters.spells.gas import breathed, clouds
from sandtable.books.forgotten_ruin.data import Named
from sandtable.books.forgotten_ruin.enemies.archers import SHOOT
from sandtable.books.forgotten_ruin.enemies.enemy_tables import monster_actions
from sandtable.books.forgotten_ruin.enemies.monsters.attacks import RANGED, swarm, swoop
from sandtable.books.forgotten_ruin.enemies.monsters.rampaging import rampage, wanted
from sandtable.books.forgotten_ruin.enemies.movement.approaching import Approach, clearance, gives_cover
from sandtable.books.forgotten_ruin.enemies.movement.moving import Reach, reaches
from sandtable.books.forgotten_ruin.enemies.movement.placing import bearing_to
from sandtable.books.forgotten_ruin.enemies.movement.unit_moves import carry_out_move
from sandtable.books.forgotten_ruin.enemies.overruling import enraged_at
from sandtable.books.forgotten_ruin.enemies.planning import (
    Foe,
    Plan,
    by_distance,
    can_move,
    foes_of,
    is_fighting,
    may_attack,
    may_charge,
)
from sandtable.books.forgotten_ruin.modifiers import WHY_NOT_ACT, WHY_NOT_MOVE
from sandtable.books.forgotten_ruin.state import Battle, Enemy
from sandtable.books.forgotten_ruin.windows import (
    ACTIVATION_ENDED,
    ENEMY_UNIT_STARTS,
    MOVED,
    WINDOWS,
    Activation,
    Movement,
)
from sandtable.kernel import For, Modifier, Play, rule
from sandtable.table import Point
from sandtable.table.figures.approach import TRIES
from sandtable.table.figures.bases import gap_from, is_clear_of
from sandtable.table.figures.last_inches import HARDLY
from sandtable.table.shapes import distance

OWN_WAYS = ("move", "follow-up", "flight")
"""The movements that are a monster's own (FR-MON-09)."""


@rule("FR-BIG-01", "FR-BIG-10", "FR-BIG-16")
async def activate_monster(play: Play[Battle], figure: Enemy, now: Activation) -> None:
    """A monster rolls what it does; a Swarm and streamlined monsters roll nothing."""
    state = play.state
    if "Swarm" in figure.traits:
        return await swarm(play, figure)
    action = await roll_action(play, figure)
    if action.name == "Summon" and enraged_at(state, figure) is not None:
        action = monster_actions()[1]
        play.tell("monster must attack", "FR-SPL-30", action.rule, figure=figure.id)
    if action.name == "Summon":
        await summon(play, figure)
    elif foes_of(state, figure):
        await move_to_attack(play, figure, now, action.rule)
        if action.name == "Go Berserk" and figure.on_table and not state.closed:
            await _activate_again(play, figure, now, action.rule)
    if figure.on_table and not figure.moved:
        _face_somebody(play, figure)
    return None


@rule("FR-BIG-10", "FR-BIG-09", "FR-BIG-16")
async def roll_action(play: Play[Battle], figure: Enemy) -> Named:
    """1D6, with 1 more for a monster that has lost Monster Points in this round."""
    rows = monster_actions()
    if play.state.switches.streamlined_enemies:
        play.tell("monster action", "FR-BIG-16", figure=figure.id, action=rows[1].name)
        return rows[1]
    hurt = [Modifier(1, "lost Monster Points", "FR-BIG-10")] if figure.points_lost_this_round else []
    why, added = For("monster action", figure.id), [str(one) for one in hurt]
    dice = play.state.dice_of(figure)
    (face,) = await play.roll(1, why, "FR-BIG-10", "FR-BIG-09", seat=dice, modifiers=added)
    total = face + len(hurt)
    row = row_for(rows, total)
    play.tell("monster action", "FR-BIG-10", row.rule, figure=figure.id, action=row.name, total=total)
    return row


@rule("FR-BIG-11", "FR-MON-23")
async def summon(play: Play[Battle], figure: Enemy) -> None:
    """The monster stays in place and calls: the Aggression score rises by 1, by 2 where it Roars."""
    roars = "Roar" in figure.traits
    rules = ("FR-BIG-11", "FR-MON-23") if roars else ("FR-BIG-11",)
    state = play.state
    if figure.side == "squad":
        # Ruling of FR-LOOT-71: for the squad it calls nobody.
        play.tell("monster calls in vain", "FR-LOOT-71", *rules, figure=figure.id)
        return
    play.tell("monster summons", *rules, figure=figure.id)
    if figure.side == "independent":
        # FR-MIS-62: what this very point brings shares the independence of the caller.
        state.monsters_at_call = sum(1 for one in state.enemies.values() if one.is_monster)
    await add_aggression(play, 2 if roars else 1, *rules)
    state.monsters_at_call = None


@rule("FR-BIG-13", "FR-CON-08")
async def _activate_again(play: Play[Battle], figure: Enemy, now: Activation, *rules: str) -> None:
    """The first of two activations ends, with all that ends with it; the second begins without a roll."""
    await WINDOWS.open(play, ACTIVATION_ENDED, now)
    if not figure.on_table:
        return
    recover(play, figure)
    # Counted over one activation (FR-MOV-04, FR-SPL-26).
    figure.moved = figure.rough = 0.0
    give_back(figure, *map(breathed, clouds(play.state)))
    again = Activation(now.seat, figure)
    await WINDOWS.open(play, ENEMY_UNIT_STARTS, again)
    if not again.is_over:
        await move_to_attack(play, figure, again, *rules)


@rule("FR-BIG-12", "FR-BIG-13", "FR-BIG-14", "FR-BIG-15")
async def move_to_attack(play: Play[Battle], figure: Enemy, now: Activation, *rules: str) -> None:
    """The monster moves by its nature; who contacted nobody uses a ranged attack it has."""
    state = play.state
    attacks = may_attack(state, figure)
    if attacks and now.may_move and _may_swoop(state, figure) and await swoop(play, figure):
        return
    met = False
    if now.may_move:
        if "Wizard" in figure.traits:
            met = await _move_as_wizard(play, figure)
        elif "Humanoid" in figure.traits or not attacks:
            # A monster that may not attack comes near like an ordinary figure, out of contact.
            met = await _move_as_humanoid(play, figure)
        else:
            met = await rampage(play, figure, *rules)
    if met or not figure.on_table or not now.may_attack or not attacks or is_fighting(state, figure):
        return
    if WHY_NOT_ACT.first(state, figure, SHOOT) is not None:
        return
    for trait, attack in RANGED.items():
        if trait in figure.traits and figure.on_table:
            await attack(play, figure)


@rule("FR-SPL-20", "FR-SPL-30")
def _may_swoop(state: Battle, figure: Enemy) -> bool:
    """A monster that cannot move does not Swoop, nor does an enraged one, which goes for the caster."""
    if "Flight" not in figure.traits or enraged_at(state, figure) is not None:
        return False
    return WHY_NOT_MOVE.first(state, figure) is None


@rule("FR-EAI-19")
def _stays_to_fight(play: Play[Battle], figure: Enemy, rule_id: str) -> bool:
    """Whether a monster is in contact, so that it stays where it is."""
    fights = is_fighting(play.state, figure)
    if fights:
        why = "it is in contact and fights"
        play.tell("enemy stays", "FR-EAI-19", rule_id, figure=figure.id, why=why)
    return fights


@rule("FR-MON-16", "FR-BIG-12")
async def _move_as_humanoid(play: Play[Battle], figure: Enemy) -> bool:
    """A Humanoid monster goes for a single opponent like an ordinary figure."""
    state = play.state
    if _stays_to_fight(play, figure, "FR-MON-16"):
        return True
    near = nearest_of(figure, wanted(state, figure)) if can_move(state, figure) else []
    if not near:
        return False
    target = await pick_at_random(play, near, "target of", "FR-BIG-12", of=figure.id)
    await carry_out_move(play, figure, lambda: _humanoid_plan(state, figure, target))
    return is_fighting(state, figure)


def _humanoid_plan(state: Battle, figure: Enemy, target: Foe) -> Plan:
    rules, foes = ("FR-MON-16", "FR-BIG-12", "FR-BIG-03"), foes_of(state, figure)
    if may_charge(state, figure):
        others = [one for one in by_distance(figure, foes) if one is not target]
        for foe, way in Reach(state, figure, move_limit(state, figure)).charges([target, *others]):
            why = "the nearest opponent" if foe is target else "an opponent it can reach"
            return Plan(figure, "charge", way, foe.id, rules, why)
    return Approach(state, figure, target, foes).go(False, "advance", "towards the nearest opponent", *rules)


@rule("FR-MON-29")
async def _move_as_wizard(play: Play[Battle], figure: Enemy) -> bool:
    """A Wizard keeps its distance, in Cover, where it can still see a soldier; it never charges."""
    if _stays_to_fight(play, figure, "FR-MON-29"):
        return True
    if can_move(play.state, figure):
        await carry_out_move(play, figure, lambda: _wizard_plan(play.state, figure))
    return False


def _wizard_plan(state: Battle, figure: Enemy) -> Plan:
    """The place in reach that is best for a Wizard: a view if it casts, Cover, then distance, then rest."""
    foes, rules = foes_of(state, figure), ("FR-MON-29", "FR-BIG-03")
    if not foes:
        return Plan(figure, "stay", None, "", ("FR-MON-29",), "it finds nobody")
    casts = "Fire" in figure.traits
    nearest = by_distance(figure, foes)[0]
    limit, covering = move_limit(state, figure), gives_cover(state)
    ranked: list[tuple[bool, bool, float, float, Point]] = []
    before = figure.at
    reached = reaches(state, figure, limit)[0]
    for at, cost in [(before, 0.0), *reached.places()]:
        if not is_clear_of(at, figure, foes, clearance(state)):
            continue
        figure.at = at
        view = not casts or any(sees(state, figure, one) for one in foes)
        covered = covering and is_in_cover_at(state, nearest, figure, at, figure.elevation)
        far = min(gap_from(at, figure, one) for one in foes)
        figure.at = before
        ranked.append((not view, not covered, -round(far, 2), cost, at))
    if all(blind for blind, *_ in ranked):
        why = "it looks for somebody to cast at"
        return Approach(state, figure, nearest, foes).go(False, "find a view", why, *rules)
    for _, _, _, cost, at in sorted(ranked)[:TRIES]:
        if cost <= 0.0:
            break
        route = reached.route(at, limit)
        if route is not None:
            return Plan(figure, "keep away", route, nearest.id, rules, "a Wizard keeps its distance")
    return Plan(figure, "stay", None, nearest.id, ("FR-MON-29",), "it stands well")


def _monster_has_moved(play: Play[Battle], seat: str, now: Movement) -> tuple[Point, Point] | None:
    figure = now.figure
    is_monster = isinstance(figure, Enemy) and figure.is_monster and figure.on_table
    return _last_step(now) if is_monster and now.how in OWN_WAYS else None


def _last_step(now: Movement) -> tuple[Point, Point] | None:
    """The last stretch of a way that leads anywhere."""
    steps = zip(now.path[-2::-1], now.path[:0:-1], strict=True)
    return next(((a, b) for a, b in steps if distance(a, b) > HARDLY), None)


@WINDOWS.consequence(MOVED, "monster faces its way", "FR-MON-09", _monster_has_moved)
async def face_way(play: Play[Battle], seat: str, now: Movement, step: tuple[Point, Point]) -> None:
    """A monster faces the direction of its last movement."""
    figure = now.figure
    assert isinstance(figure, Enemy)
    figure.facing = bearing_to(play.state, *step)
    play.tell("monster faces", "FR-MON-09", figure=figure.id, facing=figure.facing)


@rule("FR-MON-09")
def _face_somebody(play: Play[Battle], figure: Enemy) -> None:
    """A monster that did not move faces the nearest soldier it sees at the end of its activation."""
    state = play.state
    seen = [one for one in foes_of(state, figure) if sees(state, figure, one)]
    if seen:
        nearest = by_distance(figure, seen)[0]
        figure.facing = bearing_to(state, figure.at, nearest.at)
        play.tell("monster faces", "FR-MON-09", figure=figure.id, facing=figure.facing, target=nearest.id)
