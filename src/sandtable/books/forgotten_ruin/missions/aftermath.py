"""After the battle: what a mission leaves behind, as far as the battle itself knows it."""

from __future__ import annotations

from sandtable.books.forgotten_ruin.chapters.squad.difficulty import gain_story_point, recovery_changes
from sandtable.books.forgotten_ruin.enemies.villains.roster import create_villains, settle_fallen_villains
from sandtable.books.forgotten_ruin.state import Battle, Soldier
from sandtable.kernel import Play, rule, total_of

STEP, OVER = "after the battle", "end"
"""The step in which a mission is settled, and the one in which the battle ended."""
"""What is remembered of a casualty: how many battles more or less a recovery takes."""
BATTLES_FOR_A_POINT = 3
"""So many battles against an enemy player are worth a Story Point (FR-COOP-07)."""


def has_aftermath(state: Battle) -> bool:
    """Exercises leave nothing behind, and after the Final Battle nothing is to come."""
    return state.mission.kind != "final" and not state.mission.kind.startswith("exercise")


def follow(state: Battle, played: str) -> None:
    """Wherever in a round the battle has ended, what it leaves behind comes next."""
    if state.closed and played != STEP and has_aftermath(state):
        state.step = STEP


@rule("FR-VIL-04", "FR-VIL-16")
async def settle_mission(play: Play[Battle]) -> None:
    """Casualties, new villains, fallen villains, and what the squad is owed."""
    state = play.state
    for one in state.soldiers.values():
        if one.where == "casualty" and not one.copy_of:
            note_recovery(play, one)
    await create_villains(play)
    await settle_fallen_villains(play)
    compensate(play)
    state.step = OVER


@rule("FR-MIS-22", "FR-MIS-28", "FR-SQD-24")
def note_recovery(play: Play[Battle], soldier: Soldier) -> None:
    """Known personalities recover sooner or later; everybody else, officers too, is settled like a grunt."""
    state = play.state
    if not soldier.is_personality:
        if soldier.position.startswith("platoon"):
            play.tell("officer is a casualty", "FR-MIS-22", figure=soldier.id)
        return
    changes = recovery_changes(state.switches, soldier.knack, state.mission.region)
    if changes:
        soldier.recovery = total_of(changes)
        rules, told = [one.rule for one in changes], [str(one) for one in changes]
        play.tell("recovery", *rules, figure=soldier.id, battles=total_of(changes), modifiers=told)


@rule("FR-COOP-07")
def compensate(play: Play[Battle]) -> None:
    """Every third battle against an enemy player is worth a Story Point."""
    state = play.state
    if not state.enemy_seat:
        return
    state.stock.enemy_player_battles += 1
    battles = state.stock.enemy_player_battles
    if state.switches.enemy_player_story_points and battles % BATTLES_FOR_A_POINT == 0:
        gain_story_point(play, "FR-COOP-07", battles=battles)
