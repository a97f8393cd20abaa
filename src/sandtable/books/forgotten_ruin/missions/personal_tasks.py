"""Personal tasks: one soldier has something of its own to do."""

from __future__ import annotations

from sandtable.binding.choosing import choose_word
from sandtable.books.forgotten_ruin.chapters.hand_to_hand.combat import Combat
from sandtable.books.forgotten_ruin.chapters.line_of_sight import sees
from sandtable.books.forgotten_ruin.chapters.principles.conventions import (
    centre,
    distance_to,
    inches,
    pick_at_random,
    within,
)
from sandtable.books.forgotten_ruin.chapters.squad.difficulty import gain_story_point
from sandtable.books.forgotten_ruin.chapters.story_points.points import roll_on
from sandtable.books.forgotten_ruin.missions.mission_tables import mission_tables
from sandtable.books.forgotten_ruin.missions.plan import preparation
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Soldier
from sandtable.books.forgotten_ruin.windows import (
    ACTION_STARTS,
    ACTIVATION_ENDED,
    ACTIVATION_STARTED,
    ATTACK_HITS,
    COMBAT_FOUGHT,
    FIGURE_REMOVED,
    MOVE_ENDED,
    PHASE_ENDED,
    WINDOWS,
    Activation,
    Movement,
    PhaseMoment,
    Removal,
    Struck,
)
from sandtable.kernel import Play, rule

CENTRE = 1.0
"""How near the centre counts (FR-MIS-71)."""
EVERY_ROUND = "attack in every round in which an enemy is visible"
AT_ONCE = 3
"""How many kills of a single attack are asked for (FR-MIS-70)."""


@preparation("personal task", "FR-MIS-70", "FR-SPM-09", "FR-MIS-02")
async def roll_task(play: Play[Battle]) -> None:
    """A random soldier, and a task from the table."""
    state = play.state
    deployed = [one for one in state.soldiers_on_table() if one.position not in ("pet", "diplomat")]
    if not state.switches.personal_tasks or not deployed:
        return
    soldier = await pick_at_random(play, deployed, "soldier", "FR-MIS-70")
    row = await roll_on(play, "personal task", mission_tables().personal_tasks, "FR-MIS-70", "FR-MIS-02")
    kept = unfinished(state).get(soldier.id, "")
    task = kept if kept and await _keeps(play, soldier, kept, row.result) else row.result
    state.mission.personal_task = task
    state.mission.task_soldier = soldier.id
    special = ("FR-SPM-09",) if state.mission.kind == "special" else ()
    marks = (*special, *(("FR-MIS-72",) if kept else ()))
    play.tell("personal task", "FR-MIS-70", "FR-MIS-71", *marks, figure=soldier.id, task=task)


@rule("FR-MIS-72")
def unfinished(state: Battle) -> dict[str, str]:
    """The tasks that soldiers still have from missions before, where they are kept."""
    return state.stock.unfinished_tasks if state.switches.persistent_personal_tasks else {}


@rule("FR-MIS-72")
async def _keeps(play: Play[Battle], soldier: Soldier, old: str, new: str) -> bool:
    """A soldier has at most one task: one who is drawn again keeps the old one or takes the new."""
    topic, prompt = "keep personal task", f"{soldier.name} has a personal task already."
    rules, words = ("FR-MIS-72", "FR-MIS-70"), {"keep": f"keep: {old}", "replace": f"take instead: {new}"}
    about, facts = (soldier.id,), {"figure": soldier.id, "old": old, "new": new}
    seat = play.state.seats[0]
    return await choose_word(play, seat, topic, prompt, rules, words, about=about, facts=facts) == "keep"


def _killed(play: Play[Battle], seat: str, now: Removal) -> Enemy | None:
    is_kill = now.how == "casualty" and now.by in play.state.soldiers
    return now.figure if is_kill and isinstance(now.figure, Enemy) else None


@WINDOWS.consequence(FIGURE_REMOVED, "count the deed", "FR-MIS-71", _killed)
async def note_kill(play: Play[Battle], seat: str, now: Removal, enemy: Enemy) -> None:
    """Who killed whom, and how."""
    deeds = play.state.soldiers[now.by].deeds
    deeds.kills += 1
    deeds.kills_of_this_attack += 1
    deeds.most_kills_at_once = max(deeds.most_kills_at_once, deeds.kills_of_this_attack)
    if now.means == "hand-to-hand":
        deeds.kills_hand_to_hand += 1
        deeds.first_attack_killed += deeds.has_charged
    if enemy.is_champion or enemy.kind == "villain":
        deeds.champions_killed += 1


def _soldier(play: Play[Battle], seat: str, now: Movement | Activation) -> Soldier | None:
    return now.figure if isinstance(now.figure, Soldier) else None


@WINDOWS.consequence(MOVE_ENDED, "reach the centre", "FR-MIS-71", _soldier)
async def note_centre(play: Play[Battle], seat: str, now: Movement, soldier: Soldier) -> None:
    """A move has ended at the centre."""
    if within(distance_to(soldier, centre(play.state)), inches(play.state, CENTRE)):
        soldier.deeds.at_the_centre += 1


@WINDOWS.consequence(ACTIVATION_STARTED, "an attack may begin", "FR-MIS-71", _soldier, rank=1)
async def begin_to_count(play: Play[Battle], seat: str, now: Activation, soldier: Soldier) -> None:
    """A single attack is that of one activation."""
    soldier.deeds.kills_of_this_attack = 0
    look_round(play.state, soldier)


