"""What is told before the first die: scenario, map, mode, and the teams, each to those who may know it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.books.lands_of_ruin.scenarios.scenario import scenario_of
from sandtable.books.lands_of_ruin.secrets import INFILTRATION, hide
from sandtable.books.lands_of_ruin.state import Battle, Card, Seat
from sandtable.books.lands_of_ruin.tables.charts import human
from sandtable.books.lands_of_ruin.tables.people import cohorts
from sandtable.books.lands_of_ruin.tables.places import map_of, scenarios
from sandtable.books.lands_of_ruin.teams.loadouts import profile_of_member
from sandtable.books.lands_of_ruin.teams.roster import ROSTERS, is_own, name_for, ready_teams
from sandtable.kernel import Play, rule


@rule("LR-SCN-01", "LR-MAP-03", "LR-MODE-02", "LR-MODE-03", "LR-MODE-16")
def present(play: Play[Battle]) -> None:
    """The game is introduced to both; then each player learns of its own team."""
    state = play.state
    row, map, switches = scenarios()[state.scenario.id], map_of(state.map), state.switches
    play.tell(
        "scenario introduced", row.rule, "LR-SCN-01", "LR-SCN-11", "LR-LOBBY-09",
        scenario=row.title, rounds=row.rounds, threat=row.threat, danger=row.danger,
    )  # fmt: skip
    cited = dict.fromkeys([*(one.rule for one in map.sections), *(one.rule for one in map.pieces)])
    play.tell("map introduced", *cited, "LR-MAP-01", "LR-MAP-03", "LR-MAP-08", "LR-MODE-11", map=map.title)
    basic = ("LR-MOR-01",) * switches.is_basic
    rules = ("LR-MODE-02", "LR-MODE-03", "LR-MODE-16", "LR-MODE-17", *basic)
    play.tell("mode introduced", *rules, mode=switches.game_mode, table=switches.table)
    for seat in state.players:
        _introduce(play, seat)


@rule("LR-TEAM-11", "LR-TEAM-02", "LR-TEAM-03", "LR-SCN-25", "LR-SCN-26")
def _introduce(play: Play[Battle], seat: Seat) -> None:
    """The opponent learns of all but infiltrators, and no totals; its owner of every card."""
    state, team = play.state, play.state.team(seat)
    role = scenario_of(state).role(state, seat)
    shown = [one.id for one in hide(state, None).team(seat)]
    cited = ("LR-MODE-01", "LR-TEAM-06", "LR-TEAM-11", "LR-HERO-07", "LR-SCN-25", "LR-SCN-26")
    play.tell("team introduced", *cited, seat=seat, role=role.role, objective=role.objective, cards=shown)
    rules = ("LR-TEAM-01", "LR-TEAM-02", "LR-TEAM-03", "LR-TEAM-05", *_cited(team))
    value = sum(_value(one) for one in team)
    play.tell("team counted", *rules, to=(seat,), seat=seat, value=value, most=role.max_value)
    for card in team:
        _deal(play, card)


def _cited(team: list[Card]) -> Iterator[str]:
    """The rules that only some teams have to do with."""
    names = {one.name for one in team}
    yield from ("LR-TEAM-12",) * any({*one.cards} == names for one in ready_teams().values())
    yield "LR-TEAM-08" if any(one.is_cohort for one in team) else "LR-TEAM-07"


@rule("LR-TEAM-11")
def header_for(header: dict[str, Any], seat: Seat | None) -> dict[str, Any]:
    """How a game was set up, for a seat: of other teams no infiltrators, nor that there are any."""
    seats = {
        one: force if one == seat or not force else _shown(force)
        for one, force in (header.get("seats") or {}).items()
    }
    return {**header, "seats": seats}


def _shown(force: Any) -> dict[str, Any]:
    team = ROSTERS.read(force)
    named = [one for one in team.members if not is_own(one) and not one.misses]
    cards = [one.hero for one in named if not profile_of_member(one).has(INFILTRATION)]
    return {"name": name_for(force, team), "cards": cards}


def _value(card: Card) -> int:
    return cohorts()[card.name].value_of(card.full) if card.is_cohort else card.profile.gear_value


@rule("LR-CARD-01", "LR-EQP-01", "LR-EQP-02", "LR-EQP-06")
def _deal(play: Play[Battle], card: Card) -> None:
    """A card with what it is worth, what its load weighs, and how far that lets it go."""
    profile, points = card.profile, play.state.switches.ap_per_turn
    price = ("LR-COH-04", "LR-COH-24") if card.is_cohort else ("LR-HERO-05", "LR-HERO-23")
    rules, to = (profile.rule, "LR-CARD-01", *price, "LR-AMMO-01"), (card.seat,)
    play.tell("card dealt", *rules, to=to, card=card.id, value=_value(card))
    worn = ("LR-DEF-01", "LR-DEF-03") if profile.worn else ()
    over = ("LR-EQP-03",) * (profile.weight > human().free_load)
    fixed = ("LR-ACC-03",) * any(one.accessories for one in profile.arms)
    rules = ("LR-EQP-01", "LR-EQP-02", "LR-EQP-06", "LR-MODE-08", *over, *worn, *fixed)
    inches = int(points * profile.factor / 100)
    play.tell("load counted", *rules, to=to, card=card.id, weight=profile.weight, inches=inches)
