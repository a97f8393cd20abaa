"""Positions: a situation as people write it, with few words, and the whole state as it is written down."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from sandtable.books.lands_of_ruin.position_checks import faults_of
from sandtable.books.lands_of_ruin.scenarios.scenario import KINDS
from sandtable.books.lands_of_ruin.state import (
    AreaMarker,
    Battle,
    Card,
    Device,
    Entry,
    Machine,
    Model,
    Phase,
    Rotter,
    Scenario,
    Side,
    Surroundings,
    Thing,
)
from sandtable.books.lands_of_ruin.surface.measuring import put, section_at
from sandtable.books.lands_of_ruin.switches import read_switches
from sandtable.books.lands_of_ruin.tables.people import cohorts, heroes
from sandtable.books.lands_of_ruin.tables.places import MAPS, fresh_ground, map_of, scenarios
from sandtable.books.lands_of_ruin.teams.preparing import EDGES, SEATS
from sandtable.books.lands_of_ruin.teams.teams import card_of, id_of
from sandtable.kernel import Refused, refuse
from sandtable.kernel.safe_yaml import convert
from sandtable.table import Ground, Piece, Point

STEPS_OF = {
    "action": "action",
    "sync": "sync",
    "command": "damage",
    "environment": "environment",
    "pregame": "start",
}


class ShortForm(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What an author may write; everything has a usual value."""

    cards: dict[str, dict[str, Any]]
    """By id, such as A-Varro: where it stands (`at`), and any field of the card, or of its `own`."""
    rotters: dict[str, dict[str, Any]] = {}
    machines: dict[str, dict[str, Any]] = {}
    machines_come: tuple[str, ...] = ()
    areas: dict[str, dict[str, Any]] = {}
    devices: dict[str, dict[str, Any]] = {}
    entries: tuple[Entry, ...] = ()
    map: str = "open-waste"
    terrain: tuple[Piece, ...] | None = None
    """Instead of the pieces of the map."""
    switches: dict[str, Any] = {}
    scenario: str = "fight-to-the-death"
    things: dict[str, dict[str, Any]] = {}
    """Objects of the scenario: what is otherwise than at its start."""
    counted: dict[str, int] = {}
    reached: dict[str, tuple[str, ...]] = {}
    drawn: tuple[int, ...] = ()
    may_dispute: bool = False
    rounds: int = 0
    round: int = 2
    turn: int = 3
    active: str = "A"
    first: str = "A"
    phase: Phase = "action"
    step: str = ""
    sides: dict[str, dict[str, Any]] = {}
    noise: int = 0
    sleepers: tuple[int, ...] = ()
    surroundings: Surroundings = msgspec.field(default_factory=Surroundings)


def read_position(position: Mapping[str, Any]) -> Battle:
    """The state of a position, in its whole form or the short one; every fault is told at once."""
    state = _read(position)
    if faults := tuple(faults_of(state)):
        raise Refused(*faults)
    return state


def _read(position: Mapping[str, Any]) -> Battle:
    """The whole form where it says `ground`, else the short one."""
    if "ground" in position:
        return convert(dict(position), Battle, "position")
    form = convert(dict(position), ShortForm, "position")
    if form.map not in MAPS or form.scenario not in scenarios():
        raise refuse("LR-MAP-03", "position: there is no such map or scenario.", f"Maps: {', '.join(MAPS)}.")
    ground, row = fresh_ground(form.map), scenarios()[form.scenario]
    if form.terrain is not None:
        ground = Ground(ground.width, ground.depth, form.terrain)
    quiet = (0,) * len(map_of(form.map).sections)
    state = Battle(
        ground, form.map, read_switches(form.switches),
        Scenario(
            form.scenario, form.rounds or row.rounds, row.threat, row.danger,
            counted=form.counted, reached=form.reached, drawn=form.drawn,
        ),
        round=form.round, turn=form.turn, active=form.active, first=form.first, phase=form.phase,
        step=form.step or STEPS_OF.get(form.phase, "action"), noise=form.noise,
        sleepers=form.sleepers or quiet, surroundings=form.surroundings, may_dispute=form.may_dispute,
        entries=form.entries, machines_come=form.machines_come,
    )  # fmt: skip
    _fill(state, form, quiet)
    return state


