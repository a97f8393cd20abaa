"""Spells that do harm."""

from __future__ import annotations

from itertools import combinations

import msgspec

from sandtable.books.forgotten_ruin.chapters.hits.resolution import Hit, apply_outcome, resolve_hits, strike
from sandtable.books.forgotten_ruin.chapters.principles.conventions import (
    distance_to,
    gap,
    inches,
    told,
    within,
)
from sandtable.books.forgotten_ruin.chapters.principles.soldiers_dice import roll_own
from sandtable.books.forgotten_ruin.chapters.spells.casting import (
    Cast,
    Spell,
    choose_figures,
    choose_point,
    enemies_in_reach,
    spell,
    why_no_point,
    why_no_target,
)
from sandtable.books.forgotten_ruin.chapters.spells.resisting import resists
from sandtable.books.forgotten_ruin.chapters.terrain import surface_at
from sandtable.books.forgotten_ruin.naming import name_of
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Soldier
from sandtable.kernel.citation import rule
from sandtable.kernel.dice import For
from sandtable.kernel.play import Play
from sandtable.kernel.refusal import Refusal
from sandtable.table.measure import Point

ICE = 2.0
"""The radius of an Ice Blast (FR-SPL-23)."""
METEOR, METEOR_HITS = 3.0, 4
"""The radius of a Meteor Strike, and the die from which on it Hits (FR-SPL-24)."""
BLITZ = 3.0
"""How near the targets of a Lightning Blitz must be to one another (FR-SPL-34)."""
PUNCH = 1
"""The damage of a Magic Punch (FR-SPL-35)."""


@rule("FR-SPL-17")
def hit_of(cast: Cast, damage: int = 0, *traits: str, at: Point | None = None, radius: float = 0.0) -> Hit:
    """A Hit of a spell: no hit roll, no Great Hit."""
    return Hit(
        damage=damage,
        how="spell",
        rules=(cast.row.rule, "FR-SPL-17"),
        attacker=cast.caster.id,
        unit=cast.unit,
        traits=("magical", *traits),
        at=at,
        radius=radius,
    )


@spell("Magic Darts", "FR-SPL-19")
class MagicDarts(Spell):
    """Each of up to three targets takes a Hit."""

    def why_not(self, state: Battle, cast: Cast) -> Refusal | None:
        """Somebody must be in reach."""
        return why_no_target(enemies_in_reach(state, cast), cast)

    async def work(self, play: Play[Battle], cast: Cast) -> None:
        """One Hit for each target."""
        for target in await choose_figures(play, cast, enemies_in_reach(play.state, cast)):
            await strike(play, target, [hit_of(cast)], "FR-SPL-19", "FR-SPL-08")


@spell("Lightning Blitz", "FR-SPL-34")
class LightningBlitz(Spell):
    """Up to three figures near one another; saving throws do not help."""

    def why_not(self, state: Battle, cast: Cast) -> Refusal | None:
        """Somebody must be in reach."""
        return why_no_target(enemies_in_reach(state, cast), cast)

    async def work(self, play: Play[Battle], cast: Cast) -> None:
        """One Hit for each target, all within 3 inches of one another."""
        state = play.state
        able = enemies_in_reach(state, cast)
        for target in await choose_figures(play, cast, able, lambda found: why_apart(state, found)):
            await strike(play, target, [hit_of(cast, 0, "no saves")], "FR-SPL-34")


@rule("FR-SPL-34")
def why_apart(state: Battle, chosen: list[Enemy]) -> Refusal | None:
    """The targets of a Lightning Blitz stand close together."""
    far = inches(state, BLITZ)
    for one, other in combinations(chosen, 2):
        if not within(gap(one, other), far):
            reason = (
                f"{name_of(state, one)} and {name_of(state, other)} are {told(state, gap(one, other))} apart."
            )
            return Refusal("FR-SPL-34", reason, f"Pick figures within {told(state, far)} of one another.")
    return None


@spell("Magic Punch", "FR-SPL-35")
class MagicPunch(Spell):
    """One enemy is struck hard and goes down."""

    def why_not(self, state: Battle, cast: Cast) -> Refusal | None:
        """Somebody must be in reach."""
        return why_no_target(enemies_in_reach(state, cast), cast)

    async def work(self, play: Play[Battle], cast: Cast) -> None:
        """A +1 Hit, and Knocked Down."""
        for target in await choose_figures(play, cast, enemies_in_reach(play.state, cast)):
            if not await resists(play, cast, target):
                hit = hit_of(cast, PUNCH)
                hit.knocks_down = "FR-SPL-35"
                await strike(play, target, [hit], "FR-SPL-35")


@rule("FR-EXP-16")
def in_area(state: Battle, at: Point, radius: float) -> list[Soldier | Enemy]:
    """Everybody even partly within a radius, friend or foe, nearest first."""
    far, level = inches(state, radius), surface_at(state, at)
    # Ruling of FR-SPL-23: high above or deep below the point nobody is reached.
    near = [one for one in state.figures_on_table() if within(abs(one.elevation - level), far)]
    found = [(distance_to(one, at), one) for one in near]
    return [
        one
        for distance, one in sorted(found, key=lambda pair: (pair[0], pair[1].id))
        if within(distance, far)
    ]


@rule("FR-EXP-16")
async def strike_all(play: Play[Battle], targets: list[Soldier | Enemy], hit: Hit, rule_id: str) -> None:
    """Everybody's Hit is resolved first; removal and Knocked Down follow when all are."""
    outcomes = [
        await resolve_hits(play, one, [msgspec.structs.replace(hit)], rule_id, "FR-EXP-16") for one in targets
    ]
    for outcome in outcomes:
        await apply_outcome(play, outcome, rule_id, "FR-EXP-16")


@spell("Ice Blast", "FR-SPL-23")
class IceBlast(Spell):
    """Everybody within 2 inches of a point takes a Hit."""

    def why_not(self, state: Battle, cast: Cast) -> Refusal | None:
        """Some point must be in range and sight."""
        return why_no_point(state, cast)

    async def work(self, play: Play[Battle], cast: Cast) -> None:
        """Cover and figures in between do not help."""
        radius = inches(play.state, ICE)
        at = await choose_point(play, cast, radius, "Where does the Ice Blast burst?")
        await strike_all(play, in_area(play.state, at, ICE), hit_of(cast, at=at, radius=radius), "FR-SPL-23")


@spell("Meteor Strike", "FR-SPL-24")
class MeteorStrike(Spell):
    """Everybody within 3 inches of a point may be Hit and knocked down."""

    def why_not(self, state: Battle, cast: Cast) -> Refusal | None:
        """Some point must be in range and sight."""
        return why_no_point(state, cast)

    async def work(self, play: Play[Battle], cast: Cast) -> None:
        """1D6 for each figure: from 4 on a Hit, and Knocked Down even if it is saved."""
        radius = inches(play.state, METEOR)
        at = await choose_point(play, cast, radius, "Where do the meteors strike?")
        struck: list[Soldier | Enemy] = []
        for target in in_area(play.state, at, METEOR):
            rules = ("FR-SPL-24", "FR-EXP-16")
            why = For("meteor", target.id)
            dice = await roll_own(play, cast.caster, "spell", 1, why, *rules, need=METEOR_HITS, target=target)
            if dice.score(0) >= METEOR_HITS:
                struck.append(target)
        hit = hit_of(cast, at=at, radius=radius)
        hit.knocks_down = "FR-SPL-24"
        await strike_all(play, struck, hit, "FR-SPL-24")
