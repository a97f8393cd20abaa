"""Strict trait fits: the dice on which each trait may be used (FR-SQD-32)."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.books.forgotten_ruin.chapters.hits.resolution import ATTACKED_BY
from sandtable.books.forgotten_ruin.chapters.principles.conventions import (
    beyond,
    gap,
    inches,
    opponents_in_contact,
    within,
)
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Soldier
from sandtable.books.forgotten_ruin.windows import OwnDice
from sandtable.kernel.citation import rule

Fit = Callable[[Battle, OwnDice, Soldier], bool]

HARD = 6
"""The target number from which on Optimists help (FR-SQD-32)."""
NEAR, FAR, ALONE, BESIDE = 6.0, 12.0, 6.0, 3.0
"""Distances of FR-SQD-32: Confident, Observant, Independent minded, Loyal."""
INQUIRY = ("interact", "investigation")
ITEMS = ("item",)
SPELL = ("spell",)


def _is(*whats: str) -> Fit:
    return lambda state, own, bearer: own.what in whats


def _shot(own: OwnDice) -> bool:
    return own.what == "hit" and own.target is not None


def _optimistic(state: Battle, own: OwnDice, bearer: Soldier) -> bool:
    return own.what == "save" or (own.need is not None and own.need >= HARD)


def _aggressive(state: Battle, own: OwnDice, bearer: Soldier) -> bool:
    in_melee = own.target is not None and own.target in opponents_in_contact(state, own.soldier)
    return own.what == "hand-to-hand" or (own.what == "damage" and in_melee)


def _helpful(state: Battle, own: OwnDice, bearer: Soldier) -> bool:
    return own.what in INQUIRY and own.soldier is not bearer


def _encouraging(state: Battle, own: OwnDice, bearer: Soldier) -> bool:
    return own.soldier is not bearer and (own.soldier.knocked_down or own.soldier.stun > 0)


def _independent(state: Battle, own: OwnDice, bearer: Soldier) -> bool:
    limit = inches(state, ALONE)
    friends = [one for one in state.soldiers_on_table() if one is not bearer]
    return own.soldier is bearer and not any(within(gap(bearer, one), limit) for one in friends)


def _observant(state: Battle, own: OwnDice, bearer: Soldier) -> bool:
    if own.what == "investigation":
        return True
    return _shot(own) and own.target is not None and beyond(gap(own.soldier, own.target), inches(state, FAR))


def _dependable(state: Battle, own: OwnDice, bearer: Soldier) -> bool:
    return own.what == "call" or (own.what == "hit" and own.is_snap_fire)


def _imaginative(state: Battle, own: OwnDice, bearer: Soldier) -> bool:
    return own.what in SPELL or (own.what == "hit" and own.target is None)


def _self_controlled(state: Battle, own: OwnDice, bearer: Soldier) -> bool:
    return own.what == "save" or (_shot(own) and own.soldier.moved <= 0.0)


def _impulsive(state: Battle, own: OwnDice, bearer: Soldier) -> bool:
    started = any(one.mover == own.soldier.id for one in state.contacts)
    return own.what == "leap" or (own.what == "hand-to-hand" and started)


def _brave(state: Battle, own: OwnDice, bearer: Soldier) -> bool:
    target = own.target
    if isinstance(target, Enemy) and (target.is_champion or target.kind in ("villain", "monster")):
        return True
    return len(opponents_in_contact(state, own.soldier)) > 1


def _loyal(state: Battle, own: OwnDice, bearer: Soldier) -> bool:
    if not _shot(own) or own.target is None:
        return False
    others = [one for one in state.soldiers_on_table() if one is not own.soldier]
    return any(within(gap(one, own.target), inches(state, BESIDE)) for one in others)


def _supportive(state: Battle, own: OwnDice, bearer: Soldier) -> bool:
    target = own.target
    if own.what != "hit" or not isinstance(target, Enemy):
        return False
    unit = [one for one in state.enemies.values() if one is target or (target.mob and one.mob == target.mob)]
    others = tuple(f"{ATTACKED_BY}{id}" for id in state.soldiers if id != own.soldier.id)
    return any(mark in others for one in unit for mark in one.used)


def _confident(state: Battle, own: OwnDice, bearer: Soldier) -> bool:
    if own.what == "hand-to-hand":
        return True
    return _shot(own) and own.target is not None and within(gap(own.soldier, own.target), inches(state, NEAR))


FITS: dict[str, Fit] = {
    "Optimistic": _optimistic,
    "Aggressive": _aggressive,
    "Logical": _is("interact", "call"),
    "Helpful": _helpful,
    "Encouraging": _encouraging,
    "Resourceful": _is(*INQUIRY, *ITEMS),
    "Independent minded": _independent,
    "Observant": _observant,
    "Dependable": _dependable,
    "Imaginative": _imaginative,
    "Self-controlled": _self_controlled,
    "Impulsive": _impulsive,
    "Brave": _brave,
    "Loyal": _loyal,
    "Friendly": _is("interact", "campaign"),
    "Skeptical": _is("resistance", "investigation"),
    "Supportive": _supportive,
    "Insightful": _is(*INQUIRY, *SPELL),
    "Accepting": _is("save", "leap", "fall"),
    "Confident": _confident,
}
"""Every trait of the table with the dice that it fits."""


@rule("FR-SQD-31", "FR-SQD-32")
def fits(state: Battle, own: OwnDice, bearer: Soldier, trait: str) -> bool:
    """Whether a trait fits a roll: always where the player judges, else by the table."""
    return state.switches.trait_fit == "free" or FITS[trait](state, own, bearer)
