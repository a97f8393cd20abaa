"""What each hero of a team has: the book's gear, other gear, or all that a hero of one's own was given."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from sandtable.binding.bands.outfits import (
    Thing,
    counted,
    why_of_no_use,
    why_off_the_tree,
    why_two_of_a_sort,
    why_unknown,
)
from sandtable.binding.bands.rosters import Member
from sandtable.books.lands_of_ruin.tables.arms import (
    Arm,
    accessories,
    armours,
    equipment,
    items,
    weapons,
)
from sandtable.books.lands_of_ruin.tables.people import Profile, heroes, skills
from sandtable.books.lands_of_ruin.teams.roster import LEAST_OF_OWN, Team, is_own, tribe_of
from sandtable.kernel import Refusal, rule

BASICS = "Human Basics"
MOST_OF_A_SORT, NO_SHIELD = 2, ("rifle", "sniper_rifle", "shotgun", "lmg", "flame")
"""LR-EQP-04"""


@rule("LR-HERO-06", "LR-TEAM-09", "LR-TEAM-02")
def profile_of_member(one: Member) -> Profile:
    """Skills and gear of a hero of a team; what nobody knows is left out."""
    row = heroes().get(one.hero)
    if row is not None and not one.is_changed and not one.skills:
        return row
    had = row or Profile(one.hero, "LR-HERO-06", _skills_of(one), least=LEAST_OF_OWN)
    return Profile(
        one.hero,
        had.rule,
        had.skills if row is None else dict(Counter(had.skills) + Counter(learned_by(one))),
        had.arms if one.weapons is None and one.accessories is None else _arms_of(one, had),
        had.worn if one.worn is None else tuple(name for name in one.worn if name in armours()),
        had.items if one.items is None else {k: n for k, n in map(counted, one.items) if k in items()},
        had.least,
    )


@rule("LR-XP-03")
def learned_by(one: Member) -> dict[str, int]:
    """The levels of skills that are named for a hero: of a named one those that it has learned."""
    return {name: count for name, count in map(counted, one.skills) if name in skills()}


def _skills_of(one: Member) -> dict[str, int]:
    return {BASICS: 1, **learned_by(one)}


@rule("LR-ACC-01")
def _arms_of(one: Member, had: Profile) -> tuple[Arm, ...]:
    """Weapons with their clips; each accessory goes to the first weapon that takes it and has none of it."""
    said = [counted(word) for word in one.weapons or ()]
    arms = [Arm(name, count if weapons()[name].clip else 0) for name, count in said if name in weapons()]
    if one.weapons is None:
        arms = [msgspec.structs.replace(arm, accessories=()) for arm in had.arms]
    kept = [name for arm in had.arms for name in arm.accessories] if one.weapons is None else []
    for name in kept if one.accessories is None else one.accessories:
        for place, arm in enumerate(arms):
            if _takes(arm, name):
                arms[place] = msgspec.structs.replace(arm, accessories=(*arm.accessories, name))
                break
    return tuple(arms)


def _takes(arm: Arm, accessory: str) -> bool:
    row = accessories().get(accessory)
    return row is not None and arm.weapon in row.parents and accessory not in arm.accessories


# What is against it


@rule("LR-SKL-05", "LR-HERO-06")
def why_not_loadout(one: Member, team: Team, *, extras: bool) -> Iterator[Refusal]:
    """Every reason against what a hero has that is not of the book."""
    profile = profile_of_member(one)
    yield from _unknown(one)
    if is_own(one) or one.skills:
        tree = skills()
        yield from why_off_the_tree(one.hero, profile.skills, tree, "LR-SKL-02", "LR-SKL-05")
    if is_own(one) or one.is_changed:
        yield from _slots(one, profile)
        yield from _useless(one, profile, tribe_of(team))
        yield from _accessories(one, profile)
        for row in equipment().extras if not extras else ():
            if row.name in profile.items:
                reason = f"{one.hero} carries {row.name}, an extra."
                yield Refusal("LR-CONS-05", reason, "Play with extras, or leave it.")


def _unknown(one: Member) -> Iterator[Refusal]:
    tables: tuple[tuple[str, Iterable[str], Mapping[str, Any], str], ...] = (
        ("skills", one.skills, skills(), "LR-SKL-01"),
        ("weapons", one.weapons or (), weapons(), "LR-WPN-01"),
        ("accessories", one.accessories or (), accessories(), "LR-ACC-02"),
        ("worn", one.worn or (), armours(), "LR-DEF-03"),
        ("items", one.items or (), items(), "LR-CONS-02"),
    )
    for field, words, known, cited in tables:
        yield from why_unknown(one.hero, field, words, known, list(known), cited)


@rule("LR-EQP-04", "LR-WPN-10")
def _slots(one: Member, profile: Profile) -> Iterator[Refusal]:
    """One of each sort of armour, two weapons of each kind, and no long gun beside a shield."""
    sorts = [armours()[name].slot for name in profile.worn]
    yield from why_two_of_a_sort(one.hero, sorts, "LR-EQP-04")
    for word, close in (("ranged", False), ("close combat", True)):
        if sum(arm.row.close == close for arm in profile.arms) > MOST_OF_A_SORT:
            yield Refusal("LR-EQP-04", f"{one.hero} carries three {word} weapons.", "Carry two at most.")
    for arm in profile.arms:
        if "shield" in sorts and arm.row.kind in NO_SHIELD:
            reason = f"{one.hero} carries {arm.weapon} and a shield."
            yield Refusal("LR-EQP-04", reason, "Leave one of them.")
        if not arm.row.is_sold:
            yield Refusal("LR-WPN-10", f"{one.hero} cannot buy {arm.weapon}.", "Leave it.")


@rule("LR-EQP-07", "LR-WPN-11", "LR-TEAM-09")
def _useless(one: Member, profile: Profile, tribe: str) -> Iterator[Refusal]:
    """The skill that a thing asks for, and things and skills that are one tribe's alone."""
    things: list[Thing] = [arm.row for arm in profile.arms]
    things += [armours()[name] for name in profile.worn]
    things += [items()[name] for name in profile.items]
    things += [accessories()[name] for arm in profile.arms for name in arm.accessories]
    things += [skills()[name] for name in profile.skills]
    yield from why_of_no_use(one.hero, things, profile.has, tribe, "LR-EQP-07", "LR-WPN-11")


@rule("LR-ACC-01", "LR-EQP-04")
def _accessories(one: Member, profile: Profile) -> Iterator[Refusal]:
    """Each belongs to a weapon that takes it, one of a kind to each."""
    placed, named = [name for arm in profile.arms for name in arm.accessories], one.accessories or ()
    for name in dict.fromkeys(named):
        if name in accessories() and placed.count(name) < named.count(name):
            parents = ", ".join(accessories()[name].parents)
            reason = f"{one.hero} has no weapon left for {name}."
            yield Refusal("LR-ACC-01", reason, f"It goes on {parents}.")
