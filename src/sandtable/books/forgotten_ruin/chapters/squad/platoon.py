"""The platoon behind the squad: its leader and its senior sergeant, who come when a rule sends them."""

from __future__ import annotations

from typing import Any

import msgspec

from sandtable.books.forgotten_ruin.chapters.squad.roster import Member, Squad, new_soldier
from sandtable.books.forgotten_ruin.chapters.squad.squad_tables import squad_tables
from sandtable.books.forgotten_ruin.state import Battle, Soldier
from sandtable.kernel.citation import rule

PLATOON = "platoon"
"""Where a battle keeps the two, in what the campaign hands over: by name, or with what they have become."""
LEADER, SERGEANT = "platoon leader", "platoon sergeant"


def remember_platoon(state: Battle, squad: Squad) -> None:
    """The battle keeps the two of the platoon in mind, outside the squad."""
    state.extra = {
        **state.extra,
        PLATOON: {LEADER: _written(squad.platoon_leader), SERGEANT: _written(squad.platoon_sergeant)},
    }


@rule("FR-MIS-22")
def _written(member: Member) -> Any:
    """An officer by name; one who is a known personality, or more, with all that is known."""
    is_plain = msgspec.structs.replace(member, weapons=()) == Member(
        name=member.name, position=member.position
    )
    return member.name if is_plain else msgspec.to_builtins(member)


@rule("FR-SQD-06", "FR-SQD-07", "FR-SQD-43")
def platoon_leader(state: Battle) -> Soldier:
    """The platoon leader, with Leadership, pistol, assault rifle and hand grenades."""
    return _officer(state, "PL", LEADER)


@rule("FR-SQD-06", "FR-SQD-07", "FR-SQD-43")
def platoon_sergeant(state: Battle) -> Soldier:
    """The platoon sergeant, armed like the squad leader."""
    return _officer(state, "PS", SERGEANT)


def _officer(state: Battle, id: str, position: str) -> Soldier:
    kept = state.extra.get(PLATOON, {}).get(position, position)
    known = Member(name=kept) if isinstance(kept, str) else msgspec.convert(kept, Member)
    member = msgspec.structs.replace(known, position=position, weapons=squad_tables().weapons.leaders)
    soldier = new_soldier(id, member, state.switches)
    soldier.seat = state.seats[0]
    return soldier
