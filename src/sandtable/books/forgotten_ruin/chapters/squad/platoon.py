"""The platoon behind the squad: its leader and its senior sergeant, who come when a rule sends them."""

from __future__ import annotations

from sandtable.books.forgotten_ruin.chapters.squad.roster import Member, Squad, new_soldier
from sandtable.books.forgotten_ruin.chapters.squad.squad_tables import squad_tables
from sandtable.books.forgotten_ruin.state import Battle, Soldier
from sandtable.kernel.citation import rule

PLATOON = "platoon"
"""Where a battle keeps the names of the two, in what the campaign hands over."""
LEADER, SERGEANT = "platoon leader", "platoon sergeant"


def remember_platoon(state: Battle, squad: Squad) -> None:
    """The battle keeps the two of the platoon in mind, outside the squad."""
    state.extra = {
        **state.extra,
        PLATOON: {LEADER: squad.platoon_leader.name, SERGEANT: squad.platoon_sergeant.name},
    }


@rule("FR-SQD-06", "FR-SQD-07", "FR-SQD-43")
def platoon_leader(state: Battle) -> Soldier:
    """The platoon leader, with Leadership, pistol, assault rifle and hand grenades."""
    return _officer(state, "PL", LEADER)


@rule("FR-SQD-06", "FR-SQD-07", "FR-SQD-43")
def platoon_sergeant(state: Battle) -> Soldier:
    """The platoon sergeant, armed like the squad leader."""
    return _officer(state, "PS", SERGEANT)


def _officer(state: Battle, id: str, position: str) -> Soldier:
    name = state.extra.get(PLATOON, {}).get(position, position)
    member = Member(name=name, position=position, weapons=squad_tables().weapons.leaders)
    soldier = new_soldier(id, member, state.switches)
    soldier.seat = state.seats[0]
    return soldier
