"""What is told of dice in random games: every reason with its rule, no rule twice, words for each roll."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import sandtable
from sandtable.books.forgotten_ruin.words import draws, purposes, sentence_of
from sandtable.kernel import Event
from sandtable.kernel.decision import Decision
from sandtable.lab.soaks.forgotten_ruin import any_position
from sandtable.players.asking import ask
from sandtable.players.registry import make_player

BOOK = Path(__file__).parents[3] / "src/sandtable/books/forgotten_ruin"
ANSWERS = 30
REASON = re.compile(r"[+-]\d+ (\S.*) \((FR-[A-Z]+-\d+)\)")
NAMED = re.compile(r'For\(f?"([^"{]+)"')
ODD = re.compile(r"\b[Aa] [aeio]\w|  |None|\[|\{|\.\.| ,|\b1 (dice|points|hits|figures|inches)\b")
SEEDS = range(900_000, 900_006)


def questions_of(seed: int) -> Iterator[Decision]:
    """The first questions of a random fight."""
    game = sandtable.new("forgotten-ruin", position=any_position(Random(seed)), seed=seed)  # noqa: S311
    players = {seat: make_player("greedy", f"{seed} {seat}") for seat in game.seats}
    for _ in range(ANSWERS):
        if game.decision is None:
            break
        seat = game.waiting_for[0]
        question = game.decision_for(seat)
        assert question is not None
        yield question
        game.answer(ask(players[seat], game, seat).answer, seat=seat)


def events_of(seed: int) -> Iterator[tuple[Event, str]]:
    """What happens in the first answers of a random fight, and how it is told."""
    game = sandtable.new("forgotten-ruin", position=any_position(Random(seed)), seed=seed)  # noqa: S311
    players = {seat: make_player("greedy", f"{seed} {seat}") for seat in game.seats}
    told = 0
    for _ in range(ANSWERS):
        if game.decision is None:
            break
        seat = game.waiting_for[0]
        game.answer(ask(players[seat], game, seat).answer, seat=seat)
        new = game.events(told, all_seats=True)
        told += len(new)
        yield from ((one, sentence_of(one, game.state)) for one in new)


@pytest.mark.parametrize("seed", SEEDS)
def test_every_reason_is_cited_no_rule_twice_and_every_event_reads_well(seed: int) -> None:
    for event, words in events_of(seed):
        assert event.rules, event
        assert len(set(event.rules)) == len(event.rules), event
        for reason in event.facts.get("modifiers", ()):
            found = REASON.fullmatch(reason)
            assert found is not None, reason
            assert not found[1][0].isdigit(), reason
            assert found[2] in event.rules, event
        assert words[:1] == words[:1].upper(), words
        assert not ODD.search(words), words


@pytest.mark.parametrize("seed", [5024, 5034, 5038])
def test_no_question_cites_a_rule_twice_or_proposes_the_same_point_twice(seed: int) -> None:
    asked = 0
    for question in questions_of(seed):
        for cited in (question.rules, *(one.rules for one in question.options())):
            assert len(set(cited)) == len(cited), question.prompt
        if question.topic == "aim explosive":
            points = [repr(one.answer) for one in question.options()]
            assert len(set(points)) == len(points)
            asked += 1
    assert asked


def test_every_roll_has_words_for_what_it_is_for() -> None:
    known = {*purposes(), *draws()}
    named = {one for path in BOOK.rglob("*.py") for one in NAMED.findall(path.read_text(encoding="utf-8"))}
    assert len(named) > 40
    assert named <= known
