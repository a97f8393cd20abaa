"""Moving silently past guards."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.books.heroic_endeavors.chapters.movement.stealth import difficulty_of
from sandtable.books.heroic_endeavors.state import Group
from sandtable.books.heroic_endeavors.state.groups import Alertness
from sandtable.kernel.catalogue import Catalogue
from sandtable.kernel.testing import covers
from tests.books.heroic_endeavors.scenes import go, one, scene, told

RULES = Catalogue.load("sandtable.books.heroic_endeavors")
LEVELS = RULES.rule("HE-STL-03").table
DISTANCES = RULES.rule("HE-STL-04").table
WALL = ["........", "........", "########", "........"]
"""The hero south of a wall, the guard north of it."""


@covers("HE-STL-03", "HE-STL-04", "HE-STL-02")
@pytest.mark.parametrize("guard", LEVELS)
@pytest.mark.parametrize("row", DISTANCES)
def test_the_difficulty_is_that_of_the_tables_at_both_ends_of_each_row(
    guard: dict[str, Any], row: dict[str, Any]
):
    group = Group("g", alertness=guard["guard"])
    wanted = max(0, guard["difficulty"] + row["change"])
    for distance in (row["min"], row["max"] or 60):
        assert difficulty_of(group, distance) == wanted


@covers("HE-STL-04")
@pytest.mark.parametrize(("alertness", "far", "difficulty"), [("alert", 3, 3), ("not that alert", 12, 0)])
def test_the_examples_of_the_catalogue(alertness: Alertness, far: int, difficulty: int):
    assert difficulty_of(Group("g", alertness=alertness), far) == difficulty


def _past_a_guard(dice: dict[str, list[int]], **more: Any) -> Any:
    models = {
        "H1": {"at": [0, 0], "traits": {"DEX": 2}},
        "O1": {"at": [4, 2], "facing": "W", "group": "guards"},
        "H2": {"at": [7, 0]},
    }
    form = {"map": WALL, "awareness": "unaware", "order": [["H2"]], **more}
    return scene({**models, **form.pop("others", {})}, dice, **form)


@covers("HE-STL-01", "HE-STL-02", "HE-STL-05", "HE-CHK-03")
def test_one_check_is_made_for_a_walk_at_the_nearest_point_of_the_way():
    game = _past_a_guard({"check H1": [6, 3]})
    go(game, 4, 0)
    (event,) = told(game, "check passed")
    assert (event.facts["difficulty"], event.rules) == (3, ("HE-CHK-01", "HE-STL-02"))
    assert game.state.groups["guards"].awareness == "unaware"


@covers("HE-STL-06")
def test_who_is_heard_alerts_the_group_and_its_guards_turn_towards_the_noise():
    game = _past_a_guard(
        {"check H1": [3, 1]}, others={"O2": {"at": [7, 3], "facing": "N", "group": "guards"}}
    )
    go(game, 4, 0)
    assert game.state.groups["guards"].awareness == "alerted"
    assert (one(game, "O1").facing, one(game, "O2").facing) == ("S", "S")
    assert told(game, "group alerted")[0].rules == ("HE-STL-06",)
    assert game.state.groups["guards"].known == {"H1": (4, 0)}


@covers("HE-STL-01", "HE-STL-05")
def test_nobody_steals_past_a_guard_who_sees_or_knows_already():
    game = _past_a_guard({}, awareness="alerted", order=[["H2"], ["O1"]])
    go(game, 4, 0)
    assert not told(game, "check passed")
    seen = _past_a_guard({}, map=["........"] * 4)
    go(seen, 2, 0)
    assert seen.state.groups["guards"].awareness == "alerted"
    assert not told(seen, "check passed") + told(seen, "check failed")


@covers("HE-STL-05")
def test_each_unaware_group_is_a_check_of_its_own_by_its_nearest_guard():
    others = {
        "O2": {"at": [6, 3], "facing": "N", "group": "watch", "behaviour": "hostage"},
        "O3": {"at": [0, 3], "facing": "N", "group": "watch", "behaviour": "hostage"},
    }
    game = _past_a_guard({"check H1": [6, 3, 6, 3]}, others=others)
    go(game, 1, 0)
    assert [event.facts["difficulty"] for event in told(game, "check passed")] == [3, 3]
