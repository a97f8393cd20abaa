"""Hits: the one order in which every attack is resolved, whatever caused it."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.binding.limits import Limit, once, use
from sandtable.books.forgotten_ruin.chapters.conditions import wake
from sandtable.books.forgotten_ruin.chapters.hits.harm import Hit, Outcome, damage_score
from sandtable.books.forgotten_ruin.chapters.principles.conventions import asked_for, remove
from sandtable.books.forgotten_ruin.chapters.saves import rolls_damage_first, save
from sandtable.books.forgotten_ruin.modifiers import (
    POINT_LIMIT,
    POINTS_LOST,
    WHY_NO_LUCK,
    WHY_NOT_KNOCKED_DOWN,
    WHY_NOT_STUNNED,
    toughness,
    value_of,
)
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Figure, FigureId, Soldier
from sandtable.books.forgotten_ruin.windows import (
    ATTACK_FALLS,
    ATTACK_HITS,
    CASUALTY_DUE,
    HIT_RESOLVED,
    HIT_STRIKES,
    WINDOWS,
    Struck,
)
from sandtable.kernel import Play, Refusal, rule

MOST_STUN = 3
"""Stun markers that a soldier can hold (FR-CON-01, FR-HIT-04)."""


@rule("FR-HIT-09", "FR-SHT-15")
async def strike(play: Play[Battle], target: Soldier | Enemy, hits: Sequence[Hit], *rules: str) -> Outcome:
    """Every Hit on one figure once the Hits are fixed: cancelling, saves, damage, Luck, removal."""
    outcome = await resolve_hits(play, target, hits, *rules)
    await apply_outcome(play, outcome, *rules)
    return outcome


@rule("FR-HIT-07", "FR-HIT-08", "FR-HIT-09", "FR-LCK-04")
async def resolve_hits(
    play: Play[Battle], target: Soldier | Enemy, hits: Sequence[Hit], *rules: str
) -> Outcome:
    """Steps 7 to 9: attackers are shrugged off, each Hit is saved or rolled for, Luck is used."""
    outcome = Outcome(target=target.id)
    if not hits or not target.on_table:
        return outcome
    _be_noticed(play, target, hits)
    left = await _shrugged_off(play, target, list(hits), outcome)
    for unit in dict.fromkeys(one.unit or one.attacker for one in left):
        own = [one for one in left if (one.unit or one.attacker) == unit]
        await _hits_of_unit(play, target, own, outcome)
        if outcome.is_casualty:
            break
    return outcome


@rule("FR-HIT-09", "FR-ARM-32")
async def apply_outcome(play: Play[Battle], outcome: Outcome, *rules: str) -> None:
    """Step 10: the casualty is removed, or a figure that is left is Knocked Down; pushes come after this."""
    target = play.state.figure(outcome.target)
    if not target.on_table:
        return
    if outcome.is_casualty:
        hit = outcome.killed_by
        by, means = (hit.attacker, hit.how) if hit else ("", "")
        # The weapons of slain enemies stay where they fall.
        kept = ("FR-ARM-32",) if isinstance(target, Enemy) else ()
        await remove(play, target, "casualty", "FR-HIT-03", *kept, *rules, by=by, means=means)
    elif outcome.knocked_down_by:
        # Ruling of FR-LCK-04: Luck cancels casualty results and nothing else.
        knock_down(play, target, outcome.knocked_down_by)


def _be_noticed(play: Play[Battle], target: Soldier | Enemy, hits: Sequence[Hit]) -> None:
    """An enemy remembers who struck it, and a Hit from any source wakes its mob (FR-CON-14)."""
    if not isinstance(target, Enemy):
        return
    note_attack(play.state, hits[0].attacker, target)
    if target.mob and target.mob in play.state.mobs:
        wake(play, play.state.mobs[target.mob], "FR-CON-14")


def note_attack(state: Battle, attacker: FigureId, target: Figure) -> None:
    """An enemy remembers the last soldier who attacked it, whether or not the attack hit (FR-VPL-04)."""
    if isinstance(target, Enemy) and attacker in state.soldiers:
        target.last_attacker = attacker
        mark = attacked_by(attacker)
        if not target.has_used(mark):
            use(target, mark)


def attacked_by(soldier: FigureId) -> Limit:
    """What an enemy remembers for a round of everybody who attacked it (FR-SQD-32)."""
    return once("round", "attacked by", soldier)


async def _shrugged_off(
    play: Play[Battle], target: Soldier | Enemy, hits: list[Hit], outcome: Outcome
) -> list[Hit]:
    """Step 7: whatever cancels all the Hits of one attacking figure on a soldier is used before any die."""
    if not isinstance(target, Soldier):
        return hits
    left: list[Hit] = []
    elsewhere: dict[tuple[FigureId, str], list[Hit]] = {}
    for attacker in dict.fromkeys(one.attacker for one in hits):
        own = [one for one in hits if one.attacker == attacker]
        now = Struck(play.state.seat_of(target), target, list(own))
        await WINDOWS.open(play, ATTACK_FALLS, now)
        if now.falls_on is not None:
            elsewhere.setdefault(now.falls_on, []).extend(now.hits)
            continue
        if now.hits:
            await WINDOWS.open(play, ATTACK_HITS, now)
        if now.is_negated:
            outcome.cancelled += len(own)
            play.tell("attack has no effect", "FR-HIT-09", *_cited(now), target=target.id, attacker=attacker)
        else:
            left += now.hits
    for (id, rule_id), others in elsewhere.items():
        # FR-LCK-04: all Hits of a unit on one soldier are resolved together, wherever they were aimed.
        await strike(play, play.state.figure(id), others, rule_id)
    return left


def _cited(now: Struck) -> tuple[str, ...]:
    return (now.negated_by,) if now.negated_by else ()


async def _hits_of_unit(
    play: Play[Battle], target: Soldier | Enemy, hits: list[Hit], outcome: Outcome
) -> None:
    """Steps 8 and 9 for the Hits of one attacking unit."""
    now = Struck(asked_for(play.state, target), target, hits)
    if len(hits) > 1:
        play.tell("several Hits", "FR-HIT-07", "FR-HIT-09", target=target.id, hits=len(hits))
    queue = list(hits)
    while queue:
        now.hit, now.is_negated, now.negated_by = queue.pop(0), False, ""
        now.is_settled, now.was_saved, now.damage, now.natural_damage = False, False, 0, 0
        now.hits = queue
        await _one_hit(play, now, outcome)
        # A special rule may have added Hits to those that are still to come.
        queue = now.hits
        if _is_finished(play, now):
            break
    outcome.knocked_down_by = now.knocked_down_by or outcome.knocked_down_by
    if not now.casualty_hits:
        return
    _tell_of_vain_luck(play, now)
    await WINDOWS.open(play, CASUALTY_DUE, now)
    outcome.moved_by_luck = outcome.moved_by_luck or now.moved_by_luck
    if now.is_negated or not now.casualty_hits:
        play.tell("casualty averted", "FR-HIT-09", *_cited(now), target=target.id)
        return
    outcome.is_casualty = True
    outcome.killed_by = now.casualty_hits[0]


def _tell_of_vain_luck(play: Play[Battle], now: Struck) -> None:
    """A soldier who has Luck left, and may not use it against this, learns why."""
    soldier = now.target
    if isinstance(soldier, Soldier) and soldier.luck > 0:
        why: Refusal | None = WHY_NO_LUCK.first(play.state, soldier, now.casualty_hits)
        if why is not None:
            play.tell("Luck does not help", why.rule, figure=soldier.id, why=why.reason)


@rule("FR-HIT-07", "FR-LCK-04", "FR-SHT-20")
def _is_finished(play: Play[Battle], now: Struck) -> bool:
    """Hits are resolved until the figure is removed; where Luck may help, all of a unit are."""
    if not now.casualty_hits:
        return False
    now.is_negated = False
    return not WINDOWS.is_open_to_anybody(play, CASUALTY_DUE, now)


async def _one_hit(play: Play[Battle], now: Struck, outcome: Outcome) -> None:
    """Saving throw first, then the damage roll; for a monster the other way round."""
    target, hit = now.target, now.hit
    await WINDOWS.open(play, HIT_STRIKES, now)
    if now.is_negated:
        outcome.cancelled += 1
        play.tell("Hit negated", "FR-HIT-09", *_cited(now), target=target.id, attacker=hit.attacker)
        return
    outcome.hits += 1
    if hit.knocks_down:
        outcome.knocked_down_by = hit.knocks_down
    if now.is_settled:
        return
    if rolls_damage_first(play.state, target, hit):
        await _damage_roll(play, now, outcome)
    elif await rolls_save(play, now, outcome):
        now.was_saved = True
    else:
        await _damage_roll(play, now, outcome)
    await WINDOWS.open(play, HIT_RESOLVED, now)


async def rolls_save(play: Play[Battle], now: Struck, outcome: Outcome) -> bool:
    """Whether the saving throw of the figure against the Hit succeeds."""
    if not await save(play, now.target, now.hit):
        return False
    outcome.saved += 1
    if now.hit.saved_knocks_down:
        outcome.knocked_down_by = now.hit.saved_knocks_down
    return True


@rule("FR-HIT-01", "FR-HIT-03", "FR-HIT-04", "FR-CON-05")
async def _damage_roll(play: Play[Battle], now: Struck, outcome: Outcome) -> None:
    """A D6 with the damage rating: Toughness or more is a casualty, less stuns a soldier and nobody else."""
    state, target, hit = play.state, now.target, now.hit
    score, natural = await damage_score(play, target, hit)
    now.damage, now.natural_damage = score, natural
    hit.natural_damage = natural
    if score >= toughness(state, target):
        await _take_effect(play, now, outcome)
    elif isinstance(target, Soldier):
        outcome.stuns += stun(play, target, "FR-HIT-04", *hit.rules, by=hit)
    else:
        play.tell("no damage", "FR-HIT-04", "FR-CON-05", target=target.id, score=score)


async def _take_effect(play: Play[Battle], now: Struck, outcome: Outcome) -> None:
    """A damaging Hit makes a casualty, or takes a Monster Point of a figure that has them."""
    target = now.target
    if isinstance(target, Enemy) and target.monster_points > 0:
        await lose_points(play, now, outcome)
        return
    if rolls_damage_first(play.state, target, now.hit) and await rolls_save(play, now, outcome):
        now.was_saved = True
        return
    now.casualty_hits.append(now.hit)
    play.tell("casualty result", "FR-HIT-03", "FR-HIT-09", *now.hit.rules, target=target.id, score=now.damage)


@rule("FR-HIT-05", "FR-SAV-05", "FR-BIG-08", "FR-BIG-09", "FR-MON-06")
async def lose_points(play: Play[Battle], now: Struck, outcome: Outcome) -> None:
    """A figure with Monster Points loses one instead; at none it is a casualty."""
    state, target, hit = play.state, now.target, now.hit
    assert isinstance(target, Enemy)
    more = POINTS_LOST.all(state, target, hit)
    due = min(1 + int(value_of(0, more)), target.monster_points)
    lost = 0
    for _ in range(due):
        if _is_spared(play, target):
            break
        if rolls_damage_first(state, target, hit) and await rolls_save(play, now, outcome):
            now.was_saved = True
            continue
        lost += 1
        target.monster_points -= 1
        target.points_lost_this_round += 1
    outcome.points_lost += lost
    if lost:
        rules = ("FR-HIT-05", *(one.rule for one in more), *(("FR-BIG-08",) if target.is_monster else ()))
        left = target.monster_points
        play.tell("Monster Points lost", *rules, target=target.id, lost=lost, left=left, by=hit.attacker)
    if target.monster_points == 0:
        now.casualty_hits.append(hit)
    elif lost and target.is_monster:
        play.tell("monster fights on", "FR-BIG-09", target=target.id, left=target.monster_points)


def _is_spared(play: Play[Battle], target: Enemy) -> bool:
    """Whether something keeps a figure from losing a further Monster Point; it is told."""
    limits = POINT_LIMIT.all(play.state, target)
    is_spared = bool(limits) and min(one.value for one in limits) < 1
    if is_spared:
        play.tell("no more points can be lost", *(one.rule for one in limits), target=target.id)
    return is_spared


def settle(play: Play[Battle], now: Struck, *rules: str) -> None:
    """A Hit takes effect without save and damage roll: a Monster Point, if there are any, or a casualty."""
    target, now.is_settled = now.target, True
    if isinstance(target, Enemy) and target.monster_points > 0:
        if _is_spared(play, target):
            return
        target.monster_points -= 1
        target.points_lost_this_round += 1
        left, by = target.monster_points, now.hit.attacker
        play.tell("Monster Points lost", *rules, "FR-HIT-05", target=target.id, lost=1, left=left, by=by)
        if left:
            return
    now.casualty_hits.append(now.hit)
    play.tell("casualty result", *rules, target=target.id)


@rule("FR-HIT-05", "FR-BIG-08", "FR-MON-12")
async def take_points(play: Play[Battle], target: Enemy, points: int, *rules: str, by: str = "") -> None:
    """Monster Points are lost without any roll, as far as something limits it; at none it is a casualty."""
    limits = POINT_LIMIT.all(play.state, target)
    most = min((max(0, int(one.value)) for one in limits), default=points)
    lost = min(points, target.monster_points, most)
    if lost < min(points, target.monster_points):
        play.tell("no more points can be lost", *(one.rule for one in limits), target=target.id)
    if lost:
        target.monster_points -= lost
        target.points_lost_this_round += lost
        left = target.monster_points
        play.tell("Monster Points lost", *rules, "FR-HIT-05", target=target.id, lost=lost, left=left, by=by)
    if target.monster_points == 0:
        await remove(play, target, "casualty", *rules, by=by, means="item")


@rule("FR-LCK-05")
async def become_casualty(play: Play[Battle], target: Soldier | Enemy, hit: Hit, *rules: str) -> bool:
    """A casualty without any roll, such as by lava; Luck works against it too. Whether it was removed."""
    now = Struck(asked_for(play.state, target), target, [])
    now.hit = hit
    hit.traits = (*hit.traits, "automatic")
    now.casualty_hits.append(hit)
    play.tell("casualty result", *rules, *hit.rules, target=target.id)
    await WINDOWS.open(play, CASUALTY_DUE, now)
    if now.is_negated or not now.casualty_hits:
        play.tell("casualty averted", "FR-LCK-05", *_cited(now), target=target.id)
        return False
    await remove(play, target, "casualty", *rules, by=hit.attacker, means=hit.how)
    return True


# Conditions that Hits bring


@rule("FR-HIT-04", "FR-CON-01")
def stun(play: Play[Battle], soldier: Soldier, *rules: str, by: Hit | None = None) -> int:
    """A soldier gets a Stun marker, none beyond the third; how many were put on."""
    why = WHY_NOT_STUNNED.first(play.state, soldier, by)
    if why is not None:
        play.tell("not Stunned", why.rule, *rules, figure=soldier.id)
        return 0
    if soldier.stun >= MOST_STUN:
        play.tell("no further Stun marker", "FR-CON-01", *rules, figure=soldier.id, stun=soldier.stun)
        return 0
    soldier.stun += 1
    play.tell("Stunned", *(rules or ("FR-HIT-04",)), figure=soldier.id, stun=soldier.stun)
    return 1


@rule("FR-CON-06", "FR-CON-09")
def knock_down(play: Play[Battle], figure: Soldier | Enemy, *rules: str) -> bool:
    """A figure is Knocked Down unless something keeps it on its feet; down twice is no more than once."""
    why: Refusal | None = WHY_NOT_KNOCKED_DOWN.first(play.state, figure)
    if why is not None:
        play.tell("not Knocked Down", why.rule, *rules, figure=figure.id)
        return False
    if figure.knocked_down:
        play.tell("already Knocked Down", "FR-CON-09", *rules, figure=figure.id)
        return False
    figure.knocked_down = True
    play.tell("Knocked Down", *rules, "FR-CON-06", figure=figure.id)
    return True
