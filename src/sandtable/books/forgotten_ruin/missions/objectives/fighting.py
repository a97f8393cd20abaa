"""Objectives about the enemy: Hold off the Enemy, and the two high-value targets."""

from __future__ import annotations

from math import ceil

from sandtable.books.forgotten_ruin.chapters.aggression.score import aggression_is_used
from sandtable.books.forgotten_ruin.chapters.principles.conventions import (
    depth_of,
    is_by_the_squad,
    pick_at_random,
)
from sandtable.books.forgotten_ruin.missions.objectives.carrying import hold
from sandtable.books.forgotten_ruin.missions.objectives.every import Task, complete, task
from sandtable.books.forgotten_ruin.missions.requirements import is_current, open_objectives
from sandtable.books.forgotten_ruin.modifiers import WHY_NO_AGGRESSION
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Marker, Objective, Soldier
from sandtable.books.forgotten_ruin.windows import (
    AGGRESSION_SETTLED,
    FIGURE_REMOVED,
    PHASE_ENDED,
    WINDOWS,
    AggressionEvent,
    Moment,
    PhaseMoment,
    Removal,
)
from sandtable.kernel import Play, rule
from sandtable.table.edges import distance_to_edge

ROUNDS = 5
"""How many rounds Hold off the Enemy takes (FR-OBJ-17)."""
KILLS = 20
"""How many enemies killed or driven off also do (FR-OBJ-17)."""
TARGET = "high-value target"
"""The note on a figure that an Objective is about (FR-OBJ-24)."""


@task
class HoldOffTheEnemy(Task):
    """Five rounds, and then no enemy on the own half or twenty of them gone."""

    type = "Hold off the Enemy"
    rule = "FR-OBJ-17"

    async def end_of_round(self, play: Play[Battle], objective: Objective) -> None:
        """From the fifth round on the table is looked at."""
        state = play.state
        if not is_current(state, objective):
            return
        has_fought = state.round - objective.since + 1 >= ROUNDS
        enough = state.killed >= KILLS and (has_fought or state.switches.hold_kills_any_time)
        if enough or (has_fought and not is_own_half_entered(state)):
            rules = (
                "FR-OBJ-17",
                *(("FR-OBJ-19",) if objective.since > 1 else ()),
                *(("FR-OBJ-18",) if enough else ()),
            )
            await complete(play, objective, *rules)


@rule("FR-OBJ-17", "FR-OBJ-19", "FR-MIS-61")
def is_own_half_entered(state: Battle) -> bool:
    """Whether the centre of an enemy base lies on the player's half; independent monsters are no enemies."""
    half = depth_of(state) / 2
    return any(
        one.side == "enemy"
        and not one.is_asleep
        and distance_to_edge(state.ground, one.at, state.edge) < half
        for one in state.enemies_on_table()
    )


@WINDOWS.consequence(
    FIGURE_REMOVED,
    "count the kill",
    "FR-OBJ-18",
    lambda play, seat, now: isinstance(now.figure, Enemy) and now.how in ("casualty", "fled"),
    rank=-3,
)
async def count_kill(play: Play[Battle], seat: str, now: Removal) -> None:
    """Killed or fled: one, a monster half its starting points, rounded up."""
    enemy = now.figure
    assert isinstance(enemy, Enemy)
    serves = enemy.side == "squad" and not enemy.mob
    if serves or (enemy.side == "independent" and not is_by_the_squad(play.state, now)):
        return
    play.state.killed += kill_count(enemy)


@rule("FR-OBJ-18")
def kill_count(enemy: Enemy) -> int:
    """What a kill counts for Hold off the Enemy."""
    return ceil(enemy.starting_points / 2) if enemy.is_monster and enemy.starting_points else 1


def may_be_target(enemy: Enemy) -> bool:
    """An independent, summoned or sleeping monster cannot be a high-value target."""
    return enemy.side == "enemy" and not enemy.is_asleep


@task
class CaptureAHighValueTarget(Task):
    """An enemy figure carries intel, which is to be brought home."""

    type = "Capture a High-value Target"
    rule = "FR-OBJ-20"

    async def draw_figures(self, play: Play[Battle], objective: Objective) -> None:
        """Any enemy figure on the table; with none there, the first to arrive."""
        state = play.state
        pool = [one for one in state.enemies_on_table() if may_be_target(one)]
        if pool:
            mark(play, objective, await pick_at_random(play, pool, "target", "FR-OBJ-20"), "FR-OBJ-20")


@task
class EliminateAHighValueTarget(Task):
    """A champion, a monster or another enemy is to be killed."""

    type = "Eliminate a High-value Target"
    rule = "FR-OBJ-21"

    async def draw_figures(self, play: Play[Battle], objective: Objective) -> None:
        """With Aggression the target comes with the next roll on its table, else at once."""
        if not aggression_can_come(play.state):
            await draw_leader(
                play, objective, "FR-OBJ-22" if play.state.mission.campaign_turn <= 2 else "FR-OBJ-23"
            )

    async def its_turn_comes(self, play: Play[Battle], objective: Objective) -> None:
        """A target killed before its turn came counts as soon as it comes (FR-MIS-09)."""
        if objective.scouted:
            await complete(play, objective, "FR-OBJ-21", "FR-MIS-09")


