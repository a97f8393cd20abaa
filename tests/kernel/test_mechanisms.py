"""One miniature for each hard mechanism of the books: how the kernel carries it."""

from __future__ import annotations

import random
from typing import Any

import pytest

from sandtable.kernel.decision import Allocate, ChooseOne, Move, TargetArea, Together, TypedDice, Words
from sandtable.kernel.decision.forms import Handing
from sandtable.kernel.dice import Dice, Rolled, Seeded, Typed
from sandtable.kernel.game import Game
from sandtable.kernel.refusal import Refused
from tests.kernel.sk.scenes import scene
from tests.kernel.sk.state import NOWHERE, Lane
from tests.playing import answer, asked, kinds


def waiting(game: Game[Lane]) -> list[str]:
    """Whose answer is missing."""
    return list(game.waiting_for)


# ---- reaction dice given to soldiers ------------------------------------------------------------------


def test_reaction_dice_are_given_out_one_to_a_fighter_and_some_to_nobody():
    game = scene(("reaction",), {"a1": 0, "a2": 1}, {"reaction of A": [2, 5]}, seats=("A",))
    assert isinstance(asked(game), Allocate)
    form = asked(game).form()
    assert isinstance(form, Handing)
    assert form.things == {"die 1": "2", "die 2": "5"}
    assert form.room == {"a1": 1, "a2": 1}
    with pytest.raises(Refused, match=r"a1 is given 2 things. \(SK-RCT-02\)"):
        answer(game, {"die 1": "a1", "die 2": "a1"})
    answer(game, {"die 1": "a2", "die 2": "nobody"})
    assert [one.die for one in game.state.fighters.values()] == [0, 2]


def test_giving_out_many_dice_is_quick_though_each_goes_to_a_soldier_of_its_own():
    fighters = {f"a{number}": 0 for number in range(1, 10)}
    game = scene(("reaction",), fighters, {"reaction of A": [1] * 9}, seats=("A",))
    assert isinstance(asked(game), Allocate)
    (option,) = asked(game).options()
    assert sorted(option.answer.values()) == sorted(fighters)
    sampled = asked(game).sample(random.Random(1))
    assert asked(game).legal(sampled) is None


# ---- shots inside an enemy's move, and a monster that fights its way through ---------------------------


def test_snap_fire_comes_before_half_way_and_at_the_end_of_the_move_of_the_beast():
    game = scene(("beast",), {"a1": {"at": 8, "die": 1}, "a2": {"at": 9, "die": 3}}, seats=("A",), beast=2)
    spaces = []
    while game.decision is not None:
        spaces.append(game.state.beast)
        answer(game, "nothing")
    assert spaces == [2, 4, 6]


def test_one_fighter_after_the_other_may_fire_and_the_shot_changes_the_rest_of_the_move():
    game = scene(
        ("beast",),
        {"a1": {"at": 8, "die": 1}, "a2": {"at": 9, "die": 3}},
        {"a1 shoots": [4, 5], "a2 shoots": [6, 1]},
        seats=("A",),
        beast=2,
    )
    answer(game, "nothing")
    told = answer(game, "snap fire", "a2", "snap fire", "a1")
    assert kinds(told) == [
        "dice rolled",
        "beast shot",
        "dice rolled",
        "beast shot",
        "beast fell",
        "turn over",
    ]
    assert game.decision is None
    assert game.state.beast == NOWHERE
    assert [one.die for one in game.state.fighters.values()] == [0, 0]


def test_a_beast_that_falls_before_its_move_does_not_move():
    game = scene(
        ("beast",), {"a1": {"at": 8, "die": 1}}, {"a1 shoots": [6, 1]}, seats=("A",), beast=3, beast_life=1
    )
    told = answer(game, "snap fire", "a1")
    assert kinds(told) == ["dice rolled", "beast shot", "beast fell", "turn over"]


def test_the_beast_fights_whoever_is_in_its_way_and_goes_on_when_he_falls():
    game = scene(
        ("beast",),
        {"a1": {"at": 4, "life": 1}, "a2": 5},
        {"beast fights a1": [4], "beast fights a2": [3]},
        seats=("A",),
        beast=3,
    )
    assert game.decision is None
    assert game.state.beast == 4
    assert kinds(game.events()) == ["beast moved", "dice rolled", "fighter wounded", "turn over"]


# ---- dice that are changed after they were rolled -------------------------------------------------------


def shooting_sentry(**fields):
    """A walker in front of a sentry, at the moment when the sentry has rolled."""
    game = scene(
        ("orders", "paths"),
        {"a1": {"at": 0, "life": 1, "luck": 1}, "b1": 6},
        {"b1 shoots": [3, 5]},
        **fields,
    )
    answer(game, "walk", "watch", [1, 2], "sentry")
    return game


