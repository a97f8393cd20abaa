"""Where the tests' time goes: processor seconds by folder and by book, and a budget for each book.

Processor time, with that of child processes, and not the time on the wall: a busy machine costs nobody a
test. The budgets leave room for a slower machine.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator
from pathlib import Path

import pytest

SECONDS = "processor seconds"
"""Under this name a test's seconds travel with its report."""
BUDGETS = {"companies-and-captains": 200.0, "forgotten-ruin": 600.0, "": 1500.0}
"""What the tests of each book may take, and ("") those that are about no single book."""

SHARED = "what all books share"

Spent = dict[str, float]
"""Processor seconds by test, folder or book."""


def now() -> float:
    """Processor seconds of this process and of the children that it has waited for."""
    spent = os.times()
    return spent.user + spent.system + spent.children_user + spent.children_system


def book_of(test: str) -> str:
    """The book that a test is about, by its path or by what it is tried with; "" if it is about none."""
    plain = test.replace("_", "-")
    return next((book for book in BUDGETS if book and book in plain), "")


def folder_of(test: str) -> str:
    """The folder under `tests`, with that of the book where there is one."""
    path = Path(test.partition("::")[0]).parent
    return "/".join(path.parts[:3])


def by(key: Callable[[str], str], spent: Spent) -> Spent:
    """The seconds of tests together by what they have in common, the most first."""
    found: Spent = {}
    for test, seconds in spent.items():
        found[key(test)] = found.get(key(test), 0.0) + seconds
    return dict(sorted(found.items(), key=lambda one: -one[1]))


def over_budget(spent: Spent) -> list[str]:
    """A sentence for each book whose tests take longer than they may."""
    return [
        f"the tests of {book or SHARED} take {spent[book]:.0f} processor seconds; they may take {most:.0f}"
        for book, most in BUDGETS.items()
        if spent.get(book, 0.0) > most
    ]


WORTH_TELLING = 60.0
"""A run that takes less is somebody's small change."""


class Seconds:
    """Counts the seconds of each test, prints them by folder and keeps the budgets."""

    def __init__(self) -> None:
        self._begun = 0.0
        self._spent: Spent = {}

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_setup(self) -> Generator[None]:
        self._begun = now()
        return (yield)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_teardown(self, item: pytest.Item) -> Generator[None]:
        try:
            return (yield)
        finally:
            item.user_properties.append((SECONDS, now() - self._begun))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "teardown":
            self._spent[report.nodeid] = float(str(dict(report.user_properties).get(SECONDS, 0.0)))

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        is_worker = hasattr(session.config, "workerinput")
        if (
            not is_worker
            and session.exitstatus == pytest.ExitCode.OK
            and over_budget(by(book_of, self._spent))
        ):
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if sum(self._spent.values()) < WORTH_TELLING:
            return
        terminalreporter.section("processor seconds")
        for folder, spent in by(folder_of, self._spent).items():
            terminalreporter.line(f"{spent:8.1f}  {folder}")
        books = by(book_of, self._spent)
        for book, spent in books.items():
            terminalreporter.line(f"{spent:8.1f}  of at most {BUDGETS[book]:.0f}: {book or SHARED}")
        for sentence in over_budget(books):
            terminalreporter.line(sentence, red=True)
