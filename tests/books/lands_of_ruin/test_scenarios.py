"""Scenarios as they are set up: what is offered, who sits where, who plays alone."""

from __future__ import annotations

import pytest

import sandtable
from sandtable.books.lands_of_ruin.book import BOOK
from sandtable.books.lands_of_ruin.chapters.detection import needed_to_detect
from sandtable.books.lands_of_ruin.offers import offers
from sandtable.books.lands_of_ruin.tables.places import (
    MAPS,
    base_danger,
    map_of,
    plans,
    scenarios,
    share_an_edge,
)
from sandtable.kernel import Refused
from sandtable.kernel.arithmetic import total
from sandtable.kernel.testing import covers


@covers("LR-SCN-04", "LR-SCN-02")
def test_of_all_scenarios_the_tutorial_for_two_alone_names_tribes():
    named = {one.scenario for one in scenarios().values() if any(role.tribe for role in one.roles)}
    assert named == {"two-player-tutorial"}
    assert {one.id for one in offers().scenarios} == {
        one.scenario for one in scenarios().values() if not one.archive
    }
    assert all(one.sentence and one.roles for one in offers().scenarios)


@covers("LR-MAP-05")
def test_players_never_share_a_side():
    game = sandtable.new("lands-of-ruin", options={"first_side": "east", "second_side": "south"})
    assert [side.edge for side in game.state.sides.values()] == ["east", "south"]
    for wrong in ({"first_side": "north"}, {"second_side": "up"}):
        with pytest.raises(Refused, match="LR-MAP-05"):
            sandtable.new("lands-of-ruin", options=wrong)


@covers("LR-SCN-24", "LR-MODE-16", "LR-MODE-01")
def test_shelved_scenarios_want_their_switch_and_a_second_band_stays_at_home():
    with pytest.raises(Refused, match="LR-SCN-24"):
        sandtable.new("lands-of-ruin", scenario="scrapyard")
    sandtable.new("lands-of-ruin", scenario="scrapyard", options={"archive_scenarios": True})
    both = {"A": "reclaimer-starter", "B": "balean-starter"}
    state = sandtable.new("lands-of-ruin", scenario="solo-tutorial", seats=both).state
    assert BOOK.seats(state) == ("A",)
    assert state.team("B") == []


@covers("LR-SCN-15", "LR-DET-06")
def test_by_night_detecting_is_10_harder():
    numbers = []
    for scenario in ("fight-to-the-death", "night-raid"):
        position = {
            "scenario": scenario,
            "sides": {"A": {"role": "Settler"}, "B": {"role": "Raider"}},
            "cards": {"A-Kaeso": {"at": [24, 10]}, "B-Strix": {"at": [24, 15], "hidden": True}},
        }
        state = BOOK.read_position(position)
        numbers.append(needed_to_detect(state, state.cards["A-Kaeso"], state.cards["B-Strix"]).number)
    assert numbers[1] - numbers[0] == 10


@covers("LR-MAP-07")
@pytest.mark.parametrize("id", MAPS)
def test_neighbours_share_an_edge_and_centres_are_centroids(id: str):
    sections = map_of(id).sections
    for one in sections:
        beside = {
            other.number
            for other in sections
            if other is not one and share_an_edge(one.polygon, other.polygon)
        }
        assert set(one.neighbours) == beside
        assert one.centre == pytest.approx(_centroid(one.polygon), abs=0.06)
    points = {"centre", *(f"cache_{n}" for n in range(1, 6)), *(f"site_{n}" for n in range(1, 4))}
    assert set(map_of(id).points) == points


def _centroid(outline: tuple[tuple[float, float], ...]) -> tuple[float, float]:
    pairs = list(zip(outline, (*outline[1:], outline[0]), strict=True))
    twice = [a[0] * b[1] - b[0] * a[1] for a, b in pairs]
    east = [(a[0] + b[0]) * part for (a, b), part in zip(pairs, twice, strict=True)]
    north = [(a[1] + b[1]) * part for (a, b), part in zip(pairs, twice, strict=True)]
    return (total(east) / (3 * total(twice)), total(north) / (3 * total(twice)))


@covers("LR-MAP-19")
def test_streets_and_blocks_have_the_danger_of_their_kind():
    found = {one.kind: base_danger(one) for id in plans() for one in map_of(id).sections}
    assert found == {"street": 2, "building block": 7}


@covers("LR-MAP-18", "LR-MAP-03", "LR-SCN-07", "LR-MAP-07")
@pytest.mark.parametrize("id", plans())
def test_a_section_plan_is_a_map_for_a_real_table_alone(id: str):
    with pytest.raises(Refused, match="LR-MAP-03"):
        sandtable.new("lands-of-ruin", options={"map": id})
    game = sandtable.new("lands-of-ruin", options={"map": id, "table": "physical"})
    found = map_of(id)
    assert max(found.size) == 48
    assert [one.name for one in found.sections] == [one.name for one in plans()[id].sections]
    assert (game.state.ground.width, game.state.ground.depth) == found.size
    assert {one.number for one in found.sections} >= {found.section_at(at) for at in found.points.values()}


@covers("LR-PRE-03", "LR-PRE-04")
def test_each_sees_its_own_number_of_rotters_before_that_of_the_other():
    state = BOOK.read_position({"map": "crossroads", "cards": {"A-Varro": {}, "B-Thanatos": {}}})
    state.to_place = {"A": (2, 0, 0, 0, 0, 0, 0, 0, 0), "B": (1, 0, 0, 0, 0, 3, 0, 0, 0)}
    shown = {
        seat: {one.id: one.word for one in BOOK.showing(BOOK.hide(state, seat), seat).markers}
        for seat in ("A", "B")
    }
    assert shown["A"] == {"to-place-1": "2 (1)", "to-place-6": "0 (3)"}
    assert shown["B"] == {"to-place-1": "1 (2)", "to-place-6": "3 (0)"}


@covers("LR-MODE-12")
def test_whoever_chooses_a_real_table_is_told_what_it_takes():
    said = next(one.sentence for one in offers().switches if one.name == "table")
    for needed in ("three or more miniatures a player", "20 for Rotters", "D20", "20 inches", "device"):
        assert needed in said
