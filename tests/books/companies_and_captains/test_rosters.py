"""Rosters go out and come back in three forms, and nothing strange gets in."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from sandtable.books.companies_and_captains.chapters.constructing import validate
from sandtable.books.companies_and_captains.company import Company, GroupEntry
from sandtable.books.companies_and_captains.rosters import ROSTERS, company_from
from sandtable.books.companies_and_captains.rosters.json_form import CODE, read_data, write_data
from sandtable.books.companies_and_captains.rosters.ready import published_companies, sample_companies
from sandtable.books.companies_and_captains.rosters.text_form import read_text, write_text
from sandtable.books.companies_and_captains.rosters.words import fully_stated
from sandtable.books.companies_and_captains.switches import Switches
from sandtable.kernel.refusal import Refused
from sandtable.kernel.testing import covers

READY = {**published_companies(), **sample_companies()}
FREELANCE = published_companies()["freelance-company"]


def refused(text: str) -> list[tuple[str, str]]:
    with pytest.raises(Refused) as caught:
        ROSTERS.read_roster(text)
    assert all(one.remedy for one in caught.value.refusals)
    return [(one.rule, one.reason) for one in caught.value.refusals]


# --- The ready Companies --------------------------------------------------------------------------------


@covers("CC-PCO-07", "CC-SMP-01", "CC-SMP-02", "CC-SMP-03", "CC-SMP-04", "CC-SMP-05", "CC-SMP-06")
@pytest.mark.parametrize("company", READY.values(), ids=READY)
def test_a_ready_company_is_legal_and_goes_through_every_form(company: Company):
    assert validate(company, Switches()) == []
    assert fully_stated(company).stated_total == 24
    assert read_text(write_text(company)) == fully_stated(company)
    assert ROSTERS.read_json(ROSTERS.write_json(company)) == fully_stated(company)
    assert ROSTERS.read_code(ROSTERS.write_code(company)) == company
    assert validate(read_text(write_text(company)), Switches()) == []


@covers("CC-PCO-02")
def test_the_readable_form_has_one_group_to_a_line_and_points_in_brackets():
    assert write_text(FREELANCE) == (
        "Freelance Company [24]\n"
        "Lancers: Elite Cavalry with Undead-Foe, Vicious; 6 models; Captain [10]\n"
        "Mounted Crossbows: Light Cavalry; 6 models [4]\n"
        "Shieldkin: Heavy Foot with Well-Armed; 12 models [5]\n"
        "Shieldkin: Heavy Foot with Well-Armed; 12 models [5]\n"
    )


@covers("CC-PCO-02")
def test_the_json_form_has_canonical_ids():
    data = json.loads(ROSTERS.write_json(FREELANCE))
    assert {key: data[key] for key in ("name", "faction", "points", "version")} == {
        "name": "Freelance Company",
        "faction": "companies-and-captains",
        "points": 24,
        "version": "1",
    }
    assert data["groups"][0] == {
        "id": "elitecavalry",
        "name": "Lancers",
        "points": 10,
        "traits": [{"id": "foe", "kind": "Undead"}, "vicious"],
        "models": 6,
        "captain": True,
    }


def test_the_short_code_is_short_and_safe_in_links():
    for company in READY.values():
        code = ROSTERS.write_code(company)
        assert code.startswith(CODE.prefix)
        assert len(code) < 200
        assert all(sign.isascii() and (sign.isalnum() or sign in "-_.") for sign in code)


# A code once printed on a card must be readable for ever.
def test_a_code_of_the_first_version_is_still_read():
    code = "CC1.02UjsKtGFwfbiddAZBXEScA8isXpeKRQjIuFODcIGLNFCr6l4ICvBQA"
    assert ROSTERS.read_code(code) == sample_companies()["river-muster"]


@covers("CC-PCO-07")
def test_the_ready_companies_are_known_by_id():
    assert list(published_companies()) == [
        "bearfolk-war-party",
        "freelance-company",
        "necromancers-legion",
        "automata",
        "seafolk",
        "citizens-defense-force",
    ]
    assert list(sample_companies()) == [
        "river-muster",
        "lance-household",
        "barrow-legion",
        "greenwood-kin",
        "iron-hold",
        "mire-tribes",
    ]
    assert [one.id for one in READY["bearfolk-war-party"].groups] == [
        "longbraids",
        "aurorans",
        "hunters-1",
        "hunters-2",
    ]


def test_a_seat_brings_its_company_as_it_likes():
    for given_as in ("freelance-company", FREELANCE, ROSTERS.write_code(FREELANCE)):
        assert company_from(given_as) == FREELANCE
    for written in (write_text(FREELANCE), ROSTERS.write_json(FREELANCE), write_data(FREELANCE)):
        assert company_from(written) == fully_stated(FREELANCE)
    for strange in (None, 7, ["freelance-company"], b"freelance-company"):
        with pytest.raises(Refused) as caught:
            company_from(strange)
        assert caught.value.rule == "CC-CON-01"


# --- Reading what people write --------------------------------------------------------------------------


@covers("CC-CON-08", "CC-CON-15", "CC-PRO-12")
def test_a_roster_typed_by_hand_is_read_with_all_it_says():
    read = read_text(
        """
        # The night watch, second draft
        Night Watch; captain's trait blood-shy; vendor A Builder [31 points]

        Old Guard:  elite foot WITH well armed , beastbane;1 model ;CAPTAIN; Base 1.25 in; keyword undead [10]
        light-foot; held back
        Crossbows: Light Cavalry; ME 7+ / 5+ / 6; R ? / 4+; MI - [4]
        """
    )
    first, second, third = read.groups
    assert (read.name, read.captain_trait, read.vendor, read.stated_total) == (
        "Night Watch",
        "Blood-shy",
        "A Builder",
        31,
    )
    assert first == GroupEntry(
        id="old-guard",
        name="Old Guard",
        profile="Elite Foot",
        traits=("Well-Armed", "Beastbane"),
        models=1,
        captain=True,
        keywords=("undead",),
        base=1.25,
        stated_cost=10,
    )
    assert second == GroupEntry(id="light-foot", profile="Light Foot", models=12, held_back=True)
    assert third.stated_values == {
        "me_act": 7,
        "me_attack": 5,
        "me_defend": 6,
        "mi_act": None,
        "mi_hit": None,
        "mi_range": None,
        "r_rating": 4,
    }


@pytest.mark.parametrize("name", ["CC1.a", "'Ard Boyz", "Äxte & Söhne", "12th of Foot"])
def test_a_name_never_makes_a_readable_roster_look_like_another_form(name: str):
    company = msgspec.structs.replace(FREELANCE, name=name)
    assert ROSTERS.read_roster(write_text(company)) == fully_stated(company)


@pytest.mark.parametrize("name", ["{a", "# a", "a;b", "a:b", "[a]", "a\tb", "", " a", "x" * 61])
def test_a_name_that_a_form_cannot_carry_is_no_name(name: str):
    assert [one.rule for one in validate(msgspec.structs.replace(FREELANCE, name=name), Switches())] == [""]


def test_a_roster_without_a_first_line_for_its_name_is_read_all_the_same():
    read = read_text("Guard: Elite Foot; Captain\nElite Foot")
    assert read.name == "Unnamed Company"
    assert [one.title for one in read.groups] == ["Guard", "Elite Foot"]


@covers("CC-PRO-07", "CC-OTR-01", "CC-PRO-12", "CC-GEO-02")
@pytest.mark.parametrize(
    ("line", "rule", "words"),
    [
        ("A: Huge Foot", "CC-PRO-07", "there is no profile 'Huge Foot'"),
        ("A: Light Foot with Courage", "CC-OTR-01", "there is no optional trait 'Courage'"),
        ("A: Light Foot with Vicious,", "CC-OTR-01", "there is no optional trait ''"),
        ("A: Light Foot; keywords a;b", "", "'b' is not understood"),
        ("A: Light Foot; keywords 7", "CC-PRO-12", "'7' cannot be a keyword"),
        ("A: Light Foot; base e", "CC-GEO-02", "'e' is no base size"),
        ("A: Light Foot; base 1e999", "CC-GEO-02", "'1e999' is no base size"),
        ("A: Light Foot; 6 models; 6 models", "", "says something twice"),
        ("A: Light Foot; R 6 / 4+; R 6 / 4+", "", "says something twice"),
        ("A: Light Foot; 99999 models", "", "'99999 models' is not understood"),
        ("A: Light Foot; R 6", "", "'R 6' is not understood"),
        ("A: Light Foot [ten]", "CC-CON-07", "not a number"),
        ("A: Light Foot [3] [3]", "", "'Light Foot [3]'"),
        ("A: Light Foot]", "CC-CON-07", "not a number"),
        ("A:", "CC-PRO-01", "no profile is named"),
        (": Light Foot", "", "'' cannot be a name"),
        (f"{'A' * 61}: Light Foot", "", "cannot be a name"),
        ("A\u202eB: Light Foot", "", "cannot be a name"),
        (f"A: Light Foot with {', '.join(['Vicious'] * 31)}", "", "31 traits"),
        ("x" * 1001, "", "1001 characters"),
    ],
)
def test_a_line_that_cannot_be_read_is_refused_with_its_number(line: str, rule: str, words: str):
    ((said_rule, reason),) = refused(f"Company\nB: Light Foot\n{line}\n")
    assert reason.startswith("Line 3: ")
    if words.startswith("'Light Foot [3]"):
        assert "[3]" in reason
    else:
        assert words in reason
        assert said_rule == rule


@pytest.mark.parametrize(
    ("line", "rule", "words"),
    [
        ("Company; Captain trait Brave", "CC-CAP-08", "there is no Captain trait 'Brave'"),
        ("Company; version 2", "", "version '2' of the roster forms is not known"),
        ("Company; tall", "", "'tall' is not understood"),
        ("Company; vendor a; vendor b", "", "says something twice"),
        ("; vendor a", "", "cannot be a name"),
        ("Company [x]", "CC-CON-07", "not a number"),
    ],
)
def test_a_first_line_that_cannot_be_read_is_refused(line: str, rule: str, words: str):
    ((said_rule, reason),) = refused(f"{line}\nA: Light Foot\n")
    assert said_rule == rule
    assert reason.startswith("Line 1: ")
    assert words in reason


def test_all_lines_that_cannot_be_read_are_named_at_once():
    told = refused("Company\nA: Huge Foot\nB: Light Foot\nC: Light Foot with Courage\n")
    assert [reason.partition(":")[0] for _, reason in told] == ["Line 2", "Line 4"]


def test_empty_and_endless_rosters_are_refused():
    assert refused("")[0][0] == "CC-CON-01"
    assert refused("# nothing\n\n")[0][0] == "CC-CON-01"
    assert "20001 characters" in refused("x" * 20_001)[0][1]
    assert "65 lines" in refused("Light Foot\n" * 65)[0][1]


def changed_json(**changes: Any) -> str:
    data: dict[str, Any] = {"name": "Test", "groups": [{"id": "lightfoot"}, {"id": "lightfoot"}]}
    group = changes.pop("group", {})
    data["groups"][1] |= group
    return json.dumps(data | changes)


@covers("CC-PRO-07", "CC-OTR-01", "CC-CAP-08")
@pytest.mark.parametrize(
    ("changes", "rule", "words"),
    [
        ({"name": 3}, "", "name: expected str, got int"),
        ({"name": "a\u0000b"}, "", "name: 'a\\x00b' cannot be a name"),
        ({"faction": "rebelalliance"}, "", "faction: 'rebelalliance' is another game"),
        ({"version": "2"}, "", "version: version '2' of the roster forms is not known"),
        ({"colour": "red"}, "", "object contains unknown field colour"),
        ({"points": 10**30}, "", "points: expected int"),
        ({"points": 1.5}, "", "points: expected int | null, got float"),
        ({"captain_trait": "brave"}, "CC-CAP-08", "captain_trait: there is no Captain trait 'brave'"),
        ({"groups": [{"id": "lightfoot"}] * 65}, "", "groups: expected array of length <= 64"),
        ({"groups": {}}, "", "groups: expected array, got object"),
        ({"vendor": {"\n": {}}}, "", "vendor: '\\n' cannot be a name"),
        ({"group": {"id": "hugefoot"}}, "CC-PRO-07", "groups[1].id: there is no profile 'hugefoot'"),
        ({"group": {"models": -1}}, "", "groups[1].models: expected int >= 0"),
        ({"group": {"models": True}}, "", "groups[1].models: expected int"),
        ({"group": {"captain": "yes"}}, "", "groups[1].captain: expected bool, got str"),
        (
            {"group": {"traits": ["brave"]}},
            "CC-OTR-01",
            "groups[1].traits: there is no optional trait 'brave'",
        ),
        (
            {"group": {"traits": [{"id": "foe", "kind": "7"}]}},
            "CC-OTR-08",
            "groups[1].traits: '7' names no kind",
        ),
        ({"group": {"traits": [{"id": "x", "kind": "Foot"}]}}, "CC-OTR-01", "groups[1].traits: there is no"),
        ({"group": {"traits": ["vicious"] * 31}}, "", "groups[1].traits: expected array of length <= 30"),
        ({"group": {"keywords": ["a;b"]}}, "CC-PRO-12", "groups[1].keywords: 'a;b' cannot be a keyword"),
        (
            {"group": {"stated": {"speed": 3}}},
            "CC-PRO-07",
            "groups[1].stated: there is no profile value 'speed'",
        ),
        ({"group": {"name": "a:b"}}, "", "groups[1].name: 'a:b' cannot be a name"),
    ],
)
def test_a_field_that_cannot_be_read_is_refused_with_its_place(
    changes: dict[str, Any], rule: str, words: str
):
    ((said_rule, reason),) = refused(changed_json(**changes))
    assert said_rule == rule
    assert reason.startswith("The roster, " if "unknown" not in words else "The roster: ")
    assert words in reason


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"name": "a", "name": "b", "groups": []}', "'name' stands twice"),
        ('{"name": "a", "groups": [{"id": "lightfoot", "base": NaN}]}', "NaN is not a number"),
        ('{"name": "a", "groups": [{"id": "lightfoot", "base": 1e999}]}', "1e999 is too large"),
        ('{"name": "a", "groups": [', "this is not JSON"),
        ('{"vendor": ' * 2000, "inside each other"),
        ('{"name": "' + "x" * 100_000, "characters"),
    ],
)
def test_json_with_traps_in_it_is_refused(text: str, words: str):
    ((_, reason),) = refused(text)
    assert words in reason


def test_json_that_is_no_roster_is_refused():
    for text in ("[]", "3", "null", '"x"'):
        with pytest.raises(Refused, match="no JSON object"):
            ROSTERS.read_json(text)
    with pytest.raises(Refused, match="missing required field groups"):
        read_data({"name": "a"})


def test_the_vendor_may_say_more_about_itself():
    read = ROSTERS.read_json(changed_json(vendor={"A Builder": {"link": "x", "deep": [1, {"y": None}]}}))
    assert read.vendor == "A Builder"
    assert ROSTERS.read_json(ROSTERS.write_json(read)).vendor == "A Builder"
