"""New Rotters: who comes over the table edge, where, and of which kind."""

from __future__ import annotations

from collections import Counter

from sandtable.binding.tables import row_for
from sandtable.books.lands_of_ruin.chapters.rotters.surroundings import FIRST, Arrivals, surroundings_tick
from sandtable.books.lands_of_ruin.state import Battle, RotterKind
from sandtable.books.lands_of_ruin.surface import surface
from sandtable.books.lands_of_ruin.tables.charts import rotter_tables
from sandtable.books.lands_of_ruin.windows import ROTTERS_ARRIVED, WINDOWS
from sandtable.kernel import Moment, Play, rule
from sandtable.table import Point

FROM = {"south": "north", "north": "south", "east": "west", "west": "east"}
"""LR-SPWN-17: over which edge come those that go in a direction."""


@rule("LR-SPWN-17", "LR-SPWN-05")
def arrival_point(group: Arrivals) -> tuple[str, Point]:
    """The edge by the direction, and one of its three points by the table cell."""
    edge = FROM[group.way]
    row, column = group.place
    number = (column if edge in ("north", "south") else row) - FIRST
    return edge, rotter_tables().arrival_points[edge][number]


@rule("LR-SPWN-04")
def with_room(state: Battle, count: int) -> int:
    """How many of so many Rotters may come on the table; without a limit all."""
    most = state.switches.rotter_cap
    return count if not most else max(0, min(count, most - len(state.rotters)))


@rule("LR-SPWN-18")
async def kinds_of(play: Play[Battle], count: int) -> list[RotterKind]:
    """A D100 for each."""
    faces = await play.roll(count, "kinds of Rotters", "LR-SPWN-18", sides=100)
    return [row_for(rotter_tables().arrivals, face).kind for face in faces]


@rule("LR-SPWN-01", "LR-SPWN-02", "LR-SPWN-03", "LR-ENV-02")
async def arrivals(play: Play[Battle]) -> None:
    """Step 5: what the tick of the surroundings has brought to the table is put on its edge.

    The tick belongs to step 3, and nothing that Rotters do in between changes it.
    """
    state = play.state
    for group in await surroundings_tick(play):
        edge, point = arrival_point(group)
        count = with_room(state, group.rotters)
        if count < group.rotters:
            play.tell("Rotters held back", "LR-SPWN-04", count=group.rotters - count)
        await arrive(play, edge, point, await kinds_of(play, count))
    await WINDOWS.open(play, ROTTERS_ARRIVED, Moment(state.active))
    state.step = "environment: entries"


async def arrive(play: Play[Battle], edge: str, point: Point, kinds: list[RotterKind]) -> None:
    """A group comes on near a point of an edge, and all are told how many of which kind."""
    if not kinds:
        return
    counted = [f"{count} {kind}" for kind, count in Counter(kinds).items()]
    cited = ("LR-SPWN-01", "LR-SPWN-02", "LR-SPWN-03", "LR-SPWN-05", "LR-SPWN-17", "LR-ENV-03")
    play.tell("Rotters arrive", *cited, reveals=True, edge=edge, at=point, kinds=counted)
    await surface(play.state).arrive(play, point, kinds)
