"""What monsters do besides rampaging: Fire, Projectiles, Tentacles, Swarms and Wizards."""

from __future__ import annotations

from sandtable.binding.effects import put_on, take_off
from sandtable.binding.limits import once, use
from sandtable.books.forgotten_ruin.chapters.cover import in_cover, is_in_cover_at
from sandtable.books.forgotten_ruin.chapters.explosions.explosions import explode
from sandtable.books.forgotten_ruin.chapters.hand_to_hand import AT_ONCE, Combat, fight_at_once
from sandtable.books.forgotten_ruin.chapters.hits.resolution import Hit, strike
from sandtable.books.forgotten_ruin.chapters.line_of_sight import sees
from sandtable.books.forgotten_ruin.chapters.movement import walking
from sandtable.books.forgotten_ruin.chapters.movement.displacing import random_move
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
from sandtable.books.forgotten_ruin.chapters.shooting.targets import why_in_melee
from sandtable.books.forgotten_ruin.enemies.monsters.meeting import may_engage
from sandtable.books.forgotten_ruin.enemies.monsters.monsters import MOVES, RANGED
from sandtable.books.forgotten_ruin.enemies.monsters.traits import REACHING
from sandtable.books.forgotten_ruin.enemies.movement.approaching import TRIES, Approach
from sandtable.books.forgotten_ruin.enemies.movement.moving import keeps_off, reaches
from sandtable.books.forgotten_ruin.enemies.movement.unit_moves import carry_out_moves
from sandtable.books.forgotten_ruin.enemies.planning import Plan, can_move, foes_of, is_fighting
from sandtable.books.forgotten_ruin.enemies.sorcery import is_spoiled
from sandtable.books.forgotten_ruin.modifiers import (
    COMBAT_ROLL,
    WHY_NOT_ACT,
    WHY_NOT_TARGET,
    speed,
)
from sandtable.books.forgotten_ruin.state import Battle, Effect, Enemy, Figure, Soldier
from sandtable.books.forgotten_ruin.windows import (
    HIT_STRIKES,
    MOVED,
    VOLLEY_ROLLED,
    WINDOWS,
    Movement,
    Struck,
    Volley,
)
from sandtable.kernel.check import Modifier, Needed
from sandtable.kernel.citation import rule
from sandtable.kernel.dice import For
from sandtable.kernel.play import Play
from sandtable.kernel.refusal import Refusal
from sandtable.table.figures.bases import gap_from
from sandtable.table.measure import Point

FIRE_RADIUS, FIRE_DAMAGE = 2.0, 0
"""The blast of Fire (FR-MON-14)."""
MISSILES_RANGE, FURTHER_TARGETS, BESIDE = 12.0, 2, 1.0
"""How far Projectiles fly, at how many more soldiers, and how near these must be (FR-MON-21)."""
IN_THE_OPEN, IN_COVER = 5, 6
"""The hit numbers of a bow (FR-MON-21, FR-SHT-14)."""
TENTACLES_REACH, TENTACLES, TENTACLES_SKILL = 4.0, 2, 1
"""How far Tentacles reach, at how many soldiers, with which Combat Skill (FR-MON-27)."""
SWARM_REACH = 1.0
"""How near to a Swarm everybody is Hit (FR-MON-24)."""
SWARM_HURT_ON = 6
"""The die with which a Hit weakens a Swarm (FR-MON-25)."""
WEAKENED = "Weakened"


# Wizards


@MOVES.entry("Wizard")
@rule("FR-MON-29")
async def move_as_wizard(play: Play[Battle], figure: Enemy) -> bool:
    """A Wizard keeps its distance, in Cover, where it can still see a soldier; it never charges."""
    state = play.state
    if is_fighting(state, figure):
        play.tell(
            "enemy stays", "FR-EAI-19", "FR-MON-29", figure=figure.id, why="it is in contact and fights"
        )
        return True
    if not can_move(state, figure):
        return False

    async def planned() -> list[Plan]:
        return [_wizard_plan(state, figure)] if figure.on_table else []

    await carry_out_moves(play, [figure], planned)
    return False


