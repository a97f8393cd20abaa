"""Lost Groups: which Groups of a Company are lost, and when that makes the others test."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.books.companies_and_captains.scenarios.scenario import scenario_of
from sandtable.books.companies_and_captains.state import Battle, Company, CompanyEvent, Group, Seat
from sandtable.kernel import Play, rule


@rule("CC-TST-07", "CC-OTR-28")
def is_lost(state: Battle, group: Group) -> bool:
    """Routed and deserted Groups are lost, and undeployed ones that nobody can bring on any more."""
    where = group.where
    if where == "on the table":
        return False
    if where == "undeployed":
        return not can_still_arrive(state, group)
    return where in ("routed", "deserted")


@rule("CC-OTR-28")
def can_still_arrive(state: Battle, group: Group) -> bool:
    """An undeployed Group can come on by a Summoner of its Company on the table, or by the scenario."""
    groups = state.groups
    return scenario_of(state).brings_on(state, group) or any(
        groups[one].on_table and groups[one].has("Summoner") for one in state.companies[group.company].groups
    )


@rule("CC-TST-07")
def lost_points(state: Battle, company: Company) -> int:
    """The effective costs of the Company's lost Groups; R lost by Groups in play does not count."""
    groups = state.groups
    return sum(groups[one].cost for one in company.groups if is_lost(state, groups[one]))


@rule("CC-CON-14", "CC-PUB-08", "CC-TST-10")
def in_play_points(state: Battle, company: Company) -> int:
    """The points of the Company that are not lost; Escaped and waiting Groups count as in play."""
    return company.points - lost_points(state, company)


@rule("CC-TST-03", "CC-TST-04", "CC-TST-05", "CC-TST-11")
def company_event(play: Play[Battle], groups: Sequence[Group], credit: Seat) -> None:
    """A Rout, or the desertions of one roll, joins the queue if it gives the Company a reason to test."""
    state = play.state
    company = state.companies[groups[0].company]
    reasons = reasons_to_test(state, company, groups)
    if "CC-TST-05" in reasons:
        company.half_lost = True
    if not reasons or not any(state.groups[one].on_table for one in company.groups):
        return
    state.events = (*state.events, CompanyEvent(company.seat, reasons, credit))
    unbrought = [one for one in company.groups if state.groups[one].where == "undeployed"]
    waiting = ("CC-OTR-28",) if any(is_lost(state, state.groups[one]) for one in unbrought) else ()
    counted = () if reasons == ("CC-TST-04",) else ("CC-TST-07",)
    once = ("CC-TST-11",) if len(reasons) > 1 else ()
    play.tell("Company must test", *reasons, *counted, *waiting, *once, company=company.seat)


@rule("CC-OTR-28", "CC-TST-05")
def lose_whom_nobody_brings_on(play: Play[Battle], summoner: Group) -> None:
    """A Summoner that got away may leave undeployed Groups behind, which are lost from that moment."""
    if summoner.has("Summoner"):
        company_event(play, (summoner,), "")


def reasons_to_test(state: Battle, company: Company, gone: Sequence[Group]) -> tuple[str, ...]:
    """Captain's Group Routed, half of the points lost for the first time, one Group left: as read now."""
    reasons: list[str] = []
    if any(one.id == company.captain and one.where == "routed" for one in gone):
        reasons.append("CC-TST-04")
    if not company.half_lost and 2 * lost_points(state, company) >= company.points:
        reasons.append("CC-TST-05")
    left = [group for one in company.groups if not is_lost(state, group := state.groups[one])]
    if len(left) == 1 and left[0].on_table:
        reasons.append("CC-TST-03")
    return tuple(reasons)
