"""What players call cards, models, Rotters, sections and seats."""

from __future__ import annotations

from sandtable.books.lands_of_ruin.state import Battle, Card, Seat
from sandtable.books.lands_of_ruin.tables.places import map_of


def name_of(card: Card) -> str:
    """The name on the card."""
    return card.name


def called(state: Battle, id: str) -> str:
    """A card by its name, a model of a cohort by its number, a Rotter or machine by its kind; else the id."""
    if (found := state.cards.get(id)) is not None:
        twin = sum(one.name == found.name for one in state.cards.values()) > 1
        return f"{found.name} ({found.seat})" if twin else found.name
    if (rotter := state.rotters.get(id)) is not None:
        return f"{rotter.kind} {rotter.id}"
    if (machine := state.machines.get(id)) is not None:
        return machine.kind
    if (cohort := state.cards.get(id.rpartition(".")[0])) is not None:
        return f"{called(state, cohort.id)} {id.rpartition('.')[2]}"
    if (thing := state.scenario.things.get(id)) is not None:
        return thing.kind
    return id


def section_called(state: Battle, section: int) -> str:
    """A section by number and name."""
    named = next((one.name for one in map_of(state.map).sections if one.number == section), "")
    return f"section {section}, {named}" if named else "no section"


def seat_called(state: Battle, seat: Seat) -> str:
    """A player by the band."""
    side = state.sides.get(seat)
    return seat if side is None else f"{side.team or side.tribe} ({seat})"
