"""Routes: what ways cost, what stands in them, and how figures get round, over and into contact."""

from __future__ import annotations

from math import hypot, inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from sandtable.books.forgotten_ruin.chapters.movement.footing import footing_of, rates, why_not_end
from sandtable.books.forgotten_ruin.chapters.movement.routes import reach, route, route_to_contact
from sandtable.books.forgotten_ruin.chapters.movement.walking import walk
from sandtable.books.forgotten_ruin.modifiers import WHY_NOT_ACT
from sandtable.books.forgotten_ruin.state import Battle
from sandtable.kernel.play import Play
from sandtable.kernel.testing import covers
from sandtable.table.figures.legs import Budget, Leg, cut, halved, pay
from sandtable.table.terrain import Piece, box_outline, circle, wall
from tests.books.forgotten_ruin.stage import battle, enemy, perform, piece_of, rule_of, soldier

RATES = rates(battle())


def field(*terrain: Piece, at: tuple[float, float] = (10.0, 10.0), **facts: object) -> Battle:
    return battle(soldier("S1", at, **facts), terrain=terrain)


def cost(state: Battle, to: tuple[float, float], limit: float = inf) -> float | None:
    found = route(state, state.soldiers["S1"], to, limit)
    return None if found is None else round(found.cost, 2)


def hows(state: Battle, to: tuple[float, float]) -> list[str]:
    found = route(state, state.soldiers["S1"], to)
    return [] if found is None else [leg.how for leg in found.legs]


# ---- paying ----------------------------------------------------------------------------------------------


def wooded(length: float, rough: float) -> Leg:
    """A way of a length whose first inches are in Difficult terrain."""
    return Leg("walk", (0.0, 0.0), (length, 0.0), 0.0, 0.0, length, 0.0, ((0.0, rough / length),))


@covers("FR-MOV-01")
def test_a_move_is_paid_inch_by_inch() -> None:
    found = pay([Leg("walk", (0.0, 0.0), (9.0, 0.0), 0.0, 0.0, 9.0)], Budget(5.0), RATES)
    assert found.end == pytest.approx((5.0, 0.0))
    assert found.ran_out


@covers("FR-TER-09", "FR-MOV-04", "FR-MOV-05")
@pytest.mark.parametrize(
    ("speed", "far", "used", "halts"), [(6.0, 4.0, 6.0, False), (4.0, 3.0, 4.0, False), (5.0, 4.0, 5.0, True)]
)
def test_each_full_two_inches_of_wood_cost_one_more(
    speed: float, far: float, used: float, halts: bool
) -> None:
    found = pay([wooded(20.0, 20.0)], Budget(speed), RATES)
    assert found.end[0] == pytest.approx(far)
    assert found.cost == pytest.approx(used)
    assert found.halts is halts


@covers("FR-MOV-06")
@pytest.mark.parametrize(("strip", "far"), [(1.9, 5.0), (2.0, 4.0)])
def test_less_than_two_inches_are_free(strip: float, far: float) -> None:
    assert pay([wooded(20.0, strip)], Budget(5.0), RATES).end[0] == pytest.approx(far)


@covers("FR-MOV-04")
def test_difficult_inches_are_counted_over_the_whole_activation() -> None:
    # 1.5 in are behind the figure: after half an inch more the extra inch is due.
    assert pay([wooded(20.0, 1.0)], Budget(4.0, rough=1.5), RATES).end[0] == pytest.approx(3.0)


@covers("FR-MOV-05")
def test_an_end_at_the_mark_is_reached_without_the_extra_inch() -> None:
    found = pay([wooded(2.0, 2.0)], Budget(2.0), RATES)
    assert found.end[0] == pytest.approx(2.0)
    assert not found.ran_out


@covers("FR-MOV-18", "FR-MOV-17")
def test_a_climb_is_made_wholly_or_not_at_all() -> None:
    climb = Leg("climb", (0.0, 0.0), (0.5, 0.0), 0.0, 4.5, 0.0, 5.5)
    assert pay([climb], Budget(5.0), RATES).elevation == 0.0
    assert pay([climb], Budget(5.5), RATES).elevation == 4.5


@covers("FR-MOV-16")
def test_the_inches_of_a_dash_are_not_for_climbing() -> None:
    climb = Leg("climb", (0.0, 0.0), (0.5, 0.0), 0.0, 5.0, 0.0, 6.0)
    assert pay([climb], Budget(8.0, climbing=5.0), RATES).ran_out
    assert not pay([climb], Budget(8.0, climbing=6.0), RATES).ran_out


