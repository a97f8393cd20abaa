"""Every scenario and every order of a scenario, made known by importing its module."""

from __future__ import annotations

from sandtable.books.companies_and_captains.scenarios import orders, ours, published
from sandtable.books.companies_and_captains.scenarios.scaling import scenario_ids as scenario_ids
from sandtable.books.companies_and_captains.scenarios.scaling import scenario_table

MODULES = (published, ours, orders)


def table_rules(scenario: str) -> tuple[str, ...]:
    """The rules of the scenario table in which it stands."""
    table = scenario_table()
    return tuple(row.rule for row in (*table.published, *table.ours) if row.scenario == scenario)
