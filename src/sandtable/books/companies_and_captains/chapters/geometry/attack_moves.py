"""Moving into contact: reach, placing attackers, meeting halfway and coming on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sandtable.books.companies_and_captains.chapters import moving
from sandtable.books.companies_and_captains.chapters.conventions import inches
from sandtable.books.companies_and_captains.chapters.geometry.standing import FROM_ENEMIES, LINK, bodies_of
from sandtable.books.companies_and_captains.chapters.terrain import going_of
from sandtable.books.companies_and_captains.state import Battle, Group
from sandtable.kernel import rule
from sandtable.table import NEAR, Models
from sandtable.table.units import attacks, displacing
from sandtable.table.units.attacks import Assault
from sandtable.table.units.followers import Attack
from sandtable.table.units.going import Going
from sandtable.table.units.groups import box_gap, gap_below, group_box, those_near
from sandtable.table.units.paths import Mover

MOST_REMEMBERED = 2000
"""Answers about reach kept for one table; they are found again by who stands where."""
THICKEST_OBSTACLE = 1.0
"""Contact may be made across an obstacle of this thickness (CC-GEO-28)."""


def is_near_enough(state: Battle, attacker: Group, target: Group) -> bool:
    """Whether MO would suffice on an open straight line; who is farther away is out of reach for certain."""
    most = _farthest_gap(state, attacker)
    return gap_below(attacker.models, attacker.radius, target.models, target.radius, most)


def near_enough(state: Battle, attacker: Group, targets: Sequence[Group]) -> list[Group]:
    """Those of several targets that are near enough."""
    most, models, radius = _farthest_gap(state, attacker), attacker.models, attacker.radius
    near = those_near(group_box(models), most + radius + NEAR, targets)
    return [one for one in near if gap_below(models, radius, one.models, one.radius, most)] if near else near


def _farthest_gap(state: Battle, attacker: Group) -> float:
    longest = moving.move_distance(state, attacker) / going_of(state, attacker).cheapest
    return longest + THICKEST_OBSTACLE + NEAR


@rule("CC-GEO-11", "CC-MEL-02")
def reach(state: Battle, attacker: Group, target: Group) -> bool:
    """Some model has an open path within MO to a free place in contact with the target."""
    return is_near_enough(state, attacker, target) and reach_if_near(state, attacker, target)


def reach_if_near(state: Battle, attacker: Group, target: Group) -> bool:
    """The same for a target that is known to be near enough."""
    return would_reach(
        state, attacker, target, moving.move_distance(state, attacker), going_of(state, attacker)
    )


def would_reach(state: Battle, attacker: Group, target: Group, limit: float, going: Going) -> bool:
    """The same for an attacker that had so many inches and took the ground so."""
    farthest = limit / going.cheapest + attacker.radius + target.radius + NEAR
    known = state.ground.remembered("who reaches whom")
    if len(known) > MOST_REMEMBERED:
        known.clear()
    others = _others_near(state, attacker, target, farthest)
    key = (id(attacker.models), id(target.models), limit, going, *(id(one.models) for one in others))
    found: tuple[bool, Any] | None = known.get(key)
    if found is None:
        path = attacks.first_contact(state.ground, _attack(state, attacker, target, limit, others, going))
        kept = (attacker.models, target.models, *(one.models for one in others))
        found = known[key] = (path is not None, kept)
    return found[0]


def _others_near(state: Battle, attacker: Group, target: Group, margin: float) -> list[Group]:
    """The Groups that could stand in the way of the attackers."""
    west, south, east, north = group_box(attacker.models)
    box = (west - margin, south - margin, east + margin, north + margin)
    apart = attacker.radius + inches(state, FROM_ENEMIES)
    return [
        one
        for one in those_near(box, apart + NEAR, state.groups_on_table())
        if one is not attacker
        and one is not target
        and box_gap(group_box(one.models), box) <= one.radius + apart
    ]


def _attack(
    state: Battle, attacker: Group, target: Group, limit: float, others: list[Group], going: Going
) -> Attack:
    friends = [one for one in others if not state.are_enemies(attacker, one)]
    enemies = [one for one in others if state.are_enemies(attacker, one)]
    return Attack(
        attacker.models,
        attacker.radius,
        limit,
        going,
        (target.models, target.radius),
        tuple(bodies_of(friends)),
        tuple(bodies_of(enemies)),
        inches(state, FROM_ENEMIES),
        inches(state, LINK),
    )


@rule("CC-GEO-12", "CC-GEO-13", "CC-GEO-33", "CC-GEO-28")
def place_attackers(state: Battle, attacker: Group, target: Group) -> Assault | None:
    """The nearest models take contact and the others follow; None if nobody gets there."""
    limit, going = moving.move_distance(state, attacker), going_of(state, attacker)
    margin = limit / going.cheapest + attacker.radius + target.radius
    others = _others_near(state, attacker, target, margin)
    return attacks.place_attackers(state.ground, _attack(state, attacker, target, limit, others, going))


@rule("CC-GEO-14")
def meet_halfway(state: Battle, defender: Group, attacker: Group, going: Going | None = None) -> Models:
    """Where the defenders stand after coming half the gap towards the attacker, by at most half their MO."""
    third = [one for one in state.groups_on_table() if one is not defender and one is not attacker]
    met = displacing.meet(
        Mover(state.ground, defender.models, defender.radius, going or going_of(state, defender)),
        (attacker.models, attacker.radius),
        moving.half_a_move(state, defender),
        bodies_of([one for one in third if not state.are_enemies(defender, one)]),
        bodies_of([one for one in third if state.are_enemies(defender, one)]),
    )
    return met.models
