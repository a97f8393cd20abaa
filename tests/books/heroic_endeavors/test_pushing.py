"""Pushing somebody over an edge."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.books.heroic_endeavors.chapters.melee.pushing import edges_behind
from sandtable.kernel.testing import covers
from sandtable.table.squares.spaces import FACINGS, Facing, turned
from tests.books.heroic_endeavors.scenes import answers, asked, one, scene, state_of, told

DOLL = {"group": "dolls", "behaviour": "hostage"}
AWAY = {"at": [11, 11]}
LEDGE = ["0" * 12] * 7 + ["2" * 12] * 5
"""High in the south, low from the sixth row on."""


def _on_a_ledge(**foe: Any) -> dict[str, Any]:
    return {
        "H1": {"at": [3, 3], "traits": {"STR": 2}},
        "O1": {"at": [3, 4], "traits": {"DP": 3}, **DOLL, **foe},
        "H2": AWAY,
    }


@covers("HE-PUSH-01")
@pytest.mark.parametrize("facing", FACINGS)
@pytest.mark.parametrize(
    ("offset", "edge", "may"),
    [((0, 1), (0, 2), True), ((1, 1), (0, 2), True), ((1, 0), (2, 0), False), ((0, 1), (1, 1), False)],
)
def test_only_who_stands_in_front_with_an_edge_behind_it_is_pushed(
    facing: Facing, offset: tuple[int, int], edge: tuple[int, int], may: bool
):
    rows = [["."] * 9 for _ in range(9)]
    dx, dy = turned(edge, facing)
    rows[8 - (4 + dy)][4 + dx] = "p"
    dx, dy = turned(offset, facing)
    models = {"H1": {"at": [4, 4], "facing": facing}, "O1": {"at": [4 + dx, 4 + dy]}}
    state = state_of(models, map=["".join(line) for line in rows], depths={"p": 3})
    found = edges_behind(state, state.models["H1"], state.models["O1"])
    assert bool(found) is may
    assert {one.drop for one in found} <= {3}


@covers("HE-PUSH-02", "HE-CHK-06")
def test_a_tie_of_two_successes_is_no_push():
    dice = {"check H1": [4, 5, 1], "check O1": [6, 2]}
    game = scene(_on_a_ledge(), dice, heights=LEDGE, order=[["H2"]])
    game.answer("push O1")
    game.answer("C6")
    assert not told(game, "model pushed")
    assert (one(game, "O1").at, one(game, "H1").turn.actions) == ((3, 4), 1)
    facts = told(game, "check opposed")[0].facts
    assert (facts["successes"], facts["against"]) == (2, 2)


@covers("HE-PUSH-02", "HE-PUSH-03", "HE-JMP-08", "HE-CHK-06")
def test_who_is_pushed_lands_in_the_chosen_space_and_falls():
    dice = {"check H1": [4, 5, 3], "check O1": [6, 2], "fall O1": [6]}
    game = scene(_on_a_ledge(), dice, heights=LEDGE, order=[["H2"]])
    game.answer("push O1")
    assert asked(game) == "push to"
    assert answers(game) == ["D6", "E6", "C6"]
    game.answer("E6")
    pushed = one(game, "O1")
    assert (pushed.at, pushed.dp, pushed.condition.stunned) == ((4, 5), 2, True)
    assert told(game, "model fell down")[0].facts["height"] == 2


@covers("HE-PUSH-01")
def test_nobody_is_pushed_where_the_ground_is_level():
    game = scene(_on_a_ledge(), order=[["H2"]])
    assert "push O1" not in answers(game)
