"""The play surfaces (LR-MODE-03): questions that rules ask, answered by measuring or by a player."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from sandtable.books.lands_of_ruin.modifiers import Aimed
from sandtable.books.lands_of_ruin.state import (
    AreaMarker,
    Battle,
    Card,
    Entry,
    Machine,
    Model,
    RotterKind,
    Seat,
)
from sandtable.books.lands_of_ruin.surface.physical import PhysicalTable
from sandtable.books.lands_of_ruin.surface.placing import Zone
from sandtable.books.lands_of_ruin.surface.sight import Aims, Glimpse
from sandtable.books.lands_of_ruin.surface.virtual import VirtualTable
from sandtable.books.lands_of_ruin.tables.charts import Band, Cover
from sandtable.kernel import Decision, Play, Refusal, rule
from sandtable.table import Point
from sandtable.table.edges import Edge

Target = str
"""The id of a model or of a Rotter; a physical table has one Rotter of each kind for all of its kind."""


class Surface(Protocol):
    """What rules want to know of places. Whatever may be asked of a player is awaited."""

    knows_places: bool
    """Whether the program holds the place of every model; screens and automatic players go by it."""

    def targets(self, state: Battle, shooter: Model) -> Sequence[Target]:
        """Whom a model might shoot at: everybody in sight, or everybody who could be."""

    def why_not_shoot(self, state: Battle, shooter: Model, target: Target) -> Refusal | None:
        """What hides a target from a model."""

    def ways(self, state: Battle, shooter: Model, target: Target, *, least: bool = False) -> Sequence[Point]:
        """The points of a target's way at which a model might shoot at it (LR-LOS-03)."""

    def why_apart(self, state: Battle, first: Target, other: Target, at: Point | None) -> Refusal | None:
        """Why another target is too far from the first, which is shot at there (LR-FIRE-05)."""

    async def sighted(
        self, play: Play[Battle], card: Card, slots: Sequence[Aimed], aims: Aims
    ) -> tuple[Band, dict[Aimed, Glimpse]]:
        """The range band to the farthest target of any model (LR-RNGE-03), how each is seen (LR-COV-07)."""

    def likely_band(self, state: Battle, shooter: Model, target: Target, at: Point | None = None) -> Band:
        """The band for a preview; the longest where nobody has measured (LR-RNGE-05)."""

    def likely_cover(self, state: Battle, shooter: Model, target: Target, at: Point | None = None) -> Cover:
        """The cover for a preview."""

    def touched(self, state: Battle, fighter: Model) -> Sequence[Target]:
        """Whom a model may strike: everybody in contact, or everybody who could be (LR-CC-02)."""

    async def enters(self, play: Play[Battle], seat: Seat, edges: tuple[Edge, ...]) -> None:
        """A player chooses the deployment point on one of these edges (LR-TURN-06)."""

    async def deploys(self, play: Play[Battle], card: Card, area: Zone) -> None:
        """A character is put on the table before the game (LR-PRE-08)."""

    async def moves(
        self, play: Play[Battle], card: Card, model: Model, allowance: int, done: tuple[str, ...] = ()
    ) -> None:
        """A model is moved by its player, who has so many inches in the whole phase (LR-MOV-03).

        `done` are models of the card that have moved just before it.
        """

    async def gathers(self, play: Play[Battle], hero: Card, slaves: Card) -> None:
        """Slaves are put into contact with their hero again (LR-COH-19)."""

    def is_by(self, state: Battle, cohort: Card, hero: Card, inches: float) -> bool:
        """Whether a model of a cohort is within so many inches of its hero, or in contact with it at 0."""

    async def syncs(self, play: Play[Battle], seat: Seat) -> None:
        """The console is told where the characters of a player are (LR-SYNC-01)."""

    async def place_rotter(self, play: Play[Battle], seat: Seat, section: int) -> None:
        """A player puts a starting Rotter anywhere in a section (LR-PRE-06)."""

    async def rotters_move(self, play: Play[Battle]) -> None:
        """All Rotters move (LR-ROT-08)."""

    async def arrive(self, play: Play[Battle], point: Point, kinds: Sequence[RotterKind]) -> None:
        """New Rotters are put near a point of the table edge (LR-SPWN-06)."""

    async def wakes(self, play: Play[Battle], card: Card, model: Model, *, is_noticed: bool) -> None:
        """A sleeper is put down that attacks a model, or that the model has noticed (LR-ROT-23)."""

    async def contacts(self, play: Play[Battle]) -> list[Entry]:
        """Whom which Rotters attack (LR-ROT-14)."""

    def hiding_place(self, state: Battle, seat: Seat, card: Card) -> Decision:
        """The question where an infiltrator hides; None as its meaning where it does not (LR-HID-01)."""

    def hides(self, state: Battle, card: Card, place: Any) -> None:
        """The console remembers where it hides."""

    def reveals(self, state: Battle, card: Card) -> None:
        """Whoever was hidden is put on the table (LR-HID-13)."""

    def told_of(self, card: Card) -> dict[str, Any]:
        """What is told of where a revealed model stands."""

    async def exposed(self, play: Play[Battle], marker: AreaMarker) -> list[Entry]:
        """Who is caught in an area with its present radius (LR-GREN-09)."""

    async def rotters_within(self, play: Play[Battle], marker: AreaMarker) -> list[str]:
        """Which Rotters are in an area (LR-GREN-12)."""

    async def machine_arrives(self, play: Play[Battle], machine: Machine, point: Point) -> bool:
        """A machine is put near a point of the table edge; False where there is no room (LR-NPC-03)."""

    async def machine_moves(self, play: Play[Battle], machine: Machine, inches: float) -> None:
        """A machine goes so far towards the closest whom it sees (LR-NPC-04)."""

    async def machine_sees(
        self, play: Play[Battle], machine: Machine, inches: float
    ) -> tuple[Target, Band, Cover] | None:
        """Whom a machine fires at so near, how far off and how well hidden (LR-NPC-04)."""

    async def machines_within(self, play: Play[Battle], marker: AreaMarker) -> list[str]:
        """Which machines are in an area (LR-NPC-05)."""

    async def throws(
        self,
        play: Play[Battle],
        card: Card,
        marker: AreaMarker,
        reach: int | None,
        *,
        needs_sight: bool = True,
    ) -> None:
        """A player says where a marker lands (LR-GREN-02); without a reach at any distance."""

    def at_hand(self, state: Battle, card: Card, at: Point | None, section: int) -> bool:
        """Whether an object is in a card's reach, or may be (LR-ACT-22)."""

    def beside(self, state: Battle, card: Card) -> list[Card]:
        """Other own cards in contact, or all that could be (LR-ACT-09)."""


VIRTUAL, PHYSICAL = VirtualTable(), PhysicalTable()


@rule("LR-MODE-03")
def surface(state: Battle) -> Surface:
    """The surface of this game."""
    return VIRTUAL if state.switches.table == "virtual" else PHYSICAL
