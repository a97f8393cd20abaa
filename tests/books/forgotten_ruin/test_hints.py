"""Hints: given where somebody plays guided, each at its moment and once, in plain words with real rules."""

from __future__ import annotations

import re
from typing import Any

import pytest

import sandtable
from sandtable.books.forgotten_ruin.book import BOOK
from sandtable.books.forgotten_ruin.hints import HINTS, rows
from sandtable.kernel.cases.position import game_at
from sandtable.kernel.catalogue import Catalogue
from sandtable.kernel.dice import Scripted
from sandtable.kernel.testing import covers
from sandtable.players.player import view_of
from sandtable.players.registry import make_player
from sandtable.server.wire.projection import question_for

SQUAD = {"A": "red-squad"}


def guided(scenario="exercise-1", seed=1, **options):
    """A game of a whole squad."""
    return sandtable.new("forgotten-ruin", scenario=scenario, seats=SQUAD, seed=seed, options=options)


def at(kind="exercise 1", home=False, **position):
    """A game at a position of an exercise, in which the first question is put at once."""
    position.setdefault("mobs", {"M1": {"type": "Orcs", "at": [[10, 30]]}})
    position.setdefault("phase", "quick")
    dice = position.pop("dice", None)
    return game_at(
        {**position, "mission": {"kind": kind, "requirement": "none", "has_looked_around": home}},
        dice,
        book=BOOK,
    )


def told(game):
    """The hint beside the open question."""
    found = game.decision.hint
    return "" if found is None else found.text


def test_every_hint_has_its_moment_and_every_moment_its_hint():
    assert [one.hint for one in rows() if not one.at and one.hint not in HINTS.moments] == []
    assert set(HINTS.moments) <= {one.hint for one in rows()}
    assert set(HINTS.moments) <= {one.hint for one in rows()}
    assert len({one.hint for one in rows()}) == len(rows())


def test_every_hint_names_rules_of_the_book():
    catalogue = Catalogue.load("sandtable.books.forgotten_ruin")
    for one in rows():
        assert one.rules
        for rule in one.rules:
            assert catalogue.rule(rule).id == rule


def test_a_hint_is_plain_and_short():
    for one in rows():
        assert not re.search(r"FR-[A-Z]", one.text)
        assert 40 < len(one.text) < 340


def _played(game, player="greedy", most=400):
    """Every question with its hint, played to the end by an automatic player."""
    automatic = make_player(player, 0)
    found: list[tuple[str, Any]] = []
    while game.decision is not None and len(found) < most:
        found.append((game.decision.rule, told(game)))
        reply = automatic.reply(view_of(game, "A"), game.decision)
        game.answer(reply.answer, seat="A")
    return found


@covers("FR-EXR-01")
@pytest.mark.parametrize("scenario", ["exercise-1", "exercise-2", "exercise-3"])
def test_an_exercise_is_guided_and_no_hint_comes_twice(scenario):
    game = guided(scenario)
    hints = [text for _, text in _played(game) if text]
    assert len(hints) >= 10
    assert len(set(hints)) == len(hints)
    assert len(set(game.state.hinted)) == len(game.state.hinted)


def test_a_mission_has_hints_only_where_they_are_wanted():
    assert not any(text for _, text in _played(guided("mission", seed=3), most=30))
    hints = [text for _, text in _played(guided("mission", seed=3, hints="always"), most=30) if text]
    assert any("Objective" in one for one in hints)


def test_an_exercise_can_be_played_without_hints():
    game = guided(hints="never")
    assert not any(text for _, text in _played(game, most=40))
    assert game.state.hinted == ()


def test_a_hint_travels_to_the_browser_with_its_rules():
    question = question_for(guided(), "A")
    assert question is not None
    assert question.hint is not None
    assert question.hint.text.startswith("A fire team is four soldiers")
    assert question.hint.rules == ("FR-EXR-07",)


def test_a_question_taken_back_has_its_hint_again():
    game = guided()
    first = told(game)
    game.answer("team 1")
    game.undo("A", consent=("A",))
    assert told(game) == first


def test_hints_change_nothing_but_the_memory_of_them():
    with_hints, without = guided(seed=4), guided(seed=4, hints="never")
    for game in (with_hints, without):
        _played(game, most=30)
    assert [one.kind for one in with_hints.events()] == [one.kind for one in without.events()]


# ---- Moments --------------------------------------------------------------------------------------


def dealt(*faces, **facts):
    """A game in which these Reaction dice are to be dealt out."""
    soldiers = {
        "S1": {"at": [4, 5], "name": "Quinn", "reactions": 4},
        "S2": {"at": [8, 5], "name": "Ames"},
    }
    return at(soldiers=soldiers, phase="", dice=Scripted({"reaction roll": faces}), **facts)


def test_a_one_is_kept_from_whoever_is_quick_anyway():
    assert "do not give it to Quinn, who is quick with a 4 as well" in told(dealt(1, 3))
    assert "do not give it" not in told(dealt(2, 3))


