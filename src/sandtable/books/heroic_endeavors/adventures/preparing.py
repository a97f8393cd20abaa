"""The state before the first turn: map, party, opponents, who plays whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from sandtable.books.heroic_endeavors.adventures.adventure import KINDS
from sandtable.books.heroic_endeavors.chapters.arms import ready_arms
from sandtable.books.heroic_endeavors.chapters.fate import starting_fate
from sandtable.books.heroic_endeavors.chapters.movement.riding import seat_riders
from sandtable.books.heroic_endeavors.chapters.traits import protection
from sandtable.books.heroic_endeavors.designing import (
    faults_of,
    people_of,
    read_party,
    refuse_faults,
    verdict_on,
)
from sandtable.books.heroic_endeavors.game_master.fog import begin
from sandtable.books.heroic_endeavors.state import Adventure, Arcana, Door, Feature, Group, Model, Trap
from sandtable.books.heroic_endeavors.state.models import Side
from sandtable.books.heroic_endeavors.switches import Switches, read_switches
from sandtable.books.heroic_endeavors.tables.charts import door_types
from sandtable.books.heroic_endeavors.tables.maps import (
    AdventureRow,
    DoorOnMap,
    GroupOnMap,
    Person,
    TrapOnMap,
    board_of,
)
from sandtable.books.heroic_endeavors.tables.movement import why_not_mov
from sandtable.kernel import Refused, refuse, rule
from sandtable.kernel.offers import ForceVerdict

USUAL = "ember-hall"
SEATS = ("A", "B", "C", "D", "E")
MOST_PLAYERS = 4
"""HE-ADV-10: one to four players; a Game Master sits after them."""
SHOOTS_FIRST = ("shooter", "guard", "leader")
"""HE-ADV-02: behaviours that begin with the ranged weapon in hand."""


@rule("HE-ADV-01", "HE-ADV-02", "HE-GEO-02", "HE-GEO-03")
def prepare(scenario: str | None, seats: Mapping[str, Any], options: Mapping[str, Any]) -> Adventure:
    """Everybody on their printed spaces; the players share the party between them."""
    id = scenario or USUAL
    if id not in KINDS:
        raise refuse("HE-ADV-01", f'There is no adventure "{id}".'[:120], f"Adventures: {', '.join(KINDS)}.")
    switches = read_switches(options)
    players, master = _around(tuple(seats) or SEATS[:1], switches)
    row = KINDS[id].row
    state = Adventure(
        board_of(row), id, switches, players, master,
        doors={one.id: door_of(one) for one in row.doors},
        features={
            one.id: Feature(**msgspec.structs.asdict(one)) for one in row.features
        },
        traps={one.id: trap_of(one) for one in row.traps},
        groups={one.id: group_of(one) for one in row.groups},
        exits=row.exits, back_doors=row.back_doors, turns=row.turns, ceiling=row.ceiling,
    )  # fmt: skip
    for one in (*row.party, *row.opponents):
        if (refusal := why_not_mov(one.name, one.gait, one.traits.MOV)) is not None:
            raise Refused(refusal)
    for one in _party(row, players, seats):
        state.models[one.id] = model_of(state, one, "party")
    for one in row.opponents:
        state.models[one.id] = model_of(state, one, "opponents")
        state.models[one.id].seat = master
    for one in row.neutrals:
        state.models[one.id] = model_of(state, one, "nobody")
    seat_riders(state)
    share(state, players)
    begin(state)
    return state


@rule("HE-ADV-12", "HE-ADV-22", "HE-ADV-32", "HE-ADV-02")
def _party(row: AdventureRow, players: Sequence[str], seats: Mapping[str, Any]) -> tuple[Person, ...]:
    """The printed one, or own characters of the first seat that brings some."""
    for seat in players:
        party = read_party(seats.get(seat))
        if party is not None:
            refuse_faults(party, len(row.party))
            return people_of(party, row.party)
    return row.party


def check_party(force: Any, options: Mapping[str, Any], against: Sequence[Any] = ()) -> ForceVerdict:
    """Whether own characters may go on the usual adventure, with every reason against them."""
    try:
        party = read_party(force)
    except Refused as refused:
        return ForceVerdict(False, reasons=refused.refusals)
    if party is None:
        return ForceVerdict(True, "the printed party")
    reasons = list(faults_of(party, len(KINDS[USUAL].row.party)))
    alone = {name: one for name, one in options.items() if name != "game_master"}
    state = None if reasons else prepare(None, {SEATS[0]: msgspec.to_builtins(party)}, alone)
    return verdict_on(party, reasons, state)


@rule("HE-AGM-01", "HE-ADV-10")
def _around(seats: tuple[str, ...], switches: Switches) -> tuple[tuple[str, ...], str]:
    """Who plays the party, and who is the Game Master: the last seat, if a person shall be."""
    has_master = switches.game_master == "human"
    players = seats[:-1] if has_master else seats
    if seats != SEATS[: len(seats)] or not 1 <= len(players) <= MOST_PLAYERS:
        reason = "An adventure has one to four players" + (" and a Game Master." if has_master else ".")
        raise refuse("HE-ADV-10", reason, "Take the seats A, then B, C, D; the last is the Game Master's.")
    return players, seats[-1] if has_master else ""


@rule("HE-TRAP-01", "HE-ADV-15", "HE-ADV-25", "HE-ADV-35")
def trap_of(row: TrapOnMap) -> Trap:
    """A trap that waits."""
    return Trap(row.id, row.triggers, row.kind, row.difficulty, row.lethality, row.wakes, row.resets)


@rule("HE-AGM-02", "HE-AGM-03")
def group_of(row: GroupOnMap) -> Group:
    """A group as it is at the start; noise alerts it unless it has doors of its own to wake it."""
    hears = row.hears or not row.doors
    return Group(row.id, row.start, row.alertness, row.doors, hears, row.wakes_at)


@rule("HE-DOOR-01", "HE-ADV-14", "HE-ADV-24", "HE-ADV-34")
def door_of(row: DoorOnMap) -> Door:
    """A door as it stands at the start."""
    lock = row.lock
    door = Door(row.id, row.at, row.type, row.state)  # type: ignore[arg-type]
    known = door_types().get(row.type)
    door.dp = known.dp if known is not None else 1
    if lock is not None:
        door.key, door.lock, door.difficulty = lock.key, lock.kind, lock.difficulty
        door.hacking = lock.hacking
    return door


@rule("HE-SHT-01", "HE-TRT-10", "HE-TRT-19", "HE-FATE-01", "HE-ADV-02")
def model_of(state: Adventure, row: Person, side: Side) -> Model:
    """A model as its record has it, with its weapons at hand."""
    shoots = row.behaviour in SHOOTS_FIRST or (not row.behaviour and bool(row.ranged))
    return Model(
        row.id, row.name, row.role, side, row.profile, row.traits, "", row.at, row.facing, "board",
        row.traits.DP, starting_fate(state, row.fate), protection(row.armour, row.shield, row.natural),
        ready_arms(
            row.melee, row.ranged, shield=row.shield != "none", shoots=shoots, grenades=row.grenades
        ),
        arcana=Arcana(row.traits.ARC),
        skills=row.skills, powers=row.powers, gear=row.gear, small=row.small, living=row.living,
        handless=row.handless, group=row.group, behaviour=row.behaviour, controller=row.controller,
        post=row.at if row.behaviour == "guard" else None,
        stays=row.stays, size=row.base, gait=row.gait,
        rides=row.rides, afoot=row.base, is_vehicle=row.is_vehicle,
    )  # fmt: skip


@rule("HE-ADV-02")
def share(state: Adventure, players: Sequence[str]) -> None:
    """Heroes go round the players; cohorts of one profile go to one of them, so that they may be a unit."""
    party = [one for one in state.models.values() if one.side == "party"]
    heroes = [one for one in party if one.role == "hero"]
    for number, model in enumerate(heroes):
        model.seat = players[number % len(players)]
    profiles = list(dict.fromkeys(one.profile for one in party if one.role == "cohort"))
    for model in party:
        if model.role == "cohort":
            model.seat = players[(len(heroes) + profiles.index(model.profile)) % len(players)]
