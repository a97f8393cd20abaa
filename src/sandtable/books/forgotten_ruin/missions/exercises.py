"""The three field exercises: training battles before a campaign."""

from __future__ import annotations

from sandtable.binding.choosing import choose_word
from sandtable.books.forgotten_ruin.chapters.activations.actions import Action, action
from sandtable.books.forgotten_ruin.chapters.principles.conventions import (
    centre,
    depth_of,
    distance_to,
    inches,
    on_grid,
    width_of,
    within,
)
from sandtable.books.forgotten_ruin.chapters.terrain import Category
from sandtable.books.forgotten_ruin.enemies.generating import muster, waiting
from sandtable.books.forgotten_ruin.enemies.movement.placing import place_mob
from sandtable.books.forgotten_ruin.missions.battlefield import lay, squares, tell_of_no_room
from sandtable.books.forgotten_ruin.missions.ending import ENDINGS
from sandtable.books.forgotten_ruin.missions.laying_out import Builder
from sandtable.books.forgotten_ruin.missions.objectives.carrying import edge_left
from sandtable.books.forgotten_ruin.missions.plan import preparation
from sandtable.books.forgotten_ruin.missions.sharing import leaders_of
from sandtable.books.forgotten_ruin.missions.terrain_forms import data
from sandtable.books.forgotten_ruin.missions.victory import close
from sandtable.books.forgotten_ruin.state import Battle, Soldier
from sandtable.books.forgotten_ruin.windows import FIGURE_REMOVED, WINDOWS, Activation, Removal
from sandtable.kernel import Candidate, Play, rule
from sandtable.table import Box, Models, Point

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
    team = teams[0] if len(teams) == 1 else await _which_team(play, teams, *cited)
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


async def _which_team(play: Play[Battle], teams: list[int], *rules: str) -> int:
    state = play.state
    topic, prompt = "choose fire team", "Which fire team takes part?"
    if state.mission.kind != "exercise 1":
        topic, prompt = "choose other fire team", "Which fire team stayed out of the first exercise?"
    members = {team: [one.name for one in state.soldiers.values() if one.team == team] for team in teams}
    words = {f"team {team}": f"fire team {team}: {', '.join(names)}" for team, names in members.items()}
    return int((await choose_word(play, state.seats[0], topic, prompt, rules, words)).removeprefix("team "))


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
        if state.mission.kind != "exercise 3" or state.mission.has_looked_around:
            return []
        if not within(distance_to(soldier, centre(state)), inches(state, AT_THE_CENTRE)):
            return []
        return [
            Candidate("look around", "Look around at the centre of the table", True, rules=("FR-EXR-09",))
        ]

    async def carry_out(self, play: Play[Battle], soldier: Soldier, chosen: bool) -> None:
        """Now the squad may retreat."""
        play.state.mission.has_looked_around = True
        play.tell("looked around", "FR-EXR-09", figure=soldier.id)


@WINDOWS.consequence(
    FIGURE_REMOVED,
    "retreat of the patrol",
    "FR-EXR-09",
    lambda play, seat, now: play.state.mission.kind == "exercise 3" and isinstance(now.figure, Soldier),
)
async def retreat(play: Play[Battle], seat: str, now: Removal) -> None:
    """It succeeds if, after that Action, nobody is left on the table and somebody left over the own edge."""
    state, mission = play.state, play.state.mission
    if not mission.has_looked_around:
        return
    if now.how == "left" and edge_left(state, now.figure) == state.edge:
        mission.has_retreated = True
    if mission.has_retreated and not state.soldiers_on_table() and not state.won:
        state.won = True
        play.tell("mission won", "FR-EXR-09", requirement="the patrol comes home")


# ---- tables of the exercises ---------------------------------------------------------------------

OWN_ZONE = 3.0
"""How near its edge each side sets up (FR-EXR-05)."""
SIMILAR = 5
"""Similar pieces on every table (FR-EXR-03)."""
ADDED = {"two": 2, "three": 3}
"""Pieces that the player may add after an exercise (FR-EXR-04)."""
TWO_UP_TO = 3
"""Where a die decides, up to which face two pieces are added (FR-EXR-04)."""
BY_A_DIE = "roll"
ADDITIONS = {"exercise 1": 0, "exercise 2": 1, "exercise 3": 2}
"""How often terrain has been added before each exercise (FR-EXR-04)."""
BETWEEN_MOBS = 4.0
"""The gap between the mobs of the first exercise (FR-EXR-07)."""
MOB_WIDTH = 3.5
"""Three figures side by side, as orcs are set up here."""
WALL = (6.0, 0.4)
"""How long and thick the low piece is behind which the archers skulk; ours."""
BEFORE_THEM = 0.3
"""How far before the zone of the orcs its middle lies; ours."""
HILLOCK = (7.25, 1.75)
"""How wide and deep the feature is that hides the warriors from everybody in the squad's zone; ours."""
HILLOCK_ASIDE = 0.5
"""How far its middle is from theirs, towards the middle of the table; ours."""
BEHIND = 0.25
"""How far the hiding mob stays behind it; ours."""


