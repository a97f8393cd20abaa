"""What is wrong with a situation that somebody has written: names no table has, places off the table."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.books.lands_of_ruin.naming import name_of
from sandtable.books.lands_of_ruin.scenarios.scenario import KINDS
from sandtable.books.lands_of_ruin.state import Battle, Card, Machine, Model, Rotter
from sandtable.books.lands_of_ruin.surface import surface
from sandtable.books.lands_of_ruin.tables.arms import items, weapons
from sandtable.books.lands_of_ruin.tables.charts import actions, area_items, devices, effects
from sandtable.books.lands_of_ruin.tables.machines import machines
from sandtable.books.lands_of_ruin.tables.people import cohorts, heroes
from sandtable.books.lands_of_ruin.tables.places import MAPS, map_of
from sandtable.kernel import Refusal


def faults_of(state: Battle) -> Iterator[Refusal]:
    """Every fault, each with its rule."""
    yield from _of_the_game(state)
    if state.map not in MAPS:
        return
    for card in state.cards.values():
        yield from _of_card(state, card)
    for rotter in state.rotters.values():
        yield from _of_place(state, rotter.id, rotter)
    for machine in state.machines.values():
        yield from _of_place(state, machine.id, machine)
        if machine.kind not in machines():
            yield _unknown("LR-NPC-02", machine.id, machine.kind)
    for marker in state.areas.values():
        row = area_items().get(marker.item)
        if row is None:
            yield _unknown("LR-GREN-07", marker.id, marker.item)
        elif not 0 <= marker.age <= len(row.radius):
            yield Refusal("LR-GREN-06", f"{marker.id} is {marker.age} phases old.", "Make it younger.")
        elif marker.at is None and row.section == 0 and surface(state).knows_places:
            yield Refusal("LR-GREN-02", f"{marker.id} lies nowhere.", "Say where it lies.")
        yield from _not_a_seat(state, marker.caller or state.active, marker.id)
    for device in state.devices.values():
        if device.kind not in devices():
            yield _unknown("LR-GREN-21", device.id, device.kind)
        yield from _not_a_seat(state, device.seat, device.id)
    for one in state.entries:
        card_of_it = state.cards.get(one.card)
        if card_of_it is None or one.model not in card_of_it.models:
            yield _unknown("LR-ENV-04", "an entry", one.card)


def _of_the_game(state: Battle) -> Iterator[Refusal]:
    if state.map not in MAPS:
        yield _unknown("LR-MAP-03", "the battle", state.map)
        return
    if state.scenario.id not in KINDS:
        yield _unknown("LR-SCN-01", "the battle", state.scenario.id)
    if len(state.sides) != 2 and not state.is_solo:
        yield Refusal("LR-MODE-01", f"There are {len(state.sides)} players.", "Have two.")
        return
    for seat in (state.active, state.first, *state.winners):
        yield from _not_a_seat(state, seat, "the battle")
    sections = len(map_of(state.map).sections)
    for counted in (state.sleepers, *(one.noise for one in state.sides.values() if one.noise)):
        if len(counted) != sections or min(counted) < 0:
            yield Refusal("LR-MAP-01", f"There are {sections} sections.", "Give one number for each.")


def _of_card(state: Battle, card: Card) -> Iterator[Refusal]:
    yield from _not_a_seat(state, card.seat, card.id)
    if card.name not in heroes() and card.name not in cohorts() and card.own.made is None:
        yield _unknown("LR-CARD-01", card.id, card.name)
        return
    if not card.models and not card.is_cohort:
        yield Refusal("LR-CARD-01", f"{name_of(card)} has no model.", "Give it one.")
    own = card.own
    tables = (
        ("LR-ACT-01", (*card.orders, *own.orders, *own.hidden_acts), actions()),
        ("LR-EFF-01", [one.name for one in own.effects], effects()),
        ("LR-CONS-01", own.items, items()),
        ("LR-WPN-01", [one for rounds in own.rounds.values() for one in rounds], weapons()),
    )
    for rule, names, table in tables:
        yield from (_unknown(rule, card.id, one) for one in names if one not in table)
    counts = (own.points, own.unspent, own.guard, own.suppression, card.full, *own.items.values())
    if min(counts) < 0 or own.suppression > 100:
        yield Refusal("LR-SUP-01", f"{name_of(card)} has a number that cannot be.", "Count from 0.")
    if card.where == "table":
        for model in card.models.values():
            yield from _of_place(state, model.id, model)


def _of_place(state: Battle, id: str, thing: Model | Rotter | Machine) -> Iterator[Refusal]:
    """On the virtual table everything stands somewhere on it."""
    if not 0 <= thing.section <= len(map_of(state.map).sections):
        yield Refusal("LR-MAP-01", f"{id} is in section {thing.section}.", "Name a section of the map.")
    if not surface(state).knows_places:
        return
    ground = state.ground
    if thing.at is None:
        yield Refusal("LR-MODE-03", f"{id} is nowhere on the table.", "Say where it stands.")
    elif not (0 <= thing.at[0] <= ground.width and 0 <= thing.at[1] <= ground.depth):
        yield Refusal("LR-MODE-11", f"{id} stands off the table.", "Put it on the table.")


def _unknown(rule: str, whose: str, name: str) -> Refusal:
    return Refusal(rule, f"{whose}: no table has {name!r}."[:120], "Name a row of the table.")


def _not_a_seat(state: Battle, seat: str, whose: str) -> Iterator[Refusal]:
    if seat not in state.sides:
        yield Refusal("LR-MODE-01", f"{whose}: nobody sits in {seat!r}."[:120], "Name one of the seats.")
