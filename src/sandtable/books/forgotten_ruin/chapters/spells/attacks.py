"""Spells that do harm."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import msgspec

from sandtable.books.forgotten_ruin.chapters.hits.harm import Hit
from sandtable.books.forgotten_ruin.chapters.hits.resolution import apply_outcome, resolve_hits, strike
from sandtable.books.forgotten_ruin.chapters.principles.conventions import (
    are_within,
    distance_to,
    gap,
    inches,
    told,
    within,
)
from sandtable.books.forgotten_ruin.chapters.principles.soldiers_dice import roll_own
from sandtable.books.forgotten_ruin.chapters.spells.casting import Cast, spell
from sandtable.books.forgotten_ruin.chapters.spells.targets import AtAPoint, AtEnemies
from sandtable.books.forgotten_ruin.chapters.terrain import surface_at
from sandtable.books.forgotten_ruin.naming import name_of
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Soldier
from sandtable.kernel import For, Play, Refusal, rule
from sandtable.table import Point

ICE = 2.0
"""The radius of an Ice Blast (FR-SPL-23)."""
METEOR, METEOR_HITS = 3.0, 4
"""The radius of a Meteor Strike, and the die from which on it Hits (FR-SPL-24)."""
BLITZ = 3.0
"""How near the targets of a Lightning Blitz must be to one another (FR-SPL-34)."""
PUNCH = 1
"""The damage of a Magic Punch (FR-SPL-35)."""


@rule("FR-SPL-17")
def hit_of(cast: Cast, *traits: str, **facts: Any) -> Hit:
    """A Hit of a spell: no hit roll, no Great Hit."""
    rules, by, traits = (cast.row.rule, "FR-SPL-17"), cast.caster.id, ("magical", *traits)
    return Hit(how="spell", rules=rules, attacker=by, unit=cast.unit, traits=traits, **facts)


@spell("Magic Darts", "FR-SPL-19")
class MagicDarts(AtEnemies):
    """Each of up to three targets takes a Hit."""

    async def affect(self, play: Play[Battle], cast: Cast, target: Enemy) -> None:
        """One Hit for each target."""
        await strike(play, target, [hit_of(cast)], "FR-SPL-19", "FR-SPL-08")


@spell("Lightning Blitz", "FR-SPL-34")
class LightningBlitz(AtEnemies):
    """Up to three figures near one another; saving throws do not help."""

    def why_apart(self, state: Battle, chosen: list[Enemy]) -> Refusal | None:
        """The targets stand within 3 inches of one another."""
        for one, other in combinations(chosen, 2):
            if not are_within(state, one, other, BLITZ):
                apart, far = told(state, gap(one, other)), told(state, inches(state, BLITZ))
                reason = f"{name_of(state, one)} and {name_of(state, other)} are {apart} apart."
                return Refusal("FR-SPL-34", reason, f"Pick figures within {far} of one another.")
        return None

    async def affect(self, play: Play[Battle], cast: Cast, target: Enemy) -> None:
        """One Hit for each target."""
        await strike(play, target, [hit_of(cast, "no saves")], "FR-SPL-34")


@spell("Magic Punch", "FR-SPL-35")
class MagicPunch(AtEnemies):
    """One enemy is struck hard and goes down."""

    async def affect(self, play: Play[Battle], cast: Cast, target: Enemy) -> None:
        """A +1 Hit, and Knocked Down."""
        await strike(play, target, [hit_of(cast, damage=PUNCH, knocks_down="FR-SPL-35")], "FR-SPL-35")


@rule("FR-EXP-16")
def in_area(state: Battle, at: Point, radius: float) -> list[Soldier | Enemy]:
    """Everybody even partly within a radius, friend or foe, nearest first."""
    far, level = inches(state, radius), surface_at(state, at)
    # Ruling of FR-SPL-23: high above or deep below the point nobody is reached.
    near = [one for one in state.figures_on_table() if within(abs(one.elevation - level), far)]
    found = sorted(((distance_to(one, at), one.id, one) for one in near), key=lambda found: found[:2])
    return [one for distance, _, one in found if within(distance, far)]


@rule("FR-EXP-16")
async def strike_all(play: Play[Battle], targets: list[Soldier | Enemy], hit: Hit, rule_id: str) -> None:
    """Everybody's Hit is resolved first; removal and Knocked Down follow when all are."""
    outcomes = [
        await resolve_hits(play, one, [msgspec.structs.replace(hit)], rule_id, "FR-EXP-16") for one in targets
    ]
    for outcome in outcomes:
        await apply_outcome(play, outcome, rule_id, "FR-EXP-16")


@spell("Ice Blast", "FR-SPL-23")
class IceBlast(AtAPoint):
    """Everybody within 2 inches of a point takes a Hit."""

    radius, prompt = ICE, "Where does the Ice Blast burst?"

    async def burst(self, play: Play[Battle], cast: Cast, at: Point) -> None:
        """Cover and figures in between do not help."""
        hit = hit_of(cast, at=at, radius=inches(play.state, ICE))
        await strike_all(play, in_area(play.state, at, ICE), hit, "FR-SPL-23")


@spell("Meteor Strike", "FR-SPL-24")
class MeteorStrike(AtAPoint):
    """Everybody within 3 inches of a point may be Hit and knocked down."""

    radius, prompt = METEOR, "Where do the meteors strike?"

    async def burst(self, play: Play[Battle], cast: Cast, at: Point) -> None:
        """1D6 for each figure: from 4 on a Hit, and Knocked Down even if it is saved."""
        struck: list[Soldier | Enemy] = []
        for target in in_area(play.state, at, METEOR):
            rules, why = ("FR-SPL-24", "FR-EXP-16"), For("meteor", target.id)
            dice = await roll_own(play, cast.caster, "spell", 1, why, *rules, need=METEOR_HITS, target=target)
            if dice.score(0) >= METEOR_HITS:
                struck.append(target)
        hit = hit_of(cast, at=at, radius=inches(play.state, METEOR), knocks_down="FR-SPL-24")
        await strike_all(play, struck, hit, "FR-SPL-24")
