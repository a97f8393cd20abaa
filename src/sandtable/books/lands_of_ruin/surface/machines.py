"""Machines on the virtual table: where they come on, how they drive, and whom they see."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.binding.bands.ways import first_inches
from sandtable.books.lands_of_ruin.state import Battle, Machine
from sandtable.books.lands_of_ruin.state.cards import RADIUS
from sandtable.books.lands_of_ruin.surface.arriving import pushed_places, which_side
from sandtable.books.lands_of_ruin.surface.measuring import band_of, everybody, gap, put, standing
from sandtable.books.lands_of_ruin.surface.sight import cover_of, look
from sandtable.books.lands_of_ruin.surface.walking import STEP, is_wall, named
from sandtable.books.lands_of_ruin.surface.ways import Prices
from sandtable.books.lands_of_ruin.tables.charts import Band, Cover
from sandtable.kernel import Play, rule
from sandtable.table import Piece, Point, within
from sandtable.table.figures.bases import Disc
from sandtable.table.figures.footing import Footing
from sandtable.table.figures.routes import contact_places, route_to_touch
from sandtable.table.figures.terrain import Nature
from sandtable.table.figures.terrain import terrain_of as figure_terrain
from sandtable.table.shapes import distance

FAR = 200.0
"""Inches of the longest way that is looked for, as no table has more of them; ours."""


@rule("LR-NPC-03", "LR-SPWN-07", "LR-SPWN-09")
async def arrive(play: Play[Battle], machine: Machine, point: Point) -> bool:
    """On the edge at a point or beside it, 10 inches off all characters; False where there is no room."""
    places = pushed_places(play.state, point, 1)
    if not places:
        return False
    put(play.state, machine, (await which_side(play, places))[0])
    return True


@rule("LR-NPC-04", "LR-EFF-12")
def in_sight(state: Battle, machine: Machine, within_inches: float) -> list[str]:
    """The closest models that stand in its sight so near: mostly one or none, several if equally close."""
    here = standing(state, machine.id)
    if here is None:
        return []
    seen = []
    for card, model in state.models_on_table():
        there = standing(state, model.id)
        if there is not None and card.stands and within(gap(here.at, there.at), within_inches):
            if look(state, here, there).is_seen:
                seen.append((round(gap(here.at, there.at), 6), model.id))
    return sorted(id for far, id in seen if far == min(seen)[0])


async def _closest(play: Play[Battle], machine: Machine, inches: float) -> str:
    """Of several equally close the active player names one, as of those that a Rotter goes for."""
    found = in_sight(play.state, machine, inches)
    return await named(play, machine, found, "LR-NPC-04") if len(found) > 1 else "".join(found)


@rule("LR-NPC-04", "LR-ROT-12")
async def move(play: Play[Battle], machine: Machine, inches: float) -> None:
    """By the shortest way round what Rotters cannot cross, to the closest whom it sees, or up to it."""
    state, victim = play.state, await _closest(play, machine, FAR)
    path = _way(state, machine, victim, inches) if victim else ()
    if len(path) > 1:
        put(state, machine, path[-1])
        cited = ("LR-NPC-04", "LR-ENV-06")
        play.tell("machine moved", *cited, machine=machine.id, target=victim, at=path[-1], path=path)


def _way(state: Battle, machine: Machine, victim: str, inches: float) -> tuple[Point, ...]:
    target = standing(state, victim)
    assert machine.at is not None
    assert target is not None
    footing = _footing(state, machine)
    found = route_to_touch(footing, target, contact_places(footing, target), FAR)
    return () if found is None else _so_far(state, machine, found.path, inches)


def _footing(state: Battle, machine: Machine) -> Footing:
    """Among all that stand: nothing is walked through, and what Rotters cannot cross is gone round."""
    others = [
        Disc(one.id, *one.at, 2 * RADIUS, one.elevation, one.elevation + one.height, is_opponent=True)
        for one in everybody(state)
        if one.id != machine.id and not _lies(state, one.id)
    ]
    here = standing(state, machine.id)
    assert here is not None
    return Footing(
        state.ground,
        figure_terrain(state.ground, _nature_of),
        here,
        others,
        _Prices(slow=True),
        may_contact=True,
    )


def _so_far(state: Battle, machine: Machine, path: Sequence[Point], inches: float) -> tuple[Point, ...]:
    """The part of a way that its inches are enough for, and short of a place where somebody lies."""
    taken = [one.at for one in everybody(state) if one.id != machine.id]
    left = inches
    while left > 0.0:
        cut = first_inches(path, left)
        if all(distance(cut[-1], one) >= 2 * RADIUS - 1e-6 for one in taken):
            return cut
        left -= STEP
    return ()


def _lies(state: Battle, id: str) -> bool:
    found = state.find(id)
    return found is not None and found[0].down


@rule("LR-NPC-04", "LR-RNGE-02", "LR-COV-07")
async def sees(play: Play[Battle], machine: Machine, inches: float) -> tuple[str, Band, Cover] | None:
    """Whom it fires at, how far off and how well hidden."""
    state, victim = play.state, await _closest(play, machine, inches)
    here, there = standing(state, machine.id), standing(state, victim) if victim else None
    if here is None or there is None:
        return None
    return victim, band_of(gap(here.at, there.at)), cover_of(state, look(state, here, there))


class _Prices(Prices):
    """Nothing that Rotters cross slows it."""

    def ignores(self, piece: Piece) -> bool:
        """All but what Rotters cannot cross."""
        return not is_wall(piece)


def _nature_of(piece: Piece) -> Nature:
    return Nature("solid" if is_wall(piece) else "flat", may_stay=True)
