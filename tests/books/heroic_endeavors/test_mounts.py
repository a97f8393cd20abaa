"""Mounts: what their steps and turns cost, how a long base pivots, and what is flown over."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.books.heroic_endeavors.book import BOOK
from sandtable.books.heroic_endeavors.chapters.movement.walking import reach_of
from sandtable.books.heroic_endeavors.tables.movement import movement, why_not_mov
from sandtable.kernel import Refused
from sandtable.kernel.catalogue import Catalogue
from sandtable.kernel.testing import covers
from sandtable.table.squares.reach import Place
from sandtable.table.squares.spaces import FACINGS, Facing, laid, turned
from tests.books.heroic_endeavors.scenes import one, scene, state_of, told

RULES = Catalogue.load("sandtable.books.heroic_endeavors")
HORSE: dict[str, Any] = {"base": "cavalry", "gait": "mount", "traits": {"MOV": 6}}
AWAY = {"at": [0, 0]}
STEPS = {
    "forward": [(0, 1)],
    "sideways or backward": [(1, 0), (-1, 0), (0, -1)],
    "diagonal": [(1, 1), (-1, 1)],
}


@covers("HE-MNT-01", "HE-BASE-02")
@pytest.mark.parametrize("facing", FACINGS)
def test_a_cavalry_base_is_one_space_wide_and_two_long(facing: Facing):
    horse = state_of({"H1": {"at": [5, 5], "facing": facing, **HORSE}}).models["H1"]
    assert {*horse.spaces} == {*laid([(0, 0), (0, 1)], (5, 5), facing)}


@covers("HE-MNT-07")
@pytest.mark.parametrize("facing", FACINGS)
@pytest.mark.parametrize("row", RULES.rule("HE-MNT-07").table)
@pytest.mark.parametrize("ground", ["clear", "difficult"])
def test_a_step_costs_what_its_direction_and_the_ground_say(row: dict[str, Any], ground: str, facing: Facing):
    glyph = "." if ground == "clear" else "r"
    state = state_of({"H1": {"at": [6, 6], "facing": facing, **HORSE}}, map=[glyph * 13] * 13)
    found = reach_of(state, state.models["H1"], 6)
    for step in STEPS[row["step"]]:
        dx, dy = turned(step, facing)
        assert found.price(Place((6 + dx, 6 + dy), facing)) == 2 * row[ground]


@covers("HE-MNT-08")
@pytest.mark.parametrize(("quarters", "mov"), [(1, 1), (2, 2)])
def test_each_quarter_turn_costs_one_mov(quarters: int, mov: int):
    state = state_of({"H1": {"at": [6, 6], "facing": "N", **HORSE}}, map=["." * 13] * 13)
    found = reach_of(state, state.models["H1"], 6)
    assert found.price(Place((6, 6), FACINGS[quarters])) == 2 * mov


@covers("HE-MNT-09")
@pytest.mark.parametrize("facing", FACINGS)
@pytest.mark.parametrize("row", RULES.rule("HE-MNT-09").table)
@pytest.mark.parametrize("taken", ["", "through", "into"])
def test_a_pivot_needs_the_space_it_turns_into_and_the_corner_it_sweeps(
    row: dict[str, Any], taken: str, facing: Facing
):
    models: dict[str, Any] = {"H1": {"at": [6, 6], "facing": facing, **HORSE}}
    if taken:
        (at,) = laid([tuple(row[taken])], (6, 6), facing)
        models["O1"] = {"at": list(at)}
    state = state_of(models, map=["." * 13] * 13)
    way = 1 if row["turn"] == "right" else 3
    to = FACINGS[(FACINGS.index(facing) + way) % 4]
    price = reach_of(state, state.models["H1"], 1).price(Place((6, 6), to))
    assert price == (None if taken else 2)
    turned_horse = {*laid([(0, 0), (0, 1)], (6, 6), to)}
    assert {*laid([(0, 0), tuple(row["into"])], (6, 6), facing)} == turned_horse


@covers("HE-MNT-08", "HE-MNT-07", "HE-MOV-03", "HE-REA-03")
def test_a_horse_goes_ahead_turns_and_faces_as_its_turns_have_brought_it():
    game = scene({"H1": {"at": [2, 2], **HORSE, "traits": {"MOV": 2}}, "H2": AWAY}, order=[["H2"]])
    game.answer("walk")
    with pytest.raises(Refused):
        game.answer({"models": [[2.5, 4.5]], "facing": "E"})  # two ahead, and nothing left to turn
    game.answer({"models": [[2.5, 3.5]], "facing": "E"})
    horse = one(game, "H1")
    assert (horse.at, horse.facing, horse.turn.walked) == ((2, 3), "E", 2)
    assert [event.rules for event in told(game, "model turned")] == [("HE-MNT-08",)]
    assert "HE-MNT-07" in told(game, "model moved")[0].rules


@covers("HE-MNT-10")
@pytest.mark.parametrize(
    ("gait", "glyph", "passes"),
    [
        ("mount", "p", False), ("hovering", "p", True), ("flying", "p", True),
        ("hovering", "f", True), ("hovering", "c", False), ("flying", "c", True), ("flying", "#", False),
    ],
)  # fmt: skip
def test_hovering_passes_what_is_two_high_and_flying_all_that_does_not_reach_the_ceiling(
    gait: str, glyph: str, passes: bool
):
    row = f"..{glyph * 3}...."
    state = state_of({"H1": {"at": [0, 0], "facing": "E", **HORSE, "gait": gait}}, map=[row])
    found = reach_of(state, state.models["H1"], 6)
    assert (found.price(Place((5, 0), "E")) is not None) is passes
    # Nobody stops on what bars the way or over a pit.
    assert (found.price(Place((2, 0), "E")) is not None) is (glyph == "f")


@covers("HE-MNT-03", "HE-TRT-08")
@pytest.mark.parametrize("rule", ["HE-TRT-08", "HE-MNT-03"])
def test_ratings_are_called_what_the_tables_say(rule: str):
    found = {one.mov: one.name for one in movement().ratings if one.rule == rule}
    assert found == {row["mov"]: row["name"] for row in RULES.rule(rule).table}
    state = state_of({"H1": {"at": [1, 1]}, "C9": {"at": [4, 4], **HORSE}})
    cards = {
        unit.id: {fact.label: fact.meaning for fact in unit.card} for unit in BOOK.showing(state, "A").units
    }
    assert (cards["H1"]["Walk"], cards["C9"]["Walk"]) == (
        "spaces for an action, normal",
        "spaces for an action, normal mount",
    )


@covers("HE-TRT-09")
@pytest.mark.parametrize(
    ("gait", "mov", "legal"),
    [("foot", 1, False), ("foot", 2, True), ("foot", 6, True), ("foot", 7, False), ("mount", 9, True)],
)
def test_nobody_is_designed_slower_than_two_or_faster_than_six_on_foot(gait: str, mov: int, legal: bool):
    refusal = why_not_mov("It", gait, mov)
    assert (refusal is None) is legal
    assert refusal is None or refusal.rule == "HE-TRT-09"


@covers("HE-MNT-10", "HE-MOV-07")
def test_who_leaves_the_ground_pays_nothing_for_rubble():
    for gait, price in (("mount", 4), ("hovering", 2), ("flying", 2)):
        state = state_of({"H1": {"at": [0, 0], "facing": "E", **HORSE, "gait": gait}}, map=["..r..."])
        assert reach_of(state, state.models["H1"], 6).price(Place((1, 0), "E")) == price
