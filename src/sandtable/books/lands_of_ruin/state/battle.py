"""The whole battle: who plays what where, whose turn it is, and everything on the table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from sandtable.books.lands_of_ruin.state.areas import AreaMarker, Device, Entry
from sandtable.books.lands_of_ruin.state.cards import Card, Model
from sandtable.books.lands_of_ruin.state.goals import Scenario
from sandtable.books.lands_of_ruin.state.machines import Machine
from sandtable.books.lands_of_ruin.state.rotters import Rotter, Surroundings, Woken
from sandtable.books.lands_of_ruin.state.sides import Seat, Side
from sandtable.books.lands_of_ruin.switches import Switches
from sandtable.kernel import State
from sandtable.table import Ground

Phase = Literal["pregame", "action", "sync", "command", "environment", "over"]
PHASES: tuple[Phase, ...] = ("action", "sync", "command", "environment")
"""LR-TURN-03"""


class Battle(State):
    """Everything that outlives a step."""

    ground: Ground
    map: str = "crossroads"
    switches: Switches = Switches()
    scenario: Scenario = msgspec.field(default_factory=Scenario)
    may_dispute: bool = False
    """Whether players may dispute what the map calls difficult (LR-MOV-09)."""
    sides: dict[Seat, Side] = {}
    """In seat order; the order of play is `first`, then the other."""
    cards: dict[str, Card] = {}
    rotters: dict[str, Rotter] = {}
    machines: dict[str, Machine] = {}
    machines_come: tuple[str, ...] = ()
    """The kinds that have come, each of which comes once a game (LR-NPC-03)."""
    sleepers: tuple[int, ...] = ()
    """How many lie in each section, from section 1; nobody is shown it (LR-ROT-20)."""
    woken: tuple[Woken, ...] = ()
    """Sleepers that woke in this phase and are not on the table yet."""
    to_place: dict[Seat, tuple[int, ...]] = {}
    """How many starting Rotters each player still places in each section (LR-PRE-03)."""
    surroundings: Surroundings = msgspec.field(default_factory=Surroundings)
    areas: dict[str, AreaMarker] = {}
    devices: dict[str, Device] = {}
    entries: tuple[Entry, ...] = ()
    noise: int = 0
    """The noise of all attacks so far, for the threat level (LR-THR-01)."""
    made: int = 0
    """How many Rotters and markers have been named so far."""

    first: Seat = "A"
    active: Seat = "A"
    round: int = 0
    """LR-MODE-13; 0 before the first turn."""
    turn: int = 0
    """The turns of both players, counted from 1."""
    phase: Phase = "pregame"
    step: str = "start"
    decided: str = ""
    """Why it is decided, while the aftermath of a campaign is settled."""
    closed: str = ""
    """Why the game is over; empty while it runs."""
    winners: tuple[Seat, ...] = ()

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Both players, in seat order."""
        return tuple(self.sides)

    @property
    def players(self) -> tuple[Seat, ...]:
        """Those who play: both, or the one who plays alone against the Rotters (LR-MODE-01)."""
        return tuple(seat for seat, side in self.sides.items() if side.role)

    @property
    def is_solo(self) -> bool:
        """Whether one player plays alone."""
        return len(self.players) == 1

    def other(self, seat: Seat) -> Seat:
        """The opponent of a player."""
        return next(one for one in self.sides if one != seat)

    def team(self, seat: Seat) -> list[Card]:
        """The cards of a player in card order."""
        return [one for one in self.cards.values() if one.seat == seat]

    def on_table(self) -> Iterator[Card]:
        """Every card on the table that all can see."""
        return (one for one in self.cards.values() if one.on_table)

    def models_on_table(self) -> Iterator[tuple[Card, Model]]:
        """Every model on the table that all can see, with its card."""
        return ((card, model) for card in self.on_table() for model in card.models.values())

    def find(self, id: str) -> tuple[Card, Model] | None:
        """The card and model of an id; a card's own id names its first model."""
        if (card := self.cards.get(id)) is not None and card.models:
            return card, card.model
        card = self.cards.get(id.rpartition(".")[0])
        return (card, card.models[id]) if card is not None and id in card.models else None

    def new_id(self, letter: str) -> str:
        """A name for something that comes on the table."""
        self.made += 1
        return f"{letter}{self.made}"
