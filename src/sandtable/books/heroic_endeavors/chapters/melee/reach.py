"""Who can be struck: the zones round a base, the lengths of polearms, and heights."""

from __future__ import annotations

from sandtable.books.heroic_endeavors.chapters.ground import levels_between, side_of
from sandtable.books.heroic_endeavors.chapters.ranged.sight import between
from sandtable.books.heroic_endeavors.state import Adventure, Model
from sandtable.books.heroic_endeavors.tables.weapons import Melee
from sandtable.kernel import rule
from sandtable.table.squares.arcs import ahead_at, row_ahead, zone, zone_offsets
from sandtable.table.squares.bases import Base
from sandtable.table.squares.contact import ON_FOOT, adjacent
from sandtable.table.squares.going import steps_on
from sandtable.table.squares.sight import touched
from sandtable.table.squares.spaces import Space, laid

SPACES = {"": 1, "short": 1, "medium": 2, "long": 3}
"""HE-RCH-01: how many spaces a polearm is long."""


@rule("HE-MEL-01", "HE-MEL-02", "HE-RCH-01", "HE-RCH-02", "HE-BASE-04")
def zones_of(base: Base, weapon: Melee, diagram: str = "arc_distance") -> tuple[Space, ...]:
    """The offsets that a weapon strikes at: front and sides, or as far ahead as a polearm is long."""
    if not weapon.length:
        return (*zone_offsets(base, "front"), *zone_offsets(base, "side"))
    reach = range(1, SPACES[weapon.length] + 1)
    if diagram == "arc_distance":
        return tuple(one for far in reach for one in ahead_at(base, far))
    return tuple(one for far in reach for one in row_ahead(base, far, far if diagram == "fan" else 1))


@rule("HE-MEL-01", "HE-MEL-03", "HE-MEL-15", "HE-GEO-08")
def can_strike(state: Adventure, attacker: Model, target: Model, weapon: Melee) -> bool:
    """Whether a weapon gets at somebody from where both stand."""
    assert attacker.at is not None
    if levels_between(state, attacker, target) > SPACES[weapon.length]:
        return False
    zones = zones_of(attacker.base, weapon, state.switches.reach_diagram)
    struck = {*laid(zones, attacker.at, attacker.facing)}
    there = [one for one in target.spaces if one in struck]
    if SPACES[weapon.length] > 1:
        return any(_is_clear(state, attacker, target, one) for one in there)
    return any(adjacent(state.board, a, b) for a in attacker.spaces for b in there)


@rule("HE-RCH-03")
def _is_clear(state: Adventure, attacker: Model, target: Model, space: Space) -> bool:
    """No wall or closed door between a long weapon and where it strikes; models are usually no hindrance."""
    blocked = steps_on(state.board, ON_FOOT).corners
    if state.switches.reach_past_models == "off":
        blocked |= state.board.bits(at for one in between(state, attacker, target) for at in one.spaces)
    return any(
        not any(
            blocked >> state.board.number(one.space) & 1
            for one in touched(start, space)
            if one.space != space
        )
        for start in attacker.spaces
    )


@rule("HE-MEL-09", "HE-BASE-06")
def is_rear(target: Model, attacker: Model) -> bool:
    """It stands in the rear spaces alone, or with a long weapon outside of the arc in front."""
    assert target.at is not None
    near = [zone(target.base, target.at, target.facing, one) for one in attacker.spaces]
    beside = [one for one in near if one is not None]
    if beside:
        return all(one == "rear" for one in beside)
    return any(side_of(target, one) == "rear" for one in attacker.spaces)
