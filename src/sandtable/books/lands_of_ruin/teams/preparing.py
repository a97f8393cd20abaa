"""The state before the first step: scenario, roles, map, sides and teams (LR-LOBBY-08)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.books.lands_of_ruin.scenarios.scenario import KINDS
from sandtable.books.lands_of_ruin.state import Battle, Scenario, Side
from sandtable.books.lands_of_ruin.switches import read_switches
from sandtable.books.lands_of_ruin.tables.places import MAPS, fresh_ground, map_of, plans, scenarios
from sandtable.books.lands_of_ruin.teams.roster import ROSTERS, name_for, tribe_of
from sandtable.books.lands_of_ruin.teams.teams import cards_of, legal_team
from sandtable.kernel import refuse, rule
from sandtable.table.edges import OPPOSITE, Edge

SEATS = ("A", "B")
EDGES: tuple[Edge, Edge] = ("south", "north")
EDGE_OPTIONS = ("first_side", "second_side")
USUAL = {"A": "reclaimer-starter", "B": "balean-starter"}
BASIC = ("two-player-tutorial",)
"""LR-SCN-18: played in Basic mode."""


@rule("LR-MODE-01", "LR-LOBBY-09", "LR-MAP-03", "LR-SCN-09")
def prepare(scenario: str | None, seats: Mapping[str, Any], options: Mapping[str, Any]) -> Battle:
    """Two players with a role, an edge and a legal team each, on a map."""
    id = scenario or "fight-to-the-death"
    if id not in KINDS:
        raise refuse("LR-LOBBY-09", f'There is no scenario "{id}".'[:120], f"Scenarios: {', '.join(KINDS)}.")
    given = {name: one for name, one in options.items() if name not in ("map", "may_dispute", *EDGE_OPTIONS)}
    if id in BASIC:
        given = {"game_mode": "basic", **given}
    switches, map_id = read_switches(given), options.get("map", "crossroads")
    known = MAPS if switches.table == "virtual" else (*MAPS, *plans())
    if map_id not in known:
        raise refuse("LR-MAP-03", "There is no such map for this table.", f"Maps: {', '.join(known)}.")
    if set(seats) - set(SEATS):
        raise refuse("LR-MODE-01", "A game has two players.", "Take the seats A and B.")
    row = scenarios()[id]
    if row.archive and not switches.archive_scenarios:
        raise refuse("LR-SCN-24", f"{row.title} is a shelved scenario.", "Switch archive_scenarios on.")
    rotters = (0,) * len(map_of(map_id).sections)
    state = Battle(
        fresh_ground(map_id),
        map_id,
        switches,
        Scenario(id, row.rounds, row.threat, row.danger),
        sleepers=rotters,
        may_dispute=options.get("may_dispute") is True,
    )
    forces = {seat: seats.get(seat) or USUAL[seat] for seat in SEATS}
    roles = _roles(id, forces)
    for seat, edge in _edges(options).items():
        if row.is_solo and seat != SEATS[0]:
            state.sides[seat] = Side(seat, role="", edge=edge, noise=rotters)
            continue
        role = next(one for one in row.roles if one.role == roles[seat])
        team = legal_team(forces[seat], role.max_value, role.tribe, switches)
        called = name_for(forces[seat], team)
        state.sides[seat] = Side(seat, tribe_of(team), called, role.role, edge, noise=rotters)
        state.cards |= cards_of(team, seat)
    state.scenario.things = {one.id: one for one in KINDS[id].things(state)}
    return state


@rule("LR-MAP-05")
def _edges(options: Mapping[str, Any]) -> dict[str, Edge]:
    """The side at which each player sits, which is its table edge; never the same for both."""
    edges = {
        seat: options.get(name, usual) for seat, name, usual in zip(SEATS, EDGE_OPTIONS, EDGES, strict=True)
    }
    unknown = next((one for one in edges.values() if one not in OPPOSITE), None)
    if unknown is not None:
        raise refuse("LR-MAP-05", f"There is no side {unknown!r}."[:120], f"Sides: {', '.join(OPPOSITE)}.")
    if len(set(edges.values())) < len(edges):
        raise refuse("LR-MAP-05", "Both players sit at one side.", "Choose another side for one of them.")
    return edges


def _roles(scenario: str, forces: Mapping[str, Any]) -> dict[str, str]:
    """Who plays what: by tribe where roles name one, else in seat order."""
    row = scenarios()[scenario]
    first, second = row.role_of(0), row.role_of(1)
    if first.tribe and tribe_of(ROSTERS.read(forces["A"])) == second.tribe:
        first, second = second, first
    return {"A": first.role, "B": second.role}
