"""What `make bench` makes of its figures; how fast anything is no test asks."""

from __future__ import annotations

import sys

import pytest

from bench import __main__ as bench
from bench import companies, forgotten, ruins
from bench.__main__ import Budget
from bench.pools import ours, ours_afresh, theirs

REACHED, SHORT, MISSED = (
    Budget(name, 3.0, must, goal) for name, must, goal in (("a", 1, 2), ("b", 1, 9), ("c", 4, 9))
)
LITTLE = Budget("d", 3.0, 4, 3, more_is_better=False)
SPEED = {"plies": 100.0, "games": 10.0, "sight": 1, "sight of shapely": 1, "reach": 1, "reach of scipy": 1}
SPEED |= {"squares": 1, "squares of scipy": 1}


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    """The exit code and the words of a bench that has measured this."""
    books = {f"{player} {book.BOOK}": 1.0 for player in ("uniform", "greedy") for book in bench.BOOKS}

    def run(*budgets: Budget) -> tuple[int, str]:
        monkeypatch.setattr(sys, "argv", ["bench"])
        monkeypatch.setattr(bench, "warm_up", lambda rounds: None)
        monkeypatch.setattr(bench, "rates", lambda *about: {**SPEED, **books})
        monkeypatch.setattr(bench, "of_rounds", lambda speed: [])
        monkeypatch.setattr(bench, "of_single_runs", lambda: iter(budgets))
        return bench.main(), capsys.readouterr().out

    return run


def test_a_bench_in_which_every_must_holds_ends_well_and_names_the_goals_that_are_missed(told):
    code, words = told(REACHED, SHORT, LITTLE)
    assert code == 0
    assert "goal missed: b\n" in words
    assert "must missed" not in words


def test_a_bench_that_misses_a_must_fails_and_names_it(told):
    code, words = told(REACHED, MISSED)
    assert code == 1
    assert "must missed: c\n" in words


def test_each_book_is_held_against_its_own_budget():
    speed = {**SPEED}
    for book in (companies, forgotten, ruins):
        speed |= {f"uniform {book.BOOK}": 100 * book.UNIFORM[0], f"greedy {book.BOOK}": 10 * book.GREEDY[1]}
    found = bench.of_rounds(speed)[:6]
    assert [one.verdict for one in found] == ["must", "goal"] * 3
    assert [one.must for one in found] == [0.4, 0.2, 0.012, 0.009, 0.02, 0.05]


def test_both_ways_to_work_out_an_opposed_pool_agree_with_dyce():
    for need in (2, 4, 6):
        assert ours(7, 3, need) == pytest.approx(theirs(7, 3, need))
    assert ours_afresh() == ours()
