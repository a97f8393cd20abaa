"""Hit numbers: what must be rolled to hit, and how many Hits come of a die."""

from __future__ import annotations

import msgspec

from sandtable.books.forgotten_ruin.chapters.armory import WARHEAD_HITS
from sandtable.books.forgotten_ruin.chapters.cover import in_cover
from sandtable.books.forgotten_ruin.chapters.hits.resolution import (
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
from sandtable.kernel.arithmetic import total
from sandtable.kernel.check import Modifier, Needed, total_of
from sandtable.kernel.citation import rule

NEAR = 6.0
"""Up to here a target in the open is easier to hit (FR-SHT-11)."""
NEEDED_NEAR = 3
"""A soldier's number against a target in the open and near (FR-SHT-11)."""
NEEDED_FAR = 4
"""A soldier's number against a target in the open and far (FR-SHT-11)."""
NEEDED_IN_COVER = 6
"""Everybody's number against a target in Cover (FR-SHT-11, FR-SHT-14, FR-COV-01)."""
NEEDED_BY_ARCHERS = 5
"""An archer's number against a target in the open (FR-SHT-14)."""


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
        if cover is not None:
            return Needed(NEEDED_IN_COVER, "FR-SHT-11", (_named(cover),)), added
        is_near = within(gap(shot.shooter, shot.target), inches(state, NEAR))
        return Needed(NEEDED_NEAR if is_near else NEEDED_FAR, "FR-SHT-11"), added
    # An archer adds no Combat Skill and has no bonus for short distance.
    added = TO_HIT.all(state, shot)
    if cover is not None:
        return Needed(NEEDED_IN_COVER, "FR-SHT-14", (_named(cover),)), added
    return Needed(NEEDED_BY_ARCHERS, "FR-SHT-14"), added


def _named(cover: Modifier) -> Modifier:
    return Modifier(0, cover.reason, cover.rule)


def hit_number(state: Battle, shooter: Soldier | Enemy, target: Soldier | Enemy, weapon: Weapon) -> Needed:
    """The natural face that hits: what is added to the die is taken from the number instead."""
    needed, added = to_hit(state, Shot(shooter, target, weapon))
    turned = tuple(Modifier(-one.value, one.reason, one.rule) for one in added)
    return Needed(needed.base, needed.rule, (*needed.modifiers, *turned))


# Hits of a shot


@rule("FR-ARM-16", "FR-SHT-18")
def hits_per_shot(weapon: Weapon) -> int:
    """A warhead inflicts four Hits, every other weapon one."""
    return WARHEAD_HITS if "warhead" in weapon.traits else 1


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


def hits_of_die(state: Battle, shot: Shot, natural: int) -> tuple[list[Hit], list[Modifier]]:
    """Every Hit of a die that hits, and why there are more than the weapon inflicts."""
    more = great_hits(state, Blow(shot.shooter, shot.target, shot.weapon, "shooting", (natural,)))
    number = hits_per_shot(shot.weapon) + total_of(more)
    rules = ("FR-ARM-16",) if "warhead" in shot.weapon.traits else ("FR-SHT-15",)
    return [hit_by(shot, natural, *rules) for _ in range(max(0, number))], more


# Chances, for whoever has to choose


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


FACES = 6


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
        effects = _added(effects, found[len(hits)], 1 / FACES)
    return Odds(need, effects, points)


def _together(one: tuple[float, ...], other: tuple[float, ...]) -> tuple[float, ...]:
    """How likely each sum of two counts is."""
    found = [0.0] * (len(one) + len(other) - 1)
    for number, likely in enumerate(one):
        for more, chance in enumerate(other):
            found[number + more] += likely * chance
    return tuple(found)


def _added(one: tuple[float, ...], other: tuple[float, ...], weight: float) -> tuple[float, ...]:
    length = max(len(one), len(other))
    padded = (*one, *([0.0] * (length - len(one))))
    more = (*other, *([0.0] * (length - len(other))))
    return tuple(a + weight * b for a, b in zip(padded, more, strict=True))


def chance_to_kill(
    state: Battle, shooter: Soldier | Enemy, target: Soldier | Enemy, weapon: Weapon, dice: int = 1
) -> float:
    """How likely so many dice are to remove the target, Great Hits and Monster Points included."""
    return odds_of(state, Shot(shooter, target, weapon)).kill(dice)
