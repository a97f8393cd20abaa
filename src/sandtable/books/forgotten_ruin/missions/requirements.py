"""Mission requirements: how many Objectives there are, and which of them must be completed."""

from __future__ import annotations

from sandtable.binding.choosing import choose
from sandtable.books.forgotten_ruin.chapters.story_points.points import roll_on
from sandtable.books.forgotten_ruin.missions.mission_tables import ResultRow, mission_tables
from sandtable.books.forgotten_ruin.missions.plan import preparation
from sandtable.books.forgotten_ruin.state import Battle, Objective
from sandtable.kernel import Candidate, ChooseOne, Play, rule

FIRST_TURNS = 2
"""In turns 1 and 2 there is a single Objective (FR-MIS-04)."""
HOLD = "Hold off the Enemy"


@preparation("requirements", "FR-MIS-05", "FR-MIS-04", "FR-SPM-03")
async def roll_requirements(play: Play[Battle]) -> None:
    """How many Objectives the mission has, and in which way they must be completed."""
    mission = play.state.mission
    if mission.kind == "regular" and mission.campaign_turn <= FIRST_TURNS:
        mission.requirement = "single"
        mission.objectives_to_roll = 1
        play.tell("requirements", "FR-MIS-04", "FR-MIS-06", requirement="single")
        return
    rows, table, sequence = mission_tables().requirements, "FR-MIS-05", "FR-MIS-01"
    if mission.kind != "regular":
        rows, table, sequence = mission_tables().special_requirements, "FR-SPM-03", "FR-SPM-02"
    row = await roll_on(play, "requirements", rows, table)
    mission.requirement = row.result
    mission.objectives_to_roll = row.objectives
    play.tell("requirements", table, row.rule, sequence, requirement=row.result)


def objective_table(state: Battle) -> tuple[tuple[ResultRow, ...], str]:
    """The table on which this kind of mission rolls Objectives."""
    if state.mission.kind == "special":
        return mission_tables().special_objectives, "FR-SPM-06"
    return mission_tables().objectives, "FR-OBJ-01"


@preparation("objectives", "FR-OBJ-01", "FR-SPM-06")
async def roll_objectives(play: Play[Battle]) -> None:
    """Each Objective is rolled; then what repeats itself is settled."""
    mission = play.state.mission
    count, mission.objectives_to_roll = mission.objectives_to_roll, 0
    for _ in range(count):
        await generate(play)
    if mission.requirement == "one removed":
        await _remove_one(play)


async def generate(play: Play[Battle], *, not_hold: bool = False) -> Objective | None:
    """One more Objective; a repeated type may be rerolled once, a second Hold off the Enemy is void."""
    state = play.state
    rows, table = objective_table(state)
    if not_hold:
        # FR-POST-03: a bonus Objective has three rounds, and this one needs five.
        rows = tuple(row for row in rows if row.result != HOLD)
    row = await roll_type(play, rows, table)
    twin = _twin(state, row)
    if twin is not None:
        again = await _which_again(play, row, twin)
        if again == "second":
            row = await roll_type(play, rows, table)
        elif again == "first":
            other = await roll_type(play, rows, table)
            twin.type = other.result
            play.tell("Objective replaced", "FR-OBJ-02", other.rule, objective=twin.id, type=twin.type)
        twin = _twin(state, row)
    made = Objective(id=f"O{len(state.objectives) + 1}", type=row.result, since=_counts_from(state))
    if twin is not None and row.result == HOLD:
        made.state = "void"
        play.tell("Objective void", "FR-OBJ-03", objective=made.id, type=made.type)
    state.objectives[made.id] = made
    late = ("FR-OBJ-19",) if row.result == HOLD and state.round else ()
    play.tell("Objective", table, row.rule, *late, objective=made.id, type=made.type, state=made.state)
    return made if made.state == "open" else None


