"""Personal tasks: one soldier has something of its own to do."""

from __future__ import annotations

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
from sandtable.kernel.citation import rule
from sandtable.kernel.decision import Candidate, ChooseOne
from sandtable.kernel.play import Play

CENTRE = 1.0
"""How near the centre counts (FR-MIS-71)."""
AT_WORK = "kills of this attack"
EVERY_ROUND = "attack in every round in which an enemy is visible"
IN_SIGHT, ATTACKED = "enemy in sight", "attacked"
"""What is remembered until the end of the round for the task above (FR-MIS-71)."""
CHARGED = "the first attack is a charge"
"""Noted from the charge until its combat is over (FR-MIS-71)."""
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


UNFINISHED = "unfinished tasks"
"""Where a battle keeps the tasks of soldiers from missions before, in what the campaign hands over."""


@rule("FR-MIS-72")
def unfinished(state: Battle) -> dict[str, str]:
    """The tasks that soldiers still have from missions before, where they are kept."""
    if not state.switches.persistent_personal_tasks:
        return {}
    return dict(state.extra.get(UNFINISHED, {}))


@rule("FR-MIS-72")
async def _keeps(play: Play[Battle], soldier: Soldier, old: str, new: str) -> bool:
    """A soldier has at most one task: whoever is drawn again keeps the old one or takes the new."""

    def candidates() -> list[Candidate]:
        return [
            Candidate("keep", f"keep: {old}", True, rules=("FR-MIS-72",)),
            Candidate("replace", f"take instead: {new}", False, rules=("FR-MIS-72",)),
        ]

    facts = {"figure": soldier.id, "old": old, "new": new}
    prompt = f"{soldier.name} has a personal task already."
    kept: bool = await play.ask(
        ChooseOne(
            play.state.seats[0],
            "keep personal task",
            prompt,
            ("FR-MIS-72", "FR-MIS-70"),
            candidates,
            facts,
            about=(soldier.id,),
        )
    )
    return kept


def count_deed(soldier: Soldier, deed: str, by: int = 1) -> None:
    """Something that a personal task or the campaign may ask for."""
    soldier.deeds[deed] = soldier.deeds.get(deed, 0) + by


@WINDOWS.consequence(
    FIGURE_REMOVED,
    "count the deed",
    "FR-MIS-71",
    lambda play, seat, now: (
        isinstance(now.figure, Enemy) and now.how == "casualty" and now.by in play.state.soldiers
    ),
)
async def note_kill(play: Play[Battle], seat: str, now: Removal) -> None:
    """Who killed whom, and how."""
    soldier, enemy = play.state.soldiers[now.by], now.figure
    assert isinstance(enemy, Enemy)
    count_deed(soldier, "kills")
    count_deed(soldier, AT_WORK)
    soldier.deeds["most kills at once"] = max(
        soldier.deeds.get("most kills at once", 0), soldier.deeds[AT_WORK]
    )
    if now.means == "hand-to-hand":
        count_deed(soldier, "kills hand-to-hand")
        if soldier.deeds.get(CHARGED):
            count_deed(soldier, "first attack killed")
    if enemy.is_champion or enemy.kind == "villain":
        count_deed(soldier, "champions killed")


@WINDOWS.consequence(
    MOVE_ENDED,
    "reach the centre",
    "FR-MIS-71",
    lambda play, seat, now: (
        isinstance(now.figure, Soldier)
        and within(distance_to(now.figure, centre(play.state)), inches(play.state, CENTRE))
    ),
)
async def note_centre(play: Play[Battle], seat: str, now: Movement) -> None:
    """A move has ended at the centre."""
    assert isinstance(now.figure, Soldier)
    count_deed(now.figure, "at the centre")


@WINDOWS.consequence(
    ACTIVATION_STARTED,
    "an attack may begin",
    "FR-MIS-71",
    lambda play, seat, now: isinstance(now.figure, Soldier),
    rank=1,
)
async def begin_to_count(play: Play[Battle], seat: str, now: Activation) -> None:
    """A single attack is that of one activation."""
    assert isinstance(now.figure, Soldier)
    now.figure.deeds[AT_WORK] = 0
    look_round(play.state, now.figure)


@rule("FR-MIS-71")
def look_round(state: Battle, soldier: Soldier) -> None:
    """Whoever is to attack whenever an enemy is in sight remembers that one was."""
    if tasks_of(state).get(soldier.id) != EVERY_ROUND or soldier.deeds.get(IN_SIGHT):
        return
    if any(sees(state, soldier, one) for one in state.enemies_on_table() if one.side != "squad"):
        soldier.deeds[IN_SIGHT] = 1


