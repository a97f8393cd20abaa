"""Placing Groups: wholly in the zone, in cohesion, on free ground, away from enemies."""

from __future__ import annotations

import random
from typing import Any

import pytest

from sandtable.books.companies_and_captains.chapters.geometry.placing import (
    PlacePlanner,
    has_room,
    place_group,
)
from sandtable.books.companies_and_captains.chapters.geometry.standing import in_cohesion
from sandtable.books.companies_and_captains.state import Battle
from sandtable.kernel.refusal import Refused
from sandtable.kernel.testing import covers
from sandtable.table.zones import NearPoint, Zone, near_edge
from tests.books.companies_and_captains.moves import one, piece, scene, to, wall
from tests.books.companies_and_captains.scenes import carry_out, group, rules_told


def waiting(count: int = 2, profile: str = "Heavy Foot", **position: Any) -> Battle:
    """A2 is not deployed yet; B2 stands at (30, 16)."""
    state = scene({"A2": group(profile, 30, 40, fielded=count), "B2": one("Heavy Foot", 30, 16)}, **position)
    state.groups["A2"].where, state.groups["A2"].models = "undeployed", ()
    return state


def south(state: Battle, depth: float = 12) -> Zone:
    return near_edge(state.ground, "south", depth)


def barred_by(state: Battle, answer: Any, enemy_distance: float | None = None) -> str:
    """The rule that bars a place within 12 inches of the south edge, or nothing."""
    planner = PlacePlanner(state, state.groups["A2"], south(state), "CC-GEO-26", enemy_distance)
    try:
        planner.read(answer)
    except Refused as refused:
        return refused.rule
    return ""


@covers("CC-GEO-26", "CC-GEO-01", "CC-GEO-02")
def test_a_group_is_placed_by_its_owner_in_its_zone() -> None:
    state = waiting()
    block = {"formation": "block", "at": [20, 6]}
    placed = carry_out(
        place_group, state, state.groups["A2"], south(state), "Where?", ("CC-SET-09",), answers=[block]
    )
    assert state.groups["A2"].where == "on the table"
    assert len(state.groups["A2"].models) == 2
    assert {"CC-SET-09", "CC-GEO-26", "CC-GEO-01", "CC-GEO-02"} <= rules_told(placed, "group placed")


@covers("CC-PUB-03", "CC-GEO-26")
def test_the_whole_base_lies_in_the_zone() -> None:
    state = waiting()
    assert barred_by(state, to((20, 11.5), (22, 0.5))) == "CC-GEO-26"
    assert barred_by(state, to((20, 11.5), (22, 11.5))) == ""
    assert barred_by(state, to((20, 11.6), (22, 11.5))) == "CC-GEO-26"
    assert barred_by(state, to((20, 0.4), (22, 0.5))) == "CC-GEO-26"


@covers("CC-PUB-03")
def test_within_a_distance_of_the_centre_means_the_farthest_part_of_the_base() -> None:
    """Foot centred at (36, 0.5) touches the south edge and is within 24 inches of the centre (36, 24)."""
    state = waiting(1)
    for distance, fine in ((24, True), (23.9, False)):
        planner = PlacePlanner(state, state.groups["A2"], NearPoint((36, 24), distance), "CC-PUB-03")
        answer = to((36, 0.5))
        if fine:
            planner.read(answer)
        else:
            with pytest.raises(Refused):
                planner.read(answer)


@covers("CC-GEO-26", "CC-MOV-04")
def test_a_group_is_placed_in_cohesion() -> None:
    state = waiting()
    assert barred_by(state, to((20, 5), (24, 5))) == ""
    assert barred_by(state, to((20, 5), (24.1, 5))) == "CC-GEO-26"


@covers("CC-GEO-26")
def test_a_group_is_not_placed_within_three_inches_of_an_enemy_or_a_distance_that_a_rule_names() -> None:
    state = waiting(1)
    state.groups["B2"].models = ((30.0, 10.0),)
    assert barred_by(state, to((30, 6))) == ""
    assert barred_by(state, to((30, 6.1))) == "CC-GEO-26"
    assert barred_by(state, to((30, 6)), enemy_distance=6) == "CC-GEO-26"
    assert barred_by(state, to((30, 3)), enemy_distance=6) == ""


@covers("CC-GEO-26", "CC-GEO-32", "CC-TER-08", "CC-PTR-11")
def test_a_group_is_placed_on_free_ground() -> None:
    terrain = [
        piece("lake", 10, 4, 14, 8, "impassable"),
        wall((20, 6), (30, 6)),
        piece("marsh", 40, 2, 50, 10, "difficult"),
    ]
    state = waiting(1, terrain=terrain)
    assert barred_by(state, to((12, 6))) == "CC-TER-08"
    assert barred_by(state, to((25, 6.5))) == "CC-GEO-32"
    assert barred_by(state, to((25, 6.75))) == "", "touching a wall is allowed"
    assert barred_by(state, to((2, 2.5))) == "CC-GEO-26", "the Captain stands there"
    assert barred_by(state, to((45, 6))) == ""
    engine = waiting(1, "Heavy Engine", terrain=terrain)
    assert barred_by(engine, to((45, 6))) == "CC-PTR-11"


@covers("CC-GEO-26")
@pytest.mark.parametrize(
    "rubbish",
    [
        None,
        "hold",
        7,
        {},
        {"models": [[1, 2]]},
        {"models": [[float("nan"), 1], [2, 2]]},
        {"formation": "as they stand", "at": [20, 6]},
        {"formation": "block"},
        {"exit": "south"},
        {"paths": [[[20, 6]], [[22, 6]]]},
    ],
    ids=repr,
)
def test_an_answer_that_is_no_place_is_refused_politely(rubbish: Any) -> None:
    assert barred_by(waiting(), rubbish).startswith("CC-")


@covers("CC-GEO-26")
def test_proposals_and_random_places_are_accepted_and_differ() -> None:
    state = waiting(6, terrain=[piece("lake", 10, 4, 30, 8, "impassable")])
    planner = PlacePlanner(state, state.groups["A2"], south(state), "CC-GEO-26")
    options = planner.proposals()
    assert len(options) > 2
    drawn = [planner.sample(random.Random(seed)) for seed in range(8)]
    for answer in [*(option.answer for option in options), *drawn]:
        fresh = PlacePlanner(state, state.groups["A2"], south(state), "CC-GEO-26")
        assert in_cohesion(state, state.groups["A2"], fresh.read(answer))
    assert len({repr(answer) for answer in drawn}) > 4


@covers("CC-GEO-26", "CC-OTR-26")
def test_the_program_knows_where_there_is_room() -> None:
    state = waiting(12)
    group_ = state.groups["A2"]
    assert has_room(state, group_, south(state))
    assert not has_room(state, group_, NearPoint((36, 24), 1.5))
    assert not has_room(state, group_, NearPoint((30, 16), 8), enemy_distance=8)
