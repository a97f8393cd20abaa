"""Refusals: wrong answers in the words of the game are told what bars them, and the count is honest."""

from __future__ import annotations

import pytest

from sandtable.books.companies_and_captains.book import CompaniesAndCaptains
from sandtable.lab.ledger import Refusals
from sandtable.lab.refusals import count_refusals, wrong_answers

BOOKS = ("companies-and-captains", "forgotten-ruin")


@pytest.mark.parametrize("book", BOOKS)
def test_every_wrong_answer_in_words_of_the_game_is_told_what_bars_it(book: str):
    tried = list(wrong_answers(book, 5))
    assert len(tried) > 500
    assert [(one.prompt, one.answer) for one in tried if one.unexplained] == []
    assert all(one.refusal.rule and one.refusal.remedy for one in tried)


def test_the_count_is_always_the_same():
    assert count_refusals(BOOKS[0], 2) == count_refusals(BOOKS[0], 2)


def test_a_book_that_explains_nothing_is_found_out(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(CompaniesAndCaptains, "why_barred", lambda *_: None)
    found = count_refusals(BOOKS[0], 2)
    assert found is not None
    assert found.unexplained > found.refused / 2
    assert found.own_rule >= found.unexplained


def test_a_book_without_random_games_is_not_counted():
    assert count_refusals("small-war") is None


def test_the_count_is_told_in_one_line():
    told = Refusals(refused=200, own_rule=30, unexplained=3).in_words()
    assert (
        told == "200 wrong answers refused, 30 by the question's own rule, 3 (1.50%) without what bars them"
    )
