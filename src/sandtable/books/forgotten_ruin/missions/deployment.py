"""Edges and deployment: which edge is the squad's, who takes part, and where they stand."""

from __future__ import annotations

from sandtable.binding.choosing import choose_if_several, choose_several, choose_word, named
from sandtable.books.forgotten_ruin.chapters.movement.placing import PlacePlanner, place_soldiers
from sandtable.books.forgotten_ruin.chapters.principles.conventions import (
    depth_of,
    inches,
    on_grid,
    pick_at_random,
    place,
    width_of,
)
from sandtable.books.forgotten_ruin.chapters.squad.traits import help_outside_battle
from sandtable.books.forgotten_ruin.chapters.terrain import level_at
from sandtable.books.forgotten_ruin.missions.plan import preparation
from sandtable.books.forgotten_ruin.modifiers import WHY_TAKES_PART, wits_added
from sandtable.books.forgotten_ruin.state import EDGES, Battle, Soldier
from sandtable.books.forgotten_ruin.windows import DEPLOYMENT, TESTED_BEFOREHAND, WINDOWS, Moment, OwnDice
from sandtable.kernel import Needed, Play, rule, total_of
from sandtable.table import NearPoint, Point, Zone, near_any_edge, near_edge
from sandtable.table.edges import distance_to_edge
from sandtable.table.figures.room import places_around

BETWEEN = 3.0
"""Inches from soldier to soldier in the set-up that is proposed."""
TO_CHOOSE = 6
"""What the edge roll must reach (FR-MIS-45)."""
DEEP, SHALLOW, WIDE_TABLE = 6.0, 3.0, 36.0
"""How far onto the table the squad may stand, and the table that allows the farther (FR-MIS-47)."""
WAYS_TO_SET_UP = {
    "proposed": "Set up the squad as proposed, fire teams together",
    "one by one": "Place every soldier myself",
}
RANKS = ("platoon leader", "platoon sergeant", "squad leader", "fire team leader", "soldier")
"""From high to low (FR-SQD-15)."""
PATROL = 5
"""How many of the squad go on a Patrol contact (FR-SPM-14)."""
AROUND_CENTRE, ENCAMPED = 6.0, 3.0
"""FR-SPM-11, FR-SPM-15."""
FINAL_DEPTH = 4.0
"""The squad's zone in the Final Battle (FR-FIN-16); 3 inches on a table 36 deep."""


@rule("FR-SQD-15")
def rank(soldier: Soldier) -> int:
    """The place in the order of rank; attached people without a rank come last."""
    return RANKS.index(soldier.position) if soldier.position in RANKS else len(RANKS)


@preparation("edges", "FR-MIS-45")
async def choose_edge(play: Play[Battle]) -> None:
    """The highest-ranking soldier of those who go rolls 1D6 and Wits: on 6 the player picks the edge."""
    state, seat = play.state, play.state.seats[0]
    await _choose_patrol(play)
    taking_part = [one for one in state.soldiers.values() if one.where == "waiting"]
    best = min(rank(one) for one in taking_part)
    leaders = [one for one in taking_part if rank(one) == best]
    topic, prompt, rules = "choose leader of the way", "Who leads the way?", ("FR-MIS-45", "FR-SQD-15")
    leader = await choose_if_several(play, seat, topic, prompt, rules, leaders, named, cites=rules)
    if await _roll_for_edge(play, leader) >= TO_CHOOSE:
        prompt, rules = "Which edge is yours?", ("FR-MIS-45", "FR-PRN-31")
        edges = {edge: f"the {edge} edge" for edge in EDGES}
        state.edge = await choose_word(play, seat, "choose edge", prompt, rules, edges, about=(leader.id,))
    else:
        state.edge = await pick_at_random(play, EDGES, "edge", "FR-MIS-45")
    play.tell("edge", "FR-MIS-45", "FR-PRN-31", edge=state.edge)


async def _roll_for_edge(play: Play[Battle], leader: Soldier) -> int:
    """1D6 and Wits, which luck or a trait may change."""
    clever, seat = wits_added(play.state, leader), leader.seat
    need, why = Needed(TO_CHOOSE - total_of(clever), "FR-MIS-45"), [str(one) for one in clever]
    cited = ("FR-SQD-15", *(one.rule for one in clever))
    faces = await play.roll(1, "edge", *cited, seat=seat, need=need, modifiers=why, figure=leader.id)
    own = OwnDice(seat, leader, "edge", list(faces), TO_CHOOSE)
    own.modifier = total_of(clever)
    await WINDOWS.open(play, TESTED_BEFOREHAND, own)
    if own.score(0) == TO_CHOOSE - 1:
        return own.score(0) + await help_outside_battle(play, leader, own.faces[0], "edge")
    return own.score(0)


