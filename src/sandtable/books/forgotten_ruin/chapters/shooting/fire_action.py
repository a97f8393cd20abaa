"""Shooting: one Fire action of a soldier, from the choice of weapon and target to the last Hit."""

from __future__ import annotations

from typing import Any

from sandtable.books.forgotten_ruin.chapters.armory import is_firearm, ranged_weapons, spend_ammunition
from sandtable.books.forgotten_ruin.chapters.explosions.explosions import aim_explosive, fire_explosive
from sandtable.books.forgotten_ruin.chapters.hits.harm import Hit
from sandtable.books.forgotten_ruin.chapters.hits.resolution import note_attack, strike
from sandtable.books.forgotten_ruin.chapters.line_of_sight import rules_of_view
from sandtable.books.forgotten_ruin.chapters.principles.conventions import (
    beyond,
    distance_to,
    gap,
    inches,
    within,
)
from sandtable.books.forgotten_ruin.chapters.principles.soldiers_dice import roll_own
from sandtable.books.forgotten_ruin.chapters.shooting.aiming import can_aim
from sandtable.books.forgotten_ruin.chapters.shooting.fire_choices import (
    Choice,
    fire_candidates,
    rules_of_choice,
)
from sandtable.books.forgotten_ruin.chapters.shooting.hit_numbers import Shot, hits_of_die, to_hit
from sandtable.books.forgotten_ruin.chapters.shooting.targets import (
    Allowed,
    Lookout,
    Split,
    has_target,
    why_not_fire_weapon,
)
from sandtable.books.forgotten_ruin.modifiers import (
    ONE_SHOT,
    RANGE,
    SHOTS,
    TIMES_FIRED,
    WHY_STEADY,
    WHY_STILL,
    value_of,
)
from sandtable.books.forgotten_ruin.naming import name_of
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Soldier, Weapon
from sandtable.books.forgotten_ruin.windows import (
    GUNFIRE,
    SNAP_EXPLOSIVE,
    WINDOWS,
    Gunfire,
    OwnDice,
    SnapExplosive,
)
from sandtable.kernel import Candidate, ChooseOne, For, Modifier, Needed, Play, Refusal, rule, total_of
from sandtable.kernel.arithmetic import hypot
from sandtable.table.shapes import distance, segment_point_distance

NOTHING = "no further shot"
TEAM_WEAPONS = ("squad automatic weapon", "anti-tank weapon")
"""Weapons that one soldier uses without a loader (FR-ARM-20)."""


@rule("FR-ACT-07", "FR-SHT-01")
def why_not_fire(state: Battle, soldier: Soldier, allowed: Allowed = None) -> Refusal | None:
    """Why a soldier has nothing to fire at with any weapon; None where there is something."""
    first: Refusal | None = None
    lookout = Lookout(state, soldier, allowed)
    for weapon in ranged_weapons(soldier):
        found = why_not_fire_weapon(state, soldier, weapon)
        if found is None:
            if weapon.is_explosive:
                if can_aim(lookout, weapon):
                    return None
            elif has_target(lookout, weapon):
                return None
            found = Refusal("FR-SHT-04", f"{soldier.name} has no target.", "Find one in range and sight.")
        first = first or found
    return first or Refusal("FR-SHT-01", f"{soldier.name} carries nothing to fire.", "Take another Action.")


# The choice


async def _choose(
    play: Play[Battle], soldier: Soldier, allowed: Allowed, only: Weapon | None = None
) -> Choice | None:
    state = play.state
    candidates = fire_candidates(state, soldier, allowed, only)
    if not any(one.refusal() is None for one in candidates):
        return None
    if only is not None:
        candidates.append(Candidate(NOTHING, NOTHING, NOTHING))
    facts = {"figure": soldier.id, "moved": soldier.moved, "snap": allowed is not None}
    prompt = f"What does {soldier.name} fire, and at whom?"
    rules = rules_of_choice(state, soldier)
    chosen = await play.ask(
        ChooseOne(soldier.seat, "fire", prompt, rules, lambda: candidates, facts, about=(soldier.id,))
    )
    return chosen if isinstance(chosen, Choice) else None


# The Fire action


@rule("FR-ACT-07", "FR-SHT-01")
async def fire(play: Play[Battle], soldier: Soldier, snap: Allowed = None) -> bool:
    """One Fire action with one weapon; where a Tactic or trait lets it, the weapon is shot again."""
    choice = await _choose(play, soldier, snap)
    if choice is None:
        return False
    weapon = choice.weapon
    await _fire_choice(play, soldier, choice, snap)
    again = TIMES_FIRED.all(play.state, soldier, weapon)
    for _ in range(int(value_of(0, again))):
        if not soldier.on_table or play.state.closed:
            break
        further = await _choose(play, soldier, snap, weapon)
        if further is None:
            break
        play.tell("fires again", *(one.rule for one in again), figure=soldier.id, weapon=weapon.name)
        if WHY_STILL.first(play.state, soldier, weapon) is not None:
            soldier.shot = (*soldier.shot, "stationary")
        await _fire_choice(play, soldier, further, snap)
    return True