def test_at_most_two_hints_lie_beside_one_question_and_the_others_wait():
    game = dealt(1, 3, mobs={"M1": {"type": "Orcs", "at": [[8, 10]]}})
    assert game.state.hinted == ("Reaction dice", "a one")
    game.answer({"d1": "S2", "d2": "S1"})
    assert game.state.hinted[2:] == ("hand-to-hand", "who acts")


SAW = {"name": "squad automatic weapon", "range_moving": 18, "range_stationary": 36, "shots": 4}


def acting(*, orc, **soldier):
    """What is told when a soldier at 10, 5 is asked what to do, with an orc straight ahead."""
    game = at(
        soldiers={
            "S1": {"at": [10, 5], "die": 1, "name": "Ames", "weapons": [SAW], **soldier},
            "S2": {"at": [30, 1], "die": 1},
        },
        mobs={"M1": {"type": "Orcs", "at": [[10, orc]]}},
        hinted=["Move and Action", "who acts", "hand-to-hand", "Buddy Check"],
    )
    game.answer("S1")
    return told(game)


@pytest.mark.parametrize(("orc", "matters"), [(23.9, False), (24.1, True)])
def test_the_range_matters_beyond_the_range_of_a_soldier_who_moves(orc, matters):
    # 18 inches after a Move, and half an inch for each base.
    assert ("reaches 36″" in acting(orc=orc)) is matters


def test_a_stunned_soldier_is_told_to_move_or_to_act():
    assert acting(orc=20, stun=1).startswith("Ames is Stunned: Move or act, not both.")
    assert "Stunned" not in acting(orc=20)


def test_who_is_down_is_told_so_and_not_that_it_is_stunned():
    text = acting(orc=20, stun=1, knocked_down=True)
    assert "Knocked Down and cannot move" in text
    assert "Stunned" not in text


def test_a_stunned_friend_within_a_move_calls_for_a_buddy_check():
    game = at(
        soldiers={
            "S1": {"at": [10, 5], "die": 1, "name": "Ames"},
            "S2": {"at": [13, 5], "die": 1, "name": "Boyd", "stun": 1},
        },
        hinted=["Move and Action", "who acts"],
    )
    game.answer("S1")
    assert "moves into contact with Boyd" in told(game)


@pytest.mark.parametrize(("orc", "matters"), [(13.9, True), (14.2, False)])
def test_a_word_about_combat_comes_when_an_enemy_is_within_eight_inches(orc, matters):
    game = at(
        soldiers={"S1": {"at": [10, 5], "die": 1}, "S2": {"at": [30, 1], "die": 1}},
        mobs={"M1": {"type": "Orcs", "at": [[10, orc]]}},
        hinted=["who acts"],
    )
    assert ("may be in contact soon" in told(game)) is matters


@pytest.mark.parametrize(("training", "matters"), [("Archers", True), ("Warriors", False)])
def test_cover_matters_while_archers_look_on(training, matters):
    game = at(
        soldiers={"S1": {"at": [10, 5], "die": 1}, "S2": {"at": [30, 1], "die": 1}},
        mobs={"M1": {"type": "Orcs", "training": training, "at": [[10, 30]]}},
        hinted=["Move and Action", "who acts"],
    )
    game.answer("S1")
    game.answer("move")
    assert ("Archers hit a soldier in the open" in told(game)) is matters


def test_the_patrol_is_told_its_task_and_then_the_way_home():
    game = at("exercise 3", soldiers={"S1": {"at": [12, 5], "die": 1}, "S2": {"at": [30, 1], "die": 1}})
    game.answer("S1")
    assert "within 1″ of the middle" in told(game)
    home = at(
        "exercise 3",
        soldiers={"S1": {"at": [12, 5], "die": 1}, "S2": {"at": [30, 1], "die": 1}},
        home=True,
    )
    assert "touches the south edge" in told(home)


def test_snap_fire_is_explained_when_it_is_offered():
    offered = [text for rule, text in _played(guided("exercise-2", seed=2)) if rule == "FR-RND-15"]
    assert offered[0].startswith("Snap Fire: whoever holds may shoot")
    assert not any(offered[1:])


def test_the_enemy_player_is_not_guided():
    options = {"mode": "enemy_player", "hints": "always"}
    seats = {"A": "red-squad", "B": None}
    game = sandtable.new("forgotten-ruin", scenario="exercise-1", seats=seats, seed=1, options=options)
    player = make_player("uniform", 1)
    asked: list[tuple[str, Any]] = []
    while game.decision is not None and len(asked) < 60:
        asked.append((game.decision.seat, told(game)))
        game.answer(player.reply(view_of(game, game.decision.seat), game.decision).answer)
    assert any(seat == "B" for seat, _ in asked)
    assert not any(text for seat, text in asked if seat == "B")