@rule("FR-MIS-71")
def look_round(state: Battle, soldier: Soldier) -> None:
    """A soldier who is to attack whenever an enemy is in sight remembers that one was."""
    if tasks_of(state).get(soldier.id) != EVERY_ROUND or soldier.deeds.has_seen_enemy:
        return
    if any(sees(state, soldier, one) for one in state.enemies_on_table() if one.side != "squad"):
        soldier.deeds.has_seen_enemy = True


@WINDOWS.consequence(ACTIVATION_ENDED, "did it attack", "FR-MIS-71", _soldier, rank=2)
async def note_attack(play: Play[Battle], seat: str, now: Activation, soldier: Soldier) -> None:
    """A shot, a spell or an item against somebody is an attack, and so is a charge."""
    look_round(play.state, soldier)
    if soldier.has_attacked or any(one.mover == soldier.id for one in play.state.contacts):
        _count_attack(soldier)
    # What is killed in a combat later was not killed by this attack.
    soldier.deeds.kills_of_this_attack = 0


@WINDOWS.consequence(ACTION_STARTS, "another attack may begin", "FR-MIS-71", _soldier)
async def begin_again(play: Play[Battle], seat: str, now: Activation, soldier: Soldier) -> None:
    """Two Actions of one activation are two attacks."""
    if soldier.has_attacked:
        _count_attack(soldier)


def _count_attack(soldier: Soldier) -> None:
    deeds = soldier.deeds
    if not deeds.attacks:
        deeds.first_attack_killed += soldier.has_attacked and deeds.kills_of_this_attack > 0
        deeds.has_charged = not soldier.has_attacked
    deeds.attacks += 1
    deeds.has_attacked = True
    deeds.kills_of_this_attack = 0


@WINDOWS.consequence(
    ATTACK_HITS, "an attack has hit", "FR-MIS-71", lambda play, seat, now: any(x.is_attack for x in now.hits)
)
async def note_hits(play: Play[Battle], seat: str, now: Struck) -> None:
    """Hits that are saved, dodged or shrugged off, before any die or after, are Hits all the same."""
    if isinstance(now.target, Soldier):
        now.target.deeds.hits_taken += len([one for one in now.hits if one.is_attack])


@WINDOWS.consequence(COMBAT_FOUGHT, "a combat is fought", "FR-MIS-71", lambda play, seat, now: True)
async def note_combat(play: Play[Battle], seat: str, now: Combat) -> None:
    """Every soldier of the combat has fought hand-to-hand."""
    for id in now.figures:
        if id in play.state.soldiers:
            deeds = play.state.soldiers[id].deeds
            deeds.combats += 1
            deeds.has_charged, deeds.kills_of_this_attack = False, 0


@WINDOWS.consequence(
    PHASE_ENDED, "a round is served", "FR-MIS-71", lambda play, seat, now: now.phase == "slow"
)
async def note_round(play: Play[Battle], seat: str, now: PhaseMoment) -> None:
    """A soldier on the table at the end of the slow actions has served the round, idly or not."""
    for one in play.state.soldiers_on_table():
        deeds = one.deeds
        deeds.rounds += 1
        deeds.rounds_without_attack += deeds.has_seen_enemy and not deeds.has_attacked
        deeds.has_seen_enemy = deeds.has_attacked = False


@rule("FR-MIS-70", "FR-MIS-72")
def reward_task(play: Play[Battle]) -> None:
    """A task that is done is worth a Story Point after the battle; one that is not may stay for later."""
    state = play.state
    tasks = tasks_of(state)
    done = [id for id, task in tasks.items() if is_done(state.soldiers.get(id), task)]
    for id in done:
        gain_story_point(play, "FR-MIS-70", "FR-MIS-71", figure=id)
    if state.switches.persistent_personal_tasks:
        left = {id: task for id, task in tasks.items() if id not in done}
        state.stock.unfinished_tasks = left
        for id, task in left.items():
            play.tell("personal task kept", "FR-MIS-72", figure=id, task=task)


def tasks_of(state: Battle) -> dict[str, str]:
    """Every soldier's personal task: the one of this mission, and those kept from missions before."""
    mission = state.mission
    own = {mission.task_soldier: mission.personal_task} if mission.personal_task else {}
    return {**unfinished(state), **own}


@rule("FR-MIS-71")
def is_done(soldier: Soldier | None, task: str) -> bool:
    """Whether a soldier has done what a personal task asks for."""
    if soldier is None:
        return False
    deeds = soldier.deeds
    served = deeds.rounds >= 1
    return {
        "kill an opponent in hand-to-hand": deeds.kills_hand_to_hand > 0,
        "kill 3 or more opponents with a single attack": deeds.most_kills_at_once >= AT_ONCE,
        "take no Hit from any attack": served and not deeds.hits_taken,
        "succeed in at least one Investigation": deeds.investigations > 0,
        "kill an enemy champion": deeds.champions_killed > 0,
        "move to the center of the battlefield": deeds.at_the_centre > 0,
        "kill with the first attack made": deeds.first_attack_killed > 0,
        "never engage in hand-to-hand combat": served and not deeds.combats,
        EVERY_ROUND: served and not deeds.rounds_without_attack,
    }.get(task, False)