def _twin(state: Battle, row: ResultRow) -> Objective | None:
    """The Objective that was rolled as this type before, if any."""
    others = [one for one in state.objectives.values() if one.state != "void"]
    return next((one for one in others if (one.rolled or one.type) == row.result), None)


@rule("FR-OBJ-19")
def _counts_from(state: Battle) -> int:
    """The round from which an Objective counts: the one in progress, or the next in the End Phase."""
    return max(1, state.round + (state.phase == "end"))


async def roll_type(play: Play[Battle], rows: tuple[ResultRow, ...], table: str) -> ResultRow:
    """A type of Objective from the table."""
    while True:
        # Without Hold off the Enemy the rows have a gap, into which a roll may fall (FR-POST-03).
        try:
            return await roll_on(play, "objectives", rows, table)
        except KeyError:
            continue


@rule("FR-OBJ-02", "FR-MIS-09")
async def _which_again(play: Play[Battle], row: ResultRow, twin: Objective) -> str:
    """Of a type that comes twice one may be rerolled, once; with a fixed order it matters which."""
    place = f"Roll another Objective in place of the {{}} {row.result}"
    has_order = play.state.mission.requirement == "in order" and play.state.round == 0

    def candidates() -> list[Candidate]:
        first = Candidate("reroll first", place.format("first"), "first", rules=("FR-OBJ-02", "FR-MIS-09"))
        return [
            *([first] if has_order else []),
            Candidate("reroll", place.format("second"), "second", rules=("FR-OBJ-02",)),
            Candidate("keep", f"Keep both: {row.result}", "", rules=("FR-OBJ-02",)),
        ]

    question = ChooseOne(
        play.state.lead,
        "reroll objective",
        f"{row.result} has come up twice. Keep both?",
        ("FR-OBJ-02", "FR-OBJ-03"),
        candidates,
        {"type": row.result, "objective": twin.id},
        about=(twin.id,),
    )
    return str(await play.ask(question))


@rule("FR-SPM-04")
async def _remove_one(play: Play[Battle]) -> None:
    """Of three Objectives the player removes one; both others must be completed."""
    state = play.state
    topic, prompt, rules = "remove objective", "Which Objective is removed?", ("FR-SPM-04",)
    things = state.objectives.values()
    chosen = await choose(
        play, state.seats[0], topic, prompt, rules, things, lambda one: f"Remove {one.type}"
    )
    chosen.state = "void"
    state.mission.requirement = "both"
    play.tell("Objective removed", "FR-SPM-04", objective=chosen.id, type=chosen.type)


def open_objectives(state: Battle) -> list[Objective]:
    """Objectives that are neither complete nor lost nor void."""
    return [one for one in state.objectives.values() if one.state == "open"]


@rule("FR-MIS-09")
def is_current(state: Battle, objective: Objective) -> bool:
    """With a fixed order only the first open Objective may be worked on."""
    if state.mission.requirement != "in order":
        return True
    opened = open_objectives(state)
    return bool(opened) and opened[0].id == objective.id


@rule("FR-MIS-10", "FR-SPM-17")
def is_revealed(state: Battle) -> bool:
    """Whether the second Objective of a chain is known; one rolled again before the battle is no second."""
    counted = [one for one in state.objectives.values() if one.state != "void"]
    return state.mission.is_second_revealed or len(counted) > 1


@rule("FR-MIS-06", "FR-MIS-07", "FR-MIS-08", "FR-MIS-09", "FR-MIS-10", "FR-SPM-05", "FR-POST-06", "FR-OBJ-03")
def is_won(state: Battle) -> bool:
    """Whether the required Objectives are complete; never more are needed than exist."""
    counted = [one for one in state.objectives.values() if one.state != "void" and "bonus" not in one.perks]
    complete = sum(one.state == "complete" for one in counted)
    needed = {"either": 1, "two of three": 2}.get(state.mission.requirement, len(counted))
    if state.mission.requirement == "chain" and not is_revealed(state):
        return False
    return bool(counted) and complete >= min(needed, len(counted))
