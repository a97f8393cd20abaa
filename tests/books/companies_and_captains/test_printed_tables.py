"""The data files say what the catalogue says, row by row, and what the book prints."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from sandtable.books.companies_and_captains import printed_tables as tables
from sandtable.books.companies_and_captains.profiles import COLUMNS, column, read_column
from sandtable.books.companies_and_captains.rosters.ready import ready_companies
from sandtable.books.companies_and_captains.switches import describe
from sandtable.kernel.catalogue import Catalogue
from sandtable.kernel.testing import covers

CATALOGUE = Catalogue.load("sandtable.books.companies_and_captains")


def catalogue_rows(rule: str) -> list[dict[str, Any]]:
    rows = CATALOGUE.rule(rule).table
    assert rows
    return rows


def plain(rows: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(list(rows)))


def data_rows(rows: Any, *columns: str) -> list[dict[str, Any]]:
    return [{one: row[one] for one in columns} for row in plain(rows)]


@covers("CC-PRO-07", "CC-PRO-10")
def test_profiles_are_those_of_the_catalogue():
    both = [{**row, "rule": rule} for rule in ("CC-PRO-07", "CC-PRO-10") for row in catalogue_rows(rule)]
    assert plain(tables.profiles().values()) == both


# The profile table as printed, entered a second time.
PRINTED = """
Heavy Beast (6) | 5+ / 3+ / 6 | 6+ / 10" | - | 6 / 3+ | 4 | Reckless
Light Beast (4) | 5+ / 4+ / 6 | 6+ / 12" | - | 6 / 4+ | 3 | Reckless, Nimble
Elite Cavalry (6) | 5+ / 3+ / 5+ | 7+ / 10" | - | 6 / 3+ | 4 | Reckless, Defiant
Heavy Cavalry (4) | 5+ / 4+ / 5+ | 5+ / 10" | - | 6 / 4+ | 3 | Defiant
Light Cavalry (4) | 7+ / 5+ / 6 | 5+ / 12" | 6+ / 5+ / 12" | 6 / 5+ | 3 | -
Elite Engine (6) | - / - / 5+ | 7+ / 4" | 5+ / 4+ / 24" | 6 / 4+ | 3 | Ponderous
Heavy Engine (4) | - / - / 6 | 8+ / 2" | 6+ / 5+ / 24" | 6 / 5+ | 2 | Ponderous
Light Engine (4) | - / - / 6 | 8+ / 4" | 6+ / 5+ / 18" | 6 / 5+ | 1 | -
Elite Foot (5) | 5+ / 3+ / 4+ | 5+ / 6" | - | 12 / 3+ | 4 | -
Heavy Foot (4) | 6+ / 5+ / 4+ | 5+ / 6" | - | 12 / 4+ | 3 | Defensive
Light Foot (3) | 6+ / 5+ / 4+ | 5+ / 8" | - | 12 / 4+ | 2 | Defensive
"""


@covers("CC-PRO-01", "CC-PRO-02", "CC-PRO-03", "CC-PRO-04", "CC-PRO-05", "CC-PRO-06", "CC-PRO-07")
def test_the_columns_of_the_eleven_profiles_look_as_printed():
    lines = [
        " | ".join(
            [
                f"{one.name} ({one.cost})",
                *(column(one, name) for name in COLUMNS),
                ", ".join(one.traits) or "-",
            ]
        )
        for one in tables.profiles().values()
        if one.rule == "CC-PRO-07"
    ]
    assert lines == PRINTED.strip().splitlines()


@covers("CC-PRO-02", "CC-PRO-03", "CC-PRO-04", "CC-PRO-05", "CC-PRO-06")
@pytest.mark.parametrize("name", tables.profiles())
def test_a_printed_column_is_read_back_as_the_values_of_the_profile(name: str):
    profile = tables.profiles()[name]
    for each, fields in COLUMNS.items():
        assert read_column(each, column(profile, each)) == {one: getattr(profile, one) for one in fields}


def test_a_column_printed_otherwise_is_not_read():
    assert read_column("R", "6 / ?") == {"r": 6}
    assert read_column("R", "6") is None
    assert read_column("T", "3x") is None
    assert read_column("ME", "5+ / 3+ / 6 / 6") is None


@covers("CC-PRO-08")
def test_a_dash_means_the_group_cannot_do_it():
    profiles = tables.profiles().values()
    assert {one.name for one in profiles if not one.has_attack} == {
        "Elite Engine",
        "Heavy Engine",
        "Light Engine",
    }
    assert [one.name for one in profiles if one.has_mi and one.type not in ("Engine", "Missile")] == [
        "Light Cavalry"
    ]


@covers("CC-OTR-01")
def test_optional_traits_are_those_of_the_catalogue():
    rows = data_rows(tables.optional_traits().values(), "trait", "cost", "needs")
    assert rows == catalogue_rows("CC-OTR-01")
    assert len(rows) == 21


@covers("CC-CAP-08")
def test_captain_traits_are_those_of_the_catalogue():
    rows = data_rows(tables.captain_traits().values(), "roll", "trait", "effect")
    assert rows == catalogue_rows("CC-CAP-08")
    assert [one["roll"] for one in rows] == list(range(3, 19))


@covers("CC-SPL-10")
def test_spells_are_those_of_the_catalogue():
    names = ("spell", "check", "range", "target", "duration", "effect")
    assert data_rows(tables.spells().values(), *names) == catalogue_rows("CC-SPL-10")


@covers("CC-AMB-05")
def test_ambitions_are_those_of_the_catalogue():
    rows = data_rows(tables.ambitions().values(), "ambition", "vp", "condition")
    assert rows == catalogue_rows("CC-AMB-05")
    assert len(rows) == 11


def test_every_trait_of_a_profile_has_its_row():
    used = {trait for one in tables.profiles().values() for trait in one.traits}
    assert used == set(tables.profile_traits())


@covers("CC-CON-06", "CC-CON-16")
def test_table_sizes_and_excluded_pairs_are_those_of_the_catalogue():
    sizes = [
        {"points": one.points, "table_in": f"{one.width_in}x{one.depth_in}"}
        for one in tables.construction().tables
    ]
    sizes[-1]["points"] = f"{sizes[-1]['points']}+"
    assert sizes == catalogue_rows("CC-CON-06")
    assert data_rows(tables.construction().exclusions, "pair", "why") == catalogue_rows("CC-CON-16")


@covers("CC-SWI-01")
def test_switches_are_those_of_the_catalogue():
    shown = [
        {
            "switch": one.name,
            "values": list(one.values) if isinstance(one.values, tuple) else one.values,
            "default": one.default,
            "rule": one.rule,
        }
        for one in describe()
    ]
    assert shown == catalogue_rows("CC-SWI-01")


@covers(
    "CC-PCO-01", "CC-PCO-02", "CC-PCO-03", "CC-PCO-04", "CC-PCO-05", "CC-PCO-06", "CC-PCO-07",
    "CC-SMP-01", "CC-SMP-02", "CC-SMP-03", "CC-SMP-04", "CC-SMP-05", "CC-SMP-06",
)  # fmt: skip
@pytest.mark.parametrize("ready", ready_companies(), ids=lambda one: one.id)
def test_ready_companies_are_those_of_the_catalogue(ready):
    assert CATALOGUE.rule(ready.rule).title.endswith(f"Company: {ready.name}")
    rows = [
        {
            "group": one.profile,
            **({"name": one.name} if one.name else {}),
            "cost": one.cost,
            "traits": list(one.traits),
            "models": one.models,
            "captain": one.captain,
            **({"keywords": list(one.keywords)} if one.keywords and one.name else {}),
        }
        for one in ready.groups
    ]
    assert rows == catalogue_rows(ready.rule)


@covers("CC-SMP-03")
def test_all_of_the_barrow_legion_but_its_master_is_undead_and_its_light_foot_is_held_back():
    barrow = next(one for one in ready_companies() if one.id == "barrow-legion")
    assert [one.keywords for one in barrow.groups] == [()] + [("Undead",)] * 4
    assert [one.profile for one in barrow.groups if one.held_back] == ["Light Foot"]


def test_every_row_names_a_rule_of_the_catalogue():
    rows: list[Any] = [
        *tables.profiles().values(),
        *tables.profile_traits().values(),
        *tables.optional_traits().values(),
        *tables.captain_traits().values(),
        *tables.spells().values(),
        *tables.ambitions().values(),
        *ready_companies(),
        *describe(),
    ]
    built = tables.construction()
    rows += [*built.limits, *built.usual_models, *built.bases, *built.tables, *built.exclusions]
    rows += [*built.missile_swaps, built.random_company]
    assert [one for one in rows if one.rule not in CATALOGUE] == []


@covers("CC-OTR-01", "CC-CAP-08", "CC-SPL-10")
def test_rows_of_traits_and_spells_point_to_the_rule_of_their_own_name():
    rows: list[Any] = [
        *tables.optional_traits().values(),
        *tables.captain_traits().values(),
        *tables.spells().values(),
    ]
    assert [one.name for one in rows if not CATALOGUE.rule(one.rule).title.startswith(one.name)] == []
    traits = tables.profile_traits().values()
    assert [one.name for one in traits if not CATALOGUE.rule(one.rule).title.startswith(one.name)] == []