@covers("FR-RND-27")
def test_a_way_falls_into_two_halves() -> None:
    state = field()
    found = route(state, state.soldiers["S1"], (10.0, 14.0))
    assert found is not None
    first, second = halved(found)
    assert first.end == pytest.approx((10.0, 12.0))
    assert second.path[0] == first.end
    assert second.end == (10.0, 14.0)
    assert cut(found, 9.0, RATES) is found


# ---- over the ground -------------------------------------------------------------------------------------


@covers("FR-TER-14", "FR-TER-09", "FR-TER-05")
def test_difficult_inches_are_those_of_the_centre() -> None:
    wood = piece_of("wood", "rubble", box_outline(8.0, 12.0, 12.0, 13.9))
    assert cost(field(wood), (10.0, 15.0), 5.0) == 5.0
    wide = piece_of("wood", "rubble", box_outline(8.0, 12.0, 12.0, 14.0))
    assert cost(field(wide), (10.0, 15.0), 5.0) is None
    assert cost(field(wide), (10.0, 15.0), 6.0) == 6.0


@covers("FR-TER-04", "FR-TER-07", "FR-TER-10")
@pytest.mark.parametrize("kind", ["single tree", "lava"])
def test_ways_lead_round_what_cannot_be_entered(kind: str) -> None:
    state = field(piece_of("thing", kind, box_outline(9.0, 13.0, 11.0, 14.0)))
    found = route(state, state.soldiers["S1"], (10.0, 17.0))
    assert found is not None
    assert 7.0 < found.cost < 8.0
    assert found.stop is not None
    assert found.stop.id == "thing"
    assert route(state, state.soldiers["S1"], (10.0, 13.5)) is None


@covers("FR-MOV-19", "FR-MOV-17", "FR-TER-03")
def test_a_wall_is_crossed_for_its_height_and_an_inch() -> None:
    state = field(piece_of("wall", "low wall", wall((2.0, 12.0), (18.0, 12.0), 0.4)))
    # From y 10 to 11.3 and from 12.7 to 14 on foot; 1.75 for the wall.
    assert cost(state, (10.0, 14.0), 9.0) == pytest.approx(1.3 + 1.3 + 1.75, abs=0.03)
    assert hows(state, (10.0, 14.0)) == ["walk", "cross", "walk"]
    found = route(state, state.soldiers["S1"], (10.0, 14.0), 9.0)
    assert found is not None
    stopped = cut(found, 2.0, RATES)
    assert stopped.end[1] == pytest.approx(11.3, abs=0.02)


@covers("FR-MOV-19")
def test_nobody_stops_astride_a_wall() -> None:
    state = field(piece_of("wall", "low wall", wall((2.0, 12.0), (18.0, 12.0), 0.4)))
    assert rule_of(why_not_end(state, state.soldiers["S1"], (10.0, 12.0), 0.0)) == "FR-MOV-19"


@covers("FR-MOV-20")
def test_what_is_unclimbable_is_gone_round() -> None:
    ice = piece_of("wall", "low wall", wall((8.0, 12.0), (12.0, 12.0), 0.4), None, "unclimbable")
    assert hows(field(ice), (10.0, 14.0)).count("cross") == 0
    assert cost(field(ice), (10.0, 14.0)) > 5.0  # type: ignore[operator]


@covers("FR-MOV-17", "FR-TER-07")
def test_a_cliff_of_three_inches_costs_four() -> None:
    cliff = Piece("cliff", "cliff", box_outline(6.0, 10.5, 14.0, 16.0), 3.0, ("block",))
    state = field(cliff)
    found = route(state, state.soldiers["S1"], (10.0, 11.5), 5.0)
    assert found is not None
    assert found.elevation == 3.0
    assert found.cost == pytest.approx(5.0, abs=0.02)
    assert route(state, state.soldiers["S1"], (10.0, 11.6), 5.0) is None


@covers("FR-MOV-18")
def test_a_tower_needs_a_ledge() -> None:
    tower = Piece("tower", "tower", box_outline(8.0, 12.0, 12.0, 16.0), 4.5, ("block",))
    ledge = Piece("ledge", "ledge", box_outline(8.0, 11.0, 12.0, 12.0), 2.0, ("block",))
    assert cost(field(tower, at=(10.0, 11.5)), (10.0, 12.1), 5.0) is None
    state = field(tower, ledge, at=(10.0, 10.5))
    assert cost(state, (10.0, 11.4), 5.0) == pytest.approx(3.4, abs=0.05)
    assert cost(state, (10.0, 12.1), 5.0) is None
    assert cost(state, (10.0, 12.1), 8.0) == pytest.approx(3.0 + 3.5 + 0.6, abs=0.2)


