"""What players call models, doors, features and seats."""

from __future__ import annotations

from sandtable.books.heroic_endeavors.state import Adventure, Model
from sandtable.table.squares.spaces import Facing, Space
from sandtable.table.squares.surface import name as space_called

__all__ = ["SIDES", "called", "name_of", "seat_called", "space_called", "things_at"]

SIDES: dict[Facing, str] = {"N": "north", "E": "east", "S": "south", "W": "west"}


def name_of(state: Adventure, model: Model) -> str:
    """A model by its name, with its number where several are called alike."""
    met = [id for id in state.fog.met if id in state.models]
    ids = met if model.id in met else [*met, *(one for one in state.models if one not in met)]
    like = [id for id in ids if state.models[id].name == model.name and state.models[id].side == model.side]
    return f"{model.name} {like.index(model.id) + 1}" if len(like) > 1 else model.name


def called(state: Adventure, id: str) -> str:
    """Whoever or whatever has an id; else the word itself."""
    if (model := state.models.get(id)) is not None:
        return name_of(state, model)
    if (door := state.doors.get(id)) is not None:
        return f"the door at {space_called(door.at)}"
    if (trap := state.traps.get(id)) is not None:
        return f"the {trap.kind}"
    if (feature := state.features.get(id)) is not None:
        return f"the {feature.name}"
    return id


def seat_called(state: Adventure, seat: str) -> str:
    """A player by whom it plays."""
    if seat and seat == state.master:
        return "The Game Master"
    heroes = [one.name for one in state.models.values() if one.seat == seat and one.role == "hero"]
    return "The party" if len(state.seats) == 1 else " and ".join(heroes) or seat


def things_at(state: Adventure, space: Space) -> list[str]:
    """What lies in a space."""
    return [name for name, at in state.lying.items() if at == space]
