"""Balance figures: what trial games showed of scenarios, Companies and profiles; a guide, no rule."""

from __future__ import annotations

from functools import cache
from typing import Any

from sandtable.books.companies_and_captains.chapters.setup.preparing import muster
from sandtable.books.companies_and_captains.rosters.ready import ready_companies
from sandtable.books.companies_and_captains.scenarios.scenario import scenario_of
from sandtable.books.companies_and_captains.state import Battle, Company, Group
from sandtable.kernel import Play, rule
from sandtable.kernel.catalogue import Catalogue

TRIED_AT = 24
"""The points limit of the trial games (CC-BAL-03, CC-BAL-07)."""


@cache
def _rows(rule_id: str) -> tuple[dict[str, Any], ...]:
    assert __package__ is not None
    return tuple(Catalogue.load(__package__).rule(rule_id).table)


@rule("CC-BAL-04", "CC-BAL-07")
def shares_of_scenario(title: str) -> tuple[dict[str, float], str] | None:
    """How often attacker and defender won a scenario and how often it was drawn, with the rule."""
    for rule_id in ("CC-BAL-07", "CC-BAL-04"):
        for row in _rows(rule_id):
            if row["scenario"] == title:
                return {name: row[name] for name in ("attacker", "defender", "draw")}, rule_id
    return None


@rule("CC-BAL-03", "CC-BAL-08")
def score_of_company(name: str) -> tuple[float, str] | None:
    """Wins and half of the draws of a ready Company against the others of its table, with the rule."""
    for rule_id in ("CC-BAL-03", "CC-BAL-08"):
        for row in _rows(rule_id):
            if row.get("company") == name:
                return row["score"], rule_id
    return None


@rule("CC-BAL-03", "CC-BAL-08")
def _is_as_tried(state: Battle, company: Company) -> bool:
    """Whether a Company fields the Groups of the ready one whose name it bears; models do not matter."""
    ready = next(one.company() for one in ready_companies() if one.name == company.name)
    _, tried = muster(ready, company.seat, company.side, state.switches, ())
    return [_kind(one) for one in tried] == [_kind(state.groups[one]) for one in company.groups]


def _kind(group: Group) -> tuple[Any, ...]:
    return group.profile, group.traits, group.foes, group.banes


@rule("CC-BAL-02")
def score_of_profile(profile: str) -> float | None:
    """Wins and half of the draws of 12 points of a profile, in the trial that priced Missile profiles."""
    return next((row["score"] for row in _rows("CC-BAL-02") if row["profile"] == profile), None)


@rule("CC-BAL-02", "CC-BAL-03", "CC-BAL-04", "CC-BAL-07", "CC-BAL-08")
def tell_figures(play: Play[Battle]) -> None:
    """The players hear how this scenario, these Companies and their Missile Groups fared in trials."""
    state = play.state
    shares = shares_of_scenario(scenario_of(state).title)
    if state.switches.points_limit != TRIED_AT or shares is None:
        return
    companies = {
        seat: known
        for seat, one in state.companies.items()
        if (known := score_of_company(one.name)) and _is_as_tried(state, one)
    }
    missiles = {
        one.profile.name: score
        for one in state.groups.values()
        if one.profile.type == "Missile" and (score := score_of_profile(one.profile.name)) is not None
    }
    rules = [shares[1], *(cited for _, cited in companies.values()), *(["CC-BAL-02"] if missiles else [])]
    play.tell(
        "seen in trials",
        *dict.fromkeys(rules),
        scenario=state.scenario,
        shares=shares[0],
        companies={seat: score for seat, (score, _) in companies.items()},
        profiles=missiles,
    )
