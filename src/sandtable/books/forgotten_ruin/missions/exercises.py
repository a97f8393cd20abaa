"""The three field exercises: training battles before a campaign."""

from __future__ import annotations

from sandtable.books.forgotten_ruin.chapters.activations.actions import Action, action
from sandtable.books.forgotten_ruin.chapters.principles.conventions import (
    centre,
    distance_to,
    inches,
    within,
)
from sandtable.books.forgotten_ruin.enemies.generating import muster, waiting
from sandtable.books.forgotten_ruin.enemies.movement.placing import place_mob
from sandtable.books.forgotten_ruin.missions.ending import ENDINGS
from sandtable.books.forgotten_ruin.missions.exercise_grounds import place_of_mob
from sandtable.books.forgotten_ruin.missions.objectives.carrying import edge_left
from sandtable.books.forgotten_ruin.missions.plan import preparation
from sandtable.books.forgotten_ruin.missions.sharing import leaders_of
from sandtable.books.forgotten_ruin.missions.victory import close
from sandtable.books.forgotten_ruin.state import Battle, Soldier
from sandtable.books.forgotten_ruin.windows import FIGURE_REMOVED, WINDOWS, Activation, Removal
from sandtable.kernel.citation import rule
from sandtable.kernel.decision import Candidate, ChooseOne
from sandtable.kernel.play import Play

ORCS = "Orcs"
AT_THE_CENTRE = 1.0
"""How near the centre point the soldier must be (FR-EXR-09)."""
TABLE = "24x24"
"""The table of the exercises (FR-EXR-03)."""
REWARD = 2
"""Support Points at the start of a campaign whose exercises are completed (FR-EXR-10)."""

FORCES: dict[str, tuple[tuple[int, str], ...]] = {
    "exercise 1": ((4, "Warriors"), (4, "Warriors")),
    "exercise 2": ((6, "Warriors"), (6, "Archers")),
    "exercise 3": ((5, "Warriors"), (5, "Archers")),
}
"""The mobs of each exercise (FR-EXR-07, FR-EXR-08, FR-EXR-09)."""
RULES = {"exercise 1": "FR-EXR-07", "exercise 2": "FR-EXR-08", "exercise 3": "FR-EXR-09"}


def is_exercise(state: Battle) -> bool:
    """Whether this battle is a field exercise."""
    return state.mission.kind in FORCES


# ---- Forces -------------------------------------------------------------------------------------


@preparation("fire team", "FR-EXR-01", "FR-EXR-02", "FR-EXR-07", "FR-EXR-08")
async def choose_team(play: Play[Battle]) -> None:
    """The player picks a fire team; in the second exercise it is the one that stayed out of the first."""
    state = play.state
    cited = (RULES[state.mission.kind], "FR-EXR-01", "FR-EXR-02")
    teams = sorted({one.team for one in state.soldiers.values() if one.team and one.where != "behind"})
    if state.mission.kind != "exercise 1":
        teams.reverse()
    team = teams[0] if len(teams) == 1 else await play.ask(_which_team(state, teams, *cited))
    state.soldiers = {id: one for id, one in state.soldiers.items() if one.team in (0, team)}
    _share_out(state)
    going = [id for id, one in state.soldiers.items() if one.where != "behind"]
    play.tell("fire team chosen", *cited, team=team, figures=going)


@rule("FR-COOP-03")
def _share_out(state: Battle) -> None:
    """Where several share the squad and the team leaves one of them nobody, all get their part of it."""
    squad_seats = [one for one in state.seats if one != state.enemy_seat]
    leaders = leaders_of(squad_seats, state.switches)
    # The Officer keeps the platoon's people, and gets none of the squad's.
    shared = [
        one
        for one in state.soldiers.values()
        if squad_seats[0] in leaders or not one.position.startswith("platoon")
    ]
    if {one.seat for one in shared} >= set(leaders):
        return
    for place, one in enumerate(shared):
        one.seat = leaders[place % len(leaders)]