@rule("FR-OBJ-22", "FR-OBJ-23", "FR-AGG-02")
def aggression_can_come(state: Battle) -> bool:
    """Whether this mission can still bring a roll on the Aggression table."""
    if state.mission.kind not in ("regular", "special"):
        return False
    return aggression_is_used(state) and WHY_NO_AGGRESSION.first(state) is None


@rule("FR-OBJ-21", "FR-OBJ-26")
async def draw_leader(play: Play[Battle], objective: Objective, *rules: str) -> None:
    """A random champion, villain or monster, or any enemy where there is neither."""
    pool = [one for one in play.state.enemies_on_table() if may_be_target(one)]
    leaders = [one for one in pool if one.is_champion or one.is_monster or one.kind == "villain"]
    if pool:
        chosen = await pick_at_random(play, leaders or pool, "target", "FR-OBJ-21", *rules)
        mark(play, objective, chosen, "FR-OBJ-21", *rules)


@rule("FR-OBJ-24")
def mark(play: Play[Battle], objective: Objective, enemy: Enemy, *rules: str) -> None:
    """The target of an Objective is known, and it never flees."""
    objective.target = enemy.id
    objective.is_revealed = True
    enemy.note = f"{enemy.note} {TARGET}".strip()
    play.tell("target drawn", *rules, "FR-OBJ-24", "FR-MIS-03", objective=objective.id, figure=enemy.id)


def _waits_for_target(play: Play[Battle], seat: str, now: Moment) -> list[Objective]:
    high_value = (EliminateAHighValueTarget.type, CaptureAHighValueTarget.type)
    return [
        one
        for one in open_objectives(play.state)
        if one.type in high_value and not one.target and not one.scouted
    ]


@WINDOWS.consequence(AGGRESSION_SETTLED, "draw the target", "FR-OBJ-21", _waits_for_target, rank=-1)
async def draw_after_event(
    play: Play[Battle], seat: str, now: AggressionEvent, waiting: list[Objective]
) -> None:
    """After a roll on the Aggression table the target is drawn from those on the table."""
    for objective in waiting:
        if objective.type == EliminateAHighValueTarget.type:
            again = ("FR-OBJ-26",) if objective.is_revealed else ()
            objective.is_revealed = True
            await draw_leader(play, objective, *again)


@WINDOWS.consequence(PHASE_ENDED, "draw the target", "FR-OBJ-20", _waits_for_target, rank=-1)
async def draw_late(play: Play[Battle], seat: str, now: PhaseMoment, waiting: list[Objective]) -> None:
    """Where nobody was there to be drawn, the first enemy to arrive is the target."""
    for objective in waiting:
        if objective.type == CaptureAHighValueTarget.type:
            await CaptureAHighValueTarget().draw_figures(play, objective)
        elif not aggression_can_come(play.state):
            await draw_leader(play, objective, "FR-OBJ-23")
        elif objective.is_revealed:
            await draw_leader(play, objective, "FR-OBJ-26")


@WINDOWS.consequence(
    FIGURE_REMOVED,
    "settle a high-value target",
    "FR-OBJ-20",
    lambda play, seat, now: any(one.target == now.figure.id for one in play.state.objectives.values()),
    rank=-3,
)
async def settle_target(play: Play[Battle], seat: str, now: Removal) -> None:
    """A dead target completes Eliminate; the intel of a captured one is taken or lies there."""
    state = play.state
    for objective in open_objectives(state):
        if objective.target != now.figure.id or not isinstance(now.figure, Enemy):
            continue
        if objective.type == EliminateAHighValueTarget.type:
            if now.how == "casualty":
                await _eliminated(play, objective)
            else:
                objective.target = ""
                # Whom an event takes off is replaced once the troops of the event stand (FR-OBJ-26).
                if now.means != "event":
                    await draw_leader(play, objective, "FR-OBJ-26")
        elif objective.type == CaptureAHighValueTarget.type:
            _leave_intel(play, objective, now)


async def _eliminated(play: Play[Battle], objective: Objective) -> None:
    if is_current(play.state, objective):
        await complete(play, objective, "FR-OBJ-21", "FR-OBJ-26")
    else:
        objective.scouted = ("killed",)


@rule("FR-OBJ-20", "FR-OBJ-26")
def _leave_intel(play: Play[Battle], objective: Objective, now: Removal) -> None:
    """A soldier who killed it hand-to-hand has the intel; otherwise it lies where the figure was removed."""
    state = play.state
    objective.target = ""
    objective.scouted = ("down",)
    killer = state.soldiers.get(now.by)
    if (
        is_current(state, objective)
        and now.how == "casualty"
        and now.means == "hand-to-hand"
        and isinstance(killer, Soldier)
        and killer.on_table
        and killer.position != "pet"  # FR-CAM-39
    ):
        hold(play, objective, killer, "intel", "FR-OBJ-20")
        return
    thing = f"intel {objective.id}"
    state.markers[thing] = Marker(thing, "intel", now.figure.at, objective.id, elevation=now.figure.elevation)
    play.tell("thing dropped", "FR-OBJ-20", "FR-OBJ-26", figure=now.figure.id, thing=thing, at=now.figure.at)
