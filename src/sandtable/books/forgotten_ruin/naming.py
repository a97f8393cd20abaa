"""What players call figures, mobs and things: by name and number, as they would say it at the table."""

from __future__ import annotations

import re

from sandtable.binding.words import joined
from sandtable.books.forgotten_ruin.data import read_data
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Figure, Mob
from sandtable.kernel import rule

NUMBERED = re.compile(r"^M(\d+)(?:\.(\d+))?$")
"""The id of a mob, or of a figure in one."""
THING = re.compile(r"^(item|intel|cargo) O\d+(?:\.\d+)?$")
"""Something that an Objective is about, with the Objective it belongs to."""


one_of_many = read_data.later("names.yaml", dict[str, str])
"""What one of many is called."""


def called(state: Battle, id: str) -> str:
    """A figure, mob, Objective, marker or feature as players call it."""
    figure = state.soldiers.get(id) or state.enemies.get(id)
    if figure is not None:
        return name_of(state, figure)
    if id in state.mobs:
        return mob_called(state, state.mobs[id])
    if id in state.objectives:
        return state.objectives[id].type
    if (thing := THING.match(id)) is not None:
        return f"the {thing[1]}"
    if id in state.markers:
        return f"the {state.markers[id].kind} marker"
    piece = next((one for one in state.ground.pieces if one.id == id), None)
    return id if piece is None else f"the {piece.kind}"


def name_of(state: Battle, figure: Figure) -> str:
    """A figure by its name; one of a mob by its kind and number: "Orc 3 of mob 1"."""
    if figure.name == figure.id:
        return figure.id
    if isinstance(figure, Enemy) and figure.mob and (number := NUMBERED.match(figure.id)):
        return f"{_single(figure.name)} {number[2]} of mob {number[1]}"
    if _is_only(state, figure):
        return figure.name
    return f"{figure.name} {figure.id.lstrip('BV') if isinstance(figure, Enemy) else figure.id}"


@rule("FR-LOOT-40")
def item_called(name: str) -> str:
    """An item by its name; a potion of which nobody knows what it is has none."""
    return "unidentified potion" if name == "Potion of Unidentified" else name


def mob_called(state: Battle, mob: Mob) -> str:
    """A mob by its kind and number: "Orcs 1"."""
    number = NUMBERED.match(mob.id)
    shown: dict[str, str] = state.mission.enemy_names
    return f"{shown.get(mob.type, mob.type)} {mob.id if number is None else number[1]}"


def unit_called(state: Battle, figure: Figure) -> str:
    """The mob of a figure, or the figure where it stands alone."""
    if isinstance(figure, Enemy) and figure.mob in state.mobs:
        return mob_called(state, state.mobs[figure.mob])
    return name_of(state, figure)


def counted(state: Battle, figures: list[Figure]) -> str:
    """Many figures in few words: "4 of Orcs 1, 2 of Orcs 2 and Sphinx"."""
    found: dict[tuple[bool, str], int] = {}
    for one in figures:
        is_many = isinstance(one, Enemy) and one.mob in state.mobs
        named = (is_many, unit_called(state, one) if is_many else name_of(state, one))
        found[named] = found.get(named, 0) + 1
    return joined([f"{many} of {name}" if is_many else name for (is_many, name), many in found.items()])


def _single(name: str) -> str:
    """One of many: "Orc", "Orc champion"."""
    for many, one in one_of_many().items():
        if name == many or name.startswith(f"{many} "):
            return f"{one}{name[len(many) :]}"
    return name


def _is_only(state: Battle, figure: Figure) -> bool:
    """Whether nobody else bears the name."""
    others = state.enemies.values() if isinstance(figure, Enemy) else state.soldiers.values()
    return all(one.name != figure.name or one.id == figure.id for one in others)
