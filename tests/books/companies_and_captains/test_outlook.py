"""What a Group sees, reaches and has to fear."""

from __future__ import annotations

from typing import Any

import sandtable
from sandtable.books.companies_and_captains.chapters.geometry.move_planner import MovePlanner
from sandtable.kernel.testing import covers
from sandtable.table.outlook import Look, Outlook

POSITION: dict[str, Any] = {
    "table": [48, 36],
    "terrain": [
        {"kind": "wall", "wall": [[18, 20], [30, 20]], "traits": ["obstacle"]},
        {"kind": "wood", "area": [34, 14, 40, 20], "traits": ["difficult", "obscuring"]},
    ],
    "groups": {
        "A1": {"profile": "Heavy Missile", "models": 1, "at": [24, 10]},
        "B1": {"profile": "Heavy Foot", "models": 1, "at": [24, 22]},
        "B2": {"profile": "Light Foot", "models": 1, "at": [44, 24]},
        "B3": {"profile": "Light Missile", "models": 1, "at": [12, 10]},
    },
}


def outlook(unit: str, **groups: Any) -> Outlook:
    """The outlook of a Group in the position, with further Groups."""
    position = {**POSITION, "groups": {**POSITION["groups"], **groups}}
    game = sandtable.new("companies-and-captains", position=position, seed=1)
    found = game.book.outlook(game.seen("A"), unit)
    assert isinstance(found, Outlook)
    return found


def look(found: Outlook, unit: str) -> Look:
    return next(one for one in found.looks if one.unit == unit)


@covers("CC-TER-05", "CC-TER-06")
def test_a_target_behind_a_wall_is_in_cover_and_the_wall_is_named():
    seen = look(outlook("A1"), "B1")
    assert (seen.how, seen.words) == ("cover", "cover: wall")
    assert "CC-TER-06" in seen.rules
    assert seen.can == ("shoot",)


@covers("CC-TER-07")
def test_a_wood_hides_and_the_line_ends_in_it():
    seen = look(outlook("A1"), "B2")
    assert (seen.how, seen.words) == ("hidden", "hidden by the wood")
    assert seen.stop is not None
    assert 34 <= seen.stop[0] <= 40
    assert seen.can == ()


@covers("CC-GEO-22")
def test_another_group_hides_and_is_named():
    seen = look(
        outlook("A1", B4={"profile": "Light Foot", "models": 1, "at": [18, 10], "name": "Thorn"}), "B3"
    )
    assert (seen.how, seen.words) == ("hidden", "behind Thorn")


def test_enemies_are_told_nearest_first_and_friends_not_at_all():
    found = outlook("A1", A2={"profile": "Light Foot", "models": 1, "at": [22, 8]})
    assert [one.inches for one in found.looks] == sorted(one.inches for one in found.looks)
    assert "A2" not in {one.unit for one in found.looks}


@covers("CC-MOV-05")
def test_reach_says_how_far_and_threats_name_those_who_threaten():
    found = outlook("A1")
    assert [(one.unit, one.kind) for one in found.reach] == [("A1", "move")]
    assert "CC-MOV-05" in found.reach[0].rules
    assert {one.unit for one in found.threats} == {"B1", "B3"}
    assert {one.words for one in found.threats} == {"Heavy Foot: 6″ reach", "Light Missile: 12″ range"}


def test_who_is_in_melee_makes_no_move():
    found = outlook("A1", B4={"profile": "Light Foot", "models": 1, "at": [25, 10], "melee": ["A1"]})
    assert found.reach == ()


def test_what_is_not_on_the_table_has_no_outlook():
    game = sandtable.new("companies-and-captains", position=POSITION, seed=1)
    assert game.book.outlook(game.seen("A"), "nobody") is None


@covers("CC-TER-01")
def test_a_plan_tells_what_it_costs_where_the_ground_is_difficult():
    groups = {
        "A1": {"profile": "Light Cavalry", "models": 1, "at": [37, 11]},
        "B1": {"profile": "Light Foot", "at": [8, 30]},
    }
    game = sandtable.new("companies-and-captains", position={**POSITION, "groups": groups}, seed=1)
    planner = MovePlanner(game.state, game.state.groups["A1"], 12.0)
    assert planner.cost_in_words({"formation": "as they stand", "at": [37, 13]}) == "2.0″ of 12″"
    assert planner.cost_in_words({"formation": "as they stand", "at": [37, 18]}) == "7.0″, costs 11.0 of 12″"