def test_every_seat_may_spend_fate_on_any_roll_by_turns_until_all_pass():
    game = shooting_sentry(fate={"A": 1, "B": 1})
    assert game.waiting_for == ("B",)
    answer(game, "nothing")
    assert game.waiting_for == ("A",)
    answer(game, "nothing")
    assert isinstance(asked(game), Allocate)

    game = shooting_sentry(fate={"A": 2, "B": 2})
    answer(game, "nothing")
    assert game.waiting_for == ("A",)
    answer(game, "fate", "0")
    assert isinstance(asked(game), Allocate), "no die is left that could be changed"
    assert game.state.fate == {"A": 1, "B": 2}
    assert len(asked(game).as_data()["form"]["things"]) == 2


def test_a_seat_that_passed_may_speak_again_when_another_has_spoken():
    game = scene(("orders", "paths"), {"a1": 0, "b1": 6}, {"b1 shoots": [1, 2]}, fate={"A": 1, "B": 1})
    answer(game, "walk", "watch", [1], "sentry")
    assert game.waiting_for == ("B",)
    answer(game, "nothing")
    assert game.waiting_for == ("A",)
    answer(game, "fate", "1")
    assert game.waiting_for == ("B",)


def test_the_game_master_may_set_a_die_after_the_roll():
    game = shooting_sentry(master="M")
    assert game.waiting_for == ("M",)
    told = answer(game, "another die", 1, 1)
    assert kinds(told) == ["die set", "shot missed", "fighter walked", "turn over"]
    assert told[0].facts["faces"] == [3, 1]


def test_luck_is_offered_only_when_it_is_known_that_the_fighter_would_fall():
    game = shooting_sentry()
    assert isinstance(asked(game), Allocate)
    answer(game, {"success 1": "wound"})
    assert isinstance(asked(game), ChooseOne)
    assert asked(game).rule == "SK-SHO-04"
    told = answer(game, "luck")
    assert kinds(told) == ["luck used", "fighter walked", "turn over"]
    assert game.state.fighters["a1"].life == 1


# ---- sentries, success spending, templates ---------------------------------------------------------------


def test_a_sentry_is_asked_after_every_space_and_the_walk_goes_on_after_a_miss():
    game = scene(("orders", "paths"), {"a1": 0, "b1": 6}, {"b1 shoots": [1, 1]})
    answer(game, "walk", "watch", [1, 2, 3])
    spaces: list[int] = []
    while game.decision is not None:
        spaces.append(game.state.fighters["a1"].at)
        answer(game, "nothing" if len(spaces) < 2 else "sentry")
    assert spaces == [1, 2]
    assert game.state.fighters["a1"].at == 3


def test_successes_are_allotted_to_effects_and_a_push_ends_the_walk():
    game = shooting_sentry()
    with pytest.raises(Refused, match="SK-SHO-03"):
        answer(game, {"success 1": "nothing"})
    answer(game, {"success 1": "push"})
    assert game.decision is None
    assert game.state.fighters["a1"].at == 0


def test_a_template_is_laid_on_spaces_and_everybody_under_it_is_rolled_for():
    game = scene(
        ("bombs",),
        {"a1": 1, "b1": 5, "b2": 6, "b3": {"at": 7, "hidden": True}},
        {"bomb on b1": [5], "bomb on b2": [4]},
    )
    assert isinstance(asked(game), TargetArea)
    with pytest.raises(Refused, match="SK-SHO-06"):
        answer(game, [5, 8])
    told = answer(game, [5, 7])
    assert told[0].facts["under"] == ["b1", "b2"]


# ---- delayed damage and notices to one seat --------------------------------------------------------------


def test_a_wound_falls_due_a_turn_later_and_only_its_owner_is_told_before():
    game = scene(("bombs", "due"), {"a1": 1, "b1": 5}, {"bomb on b1": [6], "bomb on a1": [1]}, last_turn=2)
    answer(game, [4, 6], [0, 2])
    assert game.state.fighters["b1"].life == 2
    assert "wound will come" in kinds(game.events(seat="B"))
    assert "wound will come" not in kinds(game.events(seat="A"))
    answer(game, [9, 11], [9, 11])
    assert game.state.fighters["b1"].life == 1
    assert kinds(game.events())[-3:] == ["harm fell due", "fighter wounded", "turn over"]


# ---- secret orders, simultaneous movement, declared charges ------------------------------------------------


