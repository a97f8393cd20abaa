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
from sandtable.books.companies_and_captains.scenarios.scaling import scenario_ids as scenario_ids
from sandtable.books.companies_and_captains.scenarios.scaling import scenario_table

MODULES = (
    *(pitched_battle, ambush, retreat, raid, sortie, extraction, ritual, orders),
    *(broken_field, the_crossing, the_supply_train, burn_the_stores, breakthrough),
    *(the_watchtower, five_relics, hunt_the_captain),
)


def table_rules(scenario: str) -> tuple[str, ...]:
    """The rules of the scenario table in which it stands."""
    table = scenario_table()
    return tuple(row.rule for row in (*table.published, *table.ours) if row.scenario == scenario)
