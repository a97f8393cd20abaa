"""Abilities that change numbers as long as the cohort of their hero lives."""

from __future__ import annotations

from sandtable.books.lands_of_ruin.followers import cohort_of, has_ability, hero_of
from sandtable.books.lands_of_ruin.modifiers import (
    ATTACK,
    BULLETS,
    COST,
    DEFENCE,
    LEADERSHIP,
    SUPPRESSES,
    WHY_NOT_ORDERED,
    Shot,
)
from sandtable.books.lands_of_ruin.naming import name_of
from sandtable.books.lands_of_ruin.state import Battle, Card
from sandtable.books.lands_of_ruin.surface import surface
from sandtable.books.lands_of_ruin.tables.arms import Arm
from sandtable.books.lands_of_ruin.tables.charts import Action
from sandtable.books.lands_of_ruin.tables.people import heroes
from sandtable.kernel import Modifier, Refusal, rule

NEAR = 2.0
"""LR-HERO-21"""
NEEDS_ITS_COHORT = {
    "Bazooka": "Bazooka",
    "Berserker Charge": "Berserker Charge",
    "Artillery Strike": "Fire Direction",
}
"""By action: the ability that it is, or that allows it (LR-HERO-09, LR-HERO-11, LR-HERO-15)."""


@rule("LR-HERO-08", "LR-HERO-09", "LR-HERO-11", "LR-HERO-15")
def why_without_cohort(state: Battle, card: Card, action: str) -> Refusal | None:
    """What a hero does by its ability needs its living cohort; who has it by skill alone does not."""
    ability, row = NEEDS_ITS_COHORT.get(action), heroes().get(card.name)
    if row is None or row.ability != ability or has_ability(state, card, row.ability):
        return None
    return Refusal("LR-HERO-08", f"{name_of(card)} has no cohort alive.", "Order something else.")


@WHY_NOT_ORDERED.source("LR-HERO-08", "LR-HERO-15")
def _has_no_cohort(state: Battle, card: Card, row: Action) -> Refusal | None:
    return why_without_cohort(state, card, row.name)


@LEADERSHIP.source("LR-HERO-16")
def _death_standard(state: Battle, card: Card) -> Modifier | None:
    if not has_ability(state, card, "Death Standard"):
        return None
    return Modifier(2, "Death Standard", "LR-HERO-16")


@SUPPRESSES.source("LR-HERO-17")
def _screaming_wall(state: Battle, card: Card, arm: Arm) -> int | None:
    """With the flamethrower."""
    return 10 if arm.row.kind == "flame" and has_ability(state, card, "Screaming Wall") else None


@BULLETS.source("LR-HERO-18")
def _feed_the_gun(state: Battle, card: Card, arm: Arm) -> int | None:
    """With the machine gun."""
    return -50 if arm.row.kind == "lmg" and has_ability(state, card, "Feed the Gun") else None


@ATTACK.source("LR-HERO-19")
def _coordinated_fire(state: Battle, shot: Shot) -> tuple[Modifier, ...] | None:
    """The cohort at whom its hero has fired in this Action phase."""
    hero = hero_of(state, shot.attacker) if shot.attacker is not None and shot.kind == "shot" else None
    if hero is None or shot.target is None or shot.target.id not in hero.fired_at:
        return None
    is_had = has_ability(state, hero, "Coordinated Fire")
    return (Modifier(2, "Coordinated Fire", "LR-HERO-19"),) if is_had else None


@COST.source("LR-HERO-20")
def _stretcher_party(state: Battle, card: Card, row: Action) -> Modifier | None:
    is_had = row.name == "First Aid" and has_ability(state, card, "Stretcher Party")
    return Modifier(5 - row.ap, "Stretcher Party", "LR-HERO-20") if is_had else None


@DEFENCE.source("LR-HERO-21")
def _shield_wall(state: Battle, shot: Shot) -> tuple[Modifier, ...] | None:
    """The hero and its cohort, while one of it is within 2 inches of the hero."""
    if shot.target is None or shot.kind != "shot":
        return None
    hero = hero_of(state, shot.target) or shot.target
    cohort = cohort_of(state, hero)
    if cohort is None or not has_ability(state, hero, "Shield Wall"):
        return None
    is_by = surface(state).is_by(state, cohort, hero, NEAR)
    return (Modifier(1, "Shield Wall", "LR-HERO-21"),) if is_by else None
