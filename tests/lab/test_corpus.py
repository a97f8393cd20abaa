"""The corpus: what it plays, with which reasons it is recorded, and that it is always the same."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sandtable.books.companies_and_captains.printed_tables import captain_traits, optional_traits
from sandtable.books.companies_and_captains.rosters.ready import ready_companies
from sandtable.books.companies_and_captains.scenarios.every import scenario_ids
from sandtable.books.companies_and_captains.switches import describe
from sandtable.kernel.records.record import NoteLine, read_record
from sandtable.kernel.records.replay import first_difference
from sandtable.lab.corpora.companies_and_captains import SHOWCASES, openings
from sandtable.lab.corpus import Opening, from_cases, openings_of, play_corpus, play_opening
from sandtable.lab.ledger import count_fired

BOOK = "companies-and-captains"
ROOT = Path(__file__).parents[2]

SKIRMISH: dict[str, Any] = {
    "position": {
        "groups": {
            "A1": {"profile": "Heavy Missile", "models": 1, "at": [36, 12]},
            "B1": {"profile": "Heavy Foot", "models": 1, "at": [36, 24]},
        }
    }
}


def test_a_game_is_recorded_with_the_reasons_of_its_players(tmp_path: Path):
    played = play_opening(BOOK, str(tmp_path), Opening("skirmish", SKIRMISH, answers=6))
    assert (played.name, played.answers, played.why) == ("skirmish", 6, "")
    record = read_record(tmp_path / "skirmish.sandtable")
    thoughts = [line for line in record.lines if isinstance(line, NoteLine) and line.kind == "thought"]
    assert thoughts[0].seat == "A"
    assert "CC-BOT-01" in thoughts[0].facts["rules"]
    assert thoughts[0].facts["reasons"]
    assert first_difference(record) is None
    fired = count_fired(tmp_path, BOOK)
    assert fired.games == 1
    assert fired.times["CC-BOT-06"] > 0
    assert fired.times["CC-SHO-05"] > 0
    assert fired.entered["CC-SHO-05"] == 1
    assert not fired.entered["CC-BOT-06"]  # the players' own rules are told, and not run again
    assert not fired.entered["CC-RET-02"]  # nobody has retreated


def test_players_by_chance_follow_no_rule_and_leave_no_reasons(tmp_path: Path):
    play_opening(BOOK, str(tmp_path), Opening("skirmish", SKIRMISH, ("uniform",), answers=6))
    record = read_record(tmp_path / "skirmish.sandtable")
    assert not [line for line in record.lines if isinstance(line, NoteLine)]


def test_a_corpus_is_always_the_same_and_replaces_the_one_before(tmp_path: Path):
    chosen = [Opening(f"skirmish-{number}", SKIRMISH, seed=number, answers=20) for number in range(3)]
    told: list[str] = []
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "old.sandtable").write_text("old")
        found = play_corpus(BOOK, tmp_path / folder, chosen, 1, lambda played: told.append(played.name))
        assert [one.name for one in found] == [one.name for one in chosen]
    assert told == [one.name for one in chosen] * 2
    names = [path.name for path in sorted((tmp_path / "one").iterdir())]
    assert names == [f"skirmish-{one}{end}" for one in range(3) for end in (".entered.json", ".sandtable")]
    for name in names:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


def test_a_game_that_goes_wrong_is_told_by_its_name(tmp_path: Path):
    with pytest.raises(RuntimeError, match=r"^broken: .*no scenario"):
        play_opening(BOOK, str(tmp_path), Opening("broken", {"scenario": "tea-party"}))


def test_every_case_is_told_and_its_position_is_played_on(tmp_path: Path):
    (tmp_path / "a.case.yaml").write_text("case: a\nposition: {book: x, groups: {}}\n")
    (tmp_path / "b.case.yaml").write_text("- {case: b, position: {turn: 3}}\n- {case: c, scenario: raid}\n")
    found = from_cases(tmp_path)
    assert [one.name for one in found] == [
        "case-a-1-told",
        "case-a-1-uniform",
        "case-a-1-greedy",
        "case-b-1-told",
        "case-b-1-uniform",
        "case-b-1-greedy",
        "case-b-2-told",
    ]
    assert found[0].case == (str(tmp_path / "a.case.yaml"), 1)
    assert found[1].begin == {"position": {"groups": {}}}


TOLD = """
case: a shot is told with its dice
book: companies-and-captains
position:
  groups:
    A1: {profile: Heavy Missile, models: 1, at: [36, 12]}
    B1: {profile: Heavy Foot, models: 1, at: [36, 24]}
answers: [{answer: A1}]
expect: {asked: {seat: %s}}
"""


def test_a_case_is_recorded_as_it_is_told(tmp_path: Path):
    path = tmp_path / "a.case.yaml"
    path.write_text(TOLD % "A")
    played = play_opening(BOOK, str(tmp_path), Opening("told", case=(str(path), 1)))
    assert (played.answers, played.why) == (1, "")
    record = read_record(tmp_path / "told.sandtable")
    assert first_difference(record) is None
    assert count_fired(tmp_path, BOOK).games == 1


def test_a_case_that_fails_is_not_recorded(tmp_path: Path):
    path = tmp_path / "a.case.yaml"
    path.write_text(TOLD % "B")
    with pytest.raises(RuntimeError, match=r"^told: .*sandtable check"):
        play_opening(BOOK, str(tmp_path), Opening("told", case=(str(path), 1)))
    assert not list(tmp_path.glob("*.sandtable"))


def test_a_book_without_a_corpus_has_no_openings():
    assert openings_of("no-such-book", ROOT) == []


# ---- Companies and Captains --------------------------------------------------------------------------------


def test_the_openings_are_the_same_each_time_and_no_name_comes_twice():
    first, second = openings_of(BOOK, ROOT), openings_of(BOOK, ROOT)
    assert first == second
    assert len({one.name for one in first}) == len(first)


def test_every_scenario_company_switch_value_and_captain_trait_is_played():
    made = openings()
    assert {one.begin["scenario"] for one in made if "scenario" in one.begin} == set(scenario_ids())
    forces = [force for one in made for force in one.begin.get("seats", {}).values()]
    assert {one.id for one in ready_companies()} <= {force for force in forces if isinstance(force, str)}
    kept = {force.get("captain_trait") for force in forces if isinstance(force, dict)}
    assert {one.name for one in captain_traits().values()} <= kept
    options = [one.begin.get("options", {}) for one in made]
    for switch in describe():
        values = {str(given[switch.name]) for given in options if switch.name in given}
        assert values >= ({str(one) for one in switch.values} if switch.range is None else set())
        assert len(values) >= 2
    assert {len(one.begin["seats"]) for one in made if "seats" in one.begin} == {2, 3, 4}
    assert {kind for one in made for kind in one.players} == {"greedy", "uniform"}


def test_the_showcases_have_every_optional_trait_between_them():
    bought: set[str] = set()
    for force in SHOWCASES.values():
        for group in force["groups"]:
            bought |= {one if isinstance(one, str) else one["id"] for one in group["traits"]}
    named = {"[Kind]-Foe": "foe", "[Kind]bane": "bane"}
    assert bought == {named.get(one, one) for one in optional_traits()}
