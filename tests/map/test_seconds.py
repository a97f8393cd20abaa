"""The budgets of the tests' time: whose seconds they are, and what is said of too many."""

from __future__ import annotations

import pytest

from tests.seconds import BUDGETS, book_of, by, folder_of, over_budget

pytest_plugins = ["pytester"]


@pytest.mark.parametrize(
    ("test", "book"),
    [
        ("tests/books/forgotten_ruin/test_luck.py::test_x", "forgotten-ruin"),
        (
            "tests/contract/test_books.py::test_x[companies-and-captains in the middle-1]",
            "companies-and-captains",
        ),
        ("tests/golden/test_golden.py::test_x[forgotten_ruin/final-won]", "forgotten-ruin"),
        ("tests/kernel/test_dice.py::test_x", ""),
    ],
)
def test_the_seconds_of_a_test_are_its_books(test: str, book: str):
    assert book_of(test) == book


def test_seconds_are_counted_by_folder_the_most_first():
    spent = {
        "tests/kernel/test_a.py::b": 1.0,
        "tests/books/forgotten_ruin/x/test_c.py::d": 2.0,
        "tests/kernel/e.py::f": 4,
    }
    assert list(by(folder_of, spent).items()) == [("tests/kernel", 5.0), ("tests/books/forgotten_ruin", 2.0)]


def test_a_book_whose_tests_take_too_long_is_named_with_both_figures():
    within = dict(BUDGETS)
    assert over_budget(within) == []
    (said,) = over_budget({**within, "forgotten-ruin": BUDGETS["forgotten-ruin"] + 31})
    assert "forgotten-ruin" in said
    assert f"{BUDGETS['forgotten-ruin'] + 31:.0f}" in said
    assert f"{BUDGETS['forgotten-ruin']:.0f}" in said


@pytest.mark.parametrize(("budget", "code"), [(1e9, 0), (-1.0, 1)])
def test_a_run_over_its_budget_fails_although_every_test_passed(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, budget: float, code: int
):
    monkeypatch.setitem(BUDGETS, "", budget)
    monkeypatch.setattr("tests.seconds.WORTH_TELLING", 0.0)
    pytester.makeconftest(
        "from tests.seconds import Seconds\n"
        "def pytest_configure(config):\n    config.pluginmanager.register(Seconds(), 'own seconds')\n"
    )
    pytester.makepyfile("def test_one():\n    pass\n")
    ran = pytester.runpytest_inprocess("-p", "no:cacheprovider", "-p", "no:hypothesispytest")
    assert ran.ret == code
    ran.stdout.fnmatch_lines(["*processor seconds*"])
