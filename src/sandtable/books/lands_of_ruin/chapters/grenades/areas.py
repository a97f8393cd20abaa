"""Areas: how they grow and fade in the Environment phases, whom they catch, and the rolls against them."""

from __future__ import annotations

import msgspec

from sandtable.books.lands_of_ruin.chapters.attacking.carrying_out import strike
from sandtable.books.lands_of_ruin.chapters.effects import gain, lose
from sandtable.books.lands_of_ruin.chapters.grenades.throwing import STRIKE
from sandtable.books.lands_of_ruin.chapters.morale import hearten
from sandtable.books.lands_of_ruin.chapters.suppression import suppress
from sandtable.books.lands_of_ruin.chapters.threat import add_noise
from sandtable.books.lands_of_ruin.state import AreaMarker, Battle, Card, Effect, Entry, Hit
from sandtable.books.lands_of_ruin.surface import surface
from sandtable.books.lands_of_ruin.surface.measuring import on_its_way
from sandtable.books.lands_of_ruin.tables.charts import AreaItem, DeviceRow, area_items, devices
from sandtable.books.lands_of_ruin.windows import (
    ACTION_PHASE_BEGINS,
    AREA_CAUGHT,
    ENVIRONMENT_BEGINS,
    MODEL_MOVED,
    ROTTER_MOVED,
    TURN_ENDED,
    WINDOWS,
    AreaCaught,
    Moved,
    Walked,
)
from sandtable.kernel import For, Modifier, Moment, Needed, Play, rule
from sandtable.kernel.dice import each

AREAS = {"Smoke Grenade": ("LR-GREN-15",), "Flash Grenade": ("LR-GREN-16",), "Gas Grenade": ("LR-GREN-17",)}
EXPLOSION = 5
"""LR-GREN-23: what a D20 must reach against somebody without armour."""


@WINDOWS.consequence(
    ENVIRONMENT_BEGINS, "areas change", "LR-GREN-06", lambda play, seat, now: seat == now.seat
)
async def change(play: Play[Battle], seat: str, now: Moment) -> None:
    """Every marker takes its next radius; then everybody in it is exposed, before any Rotter moves."""
    state = play.state
    for card in state.cards.values():
        card.crossed = ()
    # A position may hold one that has had its last radius and waits to be taken off.
    growing = [one for one in state.areas.values() if one.age < len(area_items()[one.item].radius)]
    for marker in growing:
        await _grow(play, marker)
    for marker in growing:
        if marker.item == STRIKE:
            if marker.spent:
                await _strikes(play, marker)
        elif marker.radius > 0.0:
            await _catch(play, marker)


@rule("LR-GREN-06", "LR-GREN-07", "LR-GREN-08", "LR-GREN-14", "LR-GREN-20")
async def _grow(play: Play[Battle], marker: AreaMarker) -> None:
    """It is one phase older; the first radius above 0 is heard, for no character, in its section."""
    state, row = play.state, area_items()[marker.item]
    before = marker.radius
    marker.radius = row.radius[marker.age]
    marker.age += 1
    marker.spent = marker.age == len(row.radius)
    strikes = row.section and marker.spent
    if (
        strikes
        or row.is_noisemaker
        or (marker.radius and not before and not any(row.radius[: marker.age - 1]))
    ):
        add_noise(state, state.active, marker.section, row.noise)
    if not row.section:
        cited = ("LR-GREN-06", "LR-GREN-07" if marker.radius else "LR-GREN-08", "LR-GREN-14")
        play.tell(
            "area changed", *cited, *AREAS.get(marker.item, ("LR-GREN-20",)), marker=marker.id,
            item=marker.item, radius=marker.radius, left=len(row.radius) - marker.age,
        )  # fmt: skip


@rule("LR-GREN-09", "LR-GREN-12", "LR-GREN-16", "LR-GREN-17")
async def _catch(play: Play[Battle], marker: AreaMarker) -> None:
    """Characters are exposed; Rotters in a deadly area are removed; a flash blinds without a roll."""
    state, row = play.state, area_items()[marker.item]
    for one in await surface(state).exposed(play, marker):
        if row.power is not None and not _is_masked(state.cards[one.card], marker):
            expose(play, one)
        elif row.power is None and row.adds:
            suppress(play, state.cards[one.card], row.suppression)
            gain(play, state.cards[one.card], row.adds)
    if row.deadly:
        for rotter in await surface(state).rotters_within(play, marker):
            burn(play, rotter, marker.item)
    await WINDOWS.open(play, AREA_CAUGHT, AreaCaught(state.active, marker))


@rule("LR-GREN-17")
def _is_masked(card: Card, marker: AreaMarker) -> bool:
    """Gas does not reach whoever has a Gas Mask."""
    return marker.item == "Gas Grenade" and card.own.items.get("Gas Mask", 0) > 0


@rule("LR-GREN-24", "LR-GREN-18")
async def _strikes(play: Play[Battle], marker: AreaMarker) -> None:
    """Everybody in the section is suppressed at once and exposed, and all its Rotters are removed."""
    state, row = play.state, area_items()[marker.item]
    marker.caller = ""
    play.tell("strike lands", "LR-GREN-24", reveals=True, section=marker.section)
    for card in state.cards.values():
        inside = [one for one in card.models.values() if one.section == marker.section]
        if card.where == "table" and inside:
            suppress(play, card, row.suppression)
            for model in inside:
                expose(play, Entry(card.id, model.id, marker.item, marker.id))
    for rotter in [one.id for one in state.rotters.values() if one.section == marker.section]:
        burn(play, rotter, marker.item)


