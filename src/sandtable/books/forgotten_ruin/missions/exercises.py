"""The three field exercises: training battles before a campaign."""

from __future__ import annotations

from sandtable.books.forgotten_ruin.chapters.actions import Action, action
from sandtable.books.forgotten_ruin.chapters.conventions import (
    centre,
    depth_of,
    distance_to,
    on_grid,
    width_of,
    within,
)
from sandtable.books.forgotten_ruin.enemies.generating import muster
from sandtable.books.forgotten_ruin.enemies.placing import place_mob
from sandtable.books.forgotten_ruin.missions.ending import ENDINGS
from sandtable.books.forgotten_ruin.missions.objectives.carrying import edge_left
from sandtable.books.forgotten_ruin.missions.victory import close
from sandtable.books.forgotten_ruin.state import Battle, Soldier
from sandtable.books.forgotten_ruin.windows import FIGURE_REMOVED, WINDOWS, Activation, Removal
from sandtable.kernel.citation import rule
from sandtable.kernel.decision import Candidate
from sandtable.kernel.play import Play
from sandtable.table.measure import Point

ORCS = "Orcs"
APART = 18.0
"""How far the sides set up from one another (FR-EXR-05)."""
OWN_ZONE = 3.0
"""How near its edge each side sets up (FR-EXR-05)."""
AT_THE_CENTRE = 1.0
"""How near the centre point the soldier must be (FR-EXR-09)."""
TABLE = "24x24"
"""The table of the exercises (FR-EXR-03)."""

FORCES: dict[str, tuple[tuple[int, str], ...]] = {
    "exercise 1": ((4, "Warriors"), (4, "Warriors")),
    "exercise 2": ((6, "Warriors"), (6, "Archers")),
    "exercise 3": ((5, "Warriors"), (5, "Archers")),
}
"""The mobs of each exercise (FR-EXR-07, FR-EXR-08, FR-EXR-09)."""
RULES = {"exercise 1": "FR-EXR-07", "exercise 2": "FR-EXR-08", "exercise 3": "FR-EXR-09"}
PIECES = {"exercise 1": 5, "exercise 2": 7, "exercise 3": 9}
"""Terrain pieces on the table; two are added after each exercise (FR-EXR-03, FR-EXR-04)."""


def is_exercise(state: Battle) -> bool:
    """Whether this battle is a field exercise."""
    return state.mission.kind in FORCES


@rule("FR-EXR-02", "FR-EXR-05", "FR-EXR-06", "FR-EXR-07", "FR-EXR-08", "FR-EXR-09")
async def raise_orcs(play: Play[Battle]) -> None:
    """Two mobs of plain orcs: no champions, no War Rage; archers in Cover, the hidden mob out of sight."""
    state = play.state
    kind = state.mission.kind
    state.mission.enemy_type = ORCS
    for place, (size, training) in enumerate(FORCES[kind]):
        mob = muster(state, ORCS, size, training)
        at = _place_for(state, place, training)
        await place_mob(play, mob, at, RULES[kind], "FR-EXR-05", "FR-EXR-06", "FR-EXR-11", "FR-EXR-02")


def _place_for(state: Battle, place: int, training: str) -> Point:
    """About 4 inches between the mobs; archers and the hidden mob behind a feature of their half."""
    wide, deep = width_of(state), depth_of(state)
    across = wide / 2 + (-4.5 if place == 0 else 4.5)
    return on_grid(state, across, deep - OWN_ZONE / 2)


# ---- Success ------------------------------------------------------------------------------------


@rule("FR-EXR-07", "FR-EXR-08", "FR-EXR-10")
async def end_when_all_are_destroyed(play: Play[Battle]) -> None:
    """Exercises 1 and 2 succeed when every orc is destroyed; fled ones count."""
    state = play.state
    if state.enemies_on_table():
        return
    state.won = True
    play.tell("mission won", RULES[state.mission.kind], "FR-EXR-10", requirement="every orc is destroyed")
    close(play, "every orc is destroyed", RULES[state.mission.kind])


ENDINGS["exercise 1"] = end_when_all_are_destroyed
ENDINGS["exercise 2"] = end_when_all_are_destroyed


@action("Look around", "FR-EXR-09")
class LookAround(Action):
    """In exercise 3 a soldier spends an Action at the centre of the table."""

    def candidates(self, state: Battle, soldier: Soldier, activation: Activation) -> list[Candidate]:
        """At the centre, until somebody has done it."""
        if state.mission.kind != "exercise 3" or state.notes.get("looked around"):
            return []
        if not within(distance_to(soldier, centre(state)), AT_THE_CENTRE):
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
    """It succeeds if, after that Action, a soldier left over the own edge and none is left."""
    state = play.state
    if now.how != "left" or not state.notes.get("looked around"):
        return
    if edge_left(state, now.figure) == state.edge:
        state.notes["retreated"] = state.notes.get("retreated", 0) + 1
        if not state.won:
            state.won = True
            play.tell("mission won", "FR-EXR-09", requirement="the patrol comes home")
