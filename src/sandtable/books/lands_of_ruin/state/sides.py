"""Sides: a band with its role, edge and deployment point; its morale is known to its player alone."""

from __future__ import annotations

from typing import Literal

import msgspec

from sandtable.binding.bands.veterans import Outcome
from sandtable.table import Point
from sandtable.table.edges import Edge

Seat = str
MoraleState = Literal["normal", "confused", "panicked"]


class MoraleEvent(msgspec.Struct, frozen=True):
    """Something that lifts or lowers the heart of a team (LR-MOR-11)."""

    what: str
    points: int
    about: str = ""


class Morale(msgspec.Struct, omit_defaults=True):
    """What only the player of a team knows of its heart (LR-MOR-14)."""

    known: bool = True
    pool: int = 25
    """LR-MOR-10"""
    state: MoraleState = "normal"
    events: tuple[MoraleEvent, ...] = ()
    """Since the last calculation (LR-MOR-13)."""
    last_good: int = 0
    last_bad: int = 0


class Side(msgspec.Struct, omit_defaults=True):
    """The band of one seat."""

    seat: Seat
    tribe: str = ""
    team: str = ""
    """What its player calls it."""
    role: str = "Player"
    edge: Edge = "south"
    """LR-MAP-05"""
    entry: Point | None = None
    """The deployment point, once it is chosen (LR-TURN-06)."""
    has_acted: bool = False
    """Whether its first Action phase is over (LR-TURN-05)."""
    panicked: bool = False
    """LR-MOR-06; both players are told."""
    morale: Morale = msgspec.field(default_factory=Morale)
    noise: tuple[int, ...] = ()
    """Its noise in each section, from section 1 (LR-THR-05)."""
    points: int = 0
    """Scenario points, as they stand."""
    tally: dict[str, int] = {}
    """What a scenario counts: Rotters killed, rounds held."""
    renown: int = 0
    """LR-XP-06"""
    aftermath: Outcome = msgspec.field(default_factory=Outcome)
    """Of a battle in a campaign (LR-XP-01)."""
    tips: tuple[str, ...] = ()
    """What its player was taught so far (LR-TUT-03); which situations it has been in is nobody else's."""
    secret: dict[str, str] = {}
    """What the player has named or drawn in secret: the VIP, side objectives."""