@preparation("deployment", "FR-MIS-46", "FR-MIS-47")
async def deploy(play: Play[Battle]) -> None:
    """All who take part stand in the zone; who stays behind was said before the mission."""
    state = play.state
    await WINDOWS.open(play, DEPLOYMENT, Moment(state.seats[0]))
    waiting = [
        one
        for one in state.soldiers.values()
        if one.where == "waiting" and WHY_TAKES_PART.first(state, one) is None
    ]
    await _set_up(play, waiting, own_zone(state), "FR-MIS-47", "FR-MIS-46", "FR-SQD-03", *_zone_rules(state))


@rule("FR-SPM-14")
async def _choose_patrol(play: Play[Battle]) -> None:
    """At most five of the squad go on a patrol; attached people come on top."""
    state = play.state
    squad = [one for one in state.soldiers.values() if one.where == "waiting" and one.id.startswith("S")]
    if state.mission.special_condition != "Patrol contact" or len(squad) <= PATROL:
        return
    topic, prompt, rules = "choose patrol", "Who goes on the patrol?", ("FR-SPM-14", "FR-MIS-46")
    going = await choose_several(
        play, state.seats[0], topic, prompt, rules, squad, named, least=1, most=PATROL
    )
    behind = [one for one in squad if one not in going]
    for one in behind:
        one.where = "behind"
    play.tell("stay behind", "FR-SPM-14", "FR-MIS-46", figures=[one.id for one in behind])


async def _set_up(play: Play[Battle], waiting: list[Soldier], zone: Zone, *rules: str) -> None:
    """Soldiers are set up one by one, or all as proposed: side by side along the zone, teams together."""
    how, seat, prompt = "one by one", play.state.seats[0], "How is the squad set up?"
    if len(waiting) > 1:
        how = await choose_word(play, seat, "set up squad", prompt, rules, WAYS_TO_SET_UP, cites=rules)
    if how == "one by one":
        await place_soldiers(play, waiting, zone, *rules)
    else:
        line_up(play, waiting, zone, *rules)


def line_up(play: Play[Battle], waiting: list[Soldier], zone: Zone, *rules: str) -> None:
    """Each soldier stands at the free place nearest to the own share of the zone's front."""
    state = play.state
    west, south, east, north = zone.box
    ground = state.ground
    x = (max(west, 0.0) + min(east, ground.width)) / 2
    y = (max(south, 0.0) + min(north, ground.depth)) / 2
    wide = width_of(state)
    for place_in_line, soldier in enumerate(waiting):
        across = wide / 2 + (place_in_line - (len(waiting) - 1) / 2) * min(BETWEEN, wide / (len(waiting) + 1))
        along = distance_to_edge(state.ground, (x, y), state.edge)
        at = _nearest_free(PlacePlanner(state, soldier, zone, rules[0]), on_grid(state, across, along))
        if at is None:
            play.tell("no room", "FR-PRN-25", figure=soldier.id)
            continue
        place(play, soldier, at, *rules, "FR-MOV-34", elevation=level_at(state, at))


def _nearest_free(planner: PlacePlanner, wanted: Point) -> Point | None:
    for at in places_around(wanted):
        if planner.is_free(at):
            return at
    return planner.first_free()


def _zone_rules(state: Battle) -> tuple[str, ...]:
    mission = state.mission
    if mission.special_condition == "Enemies closing in":
        return ("FR-SPM-11",)
    if mission.special_condition == "Enemy encampment":
        return ("FR-SPM-15",)
    return {"artifact": ("FR-FIN-05",), "final": ("FR-FIN-16", "FR-FIN-17")}.get(mission.kind, ())


@rule("FR-MIS-47", "FR-SPM-11", "FR-SPM-15", "FR-FIN-05", "FR-FIN-16", "FR-EXR-05")
def own_zone(state: Battle) -> Zone:
    """Where the squad may stand."""
    mission = state.mission
    if mission.special_condition == "Enemies closing in":
        return NearPoint((state.ground.width / 2, state.ground.depth / 2), inches(state, AROUND_CENTRE))
    if mission.special_condition == "Enemy encampment":
        return near_any_edge(state.ground, inches(state, ENCAMPED))
    if mission.kind.startswith("exercise"):
        return near_edge(state.ground, state.edge, inches(state, SHALLOW))
    if mission.kind == "final":
        deep = FINAL_DEPTH if depth_of(state) > inches(state, WIDE_TABLE) else SHALLOW
        return near_edge(state.ground, state.edge, inches(state, deep))
    deep = DEEP if depth_of(state) >= inches(state, WIDE_TABLE) else SHALLOW
    return near_edge(state.ground, state.edge, inches(state, deep))