@rule("FR-EXR-03", "FR-EXR-04")
async def lay_exercise(play: Play[Battle]) -> None:
    """Five similar pieces, and two or three more after each exercise, some of which the orcs need."""
    state = play.state
    added = 0
    for number in range(ADDITIONS[state.mission.kind]):
        added += await _how_many_more(play, number + 1)
    builder = Builder(state)
    builder.shake(await play.roll(6, "layout of the exercise", "FR-EXR-03", sides=100, is_asked=False))
    added -= _lay_for_orcs(state, builder)
    similar = builder.names["block"][0]
    for number in range(SIMILAR):
        _spread(play, builder, "block", similar, number)
    for number in range(added):
        _spread(play, builder, "area", "", SIMILAR + number)
    lay(play, builder, "FR-EXR-03", *(["FR-EXR-04"] if ADDITIONS[state.mission.kind] else []))


@rule("FR-EXR-04")
async def _how_many_more(play: Play[Battle], number: int) -> int:
    """The player adds two or three pieces, or lets a die decide."""
    seat = play.state.seats[0]
    words = {**{one: f"{one} pieces" for one in ADDED}, BY_A_DIE: "let a die decide"}
    prompt = f"How many pieces of terrain were added after exercise {number}?"
    chosen = await choose_word(play, seat, "add terrain", prompt, ("FR-EXR-04",), words)
    if chosen == BY_A_DIE:
        (face,) = await play.roll(1, "pieces added", "FR-EXR-04", seat=seat)
        chosen = "two" if face <= TWO_UP_TO else "three"
    return ADDED[chosen]


def _spread(play: Play[Battle], builder: Builder, kind: Category, name: str, number: int) -> None:
    """One more piece in its quarter of the table, or in the next one with room for it."""
    quarters: list[Box] = squares(play.state)
    feature = builder.wanted(kind, "medium", name=name)
    for turn in range(len(quarters)):
        if not builder.fill(quarters[(number + turn) % len(quarters)], [feature]):
            return
    tell_of_no_room(play, [feature])


@rule("FR-EXR-08", "FR-EXR-09")
def _lay_for_orcs(state: Battle, builder: Builder) -> int:
    """A low wall for the archers and a feature to hide behind are among what was added; how many pieces."""
    kind = state.mission.kind
    laid = 0
    if kind in ("exercise 2", "exercise 3"):
        across, _ = _spot(state, 1)
        wide, deep = WALL
        middle = depth_of(state) - inches(state, OWN_ZONE + BEFORE_THEM)
        outline = _oblong(state, across, middle, wide, deep)
        builder.lay("linear", _last_name(state, "linear"), outline, squares(state)[-1])
        laid += 1
    if kind == "exercise 3":
        across, _ = _spot(state, 0)
        wide, deep = HILLOCK
        middle = depth_of(state) - inches(state, OWN_ZONE - BEHIND / 2 + deep / 2)
        outline = _oblong(state, across + inches(state, HILLOCK_ASIDE), middle, wide, deep)
        builder.lay("block", _last_name(state, "block"), outline, squares(state)[-2])
        laid += 1
    return laid


def _last_name(state: Battle, kind: Category) -> str:
    names = data().regions
    return names.get(state.mission.region, names["Plains"])[kind][-1]


def _oblong(state: Battle, across: float, along: float, wide: float, deep: float) -> Models:
    """A piece that lies along the player's edge."""
    w, d = inches(state, wide) / 2, inches(state, deep) / 2
    corners = ((-w, -d), (w, -d), (w, d), (-w, d))
    return tuple(on_grid(state, across + u, along + v) for u, v in corners)


@rule("FR-EXR-05", "FR-EXR-07")
def place_of_mob(state: Battle, place: int) -> Point:
    """Within 3 inches of the enemy's edge, the two mobs beside the middle of it."""
    across, along = _spot(state, place)
    return on_grid(state, across, along)


def _spot(state: Battle, place: int) -> tuple[float, float]:
    aside = inches(state, (BETWEEN_MOBS + MOB_WIDTH) / 2)
    if place == 1 and state.mission.kind == "exercise 3":
        aside = inches(state, (BETWEEN_MOBS + WALL[0]) / 2)
    across = width_of(state) / 2 + (-aside if place == 0 else aside)
    return across, depth_of(state) - inches(state, OWN_ZONE) / 2
