"""The form of a position: what an author may write, what is filled in, and how a battle is written in it."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from sandtable.binding.positions import changed_fields, same_fields, values_of
from sandtable.books.companies_and_captains import company as rosters
from sandtable.books.companies_and_captains.chapters.setup.preparing import group_of
from sandtable.books.companies_and_captains.profiles import BANE, FOE, BoughtTrait, parse_trait
from sandtable.books.companies_and_captains.state import (
    Battle,
    Company,
    CompanyEvent,
    Deeds,
    Group,
    GroupId,
    LastingSpell,
    Seat,
    Setup,
    Token,
    Whereabouts,
)
from sandtable.books.companies_and_captains.switches import changed_switches
from sandtable.table import Models, Piece, Point

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
    setup: Setup = msgspec.field(default_factory=Setup)
    is_ritual_completed: bool = False
    first_blood_shed: bool = False
    last_turn: bool = False
    closed: str = ""
    closed_by: tuple[str, ...] = ()


def write_position(state: Battle) -> dict[str, Any]:
    """The whole situation as plain data; read again it is the same situation to the last digit."""
    parts: dict[str, Any] = {
        **values_of(state, same_fields(PositionForm, Battle)),
        "groups": {group_id: _written_group(group, state) for group_id, group in state.groups.items()},
        "companies": {seat: _written_company(one) for seat, one in state.companies.items()},
        "table": (state.ground.width, state.ground.depth),
        "terrain": tuple(_written_piece(one) for one in state.ground.pieces),
        "tokens": None,
        "seats": tuple(state.companies),
        "switches": changed_switches(state.switches),
    }
    written: dict[str, Any] = msgspec.to_builtins(PositionForm(**parts))
    tokens = {token_id: _without_id(one) for token_id, one in state.tokens.items()}
    return {**written, "attacker": state.attacker, "tokens": tokens}


def _without_id(token: Token) -> dict[str, Any]:
    written: dict[str, Any] = msgspec.to_builtins(token)
    del written["id"]
    return written


def _written_piece(piece: Piece) -> PieceForm:
    return PieceForm(**values_of(piece, same_fields(PieceForm, Piece)))


def _written_company(company: Company) -> CompanyForm:
    parts = values_of(company, same_fields(CompanyForm, Company))
    if company.ambitions is not None:
        parts["ambitions"] = tuple(AmbitionForm(one.name, one.revealed) for one in company.ambitions)
    return CompanyForm(**parts)


def _written_group(group: Group, state: Battle) -> GroupForm:
    kinds = [BoughtTrait(FOE, one) for one in group.foes] + [BoughtTrait(BANE, one) for one in group.banes]
    plain = [one for one in group.traits if parse_trait(one) is not None]
    traits = (*plain, *map(str, kinds))
    entry = rosters.GroupEntry(
        name=group.name,
        profile=group.profile.name,
        traits=traits,
        models=group.fielded,
        base=2 * group.radius,
    )
    usual = group_of(entry, group.id, group.company, state.switches, group.cost)
    parts: dict[str, Any] = {
        **values_of(group, same_fields(GroupForm, Group)),
        "profile": group.profile.name,
        "traits": traits,
        "values": changed_fields(group.profile, usual.profile),
        "has": None if usual.traits == group.traits else group.traits,
        "base": 2 * group.radius,
    }
    return GroupForm(**parts)
