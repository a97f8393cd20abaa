"""The form of a position: what an author may write, and what is filled in where the author is silent."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from sandtable.books.companies_and_captains.state import (
    CompanyEvent,
    Deeds,
    GroupId,
    LastingSpell,
    Seat,
    Whereabouts,
)
from sandtable.table.measure import Models, Point

SideName = int | str
"""A side: 0 or 1, one of its seats, "attacker" or "defender"; -1 where nobody knows yet."""


class _Form(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The base of every part: unknown fields are refused, and what is usual is left out."""


class PieceForm(_Form):
    """A piece of terrain: its outline by corners, by the limits of a box, as a wall or as a circle."""

    kind: str
    id: str = ""
    outline: Models | None = None
    area: tuple[float, float, float, float] | None = None
    """West, south, east and north limits."""
    wall: tuple[Point, Point] | None = None
    circle: tuple[float, float, float] | None = None
    """East, north and radius."""
    thickness: float = 0.5
    height: float = 0.0
    traits: tuple[str, ...] | None = None
    """None for the usual traits of the kind."""


class GroupForm(_Form):
    """A Group: its profile and bought traits, where it stands and how it is."""

    profile: str
    traits: tuple[str, ...] = ()
    """Bought traits, such as Terrifying or Undead-Foe."""
    values: dict[str, Any] = {}
    """Profile values that differ from the book's, by column."""
    has: tuple[str, ...] | None = None
    """All its traits, where they are not those of the profile and the bought ones."""
    name: str = ""
    captain: bool = False
    keywords: tuple[str, ...] = ()
    cost: int | None = None
    r: int | None = None
    at: Point | None = None
    """The middle of its formation."""
    formation: Literal["block", "line", "column", "ring", "close"] = "block"
    facing: float = 90.0
    """Where the front of the formation looks, in degrees from east; nothing else has a facing (CC-GEN-04)."""
    models: int | Models | None = None
    """How many models stand, or where each of them stands."""
    fielded: int | None = None
    base: float | None = None
    """The diameter of its bases."""
    where: Whereabouts | None = None
    shaken: bool = False
    formed: bool = False
    melee: tuple[GroupId, ...] = ()
    spells: tuple[LastingSpell, ...] = ()
    known_spells: tuple[str, ...] | None = None
    done: bool = False
    tested: bool = False
    """Done because it rallied or took a Reckless check."""
    calmed: bool = False
    used: tuple[str, ...] = ()
    shaken_by: Seat = ""
    has_fought: bool = False
    absent_models: int = 0
    asset: str = ""
    harmed_by: tuple[tuple[Seat, str], ...] = ()


class AmbitionForm(_Form):
    """A chosen ambition that is revealed or not."""

    name: str
    revealed: bool = False


class CompanyForm(_Form):
    """A Company: what its Groups do not tell."""

    name: str = ""
    captain: GroupId = ""
    captain_trait: str = ""
    points: int | None = None
    half_lost: bool = False
    ambitions: tuple[str | AmbitionForm, ...] | msgspec.UnsetType | None = msgspec.UNSET
    """Null while they are not chosen; none chosen where nothing is said."""
    turns: int | None = None
    deeds: Deeds = msgspec.field(default_factory=Deeds)


class TokenForm(_Form):
    """A marker of the scenario."""

    kind: str
    at: Point
    size: tuple[float, float] = (1.0, 1.0)
    value: int = 1
    holder: GroupId = ""
    bearer: int = 0
    owner: str = ""
    gone: str = ""


class PositionForm(_Form):
    """A whole position."""

    groups: dict[GroupId, GroupForm]
    companies: dict[Seat, CompanyForm] = {}
    scenario: str = "pitched-battle"
    table: tuple[float, float] | None = None
    """None for the table of the scenario."""
    terrain: tuple[PieceForm, ...] | None = None
    """None for the map of the scenario."""
    seats: tuple[Seat, ...] = ()
    sides: tuple[tuple[Seat, ...], tuple[Seat, ...]] | None = None
    attacker: SideName = 0
    first: SideName | None = None
    active: SideName | None = None
    turn: int = 1
    step: str = "activate"
    to_do: tuple[str, ...] = ()
    switches: dict[str, Any] = {}
    events: tuple[CompanyEvent, ...] = ()
    tokens: dict[str, TokenForm] | None = None
    """None for the markers of the scenario's map."""
    roles: dict[str, GroupId] = {}
    counts: dict[str, int] = {}
    first_blood_shed: bool = False
    last_turn: bool = False
    closed: str = ""
    closed_by: tuple[str, ...] = ()
