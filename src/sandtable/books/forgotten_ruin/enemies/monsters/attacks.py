"""What monsters do besides rampaging: Swoop, Fire, Projectiles, Tentacles and Swarms."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from sandtable.binding.effects import put_on, take_off
from sandtable.binding.limits import once, use
from sandtable.books.forgotten_ruin.chapters.battle_round.snap_fire import offer_snap_fire
from sandtable.books.forgotten_ruin.chapters.cover import in_cover
from sandtable.books.forgotten_ruin.chapters.explosions.explosions import explode
from sandtable.books.forgotten_ruin.chapters.hand_to_hand.combat import AT_ONCE, Combat
from sandtable.books.forgotten_ruin.chapters.hand_to_hand.fighting import fight_at_once
from sandtable.books.forgotten_ruin.chapters.hits.harm import Hit
from sandtable.books.forgotten_ruin.chapters.hits.resolution import strike
from sandtable.books.forgotten_ruin.chapters.line_of_sight import sees
from sandtable.books.forgotten_ruin.chapters.movement.displacing import random_move
from sandtable.books.forgotten_ruin.chapters.movement.footing import stand_at
from sandtable.books.forgotten_ruin.chapters.principles.conventions import (
    bearing,
    gap,
    inches,
    nearest_of,
    pick_at_random,
    remove,
    towards,
    within,
)
from sandtable.books.forgotten_ruin.chapters.principles.soldiers_dice import score_of
from sandtable.books.forgotten_ruin.chapters.saves import save
from sandtable.books.forgotten_ruin.chapters.shooting.targets import why_in_melee
from sandtable.books.forgotten_ruin.enemies.enemy_deeds import shoot_once
from sandtable.books.forgotten_ruin.enemies.monsters.rampaging import may_engage
from sandtable.books.forgotten_ruin.enemies.monsters.traits import REACHING
from sandtable.books.forgotten_ruin.enemies.movement.moving import what_bars
from sandtable.books.forgotten_ruin.enemies.movement.placing import free_spot
from sandtable.books.forgotten_ruin.enemies.planning import Foe, foes_of
from sandtable.books.forgotten_ruin.enemies.sorcery import is_spoiled
from sandtable.books.forgotten_ruin.modifiers import (
    COMBAT_ROLL,
    WHY_NOT_ACT,
    WHY_NOT_TARGET,
    speed,
    wits_added,
)
from sandtable.books.forgotten_ruin.state import Battle, Effect, Enemy, Figure, Soldier
from sandtable.books.forgotten_ruin.windows import HIT_STRIKES, MOVED, WINDOWS, Movement, Struck
from sandtable.kernel import For, Modifier, Needed, Play, Refusal, rule
from sandtable.kernel.arithmetic import hypot
from sandtable.table import Point
from sandtable.table.shapes import distance, segment_point_distance

EVADES = 5
"""The total with which a soldier evades a Swoop (FR-MON-15)."""
WEAKENED = "Weakened"


# Flight


@rule("FR-MON-15")
async def swoop(play: Play[Battle], figure: Enemy) -> bool:
    """On 5-6 a flying monster Swoops; whether it did."""
    state = play.state
    why, need = For("swoop", figure.id), Needed(5, "FR-MON-15")
    if not await play.passes(why, need, state.dice_of(figure), figure=figure.id) or not foes_of(
        state, figure
    ):
        return False
    if not _swoop_targets(state, figure):
        near = nearest_of(figure, foes_of(state, figure))
        barred = dict.fromkeys(why for one in near for why in _what_bars_swoop(state, figure, one))
        play.tell("no Swoop", "FR-MON-15", *barred, figure=figure.id)
        return False
    ids = [figure.id]
    await offer_snap_fire(play, ids, "before")
    near = _swoop_targets(state, figure)
    if not figure.on_table or not near:
        return True
    target = await pick_at_random(play, near, "target of", "FR-MON-15", of=figure.id)
    start, end = figure.at, _end_of_swoop(state, figure, target)
    if not await _comes_half_way(play, figure, end):
        return True
    struck = [
        one
        for one in foes_of(state, figure)
        if segment_point_distance(start, end, one.at) < figure.radius + one.radius
    ]
    play.tell("Swoop", "FR-MON-15", figure=figure.id, target=target.id, struck=[one.id for one in struck])
    await _land(play, figure, start, end)
    await offer_snap_fire(play, ids, "end")
    for one in struck:
        if one.on_table and figure.on_table:
            await _evade(play, figure, one)
    return True


@rule("FR-RND-16")
async def _comes_half_way(play: Play[Battle], figure: Enemy, end: Point) -> bool:
    """Half-way through a Swoop it is in the air, and holding soldiers may fire; whether it goes on."""
    (x, y), (u, v), feet = figure.at, end, figure.elevation
    figure.at, figure.elevation = ((x + u) / 2, (y + v) / 2), feet + figure.height
    await offer_snap_fire(play, [figure.id], "half-way")
    if figure.on_table:
        figure.at, figure.elevation = (x, y), feet
    return figure.on_table


async def _land(play: Play[Battle], figure: Enemy, start: Point, end: Point) -> None:
    """At the end of a Swoop the monster comes down on the nearest free place."""
    state = play.state
    stand_at(state, figure, free_spot(state, figure, end) or figure.at)
    figure.moved = distance(figure.at, start)
    state.contacts = tuple(one for one in state.contacts if figure.id not in (one.mover, one.other))
    play.tell(
        "figure moved", "FR-MON-15", "FR-TER-11", figure=figure.id, path=(start, figure.at), how="swoop"
    )
    await WINDOWS.open(play, MOVED, Movement(state.seat_of(figure), figure, (start, figure.at), "flight"))


def _end_of_swoop(state: Battle, figure: Enemy, target: Figure) -> Point:
    """Twice its Speed straight towards and past the nearest soldier, 1 in short of an edge."""
    (x, y), (u, v) = figure.at, target.at
    far = hypot(u - x, v - y) or 1.0
    length = 2 * inches(state, speed(state, figure))
    dx, dy = (u - x) / far, (v - y) / far
    keep = figure.radius + inches(state, 1.0)
    for at, step, most in ((x, dx, state.ground.width), (y, dy, state.ground.depth)):
        if step > 0.0:
            length = min(length, max(0.0, (most - keep - at) / step))
        elif step < 0.0:
            length = min(length, max(0.0, (keep - at) / step))
    return (x + dx * length, y + dy * length)


def _swoop_targets(state: Battle, figure: Enemy) -> list[Foe]:
    """The nearest soldiers to whom the way is open."""
    near = nearest_of(figure, foes_of(state, figure))
    return [one for one in near if not _what_bars_swoop(state, figure, one)]


@rule("FR-SPL-27", "FR-SPM-21")
def _what_bars_swoop(state: Battle, figure: Enemy, target: Figure) -> tuple[str, ...]:
    """A Swoop goes round nothing, so none leads where no enemy goes."""
    return what_bars(state, figure, (figure.at, _end_of_swoop(state, figure, target)))


async def _evade(play: Play[Battle], figure: Enemy, one: Foe) -> None:
    """A soldier in the path rolls 1D6 and Wits; less than 5 is Knocked Down and Hit."""
    clever = wits_added(play.state, one) if isinstance(one, Soldier) else []
    total = await score_of(play, one, "evade", For("evade", one.id), "FR-MON-15", added=clever, need=EVADES)
    play.tell("evades" if total >= EVADES else "struck by the Swoop", "FR-MON-15", figure=one.id, total=total)
    if total < EVADES:
        hit = Hit(
            how="event", rules=("FR-MON-15",), attacker=figure.id, unit=figure.id, knocks_down="FR-MON-15"
        )
        await strike(play, one, [hit], "FR-MON-15")


# Fire, Projectiles, Tentacles


@rule("FR-MON-14", "FR-BIG-14")
async def breathe_fire(play: Play[Battle], figure: Enemy) -> None:
    """An explosion of 2 in and +0 on a random soldier in sight, moved 1D6 in a random direction."""
    state = play.state
    is_spell = "Wizard" in figure.traits
    silenced = WHY_NOT_ACT.first(state, figure, "Cast") if is_spell else None
    if silenced is not None:
        play.tell("no Fire", "FR-MON-14", silenced.rule, figure=figure.id, why=silenced.reason)
        return
    how = "spell" if is_spell else "fire"
    seen = [one for one in foes_of(state, figure, how) if sees(state, figure, one)]
    if not seen:
        play.tell("no Fire", "FR-MON-14", figure=figure.id, why="it sees nobody")
        return
    target = await pick_at_random(play, seen, "target of", "FR-MON-14", of=figure.id)
    # Ruling of FR-MIS-42: the Fire of a Wizard is a spell, that of a dragon is breath.
    if is_spell and await is_spoiled(play, figure):
        return
    dice = state.dice_of(figure)
    (face,) = await play.roll(1, For("fire", figure.id), "FR-MON-14", seat=dice, target=target.id)
    angle = await bearing(play, "FR-MON-14", what=For("bearing", figure.id))
    at = towards(state, angle, target.at, inches(state, face))
    play.tell("Fire", "FR-MON-14", "FR-BIG-14", figure=figure.id, target=target.id, at=at, how=how)
    traits = ("magical",) if is_spell else ()
    await explode(play, at, 2.0, 0, "FR-MON-14", attacker=figure.id, unit=figure.id, traits=traits)


@rule("FR-MON-21", "FR-BIG-14")
async def shoot_projectiles(play: Play[Battle], figure: Enemy) -> None:
    """At the closest visible soldier within 12 in and up to two more beside that one, each once a round."""
    state = play.state
    able = [
        one
        for one in foes_of(state, figure, "shooting")
        if within(gap(figure, one), inches(state, 12.0))
        and sees(state, figure, one)
        and why_in_melee(state, figure, one) is None  # FR-SHT-08
        and once("round", "projectiles", one.id) not in figure.used
    ]
    near = nearest_of(figure, able)
    if not near:
        return
    first = await pick_at_random(play, near, "target of", "FR-MON-21", of=figure.id)
    beside = [one for one in able if one is not first and within(gap(first, one), inches(state, 1.0))]
    targets = [first, *await _nearest_two(play, figure, beside, "FR-MON-21")]
    play.tell("Projectiles", "FR-MON-21", "FR-BIG-14", figure=figure.id, targets=[one.id for one in targets])
    for one in targets:
        use(figure, once("round", "projectiles", one.id))
        cover = in_cover(state, figure, one)
        # It is a bow shot: 5+ in the open, 6 in Cover; rolled again where that of a bow is (FR-LOOT-32).
        rules = ("FR-MON-21", "FR-SHT-14", *((cover.rule,) if cover is not None else ()))
        need = Needed(5 if cover is None else 6, "FR-MON-21")
        await shoot_once(play, figure, one, For("projectile", one.id), need, *rules)


@rule("FR-PRN-22")
async def _nearest_two(play: Play[Battle], figure: Enemy, able: list[Foe], rule_id: str) -> list[Foe]:
    """The two nearest; where too many are equally near a die draws among them."""
    found: list[Foe] = []
    while len(found) < min(2, len(able)):
        near = nearest_of(figure, [one for one in able if one not in found])
        if len(found) + len(near) > 2:
            near = [await pick_at_random(play, near, "target of", rule_id, of=figure.id)]
        found += near
    return found


@rule("FR-MON-27", "FR-BIG-14")
async def reach_out(play: Play[Battle], figure: Enemy) -> None:
    """Combats with the two nearest soldiers within 4 in, in which the monster takes no damage."""
    state = play.state
    near = [one for one in foes_of(state, figure) if within(gap(figure, one), inches(state, 4.0))]
    able = [one for one in near if may_engage(state, figure, one)]  # FR-BIG-07
    before = len(state.fought)
    for one in await _nearest_two(play, figure, able, "FR-MON-27"):
        if not figure.on_table or not one.on_table or one.id in state.fought[before:]:
            continue
        play.tell("Tentacles", "FR-MON-27", figure=figure.id, target=one.id)
        if isinstance(one, Soldier) and one.copy_of:
            # An image that is touched in melee is no opponent.
            await remove(play, one, "withdrawn", "FR-SPL-39", "FR-MON-27")
            continue
        put_on(figure, Effect(REACHING, "FR-MON-27"))
        await fight_at_once(play, figure, one, "FR-MON-27", kind=AT_ONCE)
        take_off(figure, REACHING)


RANGED: dict[str, Callable[[Play[Battle], Enemy], Coroutine[Any, Any, None]]] = {
    "Fire": breathe_fire,
    "Projectiles": shoot_projectiles,
    "Tentacles": reach_out,
}
"""What a monster does in an activation in which it contacted nobody, by its trait (FR-BIG-14)."""


@WINDOWS.consequence(
    MOVED, "Tentacles let go", "FR-MON-27", lambda play, seat, now: now.figure.is_under(REACHING), rank=-3
)
async def follows_up_in_person(play: Play[Battle], seat: str, now: Movement) -> None:
    """Whom it follows up into, it fights with its whole body."""
    take_off(now.figure, REACHING)


@COMBAT_ROLL.source("FR-MON-27", rank=2)
def tentacles_skill(state: Battle, figure: Figure, opponent: Figure, combat: Combat) -> Modifier | None:
    """Tentacles fight with a Combat Skill of +1."""
    if figure.is_under(REACHING):
        return Modifier(1 - figure.profile.combat_skill, "tentacles", "FR-MON-27")
    return None


@WINDOWS.consequence(
    HIT_STRIKES, "Tentacles", "FR-MON-27", lambda play, seat, now: now.target.is_under(REACHING), rank=-2
)
async def tentacle_spared(play: Play[Battle], seat: str, now: Struck) -> None:
    """The monster takes no damage in the combats of its tentacles."""
    now.is_negated, now.negated_by = True, "FR-MON-27"


# Swarms


@rule("FR-MON-24")
async def swarm(play: Play[Battle], figure: Enemy) -> None:
    """A Swarm wanders its Speed in a random direction; every figure then within 1 in is Hit."""
    state = play.state
    await random_move(play, figure, speed(state, figure), "FR-MON-24", stops_at_edge=True)
    state.contacts = tuple(one for one in state.contacts if figure.id not in (one.mover, one.other))
    limit = inches(state, 1.0)
    stung = [one for one in state.figures_on_table() if one is not figure and within(gap(figure, one), limit)]
    play.tell("swarm stings", "FR-MON-24", figure=figure.id, targets=[one.id for one in stung])
    for one in stung:
        hit = Hit(how="event", rules=("FR-MON-24",), attacker=figure.id, unit=figure.id)
        await strike(play, one, [hit], "FR-MON-24")


@WHY_NOT_TARGET.source("FR-MON-24", rank=-1)
def nobody_fights_a_swarm(state: Battle, attacker: Figure, target: Figure, how: str) -> Refusal | None:
    """Nobody can fight a Swarm hand-to-hand, nor does it fight anybody."""
    swarms = [one for one in (attacker, target) if isinstance(one, Enemy) and "Swarm" in one.traits]
    if how == "hand-to-hand" and swarms:
        return Refusal("FR-MON-24", "Nobody can fight a Swarm hand-to-hand.", "Shoot at it.")
    return None


def _swarm_is_hit(play: Play[Battle], seat: str, now: Struck) -> bool:
    return isinstance(now.target, Enemy) and "Swarm" in now.target.traits and not now.is_negated


@WINDOWS.consequence(HIT_STRIKES, "Swarm", "FR-MON-25", _swarm_is_hit, rank=-1)
async def swarm_is_hit(play: Play[Battle], seat: str, now: Struck) -> None:
    """Each Hit rolls a die: a 6 that nothing saves weakens a Swarm, and destroys one that is weakened."""
    target = now.target
    (face,) = await play.roll(1, For("swarm", target.id), need=Needed(6, "FR-MON-25"), target=target.id)
    now.is_settled = True
    if face < 6:
        play.tell("swarm unharmed", "FR-MON-25", figure=target.id)
        return
    now.was_saved = await save(play, target, now.hit)
    if now.was_saved:
        return
    if target.is_under(WEAKENED):
        now.casualty_hits.append(now.hit)
        play.tell("swarm destroyed", "FR-MON-25", figure=target.id)
        return
    put_on(target, Effect(WEAKENED, "FR-MON-25"))
    play.tell("swarm weakened", "FR-MON-25", figure=target.id)