@covers("FR-MOV-21", "FR-MOV-22")
def test_climbing_down_costs_the_same_and_small_drops_cost_nothing() -> None:
    cliff = Piece("cliff", "cliff", box_outline(6.0, 10.0, 14.0, 16.0), 3.0, ("block",))
    assert cost(field(cliff, at=(10.0, 11.0), elevation=3.0), (10.0, 9.0)) == pytest.approx(5.5, abs=0.05)
    rock = piece_of("rock", "boulder", box_outline(6.0, 10.0, 14.0, 16.0))
    assert cost(field(rock, at=(10.0, 11.0), elevation=2.0), (10.0, 9.0)) == pytest.approx(1.5, abs=0.05)


HUT = piece_of("hut", "hut", box_outline(8.0, 12.0, 13.0, 17.0))


@covers("FR-MOV-09", "FR-TER-08")
def test_a_door_costs_one_inch_besides_the_way() -> None:
    door = Piece("door", "door", box_outline(9.4, 11.8, 10.6, 12.2), 0.0, ("opening", "door"))
    assert cost(field(HUT, door), (10.0, 14.0)) == pytest.approx(5.0)
    assert hows(field(HUT, door), (10.0, 14.0)) == ["walk", "door", "walk"]


@covers("FR-MOV-10")
def test_a_window_costs_two() -> None:
    window = Piece("window", "window", box_outline(9.5, 11.8, 10.5, 12.2), 0.0, ("opening", "window"))
    assert cost(field(HUT, window), (10.0, 14.0)) == pytest.approx(6.0)


@covers("FR-TER-08")
def test_without_an_opening_nobody_gets_in() -> None:
    assert cost(field(HUT), (10.0, 14.0)) is None


@covers("FR-TER-02")
def test_a_flat_roof_is_climbed_like_a_block() -> None:
    hut = piece_of("hut", "hut", box_outline(8.0, 12.0, 13.0, 17.0), None, "roofed")
    state = field(hut)
    found = route(state, state.soldiers["S1"], (10.0, 13.0), elevation=2.0)
    assert found is not None
    assert found.elevation == 2.0
    assert found.cost == pytest.approx(1.5 + 3.0 + 1.0, abs=0.05)


@covers("FR-MOV-07")
def test_figures_are_walked_round() -> None:
    state = battle(soldier("S1", (10.0, 10.0)), soldier("S2", (10.0, 13.0)), enemy("M1.1", (20.0, 20.0)))
    found = route(state, state.soldiers["S1"], (10.0, 16.0))
    assert found is not None
    assert 6.0 < found.cost < 7.0
    for a, b in zip(found.path, found.path[1:], strict=False):
        middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
        assert hypot(middle[0] - 10.0, middle[1] - 13.0) > 0.98


@covers("FR-MOV-08", "FR-MOV-07")
def test_monsters_pass_through_their_own_side_and_nobody_through_a_monster() -> None:
    state = battle(
        enemy("B1", (10.0, 10.0), kind="monster", radius=1.0, mob=""),
        enemy("M1.1", (10.0, 13.0)),
        soldier("S1", (10.0, 20.0)),
    )
    assert footing_of(state, state.enemies["B1"]).first_stop((10.0, 10.0), (10.0, 16.0), 0.0) is None
    stop = footing_of(state, state.enemies["M1.1"]).first_stop((10.0, 13.0), (10.0, 8.0), 0.0)
    assert stop is not None
    assert stop.id == "B1"


@covers("FR-MOV-34")
@pytest.mark.parametrize(
    ("at", "elevation", "expected"),
    [
        ((10.0, 10.4), 0.0, "FR-MOV-34"),
        ((0.3, 5.0), 0.0, "FR-MOV-34"),
        ((20.0, 20.0), 0.0, "FR-TER-07"),
        ((20.0, 20.0), 2.0, ""),
        ((21.0, 20.0), 2.0, ""),
        ((21.1, 20.0), 2.0, "FR-MOV-34"),
        ((25.0, 20.0), 0.0, "FR-TER-04"),
        ((30.0, 20.0), 0.0, "FR-TER-10"),
        ((15.0, 15.0), 0.0, ""),
    ],
)
def test_where_a_figure_may_end(at: tuple[float, float], elevation: float, expected: str) -> None:
    state = battle(
        soldier("S1", (5.0, 5.0)),
        soldier("S2", (10.0, 10.0)),
        terrain=[
            piece_of("rock", "boulder", box_outline(19.0, 19.0, 21.0, 21.0)),
            piece_of("barrel", "barrel", circle((25.0, 20.0), 0.4)),
            piece_of("lava", "lava", circle((30.0, 20.0), 2.0)),
        ],
    )
    assert rule_of(why_not_end(state, state.soldiers["S1"], at, elevation)) == expected


