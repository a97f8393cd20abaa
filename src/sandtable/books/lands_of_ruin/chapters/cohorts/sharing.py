"""What cohorts share with their hero: orders of close support, and the orders that nobody can give them."""

from __future__ import annotations

from sandtable.books.lands_of_ruin.followers import cohort_of, leader_of, type_of
from sandtable.books.lands_of_ruin.modifiers import IGNORES_SUPPRESSION, POINTS, WHY_NOT_ORDERED
from sandtable.books.lands_of_ruin.naming import name_of
from sandtable.books.lands_of_ruin.orders import can_ever
from sandtable.books.lands_of_ruin.state import Battle, Card
from sandtable.books.lands_of_ruin.tables.charts import Action
from sandtable.kernel import Refusal, rule

SHARED = {"Fire": "Fire", "Aim": "Aim", "Close Combat": "Close Combat", "Berserker Charge": "Close Combat"}
"""LR-COH-13, LR-HERO-13: what the cohort is ordered when its hero is."""


@WHY_NOT_ORDERED.source("LR-COH-13", "LR-COH-17", "LR-COH-18", "LR-OCON-25", rank=-1)
def _takes_no_orders(state: Battle, card: Card, row: Action) -> Refusal | None:
    """Slaves have none; close support shares its hero's, and is ordered to fight while that one is down."""
    if type_of(card) == "slave":
        return Refusal("LR-COH-18", f"{name_of(card)} can do nothing.", "Order somebody else.")
    if (hero := leader_of(state, card)) is not None:
        return Refusal("LR-COH-13", f"{name_of(card)} does as {name_of(hero)}.", f"Order {name_of(hero)}.")
    if type_of(card) == "close_support" and row.name not in SHARED.values():
        reason = f"{name_of(card)} can only fire, aim and fight while its hero is down."
        return Refusal("LR-COH-17", reason, "Order something else.")
    return None


@rule("LR-COH-13", "LR-HERO-13", "LR-CMD-04")
def assign(state: Battle, card: Card, action: str) -> None:
    """An order is given, and to the cohort that shares it."""
    card.own.orders = (*card.own.orders, action)
    cohort, shared = cohort_of(state, card), SHARED.get(action, "")
    if cohort is not None and leader_of(state, cohort) is card and shared and can_ever(cohort, shared):
        cohort.own.orders = tuple(dict.fromkeys((*cohort.own.orders, shared)))


@rule("LR-CMD-06", "LR-ACT-04", "LR-COH-13")
def take_back(state: Battle, card: Card, action: str) -> None:
    """Removing Fire removes its Aim too, and what the cohort shares of it."""
    gone = {action, "Aim"} if action == "Fire" else {action}
    card.own.orders = tuple(one for one in card.own.orders if one not in gone)
    cohort = cohort_of(state, card)
    if cohort is not None and leader_of(state, cohort) is card:
        shared = {SHARED.get(one) for one in gone}
        cohort.own.orders = tuple(one for one in cohort.own.orders if one not in shared)


@POINTS.source("LR-COH-18")
def _slaves_have_none(state: Battle, card: Card) -> int | None:
    return -state.switches.ap_per_turn if type_of(card) == "slave" else None


@IGNORES_SUPPRESSION.source("LR-COH-18", "LR-SUP-09")
def _is_a_slave(state: Battle, card: Card) -> str | None:
    return "slaves are never suppressed" if type_of(card) == "slave" else None
