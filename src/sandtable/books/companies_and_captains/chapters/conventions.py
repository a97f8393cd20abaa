"""Conventions: distances, friends and enemies, and what is used once each turn."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.binding.limits import use
from sandtable.books.companies_and_captains.state import Battle, Group
from sandtable.kernel.citation import rule
from sandtable.table.measure import within as within_distance
from sandtable.table.units import groups as ground_groups


@rule("CC-GEN-01")
def whole(amount: float) -> int:
    """Whenever a rule halves or divides something, fractions are dropped."""
    return int(amount)


@rule("CC-GEN-02", "CC-GEO-03")
def gap(one: Group, other: Group) -> float:
    """Every distance between two Groups is the gap between their closest models."""
    return ground_groups.known_gap(one.models, one.radius, other.models, other.radius)


def is_beyond(one: Group, other: Group, limit: float) -> bool:
    """Whether the gap between two Groups is more than a limit in table inches."""
    return ground_groups.gap_above(one.models, one.radius, other.models, other.radius, limit)


def nearest_of(group: Group, others: Sequence[Group]) -> Group:
    """Which of some other Groups is nearest; of equals the first."""
    bodies = [(one.models, one.radius) for one in others]
    return others[ground_groups.nearest(group.models, group.radius, bodies)]


@rule("CC-GEN-13")
def inches(state: Battle, distance: float) -> float:
    """A distance of the core rules, multiplied by the factor that the players agreed."""
    return distance * state.switches.distance_scale


@rule("CC-GEN-03")
def is_within(state: Battle, one: Group, other: Group, distance: float) -> bool:
    """A Group at exactly the distance is within it; a Group is always within any distance of itself."""
    return one is other or within_distance(gap(one, other), inches(state, distance))


@rule("CC-GEN-08")
def may_use_this_turn(group: Group, ability: str) -> bool:
    """An ability of once each turn can be used once in a friendly and once in the enemy turn after it."""
    return ability not in group.used


def use_this_turn(group: Group, ability: str) -> None:
    """Note that the ability is used up until the next turn of either side starts."""
    use(group, ability)