async def _fire_choice(play: Play[Battle], soldier: Soldier, choice: Choice, snap: Allowed) -> None:
    if choice.split is not None:
        await fire_weapon(play, soldier, choice.weapon, choice.split, is_snap_fire=snap is not None)
        return
    if snap is not None:
        await WINDOWS.open(play, SNAP_EXPLOSIVE, SnapExplosive(soldier.seat, soldier, tuple(sorted(snap))))
    if not can_aim(Lookout(play.state, soldier, snap), choice.weapon):
        play.tell("nothing left to aim at", "FR-EXP-01", figure=soldier.id)
        return
    point = await aim_explosive(play, soldier, choice.weapon, snap)
    spend_ammunition(play, soldier, choice.weapon)
    note_shot(play.state, soldier, choice.weapon, distance_to(soldier, point))
    farther = (one.rule for one in RANGE.all(play.state, soldier, choice.weapon))
    cited = ("FR-ARM-14", "FR-SHT-01", *farther)
    play.tell("explosive fired", *cited, figure=soldier.id, weapon=choice.weapon.name, at=point)
    await fire_explosive(play, soldier, choice.weapon, point, snap is not None)


@rule("FR-SHT-10", "FR-SHT-13", "FR-ARM-03", "FR-ARM-06")
async def fire_weapon(
    play: Play[Battle],
    soldier: Soldier,
    weapon: Weapon,
    split: Split,
    *rules: str,
    is_snap_fire: bool = False,
) -> None:
    """The dice are rolled together and dealt out, the highest to the closest target."""
    state = play.state
    spend_ammunition(play, soldier, weapon)
    note_shot(state, soldier, weapon, max(gap(soldier, state.figure(id)) for id in split.targets))
    shots = [Shot(soldier, state.figure(id), weapon, is_snap_fire) for id in split.targets]
    for shot in shots:
        note_attack(state, soldier.id, shot.target)
    _tell_of_shot(play, soldier, weapon, split)
    needed, added = to_hit(state, shots[0])
    aimed = "aimed_fire" in weapon.traits and soldier.moved <= 0.0
    cited = [*rules, "FR-SHT-10", "FR-ARM-03", needed.rule, *rules_of_view(state, soldier, shots[0].target)]
    cited += ["FR-SHT-12", "FR-SHT-13"] if len(shots) > 1 else []
    special, shares = ONE_SHOT.all(state, soldier, weapon), _shares(state, shots, split)
    others = [
        Modifier(0, f"{name_of(state, shot.target)} on {number}+", "FR-SHT-13")
        for shot, (_, number) in zip(shots, shares, strict=True)
        if number != needed.number
    ]
    dice = await roll_own(
        play,
        soldier,
        "hit",
        sum(split.dice),
        For("hit", soldier.id),
        *cited,
        added=added,
        need=needed.number,
        reasons=(*needed.modifiers, *others),
        target=shots[0].target,
        on_first=total_of(special),
        shares=shares if len(shots) > 1 else (),
        is_stationary_shot=aimed,
        is_snap_fire=is_snap_fire,
    )
    if special:
        play.tell(
            "one Shot of several", *(one.rule for one in special), figure=soldier.id, face=dice.faces[0]
        )
    if aimed and dice.rerolled:
        soldier.shot = (*soldier.shot, "stationary")
    ways = [(soldier.at, shot.target.at) for shot in shots]
    # What hits is fixed for all targets before the first Hit is resolved (FR-HIT-09, step 6).
    numbers = [to_hit(state, shot) for shot in shots]
    for shot, number, places in zip(shots, numbers, deal(dice, split.dice), strict=True):
        await _at_one_target(play, shot, number, dice, places)
    if is_firearm(weapon):
        await WINDOWS.open(play, GUNFIRE, Gunfire(soldier.seat, soldier.id, ways))


@rule("FR-SHT-13")
def _shares(state: Battle, shots: list[Shot], split: Split) -> list[tuple[int, int]]:
    """The dice of each target with the score that they need, where all have what is added for the first."""
    numbers = [(needed.number - total_of(added)) for needed, added in (to_hit(state, one) for one in shots)]
    common = total_of(to_hit(state, shots[0])[1])
    return [(count, number + common) for count, number in zip(split.dice, numbers, strict=True)]