# ---- contact ---------------------------------------------------------------------------------------------


@covers("FR-MOV-13", "FR-PRN-09")
def test_enough_movement_for_contact_is_enough() -> None:
    state = battle(soldier("S1", (10.0, 10.0)), enemy("M1.1", (10.0, 16.0)))
    found = route_to_contact(state, state.soldiers["S1"], state.enemies["M1.1"], 5.0)
    assert found is not None
    assert found.contact == "M1.1"
    assert found.cost == pytest.approx(5.0)
    assert route_to_contact(state, state.soldiers["S1"], state.enemies["M1.1"], 4.9) is None


@covers("FR-MOV-13")
def test_a_charge_finds_its_way_round_another_opponent() -> None:
    state = battle(soldier("S1", (10.0, 10.0)), enemy("M1.1", (10.0, 16.0)), enemy("M1.2", (10.0, 13.0)))
    found = route_to_contact(state, state.soldiers["S1"], state.enemies["M1.1"], 8.0)
    assert found is not None
    assert 5.0 < found.cost < 6.5


@covers("FR-MOV-13", "FR-HTH-07")
def test_an_opponent_on_a_low_block_is_fought_from_its_foot() -> None:
    low = Piece("step", "step", box_outline(8.0, 13.0, 12.0, 16.0), 1.0, ("block",))
    state = battle(soldier("S1", (10.0, 9.0)), enemy("M1.1", (10.0, 13.1), elevation=1.0), terrain=[low])
    found = route_to_contact(state, state.soldiers["S1"], state.enemies["M1.1"], 4.0)
    assert found is not None
    assert (found.elevation, found.contact) == (0.0, "M1.1")
    assert found.cost == pytest.approx(3.1)


@covers("FR-HTH-08")
def test_a_defender_behind_a_wall_is_fought_across_it() -> None:
    hedge = piece_of("wall", "low wall", wall((2.0, 14.0), (18.0, 14.0), 0.4))
    state = battle(soldier("S1", (10.0, 10.0)), enemy("M1.1", (10.0, 15.0)), terrain=[hedge])
    found = route_to_contact(state, state.soldiers["S1"], state.enemies["M1.1"], 4.0)
    assert found is not None
    assert (found.contact, found.across) == ("M1.1", "wall")
    assert found.end[1] == pytest.approx(13.3, abs=0.02)
    state.enemies["M1.1"].at = (10.0, 16.0)
    assert route_to_contact(state, state.soldiers["S1"], state.enemies["M1.1"], 4.0) is None


@covers("FR-MOV-13", "FR-SPL-39")
def test_whoever_comes_to_a_wall_behind_which_nobody_stands_any_more_is_in_contact_with_nobody() -> None:
    hedge = piece_of("wall", "low wall", wall((2.0, 14.0), (18.0, 14.0), 0.4))
    state = battle(soldier("S1", (10.0, 15.0)), enemy("M1.1", (10.0, 10.0)), terrain=[hedge])
    way = route_to_contact(state, state.enemies["M1.1"], state.soldiers["S1"], 4.0)
    assert way is not None

    async def too_late(play: Play[Battle]) -> None:
        play.state.soldiers["S1"].where = "withdrawn"
        await walk(play, play.state.enemies["M1.1"], way, "move")

    assert perform(state, too_late).state.contacts == ()


# ---- flying ----------------------------------------------------------------------------------------------


@covers("FR-TER-11", "FR-TER-10")
def test_flyers_ignore_terrain_and_figures_but_do_not_end_in_impassable_terrain() -> None:
    lava = piece_of("lava", "lava", box_outline(5.0, 12.0, 15.0, 15.0))
    wood = piece_of("wood", "forest", box_outline(5.0, 15.0, 15.0, 20.0))
    state = battle(
        enemy("B1", (10.0, 10.0), kind="monster", radius=1.0, mob="", traits=("Flight",)),
        soldier("S1", (10.0, 16.0)),
        terrain=[lava, wood],
    )
    roc = state.enemies["B1"]
    found = route(state, roc, (10.0, 19.0))
    assert found is not None
    assert found.cost == pytest.approx(9.0)
    assert route(state, roc, (10.0, 13.5)) is None


