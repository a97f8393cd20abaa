"""Terrain: what ground does to those who move over it, stand in it, or look past it."""

from __future__ import annotations

from math import inf

from sandtable.books.companies_and_captains.chapters.conventions import inches
from sandtable.books.companies_and_captains.state import Battle, Group
from sandtable.kernel import rule
from sandtable.table import Models
from sandtable.table.units.cover import Cover, cover
from sandtable.table.units.going import Going
from sandtable.table.units.groups import is_in_any, models_near

NEAR_AN_OBSTACLE = 3.0
"""Inches from an obstacle at which a model counts as in Cover (CC-TER-05)."""

HALF = 0.5
"""The share of a Group's models that must be in Cover (CC-TER-06)."""

ORDINARY = Going(difficult=2.0)
"""Difficult terrain costs twice (CC-TER-02)."""
NIMBLE = Going()
PONDEROUS = Going(difficult=inf)
"""Difficult terrain is impassable (CC-PTR-11, CC-OTR-05)."""
ENTANGLED = Going(open=2.0, difficult=2.0)
FREE = Going(hindered=False)
FREE_BUT_PONDEROUS = Going(difficult=inf, hindered=False)
"""Nothing hinders the Group on the way, yet it may not end in difficult terrain."""
STUCK = Going(open=inf, difficult=inf)
"""A Group for which all ground is impassable cannot move at all (CC-SPL-15)."""


@rule("CC-TER-01", "CC-TER-02", "CC-TER-10", "CC-PTR-10", "CC-PTR-11", "CC-OTR-05", "CC-OTR-10", "CC-SPL-15")
def going_of(state: Battle, group: Group) -> Going:
    """What an inch costs the Group: twice in difficult terrain, once if Nimble, never if it is Ponderous."""
    traits = group.traits
    is_ponderous = "Ponderous" in traits or "Chariot" in traits
    if "Move Freely" in traits:
        return FREE_BUT_PONDEROUS if is_ponderous else FREE
    if "Nimble" in traits:
        return NIMBLE
    entangled = bool(group.spells) and group.is_under("Entangle")
    if is_ponderous:
        return STUCK if entangled else PONDEROUS
    return ENTANGLED if entangled else ORDINARY


def is_entangled(group: Group) -> bool:
    """Whether all ground is difficult terrain for the Group; Nimble Groups and free movers do not mind."""
    return group.is_under("Entangle") and not (group.has("Nimble") or group.has("Move Freely"))


def rules_of_going(group: Group) -> tuple[str, ...]:
    """The rules that make the Group take the ground as it does."""
    if group.has("Move Freely"):
        return ("CC-OTR-10",)
    if group.has("Nimble"):
        return ("CC-PTR-10",)
    rules: tuple[str, ...] = ()
    if group.has("Ponderous"):
        rules = ("CC-PTR-11",)
    elif group.has("Chariot"):
        rules = ("CC-OTR-05",)
    return (*rules, "CC-SPL-15") if group.is_under("Entangle") else rules


@rule("CC-TER-08")
def rule_of_barred_ground(state: Battle, group: Group, piece: str) -> str:
    """Nobody enters impassable terrain; for Ponderous and Chariot Groups difficult terrain is the same."""
    if any(area.id == piece for area in state.ground.impassable):
        return "CC-TER-08"
    return "CC-PTR-11" if group.has("Ponderous") else "CC-OTR-05"


@rule("CC-GEO-24", "CC-TER-05", "CC-TER-09", "CC-GEO-31")
def cover_against(state: Battle, attacker: Group, target: Group) -> Cover:
    """Which models of the target are in Cover against the attacker, and behind or in what."""
    reach = inches(state, NEAR_AN_OBSTACLE)
    return cover(state.ground, attacker.models, target.models, target.radius, reach)


@rule("CC-TER-06")
def has_cover(state: Battle, attacker: Group, target: Group) -> bool:
    """A Group has Cover against another if at least half of its models have it."""
    ground = state.ground
    return bool(ground.obstacles or ground.cover) and cover_against(state, attacker, target).has_share(HALF)


def cover_rules(state: Battle, attacker: Group, target: Group) -> tuple[str, ...]:
    """The rules by which the target has Cover: near an obstacle, in a cover area, or both."""
    found = cover_against(state, attacker, target)
    obstacles = {area.id for area in state.ground.obstacles}
    behind = ("CC-TER-05", "CC-GEO-31") if any(piece in obstacles for piece in found.pieces) else ()
    inside = ("CC-TER-09", "CC-GEO-25") if any(piece not in obstacles for piece in found.pieces) else ()
    return ("CC-TER-06", "CC-GEO-24", *behind, *inside)


@rule("CC-GEO-25")
def is_in_difficult_terrain(state: Battle, models: Models) -> bool:
    """A Group is in difficult terrain if the centre of any of its models is inside it or on its border."""
    return is_in_any(state.ground.difficult, models)


def is_in_cover_area(state: Battle, models: Models) -> bool:
    """A Group is in a cover area if any of its models is."""
    return is_in_any(state.ground.cover, models)


def is_near_an_obstacle(state: Battle, models: Models, radius: float) -> bool:
    """Some model of the Group is close enough to an obstacle to be in Cover behind it."""
    obstacles = state.ground.obstacles
    return bool(obstacles) and bool(models_near(obstacles, models, radius, inches(state, NEAR_AN_OBSTACLE)))
