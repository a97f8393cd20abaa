"""Every verdict of the catalogue on the published Companies, as printed and as changed."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sandtable.books.companies_and_captains.chapters.constructing import finished_group, total_cost, validate
from sandtable.books.companies_and_captains.company import Company, GroupEntry
from sandtable.books.companies_and_captains.profiles import COLUMNS, VALUES, read_column
from sandtable.books.companies_and_captains.rosters.ready import published_companies
from sandtable.books.companies_and_captains.switches import Switches
from sandtable.kernel import safe_yaml
from sandtable.kernel.catalogue import Catalogue
from sandtable.kernel.testing import covers

CATALOGUE = Catalogue.load("sandtable.books.companies_and_captains")
VERDICTS = CATALOGUE.rule("CC-PCO-08").table
CHANGES = CATALOGUE.rule("CC-PCO-10").table
PUBLISHED = {one.name: one for one in published_companies().values()}


def read_stated() -> Any:
    path = Path(__file__).with_name("stated_companies.yaml")
    return safe_yaml.load(path.read_text(encoding="utf-8"), path.name)


STATED = read_stated()


def company_in_form(name: str, form: str) -> Company:
    company = PUBLISHED[name]
    if form == "list":
        return company
    if form == "application":
        return without_doubles(company, "Barking Sparks", "Neighborhood Defenders")
    printing = STATED[form][name]
    misprint = printing.get("misprint", {})
    groups = [
        msgspec.structs.replace(
            one,
            stated_cost=points,
            stated_values=printed_values(misprint) if one.name == misprint.get("group") else true_values(one),
        )
        for one, points in zip(company.groups, printing["costs"], strict=True)
    ]
    assert printing["total"] == sum(printing["costs"])
    return msgspec.structs.replace(company, groups=tuple(groups), stated_total=printing["total"])


def without_doubles(company: Company, *names: str) -> Company:
    groups: list[GroupEntry] = []
    for one in company.groups:
        if one.name not in names or one.name not in [each.name for each in groups]:
            groups.append(one)
    return msgspec.structs.replace(company, groups=tuple(groups))


def true_values(group: GroupEntry) -> dict[str, int | None]:
    profile = finished_group(group, Switches()).profile
    return {one: getattr(profile, one) for one in VALUES}


def printed_values(printed: dict[str, str]) -> dict[str, int | None]:
    values: dict[str, int | None] = {}
    for name in COLUMNS:
        read = read_column(name, printed[name])
        assert read is not None
        values |= read
    return values


def rules_in(why: list[str]) -> list[str]:
    return [re.findall(r"CC-\w+-\d+", one)[-1] for one in why]


@covers("CC-PCO-08", "CC-CON-15", "CC-CON-04", "CC-CON-07")
@pytest.mark.parametrize("row", VERDICTS, ids=lambda row: f"{row['company']}, {row['form']}")
def test_a_published_company_gets_the_verdict_of_the_catalogue(row: dict[str, Any]):
    company = company_in_form(row["company"], row["form"])
    assert company.stated_total == row["stated_total"]
    assert total_cost(company) == row["worked_out_total"]
    refusals = validate(company, Switches())
    assert ("refused" if refusals else "accepted") == row["verdict"]
    assert [one.rule for one in refusals] == rules_in(row["why"])
    for refusal, why in zip(refusals, row["why"], strict=True):
        named = why.partition(" state ")[0] if " state " in why else ""
        numbers = re.findall(r"\d+", why.partition("(")[0])
        assert refusal.reason.startswith(named)
        assert re.findall(r"\d+", refusal.reason) == numbers
        assert refusal.remedy


@covers("CC-PCO-09", "CC-OTR-08")
@pytest.mark.parametrize("row", VERDICTS, ids=lambda row: f"{row['company']}, {row['form']}")
def test_without_keywords_only_the_freelance_company_is_judged_otherwise(row: dict[str, Any]):
    company = company_in_form(row["company"], row["form"])
    refused = [one.rule for one in validate(company, Switches(kind_by_keyword=False))]
    because_of_undead = ["CC-OTR-08"] if row["company"] == "Freelance Company" else []
    assert refused == because_of_undead + rules_in(row["why"])


def give(
    name: str, *traits: str, take: tuple[str, ...] = ()
) -> Callable[[list[GroupEntry]], list[GroupEntry]]:
    """The first Group of that name gets and loses traits."""

    def change(groups: list[GroupEntry]) -> list[GroupEntry]:
        place = [one.name for one in groups].index(name)
        kept = tuple(one for one in groups[place].traits if one not in take)
        assert len(kept) == len(groups[place].traits) - len(take)
        groups[place] = msgspec.structs.replace(groups[place], traits=kept + traits)
        return groups

    return change


def leave_out(name: str) -> Callable[[list[GroupEntry]], list[GroupEntry]]:
    def change(groups: list[GroupEntry]) -> list[GroupEntry]:
        del groups[[one.name for one in groups].index(name)]
        return groups

    return change


def name_captains(*names: str) -> Callable[[list[GroupEntry]], list[GroupEntry]]:
    def change(groups: list[GroupEntry]) -> list[GroupEntry]:
        return [msgspec.structs.replace(one, captain=one.name in names) for one in groups]

    return change


def both_hunters_lose_throwers(groups: list[GroupEntry]) -> list[GroupEntry]:
    return [msgspec.structs.replace(one, traits=()) if one.name == "Hunters" else one for one in groups]


def add_three_cowards(groups: list[GroupEntry]) -> list[GroupEntry]:
    return groups + [GroupEntry(profile="Light Foot", traits=("Cowardly",), models=12)] * 3


NECROMANCER = "Necromancer & Revenant Knights"
LESS_ARMED = give("Shieldkin", take=("Well-Armed",))
CHANGED: dict[tuple[str, str], tuple[Callable[[list[GroupEntry]], list[GroupEntry]], ...]] = {
    ("Necromancer's Legion", "Well-Armed added to the Captain's Group"): (give(NECROMANCER, "Well-Armed"),),
    ("Necromancer's Legion", "no Captain named"): (name_captains(),),
    ("Necromancer's Legion", "only the Captain's Group fielded"): (lambda groups: groups[:1],),
    ("Bearfolk War Party", "Well-Armed added to one Hunters"): (give("Hunters", "Well-Armed"),),
    ("Bearfolk War Party", "Aurorans take Caster for Apprentice, both Hunters lose Throwers"): (
        give("Aurorans", "Caster", take=("Apprentice",)),
        both_hunters_lose_throwers,
    ),
    ("Bearfolk War Party", "Aurorans take Caster as well, one Hunters left out"): (
        give("Aurorans", "Caster"),
        leave_out("Hunters"),
    ),
    ("Automata", "Titan takes Composed, one Barking Sparks left out"): (
        give("Titan", "Composed"),
        leave_out("Barking Sparks"),
    ),
    ("Seafolk", "Bronzeclad take Offensive, Khopeshi lose Stealthy"): (
        give("Bronzeclad", "Offensive"),
        give("Khopeshi", take=("Stealthy",)),
    ),
    ("Freelance Company", "Mounted Crossbows take Throwers, one Shieldkin lose Well-Armed"): (
        give("Mounted Crossbows", "Throwers"),
        LESS_ARMED,
    ),
    ("Freelance Company", "Lancers take Chariot and lose Undead-Foe, one Shieldkin lose Well-Armed"): (
        give("Lancers", "Chariot", take=("Undead-Foe",)),
        LESS_ARMED,
    ),
    ("Citizen's Defense Force", "one Neighborhood Defenders take Short-Ranged"): (
        give("Neighborhood Defenders", "Short-Ranged"),
    ),
    ("Citizen's Defense Force", "three Light Foot with Cowardly added"): (add_three_cowards,),
    ("Automata", "Titan and Arclight Rifles both named as holding the Captain"): (
        name_captains("Titan", "Arclight Rifles"),
    ),
}


def changed_company(base: str, change: str) -> Company:
    groups = list(PUBLISHED[base].groups)
    for one in CHANGED[base, change]:
        groups = one(groups)
    cleared = tuple(msgspec.structs.replace(one, id="") for one in groups)
    return msgspec.structs.replace(PUBLISHED[base], groups=cleared)


def test_every_change_of_the_catalogue_is_tried():
    assert [(row["base"], row["change"]) for row in CHANGES] == list(CHANGED)


@covers("CC-PCO-10", "CC-CON-02", "CC-CON-03", "CC-CON-12", "CC-CON-16", "CC-CAP-01")
@pytest.mark.parametrize("row", CHANGES, ids=lambda row: f"{row['base']}, {row['change']}")
def test_a_changed_company_gets_the_verdict_of_the_catalogue(row: dict[str, Any]):
    company = changed_company(row["base"], row["change"])
    assert total_cost(company) == row["total"]
    refused = [one.rule for one in validate(company, Switches())]
    if row["verdict"].startswith("accepted"):
        assert refused == []
    else:
        assert row["verdict"] == "refused"
        assert sorted(refused) == sorted(rules_in(row["why"]))
    if "refused with base" in row["verdict"]:
        strict = validate(company, Switches(mi_requirement="base"))
        assert [one.rule for one in strict] == rules_in(row["why"])


@covers("CC-PCO-10", "CC-OTR-05")
def test_lancers_in_chariots_have_toughness_five():
    company = changed_company(
        "Freelance Company", "Lancers take Chariot and lose Undead-Foe, one Shieldkin lose Well-Armed"
    )
    assert finished_group(company.groups[0], Switches()).profile.t == 5