# ---- how far ---------------------------------------------------------------------------------------------


@covers("FR-MOV-01", "FR-MOV-31")
def test_reach_stays_within_the_allowance_and_off_the_edges() -> None:
    state = battle(enemy("M1.1", (2.0, 2.0)), soldier("S1", (30.0, 30.0)))
    orc = state.enemies["M1.1"]
    found = reach(state, orc, 5.0)
    assert len(found) > 80
    for (x, y), price in found:
        assert hypot(x - 2.0, y - 2.0) <= price + 0.01
        assert price <= 5.01
        assert x > 0.5
        assert y > 0.5


BUSY = [
    piece_of("wood", "forest", circle((12.0, 18.0), 3.0)),
    piece_of("rock", "boulder", box_outline(18.0, 16.0, 21.0, 19.0)),
    piece_of("wall", "low wall", wall((6.0, 12.0), (14.0, 12.0), 0.4)),
    piece_of("tree", "single tree", circle((17.0, 11.0), 0.4)),
    piece_of("lava", "lava", circle((24.0, 24.0), 2.0)),
    piece_of("hut", "hut", box_outline(22.0, 8.0, 27.0, 13.0)),
    Piece("door", "door", box_outline(21.8, 9.9, 22.2, 11.1), 0.0, ("opening", "door")),
]


@covers("FR-EAI-23", "FR-MOV-34")
@settings(max_examples=25, deadline=None)
@given(some.tuples(some.floats(2, 33), some.floats(2, 33)))
def test_every_way_ends_where_it_should_and_costs_at_least_its_length(to: tuple[float, float]) -> None:
    state = battle(soldier("S1", (10.0, 6.0)), enemy("M1.1", (15.0, 14.0)), terrain=BUSY)
    figure = state.soldiers["S1"]
    found = route(state, figure, to)
    if found is None:
        return
    assert found.end == pytest.approx(to)
    assert found.cost >= found.length - 1e-6
    assert why_not_end(state, figure, found.end, found.elevation) is None
    assert hypot(to[0] - 10.0, to[1] - 6.0) <= found.cost + 4.0


@covers("FR-MOV-01")
@settings(max_examples=15, deadline=None)
@given(some.tuples(some.integers(4, 66), some.integers(4, 66)))
def test_a_single_way_is_as_cheap_as_the_spreading_search_says(cell: tuple[int, int]) -> None:
    state = battle(soldier("S1", (10.0, 6.0)), enemy("M1.1", (15.0, 14.0)), terrain=BUSY)
    figure = state.soldiers["S1"]
    to = (cell[0] / 2, cell[1] / 2)
    costs = dict(reach(state, figure, inf))
    found = route(state, figure, to)
    if found is None or to not in costs:
        return
    # Corners are pulled straight afterwards, and less than 2 in of Difficult terrain costs nothing.
    assert found.cost <= costs[to] * 1.04 + 0.3


@covers("FR-EAI-23", "FR-MOV-24")
@pytest.mark.parametrize(("height", "gets_down"), [(3.9, True), (4.0, False)])
def test_enemies_drop_from_what_they_cannot_climb_unless_that_hurts(height: float, gets_down: bool) -> None:
    traits = ("block", "unclimbable")
    roof = Piece("roof", "roof", box_outline(8.0, 8.0, 12.0, 12.0), height, traits)
    orc = enemy("M1.1", (10.0, 11.0), elevation=height)
    state = battle(soldier("S1", (30.0, 30.0)), orc, terrain=[roof])
    found = route(state, orc, (10.0, 14.0), 5.0, elevation=0.0)
    assert (found is not None and found.elevation == 0.0) == gets_down


@covers("FR-MOV-23")
def test_an_enemy_that_drops_far_charges_nobody_and_takes_no_action() -> None:
    roof = Piece("roof", "roof", box_outline(8.0, 8.0, 12.0, 12.0), 3.0, ("block", "unclimbable"))
    orc = enemy("M1.1", (10.0, 11.0), elevation=3.0)
    state = battle(soldier("S1", (10.0, 14.5)), orc, terrain=[roof])
    assert route_to_contact(state, orc, state.soldiers["S1"], 5.0) is None
    way = route(state, orc, (10.0, 13.0), 5.0, elevation=0.0)
    assert way is not None
    played = perform(state, lambda play: walk(play, play.state.enemies["M1.1"], way, "move"))
    assert played.state.enemies["M1.1"].elevation == 0.0
    assert rule_of(WHY_NOT_ACT.first(played.state, played.state.enemies["M1.1"], "Shoot")) == "FR-MOV-23"