@rule("LR-GREN-10", "LR-GREN-18", "LR-ENV-04")
def expose(play: Play[Battle], entry: Entry, *why: str) -> None:
    """Once for each marker and phase; of somebody hidden its owner alone is told."""
    state = play.state
    if entry in state.entries:
        return
    card = state.cards[entry.card]
    state.entries = (*state.entries, entry)
    card.entered = {**card.entered, entry.kind: card.entered.get(entry.kind, 0) + 1}
    told = (card.seat,) if card.hidden else None
    cited = ("LR-GREN-09", "LR-GREN-10", "LR-GREN-18" if card.hidden else "LR-GREN-19", *why)
    play.tell("exposed", *cited, to=told, reveals=True, card=card.id, item=entry.kind)


@rule("LR-GREN-12")
def burn(play: Play[Battle], rotter: str, item: str) -> None:
    """A Rotter is taken off."""
    if play.state.rotters.pop(rotter, None) is not None:
        play.tell("Rotter destroyed", "LR-GREN-12", reveals=True, rotter=rotter, item=item)


# Ways through areas, and their end


@WINDOWS.consequence(
    MODEL_MOVED, "areas on the way", "LR-GREN-11", lambda play, seat, now: seat == now.card.seat
)
@rule("LR-MOV-17", "LR-GREN-05", "LR-GREN-11")
async def cross(play: Play[Battle], seat: str, now: Moved) -> None:
    """A way that touches a current area marks the model, whatever becomes of the area."""
    state = play.state
    for marker in state.areas.values():
        row = area_items()[marker.item]
        if marker.at is None or marker.radius <= 0.0 or row.power is None:
            continue
        if on_its_way(now.path, marker.at, marker.radius) and not _is_masked(now.card, marker):
            now.card.crossed = tuple(dict.fromkeys((*now.card.crossed, marker.id)))
            expose(play, Entry(now.card.id, now.model, marker.item, marker.id), "LR-GREN-11", "LR-MOV-17")


@WINDOWS.consequence(
    ROTTER_MOVED, "areas on a Rotter's way", "LR-GREN-12", lambda play, seat, now: seat == now.seat
)
async def cross_as_rotter(play: Play[Battle], seat: str, now: Walked) -> None:
    """A Rotter that moves through a deadly area is removed."""
    for marker in play.state.areas.values():
        is_deadly = area_items()[marker.item].deadly and marker.radius > 0.0
        if marker.at is not None and is_deadly and on_its_way(now.path, marker.at, marker.radius):
            burn(play, now.rotter, marker.item)


@WINDOWS.consequence(
    ACTION_PHASE_BEGINS, "markers go", "LR-GREN-13", lambda play, seat, now: seat == now.seat
)
async def clear(play: Play[Battle], seat: str, now: Moment) -> None:
    """Whatever had its last radius in the Environment phase before is taken off."""
    state = play.state
    for marker in [one for one in state.areas.values() if one.spent]:
        del state.areas[marker.id]
        play.tell("area gone", "LR-GREN-13", reveals=True, marker=marker.id, item=marker.item)


@WINDOWS.consequence(TURN_ENDED, "sight comes back", "LR-GREN-16", lambda play, seat, now: seat == now.seat)
async def see_again(play: Play[Battle], seat: str, now: Moment) -> None:
    """Blinded lasts through the owner's next Action phase, and not only the one in which it came."""
    for card in play.state.team(seat):
        found = next((one for one in card.own.effects if one.name == "Blinded"), None)
        if found is not None and found.fresh:
            rest = tuple(one for one in card.own.effects if one is not found)
            kept: Effect = msgspec.structs.replace(found, fresh=False)
            card.own.effects = (*rest, kept)
        elif found is not None:
            lose(play, card, "Blinded")


# The rolls at the end of the phase


@rule("LR-GREN-23", "LR-DEF-04")
def against_explosion(card: Card) -> Needed:
    """5 and the explosive defence of all armour worn; nothing else counts."""
    armour = card.profile.armour("explosive")
    return Needed(EXPLOSION, "LR-GREN-23", (Modifier(armour, "armour", "LR-DEF-02"),) if armour else ())


def _row_of(kind: str) -> AreaItem | DeviceRow:
    return area_items().get(kind) or devices()[kind]


@rule("LR-ENV-07")
def age_of(state: Battle, entry: Entry) -> int:
    """Where an exposure stands among those of a card: by the age of the marker, devices last."""
    ids = list(state.areas)
    if entry.by in ids:
        return ids.index(entry.by) + 1
    return 0 if entry.kind in area_items() else len(ids) + 1


@rule("LR-GREN-23", "LR-GREN-25", "LR-ENV-07", "LR-EFF-12")
async def roll_exposure(play: Play[Battle], entry: Entry) -> None:
    """A hit suppresses and waits; entries on the dead are dropped; only the owner learns of it."""
    state, card, row = play.state, play.state.cards[entry.card], _row_of(entry.kind)
    if card.own.has("Dead") or not card.models:
        return
    hearten(play, card.seat, "exposed", entry.by)
    number = against_explosion(card)
    if state.switches.explosives_roll:
        (face,) = await play.roll(
            1, For("explosion", card.id), "LR-GREN-23", "LR-DEF-04", sides=20, need=number,
            reading=each(number.number), to=(card.seat,), target=card.id,
        )  # fmt: skip
        if face < number.number:
            play.tell("explosion missed", "LR-GREN-23", to=(card.seat,), card=card.id, item=entry.kind)
            return
    play.tell("explosion hit", "LR-GREN-23", to=(card.seat,), card=card.id, item=entry.kind)
    hearten(play, card.seat, "exposure hit", entry.by)
    suppress(play, card, row.suppression)
    sets_alight = isinstance(row, AreaItem) and row.adds == "On Fire"
    await strike(play, card, Hit("explosion", row.power or 1, entry.kind, sets_alight=sets_alight), {})
