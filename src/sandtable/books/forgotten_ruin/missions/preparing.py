"""Prepare for battle: what a mission is made of before its first step, and right before round 1."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Literal

import msgspec

from sandtable.books.forgotten_ruin.chapters.principles.conventions import inches, stature
from sandtable.books.forgotten_ruin.chapters.squad.difficulty import starting_story_points
from sandtable.books.forgotten_ruin.chapters.squad.roster import remember_platoon
from sandtable.books.forgotten_ruin.chapters.squad.rosters import read_roster, read_squad, second_squad
from sandtable.books.forgotten_ruin.enemies.enemy_tables import enemy_types
from sandtable.books.forgotten_ruin.enemies.movement.deploying import generate_enemy
from sandtable.books.forgotten_ruin.enemies.villains.roster import faults_of_roster, read_villain
from sandtable.books.forgotten_ruin.missions import (
    battle_conditions,
    exercises,
    finale,
    regions,
    special,
    support,
)
from sandtable.books.forgotten_ruin.missions.battlefield import build_battlefield
from sandtable.books.forgotten_ruin.missions.mission_tables import mission_tables, turn_of
from sandtable.books.forgotten_ruin.missions.plan import preparation, sequence_of
from sandtable.books.forgotten_ruin.missions.sharing import share_out
from sandtable.books.forgotten_ruin.refusals import barred
from sandtable.books.forgotten_ruin.state import Battle, Mission, Soldier, Stock
from sandtable.books.forgotten_ruin.switches import Switches, read_switches
from sandtable.books.forgotten_ruin.windows import BATTLE_STARTED, WINDOWS, BattleStart
from sandtable.kernel import Play, Refused, rule
from sandtable.kernel.safe_yaml import convert
from sandtable.table import Ground

SCENARIOS: dict[str, tuple[str, int]] = {
    "mission": ("regular", 5),
    "special-mission": ("special", 8),
    "exercise-1": ("exercise 1", 1),
    "exercise-2": ("exercise 2", 1),
    "exercise-3": ("exercise 3", 1),
    "artifact-battle": ("artifact", 12),
    "final-battle": ("final", 12),
}
"""What can be played on its own: the kind of mission, and the campaign turn it is usually met in."""
ARTIFACTS = ("Ring of Spell-casting", "Sword of Destruction", "Staff of Disintegration")
FINAL_TABLE = (48.0, 42.0)
"""FR-FIN-16."""
LARGEST_TABLE = 96.0


class MissionOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a mission on its own is told that a campaign would know."""

    campaign_turn: int | None = None
    region: str = "Plains"
    magic: Literal["normal", "high", "low"] = "normal"
    enemy_type: str = ""
    artifact: str = ARTIFACTS[0]
    support_points: int = 0
    exercises_completed: int = 0
    exposure: int = 0
    villains: tuple[str, ...] = ()
    stay_behind: tuple[str, ...] = ()
    met_monsters: dict[str, int] = {}
    commands: dict[str, tuple[str, ...]] = {}
    """Who leads which soldiers by id, where it is not as usual (FR-COOP-01)."""
    enemy_player_battles: int = 0
    """How many battles against an enemy player were fought before (FR-COOP-07)."""
    unfinished_tasks: dict[str, str] = {}
    """Personal tasks that soldiers still have from missions before (FR-MIS-72)."""


COUNTS = ("campaign_turn", "support_points", "exercises_completed", "exposure", "enemy_player_battles")
LISTS = ("villains", "stay_behind")


def _typed(name: str, value: Any) -> Any:
    """An option as it is meant, where it was typed on a command line: "5", or "S1, S2"."""
    if not isinstance(value, str):
        return value
    if name in COUNTS and value.strip().isdecimal() and len(value.strip()) < 4:
        return int(value)
    return [one.strip() for one in value.split(",") if one.strip()] if name in LISTS else value


