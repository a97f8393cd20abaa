"""From the roster to the table: Groups and Companies as they stand before the first die."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.books.companies_and_captains import company as rosters
from sandtable.books.companies_and_captains.chapters.constructing import (
    base_of,
    effective_cost,
    finished_group,
    kept_captain_trait,
)
from sandtable.books.companies_and_captains.printed_tables import spells
from sandtable.books.companies_and_captains.profiles import BANE, FOE
from sandtable.books.companies_and_captains.state import Company, Group, GroupId, Seat, Side
from sandtable.books.companies_and_captains.switches import Switches
from sandtable.kernel.citation import rule


@rule("CC-RES-01", "CC-RES-02")
def group_of(
    entry: rosters.GroupEntry, group_id: GroupId, seat: Seat, switches: Switches, cost: int
) -> Group:
    """A Group starts with the R of its profile, whole and undeployed."""
    done = finished_group(entry, switches)
    bought = tuple(one.name for one in done.traits if one.kind is None)
    return Group(
        id=group_id,
        name=entry.title,
        company=seat,
        profile=done.profile,
        traits=(*done.profile.traits, *bought),
        foes=done.kinds(FOE),
        banes=done.kinds(BANE),
        keywords=entry.keywords,
        cost=cost,
        r=done.profile.r,
        fielded=entry.models,
        radius=base_of(entry, switches) / 2,
        known_spells=tuple(spells()) if "Caster" in bought else (),
    )


@rule("CC-CON-14", "CC-OTR-24")
def muster(
    roster: rosters.Company, seat: Seat, side: Side, switches: Switches, enemies: Sequence[rosters.Company]
) -> tuple[Company, list[Group]]:
    """A Company with its Groups in roster order; what a Foe or bane without an enemy costs is waived."""
    groups = [
        group_of(entry, f"{seat}{number}", seat, switches, effective_cost(entry, enemies))
        for number, entry in enumerate(roster.groups, 1)
    ]
    kept = kept_captain_trait(roster, switches)
    captain = next(number for number, entry in enumerate(roster.groups, 1) if entry.captain)
    company = Company(
        seat=seat,
        name=roster.name,
        side=side,
        groups=tuple(group.id for group in groups),
        captain=f"{seat}{captain}",
        captain_trait="" if kept is None else kept.name,
        points=sum(group.cost for group in groups),
    )
    return company, groups
