"""What the book offers to whoever sets up a battle: scenarios, Companies, switches, things to buy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import msgspec

from sandtable.binding.offers import OffersFile
from sandtable.books.companies_and_captains import rosters
from sandtable.books.companies_and_captains.chapters.constructing import cost, finished_group, total_cost
from sandtable.books.companies_and_captains.columns import COLUMNS, column
from sandtable.books.companies_and_captains.company import Company, GroupEntry
from sandtable.books.companies_and_captains.data import read_data
from sandtable.books.companies_and_captains.printed_tables import optional_traits, profiles
from sandtable.books.companies_and_captains.rosters.form import roster_form
from sandtable.books.companies_and_captains.scenarios.published import Published
from sandtable.books.companies_and_captains.scenarios.scenario import SCENARIOS
from sandtable.books.companies_and_captains.switches import Switch, Switches, describe, read_switches
from sandtable.kernel.decision.question import Chance, pick
from sandtable.kernel.offers import (
    ForceOffer,
    ForceVerdict,
    Offers,
    SwitchOffer,
    UnitOffer,
)
from sandtable.kernel.refusal import Refusal, Refused

SEATS = ("A", "B")
ROLES = ("attacker", "defender")
MOST_SEATS = 8


@cache
def offers() -> Offers:
    """Everything that a lobby shows."""
    file = read_data("offers.yaml", OffersFile)
    titles = {id: one.title for id, one in SCENARIOS.items()}
    made_by = {id: "published" if isinstance(one, Published) else "ours" for id, one in SCENARIOS.items()}
    return Offers(
        seats=SEATS,
        scenarios=file.scenario_offers(ROLES, titles, made_by),
        forces=_forces(),
        switches=tuple(_switch(one) for one in describe() if one.name not in AT_THE_TABLE),
        units=(*_profiles(), *_traits()),
        first=file.first,
        most_seats=MOST_SEATS,
        roster=roster_form(),
    )


AT_THE_TABLE = ("scenario_draw",)
"""Switches for tables that draw their scenario; a lobby names it."""


def _forces() -> tuple[ForceOffer, ...]:
    return tuple(
        ForceOffer(
            one.id,
            one.name,
            one.theme,
            one.rule,
            total_cost(one.company()),
            tuple(f"{group.title} [{cost(group)}]" for group in one.company().groups),
            rosters.write_text(one.company()),
            "published" if one.id in rosters.published_companies() else "samples",
        )
        for one in rosters.ready_companies()
    )


def _switch(one: Switch) -> SwitchOffer:
    return msgspec.structs.replace(one.offer(), words="")


def _profiles() -> tuple[UnitOffer, ...]:
    return tuple(
        UnitOffer(
            "profile",
            one.name,
            one.name,
            one.cost,
            ", ".join(one.traits),
            one.rule,
            {name: column(one, name) for name in COLUMNS},
        )
        for one in profiles().values()
    )


def _traits() -> tuple[UnitOffer, ...]:
    return tuple(
        UnitOffer("trait", one.name, one.name, one.cost, one.effect, one.rule, {"needs": one.needs or ""})
        for one in optional_traits().values()
    )


def check_force(force: Any, options: Mapping[str, Any], against: Sequence[Any] = ()) -> ForceVerdict:
    """Whether a Company is legal, with every reason against it, and the Company in all three forms."""
    switches = read_switches(options)

    def check(company: Company) -> list[Refusal]:
        enemies = [rosters.company_from(one) for one in against] or None
        return rosters.validate(company, switches, None, enemies)

    def units(company: Company) -> tuple[UnitOffer, ...]:
        return tuple(_group(one, company, switches) for one in company.groups)

    return rosters.ROSTERS.judged(force, check, total_cost, switches.points_limit, units)


def _group(entry: GroupEntry, company: Company, switches: Switches) -> UnitOffer:
    """A Group of a Company with its finished profile."""
    done = finished_group(entry, switches)
    captain = f"Captain, {company.captain_trait}" if company.captain_trait else "Captain"
    words = [captain] if entry.captain else []
    words += [entry.profile] if entry.name else []
    words += [*done.profile.traits, *(str(one) for one in done.traits)]
    values = {name: column(done.profile, name) for name in COLUMNS}
    facts = {"models": entry.models, **values}
    said = ", ".join(words)
    return UnitOffer("Group", entry.id, entry.title, cost(entry), said, done.profile.rule, facts)


def build_force(name: str, units: Sequence[str]) -> Any:
    """A Company of Groups as rosters write them; where none names the Captain, the first one has it."""
    written = [name, *units]
    try:
        company = rosters.read_text("\n".join(written))
    except Refused:
        return "\n".join(written)
    if not company.groups or any(one.captain for one in company.groups):
        return company
    first, *rest = company.groups
    return msgspec.structs.replace(company, groups=(msgspec.structs.replace(first, captain=True), *rest))


def random_force(chance: Chance, options: Mapping[str, Any]) -> Company:
    """A Company rolled up by the book's way for its automatic opponent."""
    return rosters.random_company(lambda sides: pick(chance, sides) + 1, read_switches(options))