def _which_team(state: Battle, teams: list[int], *rules: str) -> ChooseOne:
    def candidates() -> list[Candidate]:
        return [Candidate(f"team {one}", _team_in_words(state, one), one, rules=rules[:1]) for one in teams]

    is_first = state.mission.kind == "exercise 1"
    prompt = (
        "Which fire team takes part?" if is_first else "Which fire team stayed out of the first exercise?"
    )
    return ChooseOne(
        state.seats[0],
        "choose fire team" if is_first else "choose other fire team",
        prompt,
        rules,
        candidates,
    )


def _team_in_words(state: Battle, team: int) -> str:
    members = [one for one in state.soldiers.values() if one.team == team]
    return f"fire team {team}: " + ", ".join(one.name for one in members)


@rule("FR-EXR-02", "FR-EXR-05", "FR-EXR-06", "FR-EXR-07", "FR-EXR-08", "FR-EXR-09", "FR-EXR-11")
async def raise_orcs(play: Play[Battle]) -> None:
    """Two mobs of plain orcs: no champions, no War Rage; archers in Cover, the hidden mob out of sight."""
    state = play.state
    kind = state.mission.kind
    state.mission.enemy_type = ORCS
    for place, (size, training) in enumerate(FORCES[kind]):
        mob = muster(state, ORCS, size, training)
        for one in waiting(state, mob):
            one.traits = ()
        at = place_of_mob(state, place)
        await place_mob(play, mob, at, RULES[kind], "FR-EXR-05", "FR-EXR-06", "FR-EXR-11", "FR-EXR-02")


# ---- Success ------------------------------------------------------------------------------------


@rule("FR-EXR-02", "FR-EXR-10")
def complete_exercise(play: Play[Battle]) -> None:
    """Played to its end, won or lost, an exercise counts as completed; everybody is whole again."""
    state = play.state
    if is_exercise(state):
        state.notes["exercise completed"] = 1
        play.tell("exercise completed", "FR-EXR-10", "FR-EXR-02", exercise=state.mission.kind)


@rule("FR-EXR-10")
def reward(completed: int) -> int:
    """All three exercises bring Support Points for the start of the campaign."""
    return REWARD if completed >= len(FORCES) else 0


@ENDINGS.entry("exercise 1", "exercise 2")
@rule("FR-EXR-07", "FR-EXR-08")
async def end_when_all_are_destroyed(play: Play[Battle]) -> None:
    """Exercises 1 and 2 succeed when every orc is destroyed; fled ones count."""
    state = play.state
    if state.enemies_on_table():
        return
    state.won = True
    play.tell("mission won", RULES[state.mission.kind], requirement="every orc is destroyed")
    close(play, "every orc is destroyed", RULES[state.mission.kind])


@action("Look around", "FR-EXR-09")
class LookAround(Action):
    """In exercise 3 a soldier spends an Action at the centre of the table."""

    def candidates(self, state: Battle, soldier: Soldier, activation: Activation) -> list[Candidate]:
        """At the centre, until somebody has done it."""
        if state.mission.kind != "exercise 3" or state.notes.get("looked around"):
            return []
        if not within(distance_to(soldier, centre(state)), inches(state, AT_THE_CENTRE)):
            return []
        return [
            Candidate("look around", "Look around at the centre of the table", True, rules=("FR-EXR-09",))
        ]

    async def carry_out(self, play: Play[Battle], soldier: Soldier, chosen: bool) -> None:
        """Now the squad may retreat."""
        play.state.notes["looked around"] = 1
        play.tell("looked around", "FR-EXR-09", figure=soldier.id)


@WINDOWS.consequence(
    FIGURE_REMOVED,
    "retreat of the patrol",
    "FR-EXR-09",
    lambda play, seat, now: play.state.mission.kind == "exercise 3" and isinstance(now.figure, Soldier),
)
async def retreat(play: Play[Battle], seat: str, now: Removal) -> None:
    """It succeeds if, after that Action, nobody is left on the table and somebody left over the own edge."""
    state = play.state
    if not state.notes.get("looked around"):
        return
    if now.how == "left" and edge_left(state, now.figure) == state.edge:
        state.notes["retreated"] = state.notes.get("retreated", 0) + 1
    if state.notes.get("retreated") and not state.soldiers_on_table() and not state.won:
        state.won = True
        play.tell("mission won", "FR-EXR-09", requirement="the patrol comes home")
