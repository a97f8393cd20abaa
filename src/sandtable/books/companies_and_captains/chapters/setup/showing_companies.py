"""Showing Companies: before play each side shows the other every Group, with all that it was checked by."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

from sandtable.books.companies_and_captains.chapters.constructing import rule_of_limit
from sandtable.books.companies_and_captains.company import Company as Roster
from sandtable.books.companies_and_captains.printed_tables import construction
from sandtable.books.companies_and_captains.printed_tables import optional_traits as trait_table
from sandtable.books.companies_and_captains.profiles import BANE, FOE, BoughtTrait
from sandtable.books.companies_and_captains.rosters import company_from
from sandtable.books.companies_and_captains.rosters.json_form import write_data
from sandtable.books.companies_and_captains.rosters.ready import (
    BY_DICE,
    ready_companies,
    ready_rosters,
    without_missiles,
)
from sandtable.books.companies_and_captains.special import optional_traits
from sandtable.books.companies_and_captains.state import Battle, Company, Group
from sandtable.kernel import Play, Refused, rule

CHECKED_BY = ("CC-CON-01", "CC-CON-02", "CC-CON-03", "CC-CON-07", "CC-CON-08", "CC-CON-15")
"""What every roster is checked by before it comes to the table."""
COLUMNS = ("CC-PRO-01", "CC-PRO-02", "CC-PRO-03", "CC-PRO-04", "CC-PRO-05", "CC-PRO-06", "CC-RES-01")
"""What the columns of a shown profile mean."""


@rule("CC-CON-09", "CC-CON-13", "CC-CAP-01", "CC-CAP-02", "CC-CAP-03")
def show_companies(play: Play[Battle]) -> None:
    """Every Company is shown with profile, traits and cost of each Group."""
    state = play.state
    for seat, company in state.companies.items():
        own = [state.groups[one] for one in company.groups]
        play.tell(
            "Company shown",
            *_rules_shown(state, company, own),
            seat=seat,
            name=company.name,
            captain=company.captain,
            groups={one.id: _as_told(one) for one in own},
        )


def _as_told(group: Group) -> dict[str, Any]:
    """A Group as it is shown: its Foes and banes with their kinds, and its keywords where it has any."""
    named = [BoughtTrait(FOE, kind) for kind in group.foes] + [
        BoughtTrait(BANE, kind) for kind in group.banes
    ]
    traits = (*group.traits, *map(str, named))
    shown = {"profile": group.profile.name, "traits": traits, "cost": group.cost, "r": group.r}
    return {**shown, "keywords": group.keywords} if group.keywords else shown


SHOWN = ("CC-CON-09", "CC-CON-13", "CC-CAP-01", "CC-CAP-02", "CC-CAP-03")
"""What every Company is shown by."""
_KNOWN: dict[tuple[Any, ...], tuple[str, ...]] = {}
_MOST_KNOWN = 256


def _rules_shown(state: Battle, company: Company, own: list[Group]) -> tuple[str, ...]:
    """The rules behind a Company that is shown; the same Company is shown in many battles."""
    bought = [(one.profile.name, one.profile.type, one.traits, one.foes, one.banes) for one in own]
    asked = (state.switches.points_limit, company.name, *bought)
    found = _KNOWN.get(asked)
    if found is None:
        if len(_KNOWN) >= _MOST_KNOWN:
            _KNOWN.clear()
        behind = (*rules_of_groups(state, own), *rules_of_list(state, company))
        found = _KNOWN[asked] = tuple(dict.fromkeys((*SHOWN, *CHECKED_BY, *COLUMNS, *behind)))
    return found


@rule("CC-CON-09")
def header_for(header: dict[str, Any], seat: str | None) -> dict[str, Any]:
    """The header of a record, with the rosters of others as they are shown before play and no further."""
    forces = header.get("seats") or {}
    shown = {owner: force if owner == seat else _as_shown(force) for owner, force in forces.items()}
    return {**header, "seats": shown}


def _as_shown(force: Any) -> Any:
    """A roster without its remarks, and without what its owner means to hold back."""
    if isinstance(force, str) and any(force.strip() == one.id for one in ready_companies()):
        return force
    try:
        roster = company_from(force)
    except Refused:
        return None
    groups = tuple(msgspec.structs.replace(one, held_back=False) for one in roster.groups)
    return write_data(msgspec.structs.replace(roster, groups=groups, vendor=""))


@rule("CC-CON-10", "CC-CON-11", "CC-CON-12", "CC-CON-16", "CC-OTR-24", "CC-OTR-25", "CC-PRO-09", "CC-PRO-11")
def rules_of_groups(state: Battle, groups: list[Group]) -> tuple[str, ...]:
    """The rules that these Groups in particular had to pass."""
    rules = [rule_of_limit(state.switches.points_limit)]
    if any(count > 1 for count in Counter(one.profile.name for one in groups).values()):
        rules.append("CC-CON-10")
    if any(one.profile.type == "Missile" for one in groups):
        rules.append("CC-PRO-09")
    if any(one.foes or one.banes for one in groups):
        rules += ["CC-OTR-24", "CC-OTR-25"]
    bought = [row for one in groups for trait in one.traits if (row := trait_table().get(trait)) is not None]
    traits = [found for one in groups for found in optional_traits.rules_of_traits(one)]
    if traits:
        rules += ["CC-CON-11", "CC-PRO-11", *traits]
    if any(row.needs is not None for row in bought):
        rules.append("CC-CON-12")
    excluding = {trait for one in construction().exclusions for trait in one.pair}
    if any(row.name in excluding for row in bought):
        rules.append("CC-CON-16")
    return tuple(rules)


@rule("CC-PCO-07", "CC-PCO-08", "CC-PCO-09", "CC-PCO-10", "CC-SMP-07", "CC-SMP-08")
def rules_of_list(state: Battle, company: Company) -> tuple[str, ...]:
    """The list that the Company comes from: a ready one, perhaps changed, or one made by dice."""
    if company.name == BY_DICE:
        return ("CC-SMP-08",)
    ready = next((one for one in ready_companies() if one.name == company.name), None)
    if ready is None:
        return ()
    published = ready.rule.startswith("CC-PCO-")
    verdict = ("CC-PCO-07", "CC-PCO-08") if published else ()
    roster = ready_rosters()[ready.id]
    keyword = ("CC-PCO-09",) if any(one.startswith("Undead-") for one in _bought(roster)) else ()
    if _is_fielded(state, company, roster):
        return (ready.rule, *verdict, *keyword)
    if _is_fielded(state, company, without_missiles(roster)):
        return (ready.rule, "CC-SMP-07")
    return ("CC-PCO-10",) if published else ()


def _bought(roster: Roster) -> list[str]:
    return [trait for group in roster.groups for trait in group.traits]


def _is_fielded(state: Battle, company: Company, roster: Roster) -> bool:
    """Whether the Company has the Groups of the roster, profile by profile and trait by trait."""
    groups = [state.groups[one] for one in company.groups]
    if len(groups) != len(roster.groups):
        return False
    return all(
        one.profile.name == entry.profile and _traits_bought(one) == sorted(entry.traits)
        for one, entry in zip(groups, roster.groups, strict=True)
    )


def _traits_bought(group: Group) -> list[str]:
    plain = [one for one in group.traits if one in trait_table()]
    return sorted([*plain, *(f"{one}-Foe" for one in group.foes), *(f"{one}bane" for one in group.banes)])
