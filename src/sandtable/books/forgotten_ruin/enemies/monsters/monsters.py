"""Monsters: the Monster Action table, and what each kind of monster does when it moves to attack."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from sandtable.binding.registry import Registry
from sandtable.binding.tables import row_for
from sandtable.books.forgotten_ruin.chapters.aggression.score import add_aggression
from sandtable.books.forgotten_ruin.chapters.line_of_sight import sees
from sandtable.books.forgotten_ruin.chapters.movement import walking
from sandtable.books.forgotten_ruin.chapters.principles.conventions import gap, pick_at_random
from sandtable.books.forgotten_ruin.enemies.archers import SHOOT
from sandtable.books.forgotten_ruin.enemies.enemy_tables import Named, monster_actions
from sandtable.books.forgotten_ruin.enemies.enraged import enraged_at
from sandtable.books.forgotten_ruin.enemies.monsters.meeting import HARDLY, wanted
from sandtable.books.forgotten_ruin.enemies.monsters.rampaging import rampage
from sandtable.books.forgotten_ruin.enemies.movement.approaching import Approach
from sandtable.books.forgotten_ruin.enemies.movement.moving import Reach
from sandtable.books.forgotten_ruin.enemies.movement.placing import bearing_to
from sandtable.books.forgotten_ruin.enemies.movement.unit_moves import carry_out_moves
from sandtable.books.forgotten_ruin.enemies.planning import (
    Plan,
    can_move,
    foes_of,
    is_fighting,
    may_attack,
    may_charge,
)
from sandtable.books.forgotten_ruin.modifiers import (
    WHY_NOT_ACT,
    WHY_NOT_MOVE,
)
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Soldier
from sandtable.books.forgotten_ruin.windows import MOVED, WINDOWS, Activation, Movement
from sandtable.kernel.arithmetic import hypot
from sandtable.kernel.check import Modifier
from sandtable.kernel.citation import rule
from sandtable.kernel.dice import For
from sandtable.kernel.play import Play
from sandtable.table.measure import Point

HURT = 1
"""What a monster adds to its action roll if it has lost Monster Points in this round (FR-BIG-10)."""
SUMMONS = 1
"""The Aggression that a Summon adds (FR-BIG-11)."""
ROARS = 2
"""The Aggression that a Summon with Roar adds (FR-MON-23)."""

OWN_WAYS = ("move", "follow-up", "flight")
"""The movements that are a monster's own (FR-MON-09)."""

Foe = Soldier | Enemy
Attack = Callable[[Play[Battle], Enemy], Coroutine[Any, Any, bool]]

RANGED: Registry[Attack] = Registry("an attack from afar")
"""What a monster does in an activation in which it contacted nobody, by the trait that grants it."""
MOVES: Registry[Attack] = Registry("a move to attack")
"""How monsters of a trait move to attack; each says whether a combat was fought or begun."""


@rule("FR-BIG-01", "FR-BIG-10", "FR-BIG-16")
async def activate_monster(play: Play[Battle], figure: Enemy, now: Activation) -> None:
    """A monster rolls what it does; a Swarm and streamlined monsters roll nothing."""
    state = play.state
    before = figure.at
    if "Swarm" in figure.traits:
        await MOVES["Swarm"](play, figure)
        return
    action = await roll_action(play, figure)
    if action.name == "Summon" and enraged_at(state, figure) is not None:
        action = monster_actions()[1]
        play.tell("monster must attack", "FR-SPL-30", action.rule, figure=figure.id)
    if action.name == "Summon":
        await summon(play, figure)
    elif foes_of(state, figure):
        times = 2 if action.name == "Go Berserk" else 1
        for _ in range(times):
            if figure.on_table and not state.closed:
                figure.moved = figure.rough = 0.0  # FR-MOV-04: counted over one activation
                await move_to_attack(play, figure, now, action.rule)
    if figure.on_table and figure.at == before:
        face_somebody(play, figure)


@rule("FR-BIG-10", "FR-BIG-09", "FR-BIG-16")
async def roll_action(play: Play[Battle], figure: Enemy) -> Named:
    """1D6, with 1 more for a monster that has lost Monster Points in this round."""
    rows = monster_actions()
    if play.state.switches.streamlined_enemies:
        play.tell("monster action", "FR-BIG-16", figure=figure.id, action=rows[1].name)
        return rows[1]
    hurt = [Modifier(HURT, "lost Monster Points", "FR-BIG-10")] if figure.points_lost_this_round else []
    (face,) = await play.roll(
        1,
        For("monster action", figure.id),
        "FR-BIG-10",
        "FR-BIG-09",
        seat=play.state.enemy_dice,
        modifiers=[str(one) for one in hurt],
    )
    row = row_for(rows, face + len(hurt) * HURT)
    play.tell(
        "monster action", "FR-BIG-10", row.rule, figure=figure.id, action=row.name, total=face + len(hurt)
    )
    return row


@rule("FR-BIG-11", "FR-MON-23")
async def summon(play: Play[Battle], figure: Enemy) -> None:
    """The monster stays in place and calls: the Aggression score rises."""
    roars = "Roar" in figure.traits
    rules = ("FR-BIG-11", "FR-MON-23") if roars else ("FR-BIG-11",)
    state = play.state
    if figure.side == "squad":
        # Ruling of FR-LOOT-71: for the squad it calls nobody.
        play.tell("monster calls in vain", "FR-LOOT-71", *rules, figure=figure.id)
        return
    play.tell("monster summons", *rules, figure=figure.id)
    if figure.side == "independent":
        # FR-MIS-62: whoever this very point brings shares the independence of the caller.
        state.notes["independent summons"] = sum(1 for one in state.enemies.values() if one.is_monster)
    await add_aggression(play, ROARS if roars else SUMMONS, *rules)
    state.notes.pop("independent summons", None)


