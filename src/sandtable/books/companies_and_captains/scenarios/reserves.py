"""Reserves: Groups that come onto the table after the battle has begun."""

from __future__ import annotations

from sandtable.books.companies_and_captains.chapters.deeds import roll_for
from sandtable.books.companies_and_captains.chapters.geometry import placing
from sandtable.books.companies_and_captains.scenarios.plan import Reserves
from sandtable.books.companies_and_captains.scenarios.scaling import scenario_table
from sandtable.books.companies_and_captains.state import Battle, Group
from sandtable.kernel import Needed, Play, rule
from sandtable.kernel.dice import each, total
from sandtable.table import near_edge


@rule("CC-SCN-05", "CC-GEN-15")
async def bring_on(play: Play[Battle], reserves: Reserves) -> None:
    """From the named turn on each waiting Group rolls 2d6 in roster order; one that arrives is placed."""
    state = play.state
    if max(state.companies[seat].turns for seat in state.sides[state.active]) < reserves.from_turn:
        return
    for group in state.groups_of_side(state.active):
        if group.where == "undeployed":
            await _roll_for(play, group, reserves)


async def _roll_for(play: Play[Battle], group: Group, reserves: Reserves) -> None:
    state, numbers = play.state, scenario_table().reserves
    need = Needed(numbers.number, numbers.rule)
    rules = ("CC-SCN-05", reserves.rule, "CC-GEN-15")
    faces = await roll_for(play, group, 2, "reserve", *rules, need=need, reading=total(need.number))
    if sum(faces) < need.number:
        play.tell("reserve waits", "CC-SCN-05", group=group.id)
        return
    edge = await _edge_for(play, group, reserves)
    # Ruling of CC-SCN-05: a base wider than the strip touches the edge, for it would wait for ever otherwise.
    within = max(numbers.within, 2 * group.radius)
    zone = near_edge(state.ground, edge, within)
    if not placing.has_room(state, group, zone, numbers.enemy_distance):
        play.tell("reserve waits", "CC-SCN-05", group=group.id, edge=edge, why="no place is legal")
        return
    prompt = f"{group.name} arrives: place it within {within:g} inches of the {edge} edge."
    await placing.place_group(play, group, zone, prompt, ("CC-SCN-05", reserves.rule), numbers.enemy_distance)
    play.tell("reserve arrived", "CC-SCN-05", reserves.rule, group=group.id, edge=edge)


async def _edge_for(play: Play[Battle], group: Group, reserves: Reserves) -> str:
    """The edge over which the Group comes; of two an even die takes the first, an odd one the second."""
    if len(reserves.edges) == 1:
        return reserves.edges[0]
    rules = (reserves.rule, "CC-SCN-05", "CC-GEN-15")
    (face,) = await roll_for(play, group, 1, "edge", *rules, reading=each(2, 3, 4, 5, 6))
    return reserves.edges[face % 2]
