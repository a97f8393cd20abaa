"""Moving soldiers: what players may answer, Dashes, charges, leaving, jumps and leaps."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sandtable.books.forgotten_ruin import modifiers
from sandtable.books.forgotten_ruin.chapters.movement.moving_soldiers import soldier_moves
from sandtable.books.forgotten_ruin.chapters.movement.placing import PlacePlanner
from sandtable.books.forgotten_ruin.chapters.movement.planner import MovePlanner
from sandtable.books.forgotten_ruin.chapters.movement.routes import route
from sandtable.books.forgotten_ruin.chapters.movement.walking import dash_inches, move_limit, walk
from sandtable.books.forgotten_ruin.state import Battle, Contact, Effect, Marker, Stock
from sandtable.kernel.check import Modifier
from sandtable.kernel.decision import Measuring
from sandtable.kernel.play import Play
from sandtable.kernel.refusal import Refused
from sandtable.kernel.testing import covers
from sandtable.table.terrain import Piece, box_outline, circle, wall
from sandtable.table.zones import NearPoint
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


def moving(
    state: Battle,
    *answers: Any,
    kind: str = "move",
    may_contact: bool = True,
    limit: float = 5.0,
    dice: dict[str, list[int]] | None = None,
) -> Performance:
    async def rule(play: Play[Battle]) -> Any:
        one = play.state.soldiers["S1"]
        return await soldier_moves(play, one, limit, "Where?", may_contact=may_contact, kind=kind)

    state.stock = Stock(story_points=0)
    return perform(state, rule, dice, answers)


def planner(state: Battle, kind: str = "move", limit: float = 5.0, may_contact: bool = True) -> MovePlanner:
    return MovePlanner(state, state.soldiers["S1"], limit, kind, may_contact, True)


def refused(state: Battle, answer: Any, kind: str = "move", may_contact: bool = True) -> str:
    with pytest.raises(Refused) as caught:
        planner(state, kind, may_contact=may_contact).read(answer)
    return caught.value.rule


def at(x: float, y: float, **more: Any) -> dict[str, Any]:
    return {"models": [[x, y]], **more}


def path(*points: tuple[float, float], **more: Any) -> dict[str, Any]:
    return {"paths": [[list(one) for one in points]], **more}


def alone(*terrain: Piece, **facts: Any) -> Battle:
    return battle(
        soldier("S1", facts.pop("at", (10.0, 10.0)), **facts), enemy("M1.1", (30.0, 30.0)), terrain=terrain
    )


# ---- a Move ----------------------------------------------------------------------------------------------


@covers("FR-MOV-01", "FR-MOV-02", "FR-MOV-35")
def test_a_move_goes_up_to_speed_and_may_turn_and_stop_short() -> None:
    done = moving(alone(), path((12.0, 10.0), (12.0, 13.0)))
    one = done.state.soldiers["S1"]
    assert one.at == (12.0, 13.0)
    assert one.moved == pytest.approx(5.0)
    assert {"FR-MOV-01", "FR-MOV-02"} <= done.cited()
    assert moving(alone(), "hold").state.soldiers["S1"].moved == 0.0


@covers("FR-MOV-01")
def test_a_place_too_far_away_is_refused_with_the_farthest_place() -> None:
    with pytest.raises(Refused) as caught:
        planner(alone()).read(at(10.0, 20.0))
    assert caught.value.rule == "FR-MOV-01"
    assert "10.0, 15.0" in caught.value.refusals[0].remedy


@covers("FR-MOV-01")
def test_towards_a_place_a_soldier_goes_as_far_as_possible() -> None:
    planned = planner(alone()).read({"towards": [10.0, 30.0]})
    assert planned.route.end == pytest.approx((10.0, 15.0), abs=0.02)


@covers("FR-MOV-03")
def test_half_pace_is_exact() -> None:
    state = alone()
    assert move_limit(state, state.soldiers["S1"], 0.5) == 2.5


@covers("FR-MOV-04", "FR-MOV-06", "FR-TER-09")
def test_events_tell_what_difficult_terrain_cost() -> None:
    wood = piece_of("wood", "forest", box_outline(5.0, 10.0, 15.0, 20.0))
    done = moving(alone(wood), at(10.0, 13.0))
    assert {"FR-MOV-04", "FR-TER-09", "FR-TER-14", "FR-TER-05"} <= done.cited()
    assert done.state.soldiers["S1"].rough == pytest.approx(3.0)
    assert [event.facts["cost"] for event in done.told("figure moved")] == [pytest.approx(4.0)]
    assert "FR-MOV-06" in moving(alone(wood), at(10.0, 11.0)).cited()


@covers("FR-MOV-05")
def test_a_speed_of_five_ends_after_four_inches_of_wood() -> None:
    wood = piece_of("wood", "forest", box_outline(5.0, 10.0, 15.0, 20.0))
    assert refused(alone(wood), at(10.0, 14.1)) == "FR-MOV-05"
    done = moving(alone(wood), at(10.0, 14.0))
    assert "FR-MOV-05" in done.cited()
    assert done.returned.cost == pytest.approx(5.0)


@covers("FR-MOV-07", "FR-MOV-34")
def test_nobody_walks_through_figures() -> None:
    state = battle(soldier("S1", (10.0, 10.0)), soldier("S2", (10.0, 12.0)), enemy("M1.1", (30.0, 30.0)))
    assert refused(state, path((10.0, 14.0))) == "FR-MOV-07"
    assert refused(state, at(10.0, 12.3)) == "FR-MOV-34"
    done = moving(state, at(10.0, 14.0))
    assert "FR-MOV-07" in done.cited()


@covers("FR-MOV-18")
def test_a_climb_that_cannot_be_paid_is_refused() -> None:
    tower = Piece("tower", "tower", box_outline(8.0, 10.5, 12.0, 16.0), 4.5, ("block",))
    assert refused(alone(tower), at(10.0, 11.0)) == "FR-MOV-18"


# ---- contact ---------------------------------------------------------------------------------------------


@covers("FR-MOV-13", "FR-ACT-04")
def test_moving_into_contact_starts_a_combat() -> None:
    state = battle(soldier("S1", (10.0, 10.0)), enemy("M1.1", (10.0, 14.0)))
    done = moving(state, at(10.0, 14.0))
    assert done.state.contacts == (Contact("S1", "M1.1"),)
    assert done.state.soldiers["S1"].at == pytest.approx((10.0, 13.0))
    assert "FR-MOV-13" in done.cited()


@covers("FR-MOV-13")
def test_a_base_that_is_touched_on_the_way_ends_the_move() -> None:
    state = battle(soldier("S1", (10.0, 10.0)), enemy("M1.1", (10.9, 12.0)))
    done = moving(state, path((10.0, 15.0)))
    assert done.state.soldiers["S1"].at[1] == pytest.approx(12.0 - 0.19**0.5, abs=0.01)
    assert done.state.contacts == (Contact("S1", "M1.1"),)


@covers("FR-HTH-08", "FR-MOV-19")
def test_a_defender_behind_a_wall_can_be_fought_across_it() -> None:
    low = piece_of("wall", "low wall", wall((2.0, 14.0), (18.0, 14.0), 0.4))
    state = battle(soldier("S1", (10.0, 10.0)), enemy("M1.1", (10.0, 15.0)), terrain=[low])
    done = moving(state, {"fight": "M1.1"})
    assert done.state.contacts == (Contact("S1", "M1.1", "wall"),)
    assert "FR-HTH-08" in done.cited()


@covers("FR-MOV-14")
def test_whoever_has_fired_may_not_charge() -> None:
    state = battle(soldier("S1", (10.0, 10.0)), enemy("M1.1", (10.0, 14.0)))
    assert refused(state, {"fight": "M1.1"}, may_contact=False) == "FR-MOV-14"
    assert refused(state, path((10.0, 14.0)), may_contact=False) == "FR-MOV-14"
    asked = start(
        state, lambda play: soldier_moves(play, play.state.soldiers["S1"], 5.0, "?", may_contact=False)
    )
    assert "FR-MOV-14" in asked.question.rules


@covers("FR-MOV-35")
def test_a_soldier_in_contact_may_walk_away() -> None:
    state = battle(soldier("S1", (10.0, 10.0)), enemy("M1.1", (10.0, 11.0)))
    state.contacts = (Contact("M1.1", "S1"),)
    done = moving(state, at(10.0, 6.0))
    assert done.state.contacts == ()
    assert done.state.soldiers["S1"].at == (10.0, 6.0)


# ---- Dash ------------------------------------------------------------------------------------------------


@covers("FR-MOV-11")
def test_a_dash_adds_two_inches_or_three_straight() -> None:
    state = alone()
    assert planner(state, "dash").read(path((10.0, 18.0))).route.length == pytest.approx(8.0)
    assert planner(state, "dash").read(path((13.0, 10.0), (13.0, 15.0))).route.length == pytest.approx(8.0)
    assert refused(state, path((10.0, 16.0), (12.0, 16.0)), "dash") == "FR-MOV-11"
    assert planner(state, "dash").read(path((10.0, 16.0), (11.0, 16.0))).route.length == pytest.approx(7.0)
    assert refused(state, path((10.0, 18.1)), "dash") == "FR-MOV-11"


@covers("FR-MOV-11")
def test_a_dash_may_have_to_keep_its_heading() -> None:
    state = battle(soldier("S1", (10.0, 10.0)), switches={"dash_straight": "keep_heading"})
    assert refused(state, path((15.0, 10.0), (15.0, 13.0)), "dash") == "FR-MOV-11"
    assert planner(alone(), "dash").read(path((15.0, 10.0), (15.0, 13.0))).route.length == pytest.approx(8.0)


@covers("FR-MOV-12")
def test_four_legs_add_an_inch_to_a_dash() -> None:
    state = alone(traits=("four legs",))
    assert dash_inches(state, state.soldiers["S1"]) == (3.0, 4.0)
    asked = start(state, lambda play: soldier_moves(play, play.state.soldiers["S1"], 5.0, "?", kind="dash"))
    assert "FR-MOV-12" in asked.question.rules
    plain = alone()
    assert dash_inches(plain, plain.soldiers["S1"]) == (2.0, 3.0)


@covers("FR-MOV-11")
def test_a_rule_may_set_the_distance_of_a_dash(monkeypatch: pytest.MonkeyPatch) -> None:
    state = alone()
    runner = Modifier(5, "Runner", "FR-ADV-11")
    monkeypatch.setattr(modifiers.DASH_BASE, "answers", (lambda state, figure: runner,))
    assert dash_inches(state, state.soldiers["S1"]) == (5.0, 5.0)


@covers("FR-MOV-15")
def test_nobody_dashes_into_contact() -> None:
    state = battle(soldier("S1", (10.0, 10.0)), enemy("M1.1", (10.0, 14.0)))
    assert refused(state, {"fight": "M1.1"}, "dash", may_contact=False) == "FR-MOV-15"


@covers("FR-MOV-16")
def test_a_dash_is_not_for_climbing() -> None:
    rock = Piece("rock", "rock", box_outline(8.0, 13.0, 12.0, 18.0), 4.5, ("block",))
    assert refused(alone(rock, at=(10.0, 12.4)), at(10.0, 13.5), "dash") == "FR-MOV-16"
    low = Piece("rock", "rock", box_outline(8.0, 13.0, 12.0, 18.0), 3.0, ("block",))
    assert planner(alone(low, at=(10.0, 12.4)), "dash").read(at(10.0, 15.0)).route.elevation == 3.0


# ---- leaving ---------------------------------------------------------------------------------------------


@covers("FR-MOV-29", "FR-MOV-30")
def test_a_soldier_leaves_over_an_edge_that_is_named() -> None:
    done = moving(alone(at=(3.0, 10.0)), {"leave": "west"})
    assert done.state.soldiers["S1"].where == "left"
    assert {"FR-MOV-29", "FR-MOV-30"} <= done.cited()
    assert refused(alone(at=(3.0, 10.0)), {"leave": "north"}) == "FR-MOV-29"


@covers("FR-MOV-29")
def test_whoever_does_not_say_so_stops_short_of_the_edge() -> None:
    planned = planner(alone(at=(3.0, 10.0))).read({"towards": [0.0, 10.0]})
    assert 0.5 < planned.route.end[0] < 0.6
    assert planner(alone(at=(3.0, 10.0))).read(at(-4.0, 10.0)).route.end == pytest.approx((0.515, 10.0))


@covers("FR-MOV-29", "FR-MOV-11")
def test_the_dash_may_be_used_to_leave() -> None:
    state = alone(at=(8.0, 10.0))
    assert refused(state, {"leave": "west"}) == "FR-MOV-29"
    assert planner(state, "dash").read({"leave": "west"}).leave == "west"


# ---- down and across -------------------------------------------------------------------------------------


def cliff(height: float) -> Piece:
    return Piece("cliff", "cliff", box_outline(6.0, 10.0, 14.0, 16.0), height, ("block",))


@covers("FR-MOV-22", "FR-MOV-23")
@pytest.mark.parametrize(("height", "ends"), [(2.0, False), (2.5, True)])
def test_a_jump_of_more_than_an_inch_after_the_reduction_ends_the_activation(
    height: float, ends: bool
) -> None:
    done = moving(alone(cliff(height), at=(10.0, 11.0), elevation=height), path((10.0, 8.0), drop=True))
    assert done.returned.ends_activation is ends
    assert done.state.soldiers["S1"].elevation == 0.0
    assert done.state.soldiers["S1"].at[1] == pytest.approx(9.5 if ends else 8.0, abs=0.02)
    assert ("FR-MOV-23" in done.cited()) is ends


@covers("FR-MOV-24")
@pytest.mark.parametrize(("height", "hits"), [(3.5, 0), (4.0, 1), (6.9, 1), (7.0, 2)])
def test_every_full_three_inches_cause_a_hit(height: float, hits: int) -> None:
    dice = {"damage S1": [1] * hits} if hits else {}
    state = alone(cliff(height), at=(10.0, 11.0), elevation=height)
    done = moving(state, path((10.0, 8.0), drop=True), dice=dice)
    assert [event.facts["hits"] for event in done.told("figure jumped down")] == [hits]


@covers("FR-MOV-22")
def test_a_soldier_may_jump_upon_an_opponent_at_the_foot() -> None:
    state = battle(
        soldier("S1", (10.0, 11.0), elevation=3.0), enemy("M1.1", (10.0, 8.2)), terrain=[cliff(3.0)]
    )
    done = moving(state, {"fight": "M1.1", "drop": True})
    assert done.state.contacts == (Contact("S1", "M1.1"),)
    assert done.state.soldiers["S1"].elevation == 0.0


def roofs(gap: float) -> list[Piece]:
    return [
        Piece("one", "roof", box_outline(6.0, 6.0, 14.0, 12.0), 3.0, ("block",)),
        Piece("other", "roof", box_outline(6.0, 12.0 + gap, 14.0, 18.0 + gap), 3.0, ("block",)),
    ]


@covers("FR-MOV-25", "FR-MOV-26")
def test_a_leap_pays_the_gap_and_goes_on() -> None:
    state = alone(*roofs(2.0), at=(10.0, 11.0), elevation=3.0)
    done = moving(state, path((10.0, 15.0), leap=True), dice={"leap S1": [2]})
    one = done.state.soldiers["S1"]
    assert one.at == (10.0, 15.0)
    assert one.elevation == 3.0
    assert {"FR-MOV-25", "FR-MOV-26"} <= done.cited()


@covers("FR-MOV-26")
def test_on_a_one_the_soldier_falls_into_the_gap() -> None:
    state = alone(*roofs(2.0), at=(10.0, 11.0), elevation=3.0)
    done = moving(state, path((10.0, 15.0), leap=True), dice={"leap S1": [1], "damage S1": [1]})
    one = done.state.soldiers["S1"]
    assert one.elevation == 0.0
    assert one.at[1] == pytest.approx(13.0, abs=0.3)
    assert done.returned.ends_activation


@covers("FR-MOV-25")
def test_a_gap_of_more_than_two_inches_is_too_wide() -> None:
    state = alone(*roofs(2.1), at=(10.0, 11.5), elevation=3.0)
    assert refused(state, path((10.0, 14.5), leap=True)) != ""


@covers("FR-MOV-25", "FR-MOV-26")
def test_a_shallow_trench_is_fallen_into_harmlessly() -> None:
    trench = Piece(
        "trench", "trench", box_outline(6.0, 12.0, 14.0, 13.0), 1.0, ("field", "impassable", "gap")
    )
    done = moving(alone(trench), path((10.0, 14.5), leap=True), "hold", dice={"leap S1": [1]})
    assert not done.returned.ends_activation
    assert [event.facts["hits"] for event in done.told("figure fell")] == [0]
    assert done.state.soldiers["S1"].at == pytest.approx((10.0, 12.5), abs=0.02)


@covers("FR-MOV-26")
def test_from_the_bottom_of_a_shallow_trench_the_soldier_goes_on() -> None:
    trench = Piece(
        "trench", "trench", box_outline(6.0, 12.0, 14.0, 13.0), 1.0, ("field", "impassable", "gap")
    )
    done = moving(alone(trench), path((10.0, 14.5), leap=True), at(10.0, 13.6), dice={"leap S1": [1]})
    assert done.state.soldiers["S1"].at == (10.0, 13.6)


@covers("FR-MOV-26", "FR-MOV-17")
def test_out_of_a_deep_pit_one_climbs() -> None:
    pit = Piece("pit", "pit", box_outline(6.0, 12.0, 14.0, 14.0), 2.0, ("field", "impassable", "gap"))
    planned = planner(alone(pit, at=(10.0, 13.0))).read(path((10.0, 15.0)))
    assert planned.route.cost == pytest.approx(3.5, abs=0.05)


@covers("FR-MOV-22")
def test_whoever_jumps_down_lands_at_the_nearest_free_place() -> None:
    state = battle(
        soldier("S1", (10.0, 11.0), elevation=3.0), soldier("S2", (10.0, 9.4)), terrain=[cliff(3.0)]
    )
    done = moving(state, path((10.0, 8.0), drop=True))
    x, y = done.state.soldiers["S1"].at
    assert done.state.soldiers["S1"].elevation == 0.0
    assert 0.99 <= ((x - 10.0) ** 2 + (y - 9.4) ** 2) ** 0.5 <= 1.6


@covers("FR-MOV-11", "FR-TRF-12")
def test_a_straight_move_may_be_longer_than_a_bent_one(monkeypatch: pytest.MonkeyPatch) -> None:
    centaur = Modifier(2, "centaur", "FR-TRF-12")
    monkeypatch.setattr(modifiers.STRAIGHT_SPEED, "answers", (lambda state, figure: centaur,))
    assert planner(alone()).read(path((10.0, 17.0))).route.length == pytest.approx(7.0)
    assert refused(alone(), path((10.0, 13.0), (12.5, 13.0))) == "FR-MOV-01"
    assert planner(alone(), "dash").read(path((10.0, 20.0))).route.length == pytest.approx(10.0)
    bent = path((10.0, 17.0), (11.0, 17.0), (11.0, 18.0))
    assert planner(alone(), "dash").read(bent).route.length == pytest.approx(9.0)
    assert refused(alone(), path((10.0, 14.0), (15.0, 14.0)), "dash") == "FR-MOV-11"


# ---- proposals and samples -------------------------------------------------------------------------------


def busy() -> Battle:
    return battle(
        soldier("S1", (10.0, 6.0)),
        soldier("S2", (12.0, 6.0)),
        enemy("M1.1", (10.0, 9.5)),
        enemy("M1.2", (14.0, 20.0)),
        terrain=[
            piece_of("wood", "forest", circle((6.0, 9.0), 2.0)),
            piece_of("rock", "boulder", box_outline(12.0, 8.0, 14.0, 10.0)),
            piece_of("wall", "low wall", wall((8.0, 3.0), (12.0, 3.0), 0.4)),
        ],
        markers={"I1": Marker("I1", "investigation", (18.0, 6.0))},
    )


@covers("FR-MOV-01", "FR-MOV-29")
def test_every_proposal_is_accepted() -> None:
    state = busy()
    one = planner(state)
    options = one.proposals()
    labels = [option.label for option in options]
    assert "fight M1.1" in labels
    assert any("Cover" in label for label in labels)
    assert any("investigation" in label for label in labels)
    assert labels[-1] == "S1 stays"
    for option in options:
        planner(state).read(option.answer)


@covers("FR-MOV-01")
@pytest.mark.parametrize("kind", ["move", "dash"])
def test_every_sample_is_legal_and_some_of_them_move(kind: str) -> None:
    chance = Random(4)
    moved = 0
    for _ in range(150):
        state = busy()
        answer = planner(state, kind, may_contact=kind == "move").sample(chance)
        again = planner(state, kind, may_contact=kind == "move").read(answer)
        moved += bool(again.route.legs)
    assert moved > 80


@covers("FR-MOV-34")
@pytest.mark.parametrize(
    "answer",
    [
        7,
        "somewhere",
        {"models": []},
        {"models": [[1, 2], [3, 4]]},
        {"models": [[1, "b"]]},
        {"models": [[1e999, 2]]},
        {"models": [[10**400, 2]]},
        {"paths": [[]]},
        {"leave": "up"},
        {"fight": 3},
        {"drop": 1, "models": [[1, 2]]},
        {"nonsense": True},
    ],
)
def test_what_is_no_move_is_refused(answer: Any) -> None:
    assert refused(alone(), answer) == "FR-MOV-01"


@covers("FR-MOV-29")
def test_the_question_says_how_far_the_soldier_can_go() -> None:
    asked = start(
        alone(), lambda play: soldier_moves(play, play.state.soldiers["S1"], 5.0, "Where?", kind="dash")
    )
    assert asked.question.form() == Measuring("S1", 1, 0.5, 8.0)
    assert (asked.question.about, asked.question.facts["move"]) == (("S1",), 5.0)
    assert rule_of(asked.question.legal({"fight": "nobody"})) == "FR-MOV-13"


@covers("FR-MOV-07")
def test_what_was_asked_before_does_not_change_a_way() -> None:
    asked, fresh = busy(), busy()
    planner(asked).proposals()
    planner(asked, "dash").proposals()
    ways = 0
    for goal in (at(13.0, 10.8), at(8.0, 1.8), at(11.0, 2.0), at(14.7, 9.0), at(12.0, 1.0)):
        one, other = planner(asked, "dash"), planner(fresh, "dash")
        assert one.accepts(goal) == other.accepts(goal)
        if other.accepts(goal):
            assert one.read(goal) == other.read(goal)
            ways += 1
    assert ways > 1


@covers("FR-SPL-21", "FR-TER-10", "FR-MOV-34")
def test_whom_terrain_does_not_trouble_walks_through_it_but_does_not_end_in_it() -> None:
    rock = piece_of("rock", "boulder", box_outline(8.0, 11.0, 12.0, 12.0))
    lava = piece_of("lava", "lava", box_outline(8.0, 13.6, 12.0, 16.0))
    flickers = (Effect("Flicker", "FR-SPL-21"),)
    assert refused(alone(rock, lava), path((10.0, 13.0))) == "FR-TER-07"
    assert planner(alone(rock, lava, effects=flickers)).read(path((10.0, 13.0))).route.cost == 3.0
    assert refused(alone(rock, lava, effects=flickers), path((10.0, 14.5))) == "FR-TER-10"
    assert refused(alone(rock, lava, effects=flickers), path((10.0, 11.5))) != ""


@covers("FR-MOV-25", "FR-MOV-22", "FR-MOV-21")
def test_on_high_some_leap_some_jump_and_some_climb_down() -> None:
    chance = Random(11)
    ways: set[str] = set()
    for _ in range(120):
        state = alone(*roofs(1.5), at=(10.0, 11.6), elevation=3.0)
        answer = planner(state).sample(chance)
        found = planner(state).read(answer).route
        ways |= {leg.how for leg in found.legs}
    assert {"leap", "drop", "climb"} <= ways


@covers("FR-MOV-12", "FR-MOV-11")
def test_the_dash_of_an_enemy_on_four_legs_is_told() -> None:
    state = battle(enemy("M1.1", (10.0, 10.0), traits=("four legs",)))

    async def rule(play: Play[Battle]) -> Any:
        wolf = play.state.enemies["M1.1"]
        way = route(play.state, wolf, (10.0, 18.0))
        assert way is not None
        return await walk(play, wolf, way, "dash")

    assert {"FR-MOV-11", "FR-MOV-12"} <= perform(state, rule).cited()


@covers("FR-MOV-34")
def test_in_a_narrow_zone_a_place_that_is_proposed_is_drawn():
    state = battle(soldier("S1", (30.0, 30.0)), soldier("S2", (8.97, 13.61)))
    planner = PlacePlanner(state, state.soldiers["S1"], NearPoint((10.17, 13.61), 0.6), "FR-TRF-13")
    assert planner.first_free() is None

    class Unlucky(Random):
        def random(self) -> float:
            return 0.99

    assert planner.sample(Unlucky()) in [one.answer for one in planner.proposals()]


@pytest.mark.parametrize("body", ["", "The Skyborne"])
def test_whoever_is_sent_to_where_he_stands_stays_whether_he_walks_or_flies(body: str):
    state = battle(soldier("S1", (10.0, 10.0), transformation=body))
    played = moving(state, {"towards": [10.0, 10.0]})
    assert played.state.soldiers["S1"].at == (10.0, 10.0)
    assert played.told("figure moved") == []


@covers("FR-HTH-19", "FR-LCK-02", "FR-MOV-15")
@pytest.mark.parametrize(
    ("kind", "cited"),
    [("follow-up", "FR-HTH-19"), ("luck", "FR-LCK-02"), ("dodge", "FR-TRF-45"), ("dash", "FR-MOV-15")],
)
@pytest.mark.parametrize("answer", [at(10.0, 13.0), {"fight": "M1.1"}, {"paths": [[[10.0, 13.0]]]}])
def test_a_move_that_may_not_end_in_contact_is_refused_by_its_own_rule(
    kind: str, cited: str, answer: Any
) -> None:
    state = battle(soldier("S1", (10.0, 10.0)), enemy("M1.1", (10.0, 14.0)))
    assert refused(state, answer, kind, may_contact=False) == cited


@covers("FR-MOV-04", "FR-MOV-06")
def test_a_way_round_something_in_a_wood_costs_what_the_rule_says() -> None:
    wood = piece_of("wood", "forest", box_outline(2.0, 2.0, 20.0, 20.0))
    barrel = piece_of("barrel", "barrel", box_outline(9.7, 11.4, 10.3, 12.0))
    found = planner(alone(wood, barrel)).read(at(10.0, 13.1)).route
    assert 3.1 < found.length < 4.0
    assert found.cost == pytest.approx(found.length + 1.0)


@covers("FR-PRN-11")
def test_refusals_tell_distances_in_the_units_of_the_table() -> None:
    state = battle(soldier("S1", (20.0, 20.0)), enemy("M1.1", (60.0, 60.0)), switches={"units": "metric"})
    with pytest.raises(Refused) as caught:
        planner(state, limit=12.5).read({"fight": "M1.1"})
    assert "12.5 cm" in str(caught.value)
