"""Slaves on the virtual table: after each move of their hero they stand in contact with it again."""

from __future__ import annotations

from functools import partial

from sandtable.binding.bands.beside import round_about
from sandtable.books.lands_of_ruin.naming import called, name_of
from sandtable.books.lands_of_ruin.state import Battle, Card, Model
from sandtable.books.lands_of_ruin.state.cards import RADIUS
from sandtable.books.lands_of_ruin.surface.measuring import everybody, put
from sandtable.books.lands_of_ruin.surface.placing import KEEP, SpotPlanner
from sandtable.kernel import Candidate, ChooseOne, Play, rule
from sandtable.table import Box, Point
from sandtable.table.shapes import distance

RINGS = (2 * RADIUS + 0.02, 1.5, 2.0, 3.0, 5.0, 8.0)
"""How far from the middle of a hero places are looked at; ours."""


class _Beside(SpotPlanner):
    """Places near a hero, for one of its slaves."""

    def __init__(self, state: Battle, slave: Model) -> None:
        super().__init__("LR-COH-19", state)
        self._others = [one for one in everybody(state) if one.id != slave.id]

    @property
    def box(self) -> Box:
        """All of the table."""
        return (KEEP, KEEP, self.state.ground.width - KEEP, self.state.ground.depth - KEEP)

    def why_not(self, at: Point) -> None:
        """Only what stands there bars a place."""

    def is_free(self, at: Point) -> bool:
        """On the table, and nobody and nothing is there."""
        west, south, east, north = self.box
        inside = west <= at[0] <= east and south <= at[1] <= north
        return inside and self.why_no_room(at) is None


def places_round(state: Battle, hero: Card, slave: Model) -> list[Point]:
    """The free places in contact with a hero; where there is none, the free ones as near as can be."""
    planner, at = _Beside(state, slave), hero.model.at
    assert at is not None
    for ring in RINGS:
        if free := [one for one in round_about(at, ring) if planner.is_free(one)]:
            return free
    return [slave.at or at]


@rule("LR-COH-19")
async def gather(play: Play[Battle], hero: Card, slaves: Card) -> None:
    """Their player says where each stands, without measuring; first comes where it has least to go."""
    state = play.state
    slaves.where = "table"
    for slave in slaves.models.values():
        here = slave.at or hero.model.at
        assert here is not None
        free = sorted(places_round(state, hero, slave), key=partial(distance, here))
        listed = [
            Candidate(f"{x:g},{y:g}", f"place {count}", (x, y), ("LR-COH-19",), places=((x, y),))
            for count, (x, y) in enumerate(free, 1)
        ]
        prompt = f"Where beside {name_of(hero)} does {called(state, slave.id)} stand?"
        asked = ChooseOne(
            slaves.seat, "place slave", prompt, ("LR-COH-19",), listed, about=(slaves.id, slave.id)
        )
        put(state, slave, listed[0].value if len(listed) == 1 else await play.ask(asked))
        play.tell("slave placed", "LR-COH-19", card=slaves.id, model=slave.id, at=slave.at)
