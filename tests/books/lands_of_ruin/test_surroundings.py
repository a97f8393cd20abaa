"""The grid round the table, who arrives from it, and where."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import sandtable
from sandtable.binding.tables import row_for
from sandtable.books.lands_of_ruin.book import BOOK
from sandtable.books.lands_of_ruin.chapters import environment
from sandtable.books.lands_of_ruin.chapters.rotters.arrivals import arrival_point, with_room
from sandtable.books.lands_of_ruin.chapters.rotters.sleepers import number_to_notice
from sandtable.books.lands_of_ruin.chapters.rotters.surroundings import (
    PLACES,
    Arrivals,
    Die,
    Grid,
    drift,
    filled,
    is_table,
    pulls_of,
    read_grid,
    tick,
    with_threat,
    write_grid,
)
from sandtable.books.lands_of_ruin.state import Battle
from sandtable.books.lands_of_ruin.state.rotters import Cell
from sandtable.books.lands_of_ruin.surface.arriving import NoticedPlanner, line_of, pushed_places
from sandtable.books.lands_of_ruin.surface.measuring import gap
from sandtable.books.lands_of_ruin.tables.charts import rotter_tables
from sandtable.books.lands_of_ruin.windows import ROTTERS_ATTACKED
from sandtable.kernel.catalogue import Catalogue
from sandtable.kernel.testing import covers

RULES = Catalogue.load("sandtable.books.lands_of_ruin")


def always(face: int) -> Die:
    """Dice that all show the same, or their highest face."""
    return lambda sides: min(face, sides)


def dice(seed: int) -> Die:
    """Dice of a seed."""
    draw = Random(seed).random
    return lambda sides: int(draw() * sides) + 1


def scene(**more: Any) -> Battle:
    """An open table with somebody far off in the south."""
    cards = more.pop("cards", {"A-Kaeso": {"at": [24, 5]}, "B-Thanatos": {"at": [30, 5]}})
    return BOOK.read_position({"cards": cards, "terrain": more.pop("terrain", []), **more})


@covers("LR-SPWN-12")
def test_nine_of_529_cells_are_the_table():
    assert len(PLACES) == 529
    assert [one for one in PLACES if is_table(one)] == [(r, c) for r in (11, 12, 13) for c in (11, 12, 13)]
    grid: Grid = {(2, 10): Cell(3), (10, 2): Cell(0, 2, "south"), (5, 5): Cell()}
    assert write_grid(grid) == {"2,10": Cell(3), "10,2": Cell(0, 2, "south")}
    assert read_grid(write_grid(grid)) == {(2, 10): Cell(3), (10, 2): Cell(0, 2, "south")}


@covers("LR-SPWN-14", "LR-THR-02")
@pytest.mark.parametrize(("threat", "left"), [(15, 12), (5, 3), (1, 0), (0, 0)])
def test_a_cell_loses_a_quarter_of_its_threat_but_at_least_2(threat: int, left: int):
    after = with_threat({(1, 1): Cell(threat, 1), (12, 12): Cell(4)}, 9, always(1))
    assert after[1, 1] == Cell(left, 1)
    assert [after[place].threat for place in PLACES if is_table(place)] == [9] * 9
    assert with_threat({(12, 12): Cell(4)}, None, always(1)) == {(12, 12): Cell(4)}


@covers("LR-SPWN-14")
def test_a_cell_gains_threat_when_a_d200_shows_200():
    after = with_threat({(1, 1): Cell(15)}, 9, always(200))
    assert (after[1, 1].threat, after[1, 2].threat, after[12, 12].threat) == (12 + 20, 20, 9)


@covers("LR-SPWN-15")
def test_a_threat_of_4_pulls_as_in_the_example():
    pulls = pulls_of({(15, 5): Cell(4)})
    south = {place: one["south"] for place, one in pulls.items() if "south" in one}
    assert south == {
        (14, 5): 3, (14, 4): 1, (14, 6): 1, (13, 5): 2, (13, 4): 1, (13, 6): 1, (12, 5): 1,
    }  # fmt: skip
    assert pulls[15, 2] == {"east": 1}
    assert pulls[15, 8] == {"west": 1}
    assert pulls[18, 5] == {"north": 1}


@covers("LR-SPWN-15")
def test_pulls_of_different_sources_add_up_and_end_at_the_grid():
    pulls = pulls_of({(15, 5): Cell(4), (16, 5): Cell(4)})
    assert pulls[14, 5]["south"] == 3 + 2
    assert all(1 <= row <= 23 and 1 <= column <= 23 for row, column in pulls_of({(1, 1): Cell(20)}))


@covers("LR-SPWN-16")
def test_a_mob_turns_first_and_goes_if_it_is_pulled_there_again():
    grid: Grid = {(5, 5): Cell(0, 3, "south"), (5, 2): Cell(6)}
    turned, _ = drift(grid, always(1))
    assert turned[5, 5] == Cell(0, 3, "west")
    gone, _ = drift({**turned, (5, 4): Cell(0, 0, "north")}, always(1))
    assert gone[5, 5] == Cell(0, 0, "west")
    assert gone[5, 4] == Cell(0, 3, "north")


@covers("LR-SPWN-16")
@pytest.mark.parametrize(("face", "way"), [(1, ""), (2, "east")])
def test_an_equal_pull_counts_if_a_d2_shows_2(face: int, way: str):
    after, _ = drift({(5, 5): Cell(0, 1)}, always(face))
    assert after[5, 5] == Cell(0, 1, way)
    own, _ = drift({(5, 5): Cell(9, 1, "east"), (5, 7): Cell(3)}, always(face))
    assert own[5, 5] == Cell(9, 1)


@covers("LR-SPWN-16")
def test_at_the_edge_of_the_grid_rotters_stay_inside():
    after, arrived = drift({(5, 23): Cell(0, 1, "east")}, always(2))
    assert (after, arrived) == ({(5, 23): Cell(0, 1, "east")}, [])


@covers("LR-SPWN-02", "LR-SPWN-03", "LR-SPWN-05", "LR-SPWN-17", "LR-SPWN-01")
def test_seven_that_go_south_arrive_together_at_the_middle_of_the_north_edge():
    grid: Grid = {
        (11, 12): Cell(10),
        (10, 12): Cell(0, 7, "south"),
        (12, 10): Cell(0, 2, "east"),
        (12, 11): Cell(9),
    }
    after, arrived = drift(grid, always(1))
    assert arrived == [Arrivals((11, 12), "south", 7), Arrivals((12, 11), "east", 2)]
    assert after[10, 12].rotters == after[11, 12].rotters == 0
    assert arrival_point(arrived[0]) == ("north", (24, 48))
    assert arrival_point(arrived[1]) == ("west", (0, 24))


@covers("LR-SPWN-17")
def test_three_points_on_each_edge_all_corners_alike():
    ways = {"north": ("south", 11), "south": ("north", 13), "west": ("east", 11), "east": ("west", 13)}
    for row in RULES.rule("LR-SPWN-17").table:
        way, line = ways[row["edge"]]
        for number, point in enumerate(row["points"]):
            place = (line, 11 + number) if way in ("north", "south") else (11 + number, line)
            assert arrival_point(Arrivals(place, way, 1)) == (row["edge"], tuple(point))


@covers("LR-SPWN-18")
def test_a_d100_tells_the_kind():
    for row in RULES.rule("LR-SPWN-18").table:
        for face in (row["low"], row["high"]):
            assert row_for(rotter_tables().arrivals, face).kind == row["kind"]


@covers("LR-SPWN-13")
def test_danger_40_puts_30_rotters_out_there_and_none_are_left_on_table_cells():
    placed: list[int] = []

    def count(sides: int) -> int:
        placed.append(sides)
        return 1

    grid, left = filled(40, count)
    assert placed.count(50) == 529
    assert placed.count(529) == 30
    assert placed.count(200) == 25 * 520
    assert left == 0
    assert grid[1, 1].rotters == 30


def _games(scenario: dict[str, Any], count: int) -> Iterator[list[int]]:
    """How many had arrived after each of 24 phases, with 250 points of noise from the second round on."""
    for seed in range(count):
        die = dice(seed)
        grid, _ = filled(scenario["danger"], die)
        sums, total = [], 0
        for phase in range(1, 25):
            noise = 250 * max(0, phase - 2)
            grid, arrived = tick(grid, min(20, (200 * scenario["threat"] + noise) // 200), die)
            total += sum(one.rotters for one in arrived)
            sums.append(total)
        yield sums


@covers("LR-SPWN-11", "LR-SPWN-13", "LR-SPWN-16")
def test_as_many_arrive_as_in_the_simulation_of_the_book():
    row = next(one for one in RULES.rule("LR-SPWN-11").table if one["scenario"] == "Fight to the Death")
    games = list(_games(row, 24))
    for phase, off in ((8, 2.5), (16, 5.0), (24, 6.0)):
        mean = sum(one[phase - 1] for one in games) / len(games)
        assert abs(mean - row[f"phase_{phase}"]) < off


@covers("LR-SPWN-04", "LR-MODE-16")
def test_a_group_is_cut_to_what_the_switch_allows():
    rotters = {f"R{number}": {"at": [2 + 2 * number, 40]} for number in range(18)}
    assert with_room(scene(rotters=rotters), 7) == 7
    assert with_room(scene(rotters=rotters, switches={"rotter_cap": 20}), 7) == 2
    assert with_room(scene(rotters=rotters, switches={"rotter_cap": 20}), 1) == 1


@covers("LR-SPWN-06")
def test_a_group_stands_side_by_side_on_the_edge_round_its_point():
    (found,) = pushed_places(scene(), (24.0, 48.0), 3)
    assert sorted(found) == [(23.0, 47.5), (24.0, 47.5), (25.0, 47.5)]
    (two,) = pushed_places(scene(), (0.0, 12.0), 2)
    assert sorted(two) == [(0.5, 11.5), (0.5, 12.5)]
    (beside,) = pushed_places(scene(rotters={"R1": {"at": [24, 47]}}), (24.0, 48.0), 2)
    assert all(gap(one, (24.0, 47.0)) >= 0.0 and one[1] == 47.5 for one in beside)


@covers("LR-SPWN-07", "LR-SPWN-08", "LR-HID-12")
@pytest.mark.parametrize("fields", [{}, {"down": True, "own": {"effects": [{"name": "Dead"}]}}])
def test_nobody_appears_within_10_inches_of_a_character_down_or_not(fields: dict[str, Any]):
    state = scene(cards={"A-Kaeso": {"at": [26, 44], **fields}, "B-Thanatos": {"at": [30, 5]}})
    (found,) = pushed_places(state, (24.0, 48.0), 3)
    assert all(gap(one, (26.0, 44.0)) > 10.0 for one in found)
    nearest = max(found)
    assert gap((nearest[0] + 0.25, 47.5), (26.0, 44.0)) <= 10.0
    hidden = scene(cards={"A-Kaeso": {"at": [26, 44], "hidden": True}, "B-Thanatos": {"at": [30, 5]}})
    assert pushed_places(hidden, (24.0, 48.0), 1) == [((24.0, 47.5),)]


@covers("LR-SPWN-09")
def test_equal_distances_leave_the_side_to_the_active_player():
    state = scene(cards={"A-Kaeso": {"at": [24, 44]}, "B-Thanatos": {"at": [30, 5]}})
    left, right = pushed_places(state, (24.0, 48.0), 1)
    assert left[0][0] + right[0][0] == pytest.approx(48.0)


@covers("LR-SPWN-10")
def test_without_any_room_nobody_comes():
    wall = {"id": "w", "kind": "wall", "outline": [[0, 0], [48, 0], [48, 48], [0, 48]], "height": 4.0}
    state = scene(terrain=[{**wall, "traits": ["impassable"]}])
    assert pushed_places(state, (24.0, 48.0), 1) == []
    assert line_of(state, 3.0, 1) == ()


@covers("LR-ROT-22", "LR-DET-05")
def test_detection_10_notices_a_sleeper_on_70_or_more():
    assert number_to_notice(scene().cards["A-Kaeso"]) == 70


@covers("LR-ROT-23")
def test_a_noticed_sleeper_is_put_5_inches_off_or_as_far_as_the_section_allows():
    state = scene()
    planner = NoticedPlanner(state, state.cards["A-Kaeso"].model)
    assert planner.far == 5.0
    assert planner.why_not((24.0, 11.0)) is None
    assert planner.why_not((24.0, 8.0)) is not None
    assert all(abs(gap(one, (24.0, 5.0)) - 5.0) < 1e-4 for one in planner.free_places())


@covers("LR-OCON-40", "LR-SPWN-12", "LR-ROT-20")
def test_the_surroundings_are_open_to_all_with_threat_rotters_and_pulls_and_sleepers_to_nobody():
    cells = {"5,5": {"rotters": 3}, "5,2": {"threat": 6}, "12,11": {"threat": 5}}
    around = {"cells": cells, "arrived": {"12,11": 2}}
    state = scene(surroundings=around, sleepers=(1, 2, 0, 0, 0, 0, 0, 0, 0))
    for seat in ("A", "B", None):
        seen = BOOK.hide(state, seat)
        page = next(one for one in BOOK.showing(seen, seat).pages if one.title == "Surroundings")
        chart = page.chart
        assert chart is not None
        assert (chart.darkest, chart.largest, chart.table) == (20, 15, (10, 10, 3, 3))
        assert [len(chart.shades), *{len(row) for row in chart.shades}] == [23, 23]
        assert (chart.shades[4][1], chart.discs[4][4], chart.discs[11][10]) == (6, 3, 2)
        # The threat of six lies to the west; nothing of the pull of the table reaches so far.
        assert chart.ways[4][4] == "w"
        assert [one.value for one in page.lines] == ["3", "2"]
        assert set(seen.sleepers) == {0}
    # Nothing is left to be guessed.
    assert BOOK.imagine(BOOK.hide(state, "A"), "A", Random(1)).surroundings.cells == state.surroundings.cells


@covers("LR-ENV-06")
def test_others_act_after_the_rotters(monkeypatch: pytest.MonkeyPatch):
    opened: list[tuple[str, int]] = []

    class Listening:
        async def open(self, play: Any, moment: str, now: Any) -> None:
            opened.append((moment, len(play.state.rotters)))

    monkeypatch.setattr(environment, "WINDOWS", Listening())
    state = {
        "phase": "environment",
        "step": "environment: arrivals",
        "cards": {"A-Kaeso": {"at": [24, 5]}, "B-Thanatos": {"at": [30, 5]}},
    }
    sandtable.new("lands-of-ruin", position=state, seed=1)
    assert [one for one, _ in opened] == [ROTTERS_ATTACKED]


@covers("LR-PRE-05")
@pytest.mark.parametrize("seed", range(6))
def test_seven_and_a_d7_rotters_start_and_a_d2_says_which_of_them_sleep(seed: int):
    game = sandtable.new("lands-of-ruin", seed=seed)
    told = [one for one in game.events(all_seats=True) if one.kind == "dice rolled"]
    faces = {what: [one.facts["faces"][0] for one in told if one.facts["why"] == what] for what in WHATS}
    (face,) = faces["starting Rotters"]
    sleep = faces["sleeper or not"].count(2)
    dealt = next(one for one in game.events(all_seats=True) if one.kind == "Rotters dealt").facts["shares"]
    assert len(faces["sleeper or not"]) >= 7 + face  # and whoever was left from the warm-up
    assert sum(game.state.sleepers) == sleep
    assert sum(map(sum, dealt.values())) == len(faces["sleeper or not"]) - sleep


WHATS = ("starting Rotters", "sleeper or not")
