"""Shorthands for tests of movement: one model here, a Move there, and what bars it."""

from __future__ import annotations

import math
from typing import Any

from sandtable.books.companies_and_captains import book as _book  # noqa: F401 - it makes the scenarios known
from sandtable.books.companies_and_captains.chapters import moving
from sandtable.books.companies_and_captains.chapters.geometry.exits import edges_allowed
from sandtable.books.companies_and_captains.chapters.geometry.move_planner import MovePlanner
from sandtable.books.companies_and_captains.orders import Order
from sandtable.books.companies_and_captains.state import Battle, LastingSpell
from sandtable.kernel.refusal import Refusal, Refused
from tests.books.companies_and_captains.scenes import Told, carry_out, group, state_of


def one(profile: str, x: float, y: float, **fields: Any) -> dict[str, Any]:
    """A Group of a single model."""
    return group(profile, x, y, fielded=1, **fields)


def models(profile: str, *places: tuple[float, float], **fields: Any) -> dict[str, Any]:
    """A Group whose models stand at these places."""
    return {"profile": profile, "models": [list(at) for at in places], "fielded": len(places), **fields}


def scene(groups: dict[str, dict[str, Any]], **position: Any) -> Battle:
    """These Groups on a table of 72x48; the Captains A1 and B1 stand in far corners unless they are given."""
    far = {"A1": one("Heavy Foot", 2, 2), "B1": one("Heavy Foot", 70, 46)}
    return state_of({**far, **groups}, table=[72, 48], **position)


def piece(kind: str, west: float, south: float, east: float, north: float, *traits: str) -> dict[str, Any]:
    """An upright piece of terrain with just these traits."""
    return {"id": kind, "kind": kind, "area": [west, south, east, north], "traits": list(traits)}


def wall(start: tuple[float, float], end: tuple[float, float], name: str = "wall") -> dict[str, Any]:
    """A wall half an inch thick."""
    return {"id": name, "kind": "wall", "wall": [list(start), list(end)], "traits": ["obstacle"]}


def entangle(state: Battle, name: str) -> None:
    """Lay the spell on a Group."""
    state.groups[name].spells = (LastingSpell("Entangle", "B"),)


def planner(state: Battle, name: str = "A2", limit: float | None = None) -> MovePlanner:
    """What the Group may do with a Move order."""
    mover = state.groups[name]
    return MovePlanner(
        state,
        mover,
        moving.move_distance(state, mover) if limit is None else limit,
        exits=edges_allowed(state, mover),
        why_not_form=lambda places: moving.why_not_form(state, mover, places),
    )


def why_not(state: Battle, answer: Any, name: str = "A2") -> Refusal | None:
    """What bars a Move, or nothing."""
    try:
        planner(state, name).read(answer)
    except Refused as refused:
        return refused.refusals[0]
    return None


def barred_by(state: Battle, answer: Any, name: str = "A2") -> str:
    """The rule that bars a Move, or nothing."""
    refusal = why_not(state, answer, name)
    return "" if refusal is None else refusal.rule


def move(state: Battle, answer: Any, name: str = "A2") -> Told:
    """The Group carries out a Move order, plotted like this."""
    return carry_out(moving.Move().carry_out, state, state.groups[name], Order("Move"), answers=[answer])


def to(*places: tuple[float, float]) -> dict[str, Any]:
    """Each model to its place."""
    return {"models": [list(at) for at in places]}


def shifted(state: Battle, dx: float, dy: float, name: str = "A2") -> dict[str, Any]:
    """All models alike."""
    x, y = planner(state, name).middle
    return {"formation": "as they stand", "at": [x + dx, y + dy]}


def stands_at(state: Battle, *places: tuple[float, float], name: str = "A2") -> bool:
    """Whether the models of the Group stand at these places, in their order."""
    standing = state.groups[name].models
    return len(standing) == len(places) and all(map(_same_place, standing, places))


def _same_place(one_place: tuple[float, float], other: tuple[float, float]) -> bool:
    return math.dist(one_place, other) < 1e-6
