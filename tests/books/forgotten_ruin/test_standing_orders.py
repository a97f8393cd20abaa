"""Standing orders of a squad: each setting at the question it is about, and no further."""

from __future__ import annotations

from typing import Any

import pytest

import sandtable
from sandtable.binding.tables import DiceRow
from sandtable.books.forgotten_ruin.book import BOOK
from sandtable.books.forgotten_ruin.chapters.battle_round.snap_fire import offer_snap_fire
from sandtable.books.forgotten_ruin.chapters.hits.resolution import strike
from sandtable.books.forgotten_ruin.chapters.principles.soldiers_dice import roll_own
from sandtable.books.forgotten_ruin.chapters.shooting.fire_action import fire
from sandtable.books.forgotten_ruin.chapters.story_points.points import roll_on
from sandtable.books.forgotten_ruin.chapters.tactics import LIGHT, offer_tactics
from sandtable.books.forgotten_ruin.state import Stock
from sandtable.kernel.catalogue import Catalogue
from sandtable.kernel.decision.standing import NOT_THIS_ROUND, StandingOrders, answer_by_itself, by_itself
from sandtable.players import make_player
from sandtable.players.asking import ask
from tests.books.forgotten_ruin.armed import armed, arrow, playing, skirmish
from tests.books.forgotten_ruin.stage import Performance, battle, enemy, soldier, start


class Beast(DiceRow, frozen=True):
    """A row of a table that has nothing but names."""

    name: str


ROWS = (Beast(1, 50, "wolf"), Beast(51, 100, "bear"))


def given(played: Performance, **settings: str) -> Any:
    """What orders answer to the open question, and which; the others are set as a rule."""
    orders = StandingOrders({name.replace("_", " "): one for name, one in settings.items()})
    force = orders.in_force(BOOK.standing, 2)
    found = answer_by_itself(played.question, BOOK.standing.orders, force)
    return None if found is None else (found.answer, found.by)


def rolling(faces: list[int], what: str = "hit", need: int = 4, **facts: Any) -> Performance:
    def rule(play: Any) -> Any:
        return roll_own(play, play.state.soldiers["S1"], what, len(faces), "dice", need=need)

    return start(battle(soldier("S1", **facts.pop("soldier", {})), **facts), rule, {"dice": faces})


def test_every_order_has_words_a_first_setting_and_a_bearing_for_each_that_is_named():
    keys = [one.key for one in BOOK.standing.orders]
    first = ["aimed fire", "story points", "traits", "snap fire", "tactics"]
    assert keys == [*first, "reaction dice", "rest of a turn", "combats", "end effects"]
    for one in BOOK.standing.orders:
        names = {each.name for each in one.bearings}
        assert one.title
        assert one.words
        assert all({*each.takes, *each.leaves} <= names for each in one.settings)


def test_rules_that_the_words_cite_are_rules_of_the_book():
    catalogue = Catalogue.load("sandtable.books.forgotten_ruin")
    for one in BOOK.standing.orders:
        cited = one.words.rpartition("(")[2].rstrip(").")
        assert catalogue.rule(cited).id == cited


def aiming() -> Performance:
    state = skirmish(armed("S1", (10.0, 10.0), "assault rifle"), enemy("M1.1", (10.0, 20.0)))
    return start(state, playing(fire, "S1"), {"hit S1": [1]}).answer("assault rifle: M1.1")


def test_aimed_fire_rolls_a_natural_one_again_by_itself():
    assert given(aiming()) == ("Aimed fire", "aimed fire")
    assert given(aiming(), aimed_fire="ask") is None


def test_a_story_point_is_not_offered_for_dice_of_ones_own():
    played = rolling([1])
    assert given(played) == ("nothing", "story points")
    assert given(played, story_points="ask") is None
    assert given(played, story_points="never") == ("nothing", "story points")


def test_the_last_story_point_is_kept_where_that_is_ordered():
    assert given(rolling([1]), story_points="keep the last") is None
    last = rolling([1], stock=Stock(story_points=1))
    assert given(last, story_points="keep the last") == ("nothing", "story points")


def test_a_story_point_that_may_save_a_life_is_asked_about():
    async def rule(play: Any) -> Any:
        return await strike(play, play.state.soldiers["S1"], [arrow("M1.1")])

    played = start(battle(soldier("S1"), enemy("M1.1")), rule)
    assert given(played) is None
    assert given(played, story_points="never") == ("nothing", "story points")


