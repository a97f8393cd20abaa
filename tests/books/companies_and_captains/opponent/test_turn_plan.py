"""How the automatic opponent plays its turn, reacts and rerolls, scene by scene."""

from __future__ import annotations

import msgspec
import pytest

from sandtable.books.companies_and_captains.book import BOOK
from sandtable.books.companies_and_captains.opponent.adviser import Adviser
from sandtable.books.companies_and_captains.opponent.experience import experience, temper_of
from sandtable.books.companies_and_captains.opponent.scores import chance_of_2d6
from sandtable.kernel.testing import covers
from tests.books.companies_and_captains.opponent.advising import STEADY, advice, best, rules
from tests.books.companies_and_captains.scenes import answer, archers, battle, foot, group, riders, state_of


@covers("CC-BOT-01")
def test_scores_are_multiplied_by_the_chance_to_activate() -> None:
    # The example of the catalogue: Shoot on 6+ with 0.75 makes 0.54, Move on 5+ with 0.50 makes 0.42.
    assert 0.75 * chance_of_2d6(6) == pytest.approx(0.54, abs=0.005)
    assert 0.50 * chance_of_2d6(5) == pytest.approx(0.42, abs=0.005)
    game = battle({"A1": riders(30, 10), "A2": archers(10, 10), "B1": foot(10, 24), "B2": foot(60, 40)})
    shoots, approaches = advice(game)[:2]
    assert (shoots.answer, approaches.answer) == ("A2", "A1")
    # 12 dice on 5+ against T 3 cost a third of a point, and 0.4 come on top.
    assert shoots.score == pytest.approx((1 / 3 + 0.4) * 26 / 36, abs=0.005)
    assert approaches.score == pytest.approx(0.5 * 30 / 36)


@covers("CC-BOT-01")
def test_the_turn_ends_when_the_best_product_is_too_small() -> None:
    # All it could do is to Move towards an enemy in reach, worth 0.15: on 8+ that is 0.06, on 11+ 0.01.
    slow = foot(10, 10, values={"mo_act": 8}, formed=True)
    game = battle({"A1": slow, "B1": group("Elite Foot", 10, 18)})
    assert best(game) == "A1"
    slower = foot(10, 10, values={"mo_act": 11}, formed=True)
    game = battle({"A1": slower, "B1": group("Elite Foot", 10, 18)})
    assert best(game) == "end turn"
    assert "CC-BOT-01" in rules(game)


@covers("CC-BOT-14")
@pytest.mark.parametrize(("temper", "need"), [("bold", 10), ("steady", 9), ("wary", 7)])
def test_each_temper_stops_at_its_own_mark(temper: str, need: int) -> None:
    # 0.15 times the chance: 10+ 0.025, 9+ 0.042, 7+ 0.0875; one more falls below 0.02, 0.04 and 0.08.
    def asked(number: int) -> str:
        slow = foot(10, 10, values={"mo_act": number}, formed=True)
        tough = group("Elite Foot", 10, 18, values={"T": 5})
        game = battle({"A1": slow, "B1": tough}, switches={"bot_temper": temper})
        return str(best(game))

    assert (asked(need), asked(need + 1)) == ("A1", "end turn")


@covers("CC-BOT-14")
def test_the_temper_is_that_of_the_switch_and_a_random_one_stays() -> None:
    groups = {"A1": foot(10, 10), "B1": foot(40, 40)}
    for name, style in experience().tempers.items():
        assert temper_of(state_of(groups, switches={"bot_temper": name})) == style
    drawn = temper_of(state_of(groups, switches={"bot_temper": "random"}))
    assert drawn in experience().tempers.values()
    later = state_of({**groups, "A1": foot(20, 20, r=3)}, switches={"bot_temper": "random"}, turn=9)
    assert temper_of(later) == drawn


@covers("CC-BOT-15")
def test_ties_go_to_the_group_and_the_target_listed_first() -> None:
    game = battle({"A1": riders(10, 10), "A2": riders(40, 10), "B1": foot(10, 40), "B2": foot(40, 40)})
    assert [one.answer for one in advice(game)[:2]] == ["A1", "A2"]
    assert "CC-BOT-15" in rules(game)
    game = battle({"A1": group("Elite Foot", 30, 20), "B1": foot(24, 20), "B2": foot(36, 20)})
    answer(game, "A1")
    assert best(game) == "attack B1"


@covers("CC-BOT-01", "CC-BOT-15")
def test_the_same_position_always_gets_the_same_answer() -> None:
    groups = {"A1": riders(10, 10), "A2": archers(20, 10), "B1": foot(10, 24), "B2": foot(40, 40)}
    assert advice(battle(groups)) == advice(battle(groups))


@covers("CC-BOT-01")
def test_an_order_that_the_rules_bar_is_not_given() -> None:
    # The archers would Shoot best, but their only target is in melee.
    groups = {
        "A1": archers(10, 10),
        "A2": foot(10, 24, fielded=1, melee=["B1"]),
        "B1": foot(10, 25, fielded=1),
    }
    assert [one.answer for one in advice(battle(groups))] == ["A2", "end turn"]
    apart = {**groups, "A2": foot(20, 24, fielded=1)}
    assert best(battle(apart)) == "A1"


@covers("CC-BOT-01")
def test_every_piece_of_advice_says_why_and_by_which_rules() -> None:
    game = battle({"A1": riders(10, 10), "A2": archers(20, 10), "B1": foot(10, 24), "B2": foot(40, 40)})
    for one in advice(game):
        assert one.reasons
        assert all(reason for reason in one.reasons)
        assert any(rule.startswith("CC-BOT-") for rule in one.rules)