@rule("FR-VIL-01")
def prepare(scenario: str | None, seats: Mapping[str, Any], options: Mapping[str, Any]) -> Battle:
    """The battle before its first step; everything that is not legal is refused with its reason."""
    known = set(MissionOptions.__struct_fields__)
    given = {name: _typed(name, one) for name, one in options.items() if name in known}
    told = convert(given, MissionOptions, "options")
    switches = read_switches({name: one for name, one in options.items() if name not in known})
    name = scenario or "mission"
    _refuse_unknown("no scenario", name, SCENARIOS)
    kind, usual_turn = SCENARIOS[name]
    mission = _mission(kind, told, usual_turn)
    squad_seats, enemy_seat = _seats(seats, switches, mission.campaign_turn)
    soldiers = _soldiers(seats, squad_seats, kind, switches)
    share_out(soldiers, squad_seats, switches, told.commands)
    _leave_behind(soldiers, told.stay_behind)
    villains = tuple(read_villain(one) for one in told.villains)
    if faults := list(faults_of_roster(villains)):
        raise Refused(*faults)
    state = Battle(
        seats=(*squad_seats, enemy_seat) if enemy_seat else squad_seats,
        soldiers=soldiers,
        switches=switches,
        enemy_seat=enemy_seat,
        mission=mission,
        stock=Stock(
            story_points=0 if kind.startswith("exercise") else starting_story_points(switches),
            support_points=0 if kind.startswith("exercise") else _support_points(told),
            exposure=_counted("exposure", told.exposure),
            villains=villains,
            met_monsters=dict(told.met_monsters),
            enemy_player_battles=_counted("enemy_player_battles", told.enemy_player_battles),
            unfinished_tasks=_unfinished_tasks(told, soldiers),
        ),
        ground=Ground(*_table(kind, switches), ()),
    )
    _measure(state)
    remember_platoon(state.stock, read_roster(seats[squad_seats[0]]))
    first = sequence_of(state)[0]
    if state.step != first:  # The usual first step stays what it is by default, and is not written.
        state.step = first
    return state


@rule("FR-MIS-72")
def _unfinished_tasks(told: MissionOptions, soldiers: Mapping[str, Soldier]) -> dict[str, str]:
    """What missions before have left: personal tasks that are not done."""
    known = [row.result for row in mission_tables().personal_tasks]
    for id, task in told.unfinished_tasks.items():
        if id not in soldiers or task not in known:
            raise Refused(barred("no such task", id=id, task=task, known="; ".join(known)))
    return dict(told.unfinished_tasks)


@rule("FR-PRN-11", "FR-PRN-30")
def _measure(state: Battle) -> None:
    """The table and the soldiers on it are as large as they are in the units that are played in."""
    ground = state.ground
    state.ground = Ground(inches(state, ground.width), inches(state, ground.depth), ground.pieces)
    for one in state.soldiers.values():
        one.radius, one.height = stature(state, is_monster=False)


@rule("FR-PRN-24")
def _counted(name: str, number: int) -> int:
    if not 0 <= number <= 99:
        raise Refused(barred("no count", name=name, number=number))
    return number


@rule("FR-COOP-01", "FR-COOP-05", "FR-COOP-08", "FR-EAI-18")
def _seats(seats: Mapping[str, Any], switches: Switches, turn: int) -> tuple[tuple[str, ...], str]:
    """The seats of the squad, and the enemy player's seat where there is one; two may take turns."""
    if not seats:
        raise Refused(barred("no squad"))
    named = tuple(seats)
    if switches.enemy_ai != "second_player" and switches.mode != "enemy_player":
        return named, ""
    if len(named) < 2:
        raise Refused(barred("no seat for the enemy"))
    if switches.alternate_roles and len(named) == 2 and turn % 2:
        return named[1:], named[0]
    return named[:-1], named[-1]


@rule("FR-EXR-01", "FR-EXR-07", "FR-EXR-08", "FR-EXR-09", "FR-FIN-17")
def _soldiers(
    seats: Mapping[str, Any], squad_seats: tuple[str, ...], kind: str, switches: Switches
) -> dict[str, Soldier]:
    """The soldiers of the first seat's squad, which further seats share."""
    if kind.startswith("exercise") and switches.field_exercises == "skip":
        raise Refused(barred("exercises skipped"))
    soldiers = read_squad(seats[squad_seats[0]], switches)
    if kind == "exercise 1":
        soldiers = {id: one for id, one in soldiers.items() if one.team}
    elif kind == "exercise 2":
        soldiers = {id: one for id, one in soldiers.items() if one.team or one.position == "platoon sergeant"}
    if kind != "exercise 2":
        soldiers = {id: one for id, one in soldiers.items() if not one.position.startswith("platoon")}
    if kind == "final":
        soldiers |= second_squad(soldiers.values())
    return soldiers