@WINDOWS.consequence(
    ACTIVATION_ENDED,
    "did it attack",
    "FR-MIS-71",
    lambda play, seat, now: isinstance(now.figure, Soldier),
    rank=2,
)
async def note_attack(play: Play[Battle], seat: str, now: Activation) -> None:
    """A shot, a spell or an item against somebody is an attack, and so is a charge."""
    state, soldier = play.state, now.figure
    assert isinstance(soldier, Soldier)
    look_round(state, soldier)
    if soldier.has_attacked or any(one.mover == soldier.id for one in state.contacts):
        if not soldier.deeds.get("attacks"):
            if soldier.has_attacked and soldier.deeds.get(AT_WORK):
                count_deed(soldier, "first attack killed")
            soldier.deeds[CHARGED] = int(not soldier.has_attacked)
        count_deed(soldier, "attacks")
        soldier.deeds[ATTACKED] = 1
    # What is killed in a combat later was not killed by this attack.
    soldier.deeds[AT_WORK] = 0


@WINDOWS.consequence(
    ATTACK_HITS,
    "an attack has hit",
    "FR-MIS-71",
    lambda play, seat, now: isinstance(now.target, Soldier) and any(one.is_attack for one in now.hits),
)
async def note_hits(play: Play[Battle], seat: str, now: Struck) -> None:
    """Hits that are saved, dodged or shrugged off, before any die or after, are Hits all the same."""
    assert isinstance(now.target, Soldier)
    count_deed(now.target, "hits taken", sum(one.is_attack for one in now.hits))


@WINDOWS.consequence(COMBAT_FOUGHT, "a combat is fought", "FR-MIS-71", lambda play, seat, now: True)
async def note_combat(play: Play[Battle], seat: str, now: Combat) -> None:
    """Whoever fights hand-to-hand has done so."""
    for id in now.figures:
        if id in play.state.soldiers:
            soldier = play.state.soldiers[id]
            count_deed(soldier, "combats")
            soldier.deeds.pop(CHARGED, None)
            soldier.deeds[AT_WORK] = 0


@WINDOWS.consequence(
    PHASE_ENDED, "a round is served", "FR-MIS-71", lambda play, seat, now: now.phase == "slow"
)
async def note_round(play: Play[Battle], seat: str, now: PhaseMoment) -> None:
    """Whoever stands on the table at the end of the slow actions has served the round, idly or not."""
    for one in play.state.soldiers_on_table():
        count_deed(one, "rounds")
        seen, attacked = one.deeds.pop(IN_SIGHT, 0), one.deeds.pop(ATTACKED, 0)
        if seen and not attacked:
            count_deed(one, "rounds without attack")


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
        state.extra = {**state.extra, UNFINISHED: left}
        for id, task in left.items():
            play.tell("personal task kept", "FR-MIS-72", figure=id, task=task)


def tasks_of(state: Battle) -> dict[str, str]:
    """Every soldier's personal task: the one of this mission, and those kept from missions before."""
    mission = state.mission
    own = {mission.task_soldier: mission.personal_task} if mission.personal_task else {}
    return {**unfinished(state), **own}


@rule("FR-MIS-71")
def is_task_done(state: Battle) -> bool:
    """Whether the personal task of this mission is fulfilled, at the end of the battle."""
    return is_done(state.soldiers.get(state.mission.task_soldier), state.mission.personal_task)


@rule("FR-MIS-71")
def is_done(soldier: Soldier | None, task: str) -> bool:
    """Whether a soldier has done what a personal task asks for."""
    if soldier is None:
        return False
    deeds = soldier.deeds
    served = deeds.get("rounds", 0) >= 1
    return {
        "kill an opponent in hand-to-hand": deeds.get("kills hand-to-hand", 0) > 0,
        "kill 3 or more opponents with a single attack": deeds.get("most kills at once", 0) >= AT_ONCE,
        "take no Hit from any attack": served and not deeds.get("hits taken", 0),
        "succeed in at least one Investigation": deeds.get("investigations", 0) > 0,
        "kill an enemy champion": deeds.get("champions killed", 0) > 0,
        "move to the center of the battlefield": deeds.get("at the centre", 0) > 0,
        "kill with the first attack made": deeds.get("first attack killed", 0) > 0,
        "never engage in hand-to-hand combat": served and not deeds.get("combats", 0),
        EVERY_ROUND: served and not deeds.get("rounds without attack", 0),
    }.get(task, False)
