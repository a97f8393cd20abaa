"""Story Points: one point, one effect."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.binding.tables import DiceRow
from sandtable.books.forgotten_ruin.chapters.aggression.score import roll_aggression_table
from sandtable.books.forgotten_ruin.chapters.hits.resolution import strike
from sandtable.books.forgotten_ruin.chapters.principles.soldiers_dice import roll_own
from sandtable.books.forgotten_ruin.chapters.squad.difficulty import starting_story_points
from sandtable.books.forgotten_ruin.chapters.story_points.points import points_left, roll_on
from sandtable.books.forgotten_ruin.chapters.story_points.uses import make_harder
from sandtable.books.forgotten_ruin.state import Stock
from sandtable.books.forgotten_ruin.switches import Switches
from sandtable.books.forgotten_ruin.windows import BATTLE_STARTED, WINDOWS, Moment
from sandtable.kernel.refusal import Refused
from sandtable.kernel.testing import covers
from tests.books.forgotten_ruin.armed import arrow
from tests.books.forgotten_ruin.doing import menu, no_points
from tests.books.forgotten_ruin.stage import battle, enemy, perform, soldier, start


class Row(DiceRow, frozen=True):
    name: str


ROWS = (Row(1, 50, "wolf"), Row(51, 90, "bear"), Row(91, 100, "owl"))


def rolling(count: int = 1, what: str = "hit", need: int | None = 4):
    return lambda play: roll_own(play, play.state.soldiers["S1"], what, count, "dice", need=need)


def on_table(play):
    return roll_on(play, "beasts", ROWS, "FR-MON-01")


@covers("FR-STP-01", "FR-DIF-09", "FR-DIF-13", "FR-DIF-14")
@pytest.mark.parametrize(
    ("options", "points"),
    [
        ((), 5),
        (("Increased Story Points",), 7),
        (("Reduced Story Points (3)",), 3),
        (("Reduced Story Points (none)",), 0),
    ],
)
def test_a_campaign_starts_with_five_points_unless_options_change_it(options, points):
    assert starting_story_points(Switches(difficulty_options=options)) == points


@covers("FR-STP-02", "FR-DIF-14", "FR-EXR-11")
def test_where_the_rule_is_not_used_there_are_no_points_to_spend():
    assert points_left(battle(soldier("S1"))) == 5
    assert points_left(battle(soldier("S1"), switches={"story_points": "off"})) == 0
    none = {"difficulty_options": ("Reduced Story Points (none)",)}
    assert points_left(battle(soldier("S1"), switches=none)) == 0
    exercise = battle(soldier("S1"))
    exercise.mission.kind = "exercise 3"
    assert points_left(exercise) == 0


@covers("FR-STP-04", "FR-STP-03")
def test_one_of_four_dice_becomes_a_natural_six():
    played = start(battle(soldier("S1")), rolling(4), {"dice": [1, 2, 2, 3]})
    played.answer("Story Point", "die 4 becomes 6").over()
    assert played.returned.faces == [1, 2, 2, 6]
    assert played.state.stock.story_points == 4
    assert played.told("Story Point spent")[0].rules == ("FR-STP-04", "FR-STP-03")


@covers("FR-STP-04")
def test_only_one_die_of_a_roll_may_be_set():
    played = start(battle(soldier("S1")), rolling(2), {"dice": [1, 2]})
    played.answer("Story Point", "die 1 becomes 6")
    assert played.game.decision is None


@covers("FR-STP-04")
@pytest.mark.parametrize("what", ["save", "resistance"])
def test_saves_cannot_be_set(what):
    assert start(battle(soldier("S1")), rolling(what=what), {"dice": [1]}).game.decision is None


@covers("FR-STP-04")
def test_nobody_is_asked_where_every_die_succeeds_or_no_point_is_left():
    assert start(battle(soldier("S1")), rolling(), {"dice": [4]}).game.decision is None
    assert start(battle(soldier("S1"), stock=no_points()), rolling(), {"dice": [1]}).game.decision is None


def hit_by(*attackers: str):
    async def rule(play: Any) -> Any:
        return await strike(play, play.state.soldiers["S1"], [arrow(one) for one in attackers])

    return rule


@covers("FR-STP-05", "FR-HIT-09")
def test_the_attacks_of_one_enemy_figure_are_ignored_for_the_round():
    state = battle(soldier("S1"), enemy("M1.1"), enemy("M1.2", (12.0, 20.0)))
    played = start(state, hit_by("M1.1"))
    assert menu(played) == ["Story Point", "nothing"]
    played.answer("Story Point").over()
    assert played.state.ignored == ("M1.1",)
    assert played.state.soldiers["S1"].on_table
    again = played.state
    again.step, again.stock = "staged rule", Stock(story_points=0)
    later = perform(again, hit_by("M1.1"))
    assert "FR-STP-05" in later.told("attack ignored")[0].rules


@covers("FR-STP-05")
def test_another_archer_of_the_mob_still_hits():
    state = battle(soldier("S1"), enemy("M1.1"), enemy("M1.2", (12.0, 20.0)))
    played = start(state, hit_by("M1.1", "M1.2"), {"damage S1": [1]})
    played.answer("Story Point", "nothing").over()
    assert played.state.ignored == ("M1.1",)
    assert played.state.soldiers["S1"].stun == 1


@covers("FR-STP-06")
def test_a_point_paid_before_the_roll_gives_two_results_to_choose_from():
    played = start(battle(soldier("S1")), on_table, {"d100 beasts": [3, 8, 9, 5]})
    played.answer(True)
    assert menu(played) == ["wolf", "owl"]
    assert played.answer("owl").over().returned.name == "owl"
    assert played.state.stock.story_points == 4


@covers("FR-STP-06")
def test_the_same_row_twice_lets_the_player_pick_any():
    played = start(battle(soldier("S1")), on_table, {"d100 beasts": [3, 8, 1, 10]})
    played.answer(True)
    assert menu(played) == ["wolf", "bear", "owl"]
    assert played.answer("bear").over().returned.name == "bear"


@covers("FR-STP-06", "FR-PRN-21")
def test_who_does_not_pay_takes_what_is_rolled():
    played = perform(battle(soldier("S1")), on_table, {"d100 beasts": [6, 10]}, [False])
    assert played.returned.name == "bear"


@covers("FR-PRN-29", "FR-CAM-65")
def test_with_the_switch_an_unfitting_result_is_replaced_and_told():
    state = battle(soldier("S1"), stock=no_points(), switches={"table_result_override": True})
    played = start(state, on_table, {"d100 beasts": [6, 10]})
    assert menu(played) == ["keep", "wolf", "owl"]
    played.answer("owl").over()
    assert played.returned.name == "owl"
    told = played.told("result replaced")[0]
    assert (told.rules, told.facts["was"]) == (("FR-PRN-29", "FR-CAM-65"), "bear")


@covers("FR-PRN-29")
def test_a_result_that_fits_is_kept_and_nothing_told():
    state = battle(soldier("S1"), stock=no_points(), switches={"table_result_override": True})
    played = perform(state, on_table, {"d100 beasts": [6, 10]}, ["keep"])
    assert played.returned.name == "bear"
    assert played.told("result replaced") == []


def starting(play):
    return WINDOWS.open(play, BATTLE_STARTED, Moment("A"))


def before_battle(*people: Any, **facts: Any):
    return start(battle(*people, **facts), starting, {"d100 character traits": [1, 3, 7, 7]})


@covers("FR-STP-07", "FR-SQD-19")
def test_a_grunt_becomes_a_known_personality_with_two_trait_rolls():
    played = before_battle(soldier("S1"), stock=Stock(story_points=3))
    played.answer("Story Point: known personality", "S1", False, False, "nothing").over()
    found = played.state.soldiers["S1"]
    assert found.is_personality
    # 13 is Logical and 77 Skeptical.
    assert found.traits == ("Logical", "Skeptical")
    assert played.state.stock.story_points == 2


@covers("FR-STP-08", "FR-SQD-11")
def test_only_a_known_personality_gains_an_advance():
    people = (soldier("S1", is_personality=True, traits=("Brave", "Loyal")), soldier("S2", (12.0, 10.0)))
    played = start(battle(*people), starting).answer("Story Point: Advance")
    assert menu(played) == ["S1"]
    played.answer("S1", "nothing").over()
    assert played.state.stock.bought == (("Advance", "S1"),)


@covers("FR-STP-09", "FR-STP-10")
def test_a_point_is_two_exposure_or_one_support():
    played = start(battle(soldier("S1")), starting)
    played.answer("Story Point: 2 Exposure", "Story Point: 2 Exposure", "Story Point: 1 Support", "nothing")
    stock = played.over().state.stock
    assert (stock.exposure, stock.support_points, stock.story_points) == (4, 1, 2)


@covers("FR-STP-11", "FR-STP-12", "FR-STP-13")
def test_what_the_campaign_has_to_carry_out_is_handed_over():
    played = start(battle(soldier("S1")), starting)
    played.answer("Story Point: ally roll", "Story Point: replacement", "Story Point: story event")
    assert {"enemy Orcs", "ally", "item"} <= set(menu(played))
    played.answer("enemy Orcs", "nothing").over()
    bought = (("ally roll", ""), ("replacement", ""), ("next enemy", "Orcs"))
    assert played.state.stock.bought == bought
    assert played.state.stock.story_points == 2


@covers("FR-STP-02", "FR-STP-13")
def test_the_open_ended_use_can_be_left_out():
    played = start(battle(soldier("S1"), switches={"story_points": "mechanical_only"}), starting)
    assert "Story Point: story event" not in menu(played)
    assert "Story Point: 1 Support" in menu(played)


@covers("FR-STP-13", "FR-AGG-06")
def test_an_aggression_event_just_rolled_may_be_cancelled():
    state = battle(soldier("S1"), enemy("M1.1"), aggression=10)
    played = start(state, roll_aggression_table, {"d100 aggression": [10, 5]})
    played.answer(False, "Story Point").over()
    assert played.state.aggression == 0
    assert played.state.aggression_events == ()
    assert len(played.state.enemies) == 1


@covers("FR-STP-14")
def test_making_things_harder_costs_nothing():
    state = battle(soldier("S1"), aggression=2)
    played = perform(state, lambda play: make_harder(play, "A", {"aggression": 3}))
    assert played.state.aggression == 5
    assert played.state.stock.story_points == 5
    assert "FR-STP-14" in played.cited()


@covers("FR-STP-14")
def test_a_mob_more_comes_from_the_enemys_edge():
    state = battle(soldier("S1"), stock=no_points())
    state.mission.enemy_type = "Orcs"
    dice = {"d100 mob training": [1, 1], "champion M1": [1], "arrival M1": [3]}
    played = perform(state, lambda play: make_harder(play, "A", {"mob": True}), dice)
    assert len(played.state.members("M1")) == 6


@covers("FR-STP-14")
def test_before_a_battle_a_mob_more_is_offered_beside_what_costs_a_point():
    state = battle(soldier("S1"), stock=Stock(story_points=1))
    state.mission.enemy_type = "Orcs"
    dice = {"d100 mob training": [1, 1], "champion M1": [1], "arrival M1": [3]}
    played = start(state, starting, dice).answer("harder for nothing: a mob more", False, "nothing")
    assert len(played.over().state.members("M1")) == 6
    assert played.state.stock.story_points == 1


@covers("FR-STP-14")
@pytest.mark.parametrize("facts", [{"mob": True}, {"aggression": 10}])
def test_nothing_becomes_harder_before_both_sides_stand(facts):
    with pytest.raises(Refused, match="has not begun"):
        start(battle(soldier("S1"), round=0), lambda play: make_harder(play, "A", facts))


@covers("FR-STP-14")
@pytest.mark.parametrize("facts", [{}, {"aggression": -2}, {"aggression": 99}, {"story_points": 3}])
def test_what_makes_nothing_harder_is_refused(facts):
    with pytest.raises(Refused) as refused:
        start(battle(soldier("S1")), lambda play: make_harder(play, "A", facts))
    assert refused.value.refusals[0].rule == "FR-STP-14"


@covers("FR-STP-14")
@pytest.mark.parametrize(("rolled", "row"), [([10, 5], "Monster"), ([8, 10], "Monster")])
def test_a_worse_row_is_taken_in_place_of_the_one_that_is_rolled(rolled, row):
    state = battle(soldier("S1"), enemy("M1.1"), stock=no_points(), aggression=10)
    state.mission.enemy_type = "Orcs"

    async def rule(play):
        await make_harder(play, "A", {"table": "aggression", "row": "Monster"})
        await roll_aggression_table(play)

    played = perform(state, rule, {"d100 aggression": rolled, "d100 monster": [10, 5], "choose edge": [1]})
    assert played.state.aggression_events == (row,)
    assert len(played.told("result replaced")) == (rolled == [10, 5])


@covers("FR-STP-14")
@pytest.mark.parametrize("facts", [{"row": "Artifact"}, {"table": "loot", "row": "armor"}])
def test_a_row_that_has_some_good_is_no_worse_row(facts):
    with pytest.raises(Refused) as refused:
        start(battle(soldier("S1")), lambda play: make_harder(play, "A", facts))
    assert refused.value.refusals[0].rule == "FR-STP-14"


@covers("FR-STP-14", "FR-SQD-35")
def test_a_player_at_a_real_table_may_rule_that_it_is_harder_and_change_an_aspect():
    from sandtable.books.forgotten_ruin.book import BOOK

    assert {"harder", "aspect"} <= set(BOOK.rulings())
