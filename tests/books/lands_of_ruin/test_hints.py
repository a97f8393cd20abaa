"""What the console teaches: each tip once, to the player whom it concerns, and nothing changes by it."""

from __future__ import annotations

import re
from typing import Any

import pytest

import sandtable
from sandtable.books.lands_of_ruin.book import BOOK
from sandtable.books.lands_of_ruin.hints import HINTS, rows
from sandtable.kernel.catalogue import Catalogue
from sandtable.kernel.game import Game
from sandtable.kernel.testing import covers
from sandtable.players.asking import ask
from sandtable.players.registry import make_player

RULES = Catalogue.load("sandtable.books.lands_of_ruin")


def _game(level: str, answers: int = 200, **more: Any) -> tuple[Game[Any], list[tuple[str, str]]]:
    """A game between two who know what they do, and the tips in the order in which they came."""
    game = sandtable.new("lands-of-ruin", seed=5, options={"tutorial": level, **more})
    players = {seat: make_player("greedy", seat) for seat in game.seats}
    tips: list[tuple[str, str]] = []
    for _ in range(answers):
        seat = game.waiting_for[0] if game.decision is not None else ""
        part = game.decision_for(seat) if seat else None
        if part is None:
            break
        if part.hint is not None:
            tips.append((seat, part.hint.text))
        game.answer(ask(players[seat], game, seat).answer, seat=seat)
    return game, tips


@covers("LR-TUT-03")
def test_there_is_a_tip_for_each_situation_of_the_table_and_each_names_its_rules():
    wanted = {row["tip"] for row in RULES.rule("LR-TUT-03").table}
    named = {"detected enemy": "a detected enemy"}
    assert {named.get(one, one) for one in wanted} == {one.hint for one in rows()}
    assert set(HINTS.moments) <= {one.hint for one in rows()}
    for one in rows():
        assert one.rules
        assert all(RULES.rule(rule).id == rule for rule in one.rules)
        assert not re.search(r"LR-[A-Z]", one.text)
        assert 40 < len(one.text) < 260


@covers("LR-TUT-01", "LR-TUT-03")
def test_each_player_is_told_a_tip_once_as_its_situation_comes_up():
    game, tips = _game("tips")
    assert len(tips) == len(set(tips)) >= 12
    assert {seat for seat, _ in tips} == {"A", "B"}
    first = next(text for seat, text in tips if seat == "A" and "only moves" in text)
    assert first.startswith("No orders have been given yet")
    assert set(game.state.sides["A"].tips) <= {one.hint for one in rows()}


@covers("LR-TUT-03")
def test_off_is_off_and_full_says_what_might_be_done_next():
    assert _game("off", 60)[1] == []
    full = [text for _, text in _game("full", 60)[1]]
    assert any("A sensible next step: " in one for one in full)
    assert sum("A sensible next step: " in one for one in full) > sum("sections" in one for one in full)


@covers("LR-TUT-05")
def test_the_level_changes_nothing_of_what_happens():
    told = [
        [(one.kind, one.facts) for one in _game(level, 120)[0].events(all_seats=True)] for level in LEVELS
    ]
    # What the mode is introduced with is alike as well: tips are no rule.
    assert told[0] == told[1] == told[2]


LEVELS = ("off", "tips", "full")


@covers("LR-TUT-04")
@pytest.mark.parametrize(
    ("card", "more", "says"),
    [
        (
            "A-Varro",
            {"down": True, "own": {"effects": [{"name": "Dead"}]}},
            "to the enemy all three look alike",
        ),
        ("A-Varro", {"own": {"hits": [{"kind": "shot", "power": 1}]}}, "wait until your next Command phase"),
        (
            "B-Strix",
            {"hidden": True, "detected": True, "own": {"effects": [{"name": "Hidden"}]}},
            "has noticed",
        ),
    ],
)
def test_a_tip_is_for_those_alone_who_know_its_reason(card: str, more: dict[str, Any], says: str):
    cards = {
        "A-Varro": {"at": [5, 5]}, "A-Kaeso": {"at": [8, 5]}, "B-Thanatos": {"at": [40, 40]},
        "B-Strix": {"at": [30, 30]},
    }  # fmt: skip
    cards[card] |= more
    heard = {}
    for seat in ("A", "B"):
        position = {"phase": "command", "step": "orders", "active": seat, "cards": cards, "rounds": 9}
        asked = sandtable.new("lands-of-ruin", position=position).decision_for(seat)
        assert asked is not None
        told = []
        state = BOOK.read_position(position)
        while (hint := BOOK.hint(state, asked)) is not None:
            told.append(hint.text)
        heard[seat] = any(says in one for one in told)
        other = BOOK.hide(state, "B" if seat == "A" else "A")
        assert other.sides[seat].tips == ()
    assert heard == {"A": True, "B": False}
