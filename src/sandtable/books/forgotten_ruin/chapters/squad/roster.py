"""A squad as a roster states it: names, positions, weapons and characters; and the soldiers it becomes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import msgspec

from sandtable.books.forgotten_ruin.chapters.armory import weapon
from sandtable.books.forgotten_ruin.chapters.squad.difficulty import luck_of_personalities
from sandtable.books.forgotten_ruin.chapters.squad.squad_tables import profile_of_position, squad_tables
from sandtable.books.forgotten_ruin.data import read_data
from sandtable.books.forgotten_ruin.state import Battle, FigureId, Soldier, Stock
from sandtable.books.forgotten_ruin.stock import Member as Member
from sandtable.books.forgotten_ruin.switches import Switches
from sandtable.kernel import rule

GRENADES = "hand grenades"
FORMAT_VERSION = "1"
LEADER, SERGEANT = "platoon leader", "platoon sergeant"


class Squad(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A squad with the two of its platoon who may come to help."""

    name: str
    members: tuple[Member, ...]
    """The squad leader, then fire team 1 with its leader first, then fire team 2."""
    platoon_leader: Member
    platoon_sergeant: Member
    version: str = FORMAT_VERSION

    @property
    def everybody(self) -> tuple[Member, ...]:
        """The squad, and the two of the platoon."""
        return (*self.members, self.platoon_leader, self.platoon_sergeant)


class ReadySquad(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A squad that is ready to play, with a sentence on what it is good at."""

    id: str
    sentence: str
    squad: Squad


@cache
def ready_squads() -> dict[str, ReadySquad]:
    """Every ready squad by its id."""
    return {one.id: one for one in read_data("squads.yaml", tuple[ReadySquad, ...])}


@rule("FR-SQD-01", "FR-SQD-02", "FR-SQD-03", "FR-SQD-10")
def new_squad(
    squad: Squad, switches: Switches | None = None, seats: Sequence[str] = ("A",)
) -> dict[FigureId, Soldier]:
    """The soldiers of a roster by id, S1 the squad leader, waiting beside the table."""
    settled = switches or Switches()
    found: dict[FigureId, Soldier] = {}
    for number, member in enumerate(squad.members, 1):
        soldier = new_soldier(f"S{number}", member, settled)
        soldier.seat = seat_of_team(member.team, seats)
        found[soldier.id] = soldier
    return found


@rule("FR-SQD-07", "FR-SQD-43")
def new_officers(squad: Squad, switches: Switches | None = None) -> dict[FigureId, Soldier]:
    """Platoon leader and platoon sergeant, who are no part of the nine."""
    settled = switches or Switches()
    members = {"PL": squad.platoon_leader, "PS": squad.platoon_sergeant}
    return {id: new_soldier(id, one, settled) for id, one in members.items()}


@rule("FR-COOP-01")
def seat_of_team(team: int, seats: Sequence[str]) -> str:
    """One fire team each where the squad is split; a soldier in no team goes to the first player."""
    return seats[(team - 1) % len(seats)] if team > 0 else seats[0]


@rule("FR-SQD-10", "FR-SQD-17", "FR-SQD-37", "FR-SQD-44", "FR-SQD-13")
def new_soldier(id: FigureId, member: Member, switches: Switches) -> Soldier:
    """A soldier with the profile of the position, or a veteran's own, and hand grenades."""
    names = (*member.weapons, GRENADES)
    return Soldier(
        id=id,
        name=member.name,
        profile=member.profile or profile_of_position(member.position),
        position=member.position,
        team=member.team,
        is_personality=member.is_personality,
        is_main_character=member.is_main_character,
        traits=member.traits,
        knack=member.knack,
        aspect=member.aspect,
        luck=luck_of(member, switches),
        weapons=tuple(weapon(one) for one in dict.fromkeys(names)),
        transformation=member.transformation,
        upgrades=member.upgrades,
        spells=member.spells,
        is_veteran=member.is_veteran,
    )


@rule("FR-SQD-37", "FR-DIF-06")
def luck_of(member: Member, switches: Switches) -> int:
    """One for the main character, and what options give known personalities."""
    if member.luck is not None:
        return member.luck
    own = squad_tables().luck_of_main_character if member.is_main_character else 0
    return own + (luck_of_personalities(switches) if member.is_personality else 0)


# ---- The platoon behind the squad ---------------------------------------------------------------


@rule("FR-MIS-22")
def remember_platoon(stock: Stock, squad: Squad) -> None:
    """The battle keeps the two of the platoon in mind, outside the squad."""
    stock.platoon_leader = msgspec.structs.replace(squad.platoon_leader, weapons=())
    stock.platoon_sergeant = msgspec.structs.replace(squad.platoon_sergeant, weapons=())


@rule("FR-SQD-06", "FR-SQD-07", "FR-SQD-43")
def platoon_leader(state: Battle) -> Soldier:
    """The platoon leader, with Leadership, pistol, assault rifle and hand grenades."""
    return _officer(state, "PL", LEADER, state.stock.platoon_leader)


@rule("FR-SQD-06", "FR-SQD-07", "FR-SQD-43")
def platoon_sergeant(state: Battle) -> Soldier:
    """The platoon sergeant, armed like the squad leader."""
    return _officer(state, "PS", SERGEANT, state.stock.platoon_sergeant)


def _officer(state: Battle, id: str, position: str, known: Member | None) -> Soldier:
    known = known or Member(name=position)
    member = msgspec.structs.replace(known, position=position, weapons=squad_tables().weapons.leaders)
    soldier = new_soldier(id, member, state.switches)
    soldier.seat = state.seats[0]
    return soldier
