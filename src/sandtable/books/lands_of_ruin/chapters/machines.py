"""Machines of the old war: they come when the ruins are loud enough, and are run by the console."""

from __future__ import annotations

from sandtable.books.lands_of_ruin.chapters.attacking.carrying_out import strike
from sandtable.books.lands_of_ruin.chapters.morale import hearten
from sandtable.books.lands_of_ruin.chapters.roll_to_hit import SIDES, is_critical, needed
from sandtable.books.lands_of_ruin.chapters.suppression import suppress
from sandtable.books.lands_of_ruin.chapters.threat import threat_level
from sandtable.books.lands_of_ruin.modifiers import DEFENCE, Shot
from sandtable.books.lands_of_ruin.state import Battle, Hit, Machine
from sandtable.books.lands_of_ruin.surface import surface
from sandtable.books.lands_of_ruin.tables.charts import area_items, rotter_tables
from sandtable.books.lands_of_ruin.tables.machines import MachineRow, machines
from sandtable.books.lands_of_ruin.windows import (
    AREA_CAUGHT,
    MACHINE_HIT,
    ROTTERS_ARRIVED,
    ROTTERS_ATTACKED,
    WINDOWS,
    AreaCaught,
    MachineHit,
)
from sandtable.kernel import For, Modifier, Moment, Play, rule
from sandtable.kernel.dice import each

SIGHT = 24.0
"""LR-NPC-04: so far it fires."""
DESTROYED, POWER = 40, 20
"""LR-NPC-05"""


@rule("LR-NPC-01", "LR-NPC-03", "LR-THR-08")
def due(state: Battle) -> list[MachineRow]:
    """Those that the threat level has woken and that have not come yet; each comes once a game."""
    level = threat_level(state)
    rows = machines().values() if state.switches.machines else ()
    return [one for one in rows if level >= one.wakes_at and one.machine not in state.machines_come]


@WINDOWS.consequence(
    ROTTERS_ARRIVED,
    "machines arrive",
    "LR-NPC-03",
    lambda play, seat, now: seat == now.seat and due(play.state),
)
async def arrive(play: Play[Battle], seat: str, now: Moment, rows: list[MachineRow]) -> None:
    """At an arrival point that is drawn, off all characters like a Rotter; without room it waits."""
    points = [point for edge in rotter_tables().arrival_points.values() for point in edge]
    for row in rows:
        (face,) = await play.roll(1, "arrival of a machine", "LR-NPC-03", sides=len(points), to=())
        machine = Machine(play.state.new_id("M"), row.machine, arrived=play.state.turn)
        if await surface(play.state).machine_arrives(play, machine, points[face - 1]):
            play.state.machines[machine.id] = machine
            play.state.machines_come = (*play.state.machines_come, row.machine)
            cited = (row.rule, "LR-NPC-01", "LR-NPC-03", "LR-THR-08")
            play.tell("machine arrived", *cited, machine=machine.id, what=row.machine, at=machine.at)


@WINDOWS.consequence(
    ROTTERS_ATTACKED,
    "machines act",
    "LR-NPC-04",
    lambda play, seat, now: seat == now.seat and play.state.machines,
    rank=1,
)
@rule("LR-ENV-06", "LR-ENV-03", "LR-NPC-06")
async def act(play: Play[Battle], seat: str, now: Moment, found: dict[str, Machine]) -> None:
    """After the Rotters, whom they ignore: each moves, then fires; who has just come waits."""
    for one in list(found.values()):
        if one.arrived != play.state.turn:
            await surface(play.state).machine_moves(play, one, machines()[one.kind].movement)
            await fire(play, one)


@rule("LR-NPC-04", "LR-NPC-06", "LR-EFF-12", "LR-MODE-05")
async def fire(play: Play[Battle], machine: Machine) -> None:
    """All slots go at the closest that stands in sight within 24 inches; its owner learns what came of it."""
    state, row = play.state, machines()[machine.kind]
    found = await surface(state).machine_sees(play, machine, SIGHT)
    if found is None:
        return
    target, band, cover = found
    hit_on = state.find(target)
    assert hit_on is not None
    card, mode = hit_on[0], row.fire
    cited = ("LR-NPC-04", "LR-NPC-06", row.rule)
    play.tell("machine fires", *cited, machine=machine.id, card=card.id, slots=mode.targets)
    state.noise += mode.noise
    rolled = {card.id: 0}
    for count in range(mode.targets):
        number = needed(state, Shot("shot", mode=mode, target=card, band=band, cover=cover))
        (face,) = await play.roll(
            1, For("machine", machine.id), "LR-NPC-04", "LR-HITR-02", sides=SIDES, need=number,
            reading=each(number.number, SIDES), to=(card.seat,), target=card.id,
        )  # fmt: skip
        is_hit, critical = face >= number.number, is_critical(state, face, number)
        once = count and state.switches.suppression_once_per_target  # LR-SUP-03
        percent = (0 if once else mode.supp_target) + mode.supp_hit * is_hit
        play.tell("slot hit" if is_hit else "slot missed", "LR-NPC-04", "LR-SUP-02", to=(card.seat,),
                  card=machine.id, target=card.id, suppression=percent, critical=critical)  # fmt: skip
        hearten(play, card.seat, "targeted", machine.id)
        suppress(play, card, percent)
        if is_hit:
            hearten(play, card.seat, "hit", machine.id)
            await strike(play, card, Hit("shot", mode.p_li, machine.kind, critical), rolled)


@DEFENCE.source("LR-NPC-02", "LR-HITR-04")
def _of_a_machine(state: Battle, shot: Shot) -> tuple[Modifier, ...] | None:
    """How hard a machine is to hit."""
    if shot.machine is None:
        return None
    return (Modifier(machines()[shot.machine.kind].defence, shot.machine.kind, "LR-NPC-02"),)


@WINDOWS.consequence(MACHINE_HIT, "machine is hit", "LR-NPC-05", lambda play, seat, now: seat == now.seat)
async def is_hit_by(play: Play[Battle], seat: str, now: MachineHit) -> None:
    """By the power of the weapon against its class of armour."""
    await damage(play, now.machine, machines()[now.machine.kind].power_of(now.mode), critical=now.critical)


@WINDOWS.consequence(
    AREA_CAUGHT,
    "machines in an area",
    "LR-NPC-05",
    lambda play, seat, now: (
        seat == now.seat and play.state.machines and area_items()[now.marker.item].against_armour
    ),
)
async def is_caught(play: Play[Battle], seat: str, now: AreaCaught, power: int) -> None:
    """A rocket has one power against all armour; other areas do nothing to it."""
    for id in await surface(play.state).machines_within(play, now.marker):
        await damage(play, play.state.machines[id], power, critical=False)


@rule("LR-NPC-05", "LR-MODE-14")
async def damage(play: Play[Battle], machine: Machine, power: int, *, critical: bool) -> None:
    """At once: a total of 40 and its toughness destroys it, and nothing less does anything."""
    row = machines()[machine.kind]
    if power <= 0 or machine.id not in play.state.machines:
        play.tell("machine unharmed", "LR-NPC-05", machine=machine.id)
        return
    bonus = POWER * (power + critical)
    (face,) = await play.roll(
        1, For("machine damage", machine.id), "LR-NPC-05", sides=100, bonus=bonus, target=machine.id
    )
    if face + bonus < DESTROYED + row.toughness:
        play.tell("machine unharmed", "LR-NPC-05", machine=machine.id)
        return
    play.tell("machine destroyed", "LR-NPC-05", machine=machine.id, what=machine.kind)
    del play.state.machines[machine.id]