@rule("FR-EXR-10")
def _support_points(told: MissionOptions) -> int:
    """What is told, and at the start of a campaign the reward for the exercises."""
    earned = exercises.reward(told.exercises_completed) if told.campaign_turn in (None, 1) else 0
    return _counted("support_points", told.support_points) + earned


@rule("FR-MIS-46")
def _leave_behind(soldiers: dict[str, Soldier], ids: tuple[str, ...]) -> None:
    """The player may leave soldiers behind, but not the whole squad."""
    for id in ids:
        if id not in soldiers:
            raise Refused(barred("no soldier to leave", id=id, known=", ".join(soldiers)))
        soldiers[id].where = "behind"
    squad = [one for one in soldiers.values() if not one.position.startswith("platoon")]
    if all(one.where == "behind" for one in squad):
        raise Refused(barred("nobody takes part"))


def _mission(kind: str, told: MissionOptions, usual_turn: int) -> Mission:
    turn = usual_turn if told.campaign_turn is None else told.campaign_turn
    if not 1 <= turn <= len(mission_tables().mob_sizes):
        raise Refused(barred("no campaign turn", turn=turn))
    _refuse_unknown("no region", told.region, [row.result for row in mission_tables().regions])
    _refuse_unknown("no artifact", told.artifact, ARTIFACTS)
    if told.enemy_type:
        _refuse_unknown("no enemy type", told.enemy_type, [one.name for one in enemy_types()])
    return Mission(
        kind=kind,
        campaign_turn=turn,
        region=told.region,
        magic="normal" if kind.startswith("exercise") else told.magic,
        enemy_type=told.enemy_type,
        artifact=told.artifact if kind == "artifact" else "",
        requirement="single" if kind in ("regular", "special") else "none",
    )


def _refuse_unknown(what: str, name: str, known: Collection[str]) -> None:
    if name not in known:
        raise Refused(barred(what, name=name, known=", ".join(known)))


@rule("FR-PRN-31", "FR-EXR-03", "FR-FIN-05", "FR-FIN-16")
def _table(kind: str, switches: Switches) -> tuple[float, float]:
    """How wide and deep the table is."""
    size = switches.table_size
    if kind.startswith("exercise"):
        size = exercises.TABLE
    elif kind == "final" and size == Switches().table_size:
        return FINAL_TABLE
    wide, _, deep = size.partition("x")
    try:
        width, depth = float(wide), float(deep)
    except ValueError:
        raise Refused(barred("no table size", size=size)) from None
    if not (12.0 <= width <= LARGEST_TABLE and 12.0 <= depth <= LARGEST_TABLE):
        raise Refused(barred("no table", size=size))
    if kind == "final" and min(width, depth) < finale.SHORT_TABLE:
        raise Refused(barred("no room between the forces", size=size))
    return width, depth


# ---- Steps that belong to no chapter of their own -----------------------------------------------


@preparation("terrain", "FR-MIS-23")
async def lay_terrain(play: Play[Battle]) -> None:
    """The battlefield is built from squares, or the exercise's few pieces are spread."""
    await build_battlefield(play)


@preparation("the enemy", "FR-MIS-01")
async def raise_enemy(play: Play[Battle]) -> None:
    """The enemy is generated and set up."""
    kind = play.state.mission.kind
    if kind.startswith("exercise"):
        await exercises.raise_orcs(play)
    elif kind in ("artifact", "final"):
        await finale.raise_enemy(play)
    else:
        await generate_enemy(play)


@preparation("last preparations", "FR-MIS-19", "FR-MIS-29", "FR-MIS-55", "FR-MIS-61")
async def last_preparations(play: Play[Battle]) -> None:
    """What is settled once both sides stand: awareness, monsters, then round 1."""
    state = play.state
    if not state.mission.kind.startswith("exercise"):
        await regions.city(play)
        await battle_conditions.settle_condition(play)
        await special.settle_special(play)
        await support.plan_ahead(play)
    size = turn_of(state.mission.campaign_turn).mob_size
    play.tell("battle begins", "FR-MIS-01", "FR-CAM-12", mission=state.mission.kind, mob_size=size)
    await WINDOWS.open(play, BATTLE_STARTED, BattleStart(state.seats[0]))
