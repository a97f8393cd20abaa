"""Companies ready to play: the six published ones and six of ours."""

from __future__ import annotations

from functools import cache

import msgspec

from sandtable.books.companies_and_captains.company import Company, GroupEntry, with_ids
from sandtable.books.companies_and_captains.data import read_data
from sandtable.books.companies_and_captains.printed_tables import construction
from sandtable.kernel.citation import rule


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