def _wizard_plan(state: Battle, figure: Enemy) -> Plan:
    """The place in reach that is best for a Wizard: a view if it casts, Cover, then distance, then rest."""
    foes, rules = foes_of(state, figure), ("FR-MON-29", "FR-BIG-03")
    if not foes:
        return Plan(figure, "stay", None, "", ("FR-MON-29",), "it finds nobody")
    casts = "Fire" in figure.traits
    nearest = min(foes, key=lambda one: gap(figure, one))
    limit = walking.move_limit(state, figure)
    covering = any("field" not in one.traits for one in state.ground.pieces)
    ranked: list[tuple[bool, bool, float, float, Point]] = []
    before = figure.at
    reached = reaches(state, figure, limit)[0]
    for at, cost in [(before, 0.0), *reached.places()]:
        if not keeps_off(state, figure, at, foes):
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


# Fire, Projectiles, Tentacles


@RANGED.entry("Fire")
@rule("FR-MON-14", "FR-BIG-14")
async def breathe_fire(play: Play[Battle], figure: Enemy) -> bool:
    """An explosion on a random soldier in sight, moved 1D6 in a random direction."""
    state = play.state
    is_spell = "Wizard" in figure.traits
    silenced = WHY_NOT_ACT.first(state, figure, "Cast") if is_spell else None
    if silenced is not None:
        play.tell("no Fire", "FR-MON-14", silenced.rule, figure=figure.id, why=silenced.reason)
        return False
    how = "spell" if is_spell else "fire"
    seen = [one for one in foes_of(state, figure, how) if sees(state, figure, one)]
    if not seen:
        play.tell("no Fire", "FR-MON-14", figure=figure.id, why="it sees no soldier")
        return False
    target = await pick_at_random(play, seen, "target of", "FR-MON-14", of=figure.id)
    # Ruling of FR-MIS-42: the Fire of a Wizard is a spell, that of a dragon is breath.
    if is_spell and await is_spoiled(play, figure):
        return True
    dice = state.enemy_dice
    (face,) = await play.roll(1, For("fire", figure.id), "FR-MON-14", seat=dice, target=target.id)
    angle = await bearing(play, "FR-MON-14", what=For("bearing", figure.id))
    at = towards(state, angle, target.at, inches(state, face))
    play.tell("Fire", "FR-MON-14", "FR-BIG-14", figure=figure.id, target=target.id, at=at)
    traits = ("magical",) if is_spell else ()
    await explode(
        play, at, FIRE_RADIUS, FIRE_DAMAGE, "FR-MON-14", attacker=figure.id, unit=figure.id, traits=traits
    )
    return True


@RANGED.entry("Projectiles")
@rule("FR-MON-21", "FR-BIG-14")
async def shoot_projectiles(play: Play[Battle], figure: Enemy) -> bool:
    """At the closest visible soldier within 12 in and up to two more beside that one, each once a round."""
    state = play.state
    able = [
        one
        for one in foes_of(state, figure, "shooting")
        if within(gap(figure, one), inches(state, MISSILES_RANGE))
        and sees(state, figure, one)
        and why_in_melee(state, figure, one) is None  # FR-SHT-08
        and once("round", f"projectiles {one.id}") not in figure.used
    ]
    near = nearest_of(figure, able)
    if not near:
        return False
    first = await pick_at_random(play, near, "target of", "FR-MON-21", of=figure.id)
    beside = [one for one in able if one is not first and within(gap(first, one), inches(state, BESIDE))]
    beside.sort(key=lambda one: gap(figure, one))
    targets = [first, *beside[:FURTHER_TARGETS]]
    play.tell("Projectiles", "FR-MON-21", "FR-BIG-14", figure=figure.id, targets=[one.id for one in targets])
    for one in targets:
        use(figure, once("round", f"projectiles {one.id}"))
        await _missile(play, figure, one)
    return True


async def _missile(play: Play[Battle], figure: Enemy, target: Soldier | Enemy) -> None:
    cover = in_cover(play.state, figure, target)
    rules = ("FR-MON-21", "FR-SHT-14", *((cover.rule,) if cover is not None else ()))
    need = Needed(IN_THE_OPEN if cover is None else IN_COVER, "FR-MON-21")
    seat, why = play.state.enemy_dice, For("projectile", target.id)
    (face,) = await play.roll(1, why, *rules, seat=seat, need=need, target=target.id)
    # FR-LOOT-32: it is a bow shot, and a Hit that must be rolled again is.
    volley = Volley(play.state.seat_of(target), target, [figure], (face,), [need.number])
    await WINDOWS.open(play, VOLLEY_ROLLED, volley)
    if volley.hits:
        hit = Hit(
            how="shooting",
            rules=("FR-MON-21",),
            attacker=figure.id,
            unit=figure.id,
            traits=("archery",),
            natural=volley.faces[0],
        )
        await strike(play, target, [hit], "FR-MON-21")


