"""Heroes and their cohorts: who follows whom, and in which way."""

from __future__ import annotations

from sandtable.books.lands_of_ruin.state import Battle, Card
from sandtable.books.lands_of_ruin.tables.people import CohortType, cohorts, heroes
from sandtable.kernel import rule

CHARGE, INCHES = "Berserker Charge", 20
"""LR-HERO-11: twenty inches, whatever the points of the turn."""


@rule("LR-COH-01")
def type_of(card: Card) -> CohortType | None:
    """How a cohort follows its hero; None for a hero."""
    return cohorts()[card.name].type if card.is_cohort else None


def hero_of(state: Battle, card: Card) -> Card | None:
    """The hero of a cohort."""
    return state.cards.get(card.hero)


@rule("LR-HERO-01", "LR-COH-02")
def cohort_of(state: Battle, hero: Card) -> Card | None:
    """The cohort of a hero, whatever is left of it."""
    return next((one for one in state.cards.values() if one.hero == hero.id), None)


@rule("LR-COH-10", "LR-TURN-12")
def is_alive(cohort: Card | None) -> bool:
    """While at least one of its models is left, and has not left the table."""
    return cohort is not None and any(not one.gone for one in cohort.models.values())


@rule("LR-COH-11", "LR-COH-13", "LR-COH-14", "LR-COH-16", "LR-COH-17")
def leader_of(state: Battle, card: Card) -> Card | None:
    """The standing hero whose orders and movement a close-support cohort shares; others have their own."""
    hero = hero_of(state, card) if type_of(card) == "close_support" else None
    return hero if hero is not None and not hero.down and hero.where != "left" else None


@rule("LR-HERO-08", "LR-COH-10")
def has_ability(state: Battle, hero: Card, ability: str) -> bool:
    """A hero's ability works only while its own cohort is in the game and alive."""
    row = heroes().get(hero.name)
    return row is not None and row.ability == ability and is_alive(cohort_of(state, hero))


@rule("LR-HERO-11", "LR-HERO-13")
def is_charging(state: Battle, card: Card) -> bool:
    """Whether a hero has charged in this Action phase, or follows one that has."""
    hero = leader_of(state, card) or card
    return any(one.name == CHARGE and one.fresh for one in hero.own.effects)
