"""A shared squad: each player commands the own soldiers, and dice and limits stay those of the one squad."""

from __future__ import annotations

import re

import pytest

import sandtable
from sandtable.books.forgotten_ruin.book import BOOK
from sandtable.kernel.cases.position import game_at
from sandtable.kernel.dice import Scripted
from sandtable.kernel.refusal import Refused
from sandtable.kernel.testing import covers
from sandtable.players.player import view_of
from sandtable.players.registry import make_player

SHORT = {"table_size": "24x24", "round_limit": 5, "campaign_turn": 9}


def mission(seats, seed, **options):
    """A mission of a squad that is shared among seats, and an enemy's if there is one."""
    return sandtable.new(
        "forgotten-ruin",
        scenario="mission",
        seats=dict.fromkeys(seats, "red-squad"),
        seed=seed,
        options={**SHORT, **options},
    )


def named(state, prompt):
    """The soldiers whom a question names."""
    return [one for one in state.soldiers.values() if re.search(rf"\b{one.name}\b", prompt)]


def has_somebody(state, seat):
    return any(
        one.seat == seat and one.where in ("on the table", "waiting", "aloft")
        for one in state.soldiers.values()
    )


@covers("FR-COOP-01", "FR-COOP-03", "FR-COOP-04", "FR-COOP-09")
@pytest.mark.parametrize(
    ("seats", "seed", "options"),
    [
        ("AB", 1, {"mode": "coop_split"}),
        ("ABC", 2, {"mode": "coop_split"}),
        ("ABC", 3, {"mode": "coop_split", "coop_officer": True}),
        ("ABC", 1, {"mode": "coop_split", "enemy_ai": "second_player"}),
    ],
)
def test_everybody_is_asked_about_the_own_soldiers_alone(seats, seed, options):
    game = mission(seats, seed, **options)
    players = {seat: make_player("uniform", seed) for seat in seats}
    asked = set()
    while game.decision is not None:
        state, decision = game.state, game.decision
        seat = decision.seat
        asked.add(seat)
        commanding = decision.prompt.startswith(("What does", "Where does", "Place"))
        assert not commanding or all(one.seat == seat for one in named(state, decision.prompt))
        if "Reaction die" in decision.prompt:
            assert seat == ("A" if state.switches.coop_officer else state.lead)
        if state.round and not state.closed and not state.switches.coop_officer and seat != state.enemy_seat:
            assert has_somebody(state, seat), decision.prompt
        for other in set(seats) - {seat}:
            assert game.decision_for(other) is None
            with pytest.raises(Refused, match="is not asked"):
                game.answer("stay", seat=other)
        game.answer(players[seat].reply(view_of(game, seat), decision).answer, seat=seat)
    assert asked == set(seats)


def asked(game):
    """What is asked, and who."""
    return game.decision.topic, game.decision.seat


@covers("FR-COOP-03", "FR-MIS-45", "FR-SQD-33")
def test_the_officer_decides_what_is_decided_before_the_battle():
    position = {
        "seats": ["A", "B"],
        "soldiers": {"S1": {"seat": "B", "is_personality": True, "traits": ["Brave", "Loyal"], "wits": 0}},
        "mission": {"enemy_type": "Orcs"},
        "round": 0,
        "step": "edges",
        "switches": {"mode": "coop_split", "coop_officer": True},
    }
    game = game_at(position, Scripted({"edge": [5]}), book=BOOK)
    assert asked(game) == ("help outside battle", "A")
    game.answer("Brave")
    assert asked(game) == ("choose edge", "A")


def two_left(dice, **switches):
    """B's Boyd is next to A's Ames, who is about to be no more."""
    position = {
        "seats": ["A", "B"],
        "soldiers": {
            "S1": {"at": [10, 5], "name": "Ames", "seat": "A", "die": 1},
            "S2": {"at": [14, 5], "name": "Boyd", "seat": "B", "die": 6},
        },
        "mobs": {"M1": {"type": "Skeletons", "at": [[10, 30]]}},
        "phase": "quick",
        "switches": {"mode": "coop_split", "on_my_table": True, **switches},
    }
    return game_at(position, Scripted(dice), book=BOOK)


def to_the_next_dice(game):
    """Everybody ends at once until the dice of the next round are dealt out."""
    for _ in range(40):
        if "Reaction die" in game.decision.prompt:
            return game
        keys = [one.answer for one in game.decision.options()]
        wanted = [one for one in ("end activation", "pass", "go on", "S2", "S1") if one in keys]
        game.answer(wanted[0] if wanted else keys[0])
    raise AssertionError(game.decision.prompt)


@covers("FR-COOP-04")
def test_whoever_has_lost_the_last_soldier_deals_no_dice():
    game = two_left({"aggression": [1], "reaction roll": [3]})
    game.rule("A", "is gone", {"figure": "S1", "how": "casualty"})
    assert to_the_next_dice(game).decision.seat == "B"


@covers("FR-COOP-03", "FR-COOP-04")
def test_the_officer_deals_the_dice_with_and_without_soldiers():
    game = two_left({"aggression": [1], "reaction roll": [3]}, coop_officer=True)
    game.rule("A", "is gone", {"figure": "S1", "how": "casualty"})
    assert to_the_next_dice(game).decision.seat == "A"


@covers("FR-COOP-04")
def test_the_dice_of_all_are_rolled_together():
    game = two_left({"aggression": [1], "reaction roll": [3, 4]})
    question = to_the_next_dice(game).decision
    assert question.seat == "A"
    assert "FR-COOP-04" in question.rules
    assert question.legal({"d1": "S2", "d2": "S1"}) is None
