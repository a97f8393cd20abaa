"""Where the tests' time goes: processor seconds by folder and by book, and a budget for each book.

Processor time, with that of child processes, and not the time on the wall: a busy machine costs nobody a
test. The budgets leave room for a slower machine.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import pytest

SECONDS = "processor seconds"
"""Under this name a test's seconds travel with its report."""
IN_BROWSERS = "processor seconds of browsers"
"""And under this those that a browser took for it."""
TOLD = (SECONDS, IN_BROWSERS)
BUDGETS = {
    "companies-and-captains": 250.0,
    "forgotten-ruin": 700.0,
    "lands-of-ruin": 250.0,
    "heroic-endeavors": 250.0,
    "": 2200.0,
}
"""What the tests of each book may take, and ("") those that are about no single book; browsers count too."""

SHARED = "what all books share"
TICKS = os.sysconf("SC_CLK_TCK")
"""Of the system's clock in a second."""

Spent = dict[str, float]
"""Processor seconds by test, folder or book."""


class Clock(NamedTuple):
    """Processor seconds since a process began: of all its family, and those of browsers in it."""

    all: float
    browsers: float


def now() -> Clock:
    """What this process, the children it has waited for and all that still run have taken so far."""
    spent = os.times()
    own = spent.user + spent.system + spent.children_user + spent.children_system
    family = [_of_process(child) for child in _children(os.getpid())]
    return Clock(own + sum(one.all for one in family), sum(one.browsers for one in family))


def _children(process: int) -> list[int]:
    """The processes that a process has started, where the system tells it."""
    found: list[int] = []
    tasks: list[Path] = []
    with suppress(OSError):
        tasks = list(Path(f"/proc/{process}/task").iterdir())
    # A thread that ends while it is looked at takes nobody else's children with it.
    for task in tasks:
        with suppress(OSError):
            found.extend(map(int, (task / "children").read_text(encoding="ascii").split()))
    return found


def _of_process(process: int) -> Clock:
    """What a running process and all that it has started have taken."""
    try:
        name, _, told = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")
    except OSError:
        return Clock(0.0, 0.0)
    own = sum(map(int, told.split()[11:15])) / TICKS
    family = [_of_process(child) for child in _children(process)]
    taken = own + sum(one.all for one in family)
    is_browser = "(chrom" in name
    return Clock(taken, taken if is_browser else sum(one.browsers for one in family))


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
        self._begun = Clock(0.0, 0.0)
        self._spent: Spent = {}
        self._browsers = 0.0

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_setup(self) -> Generator[None]:
        self._begun = now()
        return (yield)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_teardown(self, item: pytest.Item) -> Generator[None]:
        try:
            return (yield)
        finally:
            ended = now()
            # A process that nobody waits for takes its seconds with it.
            for name, since, until in zip((SECONDS, IN_BROWSERS), self._begun, ended, strict=True):
                item.user_properties.append((name, max(0.0, until - since)))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "teardown":
            told = {name: float(str(value)) for name, value in report.user_properties if name in TOLD}
            self._spent[report.nodeid] = told.get(SECONDS, 0.0)
            self._browsers += told.get(IN_BROWSERS, 0.0)

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
        terminalreporter.line(f"{self._browsers:8.1f}  of these in browsers")
        books = by(book_of, self._spent)
        for book, spent in books.items():
            terminalreporter.line(f"{spent:8.1f}  of at most {BUDGETS[book]:.0f}: {book or SHARED}")
        for sentence in over_budget(books):
            terminalreporter.line(sentence, red=True)
