"""`sandtable roster` lists, builds, checks, converts and rolls up Companies, each reason with its rule."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.kernel.testing import covers
from tests.cli.conftest import Told

TOO_DEAR = """Dear
One: Elite Cavalry with Terrifying, Vicious; Captain
Two: Elite Cavalry with Terrifying, Vicious
Three: Elite Cavalry
"""


def test_the_ready_companies_are_listed_with_points_and_what_they_are():
    told = Told("roster", "list")
    assert told.code == 0
    assert "bearfolk-war-party" in told.out
    listed = Told("roster", "list", "--json").json
    assert len(listed) == 12
    assert {"id", "name", "points", "units", "sentence", "rule", "collection"} <= set(listed[0])


@covers("CC-CON-04")
def test_a_company_that_is_refused_ends_the_command_with_one_and_says_why(tmp_path: Path):
    file = tmp_path / "dear.txt"
    file.write_text(TOO_DEAR)
    told = Told("roster", "check", str(file))
    assert told.code == 1
    assert "Dear: refused, 28 of 24 points" in told.out
    assert "The Company costs 28 points, the limit is 24. (CC-CON-04) Save 4." in told.out


def test_every_reason_is_in_the_json_with_rule_reason_and_remedy(tmp_path: Path):
    file = tmp_path / "dear.txt"
    file.write_text(TOO_DEAR)
    told = Told("roster", "check", str(file), "automata", "--json")
    assert told.code == 1
    refused, legal = told.json
    assert (refused["legal"], legal["legal"]) == (False, True)
    assert refused["reasons"] == [
        {"rule": "CC-CON-04", "reason": "The Company costs 28 points, the limit is 24.", "remedy": "Save 4."}
    ]


def test_a_limit_and_switches_change_the_verdict():
    assert Told("roster", "check", "automata").code == 0
    assert Told("roster", "check", "automata", "--points", "18").code == 1
    assert Told("roster", "check", "greenwood-kin", "--option", "missile_profiles=off").code == 1


def test_a_roster_is_read_from_standard_input():
    told = Told("roster", "check", "-", typed="Foo\nGuard: Heavy Foot with Wings\n")
    assert told.code == 1
    assert "there is no optional trait 'Wings'. (CC-OTR-01)" in told.out


@pytest.mark.parametrize("form", ["text", "json", "code"])
def test_every_form_can_be_turned_back_into_text(form: str):
    written = Told("roster", "convert", "necromancers-legion", "--to", form).out
    assert (
        Told("roster", "convert", "-", typed=written).out
        == Told("roster", "convert", "necromancers-legion").out
    )


def test_a_short_code_can_stand_on_the_command_line():
    code = Told("roster", "convert", "automata", "--to", "code").out.strip()
    assert Told("roster", "check", code).out.startswith("Automata: legal")


def test_a_short_code_of_another_book_is_read_by_that_book():
    code = Told("roster", "convert", "red-squad", "--book", "forgotten-ruin", "--to", "code").out.strip()
    assert code.startswith("FR1.")
    assert Told("roster", "check", code, "--book", "forgotten-ruin").out.startswith("Red Squad: legal")


def test_a_company_is_built_from_groups_and_the_first_has_the_captain():
    told = Told("roster", "build", "Guard: Heavy Foot with Well-Armed", "Light Cavalry", "--name", "Blue")
    assert told.code == 0
    assert told.out == (
        "Blue [9]\nGuard: Heavy Foot with Well-Armed; 12 models; Captain [5]\nLight Cavalry; 6 models [4]\n"
    )
    assert (
        "Light Cavalry; 6 models; Captain"
        in Told("roster", "build", "Heavy Foot", "Light Cavalry; Captain").out
    )


@covers("CC-CON-02")
def test_building_what_is_not_legal_ends_with_one_and_prints_no_roster():
    told = Told("roster", "build", "Heavy Foot")
    assert (told.code, told.out) == (1, "")
    assert "The Company has 1 Group. (CC-CON-02)" in told.err


def test_a_company_is_built_by_questions_and_only_the_roster_is_output():
    lines = [
        "Guard: Heavy Foot with Wings", "Guard: Heavy Foot", "list", "show", "Light Foot",
        "change 2 Light Cavalry; Captain", "remove 7", "Heavy Beast", "remove 3", "done",
    ]  # fmt: skip
    told = Told("roster", "build", "--name", "Blue", typed="\n".join(lines) + "\n")
    assert told.code == 0
    assert told.out == "Blue [8]\nGuard: Heavy Foot; 12 models [4]\nLight Cavalry; 6 models; Captain [4]\n"
    assert "there is no optional trait 'Wings'. (CC-OTR-01)" in told.err
    assert 'There is no unit "7".' in told.err
    assert "8 of 24 points, 2 units" in told.err


def test_building_by_questions_refuses_to_be_done_too_early_and_may_be_left():
    told = Told("roster", "build", typed="Heavy Foot\ndone\n")
    assert told.code == 2
    assert "The Company has 1 Group. (CC-CON-02)" in told.err
    assert "The force was not finished." in told.err


def test_a_random_company_is_legal_and_the_seed_makes_it_the_same():
    first = Told("roster", "random", "--seed", "4", "--to", "code").out
    assert first == Told("roster", "random", "--seed", "4", "--to", "code").out
    assert Told("roster", "check", "-", typed=first).code == 0


def test_profiles_and_traits_are_listed_with_their_rules():
    assert "CC-OTR-23" in Told("roster", "profiles").out
    bought = Told("roster", "profiles", "--json").json
    assert (len(bought["profiles"]), len(bought["traits"])) == (14, 21)


def test_a_company_is_shown_with_finished_profiles():
    shown = Told("roster", "show", "automata").out
    assert "Titan" in shown
    assert "Captain, Elite Foot" in shown
    assert '6+/5+/18"' in shown


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("check", "nothing.txt"), "There is no file nothing.txt."),
        (("check", "automata", "--option", "wings=on"), "There is no switch"),
        (("check", "automata", "--option", "wings"), '"wings" is no switch.'),
        (("list", "--book", "chess"), 'There is no book "chess".'),
    ],
)
def test_bad_usage_ends_with_two_and_a_sentence(arguments: tuple[str, ...], sentence: str):
    told = Told("roster", *arguments)
    assert told.code == 2
    assert told.err.startswith(sentence)
