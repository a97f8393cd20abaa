"""Answers that nobody gave: how the journal, the record, the proof and undo take them."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import sandtable
from sandtable.kernel.decision.standing import ONLY_ANSWER, StandingOrders, by_itself
from sandtable.kernel.game import Game
from sandtable.kernel.journal import Answered
from sandtable.kernel.records.record import (
    AnswerLine,
    record_for,
    record_from_text,
    record_of,
    record_text,
)
from sandtable.kernel.records.replay import first_difference
from sandtable.kernel.records.sealed import verify
from sandtable.players import make_player
from sandtable.players.asking import ask

FORCES = {"A": "seafolk", "B": "automata"}


def played(seed: int = 1, answers: int = 120) -> Game[Any]:
    """A battle in which orders answer as a rule, up to some answers."""
    game = sandtable.new("companies-and-captains", scenario="pitched-battle", seats=FORCES, seed=seed)
    players = {seat: make_player("greedy", seat) for seat in FORCES}
    while game.decision is not None and game.number < answers:
        seat = game.waiting_for[0]
        given = by_itself(game, seat, StandingOrders())
        if given is None:
            game.answer(ask(players[seat], game, seat).answer, seat=seat)
        else:
            game.answer(given.answer, seat=seat, by=given.by)
    return game


@pytest.fixture(scope="module")
def battle() -> Game[Any]:
    return played()


def by_lines(record) -> list[AnswerLine]:
    return [one for one in record.lines if isinstance(one, AnswerLine) and one.by]


def test_the_record_says_by_what_an_answer_was_given_and_leads_to_the_same_game(battle):
    record = record_of(battle)
    found = {one.by for one in by_lines(record)}
    assert found == {"losing models", ONLY_ANSWER}
    assert first_difference(record) is None
    assert first_difference(record_from_text(record_text(record))) is None
    said = [one for one in record_text(record).splitlines() if '"is":"answer"' in one]
    assert sum('"by":' in one for one in said) == len(by_lines(record)), (
        "left out where somebody has answered"
    )


def test_a_record_of_before_reads_as_ever(battle):
    text = record_text(record_of(battle))
    before = record_from_text("\n".join(_without_by(line) for line in text.splitlines()) + "\n")
    assert by_lines(before) == []
    assert first_difference(before) is None


def _without_by(line: str) -> str:
    found = msgspec.json.decode(line)
    if found.get("is") == "answer":
        found.pop("by", None)
    return msgspec.json.encode(found).decode()


def test_each_seat_reads_in_its_record_of_its_own_orders_alone(battle):
    for seat in ("A", "B"):
        assert {one.seat for one in by_lines(record_for(battle, seat))} == {seat}
    assert by_lines(record_for(battle, None)) == []


def test_nobody_can_say_of_a_choice_that_it_made_itself(battle):
    record = record_of(battle)
    chosen = next(
        place
        for place, one in enumerate(record.lines)
        if isinstance(one, AnswerLine) and not one.by and one.asked == "Which Group acts next?"
    )
    record.lines[chosen] = msgspec.structs.replace(record.lines[chosen], by=ONLY_ANSWER)
    difference = first_difference(record)
    assert difference is not None
    assert any("answered by itself (only answer)" in one for one in verify(record).faults)


def test_undo_goes_back_to_the_last_own_word():
    game = played()
    seat = next(one.seat for one in reversed(game.journal) if isinstance(one, Answered) and one.by)
    own = [
        n
        for n, one in enumerate(game.journal)
        if isinstance(one, Answered) and one.seat == seat and not one.by
    ]
    game.undo(seat, consent=game.seats)
    assert game.entries == own[-1]


def test_a_saved_game_remembers_it():
    game = played()
    again = sandtable.from_bytes(game.to_bytes())
    assert again.journal == game.journal
    assert any(isinstance(one, Answered) and one.by for one in again.journal)