# ---- in the middle of an action ----------------------------------------------------------------------------


@covers("CC-BOT-10")
@pytest.mark.parametrize(("values", "used"), [({}, "Defiant"), ({"me_attack": 5, "me_act": 5}, "nothing")])
def test_defiant_is_tested_only_if_attacking_is_better_than_defending(
    values: dict[str, int], used: str
) -> None:
    groups = {"A1": group("Elite Foot", 10, 10), "B1": riders(10, 16, values=values), "B2": foot(40, 40)}
    game = battle(groups, dice={"activate A1": [6, 6]})
    answer(game, "A1", "attack B1")
    assert game.waiting_for == ("B",)
    assert best(game) == used


@covers("CC-BOT-10")
def test_elusive_is_always_tested_and_evades_straight_away() -> None:
    groups = {"A1": riders(10, 10), "B1": group("Light Missile", 10, 20), "B2": foot(40, 40)}
    game = battle(groups, dice={"activate A1": [6, 6], "elusive B1": [6, 6], "to hit (B1)": [1] * 12})
    answer(game, "A1", "attack B1")
    assert best(game) == "Elusive"
    assert "CC-BOT-10" in rules(game)
    before = _middle(game.state.groups["B1"].models)
    while game.decision is not None and game.state.groups["B1"].models and game.waiting_for == ("B",):
        answer(game, best(game))
    after = _middle(game.state.groups["B1"].models)
    assert after[1] > before[1] + 3.5
    assert after[0] == pytest.approx(before[0], abs=0.1)


def _middle(models: tuple[tuple[float, float], ...]) -> tuple[float, float]:
    return sum(x for x, _ in models) / len(models), sum(y for _, y in models) / len(models)


@covers("CC-BOT-11")
def test_only_misses_are_rolled_again() -> None:
    groups = {"A1": archers(10, 10, traits=["Unerring"]), "B1": foot(10, 24), "B2": foot(40, 40)}
    dice = {"activate A1": [6, 6], "to hit (A1)": [1, 5, 5, 4, 6, 6, 5, 5, 5, 5, 5, 2]}
    game = battle(groups, dice=dice)
    answer(game, "A1", "shoot B1")
    assert best(game) == "Unerring"
    answer(game, "Unerring")
    assert best(game) == ["1", "4", "12"]
    assert rules(game) == {"CC-BOT-11"}


@covers("CC-BOT-11")
@pytest.mark.parametrize(
    ("need", "x", "done", "used"),
    [
        (5, 5, False, "Prodding"),  # nobody needs more than this 5+
        (6, 5, False, "nothing"),  # a friend needs more, and may still be told to Move
        (6, 5, True, "Prodding"),  # it has acted
        (6, 60, False, "Prodding"),  # it is too far from the Captain to be helped
    ],
)
def test_an_automatic_pass_is_kept_for_the_order_that_needs_it_most(
    need: int, x: int, done: bool, used: str
) -> None:
    groups = {
        "A1": foot(10, 10, captain=True),
        "A2": foot(20, 10),
        "A3": foot(x, 20, values={"mo_act": need}, done=done),
        "B1": foot(40, 44),
    }
    game = battle(groups, companies={"A": {"captain_trait": "Prodding"}})
    answer(game, "A2", "move")
    assert game.decision is not None
    assert game.decision.facts["window"] == "order given"
    assert best(game) == used
    assert rules(game) == {"CC-BOT-11"}


@covers("CC-BOT-11")
def test_the_captain_rallies_first_then_the_dearest() -> None:
    groups = {
        "A1": foot(10, 10, shaken=True),
        "A2": group("Light Foot", 20, 10, shaken=True, captain=True),
        "A3": group("Elite Foot", 30, 10, shaken=True),
        "B1": foot(40, 40),
    }
    game = battle(groups, step="rally", to_do=["A1", "A2", "A3"])
    assert [one.answer for one in advice(game)] == ["A2", "A3", "A1"]
    assert rules(game) == {"CC-BOT-11"}


@covers("CC-BOT-12")
def test_a_reckless_group_picks_the_best_target_even_if_all_are_bad() -> None:
    groups = {
        "A1": group("Heavy Beast", 30, 20, r=1),
        "B1": group("Elite Foot", 22, 20),
        "B2": foot(38, 20),
    }
    game = battle(groups, step="reckless")
    found = {one.answer: one.score for one in advice(game)}
    assert found["B1"] < found["B2"] < 0
    assert best(game) == "B2"
    assert rules(game) == {"CC-BOT-12"}


def test_other_styles_play_differently_from_the_same_position() -> None:
    game = battle({"A1": riders(30, 20), "B1": group("Elite Foot", 30, 36)})
    answers = BOOK.adviser.styles()
    assert set(answers) == set(experience().plans)
    back = answers["drawing back"]
    assert game.decision is not None
    plan = next(iter(back.advise(game.state, "A", game.decision)))
    assert plan.means.startswith("draws back")
    assert advice(game)[0].means.startswith("closes with")


def test_a_style_of_its_own_goes_before_the_temper_of_the_game() -> None:
    slow = foot(10, 10, values={"mo_act": 11}, formed=True)
    game = battle({"A1": slow, "B1": group("Elite Foot", 10, 18)})
    assert game.decision is not None
    tireless = Adviser(msgspec.structs.replace(STEADY, stops_below=0.0))
    assert next(iter(tireless.advise(game.state, "A", game.decision))).answer == "A1"