@rule("FR-ARM-20", "FR-ARM-21")
def _tell_of_shot(play: Play[Battle], soldier: Soldier, weapon: Weapon, split: Split) -> None:
    """What is fired, and at whom; a team weapon needs no second soldier."""
    listed = ("FR-ARM-04",) if is_firearm(weapon) else ("FR-ARM-30",) if "archery" in weapon.traits else ()
    alone = ("FR-ARM-20",) if weapon.name in TEAM_WEAPONS else ()
    play.tell(
        "weapon fired",
        *("FR-SHT-01", "FR-ARM-01", "FR-ARM-21", *listed, *alone),
        *(one.rule for one in SHOTS.all(play.state, soldier, weapon)),
        figure=soldier.id,
        weapon=weapon.name,
        targets=list(split.targets),
        dice=list(split.dice),
    )


@rule("FR-SQD-23")
def note_shot(state: Battle, soldier: Soldier, weapon: Weapon, far: float) -> None:
    """What a shot relies on limits a Move that comes after it: a Heavy weapon, the longer range."""
    is_bound = "heavy" in weapon.traits and WHY_STEADY.first(state, soldier, weapon) is None
    relied = ("heavy",) if is_bound else ()
    if soldier.moved <= 0.0 and beyond(far, inches(state, weapon.range_moving)):
        relied = (*relied, "stationary")
    soldier.shot = (*soldier.shot, *relied)


@rule("FR-SHT-13")
def deal(dice: OwnDice, shares: tuple[int, ...]) -> list[list[int]]:
    """The places of the dice of each target: the highest scores to the closest, up to its share."""
    order = sorted(range(len(dice.faces)), key=lambda place: -(dice.faces[place] + dice.bonus[place]))
    dealt: list[list[int]] = []
    for share in shares:
        dealt.append(order[:share])
        order = order[share:]
    if order:
        dealt[0] += order
    return dealt


@rule("FR-SHT-15", "FR-SHT-16", "FR-SHT-20")
async def _at_one_target(
    play: Play[Battle], shot: Shot, number: tuple[Needed, list[Modifier]], dice: OwnDice, places: list[int]
) -> None:
    """Each successful die is a Hit on its target; what is left over when it falls is lost."""
    state, target = play.state, shot.target
    shown = [dice.faces[place] for place in places]
    if not target.on_table:
        play.tell("shots lost", "FR-SHT-20", target=target.id, faces=shown)
        return
    needed, added = number
    need = needed.number - total_of(added)
    facts: dict[str, Any] = {"target": target.id, "faces": shown, "need": need, "number": needed.number}
    hits: list[Hit] = []
    more: list[str] = []
    for place in places:
        if dice.faces[place] + dice.bonus[place] + total_of(added) >= needed.number:
            inflicted, why = hits_of_die(state, shot, dice.faces[place])
            for hit in inflicted if place == 0 else ():
                hit.damage += total_of(ONE_SHOT.all(state, shot.shooter, shot.weapon))
            hits += inflicted
            more += [one.rule for one in why]
    if not hits:
        play.tell("shots miss", *needed.rules, **facts)
        return
    great = ("FR-SHT-19", *(("FR-SHT-18",) if "warhead" in shot.weapon.traits else ())) if more else ()
    play.tell("shots hit", "FR-SHT-15", *hits[0].rules, *more, *great, **facts, hits=len(hits))
    outcome = await strike(play, target, hits)
    surplus = len(hits) - outcome.hits - outcome.cancelled
    if outcome.is_casualty and surplus > 0:
        play.tell("surplus Hits lost", "FR-SHT-20", target=target.id, lost=surplus)
    if outcome.is_casualty:
        await pass_through(play, shot)


@rule("FR-ARM-19")
def figures_behind(state: Battle, shot: Shot) -> list[Soldier | Enemy]:
    """Every base that the line of fire touches in the 2 in behind the killed figure, nearest first."""
    (x, y), (u, v) = shot.shooter.at, shot.target.at
    length = hypot(u - x, v - y)
    if length == 0.0:
        return []
    dx, dy = (u - x) / length, (v - y) / length
    near, far = shot.target.radius, shot.target.radius + inches(state, 2.0)
    start, end = (u + dx * near, v + dy * near), (u + dx * far, v + dy * far)
    found = [
        one
        for one in state.figures_on_table()
        if one is not shot.target and within(segment_point_distance(start, end, one.at), one.radius)
    ]
    return sorted(found, key=lambda one: (distance(one.at, shot.target.at), one.id))


@rule("FR-ARM-19", "FR-ARM-13")
async def pass_through(play: Play[Battle], shot: Shot) -> None:
    """Once per shot, with damage 2, when one of a mob is killed; kills made by the line do not extend it."""
    target = shot.target
    if "warhead" not in shot.weapon.traits or not isinstance(target, Enemy) or not target.mob:
        return
    struck = figures_behind(play.state, shot)
    play.tell("shot passes through", "FR-ARM-19", target=target.id, figures=[one.id for one in struck])
    for one in struck:
        hit = Hit(
            damage=2,
            how="shooting",
            rules=("FR-ARM-19",),
            attacker=shot.shooter.id,
            unit=shot.shooter.id,
            weapon=shot.weapon,
        )
        await strike(play, one, [hit], "FR-ARM-19")