@rule("FR-BIG-12", "FR-BIG-13", "FR-BIG-14", "FR-BIG-15")
async def move_to_attack(play: Play[Battle], figure: Enemy, now: Activation, *rules: str) -> None:
    """The monster moves by its nature; who contacted nobody uses a ranged attack it has."""
    kind = next((one for one in ("Wizard", "Humanoid") if one in figure.traits), "")
    # FR-SPL-20: a monster that cannot move does not Swoop either, but it may still shoot.
    flies = "Flight" in figure.traits and now.may_move and WHY_NOT_MOVE.first(play.state, figure) is None
    if enraged_at(play.state, figure) is not None:
        # FR-SPL-30: whoever is enraged goes straight for the caster to fight, and nothing else.
        flies = False
    attacks = may_attack(play.state, figure)
    if not attacks:
        # Whoever may not attack comes near like an ordinary figure, out of contact.
        kind, flies = kind or "Humanoid", False
    if flies and await MOVES["Flight"](play, figure):
        return
    met = False
    if now.may_move:
        met = await (MOVES[kind](play, figure) if kind else rampage(play, figure, *rules))
    if met or not figure.on_table or not now.may_attack or not attacks or is_fighting(play.state, figure):
        return
    if WHY_NOT_ACT.first(play.state, figure, SHOOT) is not None:
        return
    for trait, attack in RANGED.items():
        if trait in figure.traits and figure.on_table:
            await attack(play, figure)


@MOVES.entry("Humanoid")
@rule("FR-MON-16", "FR-BIG-12", "FR-EAI-19")
async def move_as_humanoid(play: Play[Battle], figure: Enemy) -> bool:
    """A Humanoid monster goes for a single opponent like an ordinary figure."""
    state = play.state
    if is_fighting(state, figure):
        play.tell(
            "enemy stays", "FR-EAI-19", "FR-MON-16", figure=figure.id, why="it is in contact and fights"
        )
        return True
    if not can_move(state, figure):
        return False
    foes = wanted(state, figure)
    if not foes:
        return False
    least = min(gap(figure, one) for one in foes)
    near = [one for one in foes if gap(figure, one) <= least + 0.01]
    target = await pick_at_random(play, near, "target of", "FR-BIG-12", of=figure.id)

    async def planned() -> list[Plan]:
        return [_humanoid_plan(state, figure, target)] if figure.on_table else []

    await carry_out_moves(play, [figure], planned)
    return is_fighting(state, figure)


def _humanoid_plan(state: Battle, figure: Enemy, target: Foe) -> Plan:
    limit = walking.move_limit(state, figure)
    rules = ("FR-MON-16", "FR-BIG-12", "FR-BIG-03")
    foes = foes_of(state, figure)
    charges, reached = may_charge(state, figure), Reach(state, figure, limit)
    if charges and gap(figure, target) <= limit + 0.01:
        route = reached.route_to_contact(target)
        if route is not None:
            return Plan(figure, "charge", route, target.id, rules, "the nearest opponent")
    for other in sorted(foes, key=lambda one: gap(figure, one)) if charges else ():
        if other is not target and gap(figure, other) <= limit + 0.01:
            route = reached.route_to_contact(other)
            if route is not None:
                return Plan(figure, "charge", route, other.id, rules, "an opponent it can reach")
    return Approach(state, figure, target, foes).go(False, "advance", "towards the nearest opponent", *rules)


def _monster_has_moved(play: Play[Battle], seat: str, now: Movement) -> tuple[Point, Point] | None:
    figure = now.figure
    is_monster = isinstance(figure, Enemy) and figure.is_monster and figure.on_table
    return _last_step(now) if is_monster and now.how in OWN_WAYS else None


def _last_step(now: Movement) -> tuple[Point, Point] | None:
    """The last stretch of a way that leads anywhere."""
    steps = zip(now.path[-2::-1], now.path[:0:-1], strict=True)
    return next(((a, b) for a, b in steps if hypot(b[0] - a[0], b[1] - a[1]) > HARDLY), None)


@WINDOWS.consequence(MOVED, "monster faces its way", "FR-MON-09", _monster_has_moved)
async def face_way(play: Play[Battle], seat: str, now: Movement, step: tuple[Point, Point]) -> None:
    """A monster faces the direction of its last movement."""
    figure = now.figure
    assert isinstance(figure, Enemy)
    figure.facing = bearing_to(play.state, *step)
    play.tell("monster faces", "FR-MON-09", figure=figure.id, facing=figure.facing)


@rule("FR-MON-09")
def face_somebody(play: Play[Battle], figure: Enemy) -> None:
    """A monster that did not move faces the nearest soldier it sees at the end of its activation."""
    state = play.state
    seen = [one for one in foes_of(state, figure) if sees(state, figure, one)]
    if seen:
        nearest = min(seen, key=lambda one: gap(figure, one))
        figure.facing = bearing_to(state, figure.at, nearest.at)
        play.tell("monster faces", "FR-MON-09", figure=figure.id, facing=figure.facing, target=nearest.id)