def _fill(state: Battle, form: ShortForm, quiet: tuple[int, ...]) -> None:
    """Both sides, the cards and the Rotters, each in the section that holds it."""
    for seat, edge in zip(SEATS, EDGES, strict=True):
        given = {
            "role": "Player",
            "edge": edge,
            "has_acted": True,
            "noise": list(quiet),
            **form.sides.get(seat, {}),
        }
        state.sides[seat] = convert({"seat": seat, **given}, Side, f"position, sides.{seat}")
    for id, fields in form.cards.items():
        card = _card(id, fields)
        state.cards[card.id] = card
        if card.name in heroes():
            state.sides[card.seat].tribe = heroes()[card.name].tribe
    for card in state.cards.values():
        for model in card.models.values():
            if model.at is not None:
                put(state, model, model.at)
    usual = {one.id: msgspec.to_builtins(one) for one in KINDS[form.scenario].things(state)}
    for id in {**usual, **form.things}:
        fields = {"id": id, **usual.get(id, {}), **form.things.get(id, {})}
        state.scenario.things[id] = convert(fields, Thing, f"position, things.{id}")
    _fill_ground(state, form)


def _fill_ground(state: Battle, form: ShortForm) -> None:
    """Whatever else stands and lies on the table."""
    for id, fields in form.rotters.items():
        rotter = convert({"id": id, **fields}, Rotter, f"position, rotters.{id}")
        if rotter.at is not None:
            put(state, rotter, rotter.at)
        state.rotters[id] = rotter
        state.made += 1
    for id, fields in form.machines.items():
        machine = convert({"id": id, **fields}, Machine, f"position, machines.{id}")
        if machine.at is not None:
            put(state, machine, machine.at)
        state.machines[id] = machine
    for id, fields in form.areas.items():
        area = convert({"id": id, **fields}, AreaMarker, f"position, areas.{id}")
        area.section = section_at(state, area.at) if area.at is not None else area.section
        state.areas[id] = area
    for id, fields in form.devices.items():
        device = convert({"id": id, **fields}, Device, f"position, devices.{id}")
        device.section = section_at(state, device.at) if device.at is not None else device.section
        state.devices[id] = device


def _card(id: str, fields: Mapping[str, Any]) -> Card:
    seat = id[:1]
    names = (*heroes(), *cohorts()) if seat in SEATS else ()
    name = next((one for one in names if id_of(one, seat) == id), None)
    if name is None:
        tags = ", ".join(one.tag for one in heroes().values())
        raise refuse(
            "LR-CARD-01",
            f"position, cards: there is no card {id!r}."[:120],
            f"Write A- or B-, one of {tags}, and perhaps -cohort.",
        )
    places = _places(id, fields)
    made = card_of(name, seat, len(places))
    usual: dict[str, Any] = msgspec.to_builtins(made)
    own = {**usual["own"], "points": 20, **fields.get("own", {})}
    more = {
        key: one
        for key, one in fields.items()
        if key not in ("own", "at", "elevation", "path") and not (key == "models" and isinstance(one, list))
    }
    where = {"where": "table"} if any(one is not None for one in places) else {}
    card = convert({**usual, **where, **more, "own": own}, Card, f"position, cards.{id}")
    path = convert(fields.get("path", ()), tuple[Point, ...], f"position, cards.{id}.path")
    high = float(fields.get("elevation", 0.0))
    if not isinstance(fields.get("models"), Mapping):
        found = zip(made.models, places, strict=True)
        card.models = {one: Model(one, at, high, path=path) for one, at in found}
    return card


def _places(id: str, fields: Mapping[str, Any]) -> list[Point | None]:
    """Where a hero stands (`at`), or each model of a cohort (`models`)."""
    place = f"position, cards.{id}"
    if isinstance(fields.get("models"), list):
        return list(convert(fields["models"], tuple[Point | None, ...], f"{place}.models"))
    at: Point | None = convert(fields.get("at"), Point | None, f"{place}.at")  # type: ignore[arg-type]
    return [at]


def write_position(state: Battle) -> dict[str, Any]:
    """The whole situation as plain data."""
    position: dict[str, Any] = msgspec.to_builtins(state)
    return position
