"""The set-up sheet: everything on the table with its measures, on a page that stands alone."""

from __future__ import annotations

import re
from typing import Any

import pytest

import sandtable
from sandtable.kernel.book import Needs
from sandtable.kernel.game import Game
from sandtable.reports.sheet import page_of_table, sheet_of
from sandtable.table.showing import Fact, Marker, Showing, Standing, Unit
from sandtable.table.terrain import Ground, Piece, rectangle
from tests.reports.test_page import Reader


def game_of(scenario: str, **options: Any) -> Game[Any]:
    """A squad on its table, set up as the first answers would have it."""
    game = sandtable.new(
        "forgotten-ruin", scenario=scenario, seats={"A": "red-squad"}, seed=4, options=options
    )
    while game.decision is not None and not game.state.round:
        game.answer(game.decision.options()[0].answer)
    return game


@pytest.fixture(scope="module")
def mission() -> Game[Any]:
    return game_of("mission")


@pytest.fixture(scope="module")
def page(mission: Game[Any]) -> Reader:
    return Reader(sheet_of(mission))


def test_every_element_is_closed_and_no_id_is_given_twice(page: Reader):
    assert page.open == []
    assert len(set(page.values("id"))) == len(page.values("id"))


def test_it_needs_nothing_from_elsewhere_and_runs_nothing(mission: Game[Any], page: Reader):
    assert {tag for tag, _ in page.found}.isdisjoint({"script", "link", "img", "iframe", "object", "base"})
    assert not re.search(r"@import|https?:", sheet_of(mission))


def test_every_figure_stands_where_it_stands(mission: Game[Any], page: Reader):
    for one in mission.state.figures_on_table():
        x, y = one.at
        assert f"{x:.1f} in from the west, {y:.1f} in from the south" in page.text
        assert one.id in page.text


def test_every_piece_of_terrain_is_listed_with_its_middle(mission: Game[Any], page: Reader):
    for piece in mission.state.ground.pieces:
        x, y = piece.centre
        assert f"{piece.id} {piece.kind}" in re.sub(r"\s+", " ", page.text)
        assert f"{x:.1f} in from the west, {y:.1f} in from the south" in page.text


def test_the_mission_is_told_with_its_objectives_conditions_and_needs(mission: Game[Any], page: Reader):
    state = mission.state
    for objective in state.objectives.values():
        assert objective.type in page.text
    assert state.mission.condition in page.text
    assert f"You sit at the {state.edge} edge." in page.text
    assert "two ten-sided dice" in page.text
    assert "something to count Aggression with" in page.text


def test_profiles_and_weapons_stand_beside_the_names(page: Reader):
    assert "Reactions" in page.text
    assert 'assault rifle 24"/36", 1 Shot' in page.text
    assert "Toughness" in page.text


def test_the_map_is_drawn_to_scale(mission: Game[Any], page: Reader):
    discs = [attributes for tag, attributes in page.found if tag == "circle" and "cx" in attributes]
    assert len(discs) == len(mission.state.figures_on_table())
    places = {(one["cx"], one["cy"]) for one in discs}
    depth = mission.state.ground.depth
    assert places == {
        (f"{one.at[0]:.2f}", f"{depth - one.at[1]:.2f}") for one in mission.state.figures_on_table()
    }


def test_an_exercise_needs_no_count_of_aggression():
    assert "Aggression with" not in Reader(sheet_of(game_of("exercise-1"))).text


def test_a_metric_table_is_measured_in_centimetres():
    text = Reader(sheet_of(game_of("exercise-1", units="metric"))).text
    assert "A table 60 cm wide and 60 cm deep." in text
    assert " cm from the west" in text


def _drawn(**facts: Any) -> str:
    hut = Piece("T1", "hut & <yard>", rectangle((10.0, 8.0), 4.0, 2.0), 2.0, ("interior",))
    shown = Showing(
        Ground(24.0, 24.0, (hut,)),
        units=(
            Unit("A1", "Axes", "Foot", 0, "A", ((3.0, 4.0), (5.0, 4.0)), leader=1, full_strength=2),
            Unit("B1", "Gone", "Foot", 1, "B", (), full_strength=0, on_table=False, place="gone"),
        ),
        markers=(Marker("K1", "relic", (12.0, 12.0), word="the relic"),),
        sides=(
            Standing(0, "Ours", ("A",), lines=(Fact("Relics", "1", "", ("CC-1",)),)),
            Standing(1, "Theirs", ()),
        ),
        title="A Test",
    )
    return page_of_table(shown, "A Book", Needs(**facts))


def test_names_are_words_and_never_markup():
    assert "hut &amp; &lt;yard&gt;" in _drawn()
    assert "<yard>" not in _drawn()


def test_pieces_are_measured_from_edge_to_edge_and_markers_listed():
    text = Reader(_drawn()).text
    assert "8.0–12.0 across, 7.0–9.0 up" in text
    assert "the relic" in text
    assert "the leader" in text


def test_a_unit_that_is_part_of_another_is_left_out():
    assert "Gone" not in Reader(_drawn()).text


@pytest.mark.parametrize("edge", ["south", "north", "west", "east"])
def test_the_player_s_own_edge_is_marked(edge: str):
    assert _drawn(edge=edge).count("your edge") == 1
    assert "your edge" not in _drawn()