def test_orders_are_given_in_secret_and_shown_together():
    game = scene(("orders",), {"a1": 0, "b1": 6})
    assert isinstance(asked(game), Together)
    assert waiting(game) == ["A", "B"]
    told = game.answer("charge", seat="B")
    assert told == []
    assert waiting(game) == ["A"]
    assert "charge" not in str(game.view("A"))
    assert game.decision_for("B") is None
    with pytest.raises(Refused, match="B has answered already"):
        game.answer("walk", seat="B")
    told = game.answer("watch", seat="A")
    assert told[0].facts == {"orders": {"A": "watch", "B": "charge"}}


def test_an_order_given_in_secret_can_be_taken_back_until_the_others_have_answered():
    game = scene(("orders",), {"a1": 0, "b1": 6})
    game.answer("charge", seat="B")
    game.undo("B")
    game.answer("walk", seat="B")
    told = game.answer("watch", seat="A")
    assert told[0].facts == {"orders": {"A": "watch", "B": "walk"}}
    with pytest.raises(Refused, match="consent of B"):
        game.undo("A")


def test_whoever_believes_does_not_know_what_the_other_has_chosen_in_secret():
    game = scene(("orders",), {"a1": 0, "b1": 6})
    game.answer("charge", seat="B")
    believed = set()
    for seed in range(20):
        world = game.imagine("A", random.Random(seed), seed)
        assert world.waiting_for == ("A",)
        told = world.answer("watch", seat="A")
        believed.add(told[0].facts["orders"]["B"])
    assert believed == {"walk", "charge", "watch"}


def test_plotted_paths_run_together_space_by_space():
    game = scene(("orders", "paths"), {"a1": 2, "b1": 6})
    answer(game, "walk", "walk")
    assert isinstance(game.decision_for("A"), Move)
    told = answer(game, [3, 4, 5, 6], [5, 4, 3])
    walked = [(one.facts["fighter"], one.facts["space"]) for one in told if "space" in one.facts]
    assert walked == [("a1", 3), ("b1", 5), ("a1", 4), ("b1", 4), ("a1", 5)]
    assert kinds(told)[-3:] == ["walk stopped", "walk stopped", "turn over"]


def test_a_charge_is_declared_shot_at_tested_and_struck():
    game = scene(
        ("orders", "charges"),
        {"a1": 2, "b1": 6},
        {"b1 shoots": [4, 1], "a1 keeps its nerve": [4], "a1 strikes": [6]},
    )
    told = answer(game, "charge", "watch", True, {"success 1": "wound"})
    assert [one for one in kinds(told) if one != "dice rolled"] == [
        "orders shown", "charge declared", "shot hit", "fighter wounded", "fighter wounded", "turn over",
    ]  # fmt: skip
    assert game.state.fighters["a1"].at == 6


def test_a_charger_that_loses_its_nerve_calls_the_charge_off():
    game = scene(("orders", "charges"), {"a1": 2, "b1": 6}, {"b1 shoots": [4, 1], "a1 keeps its nerve": [3]})
    told = answer(game, "charge", "watch", True, {"success 1": "wound"})
    assert "charge called off" in kinds(told)
    assert game.state.fighters["a1"].at == 2


# ---- hidden figures, secret choices, rolls that nobody may notice ------------------------------------------


def test_only_the_owner_and_the_game_master_know_where_a_hidden_fighter_is():
    game = scene(("orders",), {"a1": 0, "b1": {"at": 6, "hidden": True}}, master="M")
    assert game.view("A")["fighters"]["b1"]["at"] == NOWHERE
    assert game.view(None)["fighters"]["b1"]["at"] == NOWHERE
    assert game.view("B")["fighters"]["b1"]["at"] == 6
    assert game.view("M")["fighters"]["b1"]["at"] == 6


def test_a_belief_fills_hidden_places_at_random():
    game = scene(("orders",), {"a1": 0, "b1": {"at": 6, "hidden": True}})
    places = {game.imagine("A", random.Random(seed)).state.fighters["b1"].at for seed in range(60)}
    assert places == set(range(12))


def test_a_trap_is_laid_in_secret_and_no_number_betrays_it():
    game = scene(("traps", "orders"), {"a1": 0, "b1": 6})
    answer(game, 3)
    assert game.waiting_for == ("B",)
    assert game.number_for("B") == 0
    assert game.view("B")["traps"] == {"A": NOWHERE}
    assert kinds(game.events(seat="B")) == ["trap laid"]
    assert "3" not in str(game.events(seat="B"))
    believed = {game.imagine("B", random.Random(seed)).state.traps["A"] for seed in range(60)}
    assert len(believed) > 6


