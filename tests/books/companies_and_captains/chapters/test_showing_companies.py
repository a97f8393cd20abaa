"""Showing Companies: what everybody learns of a Company, and by which rules it was checked."""

from __future__ import annotations

from typing import Any

import msgspec

from sandtable.books.companies_and_captains.company import Company
from sandtable.books.companies_and_captains.rosters.ready import built_company, published_companies
from sandtable.books.companies_and_captains.switches import Switches
from sandtable.kernel.testing import covers
from tests.books.companies_and_captains.beginnings import begin, entry, roster, small
from tests.books.companies_and_captains.scenes import rules_told, told


def shown(company: Any, **options: Any) -> set[str]:
    """The rules with which this Company is shown to an enemy who adds none of its own."""
    plain = rules_told(begin("pitched-battle", **options), "Company shown")
    game = begin("pitched-battle", seats={"A": company, "B": small()}, **options)
    (first, *_) = [event for event in game.events(all_seats=True) if event.kind == "Company shown"]
    return set(first.rules) - plain


@covers(
    "CC-CON-01", "CC-CON-02", "CC-CON-03", "CC-CON-04", "CC-CON-07", "CC-CON-08", "CC-CON-09", "CC-CON-15",
)  # fmt: skip
def test_every_company_is_shown_with_what_every_roster_is_checked_by():
    game = begin("pitched-battle")
    rules = rules_told(game, "Company shown")
    assert {"CC-CON-01", "CC-CON-02", "CC-CON-03", "CC-CON-04", "CC-CON-07", "CC-CON-08"} <= rules
    assert {"CC-CON-09", "CC-CON-15"} <= rules
    larger = begin("pitched-battle", points_limit=30)
    assert "CC-CON-04" not in rules_told(larger, "Company shown")


@covers("CC-PRO-01", "CC-PRO-02", "CC-PRO-03", "CC-PRO-04", "CC-PRO-05", "CC-PRO-06", "CC-RES-01")
def test_the_columns_of_a_profile_are_public():
    rules = rules_told(begin("pitched-battle"), "Company shown")
    assert {"CC-PRO-01", "CC-PRO-02", "CC-PRO-03", "CC-PRO-04", "CC-PRO-05", "CC-PRO-06"} <= rules
    assert "CC-RES-01" in rules


@covers("CC-CON-10", "CC-PRO-09", "CC-CON-11", "CC-CON-12", "CC-CON-16", "CC-PRO-11", "CC-OTR-24")
def test_a_company_is_shown_with_the_rules_that_its_own_groups_had_to_pass():
    assert "CC-CON-10" in rules_told(begin("pitched-battle"), "Company shown")
    different = roster(entry("Heavy Foot"), entry("Light Foot"))
    seats = {"A": different, "B": different}
    assert "CC-CON-10" not in rules_told(begin("pitched-battle", seats=seats), "Company shown")
    assert shown(roster(entry("Heavy Foot"), entry("Light Missile"))) == {"CC-PRO-09"}
    vicious = shown(roster(entry("Heavy Foot", "Vicious"), entry("Light Foot")))
    assert vicious == {"CC-CON-11", "CC-PRO-11", "CC-OTR-01", "CC-OTR-22"}
    bows = shown(roster(entry("Heavy Foot", "Shooters"), entry("Light Foot")))
    assert bows == {"CC-CON-11", "CC-PRO-11", "CC-OTR-01", "CC-OTR-14", "CC-CON-12", "CC-CON-16"}
    hunters = shown(roster(entry("Heavy Foot", "Beast-Foe"), entry("Light Foot")))
    assert {"CC-OTR-24", "CC-OTR-08"} <= hunters


@covers("CC-PCO-01", "CC-PCO-07", "CC-PCO-08", "CC-SMP-05")
def test_a_ready_company_is_known_by_its_list():
    bears = shown("bearfolk-war-party")
    assert {"CC-PCO-01", "CC-PCO-07", "CC-PCO-08"} <= bears
    assert "CC-PCO-10" not in bears
    assert not any(one.startswith("CC-SMP") for one in bears)
    hold = shown("iron-hold")
    assert {one for one in hold if one.startswith(("CC-SMP", "CC-PCO"))} == {"CC-SMP-05"}


@covers("CC-PCO-02", "CC-PCO-09")
def test_the_freelance_company_names_a_keyword():
    assert {"CC-PCO-02", "CC-PCO-09"} <= shown("freelance-company")


@covers("CC-PCO-10")
def test_a_published_company_with_a_change_is_no_longer_the_published_list():
    freelance = published_companies()["freelance-company"]
    lancers, bows, first, second = freelance.groups
    changed = Company(
        name=freelance.name,
        groups=(
            msgspec.structs.replace(lancers, traits=("Chariot", "Vicious")),
            bows,
            first,
            msgspec.structs.replace(second, traits=()),
        ),
    )
    game = begin("pitched-battle", seats={"A": changed, "B": small()})
    assert game.state.groups["A1"].profile.t == 5
    rules = shown(changed)
    assert "CC-PCO-10" in rules
    assert not {"CC-PCO-02", "CC-PCO-08"} & rules


@covers("CC-SMP-07", "CC-SMP-04")
def test_where_missiles_are_off_a_sample_company_is_shown_with_its_swaps():
    off = shown("greenwood-kin", missile_profiles=False)
    assert {"CC-SMP-04", "CC-SMP-07"} <= off
    assert "CC-PRO-09" not in off
    assert "CC-SMP-07" not in shown("greenwood-kin")


@covers("CC-SMP-08")
def test_a_company_by_dice_says_so():
    made = built_company(lambda sides: 1, Switches(), 24)
    assert "CC-SMP-08" in shown(made)


@covers("CC-SWI-01", "CC-SWI-02")
def test_the_switches_that_differ_are_told_at_the_beginning():
    game = begin("pitched-battle", blocked_high_roll="no_harm")
    (agreed,) = told(game, "switches agreed")
    assert agreed["switches"] == {"blocked_high_roll": "no_harm", "terrain_mode": "open"}
    assert {"CC-SWI-01", "CC-SWI-02", "CC-RET-07", "CC-TGN-06"} == rules_told(game, "switches agreed")


@covers("CC-CON-09", "CC-OTR-24", "CC-OTR-25", "CC-PCO-02", "CC-PRO-12")
def test_foes_banes_and_keywords_are_shown_with_their_kinds():
    freelance = published_companies()["freelance-company"]
    hunted = roster(entry("Heavy Foot", "Beastbane", keywords=("Undead",)), entry("Light Foot"))
    first, second = told(begin("pitched-battle", seats={"A": freelance, "B": hunted}), "Company shown")
    assert first["groups"]["A1"]["traits"] == ("Reckless", "Defiant", "Vicious", "Undead-Foe")
    assert first["groups"]["A1"]["cost"] == 10
    assert "keywords" not in first["groups"]["A1"]
    assert second["groups"]["B1"]["traits"] == ("Defensive", "Beastbane")
    assert second["groups"]["B1"]["keywords"] == ("Undead",)
