"""The text map shows terrain, models, ids and inches, and covers nobody with a label."""

from __future__ import annotations

from sandtable.cli.play.chart import Chart
from sandtable.table.measure import Models
from sandtable.table.showing import Badge, Marker, Showing, Unit
from sandtable.table.terrain import OBSTACLE, Ground, Piece, box_outline

GROUND = Ground(48.0, 48.0, (Piece("w", "wall", box_outline(20.0, 24.0, 28.0, 25.0), 0.0, (OBSTACLE,)),))


def unit(name: str, side: int, *models: tuple[float, float], leader: int | None = None) -> Unit:
    at: Models = models
    return Unit(name, "Name", "Foot", side, "A", models=at, leader=leader)


def drawn(*units: Unit, markers: tuple[Marker, ...] = (), plain: bool = True) -> list[str]:
    chart = Chart(Showing(GROUND, units, markers), 60, 24, plain=plain)
    return [line.plain for line in chart.lines()]


def test_north_is_on_top_and_the_frame_counts_inches():
    lines = drawn(unit("A1", 0, (0.5, 47.5)), unit("B1", 1, (47.5, 0.5)))
    assert lines[0][4] == "o"
    assert lines[23][4 + 47] == "x"
    assert lines[23].startswith("  0 ")
    assert lines[-1].split()[:3] == ["0", "6", "12"]


def test_a_captain_is_a_star_and_the_id_stands_above_the_group():
    lines = drawn(unit("A1", 0, (10.5, 20.5), (12.5, 20.5), leader=0))
    row = next(number for number, line in enumerate(lines) if "*" in line)
    assert lines[row][4 + 10 : 4 + 13] == "*.o"
    assert lines[row - 1][4 + 10 : 4 + 12] == "A1"


def test_a_label_covers_no_model_of_another_group():
    lines = drawn(unit("A1", 0, (10.5, 20.5)), unit("B1", 1, (9.5, 22.5), (10.5, 22.5), (11.5, 22.5)))
    assert sum(line.count("x") for line in lines[:-2]) == 3
    assert any("A1" in line for line in lines)


def test_terrain_and_markers_are_drawn_and_explained():
    chart = Chart(Showing(GROUND, (), (Marker("relic1", "relic", (5.5, 5.5)),)), 60, 24, plain=True)
    lines = [line.plain for line in chart.lines()]
    assert chart.legend() == "# wall"
    assert any("########" in line for line in lines)
    assert any("?" in line for line in lines)


def test_units_off_the_table_are_not_drawn():
    gone = Unit("A1", "Name", "Foot", 0, "A", on_table=False, place="routed")
    assert not any("A1" in line for line in drawn(gone))


def test_a_chosen_unit_is_lit_and_a_shaken_one_underlined():
    shaken = Unit("A1", "Name", "Foot", 0, "A", models=((10.0, 10.0),), badges=(Badge("Shaken", worse=True),))
    chart = Chart(Showing(GROUND, (shaken,)), 60, 24, plain=False, lit=("A1",))
    styles = {str(span.style) for line in chart.lines() for span in line.spans}
    assert any("reverse" in style and "underline" in style for style in styles)


def test_kinds_of_ground_without_a_sign_of_their_own_are_told_apart():
    road = Piece("r1", "road", box_outline(2.0, 2.0, 8.0, 8.0))
    garden = Piece("g1", "garden", box_outline(12.0, 2.0, 18.0, 8.0))
    ground = Ground(24.0, 12.0, (road, garden))
    chart = Chart(Showing(ground), 60, 20, plain=True)
    assert sorted(chart.legend().split("  ")) == ['" garden', "= road"]
