"""Hit numbers: what must be rolled to hit, and how many Hits come of a die."""

from __future__ import annotations

from itertools import zip_longest

import msgspec

from sandtable.books.forgotten_ruin.chapters.cover import in_cover
from sandtable.books.forgotten_ruin.chapters.hits.harm import (
    Blow,
    Hit,
    chance_of_damage,
    faces_reaching,
    great_hits,
)
from sandtable.books.forgotten_ruin.chapters.principles.conventions import gap, inches, within
from sandtable.books.forgotten_ruin.chapters.shooting.targets import unit_of
from sandtable.books.forgotten_ruin.modifiers import COMBAT_SKILL, TO_HIT, WHY_COVER_IGNORED
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Figure, Soldier, Weapon
from sandtable.kernel import Modifier, Needed, rule, total_of
from sandtable.kernel.arithmetic import total

FACES = 6


class Shot(msgspec.Struct, frozen=True):
    """A weapon aimed at a figure."""

    shooter: Soldier | Enemy
    target: Soldier | Enemy
    weapon: Weapon
    is_snap_fire: bool = False


# What must be rolled


def combat_skill(state: Battle, figure: Figure) -> list[Modifier]:
    """Combat Skill and what changes it, for shooting and hand-to-hand alike (FR-SQD-16)."""
    own = figure.profile.combat_skill
    base = [Modifier(own, "Combat Skill", "FR-SQD-16")] if own else []
    return [*base, *COMBAT_SKILL.all(state, figure)]


def cover_of(state: Battle, shot: Shot) -> Modifier | None:
    """Why the target is in Cover from the shooter, unless the shot ignores it."""
    found = in_cover(state, shot.shooter, shot.target)
    return None if found is None or WHY_COVER_IGNORED.first(state, shot) is not None else found


@rule("FR-SHT-11", "FR-SHT-14", "FR-COV-01", "FR-ARM-30")
def to_hit(state: Battle, shot: Shot) -> tuple[Needed, list[Modifier]]:
    """The number that the score must reach, and what is added to the die; Cover is looked at first."""
    cover = cover_of(state, shot)
    if isinstance(shot.shooter, Soldier):
        added = [*combat_skill(state, shot.shooter), *TO_HIT.all(state, shot)]
        ignored = WHY_COVER_IGNORED.first(state, shot)
        if ignored is not None:
            added.append(Modifier(0, ignored.reason, ignored.rule))
        return needed_by_soldier(state, gap(shot.shooter, shot.target), cover, "FR-SHT-11"), added
    # An archer needs 5, or 6 in Cover, adds no Combat Skill and has no bonus for short distance.
    needed = Needed(5, "FR-SHT-14") if cover is None else Needed(6, "FR-SHT-14", (cover,))
    return needed, TO_HIT.all(state, shot)


@rule("FR-SHT-11", "FR-COV-01")
def needed_by_soldier(state: Battle, far: float, cover: Modifier | None, rule_id: str) -> Needed:
    """A soldier's number: 6 in Cover, and in the open 3 up to 6 in and 4 beyond."""
    if cover is not None:
        return Needed(6, rule_id, (cover,))
    return Needed(3 if within(far, inches(state, 6.0)) else 4, rule_id)


def hit_number(state: Battle, shooter: Soldier | Enemy, target: Soldier | Enemy, weapon: Weapon) -> Needed:
    """The natural face that hits: what is added to the die is taken from the number instead."""
    needed, added = to_hit(state, Shot(shooter, target, weapon))
    turned = tuple(Modifier(-one.value, one.reason, one.rule) for one in added)
    return Needed(needed.base, needed.rule, (*needed.modifiers, *turned))


# Hits of a shot


@rule("FR-ARM-12", "FR-ARM-18", "FR-SHT-15")
def hit_by(shot: Shot, natural: int = 0, *rules: str) -> Hit:
    """One Hit of a weapon on its target."""
    target, weapon = shot.target, shot.weapon
    is_monster = isinstance(target, Enemy) and target.is_monster
    return Hit(
        damage=weapon.damage,
        how="shooting",
        rules=rules,
        attacker=shot.shooter.id,
        unit=unit_of(shot.shooter),
        weapon=weapon,
        traits=("archery",) if "archery" in weapon.traits else (),
        natural=natural,
        knocks_down="FR-ARM-18" if "warhead" in weapon.traits and not is_monster else "",
        saved_knocks_down="FR-ARM-12" if "boom_stick" in weapon.traits else "",
    )


@rule("FR-ARM-16", "FR-SHT-18")
def hits_of_die(state: Battle, shot: Shot, natural: int) -> tuple[list[Hit], list[Modifier]]:
    """Every Hit of a die that hits, four of a warhead, and why there are more than the weapon inflicts."""
    more = great_hits(state, Blow(shot.shooter, shot.target, shot.weapon, "shooting", (natural,)))
    inflicted, cited = (4, "FR-ARM-16") if "warhead" in shot.weapon.traits else (1, "FR-SHT-15")
    return [hit_by(shot, natural, cited) for _ in range(max(0, inflicted + total_of(more)))], more


# Chances, for a player who has to choose


class Odds(msgspec.Struct, frozen=True):
    """What one die at a target needs and is likely to do."""

    need: int
    """The natural face that hits."""
    effects: tuple[float, ...]
    """How likely it is to be no damaging Hit, one, two ..."""
    points: int
    """How many damaging Hits remove the target."""

    @property
    def chance(self) -> float:
        """How likely one die is to hit."""
        return faces_reaching(self.need) / FACES

    def kill(self, dice: int) -> float:
        """How likely so many dice are to remove the target."""
        effects: tuple[float, ...] = (1.0,)
        for _ in range(dice):
            effects = _together(effects, self.effects)
        return total(effects[self.points :])


def odds_of(state: Battle, shot: Shot) -> Odds:
    """The odds of one die, Great Hits, saving throws and Monster Points included."""
    target = shot.target
    need = hit_number(state, shot.shooter, target, shot.weapon).number
    points = target.monster_points if isinstance(target, Enemy) and target.monster_points else 1
    found: dict[int, tuple[float, ...]] = {0: (1.0,)}
    effects: tuple[float, ...] = (0.0,)
    for natural in range(1, FACES + 1):
        hits = hits_of_die(state, shot, natural)[0] if natural >= need else []
        if len(hits) not in found:
            each = chance_of_damage(state, target, hits[0])
            odds: tuple[float, ...] = (1.0,)
            for _ in hits:
                odds = _together(odds, (1.0 - each, each))
            found[len(hits)] = odds
        both = zip_longest(effects, found[len(hits)], fillvalue=0.0)
        effects = tuple(so_far + 1 / FACES * likely for so_far, likely in both)
    return Odds(need, effects, points)


def _together(one: tuple[float, ...], other: tuple[float, ...]) -> tuple[float, ...]:
    """How likely each sum of two counts is."""
    found = [0.0] * (len(one) + len(other) - 1)
    for number, likely in enumerate(one):
        for more, chance in enumerate(other):
            found[number + more] += likely * chance
    return tuple(found)
