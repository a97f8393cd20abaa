"""What the book offers to players who set up a game: scenarios, teams, switches, a first battle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import msgspec

from sandtable.binding.bands.rosters import Member, write_text
from sandtable.binding.offers import OffersFile
from sandtable.books.lands_of_ruin.data import read_data
from sandtable.books.lands_of_ruin.switches import Switches, describe, read_switches
from sandtable.books.lands_of_ruin.tables.people import Hero, heroes
from sandtable.books.lands_of_ruin.tables.places import MAPS, plans, scenarios
from sandtable.books.lands_of_ruin.teams.form import roster_form
from sandtable.books.lands_of_ruin.teams.loadouts import profile_of_member
from sandtable.books.lands_of_ruin.teams.preparing import EDGE_OPTIONS, EDGES, SEATS
from sandtable.books.lands_of_ruin.teams.roster import ROSTERS, Ready, Team, cohort_of, ready_teams
from sandtable.books.lands_of_ruin.teams.teams import advice_on, check_team, value_of, value_of_team
from sandtable.kernel import rule
from sandtable.kernel.offers import ForceOffer, ForceVerdict, Offers, SwitchOffer, UnitOffer
from sandtable.table.edges import OPPOSITE

LIMIT = 2000
"""LR-SCN-11: for every role unless it says otherwise."""


@cache
@rule("LR-SCN-02", "LR-TUT-06")
def offers() -> Offers:
    """Everything that a lobby shows."""
    file = read_data("offers.yaml", OffersFile)
    titles = {id: one.title for id, one in scenarios().items()}
    return Offers(
        seats=SEATS,
        scenarios=tuple(
            msgspec.structs.replace(one, roles=_roles(one.id)) for one in file.scenario_offers((), titles)
        ),
        forces=tuple(map(_force, _offered())),
        switches=(_MAP, *_SIDES, _DISPUTE, *(one.offer() for one in describe())),
        units=tuple(map(_hero, heroes().values())),
        roster=roster_form(),
        **file.shared,
    )


def _roles(scenario: str) -> tuple[str, ...]:
    row = scenarios()[scenario]
    seats = SEATS[:1] if row.is_solo else SEATS
    return tuple(row.role_of(number).role.lower() for number in range(len(seats)))


_MAP = SwitchOffer(
    "map", "Which of the maps is played on; section plans are for real tables", "LR-MAP-03", "crossroads",
    (*MAPS, *plans()),
)  # fmt: skip
_DISPUTE = SwitchOffer(
    "may_dispute",
    "Whether a player may dispute what the map calls difficult",
    "LR-MOV-09",
    False,
    (False, True),
)


_SIDES = tuple(
    SwitchOffer(
        name, f"At which side of the table the {word} player sits", "LR-MAP-05", usual, tuple(OPPOSITE)
    )
    for name, word, usual in zip(EDGE_OPTIONS, ("first", "second"), EDGES, strict=True)
)


def _force(one: Ready) -> ForceOffer:
    sentence, team = f"{one.tribe}, for {one.limit}", one.team
    text = write_text(team)
    return ForceOffer(one.id, one.name, sentence, one.rule, one.value, one.cards, text, one.collection)


def _hero(one: Hero) -> UnitOffer:
    said = ", ".join(word for word in (one.tribe, one.ability) if word)
    return UnitOffer("hero", one.name, one.name, one.gear_value, said, one.rule)


def _offered() -> list[Ready]:
    """The ready-made teams of both tribes in turn, so that neighbours fit every scenario."""
    ready = ready_teams().values()
    tribes = ([one for one in ready if one.tribe == tribe] for tribe in ("Reclaimers", "Baleans"))
    return [one for pair in zip(*tribes, strict=True) for one in pair]


def check_force(force: Any, options: Mapping[str, Any], against: Sequence[Any] = ()) -> ForceVerdict:
    """Whether a team is legal, with every reason against it, and the team in all three forms."""
    given = {name: one for name, one in options.items() if name not in ("map", *EDGE_OPTIONS)}
    switches: Switches = read_switches(given)

    def check(team: Team) -> Sequence[Any]:
        return check_team(team, LIMIT, switches=switches)

    verdict = ROSTERS.judged(force, check, value_of_team, LIMIT, lambda team: tuple(map(_unit, team.members)))
    advice = advice_on(ROSTERS.read(force), LIMIT) if verdict.legal else ()
    return msgspec.structs.replace(verdict, advice=advice)


def _unit(one: Member) -> UnitOffer:
    """A hero of a team with its finished values."""
    profile = profile_of_member(one)
    facts = {
        "leadership": profile.leadership,
        "defence": profile.armour("ranged") + profile.level("defence"),
        "load": f"{profile.weight:g} kg",
        "camouflage": profile.camouflage,
    }
    cohort = cohort_of(one)
    followers = f"with {one.followers} of {cohort.name}" if cohort else ""
    return UnitOffer("hero", one.hero, one.hero, value_of(one), followers, profile.rule, facts)
