"""Positions: any situation comes back as it went, the short form is filled in, faults name their place."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.books.forgotten_ruin.book import BOOK
from sandtable.books.forgotten_ruin.positions import read_position, write_position
from sandtable.books.forgotten_ruin.state import Battle
from sandtable.kernel.dice import Seeded
from sandtable.kernel.game import new_game
from sandtable.kernel.refusal import Refused
from sandtable.kernel.testing import covers

ONE: dict[str, Any] = {"S1": {"at": [10, 10]}}
ORCS: dict[str, Any] = {"M1": {"type": "Orcs", "at": [[10, 20], [12, 20], [14, 20]]}}
TWO: dict[str, Any] = {"soldiers": ONE, "mobs": ORCS}


def through_a_file(state: Battle) -> Battle:
    """Written, sent as JSON and read again."""
    return read_position(json.loads(json.dumps(write_position(state))))


def fault(position: dict[str, Any]) -> str:
    """Everything that is wrong with a position, as one text."""
    with pytest.raises(Refused) as caught:
        read_position(position)
    return str(caught.value)


# ---- there and back ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", ["mission", "exercise-2"])
def test_at_moments_of_a_game_the_position_read_again_is_the_same(scenario: str) -> None:
    chance = random.Random(3)
    force = BOOK.offers().forces[0].id
    game = new_game(BOOK, BOOK.set_up(scenario, {"A": force}, {}), Seeded(5))
    for number in range(120):
        if game.decision is None:
            break
        if number % 15 == 0:
            assert through_a_file(game.last_checkpoint.state) == game.last_checkpoint.state
        game.answer(game.decision.sample(chance), seat=game.waiting_for[0])


def test_a_game_goes_on_from_its_position_as_it_would_have_gone_on() -> None:
    state = read_position({**TWO, "phase": "enemy", "round": 2})
    games = [new_game(BOOK, one, Seeded(7)) for one in (state, through_a_file(state))]
    chances = [random.Random(1), random.Random(1)]
    for _ in range(15):
        for game, chance in zip(games, chances, strict=True):
            if game.decision is not None:
                game.answer(game.decision.sample(chance))
    assert games[0].fingerprint() == games[1].fingerprint()


# ---- the short form ----------------------------------------------------------------------------------------


@covers("FR-SQD-17")
def test_a_soldier_has_the_profile_of_the_position_where_nothing_else_is_said() -> None:
    short = {
        "at": [10, 10],
        "position": "squad leader",
        "weapons": ["assault rifle"],
        "die": 2,
        "luck": 1,
        "toughness": 4,
    }
    leader = read_position({"soldiers": {"S1": short}}).soldiers["S1"]
    plain = read_position({"soldiers": ONE}).soldiers["S1"]
    assert leader.on_table
    assert (leader.die, leader.luck, leader.weapons[0].range_stationary) == (2, 1, 36.0)
    assert (leader.profile.toughness, plain.profile.toughness) == (4, 3)
    assert leader.profile.reactions > plain.profile.reactions


@covers("FR-ENE-34", "FR-ENE-44")
def test_a_mob_gets_its_figures_from_type_training_and_champions() -> None:
    runners = {
        "type": "Orcs",
        "training": "Runners",
        "at": [[10, 20], [12, 20]],
        "champions": [2],
        "aware": False,
    }
    state = read_position({"soldiers": ONE, "mobs": {"M1": runners}})
    plain, better = state.members("M1")
    assert (state.mobs["M1"].aware, state.mobs["M1"].training) == (False, "Runners")
    assert (plain.id, better.id, better.is_champion) == ("M1.1", "M1.2", True)
    assert better.profile.combat_skill == plain.profile.combat_skill + 1
    assert plain.profile.speed == read_position(TWO).members("M1")[0].profile.speed + 1


@covers("FR-MON-04", "FR-PRN-30")
def test_a_monster_has_its_row_and_what_is_left_of_its_points() -> None:
    beasts = {"B1": {"monster": "Troll", "at": [10, 20], "monster_points": 1}}
    troll = read_position({"soldiers": ONE, "monsters": beasts}).enemies["B1"]
    assert (troll.kind, troll.radius, troll.monster_points) == ("monster", 1.0, 1)
    assert troll.starting_points == troll.profile.monster_points > 1


def test_a_villain_is_a_champion_of_its_type() -> None:
    villain = {"V1": {"type": "Orcs", "at": [10, 20], "monster_points": 2, "name": "Grim"}}
    found = read_position({"soldiers": ONE, "villains": villain}).enemies["V1"]
    assert (found.kind, found.is_champion, found.monster_points, found.starting_points) == (
        "villain",
        True,
        2,
        2,
    )


def test_what_is_said_of_one_figure_of_a_mob_is_added() -> None:
    state = read_position({**TWO, "enemies": {"M1.2": {"knocked_down": True}}})
    assert [one.knocked_down for one in state.members("M1")] == [False, True, False]


def test_the_moment_is_the_first_round_unless_a_phase_is_named() -> None:
    before, within = read_position(TWO), read_position({**TWO, "phase": "quick"})
    assert (before.step, before.round) == ("reaction roll", 0)
    assert (within.step, within.phase, within.round) == ("quick", "quick", 1)


@covers("FR-STP-01")
def test_there_are_no_story_points_unless_they_are_named() -> None:
    assert read_position(TWO).stock.story_points == 0
    assert read_position({**TWO, "story_points": 2}).stock.story_points == 2
    assert read_position({**TWO, "stock": {}}).stock.story_points == 5


@covers("FR-TER-01")
def test_terrain_is_written_as_people_write_it_down() -> None:
    ground = read_position({**TWO, "terrain": [{"kind": "wall", "wall": [[5, 5], [9, 5]]}]}).ground
    assert ground.pieces[0].kind == "wall"
    assert "linear" in ground.pieces[0].traits


# ---- faults ------------------------------------------------------------------------------------------------


SCROLL = {"name": "Scroll", "kind": "scroll", "spells": ["Tea"]}


@pytest.mark.parametrize(
    ("position", "says"),
    [
        ({}, "soldiers: there are none"),
        ({"soldiers": {"S1": {"at": [50, 10]}}}, "soldiers.S1: its base is off the table"),
        ({"soldiers": {**ONE, "S2": {"at": [10.4, 10]}}}, "soldiers.S2: it overlaps S1"),
        ({"soldiers": {"S1": {"at": [10, 10], "weapons": ["ray gun"]}}}, "soldiers.S1: there is no weapon"),
        ({"soldiers": {"S1": {"at": [10, 10], "die": 7}}}, "soldiers.S1.die: it shows 7"),
        ({"soldiers": {"S1": {"at": [10, 10], "seat": "Q"}}}, "soldiers.S1: there is no seat 'Q'"),
        ({"soldiers": {"S1": {"at": [10, 10], "hat": 1}}}, "soldiers.S1: object contains unknown field hat"),
        ({"soldiers": {"S1": {"at": [10, 10], "spells": ["Tea"]}}}, "soldiers.S1.spells"),
        ({"soldiers": {"S1": {"at": [10, 10], "items": [SCROLL]}}}, "soldiers.S1.spells"),
        ({**TWO, "stock": {"consumables": [SCROLL]}}, "stock.consumables: there is no spell 'Tea'"),
        ({"soldiers": {"S1": {"at": [10, 10], "transformation": "Tea"}}}, "soldiers.S1.transformation"),
        ({"soldiers": {"S1": {"at": [10, 10], "id": "S2"}}}, "soldiers.S1: its id is 'S2'"),
        (
            {**TWO, "mobs": {"M1": {"type": "Ducks", "at": [[10, 20]]}}},
            "mobs.M1: there is no enemy type 'Ducks'",
        ),
        (
            {**TWO, "mobs": {"M1": {"type": "Orcs", "training": "Poets", "at": [[10, 20]]}}},
            "mobs.M1: there is no training 'Poets'",
        ),
        (
            {**TWO, "mobs": {"M1": {"type": "Orcs", "at": [[10, 20]], "champions": [2]}}},
            "mobs.M1: it has no figure 2",
        ),
        ({**TWO, "mobs": {"M1": {"type": "Orcs", "champions": [1]}}}, "mobs.M1: its figures stand nowhere"),
        (
            {**TWO, "monsters": {"B1": {"monster": "Duck", "at": [1, 1]}}},
            "monsters.B1: there is no monster 'Duck'",
        ),
        ({**TWO, "enemies": {"M1.9": {"acted": True}}}, "enemies.M1.9: there is no such figure"),
        ({**TWO, "enemies": {"M1.1": {"mob": "M7"}}}, "enemies.M1.1.mob: there is no mob 'M7'"),
        ({**TWO, "step": "lunch"}, "step: there is no step 'lunch'"),
        ({**TWO, "step": "phase ends"}, "position, phase"),
        ({**TWO, "phase": "lunch"}, "phase"),
        ({**TWO, "round": -1}, "position, round"),
        ({**TWO, "weather": "rain"}, "unknown field weather"),
        ({**TWO, "contacts": [{"mover": "S1", "other": "S9"}]}, "contacts: there is no figure 'S9'"),
        ({**TWO, "terrain": [{"kind": "wall"}]}, "terrain[0]"),
        (
            {**TWO, "terrain": [{"kind": "wall", "wall": [[1, 1], [1, 1]]}]},
            "terrain[0]: the wall has no size",
        ),
        ({**TWO, "table": [0, 36]}, "width is 0"),
        ({**TWO, "ground": {"width": 36, "depth": 36}, "table": [36, 36]}, "position, ground"),
        (
            {**TWO, "markers": {"I1": {"kind": "investigation", "at": [90, 1]}}},
            "markers.I1: it lies off the table",
        ),
        ({**TWO, "switches": {"units": "cubits"}}, "units"),
        (
            {**TWO, "objectives": {"O1": {"type": "Have Lunch"}}},
            "objectives.O1.type: there is no Objective 'Have Lunch'. (FR-OBJ-01) Name one of ",
        ),
        (
            {**TWO, "objectives": {"O1": {"type": "Scout the Area", "features": ["T9"]}}},
            "objectives.O1.features: there is no piece 'T9'",
        ),
        ({**TWO, "mission": {"kind": "picnic"}}, "mission.kind: there is no kind of mission 'picnic'"),
        ({**TWO, "mission": {"enemy_type": "Ducks"}}, "mission.enemy_type: there is no enemy type 'Ducks'"),
        (
            {**TWO, "mission": {"personal_task": "Kill five", "task_soldier": "S9"}},
            "mission.task_soldier: there is no soldier 'S9'. (FR-MIS-70) Name one of ",
        ),
        (
            {**TWO, "contacts": [{"mover": "M1.1", "other": "S1", "across": "T9"}]},
            "contacts: there is no piece 'T9'",
        ),
        (
            {"soldiers": {"S1": {"at": [10, 10], "traits": ["Hungry"]}}},
            "soldiers.S1.traits: there is no trait 'Hungry'",
        ),
        ({**TWO, "stock": {}, "story_points": 1}, "story_points: the stock says it too"),
        ({**TWO, "seats": []}, "position, seats"),
        ({**TWO, "mission": {"campaign_turn": 0}}, "mission.campaign_turn"),
        ({"soldiers": {"S1": {"at": [10, 10], "name": "two\nlines"}}}, "soldiers.S1.name"),
        ({"soldiers": {"S1": {"at": [float("nan"), 10]}}}, "soldiers.S1.at[0]"),
    ],
)
def test_a_bad_position_is_refused_and_the_fault_names_its_place(position: dict[str, Any], says: str) -> None:
    assert says in fault(position)


def test_every_fault_is_named_not_only_the_first() -> None:
    text = fault({"soldiers": {"S1": {"at": [0, 0], "die": 9}, "S2": {"at": [0.2, 0]}}})
    assert "soldiers.S1: its base is off the table" in text
    assert "soldiers.S1.die: it shows 9" in text
    assert "soldiers.S2: it overlaps S1" in text


PARTS = ("soldiers", "mobs", "monsters", "villains", "enemies", "terrain", "table", "markers", "objectives")
MOMENT = ("mission", "stock", "switches", "round", "phase", "step", "contacts", "used", "ground", "seats")
PLAIN = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)


@settings(max_examples=60)
@given(
    st.recursive(
        PLAIN,
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
        max_leaves=12,
    ),
    st.sampled_from((*PARTS, *MOMENT)),
)
def test_nonsense_in_any_field_is_a_position_or_a_refusal(nonsense: Any, field: str) -> None:
    try:
        state = read_position({**TWO, field: nonsense})
    except Refused:
        return
    assert through_a_file(state) == state


FIELDS = (
    "at",
    "die",
    "luck",
    "toughness",
    "speed",
    "radius",
    "height",
    "elevation",
    "weapons",
    "effects",
    "stun",
)
NUMBERS = st.integers(-100, 10**12) | st.floats()


@settings(max_examples=60)
@given(st.sampled_from(FIELDS), NUMBERS | st.lists(NUMBERS, max_size=3) | PLAIN)
def test_nonsense_about_a_soldier_is_a_position_or_a_refusal(field: str, nonsense: Any) -> None:
    try:
        state = read_position({**TWO, "soldiers": {**ONE, "S2": {"at": [20, 10], field: nonsense}}})
    except Refused:
        return
    assert through_a_file(state) == state


SHAPES = ("area", "wall", "circle", "outline", "thickness", "height", "doors")


@settings(max_examples=60)
@given(
    st.sampled_from(SHAPES),
    st.lists(st.floats(-50, 50) | st.lists(st.floats(-50, 50), max_size=3), max_size=5),
)
def test_nonsense_about_a_building_is_a_position_or_a_refusal(field: str, nonsense: Any) -> None:
    try:
        state = read_position({**TWO, "terrain": [{"kind": "house", "doors": [[3, 3]], field: nonsense}]})
    except Refused:
        return
    assert through_a_file(state) == state
