"""Positions: any situation comes back as it went, the short form is filled in, faults name their place."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.books.companies_and_captains.book import BOOK
from sandtable.books.companies_and_captains.positions.form import write_position
from sandtable.books.companies_and_captains.positions.reading import read_position
from sandtable.books.companies_and_captains.rosters.ready import published_companies, sample_companies
from sandtable.books.companies_and_captains.scenarios import every
from sandtable.books.companies_and_captains.state import Ambition, Battle
from sandtable.kernel.dice import Seeded
from sandtable.kernel.game import new_game
from sandtable.kernel.refusal import Refused
from sandtable.kernel.testing import covers
from tests.books.companies_and_captains.scenes import foot, group, state_of

TWO: dict[str, Any] = {"A1": foot(10, 10), "B1": foot(10, 30)}


def through_a_file(state: Battle) -> Battle:
    """Written, sent as JSON and read again."""
    return read_position(json.loads(json.dumps(write_position(state))))


def fault(position: dict[str, Any]) -> str:
    """Everything that is wrong with a position, as one text."""
    with pytest.raises(Refused) as caught:
        read_position(position)
    return str(caught.value)


# ---- there and back ----------------------------------------------------------------------------------------


@settings(max_examples=8)
@given(st.integers(0, 10_000), st.sampled_from((None, *every.scenario_ids())))
def test_at_every_moment_of_a_game_the_position_read_again_is_the_same(
    seed: int, scenario: str | None
) -> None:
    chance = random.Random(seed)
    companies = sorted({**published_companies(), **sample_companies()})
    seats = {"A": chance.choice(companies), "B": chance.choice(companies)}
    game = new_game(BOOK, BOOK.set_up(scenario, seats, {"published_round_cap": 8}), Seeded(seed))
    number = 0
    while game.decision is not None:
        if number % 9 == 0:
            assert through_a_file(game.last_checkpoint.state) == game.last_checkpoint.state
        seat = game.waiting_for[0]
        question = game.decision_for(seat)
        assert question is not None
        game.answer(question.sample(chance), seat=seat)
        number += 1
    assert through_a_file(game.state) == game.state


def test_a_game_goes_on_from_its_position_as_it_would_have_gone_on() -> None:
    state = state_of(
        {**TWO, "A2": group("Light Cavalry", 30, 10, r=3, shaken=True)},
        turn=5,
        active="A",
        step="rally",
        to_do=["A2"],
    )
    games = [new_game(BOOK, one, Seeded(7)) for one in (state, through_a_file(state))]
    chances = [random.Random(1), random.Random(1)]
    for _ in range(40):
        for game, chance in zip(games, chances, strict=True):
            if game.decision is not None:
                game.answer(game.decision.sample(chance))
    assert games[0].fingerprint() == games[1].fingerprint()


def test_everything_about_a_group_is_written_down() -> None:
    knight = group(
        "Elite Cavalry",
        20,
        20,
        traits=["Undead-Foe", "Beastbane", "Composed"],
        values={"mo_in": 9},
        name="Knights",
        keywords=["Holy"],
        cost=11,
        r=4,
        base=2.0,
        spells=[{"spell": "Obscure", "caster": "B"}],
        used=["Capable"],
        done=True,
        harmed_by=[["B", "shooting"]],
    )
    state = state_of({**TWO, "A2": knight})
    back = through_a_file(state).groups["A2"]
    assert back == state.groups["A2"]
    assert (back.profile.mo_in, back.foes, back.banes, back.radius) == (9, ("Undead",), ("Beast",), 1.0)
    assert "Reckless" not in back.traits
    assert back.spells[0].spell == "Obscure"


# ---- the short form ----------------------------------------------------------------------------------------


@covers("CC-RES-08", "CC-GEO-02")
def test_a_group_gets_its_models_its_bases_and_its_r_from_its_profile() -> None:
    state = state_of({"A1": foot(10, 10), "A2": group("Heavy Cavalry", 30, 10, r=3), "B1": foot(10, 30, r=5)})
    assert [len(one.models) for one in state.groups.values()] == [12, 3, 5]
    assert [one.r for one in state.groups.values()] == [12, 3, 5]
    assert [one.radius for one in state.groups.values()] == [0.5, 0.75, 0.5]


def test_the_first_group_holds_the_captain_unless_another_is_named() -> None:
    state = state_of({**TWO, "B2": foot(30, 30, captain=True)})
    assert {seat: one.captain for seat, one in state.companies.items()} == {"A": "A1", "B": "B2"}


def test_turns_sides_and_points_follow_from_the_rest() -> None:
    state = state_of({**TWO, "C1": foot(40, 10)}, turn=5, active="B")
    assert state.sides == (("A", "C"), ("B",))
    assert state.first == 1
    assert {seat: one.turns for seat, one in state.companies.items()} == {"A": 2, "B": 3, "C": 2}
    assert state.companies["C"].points == 4


def test_a_melee_named_once_binds_both() -> None:
    state = state_of({"A1": foot(10, 10, fielded=1, melee=["B1"]), "B1": foot(10, 11, fielded=1)})
    assert state.groups["B1"].melee == ("A1",)


def test_ambitions_are_named_shortly_or_with_what_is_revealed() -> None:
    chosen = {
        "A": {"ambitions": ["Draw First Blood", {"name": "Do Not Waver", "revealed": True}]},
        "B": {"ambitions": None},
    }
    state = state_of(TWO, companies=chosen)
    assert state.companies["A"].ambitions == (Ambition("Draw First Blood"), Ambition("Do Not Waver", True))
    assert state.companies["B"].ambitions is None
    assert through_a_file(state) == state


def test_table_map_and_markers_come_from_the_scenario_unless_given() -> None:
    crossing = state_of(TWO, scenario="the-crossing")
    assert (crossing.ground.width, len(crossing.ground.pieces)) == (48.0, 5)
    bare = state_of(TWO, scenario="burn-the-stores", terrain=[], tokens={}, table=[60, 50])
    assert (bare.ground.depth, bare.ground.pieces, bare.tokens) == (50.0, (), {})
    assert through_a_file(bare) == bare


def test_terrain_is_given_by_area_outline_or_wall() -> None:
    terrain = [
        {"kind": "wood", "area": [30, 30, 38, 36]},
        {"kind": "marsh", "outline": [[50, 5], [55, 5], [52, 9]], "traits": []},
        {"kind": "wall", "wall": [[20, 20], [26, 20]]},
    ]
    state = state_of(TWO, terrain=terrain)
    assert [one.traits for one in state.ground.pieces] == [("difficult", "obscuring"), (), ("obstacle",)]
    assert [one.id for one in state.ground.pieces] == ["wood 1", "marsh 2", "wall 3"]


# ---- faults ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("position", "says"),
    [
        ({"groups": {}}, "position, groups"),
        ({"groups": {"A1": foot(10, 10)}}, "position, sides"),
        ({"groups": {**TWO, "first": foot(40, 10)}}, "'first' is no Group id"),
        (
            {"groups": {**TWO, "A2": {"profile": "Heavy Tank", "at": [40, 10]}}},
            "groups.A2: there is no profile 'Heavy Tank'",
        ),
        (
            {"groups": {**TWO, "A2": foot(40, 10, traits=["Flying"])}},
            "groups.A2: there is no optional trait 'Flying'",
        ),
        (
            {"groups": {**TWO, "A2": foot(40, 10, colour="red")}},
            "groups.A2: object contains unknown field colour",
        ),
        ({"groups": {**TWO, "A2": foot(40, 10, r=13)}}, "groups.A2: R 13"),
        ({"groups": {**TWO, "A2": foot(40, 10, r=0)}}, "groups.A2: R 0"),
        ({"groups": {**TWO, "A2": foot(0, 10)}}, "groups.A2: a base is off the table"),
        ({"groups": {**TWO, "A2": foot(float("nan"), 10)}}, "groups.A2.at[0]"),
        ({"groups": {**TWO, "A2": foot(float("inf"), 10)}}, "groups.A2"),
        ({"groups": {**TWO, "A2": foot(11, 10)}}, "groups.A1: its bases overlap those of A2"),
        (
            {"groups": {**TWO, "A2": {"profile": "Heavy Foot", "models": [[40, 10], [40.5, 10]]}}},
            "the bases 0 and 1 overlap",
        ),
        (
            {"groups": {**TWO, "A2": {"profile": "Heavy Foot", "where": "on the table"}}},
            "groups.A2: it is on the table and stands nowhere",
        ),
        (
            {"groups": {**TWO, "A2": foot(40, 10, where="routed")}},
            "groups.A2: it is routed and has a place",
        ),
        ({"groups": {**TWO, "A2": foot(40, 10, melee=["A1"])}}, "groups.A2.melee: 'A1' is no enemy"),
        ({"groups": {**TWO, "A2": foot(40, 10, melee=["Z9"])}}, "groups.A2.melee: 'Z9' is no enemy"),
        (
            {"groups": {**TWO, "A2": foot(40, 10, spells=[{"spell": "Fireball", "caster": "B"}])}},
            "groups.A2.spells",
        ),
        ({"groups": {**TWO, "A2": foot(40, 10, asset="asset1")}}, "groups.A2.asset"),
        (
            {
                "groups": {
                    "A1": foot(10, 10, captain=True),
                    "A2": foot(40, 10, captain=True),
                    "B1": foot(10, 30),
                }
            },
            "are both Captains",
        ),
        ({"groups": TWO, "companies": {"A": {"captain": "B1"}}}, "companies.A.captain"),
        (
            {"groups": TWO, "companies": {"A": {"captain_trait": "Lucky"}}},
            "companies.A: there is no Captain trait 'Lucky'",
        ),
        ({"groups": TWO, "companies": {"A": {"ambitions": ["Win"]}}}, "companies.A.ambitions"),
        ({"groups": TWO, "companies": {"A": {"turn": 3}}}, "companies.A: object contains unknown field turn"),
        ({"groups": TWO, "scenario": "moonbase"}, "scenario: there is no scenario 'moonbase'"),
        ({"groups": TWO, "step": "lunch"}, "step: there is no step 'lunch'"),
        ({"groups": TWO, "attacker": "Z"}, "attacker: 'Z' is no side"),
        ({"groups": TWO, "sides": [["A"], ["A", "B"]]}, "position, sides"),
        ({"groups": TWO, "seats": ["A", "B", "C"]}, "position, seats"),
        ({"groups": TWO, "roles": {"extractees": "B7"}}, "roles.extractees"),
        (
            {"groups": TWO, "tokens": {"asset1": {"kind": "asset", "at": [1, 1], "holder": "Q1"}}},
            "tokens.asset1.holder",
        ),
        ({"groups": TWO, "terrain": [{"kind": "wood"}]}, "terrain[0]"),
        (
            {"groups": TWO, "terrain": [{"kind": "wood", "area": [1, 1, 5, 5], "wall": [[1, 1], [2, 2]]}]},
            "terrain[0]",
        ),
        (
            {"groups": TWO, "terrain": [{"kind": "wood", "outline": [[0, 0], [4, 4], [4, 0], [0, 4]]}]},
            "crosses itself",
        ),
        ({"groups": TWO, "table": [0, 48]}, "width is 0"),
        ({"groups": TWO, "switches": {"terrain_mode": "lava"}}, "terrain_mode cannot be"),
        ({"groups": TWO, "turn": -1}, "turn -1"),
        ({"groups": TWO, "scenario": "ritual"}, "roles: nobody is the bodyguards"),
        ({"groups": TWO, "attacker": -1}, "attacker: it is neither side"),
        ({"groups": TWO, "step": "rally", "to_do": ["A5"]}, "to_do: there is no Group 'A5'"),
        ({"groups": {**TWO, "A2": foot(40, 10, values={"R": 0})}}, "groups.A2.values"),
        ({"groups": {**TWO, "A2": foot(40, 10, models=900)}}, "groups.A2"),
        ({"groups": {**TWO, "A2": foot(40, 10, shaken_by="Q")}}, "groups.A2: there is no seat 'Q'"),
        ({"groups": TWO, "turn": "soon"}, "turn"),
        ({"groups": TWO, "weather": "rain"}, "unknown field weather"),
    ],
)
def test_a_bad_position_is_refused_and_the_fault_names_its_place(position: dict[str, Any], says: str) -> None:
    assert says in fault(position)


@pytest.mark.parametrize(
    ("crowd", "says"),
    [
        (
            {"groups": {f"{seat}{number}": foot(10, 10) for seat in "AB" for number in range(1, 52)}},
            "102 Groups",
        ),
        ({"groups": {f"{seat}1": foot(10, 10) for seat in "ABCDEFGHI"}}, "9 seats"),
        ({"terrain": [{"kind": "wood", "area": [1, 1, 2, 2]}] * 301}, "301 pieces"),
        ({"terrain": [{"kind": "wood", "outline": [[1, 1], [2, 1], [1, 2]] * 1700}]}, "5100 corners"),
        ({"tokens": {f"t{one}": {"kind": "relic", "at": [1, 1]} for one in range(301)}}, "301 tokens"),
    ],
)
def test_a_position_with_more_than_a_table_holds_is_refused(crowd: dict[str, Any], says: str) -> None:
    assert says in fault({"groups": TWO, **crowd})


@pytest.mark.parametrize("name", ["\x1b[2Jgone", "two\nlines", "\u202ebackwards", "x" * 61])
def test_a_name_that_cannot_be_printed_is_refused(name: str) -> None:
    named = {**foot(10, 10), "name": name}
    assert "groups.A1.name" in fault({"groups": {**TWO, "A1": named}})
    assert "companies.A.name" in fault({"groups": TWO, "companies": {"A": {"name": name}}})


def test_every_fault_is_named_not_only_the_first() -> None:
    text = fault({"groups": {"A1": foot(10, 10, r=13), "B1": foot(10, 10), "B2": foot(0, 0)}})
    assert "groups.A1: R 13" in text
    assert "overlap those of B1" in text
    assert "groups.B2: a base is off the table" in text


@settings(max_examples=60)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
        max_leaves=12,
    ),
    st.sampled_from(
        ["groups", "companies", "terrain", "tokens", "sides", "attacker", "table", "turn", "roles", "step"]
    ),
)
def test_nonsense_in_any_field_is_a_position_or_a_refusal(nonsense: Any, field: str) -> None:
    try:
        state = read_position({"groups": TWO, field: nonsense})
    except Refused:
        return
    assert through_a_file(state) == state


NUMBERS = st.integers(-100, 10**12) | st.floats()


@settings(max_examples=80)
@given(
    st.sampled_from(["r", "models", "fielded", "base", "facing", "cost", "absent_models", "at"]),
    NUMBERS | st.lists(NUMBERS, max_size=3),
)
def test_nonsense_numbers_about_a_group_are_a_position_or_a_refusal(field: str, nonsense: Any) -> None:
    try:
        state = read_position({"groups": {**TWO, "A2": foot(40, 20, **{field: nonsense})}})
    except Refused:
        return
    assert through_a_file(state) == state
