"""Special Missions: ten conditions that change a whole battle."""

from __future__ import annotations

from math import pi

from sandtable.books.forgotten_ruin.chapters.principles.conventions import (
    centre,
    inches,
    opposite,
    pick_at_random,
)
from sandtable.books.forgotten_ruin.chapters.story_points.points import roll_on
from sandtable.books.forgotten_ruin.enemies.generating import roll_champions
from sandtable.books.forgotten_ruin.enemies.movement.deploying import DEPLOYMENTS
from sandtable.books.forgotten_ruin.enemies.movement.placing import (
    ARRIVAL_EDGES,
    Arrival,
    place_at_edge,
    place_mob,
)
from sandtable.books.forgotten_ruin.missions.mission_tables import mission_tables
from sandtable.books.forgotten_ruin.missions.plan import preparation
from sandtable.books.forgotten_ruin.missions.special_finds import lay_sleeper, lay_traps, lay_treasures
from sandtable.books.forgotten_ruin.missions.uncertain_objectives import ensure_movable
from sandtable.books.forgotten_ruin.modifiers import (
    WHY_NO_AGGRESSION,
    WHY_NOT_MOVE,
)
from sandtable.books.forgotten_ruin.refusals import barred
from sandtable.books.forgotten_ruin.state import EDGES, Battle, Edge, Figure, Mob
from sandtable.books.forgotten_ruin.windows import PHASE_STARTED, WINDOWS, PhaseMoment
from sandtable.kernel import Play, Refusal, rule
from sandtable.kernel.arithmetic import cos, sin

MOST_RUSHES = 3
"""After so many rolls no more Aggression is collected (FR-SPM-12)."""
ENCAMPED = 8.0
"""How near the centre an encamped enemy stands (FR-SPM-15)."""


@preparation("special condition", "FR-SPM-01", "FR-SPM-10", "FR-SPM-07", "FR-SPM-08")
async def roll_special_condition(play: Play[Battle]) -> None:
    """One roll; what has already come in this campaign is rolled again."""
    state = play.state
    had = state.stock.special_conditions
    while True:
        row = await roll_on(play, "special conditions", mission_tables().special_conditions, "FR-SPM-10")
        if row.result not in had or len(had) >= len(mission_tables().special_conditions):
            break
        play.tell("special condition again", "FR-SPM-10", condition=row.result)
    state.mission.special_condition = row.result
    rules = ("FR-SPM-10", "FR-SPM-01", "FR-SPM-07", "FR-SPM-08", row.rule)
    play.tell("special condition", *rules, condition=row.result)
    if row.result in AT_ONCE:
        await AT_ONCE[row.result](play)


def has_special(state: Battle, condition: str) -> bool:
    """Whether this condition lies on a Special Mission."""
    return state.mission.special_condition == condition


# ---- Enemies closing in, Enemy encampment -------------------------------------------------------


@DEPLOYMENTS.entry("Enemies closing in", "Surrounded")
@rule("FR-SPM-11", "FR-MIS-60")
async def deploy_at_edges(play: Play[Battle], mobs: list[Mob]) -> None:
    """Each mob comes from the middle of another random edge; after all were used any of them may be."""
    state = play.state
    surrounded = state.mission.condition == "Surrounded"
    rule_id = "FR-MIS-60" if surrounded else "FR-SPM-11"
    all_edges = [edge for edge in EDGES if not surrounded or edge != state.edge]
    left = list(all_edges)
    for mob in mobs:
        edge = await pick_at_random(play, left or all_edges, "edge", rule_id)
        left = [one for one in left if one != edge]
        await roll_champions(play, mob)
        await place_at_edge(play, mob, edge, rule_id)


@DEPLOYMENTS.entry("Enemy encampment")
@rule("FR-SPM-15")
async def deploy_encamped(play: Play[Battle], mobs: list[Mob]) -> None:
    """All initial enemies stand within 8 inches of the centre, spread evenly."""
    state = play.state
    x, y = centre(state)
    for place, mob in enumerate(mobs):
        angle = 2 * pi * place / len(mobs)
        await roll_champions(play, mob)
        far = inches(state, ENCAMPED / 2)
        await place_mob(play, mob, (x + far * sin(angle), y + far * cos(angle)), "FR-SPM-15")


@ARRIVAL_EDGES.source("FR-SPM-11", "FR-MIS-60")
def comes_from_all_sides(state: Battle, usual: tuple[Edge, ...]) -> Arrival | None:
    """Enemies that close in come over any edge; around the surrounded, over those that are not theirs."""
    if has_special(state, "Enemies closing in"):
        return Arrival(EDGES, "FR-SPM-11")
    if state.mission.condition == "Surrounded" and usual == (opposite(state.edge),):
        return Arrival(tuple(edge for edge in EDGES if edge != state.edge), "FR-MIS-60")
    return None


@WHY_NOT_MOVE.source("FR-SPM-15")
def camp_is_asleep(state: Battle, figure: Figure) -> Refusal | None:
    """In round 1 of an encampment no enemy moves, though it may shoot."""
    is_asleep = figure.side == "enemy" and state.round == 1 and has_special(state, "Enemy encampment")
    return barred("camp asleep") if is_asleep else None


@WINDOWS.consequence(
    PHASE_STARTED,
    "the camp",
    "FR-SPM-15",
    lambda play, seat, now: (
        now.phase == "enemy" and play.state.round == 1 and has_special(play.state, "Enemy encampment")
    ),
)
async def tell_of_the_camp(play: Play[Battle], seat: str, now: PhaseMoment) -> None:
    """Everybody is told why no enemy moves."""
    play.tell("the camp stays", "FR-SPM-15", round=play.state.round)


# ---- Numbers ------------------------------------------------------------------------------------


@WHY_NO_AGGRESSION.source("FR-SPM-12", "FR-SPM-13")
def no_more_aggression(state: Battle) -> Refusal | None:
    """The advance guard brings none; who is rushed has enough after the third roll."""
    if has_special(state, "Isolated advance guard"):
        return barred("no Aggression")
    rolls = len(state.aggression_events) + state.aggression_cancelled
    is_over = has_special(state, "We are getting rushed") and rolls >= MOST_RUSHES
    return barred("last Aggression") if is_over else None


AT_ONCE = {
    "Traps": lay_traps,
    "Treasure trove": lay_treasures,
    "Uncertain Objectives": ensure_movable,
}
"""What a condition does before deployment."""


async def settle_special(play: Play[Battle]) -> None:
    """What a condition does once both sides stand."""
    if has_special(play.state, "Sleeping monster"):
        await lay_sleeper(play)
