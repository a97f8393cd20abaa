"""The battlefield: terrain rolled square by square, named after the region, and a striking feature."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from sandtable.binding.limits import Limit, use
from sandtable.books.forgotten_ruin.chapters.aggression.score import add_aggression
from sandtable.books.forgotten_ruin.chapters.principles.conventions import (
    AIRBORNE,
    TOLERANCE,
    centre,
    inches,
    pick_at_random,
)
from sandtable.books.forgotten_ruin.chapters.story_points.points import roll_on
from sandtable.books.forgotten_ruin.chapters.terrain import Category
from sandtable.books.forgotten_ruin.missions.laying_out import Builder, Wanted
from sandtable.books.forgotten_ruin.missions.mission_tables import mission_tables
from sandtable.books.forgotten_ruin.missions.terrain_forms import Size, data
from sandtable.books.forgotten_ruin.state import Battle, Marker, Soldier
from sandtable.books.forgotten_ruin.windows import BATTLE_STARTED, MOVED, WINDOWS, Moment, Movement
from sandtable.kernel import For, Play, rule
from sandtable.table import Box, Ground

FIELD_DIFFICULT, AREA_DIFFICULT = 4, 3
"""Up to which face a Field and a large Area are Difficult (FR-MIS-24)."""
SPECIAL = "special feature"


@rule("FR-MIS-23", "FR-MIS-24", "FR-MIS-25", "FR-MIS-26", "FR-TER-01")
async def build_battlefield(play: Play[Battle]) -> None:
    """Each square of the table gets what a D6 says on each of two tables; a table that is laid stays."""
    state = play.state
    if state.ground.pieces:
        play.tell("battlefield is laid", "FR-MIS-23", "FR-TER-01", pieces=len(state.ground.pieces))
    elif state.mission.kind.startswith("exercise"):
        # The tables of the exercises are laid with what stands here.
        from sandtable.books.forgotten_ruin.missions.exercises import lay_exercise

        await lay_exercise(play)
    else:
        builder = Builder(state)
        for square in squares(state):
            await _fill(play, builder, square)
        builder.gather_similar()
        lay(play, builder, "FR-MIS-23", "FR-MIS-24", "FR-MIS-25", "FR-MIS-26")
    if state.switches.special_terrain:
        await roll_special_terrain(play)


def lay(play: Play[Battle], builder: Builder, *rules: str) -> None:
    """What was laid out lies on the table."""
    state = play.state
    state.ground = Ground(state.ground.width, state.ground.depth, tuple(builder.pieces))
    features = [[one.id, one.kind] for one in builder.pieces if "opening" not in one.traits]
    kinds = {"linear": "03", "individual": "04", "area": "05", "field": "06", "block": "07", "interior": "08"}
    laid = [
        f"FR-TER-{number}" for kind, number in kinds.items() if any(kind in x.traits for x in builder.pieces)
    ]
    laid += ["FR-TER-10"] if any("impassable" in one.traits for one in builder.pieces) else []
    laid += ["FR-MOV-20"] if any("unclimbable" in one.traits for one in builder.pieces) else []
    play.tell("terrain laid", *rules, "FR-TER-01", "FR-TER-02", "FR-TER-13", *laid, features=features)


@rule("FR-MIS-23")
def squares(state: Battle) -> list[Box]:
    """The squares of about 12 in into which the table is divided, row by row from the south-west."""
    side = inches(state, data().square)
    wide, deep = state.ground.width, state.ground.depth
    columns, rows = max(1, round(wide / side)), max(1, round(deep / side))
    w, d = wide / columns, deep / rows
    return [(i * w, j * d, (i + 1) * w, (j + 1) * d) for j in range(rows) for i in range(columns)]


@rule("FR-MIS-23", "FR-MIS-24")
async def _fill(play: Play[Battle], builder: Builder, square: Box) -> None:
    """One die on table A, one on table B, and dice for where things lie."""
    a, b = await play.roll(2, "terrain of a square", "FR-MIS-23", square=square)
    # Where things lie within a square is the program's own throw.
    lay = await play.roll(6, "layout of a square", "FR-MIS-24", sides=100, is_asked=False, square=square)
    builder.shake(lay)
    features: list[Wanted] = []
    for entry in (*data().tables["A"][a], *data().tables["B"][b]):
        for _ in range(entry.count):
            kind = await pick_at_random(play, entry.of, "feature", "FR-MIS-24")
            features.append(builder.wanted(kind, entry.size, await _flag(play, kind, entry.size)))
    tell_of_no_room(play, builder.fill(square, features))


@rule("FR-MIS-23")
def tell_of_no_room(play: Play[Battle], features: Sequence[Wanted]) -> None:
    """Whatever finds no room even in its least size is said, and not left out without a word."""
    for one in features:
        play.tell("no room for a feature", "FR-MIS-23", "FR-MIS-24", feature=one.name, size=one.size)


@rule("FR-MIS-24")
async def _flag(play: Play[Battle], kind: Category, size: Size) -> str:
    """Fields are Difficult on 1 to 4 and Impassable else; large Areas are Difficult on 1 to 3."""
    if kind == "field":
        face = (await play.roll(1, "field", "FR-MIS-24"))[0]
        return "difficult" if face <= FIELD_DIFFICULT else "impassable"
    if kind == "area" and size == "large":
        return "difficult" if (await play.roll(1, "area", "FR-MIS-24"))[0] <= AREA_DIFFICULT else ""
    return ""


# ---- a striking feature ----------------------------------------------------------------------------------


@rule("FR-MIS-43")
async def roll_special_terrain(play: Play[Battle]) -> None:
    """A striking feature is rolled; it lies at an Objective or Investigation once there is one."""
    state = play.state
    row = await roll_on(play, "special terrain", mission_tables().special_terrain, "FR-MIS-43")
    state.mission.special_feature = row.result
    play.tell("special terrain", "FR-MIS-43", feature=row.result)


def _has_special_feature(play: Play[Battle], seat: str, now: Moment) -> bool:
    state = play.state
    laid = any(one.kind == SPECIAL for one in state.markers.values())
    return bool(state.mission.special_feature) and not laid


@rule("FR-MIS-24")
@WINDOWS.consequence(BATTLE_STARTED, "special terrain", "FR-MIS-43", _has_special_feature, rank=-1)
async def lay_special_feature(play: Play[Battle], seat: str, now: Moment) -> None:
    """The striking feature lies at an Objective or Investigation, else at the centre; it hinders nobody."""
    state = play.state
    wanted = [one.at for one in state.markers.values() if one.kind in ("objective", "investigation")]
    pieces = {one.id: one for one in state.ground.pieces}
    wanted += [pieces[id].centre for one in state.objectives.values() for id in one.features if id in pieces]
    at = wanted[0] if wanted else centre(state)
    state.markers["special"] = Marker(id="special", kind=SPECIAL, at=at, objective="")
    play.tell("special terrain laid", "FR-MIS-43", at=at, feature=state.mission.special_feature)


NOISE = 2
"""The Aggression of a 1 (FR-MIS-44)."""
FINDS_FROM = 5
"""The die from which on there is Exposure (FR-MIS-44)."""
REACHED = Limit("special feature reached")


def _reaches(play: Play[Battle], seat: str, now: Movement) -> bool:
    state = play.state
    if (
        not state.switches.special_terrain_effect
        or state.has_used(REACHED)
        or not isinstance(now.figure, Soldier)
    ):
        return False
    reach, here = now.figure.radius + TOLERANCE, now.figure.at
    path = (here, here) if now.how in AIRBORNE else (*now.path, here)
    return any(
        area.id == state.mission.special_feature
        and any(area.distance_to_segment(a, b) <= reach for a, b in pairwise(path))
        for area in state.ground.areas
    )


@WINDOWS.consequence(MOVED, "special terrain", "FR-MIS-44", _reaches, rank=1)
async def reach_special_feature(play: Play[Battle], seat: str, now: Movement) -> None:
    """Once a mission: a 1 is noise, 5 and 6 are Exposure."""
    state = play.state
    use(state, REACHED)
    (face,) = await play.roll(1, For("special terrain", now.figure.id), "FR-MIS-44", figure=now.figure.id)
    if face == 1:
        await add_aggression(play, NOISE, "FR-MIS-44")
    elif face >= FINDS_FROM:
        state.stock.exposure += 1
        play.tell("Exposure gained", "FR-MIS-44", figure=now.figure.id, exposure=state.stock.exposure)