def test_a_story_point_for_a_second_roll_on_a_table_is_not_offered():
    state = battle(soldier("S1"), switches={"second_rolls": "always"})
    played = start(state, lambda play: roll_on(play, "beasts", ROWS, "FR-MON-01"))
    assert played.question.topic == "roll twice"
    assert given(played) == (False, "story points")
    assert given(played, story_points="ask") is None


NO_POINTS: dict[str, Any] = {"stock": Stock(story_points=0), "soldier": {"traits": ("Loyal",)}}


def test_a_trait_that_turns_a_miss_into_a_hit_is_used_and_the_die_is_chosen():
    played = rolling([2, 3], **NO_POINTS)
    assert given(played) == ("trait", "traits")
    played.answer("trait")
    assert given(played) == ("Loyal: die 2 +1", "traits")
    played.answer("Loyal: die 2 +1")
    assert played.returned.scores == [2, 4]


def test_a_trait_for_another_die_than_to_hit_is_used_too_unless_that_is_ordered():
    played = rolling([3], what="damage", **NO_POINTS)
    assert given(played) == ("trait", "traits")
    assert given(played, traits="to hit") is None
    assert given(played, traits="never") == ("nothing", "traits")
    played.answer("trait")
    assert given(played) == ("Loyal: die 1 +1", "traits")
    assert given(played, traits="to hit") is None
    assert given(rolling([3], **NO_POINTS), traits="ask") is None


def snapping(skill: int, **facts: Any) -> Performance:
    """A soldier of some Combat Skill holds, and an orc in the open is about to move."""
    one = armed("S1", (10.0, 10.0), "assault rifle", die=1, holding=True, combat_skill=skill)
    state = skirmish(one, enemy("M1.1", (10.0, 25.0)), phase="enemy", **facts)
    return start(state, lambda play: offer_snap_fire(play, ["M1.1"], "before"))


def test_snap_fire_is_asked_about_always_or_at_even_odds_or_better():
    poor, good = snapping(-1), snapping(0)
    assert (poor.question.options()[0].chance or 1.0) < 0.5
    assert (good.question.options()[0].chance or 0.0) >= 0.5
    assert given(poor) is None
    assert given(poor, snap_fire="even odds") == ("pass", "snap fire")
    assert given(good, snap_fire="even odds") is None
    assert given(good, snap_fire="never") == ("pass", "snap fire")


def test_tactics_are_no_reason_to_ask_during_snap_fire_unless_that_is_ordered():
    poor = snapping(-1, tactics=())
    assert any(one.group == "Tactics" for one in poor.question.options())
    assert given(poor, snap_fire="even odds")[0] == "pass"
    assert given(poor, snap_fire="even odds", tactics="ask") is None


def test_a_tactic_is_asked_about_at_its_own_moment():
    played = start(battle(soldier("S1"), tactics=()), lambda play: offer_tactics(play, "Now?", LIGHT))
    assert played.question.topic == "invoke tactic"
    assert given(played) is None
    assert given(played, tactics="never") == ("go on", "tactics")


def test_not_this_round_hushes_an_order_until_the_next():
    orders = StandingOrders({"snap fire": "ask"}).ordered(BOOK.standing, "snap fire", NOT_THIS_ROUND, 2)
    near = snapping(0)
    now = answer_by_itself(near.question, BOOK.standing.orders, orders.in_force(BOOK.standing, 2))
    assert now is not None
    assert now.answer == "pass"
    then = answer_by_itself(near.question, BOOK.standing.orders, orders.in_force(BOOK.standing, 3))
    assert then is None


@pytest.mark.parametrize("seed", [1, 2])
def test_a_mission_asks_less_with_orders_as_a_rule_and_every_answer_is_legal(seed):
    game = sandtable.new("forgotten-ruin", scenario="mission", seats={"A": "red-squad"}, seed=seed)
    player, asked, by = make_player("greedy", "A"), 0, 0
    while game.decision is not None and asked < 150:
        found = by_itself(game, "A", StandingOrders())
        if found is None:
            game.answer(ask(player, game, "A").answer)
            asked += 1
        else:
            game.answer(found.answer, by=found.by)
            by += 1
    assert by > 0.1 * asked
