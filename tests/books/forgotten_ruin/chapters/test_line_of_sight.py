"""Line of Sight: six rays, terrain, figures in the way, Areas and buildings."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from sandtable.books.forgotten_ruin import modifiers
from sandtable.books.forgotten_ruin.chapters.line_of_sight import (
    ground_between,
    rules_of_sight,
    rules_of_view,
    sees,
    sees_point,
    visibility_of,
    why_not_see,
)
from sandtable.books.forgotten_ruin.state import Battle
from sandtable.kernel.check import Modifier
from sandtable.kernel.testing import covers
from sandtable.table.terrain import Piece, box_outline, circle, wall
from tests.books.forgotten_ruin.stage import battle, enemy, piece_of, rule_of, soldier

WOOD = piece_of("wood", "forest", box_outline(10.0, 10.0, 16.0, 16.0))


def facing(*terrain: Piece, at: float = 20.0, **facts: object) -> Battle:
    """A soldier in the south and an orc straight north of it."""
    return battle(soldier("S1", (10.0, 10.0)), enemy("M1.1", (10.0, at)), terrain=terrain, **facts)


def seen(state: Battle) -> str:
    return visibility_of(state, state.soldiers["S1"], state.enemies["M1.1"])


@covers("FR-LOS-01", "FR-LOS-02")
def test_over_open_ground_a_target_is_seen_whole() -> None:
    assert seen(facing()) == "whole"


@covers("FR-LOS-02", "FR-LOS-07", "FR-TER-07")
def test_a_block_hides_what_is_behind_it_and_shows_what_looks_past_it() -> None:
    whole = piece_of("rock", "boulder", box_outline(8.0, 14.0, 12.0, 16.0))
    half = piece_of("rock", "boulder", box_outline(10.1, 18.0, 14.0, 19.0))
    assert seen(facing(whole)) == "none"
    assert seen(facing(half)) == "part"
    assert rule_of(why_not_see(*_pair(facing(whole)))) == "FR-LOS-07"


def _pair(state: Battle) -> tuple:  # type: ignore[type-arg]
    return state, state.soldiers["S1"], state.enemies["M1.1"]


@covers("FR-LOS-02")
def test_from_above_one_looks_over_a_block() -> None:
    rock = piece_of("rock", "boulder", box_outline(8.0, 12.0, 12.0, 13.0))
    tower = Piece("tower", "tower", box_outline(9.0, 9.0, 11.0, 11.0), 6.0, ("block",))
    state = facing(rock, tower)
    assert seen(state) == "none"
    state.soldiers["S1"].elevation = 6.0
    assert seen(state) == "whole"


@covers("FR-LOS-03")
def test_sight_is_mutual() -> None:
    # The eye of the lower one is just hidden behind the wall; the higher one looks over it.
    fence = Piece("fence", "palisade", box_outline(5.0, 18.4, 15.0, 18.8), 1.7, ("linear",))
    tower = Piece("tower", "tower", box_outline(9.0, 9.0, 11.0, 11.0), 4.0, ("block",))
    state = facing(fence, tower)
    state.soldiers["S1"].elevation = 4.0
    one, other = state.soldiers["S1"], state.enemies["M1.1"]
    assert sees(state, one, other)
    assert sees(state, other, one)


@covers("FR-LOS-05", "FR-LOS-04", "FR-TER-03")
def test_a_linear_piece_hides_only_what_is_wholly_behind_it() -> None:
    low = piece_of("wall", "low wall", wall((6.0, 19.0), (14.0, 19.0), 0.4))
    high = piece_of("wall", "low wall", wall((6.0, 19.0), (14.0, 19.0), 0.4), 3.0)
    assert seen(facing(low)) == "part"
    assert seen(facing(high)) == "none"


@covers("FR-LOS-05")
def test_by_the_diagram_somebody_must_be_at_the_wall() -> None:
    middle = piece_of("wall", "hedgerow", wall((6.0, 16.0), (14.0, 16.0), 0.4))
    near = piece_of("wall", "hedgerow", wall((6.0, 18.5), (14.0, 18.5), 0.4))
    assert seen(facing(middle)) == "part"
    assert seen(facing(middle, switches={"linear_los": "diagram"})) == "none"
    assert seen(facing(near, switches={"linear_los": "diagram"})) == "part"


@covers("FR-LOS-06", "FR-TER-04")
def test_an_individual_piece_leaves_a_partly_visible_target_in_sight() -> None:
    assert seen(facing(piece_of("tree", "single tree", circle((10.0, 17.0), 0.3)))) == "part"


@covers("FR-LOS-08")
def test_a_figure_half_behind_another_cannot_be_seen() -> None:
    state = battle(soldier("S1", (10.0, 10.0)), enemy("M1.1", (10.0, 20.0)), enemy("M1.2", (10.5, 18.5)))
    one, other = state.soldiers["S1"], state.enemies["M1.1"]
    assert not sees(state, one, other)
    assert rule_of(why_not_see(state, one, other)) == "FR-LOS-08"
    state.enemies["M1.2"].knocked_down = True
    assert sees(state, one, other)


@covers("FR-LOS-08")
def test_figures_side_by_side_do_not_hide_each_other_and_height_helps() -> None:
    state = battle(soldier("S1", (10.0, 10.0)), enemy("M1.1", (10.0, 20.0)), enemy("M1.2", (11.0, 20.0)))
    assert seen(state) == "whole"
    state.enemies["M1.2"].at = (10.0, 15.0)
    assert seen(state) == "none"
    state.soldiers["S1"].elevation = 8.0
    state.enemies["M1.2"].at = (10.0, 11.2)
    assert seen(state) == "whole"


@covers("FR-LOS-08")
def test_monsters_may_be_seen_over_figures_where_that_is_chosen() -> None:
    def hidden(**switches: bool) -> bool:
        state = battle(
            soldier("S1", (10.0, 10.0)),
            enemy("B1", (10.0, 20.0), kind="monster", radius=1.0, height=2.5, mob=""),
            enemy("M1.1", (10.0, 15.0)),
            switches=switches,
        )
        return not sees(state, state.soldiers["S1"], state.enemies["B1"])

    assert hidden()
    assert not hidden(monsters_seen_over_figures=True)


@covers("FR-LOS-09", "FR-LOS-10", "FR-LOS-11", "FR-LOS-16")
@pytest.mark.parametrize(("y", "expected"), [(10.5, True), (10.4, True), (10.7, False), (12.0, False)])
def test_an_area_is_looked_into_up_to_its_edge(y: float, expected: bool) -> None:
    state = battle(soldier("S1", (13.0, 5.0)), enemy("M1.1", (13.0, y)), terrain=[WOOD])
    assert sees(state, state.soldiers["S1"], state.enemies["M1.1"]) is expected


@covers("FR-LOS-16", "FR-LOS-10", "FR-LOS-11")
def test_from_the_edge_of_a_wood_one_looks_out_at_an_angle_but_not_through_it() -> None:
    def sight(at: tuple[float, float], target: tuple[float, float]) -> bool:
        state = battle(soldier("S1", at), enemy("M1.1", target), terrain=[WOOD])
        return sees(state, state.soldiers["S1"], state.enemies["M1.1"])

    assert sight((13.0, 15.5), (20.0, 21.0))
    assert not sight((13.0, 15.5), (13.0, 5.0))
    assert not sight((13.0, 15.3), (20.0, 21.0))


@covers("FR-LOS-12")
@pytest.mark.parametrize(("gap", "expected"), [(3.0, True), (3.1, False)])
def test_inside_one_wood_sight_reaches_three_inches(gap: float, expected: bool) -> None:
    wide = piece_of("wood", "forest", box_outline(5.0, 5.0, 25.0, 25.0))
    state = battle(soldier("S1", (15.0, 10.0)), enemy("M1.1", (15.0, 11.0 + gap)), terrain=[wide])
    assert sees(state, state.soldiers["S1"], state.enemies["M1.1"]) is expected


@covers("FR-LOS-13")
def test_nobody_sees_through_a_wood() -> None:
    state = battle(soldier("S1", (13.0, 5.0)), enemy("M1.1", (13.0, 20.0)), terrain=[WOOD])
    assert rule_of(why_not_see(*_pair(state))) == "FR-LOS-13"


@covers("FR-LOS-09", "FR-LOS-10", "FR-LOS-11", "FR-LOS-12", "FR-LOS-13")
@pytest.mark.parametrize(
    ("here", "there", "cited"),
    [
        ((11.0, 13.0), (15.1, 13.0), "FR-LOS-12"),
        ((13.0, 13.0), (13.0, 25.0), "FR-LOS-11"),
        ((13.0, 5.0), (13.0, 13.0), "FR-LOS-11"),
        ((13.0, 5.0), (13.0, 15.6), "FR-LOS-09"),
        ((13.0, 15.6), (13.0, 5.0), "FR-LOS-10"),
    ],
)
def test_a_wood_hides_by_the_rule_that_bears(
    here: tuple[float, float], there: tuple[float, float], cited: str
) -> None:
    state = battle(soldier("S1", here), enemy("M1.1", there), terrain=[WOOD])
    assert rule_of(why_not_see(*_pair(state))) == cited


@covers("FR-LOS-02")
def test_two_pieces_that_hide_somebody_together_are_both_named() -> None:
    left = piece_of("left", "boulder", box_outline(6.0, 18.0, 10.05, 19.0))
    right = piece_of("right", "single tree", box_outline(10.02, 16.0, 14.0, 16.5))
    refusal = why_not_see(*_pair(facing(left, right)))
    assert refusal is not None
    assert refusal.rule == "FR-LOS-02"
    assert "boulder" in refusal.reason
    assert "tree" in refusal.reason


@covers("FR-LOS-16")
def test_a_wood_of_a_given_height_is_looked_over() -> None:
    low = Piece("bushes", "bushes", box_outline(8.0, 13.0, 12.0, 14.0), 1.0, ("area",))
    state = facing(low)
    assert seen(state) == "part"
    state.soldiers["S1"].elevation = 6.0
    assert seen(state) == "whole"


@pytest.fixture
def fog(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = (Modifier(8, "fog", "FR-MIS-49"), Modifier(16, "forest", "FR-MIS-30"))
    answers = tuple(lambda state, one=one: one for one in limits)
    monkeypatch.setattr(modifiers.VISIBILITY, "answers", answers)


@covers("FR-LOS-14")
def test_the_lowest_limit_of_visibility_applies(fog: None) -> None:
    assert seen(facing(at=19.0)) == "whole"
    far = facing(at=19.1)
    assert seen(far) == "none"
    assert rule_of(why_not_see(*_pair(far))) == "FR-LOS-14"
    assert sees_point(far, far.soldiers["S1"], (10.0, 18.5))
    assert not sees_point(far, far.soldiers["S1"], (10.0, 18.6))


@covers("FR-LOS-15")
def test_a_point_is_seen_past_figures_but_not_deep_in_a_wood() -> None:
    state = battle(soldier("S1", (13.0, 5.0)), enemy("M1.1", (13.0, 7.0)), terrain=[WOOD])
    one = state.soldiers["S1"]
    assert sees_point(state, one, (13.0, 9.0))
    assert sees_point(state, one, (13.0, 10.5))
    assert not sees_point(state, one, (13.0, 13.0))
    assert not sees_point(state, one, (13.0, 20.0))


@covers("FR-LOS-15", "FR-LOS-07")
def test_a_point_behind_a_block_is_not_seen_and_its_top_is() -> None:
    rock = piece_of("rock", "boulder", box_outline(8.0, 14.0, 12.0, 16.0))
    state = facing(rock)
    state.soldiers["S1"].elevation = 1.0
    assert not sees_point(state, state.soldiers["S1"], (10.0, 17.0))
    assert sees_point(state, state.soldiers["S1"], (10.0, 15.0))


HUT = piece_of("hut", "hut", box_outline(8.0, 15.0, 13.0, 20.0))
DOOR = Piece("door", "door", box_outline(9.4, 14.8, 10.6, 15.2), 0.0, ("opening", "door"))


@covers("FR-TER-12", "FR-TER-08")
@pytest.mark.parametrize(("y", "expected"), [(16.0, True), (16.7, True), (17.5, False)])
def test_one_sees_into_a_building_only_near_an_opening(y: float, expected: bool) -> None:
    state = facing(HUT, DOOR, at=y)
    assert (seen(state) != "none") is expected


@covers("FR-TER-12")
def test_walls_hide_and_a_room_is_open_to_those_in_it() -> None:
    state = facing(HUT, DOOR, at=16.5)
    state.soldiers["S1"].at = (18.0, 17.0)
    assert seen(state) == "none"
    assert rule_of(why_not_see(*_pair(state))) == "FR-TER-12"
    state.soldiers["S1"].at = (12.0, 19.0)
    assert seen(state) == "whole"


@covers("FR-LOS-05", "FR-LOS-01", "FR-COV-07", "FR-LOS-08")
def test_events_name_the_rules_of_sight() -> None:
    hedge = piece_of("hedge", "low wall", wall((6.0, 11.0), (14.0, 11.0), 0.4))
    state = facing(hedge)
    assert set(rules_of_sight(*_pair(state))) == {"FR-LOS-01", "FR-LOS-02", "FR-LOS-05", "FR-COV-07"}
    state.enemies["M1.2"] = enemy("M1.2", (10.2, 22.0))
    assert "FR-LOS-08" in rules_of_view(*_pair(state))


@covers("FR-EXP-03")
def test_every_piece_but_fields_lies_between() -> None:
    mud = piece_of("mud", "mud", box_outline(8.0, 12.0, 12.0, 13.0))
    hedge = piece_of("hedge", "hedgerow", wall((6.0, 15.0), (14.0, 15.0), 0.4))
    state = facing(mud, hedge)
    assert [one.id for one in ground_between(state, (10.0, 10.0), (10.0, 20.0))] == ["hedge"]


@covers("FR-LOS-03")
@settings(max_examples=40, deadline=None)
@given(
    some.tuples(some.floats(1, 35), some.floats(1, 35)), some.tuples(some.floats(1, 35), some.floats(1, 35))
)
def test_whoever_sees_is_seen(a: tuple[float, float], b: tuple[float, float]) -> None:
    rock = piece_of("rock", "boulder", box_outline(15.0, 14.0, 19.0, 17.0))
    tree = piece_of("tree", "single tree", circle((24.0, 20.0), 0.4))
    state = battle(soldier("S1", a), enemy("M1.1", b), terrain=[WOOD, rock, tree, HUT, DOOR])
    one, other = state.soldiers["S1"], state.enemies["M1.1"]
    assert sees(state, one, other) == sees(state, other, one)
