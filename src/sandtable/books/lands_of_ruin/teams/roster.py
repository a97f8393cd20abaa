"""Teams as they are written down, and the ready-made ones; a hero to a line, with its followers."""

from __future__ import annotations

from functools import cache

from sandtable.binding.bands.rosters import Band, BandRosters, Member
from sandtable.binding.tables import Row
from sandtable.books.lands_of_ruin.data import read_data
from sandtable.books.lands_of_ruin.tables.people import Cohort, cohorts, heroes
from sandtable.kernel import rule

LEAST_OF_OWN = 300
"""LR-HERO-06"""
Team = Band


class Ready(Row, frozen=True):
    """A team offered as a one-tap choice (LR-TEAM-12)."""

    id: str
    name: str
    tribe: str
    cards: tuple[str, ...]
    limit: int
    value: int
    rule: str
    collection: str = "published"

    @property
    def team(self) -> Team:
        """Its heroes, with three followers where the cohort is among the cards."""
        named = [one for one in self.cards if one in heroes()]
        return Team(self.name, tuple(Member(one, 3 * (heroes()[one].cohort in self.cards)) for one in named))


@cache
@rule("LR-TEAM-12")
def ready_teams() -> dict[str, Ready]:
    """The ready-made teams by id."""
    return {one.id: one for one in read_data("teams.yaml", tuple[Ready, ...])}


@rule("LR-HERO-06")
def is_own(member: Member) -> bool:
    """Whether a player has built it."""
    return member.hero not in heroes()


@rule("LR-TEAM-08")
def cohort_of(member: Member) -> Cohort | None:
    """Its followers, if any come along."""
    row = heroes().get(member.hero)
    return cohorts().get(row.cohort) if row is not None and member.followers else None


@rule("LR-TEAM-06", "LR-HERO-06")
def tribe_of(team: Team) -> str:
    """The tribe of its first named hero, else its own."""
    named = (heroes()[one.hero].tribe for one in team.members if not is_own(one))
    return next(named, None) or team.tribe


@rule("LR-TEAM-05")
def cards_in(team: Team) -> int:
    """How many cards it has; a cohort is one."""
    return sum(1 + (cohort_of(one) is not None) for one in team.members if not one.misses)


ROSTERS = BandRosters("lands-of-ruin", "LR-TEAM-01", lambda hero: hero in heroes()).every_form(
    "lr1-", "team", lambda: {id: one.team for id, one in ready_teams().items()}
)
"""Teams in every form: text, data and short codes."""


@rule("LR-MODE-18")
def name_for(force: object, team: Team) -> str:
    """What others call a team: its players' own name, and never that of a ready one, whose cards all know."""
    return "" if isinstance(force, str) and force in ready_teams() else team.name