def test_the_machine_rolls_for_hidden_fighters_and_nobody_notices():
    def quiet(place: int, faces: list[int]):
        dice = {"a1 looks for b1": faces}
        return scene(("detection", "orders"), {"a1": 0, "b1": {"at": place, "hidden": True}}, dice)

    near, far = quiet(2, [4]), quiet(9, [])
    assert len(near.journal) == 1
    assert len(far.journal) == 0
    for seat in ("A", None):
        assert near.events(seat=seat) == far.events(seat=seat) == []
        assert near.view(seat) == far.view(seat)
    assert near.number == far.number == 0
    assert near.events(all_seats=True)[0].to == ()


def test_the_owner_alone_has_a_bad_feeling_and_a_six_shows_the_hidden_one_to_all():
    fighters: dict[str, Any] = {"a1": 0, "b1": {"at": 2, "hidden": True}}
    felt = scene(("detection",), fighters, {"a1 looks for b1": [5]})
    assert kinds(felt.events(seat="B")) == ["bad feeling", "turn over"]
    assert kinds(felt.events(seat="A")) == ["turn over"]
    seen = scene(("detection",), fighters, {"a1 looks for b1": [6]})
    assert kinds(seen.events(seat="A")) == ["fighter detected", "turn over"]


def test_the_numbers_of_events_are_each_seats_own():
    game = scene(
        ("detection", "orders"), {"a1": 0, "b1": {"at": 2, "hidden": True}}, {"a1 looks for b1": [5]}
    )
    answer(game, "walk", "walk")
    assert kinds(game.events(since=0, seat="A"))[0] == "orders shown"
    assert kinds(game.events(since=1, seat="B"))[0] == "orders shown"


def test_where_dice_are_typed_the_machine_still_rolls_what_nobody_may_see():
    dice = Dice(Typed(), machine=Seeded(1))
    game = scene(("detection", "reaction"), {"a1": 0, "b1": {"at": 2, "hidden": True}}, dice)
    (rolled,) = game.journal
    assert isinstance(rolled, Rolled)
    assert isinstance(asked(game), TypedDice)


# ---- talk and rulings --------------------------------------------------------------------------------------


def test_in_the_talk_all_may_speak_at_once_until_all_are_silent():
    game = scene(("talk",), {"a1": 0, "b1": 6}, master="M")
    assert isinstance(game.decision_for("B"), Words)
    told = [*game.answer("Let us make peace.", seat="B"), *game.answer("", seat="A")]
    assert told[0].facts == {"said": {"B": "Let us make peace."}}
    answer(game, "", "")
    assert game.decision is None


def test_a_ruling_is_recorded_told_and_taken_back_like_an_answer():
    game = scene(("orders",), {"a1": 0, "b1": 6}, master="M")
    before = game.fingerprint()
    told = game.rule("M", "place", {"fighter": "a1", "space": 4})
    assert kinds(told) == ["fighter placed"]
    assert game.state.fighters["a1"].at == 4
    assert game.waiting_for == ("A", "B")
    game.undo("M")
    assert game.fingerprint() == before
    assert [note.kind for note in game.notes] == ["undone"]


def test_a_ruling_is_the_game_masters_alone_and_is_checked_for_form():
    game = scene(("orders",), {"a1": 0, "b1": 6}, master="M")
    before = game.fingerprint(), game.journal
    for seat, ruling, facts in [
        ("A", "place", {"fighter": "a1", "space": 4}),
        ("M", "dance", {}),
        ("M", "place", {"fighter": "z9", "space": 4}),
        ("M", "place", {"fighter": "a1", "space": 40}),
        ("M", "place", {"fighter": "a1", "space": float("nan")}),
    ]:
        with pytest.raises(Refused):
            game.rule(seat, ruling, facts)
    assert (game.fingerprint(), game.journal) == before


def test_a_ruling_may_end_the_game_in_the_middle_of_a_step_and_open_it_again():
    game = scene(("orders", "talk"), {"a1": 0, "b1": 6}, master="M")
    game.answer("walk", seat="B")
    game.rule("M", "end", {"why": "it rains"})
    assert waiting(game) == []
    assert game.result is not None
    assert game.result.why == "it rains"
    with pytest.raises(Refused, match="over"):
        game.answer("walk", seat="A")
    game.rule("M", "reopen", {})
    assert asked(game).prompt == "Talk."


def test_a_ruling_may_ask_somebody_and_the_question_beneath_waits():
    game = scene(("orders",), {"a1": 0, "b1": 6}, {"judgement of b1": [6]}, master="M")
    game.answer("walk", seat="B")
    game.rule("M", "judge", {"fighter": "b1"})
    assert game.waiting_for == ("B",)
    answer(game, 2)
    assert game.state.fighters["b1"].life == 4
    assert game.waiting_for == ("A",), "what B chose in secret still stands"
    told = game.answer("watch", seat="A")
    assert told[0].facts["orders"] == {"A": "watch", "B": "walk"}
