"""Displacing: pushes, ledges, random moves, edges, and monsters that make their way."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import Any

import pytest

from sandtable.books.forgotten_ruin.chapters.movement.displacing import push, random_move
from sandtable.books.forgotten_ruin.chapters.movement.falling import drop_of, ends_activation, fall, hits_of
from sandtable.books.forgotten_ruin.chapters.movement.footing import nearest_standable, why_not_end
from sandtable.books.forgotten_ruin.chapters.movement.placing import place_soldiers
from sandtable.books.forgotten_ruin.chapters.movement.routes import reach, route
from sandtable.books.forgotten_ruin.chapters.movement.walking import walk
from sandtable.books.forgotten_ruin.state import Battle, Contact, Stock
from sandtable.kernel.play import Play
from sandtable.kernel.testing import covers
from sandtable.table.terrain import Piece, box_outline, wall
from sandtable.table.zones import near_edge
from tests.books.forgotten_ruin.stage import (
    Performance,
    battle,
    enemy,
    perform,
    piece_of,
    rule_of,
    soldier,
    start,
)


def pushed(state: Battle, id: str, away: tuple[float, float], answers: Sequence[Any] = ()) -> Performance:
    async def rule(play: Play[Battle]) -> bool:
        return await push(play, play.state.figure(id), away, 1.0)

    state.stock = Stock(story_points=0)
    return perform(state, rule, {}, answers)


def wandering(
    state: Battle, id: str, bearing: int, far: float = 4.0, answers: Sequence[Any] = ()
) -> Performance:
    async def rule(play: Play[Battle]) -> Any:
        return await random_move(play, play.state.figure(id), far, "FR-SPL-32")

    return perform(state, rule, {f"bearing {id}": [bearing]}, answers)


# ---- pushes ----------------------------------------------------------------------------------------------


@covers("FR-HTH-33")
def test_a_push_goes_straight_away() -> None:
    done = pushed(battle(soldier("S1", (10.0, 10.0))), "S1", (10.0, 9.0))
    assert done.returned is True
    assert done.state.soldiers["S1"].at == pytest.approx((10.0, 11.0))
    assert done.state.soldiers["S1"].moved == 0.0


@covers("FR-HTH-33")
def test_a_push_turns_aside_by_up_to_45_degrees() -> None:
    rock = piece_of("rock", "boulder", box_outline(9.95, 10.8, 14.0, 13.0))
    done = pushed(battle(soldier("S1", (10.0, 10.0)), terrain=[rock]), "S1", (10.0, 9.0))
    x, y = done.state.soldiers["S1"].at
    assert x < 10.0
    assert hypot(x - 10.0, y - 10.0) == pytest.approx(1.0, abs=0.51)
    assert why_not_end(done.state, done.state.soldiers["S1"], (x, y), 0.0) is None


@covers("FR-HTH-33", "FR-HTH-15")
def test_without_room_a_figure_is_stuck() -> None:
    rock = piece_of("rock", "boulder", box_outline(5.0, 10.5, 15.0, 13.0))
    done = pushed(battle(soldier("S1", (10.0, 10.0)), terrain=[rock]), "S1", (10.0, 9.0))
    assert done.returned is False
    assert done.state.soldiers["S1"].at == (10.0, 10.0)
    assert len(done.told("figure is Stuck")) == 1


@covers("FR-MOV-33", "FR-HTH-33")
def test_nothing_is_pushed_off_the_table() -> None:
    done = pushed(battle(soldier("S1", (0.6, 10.0))), "S1", (1.6, 10.0))
    assert done.returned is False
    assert "FR-MOV-33" in done.cited()
    assert done.state.soldiers["S1"].on_table


@covers("FR-HTH-16")
def test_figures_behind_are_moved_out_of_the_way() -> None:
    state = battle(soldier("S1", (10.0, 10.0)), soldier("S2", (10.0, 11.2)), enemy("M1.1", (10.0, 9.0)))
    done = pushed(state, "S1", (10.0, 9.0))
    one, other = done.state.soldiers["S1"], done.state.soldiers["S2"]
    assert one.at == pytest.approx((10.0, 11.0))
    assert hypot(one.at[0] - other.at[0], one.at[1] - other.at[1]) >= 0.99
    assert "FR-HTH-16" in done.cited()


@covers("FR-HTH-16")
def test_a_push_starts_no_new_combat() -> None:
    state = battle(soldier("S1", (10.0, 10.0)), enemy("M1.1", (10.0, 9.0)), enemy("M1.2", (10.0, 11.8)))
    done = pushed(state, "S1", (10.0, 9.0))
    one = done.state.soldiers["S1"]
    for other in done.state.enemies.values():
        assert hypot(one.at[0] - other.at[0], one.at[1] - other.at[1]) > 1.01
    assert done.state.contacts == ()


LEDGE = Piece("cliff", "cliff", box_outline(6.0, 6.0, 14.0, 10.2), 3.0, ("block",))


@covers("FR-HTH-17", "FR-MOV-22", "FR-MOV-24")
def test_an_enemy_pushed_over_a_ledge_falls() -> None:
    state = battle(enemy("M1.1", (10.0, 9.9), elevation=3.0), soldier("S1", (10.0, 8.8)), terrain=[LEDGE])
    state.stock = Stock(story_points=0)

    async def rule(play: Play[Battle]) -> bool:
        return await push(play, play.state.enemies["M1.1"], play.state.soldiers["S1"], 1.0)

    done = perform(state, rule, {"damage M1.1": [1]})
    assert done.state.enemies["M1.1"].elevation == 0.0
    assert [event.facts["hits"] for event in done.told("figure fell")] == [1]


@covers("FR-HTH-17")
@pytest.mark.parametrize("answer", ["stay", "fall"])
def test_a_soldier_at_a_ledge_chooses(answer: str) -> None:
    low = Piece("ledge", "ledge", box_outline(6.0, 6.0, 14.0, 10.2), 2.0, ("block",))
    state = battle(soldier("S1", (10.0, 9.9), elevation=2.0), terrain=[low])
    done = pushed(state, "S1", (10.0, 8.8), [answer])
    assert done.returned is (answer == "fall")
    assert done.state.soldiers["S1"].elevation == (0.0 if answer == "fall" else 2.0)


# ---- falling ---------------------------------------------------------------------------------------------


@covers("FR-MOV-22", "FR-MOV-24", "FR-MOV-23")
@pytest.mark.parametrize(
    ("height", "intended", "hits", "ends"),
    [
        (7.0, False, 2, True),
        (7.0, True, 2, True),
        (3.5, True, 0, True),
        (2.0, True, 0, False),
        (3.0, False, 1, True),
        (1.0, False, 0, False),
    ],
)
def test_what_a_fall_does(height: float, intended: bool, hits: int, ends: bool) -> None:
    state = battle()
    drop = drop_of(state, height, intended)
    assert hits_of(state, drop) == hits
    assert ends_activation(state, drop) is ends


@covers("FR-MOV-24")
def test_a_fall_strikes_the_figure() -> None:
    state = battle(enemy("M1.1", (10.0, 10.0)))

    async def rule(play: Play[Battle]) -> bool:
        return await fall(play, play.state.enemies["M1.1"], 7.0, False)

    done = perform(state, rule, {"damage M1.1": [1, 3]})
    assert done.returned is False
    assert done.state.enemies["M1.1"].where == "casualty"


# ---- random movement -------------------------------------------------------------------------------------


@covers("FR-MOV-27", "FR-PRN-23")
def test_a_random_move_goes_its_distance() -> None:
    done = wandering(battle(enemy("M1.1", (10.0, 10.0))), "M1.1", 90)
    assert done.state.enemies["M1.1"].at == pytest.approx((14.0, 10.0))


@covers("FR-MOV-27")
def test_walls_and_figures_stop_a_random_move_and_woods_do_not() -> None:
    hedge = piece_of("wall", "low wall", wall((12.0, 5.0), (12.0, 15.0), 0.4))
    done = wandering(battle(enemy("M1.1", (10.0, 10.0)), terrain=[hedge]), "M1.1", 90)
    assert done.state.enemies["M1.1"].at[0] == pytest.approx(11.3, abs=0.02)
    friend = battle(enemy("M1.1", (10.0, 10.0)), enemy("M1.2", (13.0, 10.0)))
    assert wandering(friend, "M1.1", 90).state.enemies["M1.1"].at[0] == pytest.approx(12.0, abs=0.02)
    wood = piece_of("wood", "forest", box_outline(8.0, 8.0, 20.0, 12.0))
    # 2 in, 1 in for them, and 1 in more.
    assert wandering(battle(enemy("M1.1", (10.0, 10.0)), terrain=[wood]), "M1.1", 90).state.enemies[
        "M1.1"
    ].at[0] == pytest.approx(13.0)


@covers("FR-MOV-28")
def test_random_contact_means_combat() -> None:
    done = wandering(battle(enemy("M1.1", (10.0, 10.0)), soldier("S1", (13.0, 10.0))), "M1.1", 90)
    assert done.state.contacts == (Contact("M1.1", "S1"),)
    assert "FR-MOV-28" in done.cited()


@covers("FR-MOV-32")
def test_an_enemy_that_wanders_to_the_edge_is_gone_but_not_killed() -> None:
    done = wandering(battle(enemy("M1.1", (2.0, 10.0))), "M1.1", 270)
    assert done.state.enemies["M1.1"].where == "withdrawn"
    assert done.state.mobs["M1"].killed_in_phase == 0


@covers("FR-MOV-32", "FR-MOV-30")
@pytest.mark.parametrize(("answer", "where"), [("stop", "on the table"), ("leave", "left")])
def test_a_soldier_carried_to_the_edge_chooses(answer: str, where: str) -> None:
    done = wandering(battle(soldier("S1", (2.0, 10.0))), "S1", 270, 4.0, [answer])
    one = done.state.soldiers["S1"]
    assert one.where == where
    if answer == "stop":
        assert one.at[0] == pytest.approx(1.0, abs=0.03)


@covers("FR-MON-24")
def test_whoever_stops_at_edges_stays() -> None:
    state = battle(enemy("B1", (2.0, 10.0), kind="monster", mob=""))

    async def rule(play: Play[Battle]) -> Any:
        return await random_move(play, play.state.enemies["B1"], 4.0, stops_at_edge=True)

    done = perform(state, rule, {"bearing B1": [270]})
    assert done.state.enemies["B1"].on_table


# ---- monsters --------------------------------------------------------------------------------------------


@covers("FR-MOV-08")
def test_a_monster_shifts_its_own_side_out_of_its_way() -> None:
    state = battle(
        enemy("B1", (10.0, 10.0), kind="monster", radius=1.0, mob=""),
        enemy("M1.1", (10.0, 13.0)),
        soldier("S1", (11.8, 13.0)),
    )

    async def rule(play: Play[Battle]) -> Any:
        monster = play.state.enemies["B1"]
        way = route(play.state, monster, (10.0, 16.0))
        assert way is not None
        return await walk(play, monster, way, "move")

    state.soldiers["S1"].at = (13.0, 13.0)
    done = perform(state, rule)
    orc = done.state.enemies["M1.1"]
    assert done.state.enemies["B1"].at == (10.0, 16.0)
    assert abs(orc.at[0] - 10.0) >= 1.5
    assert hypot(orc.at[0] - 13.0, orc.at[1] - 13.0) > 1.01
    assert "FR-MOV-08" in done.cited()


@covers("FR-MOV-08", "FR-TER-11")
def test_a_flying_monster_shifts_only_whom_it_would_land_on() -> None:
    state = battle(
        enemy("B1", (10.0, 10.0), kind="monster", radius=1.0, mob="", traits=("Flight",)),
        enemy("M1.1", (10.0, 13.0)),
        enemy("M1.2", (10.0, 16.5)),
        soldier("S1", (30.0, 30.0)),
    )

    async def rule(play: Play[Battle]) -> Any:
        monster = play.state.enemies["B1"]
        way = route(play.state, monster, (10.0, 16.0))
        assert way is not None
        return await walk(play, monster, way, "move")

    done = perform(state, rule)
    assert done.state.enemies["M1.1"].at == (10.0, 13.0)
    assert hypot(done.state.enemies["M1.2"].at[0] - 10.0, done.state.enemies["M1.2"].at[1] - 16.0) >= 1.5


@covers("FR-MOV-31")
def test_enemies_keep_off_the_edges() -> None:
    state = battle(enemy("M1.1", (3.0, 3.0)))
    assert all(x > 0.5 and y > 0.5 for (x, y), _ in reach(state, state.enemies["M1.1"], 5.0))

    async def rule(play: Play[Battle]) -> Any:
        orc = play.state.enemies["M1.1"]
        way = route(play.state, orc, (0.8, 3.0))
        assert way is not None
        return await walk(play, orc, way, "move")

    assert "FR-MOV-31" in perform(state, rule).cited()


# ---- placing ---------------------------------------------------------------------------------------------


@covers("FR-MOV-34")
def test_soldiers_are_placed_in_their_zone() -> None:
    state = battle(soldier("S1"), soldier("S2"))
    for one in state.soldiers.values():
        one.where = "waiting"

    async def rule(play: Play[Battle]) -> None:
        soldiers = list(play.state.soldiers.values())
        await place_soldiers(play, soldiers, near_edge(play.state.ground, "south", 6.0), "FR-MIS-47")

    asked = start(state, rule)
    assert rule_of(asked.question.legal({"models": [[10.0, 6.0]]})) == "FR-MIS-47"
    asked.answer({"models": [[10.0, 5.0]]})
    assert rule_of(asked.question.legal({"models": [[10.5, 5.0]]})) == "FR-MOV-34"
    assert asked.question.legal(asked.question.options()[0].answer) is None
    asked.answer("proposal").over()
    assert all(one.on_table for one in asked.state.soldiers.values())


@covers("FR-INV-02", "FR-MOV-34")
def test_the_nearest_place_to_stand_is_found() -> None:
    state = battle(terrain=[piece_of("lava", "lava", box_outline(8.0, 8.0, 12.0, 12.0))])
    x, y = nearest_standable(state, (10.0, 9.0))
    assert hypot(x - 10.0, y - 9.0) == pytest.approx(1.5, abs=0.3)
