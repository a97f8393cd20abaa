"""Conventions: distances, friends and enemies, and what is used once each turn."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.binding.choosing import choose
from sandtable.books.companies_and_captains.state import Battle, Group, Side
from sandtable.kernel import Play, rule
from sandtable.table import within as within_distance
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


@rule("CC-GEN-14")
async def choose_next(
    play: Play[Battle], topic: str, prompt: str, rules: tuple[str, ...], groups: Sequence[Group]
) -> Group:
    """The leader of their side says which of some Groups comes next, where there are several."""
    if len(groups) == 1:
        return groups[0]
    side = play.state.side_of(groups[0])
    rules = (*rules, *rules_of_leading(play.state, side))
    return await choose(play, play.state.leader(side), topic, prompt, rules, groups, name_of)


def rules_of_leading(state: Battle, side: Side) -> tuple[str, ...]:
    """By what one player answers for a side of several."""
    return ("CC-ACT-15",) if len(state.sides[side]) > 1 else ()


@rule("CC-GEN-05")
def rules_of_sides(state: Battle) -> tuple[str, ...]:
    """That friends and enemies follow sides, where sides are more than their Companies."""
    return ("CC-GEN-05",) if len(state.companies) > 2 else ()


def name_of(group: Group) -> str:
    """What a Group is called where it can be chosen."""
    return group.name


@rule("CC-GEN-13")
def inches(state: Battle, distance: float) -> float:
    """A distance of the core rules, multiplied by the factor that the players agreed."""
    return distance * state.switches.distance_scale


def at_scale(scale: float, words: str) -> str:
    """Words of the tables, which name inches of the book, with the factor that the players agreed."""
    names_inches = "within" in words or "inches" in words
    return f"{words} (inches times {scale:g})" if scale != 1.0 and names_inches else words


@rule("CC-GEN-03")
def is_within(state: Battle, one: Group, other: Group, distance: float) -> bool:
    """A Group at exactly the distance is within it; a Group is always within any distance of itself."""
    return one is other or within_distance(gap(one, other), inches(state, distance))


@rule("CC-GEN-08")
def may_use_this_turn(group: Group, ability: str) -> bool:
    """An ability of once each turn can be used once in a friendly and once in the enemy turn after it."""
    return ability not in group.used