@RANGED.entry("Tentacles")
@rule("FR-MON-27", "FR-BIG-14")
async def reach_out(play: Play[Battle], figure: Enemy) -> bool:
    """Combats with the two nearest soldiers within 4 in, in which the monster takes no damage."""
    state = play.state
    reach = inches(state, TENTACLES_REACH)
    able = [
        one
        for one in foes_of(state, figure)
        if within(gap(figure, one), reach) and may_engage(state, figure, one)  # FR-BIG-07
    ]
    able.sort(key=lambda one: gap(figure, one))
    before = len(state.fought)
    for one in able[:TENTACLES]:
        if not figure.on_table or not one.on_table or one.id in state.fought[before:]:
            continue
        play.tell("Tentacles", "FR-MON-27", figure=figure.id, target=one.id)
        if isinstance(one, Soldier) and one.copy_of:
            # An image that is touched in melee is no opponent.
            await remove(play, one, "withdrawn", "FR-SPL-39", "FR-MON-27")
            continue
        put_on(figure, Effect(REACHING, "FR-MON-27"))
        await fight_at_once(play, figure, one, "FR-MON-27", kind=AT_ONCE)
        let_go(figure)
    return bool(able)


def let_go(figure: Figure) -> None:
    """The monster fights with its tentacles no more."""
    take_off(figure, REACHING)


@WINDOWS.consequence(
    MOVED, "Tentacles let go", "FR-MON-27", lambda play, seat, now: now.figure.is_under(REACHING), rank=-3
)
async def follows_up_in_person(play: Play[Battle], seat: str, now: Movement) -> None:
    """Whom it follows up into, it fights with its whole body."""
    let_go(now.figure)


@COMBAT_ROLL.source("FR-MON-27", rank=2)
def tentacles_skill(state: Battle, figure: Figure, opponent: Figure, combat: Combat) -> Modifier | None:
    """Tentacles fight with a Combat Skill of +1."""
    if figure.is_under(REACHING):
        return Modifier(TENTACLES_SKILL - figure.profile.combat_skill, "tentacles", "FR-MON-27")
    return None


def _tentacle_is_hit(play: Play[Battle], seat: str, now: Struck) -> bool:
    return now.target.is_under(REACHING)


@WINDOWS.consequence(HIT_STRIKES, "Tentacles", "FR-MON-27", _tentacle_is_hit, rank=-2)
async def tentacle_spared(play: Play[Battle], seat: str, now: Struck) -> None:
    """The monster takes no damage in the combats of its tentacles."""
    now.is_negated, now.negated_by = True, "FR-MON-27"


# Swarms


@MOVES.entry("Swarm")
@rule("FR-MON-24", "FR-MON-26")
async def swarm(play: Play[Battle], figure: Enemy) -> bool:
    """A Swarm wanders its Speed in a random direction; whoever is then near is Hit, of either side."""
    state = play.state
    await random_move(play, figure, speed(state, figure), "FR-MON-24", stops_at_edge=True)
    state.contacts = tuple(one for one in state.contacts if figure.id not in (one.mover, one.other))
    limit = inches(state, SWARM_REACH)
    stung = [one for one in state.figures_on_table() if one is not figure and within(gap(figure, one), limit)]
    play.tell("swarm stings", "FR-MON-24", "FR-MON-26", figure=figure.id, targets=[one.id for one in stung])
    for one in stung:
        hit = Hit(how="event", rules=("FR-MON-24",), attacker=figure.id, unit=figure.id)
        await strike(play, one, [hit], "FR-MON-24")
    return False


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
    """Each Hit rolls a die: a 6 weakens a Swarm, and destroys one that is weakened."""
    target = now.target
    (face,) = await play.roll(1, For("swarm", target.id), "FR-MON-25", target=target.id)
    now.is_settled = True
    if face < SWARM_HURT_ON:
        play.tell("swarm unharmed", "FR-MON-25", figure=target.id)
        return
    if target.is_under(WEAKENED):
        now.casualty_hits.append(now.hit)
        play.tell("swarm destroyed", "FR-MON-25", figure=target.id)
        return
    put_on(target, Effect(WEAKENED, "FR-MON-25"))
    play.tell("swarm weakened", "FR-MON-25", figure=target.id)
