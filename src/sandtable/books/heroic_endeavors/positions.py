"""Positions: a situation as people write it with few words, and the whole state as it is written down."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from sandtable.books.heroic_endeavors.adventures.adventure import KINDS
from sandtable.books.heroic_endeavors.adventures.preparing import door_of, model_of, trap_of
from sandtable.books.heroic_endeavors.chapters.movement.riding import seat_riders
from sandtable.books.heroic_endeavors.game_master.fog import begin
from sandtable.books.heroic_endeavors.state import Adventure, Door, Group, Model
from sandtable.books.heroic_endeavors.state.groups import Alertness, Awareness
from sandtable.books.heroic_endeavors.switches import read_switches
from sandtable.books.heroic_endeavors.tables.charts import door_types
from sandtable.books.heroic_endeavors.tables.maps import AdventureRow, DoorOnMap, Person, TrapOnMap, board_of
from sandtable.books.heroic_endeavors.tables.weapons import melee_weapons, ranged_weapons
from sandtable.kernel import refuse
from sandtable.kernel.safe_yaml import convert
from sandtable.table.squares.spaces import Space

PLAIN = {"STR": 1, "PER": 1, "DEX": 1, "MOV": 4, "DP": 2}
"""HE-TYPE-01: a human."""


class ShortForm(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What an author may write; everything has a usual value."""

    models: dict[str, dict[str, Any]]
    """By id: H and C for the party, others for opponents; a record, and any field of the model."""
    map: tuple[str, ...] = ()
    """Rows of the usual legend, the northernmost first; nothing for the map of the adventure."""
    heights: tuple[str, ...] = ()
    depths: dict[str, int] = {}
    doors: tuple[DoorOnMap, ...] = ()
    traps: tuple[TrapOnMap, ...] = ()
    adventure: str = "ember-crypt"
    switches: dict[str, Any] = {}
    active: str = ""
    """Who acts now."""
    order: tuple[tuple[str, ...], ...] = ()
    """Who has an activation after that."""
    step: str = ""
    round: int = 1
    turns: int = 40
    exits: tuple[Space, ...] = ()
    lying: dict[str, Space] = {}
    thrown: dict[str, int] = {}
    ceiling: Literal["low", "open"] = "low"
    awareness: Awareness = "alerted"
    alertness: Alertness = "alert"


RECORD = frozenset(Person.__struct_fields__) - {"id"}


def read_position(position: Mapping[str, Any]) -> Adventure:
    """The state of a position: the whole form where it says `board`, else the short one."""
    if "board" in position:
        return convert(dict(position), Adventure, "position")
    form = convert(dict(position), ShortForm, "position")
    if form.adventure not in KINDS:
        raise refuse("HE-ADV-01", "position: there is no such adventure.", f"Known: {', '.join(KINDS)}.")
    row = _map_of(form)
    state = Adventure(
        board_of(row), form.adventure, read_switches(form.switches),
        doors={one.id: door_of(one) for one in row.doors},
        traps={one.id: trap_of(one) for one in form.traps}, exits=form.exits or row.exits,
        lying=form.lying, thrown=form.thrown, ceiling=form.ceiling,
        turns=form.turns, round=form.round, active=form.active, order=form.order,
        ranks=form.order, step=form.step or ("act" if form.active else "activate"),
    )  # fmt: skip
    _refuse_unknown_doors(state.doors)
    for id, fields in form.models.items():
        state.models[id] = _model(state, id, fields)
    seat_riders(state)
    _refuse_misplaced(state)
    for model in state.models.values():
        if model.group:
            state.groups.setdefault(model.group, Group(model.group, form.awareness, form.alertness))
    begin(state)
    return state


def _map_of(form: ShortForm) -> AdventureRow:
    row = KINDS[form.adventure].row
    if not form.map:
        return row
    return msgspec.structs.replace(
        row,
        rows=form.map,
        heights=form.heights,
        depths=form.depths,
        doors=form.doors,
        like={"+": "."},
        exits=(),
    )


def _refuse_unknown_doors(doors: Mapping[str, Door]) -> None:
    for id, door in doors.items():
        if door.type not in door_types():
            raise refuse(
                "HE-DOOR-04",
                f"position, doors.{id}: there is no such type.",
                f"Types: {', '.join(door_types())}.",
            )


def _model(state: Adventure, id: str, fields: Mapping[str, Any]) -> Model:
    """A plain human, with what the author says of it."""
    party = id[:1] in ("H", "C")
    role = {"H": "hero", "C": "cohort"}.get(id[:1], "opponent")
    usual: dict[str, Any] = {
        "name": id, "role": role, "profile": "human", "facing": "N", "at": [0, 0], "fate": 0,
        **({} if party else {"group": "guards", "behaviour": "brute"}),
    }  # fmt: skip
    record = {key: one for key, one in fields.items() if key in RECORD}
    traits = {**PLAIN, **record.pop("traits", {})}
    person = convert({"id": id, **usual, **record, "traits": traits}, Person, f"position, models.{id}")
    _refuse_unknown_weapons(person)
    model = model_of(state, person, "party" if party else "opponents")
    model.seat = state.seats[0] if party else ""
    changed = {key: one for key, one in fields.items() if key not in RECORD}
    given = {**msgspec.to_builtins(model), **changed}
    if "arms" in changed:
        given["arms"] = {**msgspec.to_builtins(model.arms), **changed["arms"]}
    return convert(given, Model, f"position, models.{id}")


def _refuse_unknown_weapons(person: Person) -> None:
    unknown = [one for one in person.melee if one not in melee_weapons()]
    unknown += [one for one in person.ranged if one not in ranged_weapons()]
    if unknown:
        raise refuse(
            "HE-WTAB-01", f"position, models.{person.id}: no such weapon.", "Name one of the tables."
        )


def _refuse_misplaced(state: Adventure) -> None:
    taken: dict[Space, str] = {}
    for model in state.on_board():
        for at in model.spaces:
            if not state.board.has(at):
                raise refuse(
                    "HE-GEO-01", f"position, models.{model.id}: it is off the map.", "Place it on the map."
                )
            if at in taken and not model.shares_base(state.models[taken[at]]):
                reason = f"position, models.{model.id}: {taken[at]} is there already."
                raise refuse("HE-GEO-01", reason, "Give each model a space of its own.")
            taken[at] = model.id


def write_position(state: Adventure) -> dict[str, Any]:
    """The whole situation as plain data."""
    position: dict[str, Any] = msgspec.to_builtins(state)
    return position
