"""Every scenario and every order of a scenario, made known by importing its module."""

from __future__ import annotations

from sandtable.books.companies_and_captains.scenarios import (
    ambush,
    breakthrough,
    broken_field,
    burn_the_stores,
    extraction,
    five_relics,
    hunt_the_captain,
    orders,
    pitched_battle,
    raid,
    retreat,
    ritual,
    sortie,
    the_crossing,
    the_supply_train,
    the_watchtower,
)
from sandtable.books.companies_and_captains.scenarios.scaling import scenario_table
from sandtable.books.companies_and_captains.scenarios.scenario import SCENARIOS

MODULES = (
    *(pitched_battle, ambush, retreat, raid, sortie, extraction, ritual, orders),
    *(broken_field, the_crossing, the_supply_train, burn_the_stores, breakthrough),
    *(the_watchtower, five_relics, hunt_the_captain),
)


def scenario_ids() -> tuple[str, ...]:
    """Every scenario of the book, the published ones first, in the order of their tables."""
    table = scenario_table()
    return tuple(row.scenario for row in (*table.published, *table.ours))


for _known in scenario_ids():
    SCENARIOS[_known] = SCENARIOS.pop(_known)


def table_rules(scenario: str) -> tuple[str, ...]:
    """The rules of the scenario table in which it stands."""
    table = scenario_table()
    return tuple(row.rule for row in (*table.published, *table.ours) if row.scenario == scenario)
