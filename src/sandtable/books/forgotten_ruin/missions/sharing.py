"""Sharing: who commands which soldiers where several play, and who commands the enemy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sandtable.books.forgotten_ruin.chapters.squad.roster import seat_of_team
from sandtable.books.forgotten_ruin.refusals import barred
from sandtable.books.forgotten_ruin.state import Battle, Soldier
from sandtable.books.forgotten_ruin.switches import Switches
from sandtable.books.forgotten_ruin.windows import BATTLE_STARTED, WINDOWS, Moment
from sandtable.kernel import Play, Refused, rule

PAIR = 2
"""Two players have a fire team each; more take turns through the squad (FR-COOP-01)."""


@rule("FR-COOP-01", "FR-COOP-03")
def share_out(
    soldiers: Mapping[str, Soldier],
    seats: Sequence[str],
    switches: Switches,
    commands: Mapping[str, Sequence[str]],
) -> None:
    """A fire team each, the squad leader to the first; an Officer leads the platoon's people alone."""
    leaders = leaders_of(seats, switches)
    for place, one in enumerate(soldiers.values()):
        if one.position.startswith("platoon"):
            one.seat = seats[0]
        elif len(leaders) > PAIR:
            one.seat = leaders[place % len(leaders)]
        else:
            one.seat = seat_of_team(one.team, leaders)
    for seat, ids in commands.items():
        if seat not in leaders:
            raise Refused(barred("leads nobody", seat=seat, known=", ".join(leaders)))
        for id in ids:
            if id not in soldiers:
                raise Refused(barred("no soldier to lead", id=id, known=", ".join(soldiers)))
            if seats[0] not in leaders and soldiers[id].position.startswith("platoon"):
                raise Refused(barred("led by the Officer", id=id))
            soldiers[id].seat = seat


@rule("FR-COOP-03")
def leaders_of(seats: Sequence[str], switches: Switches) -> Sequence[str]:
    """Who commands soldiers of the squad: everybody but the Officer, who is the first."""
    return seats[1:] if switches.coop_officer and len(seats) > 1 else seats


@rule("FR-COOP-03", "FR-COOP-04", "FR-COOP-06", "FR-COOP-08", "FR-COOP-09")
def rules_of_seats(state: Battle) -> tuple[str, ...]:
    """What binds those who play together; dice and limits stay those of the one squad."""
    switches, shared = state.switches, len(state.seats) - bool(state.enemy_seat) > 1
    marks = (
        ("FR-COOP-01", shared),
        ("FR-COOP-03", shared and switches.coop_officer),
        ("FR-COOP-04", shared),
        ("FR-COOP-05", bool(state.enemy_seat)),
        ("FR-COOP-06", bool(state.enemy_seat)),
        ("FR-COOP-08", bool(state.enemy_seat) and switches.alternate_roles),
        ("FR-COOP-09", bool(state.enemy_seat) and shared),
    )
    return tuple(id for id, holds in marks if holds)


@WINDOWS.consequence(
    BATTLE_STARTED,
    "who commands whom",
    "FR-COOP-01",
    lambda play, seat, now: len(play.state.seats) > 1,
    rank=1,
)
async def tell_seats(play: Play[Battle], seat: str, now: Moment) -> None:
    """Everybody knows who leads which soldiers, and who the enemy."""
    state = play.state
    led = {seat: [one.id for one in state.soldiers.values() if one.seat == seat] for seat in state.seats}
    play.tell("seats taken", *rules_of_seats(state), squad=led, enemy=state.enemy_seat)
