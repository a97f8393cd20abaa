"""Companies ready to play: the six published ones, six of ours, and those made by dice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import TypeVar

import msgspec

from sandtable.books.companies_and_captains.chapters.constructing import (
    STANDARD_LIMIT,
    cost,
    total_cost,
    usual_models,
    validate,
)
from sandtable.books.companies_and_captains.company import Company, GroupEntry, with_ids
from sandtable.books.companies_and_captains.data import read_data
from sandtable.books.companies_and_captains.printed_tables import Profile, construction, profiles
from sandtable.books.companies_and_captains.switches import Switches
from sandtable.kernel import refuse, rule


class ReadyGroup(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A Group of a ready Company, with the cost that the tables give it."""

    profile: str
    cost: int
    name: str = ""
    traits: tuple[str, ...] = ()
    models: int
    captain: bool = False
    keywords: tuple[str, ...] = ()
    held_back: bool = False

    def entry(self) -> GroupEntry:
        """The Group as a roster lists it."""
        fields = msgspec.structs.asdict(self)
        del fields["cost"]
        return GroupEntry(**fields)


class ReadyCompany(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A Company of the data file."""

    id: str
    name: str
    rule: str
    theme: str
    groups: tuple[ReadyGroup, ...]

    def company(self) -> Company:
        """The Company as a roster."""
        return with_ids(Company(name=self.name, groups=tuple(one.entry() for one in self.groups)))


@cache
def ready_companies() -> tuple[ReadyCompany, ...]:
    """All ready Companies with their themes, the published ones first."""
    return read_data("companies.yaml", tuple[ReadyCompany, ...])


@cache
@rule("CC-PCO-01", "CC-PCO-02", "CC-PCO-03", "CC-PCO-04", "CC-PCO-05", "CC-PCO-06", "CC-PCO-07")
def published_companies() -> dict[str, Company]:
    """The Companies published with the book, by id; the first Group holds the Captain."""
    return {one.id: one.company() for one in ready_companies() if one.rule.startswith("CC-PCO-")}


@cache
@rule("CC-SMP-01", "CC-SMP-02", "CC-SMP-03", "CC-SMP-04", "CC-SMP-05", "CC-SMP-06")
def sample_companies() -> dict[str, Company]:
    """Our own sample Companies, by id."""
    return {one.id: one.company() for one in ready_companies() if one.rule.startswith("CC-SMP-")}


@cache
def ready_rosters() -> dict[str, Company]:
    """Every ready Company as a roster, by id."""
    return {**published_companies(), **sample_companies()}


@rule("CC-SMP-07")
def without_missiles(company: Company) -> Company:
    """Where the Missile profiles are off, Foot of the same cost takes their place; traits stay."""
    swaps = {one.profile: one for one in construction().missile_swaps}
    groups = tuple(
        msgspec.structs.replace(
            one, profile=swaps[one.profile].becomes, traits=one.traits + swaps[one.profile].gains
        )
        if one.profile in swaps
        else one
        for one in company.groups
    )
    return with_ids(msgspec.structs.replace(company, groups=groups))


Thing = TypeVar("Thing")

Roll = Callable[[int], int]
"""A die with that many sides: `roll(6)` gives 1 to 6."""

BY_DICE = "Company by Dice"
"""What a Company is called that nobody has listed."""


@rule("CC-SMP-08")
def random_company(roll: Roll, switches: Switches, points_limit: int | None = None) -> Company:
    """Draw a ready Company or build one, with even chances; only a standard game can draw."""
    limit = switches.points_limit if points_limit is None else points_limit
    if limit == STANDARD_LIMIT and roll(2) == 1:
        return drawn_company(roll, switches)
    return built_company(roll, switches, limit)


@rule("CC-SMP-08")
def drawn_company(roll: Roll, switches: Switches) -> Company:
    """One of the twelve ready Companies that the switches allow, each as likely as the others."""
    ready = [*sample_companies().values(), *published_companies().values()]
    if not switches.missile_profiles:
        ready = [without_missiles(one) for one in ready]
    return _one_of([one for one in ready if not validate(one, switches, STANDARD_LIMIT)], roll)


@rule("CC-SMP-08")
def built_company(roll: Roll, switches: Switches, points_limit: int) -> Company:
    """A Captain's Group, then random profiles that fit, then what is left is spent on traits."""
    way = construction().random_company
    playable = [one for one in profiles().values() if one.type != "Missile" or switches.missile_profiles]
    least = way.least_groups_from_24 if points_limit >= STANDARD_LIMIT else way.least_groups
    cheapest = min(one.cost for one in playable)
    groups: list[GroupEntry] = []
    left = points_limit
    while len(groups) < way.most_groups and (left >= way.stop_below_points or not groups):
        saved = cheapest * max(0, least - len(groups) - 1)
        fitting = [
            one for one in playable if one.cost <= left - saved and (groups or one.name in way.captains)
        ]
        if not fitting:
            reason = f"{points_limit} points are too few to build a Company by dice."
            raise refuse(way.rule, reason, "Agree on more points, or write a roster.")
        groups.append(_group_of(_one_of(fitting, roll), captain=not groups))
        left = points_limit - sum(cost(one) for one in groups)
    return _spend_rest(Company(name=BY_DICE, groups=tuple(groups)), roll, switches, points_limit)


def _spend_rest(company: Company, roll: Roll, switches: Switches, points_limit: int) -> Company:
    """What is left goes to Well-Armed, Throwers or Shooters, wherever that is legal."""
    while True:
        better = [
            changed
            for place in range(len(company.groups))
            for trait in construction().random_company.spend_rest_on
            if total_cost(changed := _with_trait(company, place, trait)) <= points_limit
            and not validate(changed, switches, points_limit)
        ]
        if not better:
            return with_ids(company)
        company = _one_of(better, roll)


def _with_trait(company: Company, place: int, trait: str) -> Company:
    changed = [
        msgspec.structs.replace(one, traits=(*one.traits, trait)) if number == place else one
        for number, one in enumerate(company.groups)
    ]
    return msgspec.structs.replace(company, groups=tuple(changed))


def _group_of(profile: Profile, *, captain: bool) -> GroupEntry:
    return GroupEntry(profile=profile.name, models=usual_models(profile), captain=captain)


def _one_of(things: Sequence[Thing], roll: Roll) -> Thing:
    """A thing that needs no choice needs no die."""
    return things[0] if len(things) == 1 else things[roll(len(things)) - 1]
